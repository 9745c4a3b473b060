import type { Static } from "typebox";
import { findNetwork } from "@corridor/base/networks/reference-data.ts";
import {
  AllProvidersFailed,
  type InitiateDeps,
  type PayinFields,
  type PaymentIntent,
  planIntent,
  type Price,
  readPayin,
  startPlanned,
} from "#src/payments/initiate/index.ts";
import type { Payment } from "#src/payments/core/index.ts";
import { customerOfPayer } from "#src/parties/customers/index.ts";
import { buyUnder, dropLock, type LockRateDeps, worthIn } from "#src/pricing/rates/index.ts";
import { ApiError, invalidField } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import { toE164 } from "@corridor/base/phone.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Logger } from "#src/kernel/log.ts";
import { Money } from "@corridor/base/money.ts";
import type { CardGate } from "./card-gate.ts";
import type { PayBody } from "./checkout-schema.ts";
import { checkoutUrlOf, type CheckoutTokens } from "./checkout-token.ts";
import { LinkNotHeld } from "./link-listener.ts";
import { readAnswers } from "./custom-fields.ts";
import { busy, type HoldDeps, holdLink } from "./hold-link.ts";
import type { CountryOffer, Offers } from "./offer-methods.ts";
import { CHECKOUT_ACTOR, LINK_ORIGIN, type PaymentLink, readQuantity, totalOf } from "./payment-link.ts";
import { dropHold } from "./queries.ts";
import { type Initiator, withBrowser } from "#src/payments/requests/index.ts";
import { findQuote, type LinkPrice, lockForLink, payerAmountOf, priceForLink, priceIsOver } from "./quote-link.ts";
import { insertReceipt } from "./receipt/queries.ts";
import { newReceiptCode } from "./receipt/receipt.ts";
import { linkNotPayable } from "./read-fields.ts";
import { type FindVisibleLinkDeps, findVisibleLink } from "./find-visible-link.ts";

/**
 * Find the link -> determine the amount -> read and check -> hold it (fixed) -> start the payment of its organization,
 * in the name of the member who created the link. Card data goes straight through to the provider.
 */
export type PayRequest = Static<typeof PayBody>;

export type PayLinkDeps = InitiateDeps &
  HoldDeps &
  FindVisibleLinkDeps & {
    rates: LockRateDeps;
    offers: Offers;
    tokens: CheckoutTokens;
    cards: CardGate;
    /** Throws 429 when strangers have begun too many payments with a phone or card. */
    limitInstrument(instrument: string): Promise<void>;
    publicBaseUrl: string;
    log: Logger;
  };

export type PayContext = {
  /** Reserved by the Idempotency-Key: the same form gets the same payment id again. */
  paymentId: string | undefined;
  commitBy: Date | undefined;
  requestId: string;
  /** Address and headers, as the request carried them. */
  browser: Parameters<typeof withBrowser>[1];
};

export async function payLink(
  deps: PayLinkDeps,
  linkRef: string,
  request: PayRequest,
  context: PayContext,
): Promise<Payment> {
  const { link, status } = await findVisibleLink(deps, linkRef);
  const paymentId = context.paymentId ?? newId();
  if (context.paymentId !== undefined) {
    // The form was sent before: its payment may exist, and may have paid the link.
    const existing = await deps.store.findPayment({ orgId: link.orgId, paymentId });
    if (existing !== undefined) return existing;
  }
  if (status !== "active") throw linkNotPayable(`The link is ${status}`);
  if (request.payment_method === "card")
    await deps.cards.admit({
      linkRef,
      orgId: link.orgId,
      address: context.browser.ip,
      challengeToken: request.challenge_token,
    });

  const { pair, ...price } = await priceOf(deps, link, request);
  const offer = await findOffer(deps, link, request, price.amount);
  const intent = await readIntent(deps, link, request, price, offer, paymentId);
  const instrument = intent.details.mobile_money_details?.phone_number ?? intent.card?.card_number.replace(/\D/g, "");
  if (instrument !== undefined) await deps.limitInstrument(instrument);
  const receipt = { orgId: link.orgId, paymentId, code: newReceiptCode(), language: request.locale ?? "" };
  await insertReceipt(deps.db, receipt, deps.clock.now());
  if (link.amountType === "fixed") await holdLink(deps, link, paymentId, intent.details.payer_details!);
  try {
    const { requestId, commitBy, browser } = context;
    const who = { orgId: link.orgId, userId: link.createdBy, actor: CHECKOUT_ACTOR, requestId, commitBy };
    const details = { ...intent.details, ...(await customerOf(deps, who, intent)) };
    const seen = withBrowser(intent.context ?? {}, browser);
    const planned = await planIntent(deps, who, { ...intent, details, context: seen }, paymentId);
    return await startAtPrice(deps, who, link, planned, pair);
  } catch (error) {
    if (link.amountType === "fixed" && !(error instanceof AllProvidersFailed)) await giveUpHold(deps, link, paymentId);
    throw forPayer(error);
  }
}

