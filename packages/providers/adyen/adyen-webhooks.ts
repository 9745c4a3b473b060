import { isId } from "@corridor/base/ids.ts";
import type { DisputeStatus, ProviderUpdate, WarningUpdate } from "@corridor/provider-kit/provider.ts";
import type { Clean } from "@corridor/provider-kit/speak.ts";
import {
  byMeaning,
  entryOf,
  type Json,
  listOf,
  MalformedAnswer,
  optionalPartOf,
  optionalTextOf,
  optionalTimeOf,
  partOf,
  positive,
  textOf,
} from "@corridor/provider-kit/wire.ts";
import { codeOfText } from "@corridor/provider-kit/failures.ts";
import { readAmount } from "./adyen-amount.ts";
import { isPayout, readTransfer } from "./adyen-transfers.ts";

/**
 * The "standard" webhook about payments has items signed one by one over eight of their fields; the balance platform's
 * one about transfers is signed as a whole. The body's shape decides the kind for signature and meaning alike, so a
 * signature of one kind never vouches for content of the other.
 */
export function isStandard(body: Json): boolean {
  return Object.hasOwn(body, "notificationItems");
}

/** The signed fields of an item, in the signed order. An absent field is signed as an empty text. */
const SIGNED_FIELDS = [
  "pspReference",
  "originalReference",
  "merchantAccountCode",
  "merchantReference",
  "value",
  "currency",
  "eventCode",
  "success",
] as const;
type SignedFields = Record<(typeof SIGNED_FIELDS)[number], string>;
/** `additional` is not signed. */
export type Item = { signed: SignedFields; signature: string; reason: string; additional: Json };

const MAX_ITEMS = 100;

export function readItems(body: Json): Item[] {
  const items = listOf(body, "notificationItems", MAX_ITEMS);
  if (items.length === 0) throw new MalformedAnswer("notificationItems");
  return items.map((entry) => readItem(partOf(entry, "NotificationRequestItem")));
}

function readItem(json: Json): Item {
  const amount = optionalPartOf(json, "amount");
  const value = amount["value"] ?? "";
  const additional = optionalPartOf(json, "additionalData");
  // Adyen's form-encoded and older webhooks write the number as text, and sign it as it stands.
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || !/^\d{0,15}$/.test(text)) throw new MalformedAnswer("value");
  const fields: Json = { ...json, value: text, currency: amount["currency"] };
  const signed = Object.fromEntries(SIGNED_FIELDS.map((name) => [name, fieldOf(fields, name)])) as SignedFields;
  return { signed, signature: fieldOf(additional, "hmacSignature"), additional, reason: fieldOf(json, "reason") };
}

export function signedText(signed: SignedFields): string {
  return SIGNED_FIELDS.map((name) => signed[name]).join(":");
}

function fieldOf(json: Json, name: string): string {
  const value = json[name] ?? "";
  if (typeof value !== "string") throw new MalformedAnswer(name);
  return value;
}

type Meaning = { of: "payment" | "refund"; whenTrue: "completed" | "failed"; whenFalse: "failed" | null };

/** All other events except disputes are about captures in progress and reports, which we do not store. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  AUTHORISATION: { of: "payment", whenTrue: "completed", whenFalse: "failed" },
  // These end an authorization without its money. After "completed" they contradict the books: a person reviews it.
  CAPTURE_FAILED: { of: "payment", whenTrue: "failed", whenFalse: null },
  CANCELLATION: { of: "payment", whenTrue: "failed", whenFalse: null },
  TECHNICAL_CANCEL: { of: "payment", whenTrue: "failed", whenFalse: null },
  EXPIRE: { of: "payment", whenTrue: "failed", whenFalse: null },
  OFFER_CLOSED: { of: "payment", whenTrue: "failed", whenFalse: null },
  REFUND: { of: "refund", whenTrue: "completed", whenFalse: "failed" },
  REFUND_FAILED: { of: "refund", whenTrue: "failed", whenFalse: null },
  REFUNDED_REVERSED: { of: "refund", whenTrue: "failed", whenFalse: null },
};

export function readWebhook(body: Json, merchantAccount: string, clean: Clean): ProviderUpdate[] {
  if (isStandard(body)) return readItems(body).flatMap((item) => updatesOf(item, merchantAccount, clean));
  if (!/^balancePlatform\.transfer\.(?:created|updated)$/.test(optionalTextOf(body, "type") ?? "")) return [];
  const transfer = partOf(body, "data");
  return isPayout(transfer) && isId(transfer["reference"]) ? [readTransfer(transfer, clean)] : [];
}

/** They move no money, and are answered on Adyen's own pages. */
const WARNINGS: Readonly<Record<string, WarningUpdate["of"]>> = {
  REQUEST_FOR_INFORMATION: "an inquiry",
  NOTIFICATION_OF_FRAUD: "a suspicion of fraud",
};

