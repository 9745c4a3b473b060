import type { Money } from "@corridor/base/money.ts";
import type { Sighting } from "@corridor/provider-kit/outcomes.ts";
import type {
  CardDetails,
  DispatchRequest,
  NextAction,
  ProviderStatus,
  ProviderUpdate,
  RefundRequest,
  RefundUpdate,
} from "@corridor/provider-kit/provider.ts";
import type { Clean } from "@corridor/provider-kit/speak.ts";
import {
  byMeaning,
  type Json,
  listOf,
  MalformedAnswer,
  optionalPartOf,
  optionalTextOf,
  partOf,
  readJson,
  requireSame,
  statusIn,
  textOf,
  unixTimeOf,
  webAddressOf,
} from "@corridor/provider-kit/wire.ts";
import { moneyOfStripe } from "./stripe-amount.ts";
import { DISPUTE_EVENTS, readDispute, readInquiry, readRefundElsewhere } from "./stripe-disputes.ts";

/** In the metadata, under a name that another user of the same account will not use for something else. */
export const REFERENCE_KEY = "corridor_reference";
/** Marks a PaymentIntent that is paid on Stripe's own page. */
export const ON_PAGE_KEY = "corridor_page";
const REFERENCE_FIELD = `metadata[${REFERENCE_KEY}]`;
const MAX_DESCRIPTION = 1_000;
const MAX_METADATA_VALUE = 500;

export type Fields = Readonly<Record<string, string | undefined>>;

export function cardFields(
  card: CardDetails,
  { payer, payerAddress: address }: Pick<DispatchRequest, "payer" | "payerAddress">,
): Fields {
  return {
    type: "card",
    "card[number]": card.card_number.replace(/\D/g, ""),
    "card[exp_month]": String(Number(card.expiry_month)),
    "card[exp_year]": card.expiry_year.length === 2 ? `20${card.expiry_year}` : card.expiry_year,
    "card[cvc]": card.cvv,
    "billing_details[name]": card.card_holder_name || payer?.name || undefined,
    "billing_details[email]": payer?.email || undefined,
    "billing_details[phone]": payer?.phone || undefined,
    "billing_details[address][line1]": address?.line1,
    "billing_details[address][line2]": address?.line2,
    "billing_details[address][city]": address?.city,
    "billing_details[address][state]": address?.state,
    "billing_details[address][postal_code]": address?.postalCode,
    "billing_details[address][country]": address?.country,
  };
}

export function intentFields(request: DispatchRequest, amount: string, paymentMethod: string): Fields {
  return {
    amount,
    currency: request.amount.currency.toLowerCase(),
    confirm: "true",
    payment_method: paymentMethod,
    "payment_method_types[0]": "card",
    return_url: request.returnUrl,
    description: request.description?.slice(0, MAX_DESCRIPTION) || undefined,
    [REFERENCE_FIELD]: request.reference,
    "metadata[corridor_payment_id]": request.paymentId,
  };
}

/** The person's reason goes into the metadata, because Stripe's own `reason` has only three values. */
export function refundFields(request: RefundRequest, amount: string): Fields {
  return {
    payment_intent: request.providerPaymentId,
    amount,
    [REFERENCE_FIELD]: request.reference,
    "metadata[corridor_reason]": request.reason.slice(0, MAX_METADATA_VALUE) || undefined,
  };
}

/** Our reference, or null for something that another system did with the same account. */
export function referenceOf(json: Json): string | null {
  return optionalTextOf(optionalPartOf(json, "metadata"), REFERENCE_KEY) ?? null;
}

function ownReferenceOf(json: Json): string {
  const reference = referenceOf(json);
  if (reference === null) throw new MalformedAnswer("metadata");
  return reference;
}

const INTENT_STATUSES = byMeaning<ProviderStatus>({
  pending: "requires_payment_method requires_confirmation requires_action",
  processing: "processing requires_capture",
  completed: "succeeded",
  failed: "canceled",
});

/** Whether the customer pays on Stripe's own page, and may try another card there. */
function isOnPage(json: Json): boolean {
  return optionalPartOf(json, "metadata")[ON_PAGE_KEY] === "true";
}

export function readIntent(json: Json, clean: Clean): Sighting {
  requireSame("object", json["object"], "payment_intent");
  const { providerStatus, status: said } = statusIn(INTENT_STATUSES, json);
  // A declined card leaves its PaymentIntent waiting for another card; outside of the page there is none.
  const isDeclined = providerStatus === "requires_payment_method" && json["last_payment_error"] != null;
  const status = isDeclined && !isOnPage(json) ? "failed" : said;
  const charge = optionalTextOf(json, "latest_charge");
  const failure = status === "failed" ? failureOf(json) : null;
  return {
    update: {
      kind: "payment",
      reference: ownReferenceOf(json),
      providerPaymentId: textOf(json, "id"),
      providerStatus,
      status,
      reason: failure === null ? undefined : clean(failure.message),
      code: failure === null ? undefined : clean(failure.code),
      receivedAmount: status === "completed" ? moneyOfStripe(json, "amount_received") : undefined,
      data: charge === undefined ? undefined : { charge_id: clean(charge) },
    },
    booked: moneyOfStripe(json, "amount"),
  };
}

