import type { Money } from "@corridor/base/money.ts";
import { inCurrencyOf, ofNetworks } from "@corridor/provider-kit/corridors.ts";
import type { DispatchRequest, ProviderCorridor } from "@corridor/provider-kit/provider.ts";
import { Refusal } from "@corridor/provider-kit/speak.ts";
import { entryOf, minorNumberOf } from "@corridor/provider-kit/wire.ts";

/** Pure. What Paystack cannot do is refused here, before anything is sent. */
export type Ask = { path: string; body: object };
/** A payout takes two steps: creating the payee, which moves nothing, and the transfer. */
export type Payout = { recipient: Ask; transferTo(recipientCode: string): Ask };

/** Maps our network code to Paystack's name in `/charge`, and to its name in `/transferrecipient`. */
export const NETWORKS: Readonly<Record<string, { currency: string; charge: string; recipient: string }>> = {
  MTN_GH: { currency: "GHS", charge: "mtn", recipient: "MTN" },
  AIRTELTIGO_GH: { currency: "GHS", charge: "atl", recipient: "ATL" },
  TELECEL_GH: { currency: "GHS", charge: "vod", recipient: "VOD" },
  MPESA_KE: { currency: "KES", charge: "mpesa", recipient: "MPESA" },
};

/** Bank accounts that can be paid, by country. Our bank codes there are those of Paystack's own list. */
export const BANK_RAILS: Readonly<Record<string, { type: string; currency: string }>> = {
  NG: { type: "nuban", currency: "NGN" },
  GH: { type: "ghipss", currency: "GHS" },
  ZA: { type: "basa", currency: "ZAR" },
};

export const COUNTRIES = ["NG", "GH", "KE", "ZA"] as const;
const CARD_CURRENCIES = ["NGN", "GHS", "KES", "ZAR", "USD"];
const DIALING_CODES: Readonly<Record<string, string>> = { GHS: "+233", KES: "+254" };

export const CORRIDORS: readonly ProviderCorridor[] = [
  { direction: "inbound", method: "card", countries: COUNTRIES, currencies: CARD_CURRENCIES },
  { direction: "inbound", method: "bank_transfer", countries: ["NG"], currencies: ["NGN"] },
  ...ofNetworks(NETWORKS, "inbound"),
  ...ofNetworks(NETWORKS, "outbound"),
  ...Object.entries(BANK_RAILS).flatMap(([country, { currency }]) =>
    inCurrencyOf({ [country]: currency }, ["outbound"], "bank_transfer"),
  ),
];

/** Marks a transaction whose customer pays on Paystack's own page. Every update about the transaction contains it. */
export const HOSTED_PAGE = "hosted_page";
/** Paystack opens an account for one transfer, for at least 15 minutes and at most 8 hours. */
export const TRANSFER_WITHIN_MS = 60 * 60_000;
const MAX_NARRATION = 100;

export function collectionOf(request: DispatchRequest, cardsDirectly: boolean, now: Date): Ask {
  switch (request.method) {
    case "mobile_money":
      return { path: "/charge", body: { ...transactionOf(request), mobile_money: payingPhoneOf(request) } };
    case "bank_transfer": {
      const account_expires_at = new Date(now.getTime() + TRANSFER_WITHIN_MS).toISOString();
      return { path: "/charge", body: { ...transferredIn(request), bank_transfer: { account_expires_at } } };
    }
    case "card":
      if (!cardsDirectly) return pageFor(request);
      return { path: "/charge", body: { ...cardTransactionOf(request), card: cardOf(request) } };
    default:
      throw new Refusal("method_not_supported", `paystack does not support ${request.method}`);
  }
}

function transactionOf({ payer, amount, reference, paymentId }: DispatchRequest) {
  if (payer?.email === undefined) throw new Refusal("email_required", "paystack needs the payer's e-mail address");
  return {
    email: payer.email,
    amount: minorOf(amount),
    currency: amount.currency,
    reference,
    metadata: { payment_id: paymentId },
  };
}

function payingPhoneOf({ mobileMoney, amount }: DispatchRequest) {
  const { network, phone_number } = networkOf(mobileMoney, amount);
  const national = nationalOf(phone_number, amount.currency);
  // Ghana's numbers are written as dialed there, Kenya's with their country code.
  return { phone: amount.currency === "GHS" ? national : phone_number, provider: network.charge };
}