/** All events of one dispute have the same `pspReference`. */
const DISPUTE_MEANINGS = byMeaning<DisputeStatus>({
  needs_response: "NOTIFICATION_OF_CHARGEBACK CHARGEBACK",
  under_review: "INFORMATION_SUPPLIED",
  won:
    "CHARGEBACK_REVERSED ISSUER_RESPONSE_TIMEFRAME_EXPIRED PREARBITRATION_WON PREARBITRATION_ISSUER_WITHDRAWN " +
    "SCHEME_ARBITRATION_WON",
  lost: "SECOND_CHARGEBACK PREARBITRATION_LOST PREARBITRATION_ACCEPTED SCHEME_ARBITRATION_LOST",
  expired: "DISPUTE_DEFENSE_PERIOD_ENDED",
});

/** The unsigned part provides only the deadline and whether the defense was submitted; neither moves money. */
function disputeOf({ signed, reason, additional }: Item, clean: Clean): ProviderUpdate[] {
  const { eventCode, success, merchantReference: reference, originalReference } = signed;
  if (success !== "true") return [];
  const id = textOf(signed, "pspReference");
  const about = {
    reference,
    providerPaymentId: originalReference || null,
    amount: positive(readAmount(signed), "value"),
    ...(reason !== "" && { reason: clean(reason) }),
    respondBy: optionalTimeOf(additional, "defensePeriodEndsAt"),
  };
  const warning = entryOf(WARNINGS, eventCode);
  if (warning !== undefined) return [{ kind: "warning", warningId: id, of: warning, ...about }];
  const said = DISPUTE_MEANINGS[eventCode]!;
  const status = said === "needs_response" && additional["disputeStatus"] === "Pending" ? "under_review" : said;
  return [{ kind: "dispute", disputeId: id, providerStatus: eventCode, status, ...about }];
}

/** Everything that moves money comes from the signed fields alone. */
function updatesOf(item: Item, merchantAccount: string, clean: Clean): ProviderUpdate[] {
  const { signed, reason } = item;
  const { eventCode, success, merchantReference: reference } = signed;
  const meaning = entryOf(MEANINGS, eventCode);
  // An account may serve other systems too. Fields are signed joined by colons: one with a colon could be split anew.
  const isOurs =
    signed.merchantAccountCode === merchantAccount &&
    isId(reference) &&
    !Object.values(signed).some((field) => field.includes(":"));
  if (isOurs && [DISPUTE_MEANINGS, WARNINGS].some((table) => Object.hasOwn(table, eventCode)))
    return disputeOf(item, clean);
  if (meaning === undefined || !isOurs) return [];
  if (success !== "true" && success !== "false") throw new MalformedAnswer("success");
  const status = success === "true" ? meaning.whenTrue : meaning.whenFalse;
  if (status === null) return [];
  const word = {
    reference,
    providerStatus: `${eventCode}:${success}`,
    status,
    ...(status === "failed" && { reason: clean(reason) || eventCode }),
  };
  if (meaning.of === "refund")
    return [{ kind: "refund", ...word }, ...(status === "completed" ? [refundElsewhereOf(signed)] : [])];
  const providerPaymentId = textOf({ pspReference: signed.originalReference || signed.pspReference }, "pspReference");
  const receivedAmount = status === "completed" ? readAmount(signed) : undefined;
  // The reason is not signed. It only explains: nothing is sent again by itself after a payin failed.
  const said = eventCode === "AUTHORISATION" ? codeOfText(reason) : eventCode;
  const code = status === "failed" ? said && clean(said) : undefined;
  // On Adyen's page another card may follow a refused or abandoned one.
  const isOfOneTry = status === "failed" || undefined;
  return [{ kind: "payment", ...word, providerPaymentId, receivedAmount, code, isOfOneTry }];
}

/** A refund made on Adyen's own pages has the payment's reference; ours have their own. */
function refundElsewhereOf(signed: SignedFields): ProviderUpdate {
  return {
    kind: "refund_elsewhere",
    providerRefundId: textOf(signed, "pspReference"),
    reference: signed.merchantReference,
    providerPaymentId: signed.originalReference || null,
    amount: readAmount(signed),
  };
}
