import {
  applied,
  changeStatus,
  createMoveRules,
  decideGiveBack,
  type Decision,
  isFinal,
  type KindMove,
  ledgerOfCollection,
  type LegTable,
  liveAttempt,
  news,
  type Payment,
  type RampProgress,
  refundUnbooked,
  refuse,
  startGiveBack,
  withProgress,
  withTimeline,
} from "#src/payments/core/index.ts";
import { Money } from "@corridor/base/money.ts";
import { nextOfRoute, rampOf, withRamp } from "./ramp.ts";
import { ledgerOfFeeReturn, ledgerOfSettlement } from "./ramp-ledger.ts";

/**
 * A ramp is two legs. The first collects what the customer pays; the second delivers what the customer gets.
 *
 *   first leg   waiting   in doubt, postponed            succeeded              failed, exhausted              canceled
 *   status      pending   pending, check_status or wait  processing             failed (canceled if overdue)   canceled
 *   posts                                                provider -> clearing
 *
 *   second leg  waiting, in doubt  succeeded                    failed                            exhausted
 *   status      unchanged          completed                    unchanged: the next of the route  another round, later
 *   posts                          clearing -> fx -> provider
 *
 * After the last round, or when the market has left the rate, the first leg is returned, and only then is the ramp
 * `failed`. If no provider can return it, the money goes to suspense and a person has to (core/give-back.ts).
 */
type Of<T extends KindMove["type"]> = Extract<KindMove, { type: T }>;

const collectTable: LegTable = {
  waiting(payment, { stage, note, isNews }, { source, now }) {
    const waiting = withRamp(payment, { collection_under_way: stage === "processing" });
    return isNews && payment.status === "pending"
      ? news(waiting, source, note!, now)
      : changeStatus(waiting, "pending", source, note, now);
  },
  in_doubt: (payment, { reason }, { source, now }) =>
    changeStatus({ ...payment, nextAction: { type: "check_status" } }, "pending", source, reason, now),
  postponed: (payment, { reason }, { source, now }) =>
    changeStatus({ ...payment, nextAction: { type: "wait" } }, "pending", source, reason, now),
  succeeded(payment, { attempt }, { leg, source, now }) {
    // This deadline was the first leg's; the second leg's provider has its own.
    const { last_word_at: _, ...progress } = payment.progress;
    const received_amount = (leg.received ?? payment.amount).toDatabase();
    const collected: Payment = { ...payment, nextAction: { type: "wait" }, progress: { ...progress, received_amount } };
    const ready = withRamp(collected, {
      step: "settling",
      next_step_at: now.toISOString(),
      collection_under_way: false,
      round_starts_at: progress.attempts.length,
    });
    const decision = changeStatus(ready, "processing", source, `collected ${payment.amount.toString()}`, now);
    return { ...decision, ledger: [ledgerOfCollection(payment, attempt.provider, now)] };
  },
  failed(payment, { reason }, { source, now }) {
    const ranOut = payment.status === "pending" && payment.expiresAt !== null && payment.expiresAt <= now;
    const over = ranOut ? payment : withProgress(payment, { failure_reason: reason });
    return changeStatus(ended(over), ranOut ? "canceled" : "failed", source, reason, now);
  },
  held: (payment) => refuse(payment, "collecting is never held"),
  exhausted: (payment, { reason }, { source, now }) =>
    changeStatus(ended(withProgress(payment, { failure_reason: reason })), "failed", source, reason, now),
  canceled: (payment, { note }, { source, now }) => changeStatus(ended(payment), "canceled", source, note, now),
};

const settleTable: LegTable = {
  waiting: (payment, _outcome, { now }) => applied(payment, now),
  in_doubt: (payment, _outcome, { now }) => applied(payment, now),
  succeeded(payment, { attempt }, { source, now }) {
    const { failure_reason: _, ...progress } = payment.progress; // A failure of an earlier round no longer matters.
    const note = `delivered ${payment.targetAmount.toString()}`;
    const decision = changeStatus(ended({ ...payment, progress }), "completed", source, note, now);
    return { ...decision, ledger: [ledgerOfSettlement(payment, attempt.provider, now)] };
  },
  /** A provider accepted the leg and then reported its failure, so the next provider of the route may carry it. */
  failed(payment, { attempt, reason }, { now }) {
    const { attempt_id } = attempt;
    const attempts = payment.progress.attempts.map((one) => (one.attempt_id === attempt_id ? { ...one, reason } : one));
    const failed_attempts = [...rampOf(payment).failed_attempts, attempt_id];
    return attemptOver(withRamp(withProgress(payment, { attempts }), { failed_attempts }), reason, now);
  },
  exhausted: (payment, { reason }, { now }) => attemptOver(payment, reason, now),
  postponed: (payment, { reason }, { now }) => attemptOver(payment, reason, now),
  /** It counts as no round: the route is chosen again when payouts have started again. */
  held(payment, { reason }, { source, now }) {
    const next_step_at = now.toISOString();
    const anew = { settle_route: [], round_starts_at: payment.progress.attempts.length, next_step_at };
    return applied(withTimeline(withRamp(payment, anew), payment.status, source, reason, now), now);
  },
  canceled: (payment) => refuse(payment, "the second leg of a ramp is never canceled: the customer has paid"),
};

/** A ramp that ends undelivered returns the fee that was set aside for it. */
export const decideRampMove: typeof decideLegs = (payment, move, now) => {
  const decision = decideLegs(payment, move, now);
  const isEnd = decision.outcome === "applied" && isFinal(decision.payment.status) && !isFinal(payment.status);
  return isEnd && decision.payment.status !== "completed"
    ? { ...decision, ledger: [...decision.ledger, ...ledgerOfFeeReturn(payment, now)] }
    : decision;
};

