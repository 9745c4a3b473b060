import { fundsAt } from "#src/record/ledger/index.ts";
import { Money } from "@corridor/base/money.ts";
import {
  applied,
  changeStatus,
  type Context,
  createMoveRules,
  decideGiveBack,
  type Decision,
  type GiveBackMove,
  type KindMove,
  ledgerOfCollection,
  ledgerOfCompletion,
  ledgerOfRefund,
  ledgerOfRefundElsewhere,
  ledgerOfReversal,
  type LegTable,
  type LegTerms,
  news,
  nextCandidateOf,
  objectionOfDispute,
  objectionToReviewer,
  type Payment,
  type PaymentStatus,
  phaseOf,
  refundUnbooked,
  refuse,
  startGiveBack,
  withProgress,
  withTimeline,
} from "#src/payments/core/index.ts";

/**
 * A plain payment is one leg:
 *
 *   leg           waiting              in doubt               postponed      succeeded  failed, exhausted  canceled
 *   status        pending, processing  pending, check_status  pending, wait  completed  failed             canceled
 *   payin posts                                                              provider -> settlement
 *   payout posts                                                             in transit -> provider       to its source
 *
 * A payout may wait for a second person first; a completed payin may be refunded, in whole or in parts.
 *
 * A payin in another currency has succeeded when its money arrives, and is then `processing` until the market has been
 * compared with its locked rate: near the rate it is converted and `completed`, otherwise given back and `failed`.
 */
const TERMS: LegTerms = {
  forCustomer: true,
  deadline: "providers",
  mayGoOn: false,
  sendsAgain: true,
  keepsInstructions: false,
};
/** Card data is not stored, so the request cannot be sent again. */
const CARD_TERMS: LegTerms = { ...TERMS, sendsAgain: false };

const table: LegTable = {
  waiting(payment, { stage, partly, note, isNews }, { source, now }) {
    // A partial amount leaves the payment waiting for the rest, and only a pending payment can wait and expire.
    const to = !partly ? stage : payment.status === "processing" ? "processing" : "pending";
    return isNews && payment.status === to
      ? news(payment, source, note!, now)
      : changeStatus(payment, to, source, note, now);
  },
  in_doubt: (payment, { reason }, { source, now }) =>
    changeStatus({ ...payment, nextAction: { type: "check_status" } }, "pending", source, reason, now),
  postponed: (payment, { reason }, { source, now }) =>
    changeStatus({ ...payment, nextAction: { type: "wait" } }, "pending", source, reason, now),
  held: (payment, { reason }, { source, now }) =>
    applied(withTimeline({ ...payment, nextAction: { type: "wait" } }, payment.status, source, reason, now), now),
  succeeded: (payment, { note }, context) =>
    isConverted(payment) ? collected(payment, note, context) : moved(payment, "completed", note, context),
  failed: (payment, { reason, note }, context) => failed(payment, reason, note, context),
  exhausted: (payment, { reason }, context) => failed(payment, reason, reason, context),
  canceled: (payment, { note }, context) => moved(payment, "canceled", note, context),
};

function failed(payment: Payment, reason: string, note: string | null, context: Context): Decision {
  return moved(withProgress({ ...payment, nextAction: null }, { failure_reason: reason }), "failed", note, context);
}

function isConverted({ direction, orgRateId, amount, targetAmount }: Payment): boolean {
  return direction === "inbound" && orgRateId !== null && amount.currency !== targetAmount.currency;
}

function collected(payment: Payment, note: string | null, { source, now }: Context): Decision {
  const own = { next_step_at: now.toISOString(), refund_id: null, refund_tries: 0 };
  const arrived = withProgress(payment, { conversion: { step: "comparing", ...own } });
  return changeStatus({ ...arrived, nextAction: { type: "wait" } }, "processing", source, note, now);
}

function compared(payment: Payment, move: Extract<KindMove, { type: "rate_held" | "rate_left" }>, now: Date): Decision {
  const { conversion } = payment.progress;
  if (conversion?.step !== "comparing") return refuse(payment, "no money of this payment waits for its conversion");
  if (move.type === "rate_left")
    return {
      ...startGiveBack(payment, move.reason, now),
      ledger: [ledgerOfCollection(payment, payment.provider!, now)],
    };
  const done = { ...conversion, step: "ended", next_step_at: null } as const;
  const converted = withProgress({ ...payment, nextAction: null }, { conversion: done });
  return moved(converted, "completed", "converted at the locked rate", { source: "dispatch", now });
}

/** A status change with its postings. */
function moved(
  payment: Payment,
  to: PaymentStatus,
  note: string | null,
  { source, now }: Pick<Context, "source" | "now">,
): Decision {
  const decision = changeStatus(payment, to, source, note, now);
  if (decision.outcome !== "applied" || decision.payment.status === payment.status) return decision;
  const ledger = to === "completed" ? ledgerOfCompletion : phaseOf(to) === "unsuccessful" ? ledgerOfReversal : null;
  return ledger === null ? decision : { ...decision, ledger: ledger(decision.payment, now) };
}

const ONLY_RAMPS = "only a ramp has a second leg";
const STATES = {
  starting: "open",
  review: "open",
  open: "open",
  succeeded: "succeeded",
  unsuccessful: "unsuccessful",
} as const;

