import { isId } from "@corridor/base/ids.ts";
import type { Money } from "@corridor/base/money.ts";
import { codeOfText } from "@corridor/provider-kit/failures.ts";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import type { Sighting as AnySighting } from "@corridor/provider-kit/outcomes.ts";
import type {
  DisputeStatus,
  DisputeUpdate,
  IncidentNotice,
  NextAction,
  PaymentUpdate,
  ProviderStatus,
  ProviderUpdate,
  RefundUpdate,
} from "@corridor/provider-kit/provider.ts";
import { type Clean, isSuccess, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  byMeaning,
  entryOf,
  filledTextOf,
  idOf,
  type Json,
  MalformedAnswer,
  moneyOfMinor,
  optionalTextOf,
  optionalTimeOf,
  partOf,
  positive,
  readJson,
  requireSame,
  statusIn,
  textOf,
  timeOf,
  Undecided,
  webAddressOf,
  wordIn,
} from "@corridor/provider-kit/wire.ts";
import { chargeCodeOf } from "./paystack-failures.ts";
import { HOSTED_PAGE } from "./paystack-requests.ts";

/* ---- yes, no, or neither ---- */

export type Answer =
  | { says: "yes"; json: Json }
  /** `beyondDoubt`: our credentials were refused, or the charge was declined. `notFound`: it never existed there. */
  | { says: "no"; code: string; reason: string; beyondDoubt: boolean; notFound: boolean; declined?: true }
  /** The reference was used before: something may have been accepted under it. */
  | { says: "duplicate" }
  | { says: "neither"; reason: string };

/** The request was not carried out. Any other failure (408, 409, 429, 5xx) leaves that open. */
const REFUSING_CODES: ReadonlySet<number> = new Set([400, 401, 403, 404, 422]);
const SHUT_OUT_CODES: ReadonlySet<number> = new Set([401, 403]);
/** Paystack's own errors, or a bank's, may come after money has moved. In `type`, in older answers in `code`. */
const DOUBTFUL_ERRORS: ReadonlySet<string> = new Set(["api_error", "processor_error"]);
const DUPLICATE_CODE = /duplicate/i;
const DUPLICATE_MESSAGE = /duplicate .*reference|reference already exists/i;
const NOT_FOUND_CODES: ReadonlySet<string> = new Set(["transaction_not_found", "transfer_not_found"]);
const NOT_FOUND_MESSAGE = /^(transaction reference|transaction|transfer) not found\.?$/i;

export function readAnswer(response: OutboundResponse): Answer {
  const json = readJson(response.body);
  if (isSuccess(response) && json["status"] === true) return { says: "yes", json };
  const neither = (what: string): Answer => ({
    says: "neither",
    reason: `Paystack answered ${response.statusCode} ${what}`,
  });
  if (json["status"] !== false || !REFUSING_CODES.has(response.statusCode))
    return neither("without saying whether it accepted the request");
  const message = textOf(json, "message");
  const code = optionalTextOf(json, "code") ?? "refused";
  if (DUPLICATE_CODE.test(code) || DUPLICATE_MESSAGE.test(message)) return { says: "duplicate" };
  const decline = declineIn(json["data"]);
  if (decline === "open") return neither("about a payment that has not ended");
  if (decline !== null)
    return {
      says: "no",
      code: decline.code ?? "declined",
      reason: decline.reason ?? message,
      beyondDoubt: true,
      notFound: false,
      declined: true,
    };
  if (DOUBTFUL_ERRORS.has(code) || DOUBTFUL_ERRORS.has(optionalTextOf(json, "type") ?? ""))
    return neither("with an error that does not say whether money moved");
  const notFound = NOT_FOUND_CODES.has(code) || NOT_FOUND_MESSAGE.test(message);
  return { says: "no", code, reason: message, beyondDoubt: SHUT_OUT_CODES.has(response.statusCode), notFound };
}

/** A refusal is thrown as `Refusal`, and anything else says neither yes nor no. */
export function yesOf(answer: Answer, clean: Clean): Json {
  switch (answer.says) {
    case "yes":
      return answer.json;
    case "no":
      throw new Refusal(clean(answer.code), clean(answer.reason));
    case "duplicate":
      throw new Undecided("Paystack says that the reference was used before");
    case "neither":
      throw new Undecided(answer.reason);
  }
}

/** A declined charge is an error that contains it. One with a charge in progress is neither success nor refusal. */
function declineIn(data: unknown): { code: string | undefined; reason: string | undefined } | "open" | null {
  if (typeof data !== "object" || data === null || typeof (data as Json)["status"] !== "string") return null;
  const charge = data as Json;
  return charge["status"] === "failed" ? { code: chargeCodeOf(charge), reason: reasonIn(charge) } : "open";
}

function reasonIn(data: Json): string | undefined {
  return filledTextOf(data, "message") ?? filledTextOf(data, "gateway_response");
}

/* ---- a charge and what it asks of the customer ---- */