const decideLegs = createMoveRules({
  customerLeg: "collect",
  legOf: (payment, name) => (name === "settle" ? settleLeg(payment) : collectLeg(payment)),
  keepLeg(payment, leg) {
    if (leg.name !== "settle") return payment;
    const carried = liveAttempt(leg) === undefined ? {} : ({ step: "settling", next_step_at: null } as const);
    return withRamp(payment, {
      ...carried,
      failed_attempts: [...leg.failedAttempts],
      ...(leg.data === undefined ? {} : { settlement: leg.data }),
    });
  },
  tableOf: (name) => (name === "settle" ? settleTable : collectTable),
  decideOwn(payment, move, now) {
    switch (move.type) {
      case "settle_started":
        return settleStarted(payment, move, now);
      case "settle_impossible":
        // No provider is configured right now: that is a round without result, as if all had refused.
        return isReady(payment)
          ? roundOver(withRamp(payment, { settle_route: move.route }), move.reason, now)
          : refuse(payment, NOT_READY);
      case "rate_left":
        return isReady(payment) ? startGiveBack(payment, move.reason, now) : refuse(payment, NOT_READY);
      case "refund_reserved":
      case "refund_settled":
      case "refund_impossible":
        return decideGiveBack(payment, move, now);
      case "refunded_elsewhere":
        return refundUnbooked(payment, move);
      case "rate_held":
        return refuse(payment, "a ramp is converted by its second leg");
      case "reviewed":
      case "confirmed":
      case "rejected":
        return refuse(payment, "a ramp is not reviewed: it only pays out what it has collected");
    }
  },
});

function collectLeg(payment: Payment) {
  const { step, collection_under_way } = rampOf(payment);
  const received = Money.parse(payment.progress.received_amount ?? "0", payment.amount.currency);
  const collected = step === "settling" || step === "refunding" || received.compare(payment.amount) >= 0;
  return {
    name: "collect",
    amount: payment.amount,
    state: step === "collecting" && !isFinal(payment.status) ? "open" : collected ? "succeeded" : "unsuccessful",
    stage: payment.status !== "pending" ? null : collection_under_way ? "processing" : "pending",
    waits: payment.status === "pending",
    failedAttempts: [],
    // The rate is our risk, so the deadline is ours. A customer who sent too little needs the instructions again.
    terms: { forCustomer: true, deadline: "ours", mayGoOn: false, sendsAgain: true, keepsInstructions: true },
  } as const;
}

function settleLeg(payment: Payment) {
  const { step, refund_id, failed_attempts, settlement } = rampOf(payment);
  const isOpen =
    payment.status === "processing" && (step === "settling" || (step === "refunding" && refund_id === null));
  return {
    name: "settle",
    amount: payment.targetAmount,
    state: isOpen ? "open" : payment.status === "completed" ? "succeeded" : "unsuccessful",
    stage: null,
    waits: false,
    failedAttempts: failed_attempts,
    terms: { forCustomer: false, deadline: "ours", mayGoOn: false, sendsAgain: false, keepsInstructions: false },
    data: settlement,
  } as const;
}

/** The attempt that carries, or may carry, the second leg. */
export function liveSettlement(payment: Payment) {
  return liveAttempt({
    attempts: payment.progress.attempts.filter((attempt) => attempt.leg === "settle"),
    failedAttempts: rampOf(payment).failed_attempts,
  });
}

/** Short: meanwhile we bear the risk of the rate, and the customer has paid and waits. */
const PAUSES_BETWEEN_ROUNDS_MS = [5_000, 30_000, 120_000] as const;
export const MAX_ROUNDS = PAUSES_BETWEEN_ROUNDS_MS.length + 1;
const NOT_READY = "the second leg is already under way, or not due";

function isReady(payment: Payment): boolean {
  if (payment.status !== "processing" || rampOf(payment).step !== "settling") return false;
  return liveSettlement(payment) === undefined;
}

function settleStarted(payment: Payment, { attempt, route }: Of<"settle_started">, now: Date): Decision {
  if (!isReady(payment)) return refuse(payment, NOT_READY);
  const attempts = [...payment.progress.attempts, attempt];
  const started = withProgress({ ...payment, nextAction: { type: "wait" } }, { attempts });
  return applied(withRamp(started, { next_step_at: null, settle_route: route }), now);
}

function attemptOver(payment: Payment, reason: string, now: Date): Decision {
  return nextOfRoute(payment) === null
    ? roundOver(payment, reason, now)
    : applied(withRamp(payment, { next_step_at: now.toISOString() }), now);
}

function roundOver(payment: Payment, reason: string, now: Date): Decision {
  const { settle_round } = rampOf(payment);
  const pauseMs = PAUSES_BETWEEN_ROUNDS_MS[settle_round];
  const isLast = pauseMs === undefined;
  const next_step_at = new Date(now.getTime() + (pauseMs ?? 0)).toISOString();
  const round = { settle_round: settle_round + 1, settle_route: [], round_starts_at: payment.progress.attempts.length };
  const change: Partial<RampProgress> = isLast ? { step: "refunding", next_step_at } : { ...round, next_step_at };
  const effect = isLast ? "failed permanently and the first is being returned" : "failed and is tried again";
  const note = `the second leg ${effect}: ${reason}`;
  const next = withProgress(withRamp({ ...payment, nextAction: { type: "wait" } }, change), { failure_reason: reason });
  return applied(withTimeline(next, payment.status, "dispatch", note, now), now);
}

function ended(payment: Payment): Payment {
  return withRamp({ ...payment, nextAction: null }, { step: "ended", next_step_at: null, collection_under_way: false });
}
