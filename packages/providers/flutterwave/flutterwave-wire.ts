import { isId } from "@corridor/base/ids.ts";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { accepted, acceptedAs, type Sighting, WAIT } from "@corridor/provider-kit/outcomes.ts";
import type {
  DispatchRequest,
  DispatchResult,
  IncidentNotice,
  NextAction,
  Notice,
  PaymentUpdate,
  ProviderStatus,
  Refused,
  RefundUpdate,
} from "@corridor/provider-kit/provider.ts";
import { type Clean, isSuccess, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  byMeaning,
  entryOf,
  idOf,
  type Json,
  MalformedAnswer,
  moneyOfMajor,
  optionalPartOf,
  partOf,
  readJson,
  requireSame,
  statusIn,
  textOf,
  webAddressOf,
  wordIn,
} from "@corridor/provider-kit/wire.ts";
import { codeOf } from "./flutterwave-failures.ts";
import { TRANSFER_ACCOUNT_SECONDS } from "./flutterwave-requests.ts";

const CHARGE_STATUSES: Readonly<Record<string, ProviderStatus>> = {
  successful: "completed",
  pending: "pending",
  "success-pending-validation": "pending",
  failed: "failed",
};

const TRANSFER_STATUSES = byMeaning<ProviderStatus>({
  processing: "NEW PENDING",
  completed: "SUCCESSFUL",
  failed: "FAILED",
});

/** A bare "completed" only means that the refund was received; the other statuses mean that the money is back. */
const REFUND_STATUSES = byMeaning<RefundUpdate["status"]>({
  pending: "new pending pending-momo processing completed",
  completed: "completed-bank-transfer completed-momo completed-mpgs completed-offline completed-preauth successful",
  failed: "failed",
});

/** Every answer says `success` or `error`; any other answer was not written by Flutterwave, or not for us. */
export type Answer = { said: "success"; json: Json } | { said: "error"; statusCode: number; message: string };

export function readAnswer(response: OutboundResponse): Answer {
  const json = readJson(response.body);
  if (json["status"] === "success" && isSuccess(response)) return { said: "success", json };
  if (json["status"] === "error")
    return { said: "error", statusCode: response.statusCode, message: textOf(json, "message") };
  throw new MalformedAnswer(`status, with HTTP ${response.statusCode}`);
}

export function dataOf(json: Json): Json {
  return partOf(json, "data");
}

export function byReference(reference: string): string {
  return `/transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`;
}

/** A payin. `flwRef` identifies it when a one-time password is submitted. */
export type Transaction = Sighting & { flwRef: string };

export function readTransaction(json: Json, clean: Clean): Transaction {
  const flwRef = textOf(json, "flw_ref");
  const { update, booked } = readSighting(CHARGE_STATUSES, json, "tx_ref", "processor_response", clean);
  const receivedAmount = update.status === "completed" ? booked : undefined;
  return { flwRef, booked, update: { ...update, receivedAmount, data: { flw_ref: flwRef } } };
}

export function readTransfer(json: Json, clean: Clean): Sighting {
  return readSighting(TRANSFER_STATUSES, json, "reference", "complete_message", clean);
}

function readSighting(
  statuses: Readonly<Record<string, ProviderStatus>>,
  json: Json,
  referenceField: string,
  noteField: string,
  clean: Clean,
): Sighting {
  const { providerStatus, status } = statusIn(statuses, json);
  const note = status === "failed" ? noteOf(json, noteField) : undefined;
  const reference = textOf(json, referenceField);
  return {
    update: {
      kind: "payment",
      reference,
      providerPaymentId: idOf(json, "id"),
      providerStatus,
      status,
      reason: note && clean(note),
      code: codeOf(note && clean(note)),
    },
    booked: moneyOfMajor(json["amount"], textOf(json, "currency")),
  };
}

export function readTransferAnswer(json: Json, request: DispatchRequest, clean: Clean): DispatchResult {
  return acceptedAs(request, { ...readTransfer(dataOf(json), clean), nextAction: WAIT }, declined);
}

export function readChargeAnswer(json: Json, request: DispatchRequest, now: Date, clean: Clean): DispatchResult {
  const data = json["data"] == null ? null : dataOf(json);
  const authorization = authorizationOf(json) ?? (data === null ? null : authorizationOf(data));
  if (data === null) return readUnbookedCharge(authorization, request, now);
  const { update, booked } = readTransaction(data, clean);
  const nextAction = update.status === "pending" ? readNextAction(authorization, request, now) : undefined;
  return acceptedAs(request, { update, booked, nextAction }, declined);
}

function declined({ reason, code }: PaymentUpdate): Refused {
  return { outcome: "refused", code: code ?? "declined", reason: reason || "declined" };
}

/** Data that Flutterwave may ask the customer for, and that we do not collect. Nothing is charged without it. */
const NEVER_ASKED: Readonly<Record<string, { code: string; what: string }>> = {
  pin: { code: "pin_required", what: "PIN" },
  avs_noauth: { code: "address_required", what: "billing address" },
};

