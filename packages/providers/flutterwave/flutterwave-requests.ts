import type { Money } from "@corridor/base/money.ts";
import type { DispatchRequest, RefundRequest } from "@corridor/provider-kit/provider.ts";
import { Refusal } from "@corridor/provider-kit/speak.ts";
import { entryOf, type Json, minorNumberOf } from "@corridor/provider-kit/wire.ts";
import {
  BANK_TRANSFER_CURRENCIES,
  CARD_CURRENCIES,
  MOBILE_MONEY_CHARGES,
  MOBILE_MONEY_TRANSFERS,
  NIGERIAN_BANKS,
  transferCodeOf,
} from "./flutterwave-codes.ts";

/** Converts our types to Flutterwave's JSON, without I/O. An unsupported request is a `Refusal` before it is sent. */
export type Order = { path: string; body: object };
/** The sender's name on a payout to M-PESA in Kenya. */
export type Sender = { name: string; country: string; phone: string };

export const TRANSFER_ACCOUNT_SECONDS = 3_600;
const MAX_NARRATION = 100;

/** `sealCard` is null when no encryption key is set. */
export function chargeOrder(request: DispatchRequest, sealCard: ((plain: string) => string) | null): Order {
  switch (request.method) {
    case "mobile_money":
      return mobileMoneyCharge(request);
    case "bank_transfer":
      return bankTransferCharge(request);
    case "card":
      return cardCharge(request, sealCard);
    default:
      throw unsupported(request);
  }
}

function mobileMoneyCharge(request: DispatchRequest): Order {
  const { mobileMoney } = request;
  const charge = entryOf(MOBILE_MONEY_CHARGES, mobileMoney?.network_code);
  if (mobileMoney === undefined || charge === undefined)
    throw new Refusal(
      "network_not_supported",
      `Flutterwave does not collect from ${mobileMoney?.provider ?? "a network that is not named"}`,
    );
  requireCurrency(request.amount, charge.currency);
  const { type, network, country } = charge;
  const phone_number = digitsOf(mobileMoney.phone_number);
  return { path: `/charges?type=${type}`, body: { ...common(request), phone_number, network, country } };
}

function bankTransferCharge(request: DispatchRequest): Order {
  const currency = entryOf(BANK_TRANSFER_CURRENCIES, request.country);
  if (currency === undefined)
    throw new Refusal("country_not_supported", `Flutterwave does not support bank transfers in ${request.country}`);
  requireCurrency(request.amount, currency);
  const expires = TRANSFER_ACCOUNT_SECONDS;
  const lifetime = request.country === "GH" ? { bank_transfer_options: { expires } } : { expires };
  const body = { ...common(request), phone_number: request.payer?.phone, ...lifetime };
  return { path: "/charges?type=bank_transfer", body };
}

const PAGE_MINUTES = 30;
/** Flutterwave counts from when the customer opens the page, some minutes after we got its address. */
export const PAGE_OPEN_FOR_MS = (PAGE_MINUTES + 15) * 60_000;

/** Flutterwave Standard: the customer types the card on its page, for which an ordinary account needs no approval. */
export function pageOrder(request: DispatchRequest): Order {
  requireCardCurrency(request.amount);
  const { tx_ref, amount, currency, email, fullname, redirect_url } = common(request);
  const customer = { email, name: fullname, phonenumber: request.payer?.phone };
  const page = { payment_options: "card", configurations: { session_duration: PAGE_MINUTES } };
  return { path: "/payments", body: { tx_ref, amount, currency, redirect_url, customer, ...page } };
}

function requireCardCurrency({ currency }: Money): void {
  if (!CARD_CURRENCIES.has(currency))
    throw new Refusal("currency_not_supported", `Flutterwave does not charge cards in ${currency}`);
}

function cardCharge(request: DispatchRequest, sealCard: ((plain: string) => string) | null): Order {
  const { card, amount } = request;
  if (sealCard === null)
    throw new Refusal("cards_not_set_up", "cards need Flutterwave's encryption key, which is not set");
  if (card === undefined) throw new Refusal("card_required", "no card was given");
  if (card.cvv === undefined || card.cvv === "")
    throw new Refusal("cvv_required", "Flutterwave does not charge a card without its security code");
  requireCardCurrency(amount);
  const plain = JSON.stringify({
    ...common(request),
    fullname: card.card_holder_name ?? request.payer?.name,
    phone_number: request.payer?.phone,
    card_number: digitsOf(card.card_number),
    cvv: card.cvv,
    expiry_month: card.expiry_month.padStart(2, "0"),
    expiry_year: card.expiry_year.slice(-2),
  });
  return { path: "/charges?type=card", body: { client: sealCard(plain) } };
}

