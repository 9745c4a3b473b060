import type { Money } from "@corridor/base/money.ts";
import { uuidV4Of } from "@corridor/provider-kit/derived-id.ts";
import { movedAmount, type Sighting } from "@corridor/provider-kit/outcomes.ts";
import type {
  DispatchRequest,
  NextAction,
  Notice,
  ProviderStatus,
  RefundRequest,
  RefundUpdate,
} from "@corridor/provider-kit/provider.ts";
import type { Clean } from "@corridor/provider-kit/speak.ts";
import {
  byMeaning,
  type Json,
  MalformedAnswer,
  moneyOfMajor,
  optionalTextOf,
  partOf,
  plainTextOf,
  readJson,
  requireSame,
  statusIn,
  textOf,
  webAddressOf,
  wordIn,
} from "@corridor/provider-kit/wire.ts";
import type { Network } from "./pawapay-networks.ts";

/** pawaPay accepts only version 4 ids: one is derived from each of ours, which is sent as `clientReferenceId`. */
export type Operation = { readonly path: string; readonly id: "depositId" | "payoutId" | "refundId" };

export const DEPOSIT: Operation = { path: "/v2/deposits", id: "depositId" };
export const PAYOUT: Operation = { path: "/v2/payouts", id: "payoutId" };
export const REFUND: Operation = { path: "/v2/refunds", id: "refundId" };

export function operationOf(direction: "inbound" | "outbound"): Operation {
  return direction === "inbound" ? DEPOSIT : PAYOUT;
}

