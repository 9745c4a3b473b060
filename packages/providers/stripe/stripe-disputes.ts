import { Money } from "@corridor/base/money.ts";
import type {
  DisputeStatus,
  DisputeUpdate,
  Evidence,
  RefundElsewhereUpdate,
  WarningUpdate,
} from "@corridor/provider-kit/provider.ts";
import { type Clean, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  type Json,
  listOf,
  MalformedAnswer,
  optionalPartOf,
  optionalTextOf,
  partOf,
  positive,
  requireSame,
  signedMoneyOf,
  statusIn,
  textOf,
  unixTimeOf,
} from "@corridor/provider-kit/wire.ts";
import { moneyOfCount, moneyOfStripe } from "./stripe-amount.ts";

/** Disputes and refunds that begin at Stripe name only the PaymentIntent, which contains our reference. */
export const DISPUTE_EVENTS: ReadonlySet<string> = new Set(
  ["created", "updated", "closed", "funds_withdrawn", "funds_reinstated"].map((event) => `charge.dispute.${event}`),
);

const INQUIRY = "warning_needs_response";

/** Null for an inquiry, which takes no money, and for a dispute that was prevented. */
const STATUSES: Readonly<Record<string, DisputeStatus | null>> = {
  needs_response: "needs_response",
  under_review: "under_review",
  won: "won",
  lost: "lost",
  [INQUIRY]: null,
  warning_under_review: null,
  warning_closed: null,
  prevented: null,
};

export function readDispute(json: Json, clean: Clean): Omit<DisputeUpdate, "occurredAt"> | null {
  requireSame("object", json["object"], "dispute");
  const { providerStatus, status } = statusIn(STATUSES, json);
  const providerPaymentId = intentOf(json);
  if (status === null || providerPaymentId === null) return null;
  const amount = positive(moneyOfStripe(json, "amount"), "amount");
  const fee = feeOf(json, amount.currency);
  const reason = optionalTextOf(json, "reason");
  return {
    kind: "dispute",
    disputeId: textOf(json, "id"),
    reference: null,
    providerPaymentId,
    providerStatus,
    status,
    amount,
    ...(fee !== null && { fee }),
    reason: reason && clean(reason),
    respondBy: deadlineOf(json),
  };
}

/** An inquiry of the payer's bank that waits for an answer; null for anything else. */
export function readInquiry(json: Json, clean: Clean): WarningUpdate | null {
  const providerPaymentId = intentOf(json);
  if (providerPaymentId === null || json["status"] !== INQUIRY) return null;
  const reason = optionalTextOf(json, "reason");
  return {
    kind: "warning",
    warningId: textOf(json, "id"),
    of: "an inquiry",
    reference: null,
    providerPaymentId,
    amount: positive(moneyOfStripe(json, "amount"), "amount"),
    reason: reason && clean(reason),
    respondBy: deadlineOf(json),
  };
}

/** Null for an unfinished refund, which may still be canceled. */
export function readRefundElsewhere(json: Json): RefundElsewhereUpdate | null {
  requireSame("object", json["object"], "refund");
  const providerPaymentId = intentOf(json);
  if (providerPaymentId === null || json["status"] !== "succeeded") return null;
  const amount = positive(moneyOfStripe(json, "amount"), "amount");
  return { kind: "refund_elsewhere", providerRefundId: textOf(json, "id"), reference: null, providerPaymentId, amount };
}

/** The PaymentIntent's id, expanded or not. Null for a charge without one, which we never make. */
function intentOf(json: Json): string | null {
  const intent = json["payment_intent"];
  if (intent === null || intent === undefined) return null;
  return typeof intent === "string" ? textOf(json, "payment_intent") : textOf(partOf(json, "payment_intent"), "id");
}

/** The fees of the withdrawal and of the returned money. Null when nothing was withdrawn, or in another currency. */
function feeOf(json: Json, currency: string): Money | null {
  const transactions = json["balance_transactions"];
  if (!Array.isArray(transactions) || transactions.length === 0) return null;
  const fees = listOf(json, "balance_transactions").map((transaction) => {
    const { fee } = transaction;
    if (typeof fee !== "number") throw new MalformedAnswer("fee");
    return textOf(transaction, "currency").toUpperCase() === currency
      ? signedMoneyOf(fee, currency, moneyOfCount)
      : null;
  });
  const total = fees.reduce((sum, fee) => (sum === null || fee === null ? null : sum.plus(fee)), Money.zero(currency));
  return total?.isNegative() ? Money.zero(currency) : total;
}

function deadlineOf(json: Json): Date | undefined {
  const details = optionalPartOf(json, "evidence_details");
  return details["due_by"] == null ? undefined : unixTimeOf(details, "due_by");
}

/** Stripe's limit for all evidence together is 150,000 characters. */
const MAX_EVIDENCE_LENGTH = 150_000;

export const EVIDENCE_FILES = { contentTypes: ["application/pdf", "image/jpeg", "image/png"], maxFiles: 1 } as const;

/** `fileId`: Stripe's id of the evidence file that was uploaded before. */
export function evidenceFields(evidence: readonly Evidence[], fileId: string | null): Record<string, string> {
  const text = evidence.flatMap((piece) => ("text" in piece ? [`${piece.name}\n${piece.text}`] : [])).join("\n\n");
  if (text.length > MAX_EVIDENCE_LENGTH)
    throw new Refusal("evidence_too_long", `Stripe accepts at most ${MAX_EVIDENCE_LENGTH} characters of evidence`);
  return {
    ...(text === "" ? {} : { "evidence[uncategorized_text]": text }),
    ...(fileId === null ? {} : { "evidence[uncategorized_file]": fileId }),
    submit: "true",
  };
}