/** The answers to `/charge` and its further steps. A timeout at the bank is not an end: a poll reports the end. */
export const CHARGE_STATUS = byMeaning<ProviderStatus>({
  completed: "success",
  processing: "pending timeout",
  pending: "send_otp open_url pay_offline pending_bank_transfer",
  failed: "send_pin send_phone send_birthday send_address failed reversed",
});

/** Paystack asks us for these, and we never ask customers for them: such a charge cannot continue. */
const UNANSWERABLE: Readonly<Record<string, string>> = {
  send_pin: "the card's PIN",
  send_phone: "the customer's phone number",
  send_birthday: "the customer's date of birth",
  send_address: "the card's billing address",
};

export type Charge = {
  word: string;
  status: ProviderStatus;
  reason?: string;
  code?: string;
  nextAction?: NextAction;
};

/** `amount`: the requested amount, if known. Short answers contain no amount; that of a paid charge always does. */
export function readCharge(data: Json, reference: string, clean: Clean, amount?: Money): Charge {
  requireSame("reference", textOf(data, "reference"), reference);
  const { providerStatus: word, status } = statusIn(CHARGE_STATUS, data);
  if (amount !== undefined && (status === "completed" || data["amount"] !== undefined)) {
    const currency =
      status === "completed" ? textOf(data, "currency") : (optionalTextOf(data, "currency") ?? amount.currency);
    requireSame("amount", moneyOfMinor(data["amount"], currency), amount);
  }
  if (status === "failed") return { word, status, reason: failureOf(word, data), code: codeOf(word, data) };
  return { word, status, nextAction: nextActionOf(word, data, clean) };
}

/** A charge's own state in a later poll; null when the poll shows no state of a charge. */
export function stepOf(json: Json, reference: string, clean: Clean): Charge | null {
  try {
    return readCharge(partOf(json, "data"), reference, clean);
  } catch (error) {
    if (error instanceof MalformedAnswer) return null;
    throw error;
  }
}

function failureOf(word: string, data: Json): string {
  const asked = entryOf(UNANSWERABLE, word);
  if (asked !== undefined) return `paystack asks for ${asked}, which we cannot collect`;
  return reasonIn(data) ?? `the payment ${word}`;
}

function codeOf(word: string, data: Json): string | undefined {
  return word === "failed" ? chargeCodeOf(data) : word;
}

function nextActionOf(word: string, data: Json, clean: Clean): NextAction | undefined {
  const said = filledTextOf(data, "display_text");
  const text = said && clean(said);
  switch (word) {
    case "send_otp":
      return { type: "collect_otp", text };
    case "open_url":
      return { type: "redirect", redirect_url: webAddressOf(data, "url") };
    case "pending_bank_transfer":
      return {
        type: "bank_transfer",
        account_name: textOf(data, "account_name"),
        account_number: textOf(data, "account_number"),
        bank_name: textOf(partOf(data, "bank"), "name"),
        bank_code: null,
        reference: textOf(data, "reference"),
        expires_at: timeOf(data, "account_expires_at").toISOString(),
      };
    case "success":
      return undefined;
    default:
      return { type: "wait", text };
  }
}

/** ---- the status of a payment ---- */

/** `isPage`: its customer pays on Paystack's own page. `begunAt`: the start of a transaction. */
export type Sighting = AnySighting & { isPage?: boolean; begunAt?: Date };

/** A page is `abandoned` from its creation until it is paid; it does not mean that somebody gave it up. */
export const TRANSACTION_STATUS = byMeaning<ProviderStatus>({
  completed: "success",
  failed: "failed reversed timeout send_pin send_phone send_birthday send_address",
  pending: "abandoned ongoing send_otp open_url pay_offline pending_bank_transfer",
  processing: "pending processing queued",
});

/** Paystack's answers to a charge contain no id of its own, so our reference identifies a transaction on both sides. */
export function readTransaction(data: Json, clean: Clean): Sighting {
  const reference = textOf(data, "reference");
  const { providerStatus, status: said } = statusIn(TRANSACTION_STATUS, data);
  const booked = moneyOfMinor(data["amount"], textOf(data, "currency"));
  const isPage = isOnPage(data);
  // On Paystack's page another card may follow a declined one, under the same reference: that is not the end.
  const status = said === "failed" && providerStatus !== "reversed" && isPage ? "pending" : said;
  const update = {
    kind: "payment",
    reference,
    providerPaymentId: reference,
    providerStatus,
    status,
    ...(status === "failed" && cleaned(failureOf(providerStatus, data), codeOf(providerStatus, data), clean)),
    ...(status === "completed" && { receivedAmount: booked, occurredAt: optionalTimeOf(data, "paid_at") }),
    data: supportDataOf(data),
  } as const;
  return { update, booked, isPage, begunAt: optionalTimeOf(data, "created_at") };
}

function cleaned(reason: string, code: string | undefined, clean: Clean): Pick<PaymentUpdate, "reason" | "code"> {
  return { reason: clean(reason), code: code && clean(code) };
}