export const decideMove = createMoveRules({
  customerLeg: "payment",
  legOf: ({ status, amount, direction, paymentMethod, progress: { route, attempts, conversion } }) => ({
    name: "payment",
    amount,
    state: conversion === undefined ? STATES[phaseOf(status)] : "succeeded",
    stage: status === "pending" || status === "processing" ? status : null,
    waits: status === "pending",
    failedAttempts: attempts.filter(({ outcome }) => outcome === "failed").map(({ attempt_id }) => attempt_id),
    terms:
      paymentMethod === "card"
        ? CARD_TERMS
        : { ...TERMS, mayGoOn: direction === "outbound" && nextCandidateOf(route, attempts) !== null },
  }),
  tableOf: () => table,
  decideOwn(payment, move, now) {
    switch (move.type) {
      case "reviewed":
      case "confirmed":
      case "rejected":
        return review(payment, move, now);
      case "rate_held":
      case "rate_left":
        return compared(payment, move, now);
      case "refund_reserved":
      case "refund_settled":
      case "refund_impossible":
        return refunded(payment, move, now);
      case "refunded_elsewhere":
        return refundedElsewhere(payment, move, now);
      case "settle_started":
      case "settle_impossible":
        return refuse(payment, ONLY_RAMPS);
    }
  },
});

/* ---- a second person ---- */

function review(
  payment: Payment,
  move: Extract<KindMove, { type: "reviewed" | "confirmed" | "rejected" }>,
  now: Date,
): Decision {
  const objection = objectionToReviewer(payment, move.by);
  if (objection !== null) return refuse(payment, objection);
  // The person who decides can be another than the first reviewer, so only the comment of the latest decision is kept.
  const { comments: _, ...progress } = payment.progress;
  const seen: Payment = {
    ...payment,
    progress: { ...progress, reviewed_by: move.by, ...(move.comment === null ? {} : { comments: move.comment }) },
  };
  const by = { source: "person", now } as const;
  if (move.type === "reviewed") {
    if (payment.status !== "initiated" || payment.progress.attempts.length > 0)
      return refuse(payment, `a ${payment.status} payment cannot be reviewed`);
    return moved(seen, "reviewed", move.comment, by);
  }
  if (payment.status !== "reviewed") return refuse(payment, `a ${payment.status} payment is not under review`);
  if (move.type === "rejected") return moved({ ...seen, nextAction: null }, "rejected", move.comment, by);
  // The payer has as much time as without a review.
  const expiresAt =
    payment.expiresAt === null
      ? null
      : new Date(now.getTime() + payment.expiresAt.getTime() - payment.createdAt.getTime());
  return moved(
    withProgress({ ...seen, expiresAt }, { attempts: [...payment.progress.attempts, move.next] }),
    "confirmed",
    move.comment,
    by,
  );
}

/* ---- refunds ---- */

function refunded(payment: Payment, move: GiveBackMove, now: Date): Decision {
  if (phaseOf(payment.status) !== "succeeded" && payment.progress.conversion !== undefined)
    return decideGiveBack(payment, move, now);
  if (move.type === "refund_impossible") return refuse(payment, ONLY_RAMPS);
  return move.type === "refund_reserved" ? refundReserved(payment, move, now) : refundSettled(payment, move, now);
}

function refundReserved(payment: Payment, move: Extract<KindMove, { type: "refund_reserved" }>, now: Date): Decision {
  if (payment.direction !== "inbound" || payment.status !== "completed")
    return refuse(payment, `a ${payment.status} ${payment.direction} payment cannot be refunded`);
  const disputed = objectionOfDispute(payment);
  if (disputed !== null) return refuse(payment, disputed);
  const together = payment.refundedAmount.plus(move.amount);
  if (together.compare(payment.amount) > 0)
    return refuse(
      payment,
      `refunds would exceed the payment: ${payment.amount.minus(payment.refundedAmount).toString()} is left`,
    );
  return applied({ ...payment, refundedAmount: together }, now, [
    ledgerOfRefund(payment, move, "reserved", fundsAt(payment.provider), payment.provider, now),
  ]);
}

/** Reserved and settled in one step. It has already happened, so no floor refuses it. */
function refundedElsewhere(
  payment: Payment,
  move: Extract<KindMove, { type: "refunded_elsewhere" }>,
  now: Date,
): Decision {
  const together =
    payment.refundedAmount.currency === move.amount.currency ? payment.refundedAmount.plus(move.amount) : null;
  const isTaken = payment.direction === "inbound" && payment.status === "completed" && payment.provider === move.from;
  if (!isTaken || together === null || together.compare(payment.amount) > 0) return refundUnbooked(payment, move);
  return {
    ...refundCounted({ ...payment, refundedAmount: together }, move.amount, now),
    ledger: [ledgerOfRefundElsewhere(payment, move, now)],
  };
}

function refundSettled(payment: Payment, move: Extract<KindMove, { type: "refund_settled" }>, now: Date): Decision {
  const ledger = [ledgerOfRefund(payment, move, move.status, fundsAt(payment.provider), payment.provider, now)];
  if (move.status === "failed") {
    const freed: Payment = { ...payment, refundedAmount: payment.refundedAmount.minus(move.amount) };
    return { ...news(freed, "action", `a refund of ${move.amount.toString()} failed`, now), ledger };
  }
  return { ...refundCounted(payment, move.amount, now), ledger };
}

/** A payment is refunded once all of its money is back with the payer. */
function refundCounted(payment: Payment, amount: Money, now: Date): Decision {
  const total = Money.parse(payment.progress.refunds_completed ?? "0", payment.amount.currency).plus(amount);
  const counted = withProgress(payment, { refunds_completed: total.toDatabase() });
  return total.equals(payment.amount)
    ? changeStatus(counted, "refunded", "action", "refunded in full", now)
    : news(counted, "action", `refunded ${total.toString()} of ${payment.amount.toString()}`, now);
}