/** The rate is locked last, and a refused payment gives its lock up: strangers must not use up the locks of all. */
async function startAtPrice(
  deps: PayLinkDeps,
  who: Initiator,
  link: PaymentLink,
  planned: Awaited<ReturnType<typeof planIntent>>,
  pair: LinkPrice | null,
): Promise<Payment> {
  if (pair === null) return startPlanned(deps, who, planned);
  const orgRateId = pair.orgRateId ?? (await lockForLink(deps.rates, link, pair)).orgRateId;
  try {
    return await startPlanned(deps, who, { ...planned, payment: { ...planned.payment, orgRateId } });
  } catch (error) {
    if (pair.orgRateId === undefined) await dropLock(deps.db, link.orgId, orgRateId);
    throw error;
  }
}

/** A fixed link always brings its organization exactly its amount; for an open one the payer chooses the amount. */
async function priceOf(deps: PayLinkDeps, link: PaymentLink, request: PayRequest) {
  const quantity = readQuantity(link, request.quantity ?? 1);
  const pair: LinkPrice | null =
    link.payerCurrency === link.currency
      ? null
      : request.quote_id === undefined
        ? await priceForLink(deps.rates, link)
        : await findQuote(deps.rates, link, request.quote_id);
  if (link.amountType === "fixed") {
    const target = totalOf(link, quantity)!;
    const amount = pair === null ? target : payerAmountOf(target, pair, link.payerCurrency);
    // The link's amount may have changed since the payer saw it, and nobody pays a price they have not seen.
    if (request.amount !== undefined && !readMoney(request.amount, link.payerCurrency, "amount").equals(amount))
      throw invalidField("amount", "is not what this link costs now; read the link again", "AMOUNT_MISMATCH");
    return { amount, targetAmount: target, orgRateId: null, pair };
  }
  if (request.amount === undefined)
    throw invalidField("amount", "is required: the payer of this link chooses the amount");
  const amount = readMoney(request.amount, link.payerCurrency, "amount");
  const least = await leastOf(deps.rates.liveRates, link.payerCurrency);
  if (amount.compare(least) < 0) throw invalidField("amount", `must be at least ${least.toString()}`);
  if (pair === null) return { amount, targetAmount: amount, orgRateId: null, pair };
  return { amount, targetAmount: buyUnder(pair, amount), orgRateId: null, pair };
}

/** Less is no payment but a try of somebody's card. */
const LEAST = Money.parse("0.10", "USD");

/** The worth of ten US cents, or one unit of a currency without a fresh rate. */
async function leastOf(liveRates: LockRateDeps["liveRates"], currency: string): Promise<Money> {
  return (await worthIn(liveRates, LEAST, currency)) ?? Money.parse("1", currency);
}

async function findOffer(deps: PayLinkDeps, link: PaymentLink, wish: PayRequest, amount: Money): Promise<CountryOffer> {
  const offers = await deps.offers({ orgId: link.orgId, payerCurrency: link.payerCurrency, amount });
  const offer = offers.find(({ country }) => country === wish.country);
  if (offer === undefined || !offer.methods.includes(wish.payment_method)) throw notOffered();
  return offer;
}