/** A page for the customer, or an account to pay into. No transaction and no id yet: our reference identifies it. */
function readUnbookedCharge(authorization: Json | null, request: DispatchRequest, now: Date): DispatchResult {
  if (authorization === null) throw new MalformedAnswer("meta.authorization");
  const mode = textOf(authorization, "mode");
  const lacking = entryOf(NEVER_ASKED, mode);
  if (lacking !== undefined)
    throw new Refusal(
      lacking.code,
      `the card can only be charged with its ${lacking.what}, which is not asked for here`,
    );
  if (mode !== "redirect" && mode !== "banktransfer") throw new MalformedAnswer("mode");
  return accepted(request.reference, mode, "pending", readNextAction(authorization, request, now));
}

function authorizationOf(json: Json): Json | null {
  const meta = optionalPartOf(json, "meta");
  return meta["authorization"] == null ? null : partOf(meta, "authorization");
}

function readNextAction(authorization: Json | null, request: DispatchRequest, now: Date): NextAction {
  if (authorization === null) return WAIT;
  switch (authorization["mode"]) {
    case "redirect":
      return { type: "redirect", redirect_url: webAddressOf(authorization, "redirect") };
    case "otp":
      return { type: "collect_otp" };
    case "callback":
      return authorization["redirect_url"] == null
        ? WAIT
        : { type: "redirect", redirect_url: webAddressOf(authorization, "redirect_url") };
    case "banktransfer":
      return readInstructions(authorization, request, now);
    default:
      throw new MalformedAnswer("mode");
  }
}

function readInstructions(json: Json, { amount }: DispatchRequest, now: Date): NextAction {
  // An account that passes its fees on charges customers more: the amount they were told is then not the one to send.
  requireSame("transfer_amount", moneyOfMajor(json["transfer_amount"], amount.currency), amount);
  return {
    type: "bank_transfer",
    account_name: noteOf(json, "transfer_note")?.replace(/^.*\btransfer to /i, "") ?? "Flutterwave",
    account_number: textOf(json, "transfer_account"),
    bank_name: textOf(json, "transfer_bank"),
    bank_code: null,
    reference: textOf(json, "transfer_reference"),
    expires_at: expiryOf(json["account_expiration"], now).toISOString(),
  };
}

/** Unix milliseconds or a date in several forms. Without a future one, as in test mode, the requested time counts. */
function expiryOf(value: unknown, now: Date): Date {
  const isInstant = typeof value === "string" && /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(value);
  const time = new Date(
    isInstant
      ? value
      : typeof value === "number" || (typeof value === "string" && /^\d{13}$/.test(value))
        ? Number(value)
        : Number.NaN,
  );
  return time > now ? time : new Date(now.getTime() + TRANSFER_ACCOUNT_SECONDS * 1_000);
}

export type FoundRefund = { id: string; transactionId: string; status: RefundUpdate["status"]; comments: string };

export function readRefund(json: Json): FoundRefund {
  return {
    id: idOf(json, "id"),
    transactionId: idOf(json, "tx_id"),
    status: wordIn(REFUND_STATUSES, json, "status"),
    comments: noteOf(json, "comments") ?? "",
  };
}

/** `{event, data}`, or an older flat form with its kind in `event.type`. Neither is signed: each only makes us poll. */
export function readCallback(rawBody: Buffer): (Notice | IncidentNotice)[] {
  const json = readJson(rawBody);
  if (json["event"] !== undefined) {
    const event = textOf(json, "event");
    if (event.startsWith("charge.")) return noticeOf("inbound", dataOf(json), "tx_ref");
    if (event.startsWith("transfer.")) return noticeOf("outbound", dataOf(json), "reference");
    if (event.startsWith("chargeback.")) return [chargebackNotice(dataOf(json))];
    return event.startsWith("refund.") ? [refundNotice(dataOf(json))] : [];
  }
  if (json["AmountRefunded"] !== undefined) return [refundNotice(json)];
  // `type` is the kind in Flutterwave's newer interface, which we do not use.
  if (json["type"] !== undefined) return [];
  if (textOf(json, "event.type") === "Transfer") return noticeOf("outbound", partOf(json, "transfer"), "reference");
  return noticeOf("inbound", json, "txRef");
}

/** The account may be used for other things too: events without a reference of ours are ignored. */
function noticeOf(direction: Notice["direction"], json: Json, name: string): Notice[] {
  const reference = textOf(json, name);
  return isId(reference) ? [{ kind: "notice", direction, reference, providerPaymentId: idOf(json, "id") }] : [];
}

/** The documentation does not name this event's fields: we poll by whatever identifies the transaction. */
function chargebackNotice(json: Json): IncidentNotice {
  const reference = noteOf(json, "tx_ref");
  const notice = { kind: "incident_notice", incident: "dispute" } as const;
  if (reference !== undefined && isId(reference)) return { ...notice, reference, providerPaymentId: null };
  return { ...notice, reference: null, providerPaymentId: textOf(json, "flw_ref") };
}

/** The flat form and the newer form of a refund event use different names. */
function refundNotice(json: Json): IncidentNotice {
  const name = ["TransactionId", "tx_id", "transaction_id"].find((each) => json[each] != null) ?? "TransactionId";
  return { kind: "incident_notice", incident: "refund", reference: null, providerPaymentId: idOf(json, name) };
}

const MAX_NOTE = 2_000;

function noteOf(json: Json, name: string): string | undefined {
  const value = json[name];
  return typeof value === "string" && value.trim() !== "" ? value.slice(0, MAX_NOTE) : undefined;
}
