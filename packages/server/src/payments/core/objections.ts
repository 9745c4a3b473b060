import { Money } from "@corridor/base/money.ts";
import type { Provider } from "@corridor/provider-kit/provider.ts";
import { type Attempt, currentAttempt, isGivenUp, type Payment } from "./payment.ts";
import { isFinal, mayMove } from "./payment-status.ts";

/** Why an action is not allowed now; null if it is. The record's `actions` are what these rules leave. */
type Objection = string | null;

const NOT_KNOWN_YET = "Whether the provider has accepted the payment is not known yet";

/** Only a payment that a provider has surely accepted, and for which nothing was paid, may be canceled. */
export function objectionToCancel(payment: Payment): Objection {
  if (!mayMove(payment.status, "canceled")) return `The payment is ${payment.status} and cannot be canceled`;
  if (currentAttempt(payment)?.outcome !== "accepted") return NOT_KNOWN_YET;
  const received = payment.progress.received_amount;
  if (received !== undefined && !Money.fromDatabase(received, payment.amount.currency).isZero())
    return "money has already arrived for this payment";
  return null;
}

export const MAX_OTP_TRIES = 3;

/** By our own count; passwords that the provider is still checking are counted as used. */
export function otpTriesLeft({ progress }: Payment): number {
  return MAX_OTP_TRIES - (progress.otp?.checking ?? 0) - (progress.otp?.wrong ?? 0);
}

export function objectionToOtp(payment: Payment): Objection {
  if (payment.status !== "pending" || payment.nextAction?.type !== "collect_otp")
    return "The payment does not wait for a one-time password";
  if (otpTriesLeft(payment) <= 0) return `All ${MAX_OTP_TRIES} attempts at the one-time password are used`;
  return currentAttempt(payment)?.outcome === "accepted" ? null : NOT_KNOWN_YET;
}

/** Cancellations and one-time passwords go through the provider that holds the payment. */
export function objectionToActingAt(provider: Pick<Provider, "name" | "submitAction"> | undefined): Objection {
  if (provider === undefined) return NOT_KNOWN_YET;
  return provider.submitAction === undefined ? `The provider ${provider.name} supports no actions` : null;
}

/** Four eyes: the initiator of a payment never reviews it. */
export function objectionToReviewer(payment: Payment, userId: string): Objection {
  return payment.userId === userId ? "The person who initiated a payment cannot review it" : null;
}

/** A payout that waits for a second person has no attempt yet. */
export function objectionToReview(payment: Payment, userId: string): Objection {
  if (payment.details.ramp !== undefined) return "a ramp is not reviewed: it only pays out what it has collected";
  const isWaiting =
    payment.status === "reviewed" || (mayMove(payment.status, "reviewed") && payment.progress.attempts.length === 0);
  return objectionToReviewer(payment, userId) ?? (isWaiting ? null : `a ${payment.status} payment is not under review`);
}

/** A disputed payment cannot be refunded: the payer's bank has the money, or may get it. */
export function objectionOfDispute({ progress: { dispute } }: Payment): Objection {
  if (dispute === undefined || dispute.status === "won") return null;
  return `The payment is disputed (${dispute.status.replace("_", " ")}); a refund could pay the payer twice`;
}

/** `by`: the module that requests it. If the payment's money has moved on to a module, only that one may refund it. */
export function objectionToRefund(payment: Payment, by?: string): Objection {
  const { refunded_by: holder } = payment.details;
  if (holder !== undefined && holder !== by)
    return `The money of this payin has moved on to ${holder}, and can only be refunded from there`;
  if (payment.direction !== "inbound") return "Only payins can be refunded";
  const disputed = objectionOfDispute(payment);
  if (disputed !== null) return disputed;
  if (!mayMove(payment.status, "refunded")) return `The payment is ${payment.status} and cannot be refunded`;
  return payment.refundedAmount.compare(payment.amount) < 0 ? null : "The payment is already refunded in full";
}

/** A refund goes through the provider that collected the money. */
export function objectionToRefundAt(payment: Payment, provider: Pick<Provider, "refund"> | undefined): Objection {
  const name = `The provider ${payment.provider}`;
  if (provider === undefined)
    return `${name} is not set up here; a refund goes through the one that collected the money`;
  return provider.refund === undefined ? `${name} does not support refunds; send a payout instead` : null;
}

/** How long after the dispatch a person may decide how a payment ended, if its provider does not report it. */
const SILENT_AFTER_HOURS = 24;
const HOUR_MS = 3_600_000;

/** For the `manual` provider, which reports nothing itself, and for a provider that was silent for long enough. */
export function objectionToPerson(attempt: Attempt | undefined, now: Date): Objection {
  if (attempt === undefined || isGivenUp(attempt)) return "no provider has accepted this payment";
  if (attempt.provider === "manual")
    return attempt.outcome === "accepted" ? null : "the manual provider has not accepted the payment yet";
  const hours = (now.getTime() - new Date(attempt.started_at).getTime()) / HOUR_MS;
  return hours >= SILENT_AFTER_HOURS
    ? null
    : "only payments of the manual provider are settled by a person, and those whose provider has been silent for " +
        `${SILENT_AFTER_HOURS} hours`;
}

/** For an ended payment only late money can still be reported; the move decides that. */
export function objectionToSettle(payment: Payment, now: Date): Objection {
  const attempt = currentAttempt(payment);
  const objection = objectionToPerson(attempt, now);
  if (objection !== null) return objection;
  if (isFinal(payment.status)) return `the payment is already ${payment.status}`;
  return isOfLegUnderWay(payment, attempt!) ? null : "the current leg has already ended";
}

/** Collected money may be between two legs, or on its way back: then no attempt of the payment can still end. */
function isOfLegUnderWay({ progress: { ramp, conversion } }: Payment, attempt: Attempt): boolean {
  if (ramp === undefined) return conversion === undefined;
  return attempt.leg === "settle"
    ? ramp.step === "settling" && !ramp.failed_attempts.includes(attempt.attempt_id)
    : ramp.step === "collecting";
}