/** Metadata comes back as an object, or as its JSON text. */
function isOnPage(data: Json): boolean {
  return JSON.stringify(data["metadata"] ?? null).includes(HOSTED_PAGE);
}

function supportDataOf(data: Json): Record<string, unknown> {
  const channel = filledTextOf(data, "channel");
  return {
    ...(data["id"] === undefined ? {} : { transaction_id: idOf(data, "id") }),
    ...(channel === undefined ? {} : { channel }),
  };
}

export const TRANSFER_STATUS = byMeaning<ProviderStatus>({
  processing: "pending received",
  pending: "otp",
  completed: "success",
  failed: "failed reversed abandoned blocked rejected",
});

export function readTransfer(data: Json, clean: Clean): Sighting {
  const { providerStatus, status } = statusIn(TRANSFER_STATUS, data);
  const text = filledTextOf(data, "gateway_response");
  const reason = text ?? `the transfer is ${providerStatus}`;
  const update = {
    kind: "payment",
    reference: textOf(data, "reference"),
    providerPaymentId: textOf(data, "transfer_code"),
    providerStatus,
    status,
    ...(status === "failed" && cleaned(reason, providerStatus === "failed" ? codeOfText(text) : providerStatus, clean)),
    occurredAt: optionalTimeOf(data, "updatedAt") ?? optionalTimeOf(data, "updated_at"),
  } as const;
  const booked = moneyOfMinor(data["amount"], textOf(data, "currency"));
  return { update, booked, ...(providerStatus === "otp" && { nextAction: { type: "collect_otp" } }) };
}

/* ---- refunds ---- */

export const REFUND_STATUS = byMeaning<RefundUpdate["status"]>({
  pending: "pending processing needs-attention",
  completed: "processed",
  failed: "failed",
});

/* ---- callbacks ---- */

const TRANSFER_EVENTS: Readonly<Record<string, ProviderStatus>> = {
  "transfer.success": "completed",
  "transfer.failed": "failed",
  "transfer.reversed": "failed",
};

/**
 * `refund.processed` names the payment but not the refund, so Paystack is polled. `bank.transfer.rejected` (money that
 * went back to its sender) names no payment: the regular polls handle it. Subscriptions and the like are ignored.
 */
export function readCallback(rawBody: Buffer, clean: Clean): ProviderUpdate[] {
  const json = readJson(rawBody);
  const event = textOf(json, "event");
  const data = (): Json => partOf(json, "data");
  if (event === "charge.success") return [agreeing(readTransaction(data(), clean).update, "completed")];
  const ending = entryOf(TRANSFER_EVENTS, event);
  if (ending !== undefined) return [agreeing(readTransfer(data(), clean).update, ending)];
  if (event === "refund.processed") return refundNotices(data());
  return DISPUTE_EVENTS.has(event) ? [readDispute(data(), clean)] : [];
}

/** The account may be used for other things too: events without a reference of ours are ignored. */
function refundNotices(data: Json): IncidentNotice[] {
  const reference = textOf(data, "transaction_reference");
  return isId(reference) ? [{ kind: "incident_notice", incident: "refund", reference, providerPaymentId: null }] : [];
}

const DISPUTE_EVENTS: ReadonlySet<string> = new Set([
  "charge.dispute.create",
  "charge.dispute.remind",
  "charge.dispute.resolve",
]);

const DISPUTE_STATUS: Readonly<Record<string, DisputeStatus>> = {
  "awaiting-merchant-feedback": "needs_response",
  "awaiting-bank-feedback": "under_review",
  pending: "under_review",
};

/** `declined`: we declined to return the money, and that stood. `auto-accepted`: nobody answered. */
const RESOLUTIONS: Readonly<Record<string, DisputeStatus>> = {
  "merchant-accepted": "accepted",
  declined: "won",
  "auto-accepted": "expired",
};

/** Paystack charges no fee for a dispute. Without `refund_amount` the whole payment is disputed. */
function readDispute(data: Json, clean: Clean): DisputeUpdate {
  const transaction = partOf(data, "transaction");
  const word = textOf(data, "status");
  const currency = optionalTextOf(data, "currency") ?? textOf(transaction, "currency");
  const amount = moneyOfMinor(data["refund_amount"] || transaction["amount"], currency);
  const reason = filledTextOf(data, "category");
  return {
    kind: "dispute",
    disputeId: idOf(data, "id"),
    reference: textOf(transaction, "reference"),
    providerPaymentId: null,
    providerStatus: word === "resolved" ? `resolved: ${textOf(data, "resolution")}` : word,
    status: word === "resolved" ? wordIn(RESOLUTIONS, data, "resolution") : wordIn(DISPUTE_STATUS, data, "status"),
    amount: positive(amount, "refund_amount"),
    reason: reason && clean(reason),
    respondBy: optionalTimeOf(data, "dueAt") ?? optionalTimeOf(data, "due_at"),
  };
}

/** An event whose name and content contradict each other is ignored. */
function agreeing(update: PaymentUpdate, status: ProviderStatus): PaymentUpdate {
  requireSame("status", update.status, status);
  return update;
}
