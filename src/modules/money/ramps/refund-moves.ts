import type { Payment } from "#src/modules/money/payments/payment.ts";
import { applied, changeStatus, type Decision, type Move, refuse, unchanged } from "#src/modules/money/payments/rules/payment-moves.ts";
import { Money } from "#src/platform/money.ts";
import { collectingAttempt, rampOf, withRamp } from "./ramp.ts";
import { ledgerOfHandOver, ledgerOfRampRefund } from "./ramp-ledger.ts";

/**
 * Giving the first leg back after the second one failed for good. The ramp stays `processing` until the money has gone back, and only then
 * is it `failed`; where no provider can give it back, the money goes to suspense and a person is asked to.
 */
type Of<T extends Move["type"]> = Extract<Move, { type: T }>;

const PAUSES_BETWEEN_TRIES_MS = [10_000, 60_000] as const;

export function refundReserved(payment: Payment, move: Of<"refund_reserved">, now: Date): Decision {
  const { step, refund_id } = rampOf(payment);
  const holder = collectingAttempt(payment);
  if (step !== "refunding" || refund_id !== null || holder === undefined)
    return refuse(payment, "a ramp is refunded only once, after its second leg failed for good");
  if (!move.amount.equals(payment.amount)) return refuse(payment, "the first leg of a ramp is refunded whole");
  const reserved = withRamp({ ...payment, refundedAmount: payment.amount, updatedAt: now }, { refund_id: move.refundId, next_step_at: null });
  return { ...applied(reserved), ledger: [ledgerOfRampRefund(payment, move.refundId, holder.provider, "reserved", now)] };
}

export function refundSettled(payment: Payment, move: Of<"refund_settled">, now: Date): Decision {
  const holder = collectingAttempt(payment);
  if (rampOf(payment).refund_id !== move.refundId || rampOf(payment).step !== "refunding" || holder === undefined) return unchanged(payment);
  const ledger = ledgerOfRampRefund(payment, move.refundId, holder.provider, move.status, now);
  if (move.status === "completed") {
    const counted: Payment = { ...payment, nextAction: null, progress: { ...payment.progress, refunds_completed: move.amount.toDatabase() } };
    const decision = changeStatus(
      withRamp(counted, { step: "ended" }),
      "failed",
      "action",
      `${payment.amount.toString()} given back: ${payment.progress.failure_reason ?? "the second leg failed"}`,
      now,
    );
    decision.ledger.push(ledger);
    return decision;
  }
  const freed: Payment = { ...payment, refundedAmount: Money.zero(payment.amount.currency), updatedAt: now };
  const tries = rampOf(payment).refund_tries + 1;
  const pauseMs = PAUSES_BETWEEN_TRIES_MS[tries - 1];
  if (pauseMs === undefined)
    return handOver(withRamp(freed, { refund_id: null, refund_tries: tries }), "the provider did not give the money back", [ledger], now);
  const again = withRamp(freed, { refund_id: null, refund_tries: tries, next_step_at: new Date(now.getTime() + pauseMs).toISOString() });
  return { ...applied(again), ledger: [ledger] };
}

export function refundImpossible(payment: Payment, move: Of<"refund_impossible">, now: Date): Decision {
  const { step, refund_id } = rampOf(payment);
  if (step !== "refunding" || refund_id !== null) return refuse(payment, "the ramp has nothing to give back");
  return handOver(payment, move.reason, [], now);
}

function handOver(payment: Payment, reason: string, before: Decision["ledger"], now: Date): Decision {
  const over = withRamp({ ...payment, nextAction: null }, { step: "ended", next_step_at: null });
  const decision = changeStatus(over, "failed", "action", `the first leg could not be given back: ${reason}`, now);
  decision.ledger.push(...before, ledgerOfHandOver(payment, now));
  decision.items.push({
    kind: "ramp_refund_needed",
    provider: collectingAttempt(payment)?.provider ?? null,
    message: `${payment.amount.toString()} was collected, could not be delivered and must be given back by hand: ${reason}`,
    detail: { in_suspense: payment.amount.toDatabase(), currency: payment.amount.currency, failure_reason: payment.progress.failure_reason ?? null },
  });
  return decision;
}
