import { isId } from "@corridor/base/ids.ts";
import type { DisputeStatus, ProviderUpdate } from "@corridor/provider-kit/provider.ts";
import { type Json, MalformedAnswer, objectOf, optionalTextOf, textOf, timeOf } from "@corridor/provider-kit/wire.ts";
import { readAmount } from "./adyen-amount.ts";
import { isPayout, readTransfer } from "./adyen-transfers.ts";

/**
 * The two kinds of webhook that Adyen sends: the "standard" one about payments, whose items are signed one by one over
 * eight of their fields, and the balance platform's one about transfers, signed as a whole. The shape of the body
 * decides the kind, for its signature and its meaning alike, so a signature of one kind never vouches for content of
 * the other.
 */
export function isStandard(body: Json): boolean {
  return Object.hasOwn(body, "notificationItems");
}

/** The signed fields of an item, in the signed order. An absent field is signed as an empty text. */
export type SignedFields = {
  pspReference: string;
  originalReference: string;
  merchantAccountCode: string;
  merchantReference: string;
  value: string;
  currency: string;
  eventCode: string;
  success: string;
};
/** `additional` is not signed. */
export type Item = { signed: SignedFields; signature: string; reason: string; additional: Json };

const MAX_ITEMS = 100;

export function readItems(body: Json): Item[] {
  const items = body["notificationItems"];
  if (!Array.isArray(items) || items.length === 0 || items.length > MAX_ITEMS)
    throw new MalformedAnswer("notificationItems");
  return items.map((entry: unknown) =>
    readItem(objectOf(objectOf(entry, "notificationItems")["NotificationRequestItem"], "NotificationRequestItem")),
  );
}

function readItem(json: Json): Item {
  const amount = json["amount"] == null ? {} : objectOf(json["amount"], "amount");
  const value = amount["value"] ?? "";
  const additional = json["additionalData"] == null ? {} : objectOf(json["additionalData"], "additionalData");
  if (value !== "" && (typeof value !== "number" || !Number.isSafeInteger(value))) throw new MalformedAnswer("value");
  return {
    signed: {
      pspReference: fieldOf(json, "pspReference"),
      originalReference: fieldOf(json, "originalReference"),
      merchantAccountCode: fieldOf(json, "merchantAccountCode"),
      merchantReference: fieldOf(json, "merchantReference"),
      value: String(value),
      currency: fieldOf(amount, "currency"),
      eventCode: fieldOf(json, "eventCode"),
      success: fieldOf(json, "success"),
    },
    signature: fieldOf(additional, "hmacSignature"),
    additional,
    reason: fieldOf(json, "reason"),
  };
}

function fieldOf(json: Json, name: string): string {
  const value = json[name] ?? "";
  if (typeof value !== "string") throw new MalformedAnswer(name);
  return value;
}

type Meaning = { of: "payment" | "refund"; whenTrue: "completed" | "failed"; whenFalse: "failed" | null };

/**
 * What an event says about one of our payments or refunds. All others except disputes are about captures in progress
 * and reports, which we do not store.
 */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  AUTHORISATION: { of: "payment", whenTrue: "completed", whenFalse: "failed" },
  // These events end an authorization without its money. After "completed" they contradict the books, and a person must
  // review it.
  CAPTURE_FAILED: { of: "payment", whenTrue: "failed", whenFalse: null },
  CANCELLATION: { of: "payment", whenTrue: "failed", whenFalse: null },
  TECHNICAL_CANCEL: { of: "payment", whenTrue: "failed", whenFalse: null },
  EXPIRE: { of: "payment", whenTrue: "failed", whenFalse: null },
  OFFER_CLOSED: { of: "payment", whenTrue: "failed", whenFalse: null },
  REFUND: { of: "refund", whenTrue: "completed", whenFalse: "failed" },
  REFUND_FAILED: { of: "refund", whenTrue: "failed", whenFalse: null },
  REFUNDED_REVERSED: { of: "refund", whenTrue: "failed", whenFalse: null },
};

export function readWebhook(body: Json, merchantAccount: string, clean: (text: string) => string): ProviderUpdate[] {
  if (isStandard(body)) return readItems(body).flatMap((item) => updatesOf(item, merchantAccount, clean));
  if (!/^balancePlatform\.transfer\.(?:created|updated)$/.test(optionalTextOf(body, "type") ?? "")) return [];
  const transfer = objectOf(body["data"], "data");
  return isPayout(transfer) && isId(transfer["reference"]) ? [readTransfer(transfer, clean)] : [];
}