/** The rules of any payin; the paths in its errors match this request too. */
async function readIntent(
  deps: PayLinkDeps,
  link: PaymentLink,
  request: PayRequest,
  price: Price,
  offer: CountryOffer,
  paymentId: string,
): Promise<PaymentIntent> {
  const intent = await readPayin(deps, link.orgId, fieldsOf(link, request), price);
  const wallet = intent.details.mobile_money_details;
  const network = wallet && findNetwork(request.country, wallet.provider);
  if (wallet !== undefined && !offer.networks.some(({ code }) => code === network?.code)) {
    const path = "mobile_money_details.provider";
    throw invalidField(path, `does not pay in ${link.payerCurrency}`, "NETWORK_NOT_SUPPORTED");
  }
  const token = deps.tokens.tokenOf({ orgId: link.orgId, paymentId });
  const added = { origin: originOf(link, request), return_url: checkoutUrlOf(deps.publicBaseUrl, token) };
  return { ...intent, details: { ...intent.details, ...added } };
}

/** The `origin` of the payment: the link, and the payer's quantity and answers for the people who send the goods. */
function originOf(link: PaymentLink, request: PayRequest): NonNullable<PaymentIntent["details"]["origin"]> {
  const answers = readAnswers(link.customFields, request.custom_fields ?? {});
  return {
    type: LINK_ORIGIN,
    id: link.linkId,
    ...(link.maxQuantity === null ? {} : { quantity: request.quantity ?? 1 }),
    ...(Object.keys(answers).length === 0 ? {} : { custom_fields: answers }),
  };
}

/** The provider opens the account to pay into, and the payer's own is known only when they pay. */
const ANY_ACCOUNT = { account_number: "0000000000" };

function fieldsOf(link: PaymentLink, request: PayRequest): PayinFields {
  const { payer_details: payer, mobile_money_details: wallet } = request;
  const phone = payer?.phone ?? (payer?.email == null ? wallet?.phone_number : undefined);
  return {
    payment_method: request.payment_method,
    country: request.country,
    description:
      (request.quantity ?? 1) > 1 ? `${request.quantity} × ${link.description ?? ""}`.trimEnd() : link.description,
    payer_details: { ...payer, ...(phone === undefined ? {} : { phone }) },
    ...(request.payment_method === "mobile_money" ? { mobile_money_details: wallet ?? null } : {}),
    ...(request.payment_method === "card" ? { card_details: request.card_details ?? null } : {}),
    ...(request.payment_method === "bank_transfer"
      ? {
          bank_details: request.bank_details ?? { ...ANY_ACCOUNT, country: request.country },
          bank_account: ANY_ACCOUNT,
        }
      : {}),
  };
}

async function customerOf(deps: PayLinkDeps, who: Initiator, intent: PaymentIntent): Promise<{ customer_id?: string }> {
  const { orgId, actor, requestId } = who;
  const { country } = intent;
  const { payer_details: payer, mobile_money_details: wallet } = intent.details;
  const { name, email, phone: written } = payer!;
  const phone = wallet?.phone_number ?? (written === undefined ? undefined : (toE164(written, country) ?? undefined));
  const contact = { ...(email === undefined ? {} : { email }), ...(phone === undefined ? {} : { phone }) };
  const call = { orgId, actor: { ...actor, requestId } };
  const customerId = await customerOfPayer(deps, call, { name, country, ...contact });
  return customerId === null ? {} : { customer_id: customerId };
}

/** If dropping the hold fails as well, the hold expires by itself, and the customer sees the first error. */
async function giveUpHold(deps: PayLinkDeps, link: PaymentLink, paymentId: string): Promise<void> {
  try {
    await dropHold(deps.db, link, paymentId);
  } catch (error) {
    const about = { err: error, link_id: link.linkId, payment_id: paymentId };
    deps.log.warn(about, "the hold of a link could not be released; it expires by itself");
  }
}

/** Codes stay, messages change: payers must not see a provider's message or the ids of the organization's payments. */
function forPayer(error: unknown): unknown {
  if (error instanceof LinkNotHeld) return busy();
  if (!(error instanceof ApiError)) return error;
  const charged = "The payment was not accepted, and nothing was charged; try another way to pay";
  if (error instanceof AllProvidersFailed) return new ApiError(502, error.code, charged);
  if (error.code === "CARD_BLOCKED") return new ApiError(409, error.code, "This card cannot be used; use another one");
  if (error.code === "ROUTING_CONFIG_NOT_FOUND") return notOffered();
  return error.code === "RATE_MISMATCH" ? priceIsOver() : error; // Another visitor was faster.
}

function notOffered(): ApiError {
  const message = "This payment method is not offered in this country for this amount";
  return new ApiError(422, "ROUTING_CONFIG_NOT_FOUND", message);
}