/** Writes an amount without trailing zeros, which pawaPay refuses. */
export function amountText(amount: Money): string {
  const text = amount.toDatabase();
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

export function hasMoreDecimals(amount: Money, decimals: number): boolean {
  return (amountText(amount).split(".")[1] ?? "").length > decimals;
}

export function paymentBody(request: DispatchRequest, network: Network): object {
  const { direction, reference, description, returnUrl } = request;
  const amount = movedAmount(request);
  const phoneNumber = request.mobileMoney!.phone_number.replace(/^\+/, "");
  const isByPage = direction === "inbound" && network.approval === "redirect";
  return {
    [operationOf(direction).id]: uuidV4Of(reference),
    amount: amountText(amount),
    currency: amount.currency,
    [direction === "inbound" ? "payer" : "recipient"]: {
      type: "MMO",
      accountDetails: { phoneNumber, provider: network.provider },
    },
    clientReferenceId: reference,
    customerMessage: messageOf(description),
    ...(isByPage && { successfulUrl: returnUrl, failedUrl: returnUrl }),
  };
}

const MIN_MESSAGE = 4;
const MAX_MESSAGE = 22;

/** The text on the customer's receipt: only letters, digits and blanks. */
function messageOf(description: string | undefined): string | undefined {
  const message = plainTextOf(description, /[^A-Za-z0-9]+/g, MAX_MESSAGE);
  return message.length < MIN_MESSAGE ? undefined : message;
}

export function refundBody(request: RefundRequest): object {
  return {
    refundId: uuidV4Of(request.reference),
    depositId: uuidV4Of(request.paymentReference),
    amount: amountText(request.amount),
    currency: request.amount.currency,
    clientReferenceId: request.reference,
  };
}

export type Initiation =
  | { is: "ACCEPTED"; nextAction: NextAction }
  | { is: "DUPLICATE_IGNORED" }
  | { is: "REJECTED"; code: string; reason: string };

const INITIATIONS: Readonly<Record<string, Initiation["is"]>> = {
  ACCEPTED: "ACCEPTED",
  DUPLICATE_IGNORED: "DUPLICATE_IGNORED",
  REJECTED: "REJECTED",
};

export function readInitiation(json: Json, operation: Operation, reference: string): Initiation {
  const is = wordIn(INITIATIONS, json, "status");
  // A request that could not even be parsed is rejected without an id.
  if ((is !== "REJECTED" || json[operation.id] !== undefined) && textOf(json, operation.id) !== uuidV4Of(reference))
    throw new MalformedAnswer(operation.id);
  if (is === "ACCEPTED") return { is, nextAction: readNextAction(json) };
  return is === "REJECTED" ? { is, ...readFailure(json) } : { is };
}

/** The refund guide still shows the field names of the previous version. */
function readFailure(json: Json): { code: string; reason: string } {
  const former = json["failureReason"] === undefined && json["rejectionReason"] !== undefined;
  const failure = partOf(json, former ? "rejectionReason" : "failureReason");
  const code = textOf(failure, former ? "rejectionCode" : "failureCode");
  return { code, reason: optionalTextOf(failure, former ? "rejectionMessage" : "failureMessage") ?? code };
}

/** `FINAL_STATUS` or nothing: the customer has a PIN prompt on the phone, and we have nothing left to do. */
function readNextAction(json: Json): NextAction {
  switch (optionalTextOf(json, "nextStep")) {
    case undefined:
    case "FINAL_STATUS":
      return { type: "wait" };
    case "GET_AUTH_URL":
      return { type: "check_status" };
    case "REDIRECT_TO_AUTH_URL":
      return { type: "redirect", redirect_url: webAddressOf(json, "authorizationUrl") };
    default:
      throw new MalformedAnswer("nextStep");
  }
}

const STATUSES = byMeaning<ProviderStatus>({
  processing: "ACCEPTED ENQUEUED PROCESSING SUBMITTED IN_RECONCILIATION",
  completed: "COMPLETED",
  failed: "FAILED",
});

/** In these states of a payin the customer has to act; in any other the customer may have paid, whatever is shown. */
const WAITING_FOR_CUSTOMER: ReadonlySet<string> = new Set(["ACCEPTED", "PROCESSING"]);

/** Null when pawaPay never received the request. */
export function readLookup(json: Json): Json | null {
  const found = wordIn({ FOUND: true, NOT_FOUND: false }, json, "status");
  return found ? partOf(json, "data") : null;
}

export function readPayment(data: Json, operation: Operation, reference: string, clean: Clean): Sighting {
  requireOurs(data, operation, reference);
  const { providerStatus, status } = statusIn(STATUSES, data);
  const booked = moneyOfMajor(data["amount"], textOf(data, "currency"));
  const isWaiting = operation === DEPOSIT && WAITING_FOR_CUSTOMER.has(providerStatus);
  const nextAction = isWaiting ? readNextAction(data) : undefined;
  const failure = status === "failed" && data["failureReason"] !== undefined ? readFailure(data) : undefined;
  const provider_transaction_id = optionalTextOf(data, "providerTransactionId");
  return {
    booked,
    nextAction,
    update: {
      kind: "payment",
      reference,
      providerPaymentId: textOf(data, operation.id),
      providerStatus,
      status: nextAction === undefined ? status : "pending",
      reason: failure && clean(failure.reason),
      code: failure && clean(failure.code),
      ...(status === "completed" && operation === DEPOSIT && { receivedAmount: booked }),
      data: provider_transaction_id === undefined ? undefined : { provider_transaction_id },
    },
  };
}

export function readRefund(data: Json, reference: string): RefundUpdate["status"] {
  requireOurs(data, REFUND, reference);
  const status = wordIn(STATUSES, data, "status");
  return status === "processing" ? "pending" : (status as RefundUpdate["status"]);
}

function requireOurs(data: Json, operation: Operation, reference: string): void {
  requireSame(operation.id, textOf(data, operation.id), uuidV4Of(reference));
  requireSame("clientReferenceId", optionalTextOf(data, "clientReferenceId") ?? reference, reference);
}

/**
 * Always unverified: pawaPay signs the callbacks of all its merchants with one key, and each chooses ids, references
 * and address. So a genuine callback may be about a stranger's payment under our reference. Refunds are polled anyway.
 */
export function readCallback(rawBody: Buffer): Notice[] {
  const json = readJson(rawBody);
  const operation = [DEPOSIT, PAYOUT].find(({ id }) => json[id] !== undefined && json[REFUND.id] === undefined);
  // The name of the id field tells what a callback is about.
  const isOfUnknownKind = Object.keys(json).some(
    (name) => /^[a-z]+Id$/.test(name) && ![DEPOSIT, PAYOUT, REFUND].some(({ id }) => id === name),
  );
  if (operation === undefined && isOfUnknownKind) return [];
  wordIn(STATUSES, json, "status");
  if (operation === undefined) {
    textOf(json, REFUND.id);
    return [];
  }
  const providerPaymentId = textOf(json, operation.id);
  const reference = optionalTextOf(json, "clientReferenceId");
  // A payment without our reference was made by another user of the account, or by hand in pawaPay's dashboard.
  if (reference === undefined || uuidV4Of(reference) !== providerPaymentId) return [];
  return [{ kind: "notice", direction: operation === DEPOSIT ? "inbound" : "outbound", reference, providerPaymentId }];
}
