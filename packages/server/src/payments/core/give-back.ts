import { Money } from "@corridor/base/money.ts";
import { applied, changeStatus, type Decision, refuse, unchanged, withProgress, withTimeline } from "./decision.ts";
import type { KindMove } from "./moves.ts";
import { collectingAttempt, conversionOf, type GiveBackProgress, type Payment } from "./payment.ts";
import { CLEARING, ledgerOfHandOver, ledgerOfRefund } from "./payment-ledger.ts";

/**
 * How collected money goes back that could not be converted or delivered: of a ramp, or of a payin whose locked rate
 * the market has left.
 *
 *   refunding --refund reserved--> --completed--> failed
 *       ^                        \--failed----> again, with pauses; after the last one: suspense, for a person
 */
export type GiveBackMove = Extract<KindMove, { type: "refund_reserved" | "refund_settled" | "refund_impossible" }>;
type Of<T extends GiveBackMove["type"]> = Extract<GiveBackMove, { type: T }>;

/** Nothing goes out any more; from here on the money only goes back. */
export function startGiveBack(payment: Payment, reason: string, now: Date): Decision {
  const waiting: Payment = { ...payment, nextAction: { type: "wait" } };
  const next = withProgress(withOwn(waiting, { step: "refunding", next_step_at: now.toISOString() }), {
    failure_reason: reason,
  });
  const note = `the collected ${payment.amount.toString()} is being returned: ${reason}`;
  return applied(withTimeline(next, payment.status, "dispatch", note, now), now);
}

export function decideGiveBack(payment: Payment, move: GiveBackMove, now: Date): Decision {
  if (move.type === "refund_reserved") return refundReserved(payment, move, now);
  return move.type === "refund_settled" ? refundSettled(payment, move, now) : refundImpossible(payment, move, now);
}

const PAUSES_BETWEEN_REFUNDS_MS = [10_000, 60_000] as const;

function refundReserved(payment: Payment, move: Of<"refund_reserved">, now: Date): Decision {
  const { step, refund_id } = conversionOf(payment)!;
  const holder = collectingAttempt(payment);
  if (step !== "refunding" || refund_id !== null || holder === undefined)
    return refuse(payment, "collected money is given back only once, after it could not be converted");
  if (!move.amount.equals(payment.amount)) return refuse(payment, "collected money is given back whole");
  const change = { refund_id: move.refundId, next_step_at: null };
  const reserved = withOwn({ ...payment, refundedAmount: payment.amount }, change);
  return applied(reserved, now, [ledgerOfRefund(payment, move, "reserved", CLEARING, holder.provider, now)]);
}

function refundSettled(payment: Payment, move: Of<"refund_settled">, now: Date): Decision {
  const { step, refund_id, refund_tries } = conversionOf(payment)!;
  const holder = collectingAttempt(payment);
  if (refund_id !== move.refundId || step !== "refunding" || holder === undefined) return unchanged(payment);
  const ledger = [ledgerOfRefund(payment, move, move.status, CLEARING, holder.provider, now)];
  if (move.status === "completed") {
    const counted = ended(withProgress(payment, { refunds_completed: move.amount.toDatabase() }));
    const why = payment.progress.failure_reason ?? "the second leg failed";
    const note = `${payment.amount.toString()} given back: ${why}`;
    return { ...changeStatus(counted, "failed", "action", note, now), ledger };
  }
  const pauseMs = PAUSES_BETWEEN_REFUNDS_MS[refund_tries];
  const refundedAmount = Money.zero(payment.amount.currency);
  const freed = withOwn({ ...payment, refundedAmount }, { refund_id: null, refund_tries: refund_tries + 1 });
  if (pauseMs === undefined) return handOver(freed, "the provider did not return the money", ledger, now);
  return applied(withOwn(freed, { next_step_at: new Date(now.getTime() + pauseMs).toISOString() }), now, ledger);
}

function refundImpossible(payment: Payment, move: Of<"refund_impossible">, now: Date): Decision {
  const { step, refund_id } = conversionOf(payment)!;
  return step === "refunding" && refund_id === null
    ? handOver(payment, move.reason, [], now)
    : refuse(payment, "the payment has no money to return");
}

function handOver(payment: Payment, reason: string, before: Decision["ledger"], now: Date): Decision {
  const { amount, progress } = payment;
  const what = payment.kind === "ramp" ? "the first leg" : "the collected money";
  const note = `${what} could not be returned: ${reason}`;
  const provider = collectingAttempt(payment)?.provider ?? null;
  const message = `${amount.toString()} was collected, could not be delivered and must be returned by hand: ${reason}`;
  const failure_reason = progress.failure_reason ?? null;
  const detail = { in_suspense: amount.toDatabase(), currency: amount.currency, failure_reason };
  return {
    ...changeStatus(ended(payment), "failed", "action", note, now),
    ledger: [...before, ledgerOfHandOver(payment, now)],
    items: [{ kind: "ramp_refund_needed", provider, message, detail }],
  };
}

function ended(payment: Payment): Payment {
  return withOwn({ ...payment, nextAction: null }, { step: "ended", next_step_at: null });
}

function withOwn(payment: Payment, change: Partial<GiveBackProgress> & { step?: "refunding" | "ended" }): Payment {
  const { ramp, conversion } = payment.progress;
  const changed = ramp === undefined ? { conversion: { ...conversion!, ...change } } : { ramp: { ...ramp, ...change } };
  return withProgress(payment, changed);
}