function common(request: DispatchRequest): Record<string, unknown> {
  const { payer, amount } = request;
  if (!payer?.email) throw new Refusal("email_required", "Flutterwave needs the payer's e-mail address");
  return {
    tx_ref: request.reference,
    amount: numberOf(amount),
    currency: amount.currency,
    email: payer.email,
    fullname: payer.name,
    redirect_url: request.returnUrl,
    client_ip: request.payerDevice?.ipAddress,
  };
}

/** `listed`: Flutterwave's list of where it pays in the country. */
export function transferOrder(request: DispatchRequest, sender: Sender | null, listed?: readonly Json[]): Order {
  return {
    path: "/transfers",
    body: {
      ...targetOf(request, sender, listed),
      amount: numberOf(request.targetAmount),
      currency: request.targetAmount.currency,
      reference: request.reference,
      narration: narrationOf(request.description),
    },
  };
}

function targetOf(request: DispatchRequest, sender: Sender | null, listed?: readonly Json[]): object {
  if (request.method === "bank_transfer") return bankTarget(request);
  if (request.method === "mobile_money") return mobileMoneyTarget(request, sender, listed);
  throw unsupported(request);
}

/** Elsewhere Flutterwave requires a bank branch, or documents of the sender, which our payments do not have. */
function bankTarget({ country, targetAmount, bankAccount, recipient }: DispatchRequest): object {
  if (country !== "NG")
    throw new Refusal("country_not_supported", `bank payouts by Flutterwave go to Nigeria only, not to ${country}`);
  requireCurrency(targetAmount, "NGN");
  if (bankAccount === undefined) throw new Refusal("account_required", "no bank account was given");
  return {
    account_bank: bankCodeOf(bankAccount.bank_code ?? ""),
    account_number: bankAccount.account_number.trim(),
    beneficiary_name: recipient?.name ?? bankAccount.account_name,
  };
}

export function bankCodeOf(code: string): string {
  const bank = entryOf(NIGERIAN_BANKS, code);
  if (bank === undefined)
    throw new Refusal("bank_not_supported", `Flutterwave's code of the bank ${JSON.stringify(code)} is not known`);
  return bank;
}

function mobileMoneyTarget(
  { mobileMoney, targetAmount, recipient }: DispatchRequest,
  sender: Sender | null,
  listed?: readonly Json[],
): object {
  const target = entryOf(MOBILE_MONEY_TRANSFERS, mobileMoney?.network_code);
  if (mobileMoney === undefined || target === undefined)
    throw new Refusal(
      "network_not_supported",
      `Flutterwave does not pay out to ${mobileMoney?.provider ?? "a network that is not named"}`,
    );
  requireCurrency(targetAmount, target.currency);
  if (!recipient?.name) throw new Refusal("recipient_required", "Flutterwave needs the recipient's name");
  return {
    account_bank: transferCodeOf(mobileMoney.network_code, target.bank, listed),
    account_number: digitsOf(mobileMoney.phone_number),
    beneficiary_name: recipient.name,
    ...(target.currency === "KES" && { meta: senderOf(sender) }),
  };
}

function senderOf(sender: Sender | null): Record<string, string> {
  if (sender === null)
    throw new Refusal("sender_required", "payouts to M-PESA need the sender's name, country and phone in the settings");
  return { sender: sender.name, sender_country: sender.country, mobile_number: digitsOf(sender.phone) };
}

/** Refunds have no idempotency key: our reference in the comments finds a refund again after a lost answer. */
export function refundOrder(request: RefundRequest, transactionId: string): Order {
  const comments = `${request.reference} ${request.reason}`.trim();
  return { path: `/transactions/${transactionId}/refund`, body: { amount: numberOf(request.amount), comments } };
}

/** Flutterwave reads amounts as doubles, so an amount that a double cannot hold is refused. */
function numberOf(amount: Money): unknown {
  if (minorNumberOf(amount) === null)
    throw new Refusal("amount_too_large", `${amount.toString()} is more than Flutterwave's API can represent exactly`);
  return JSON.rawJSON(amount.toDatabase());
}

function requireCurrency(amount: Money, currency: string): void {
  if (amount.currency !== currency)
    throw new Refusal("currency_not_supported", `only ${currency} can be moved there, not ${amount.currency}`);
}

function unsupported({ method, direction }: DispatchRequest): Refusal {
  return new Refusal(
    "method_not_supported",
    `flutterwave does not support ${method} ${direction === "inbound" ? "payins" : "payouts"}`,
  );
}

/** Some banks refuse anything but letters and digits, and Flutterwave refuses an empty text. */
function narrationOf(description = ""): string {
  const words = description
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, MAX_NARRATION)
    .replace(/\p{Cs}/gu, "");
  return words || "Payout";
}

/** Flutterwave writes phone numbers with the country code and without the plus. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