function failureOf(json: Json): { code: string; message: string } {
  if (json["last_payment_error"] != null) return readErrorObject(partOf(json, "last_payment_error"));
  const reason = optionalTextOf(json, "cancellation_reason");
  return { code: "canceled", message: reason === undefined ? "canceled" : `canceled: ${reason}` };
}

/** What the customer must do. For a card there is only one action: going to its issuer's page. */
export function readNextAction(json: Json): NextAction | undefined {
  if (json["status"] !== "requires_action") return undefined;
  const action = partOf(json, "next_action");
  requireSame("next_action", action["type"], "redirect_to_url");
  return { type: "redirect", redirect_url: webAddressOf(partOf(action, "redirect_to_url"), "url") };
}

const REFUND_STATUSES = byMeaning<RefundUpdate["status"]>({
  pending: "pending requires_action",
  completed: "succeeded",
  failed: "failed canceled",
});

export function readRefund(json: Json, clean: Clean): { id: string; update: RefundUpdate; amount: Money } {
  requireSame("object", json["object"], "refund");
  const { providerStatus, status } = statusIn(REFUND_STATUSES, json);
  const reason = optionalTextOf(json, "failure_reason") ?? providerStatus;
  return {
    id: textOf(json, "id"),
    update: {
      kind: "refund",
      reference: ownReferenceOf(json),
      providerStatus,
      status,
      reason: status === "failed" ? clean(reason) : undefined,
    },
    amount: moneyOfStripe(json, "amount"),
  };
}

/** A page of a list or of a search. `isWhole`: there is no other page. */
export function readList(json: Json, object: "list" | "search_result"): { items: Json[]; isWhole: boolean } {
  requireSame("object", json["object"], object);
  const { has_more: hasMore } = json;
  if (typeof hasMore !== "boolean") throw new MalformedAnswer("has_more");
  return { items: listOf(json, "data"), isWhole: !hasMore };
}

type StripeError = { type: string; code: string; message: string; intent: Json | null };

/** Reads an error in Stripe's documented form; any other form comes from a proxy. */
export function readError(body: Buffer): StripeError {
  const error = partOf(readJson(body), "error");
  const intent = error["payment_intent"] == null ? null : partOf(error, "payment_intent");
  return { ...readErrorObject(error), intent };
}

function readErrorObject(error: Json): Omit<StripeError, "intent"> {
  const type = textOf(error, "type");
  const code = optionalTextOf(error, "decline_code") ?? optionalTextOf(error, "code") ?? type;
  return { type, code, message: optionalTextOf(error, "message") ?? code };
}

const INTENT_EVENTS = new Set(
  ["succeeded", "payment_failed", "processing", "requires_action", "canceled", "amount_capturable_updated"].map(
    (event) => `payment_intent.${event}`,
  ),
);
/** The endpoint's API version decides which of these are sent. They report the same change; repeating does no harm. */
const REFUND_EVENTS = new Set(["refund.created", "refund.updated", "refund.failed", "charge.refund.updated"]);

/** Whether a key moves real money; null for a key that is not in Stripe's form, which a mock server may accept. */
export function isLiveKey(key: string): boolean | null {
  const mode = /^[sr]k_(live|test)_/.exec(key)?.[1];
  return mode === undefined ? null : mode === "live";
}

/** `isLive`: whether the event must be about real money or about tests; null accepts both. */
export function readEvent(rawBody: Buffer, isLive: boolean | null, clean: Clean): ProviderUpdate[] {
  const event = readJson(rawBody);
  const kind = textOf(event, "object");
  // A thin event names an object of Stripe's newer interface, which we do not use.
  if (kind !== "event" && /(?:^|\.)event$/.test(kind)) return [];
  requireSame("object", kind, "event");
  const type = textOf(event, "type");
  // A connected account reports its own payments here, under any reference; none are ours. In test mode anybody may use
  // our reference: with the test endpoint's secret beside a live key, a free test payment would count as a real one.
  const isOurs = event["account"] == null && (isLive === null || event["livemode"] === isLive);
  if (!isOurs || ![INTENT_EVENTS, REFUND_EVENTS, DISPUTE_EVENTS].some((events) => events.has(type))) return [];
  const subject = partOf(partOf(event, "data"), "object");
  if (DISPUTE_EVENTS.has(type)) {
    const dispute = readDispute(subject, clean);
    if (dispute !== null) return [{ ...dispute, occurredAt: unixTimeOf(event, "created") }];
    const inquiry = readInquiry(subject, clean);
    return inquiry === null ? [] : [inquiry];
  }
  if (REFUND_EVENTS.has(type)) {
    if (referenceOf(subject) !== null) return [readRefund(subject, clean).update];
    const refund = readRefundElsewhere(subject);
    return refund === null ? [] : [refund];
  }
  if (referenceOf(subject) === null) return [];
  const { update } = readIntent(subject, clean);
  // While the page is open its session reports the state; events on it are ignored.
  if (update.status === "pending" && isOnPage(subject)) return [];
  return [{ ...update, occurredAt: unixTimeOf(event, "created") }];
}