function transferredIn(request: DispatchRequest) {
  if (request.country !== "NG")
    throw new Refusal("country_not_supported", `paystack collects bank transfers in NG, not in ${request.country}`);
  requireCurrency(request.amount, "NGN");
  return transactionOf(request);
}

function cardTransactionOf(request: DispatchRequest) {
  if (!(COUNTRIES as readonly string[]).includes(request.country))
    throw new Refusal("country_not_supported", `paystack does not take cards in ${request.country}`);
  if (!CARD_CURRENCIES.includes(request.amount.currency))
    throw new Refusal("currency_not_supported", `paystack does not take cards in ${request.amount.currency}`);
  return transactionOf(request);
}

function cardOf({ card }: DispatchRequest) {
  if (card?.cvv === undefined) throw new Refusal("card_incomplete", "paystack needs the card with its security code");
  const { card_number: number, cvv, expiry_month, expiry_year } = card;
  return { number, cvv, expiry_month, expiry_year: expiry_year.slice(-2) };
}

/** The customer types the card on Paystack's page, which asks for PIN or password itself. Our card data is not sent. */
function pageFor(request: DispatchRequest): Ask {
  const transaction = cardTransactionOf(request);
  const metadata = { ...transaction.metadata, page: HOSTED_PAGE, cancel_action: request.returnUrl };
  return {
    path: "/transaction/initialize",
    body: { ...transaction, channels: ["card"], callback_url: request.returnUrl, metadata },
  };
}

export function payoutOf(request: DispatchRequest): Payout {
  const { targetAmount, reference, description, paymentId } = request;
  const { currency } = targetAmount;
  const recipient = { path: "/transferrecipient", body: recipientOf(request) };
  const reason = (description ?? `Payment ${paymentId}`).slice(0, MAX_NARRATION);
  const transfer = { source: "balance", amount: minorOf(targetAmount), currency, reference, reason };
  return { recipient, transferTo: (code) => ({ path: "/transfer", body: { ...transfer, recipient: code } }) };
}

function recipientOf(request: DispatchRequest) {
  const { method, targetAmount, mobileMoney } = request;
  const { currency } = targetAmount;
  if (method === "mobile_money") {
    const { network, phone_number } = networkOf(mobileMoney, targetAmount);
    const account_number = nationalOf(phone_number, currency);
    return { type: "mobile_money", name: payeeOf(request), account_number, bank_code: network.recipient, currency };
  }
  if (method === "bank_transfer") {
    const country = request.bankAccount?.country ?? request.country;
    const rail = entryOf(BANK_RAILS, country);
    if (rail === undefined)
      throw new Refusal("country_not_supported", `paystack does not pay bank accounts in ${country}`);
    requireCurrency(targetAmount, rail.currency);
    const { account_number, bank_code } = request.bankAccount ?? {};
    if (!account_number || !bank_code)
      throw new Refusal("account_incomplete", "paystack needs the account's number and its bank's code");
    return { type: rail.type, name: payeeOf(request), account_number, bank_code, currency };
  }
  throw new Refusal("method_not_supported", `paystack does not pay out by ${method}`);
}

function payeeOf({ bankAccount, recipient }: DispatchRequest): string {
  const name = bankAccount?.account_name ?? recipient?.name;
  if (!name) throw new Refusal("payee_required", "paystack needs the payee's name");
  return name;
}

function networkOf(target: DispatchRequest["mobileMoney"], amount: Money) {
  const network = entryOf(NETWORKS, target?.network_code);
  if (target === undefined || network === undefined)
    throw new Refusal(
      "network_not_supported",
      `paystack does not reach the mobile money network ${target?.network_code ?? "(none given)"}`,
    );
  requireCurrency(amount, network.currency);
  return { network, phone_number: target.phone_number };
}

function nationalOf(phoneNumber: string, currency: string): string {
  const dialingCode = DIALING_CODES[currency]!;
  if (!phoneNumber.startsWith(dialingCode))
    throw new Refusal("phone_not_supported", `the phone number does not begin with ${dialingCode}`);
  return `0${phoneNumber.slice(dialingCode.length)}`;
}

function requireCurrency(amount: Money, currency: string): void {
  if (amount.currency !== currency)
    throw new Refusal("currency_not_supported", `paystack moves ${currency} here, not ${amount.currency}`);
}

export function minorOf(amount: Money): number {
  const minor = minorNumberOf(amount);
  if (minor === null) throw new Refusal("amount_not_supported", "the amount is larger than paystack can be asked for");
  return minor;
}