/**
 * What an event says about a dispute. All events of one dispute have the same `pspReference`. A request for information
 * and the opening of a pre-arbitration move no money, and are answered on Adyen's own pages.
 */
const DISPUTE_MEANINGS: Readonly<Record<string, DisputeStatus>> = {
  NOTIFICATION_OF_CHARGEBACK: "needs_response",
  CHARGEBACK: "needs_response",
  INFORMATION_SUPPLIED: "under_review",
  CHARGEBACK_REVERSED: "won",
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: "won",
  PREARBITRATION_WON: "won",
  PREARBITRATION_ISSUER_WITHDRAWN: "won",
  SCHEME_ARBITRATION_WON: "won",
  SECOND_CHARGEBACK: "lost",
  PREARBITRATION_LOST: "lost",
  PREARBITRATION_ACCEPTED: "lost",
  SCHEME_ARBITRATION_LOST: "lost",
  DISPUTE_DEFENSE_PERIOD_ENDED: "expired",
};

/** The unsigned part provides only the deadline and whether the defense was submitted; neither moves money. */
function disputeOf({ signed, reason, additional }: Item, clean: (text: string) => string): ProviderUpdate[] {
  const { eventCode, success, merchantReference: reference, pspReference, originalReference } = signed;
  if (success !== "true") return [];
  const said = DISPUTE_MEANINGS[eventCode]!;
  const endsAt = optionalTextOf(additional, "defensePeriodEndsAt");
  const amount = readAmount({ value: signed.value, currency: signed.currency });
  if (!amount.isPositive()) throw new MalformedAnswer("value");
  return [
    {
      kind: "dispute",
      disputeId: textOf({ pspReference }, "pspReference"),
      reference,
      providerPaymentId: originalReference || null,
      providerStatus: eventCode,
      status: said === "needs_response" && additional["disputeStatus"] === "Pending" ? "under_review" : said,
      amount,
      ...(reason === "" ? {} : { reason: clean(reason) }),
      ...(endsAt === undefined ? {} : { respondBy: timeOf(additional, "defensePeriodEndsAt") }),
    },
  ];
}

/** Everything that moves money comes from the signed fields alone. */
function updatesOf(item: Item, merchantAccount: string, clean: (text: string) => string): ProviderUpdate[] {
  const { signed, reason, additional } = item;
  const { eventCode, success, merchantReference: reference } = signed;
  const meaning = Object.hasOwn(MEANINGS, eventCode) ? MEANINGS[eventCode]! : null;
  // An account may serve other systems too. The signed text is the fields joined by colons, so a field that contains a
  // colon could be split differently.
  const isOurs =
    signed.merchantAccountCode === merchantAccount &&
    isId(reference) &&
    !Object.values(signed).some((field) => field.includes(":"));
  if (isOurs && Object.hasOwn(DISPUTE_MEANINGS, eventCode)) return disputeOf(item, clean);
  if (meaning === null || !isOurs) return [];
  if (success !== "true" && success !== "false") throw new MalformedAnswer("success");
  // On Adyen's page a refused card may be followed by another, so the payment stays open. The field that marks such a
  // payment is unsigned, but forging it could only leave a payment open.
  if (eventCode === "AUTHORISATION" && success === "false" && typeof additional["paymentLinkId"] === "string")
    return [];
  const status = success === "true" ? meaning.whenTrue : meaning.whenFalse;
  if (status === null) return [];
  const word = {
    reference,
    providerStatus: `${eventCode}:${success}`,
    status,
    ...(status === "failed" ? { reason: clean(reason) || eventCode } : {}),
  };
  if (meaning.of === "refund")
    return [{ kind: "refund", ...word }, ...(status === "completed" ? [refundElsewhereOf(signed)] : [])];
  const providerPaymentId = textOf({ pspReference: signed.originalReference || signed.pspReference }, "pspReference");
  const received =
    status === "completed" ? { receivedAmount: readAmount({ value: signed.value, currency: signed.currency }) } : {};
  return [{ kind: "payment", ...word, providerPaymentId, ...received }];
}

/**
 * A refund made on Adyen's own pages has the payment's reference; ours have their own. The reference lookup tells the
 * two apart.
 */
function refundElsewhereOf({
  merchantReference,
  pspReference,
  originalReference,
  value,
  currency,
}: SignedFields): ProviderUpdate {
  return {
    kind: "refund_elsewhere",
    providerRefundId: textOf({ pspReference }, "pspReference"),
    reference: merchantReference,
    providerPaymentId: originalReference || null,
    amount: readAmount({ value, currency }),
  };
}
