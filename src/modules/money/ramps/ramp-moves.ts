import { currentAttempt, type Payment } from "#src/modules/money/payments/payment.ts";
import { isFinal } from "#src/modules/money/payments/payment-status.ts";
import {
  applied,
  type Decision,
  findAttempt,
  misplacedWord,
  type Move,
  objectionToPerson,
  refuse,
  unchanged,
  wordOfPerson,
} from "#src/modules/money/payments/rules/payment-moves.ts";
import { collectAccepted, collectCanceled, collectExpired, collectRefused, collectSaid, collectUnknown } from "./collect-moves.ts";
import { ledgerOfFeeReturn } from "./ramp-ledger.ts";
import { refundImpossible, refundReserved, refundSettled } from "./refund-moves.ts";
import { settleAccepted, settleImpossible, settleRefused, settleSaid, settleStarted, settleUnknown } from "./settle-moves.ts";

/**
 * Everything that can happen to a ramp after its creation, and what each does to it; pure, and asked by `applyTransition` under the row's
 * lock, as `decideMove` is for other payments. A word about an attempt goes to the leg which that attempt carries.
 */
export function decideRampMove(payment: Payment, move: Move, now: Date): Decision {
  const decision = decide(payment, move, now);
  if (decision.outcome !== "applied") return { ...decision, payment };
  const endsUndelivered = isFinal(decision.payment.status) && !isFinal(payment.status) && decision.payment.status !== "completed";
  return endsUndelivered ? { ...decision, ledger: [...decision.ledger, ...ledgerOfFeeReturn(payment, now)] } : decision;
}

function decide(payment: Payment, move: Move, now: Date): Decision {
  switch (move.type) {
    case "accepted":
    case "refused":
    case "unknown":
      return answered(payment, move, now);
    case "provider_said":
      return said(payment, move, now);
    case "operator_said":
      return operatorSaid(payment, move, now);
    case "next_action":
      return isFinal(payment.status) ? unchanged(payment) : applied({ ...payment, nextAction: move.nextAction, updatedAt: now });
    case "canceled":
      return collectCanceled(payment, move, now);
    case "expired":
      return collectExpired(payment, now);
    case "settle_started":
      return settleStarted(payment, move, now);
    case "settle_impossible":
      return settleImpossible(payment, move, now);
    case "refund_reserved":
      return refundReserved(payment, move, now);
    case "refund_settled":
      return refundSettled(payment, move, now);
    case "refund_impossible":
      return refundImpossible(payment, move, now);
    case "reviewed":
    case "confirmed":
    case "rejected":
      return refuse(payment, "a ramp is not reviewed: it pays out nothing but what it collected");
  }
}

function answered(payment: Payment, move: Extract<Move, { type: "accepted" | "refused" | "unknown" }>, now: Date): Decision {
  const attempt = findAttempt(payment, move.attemptId);
  if (attempt === undefined) return refuse(payment, "no such attempt");
  const settling = attempt.leg === "settle";
  switch (move.type) {
    case "accepted":
      return (settling ? settleAccepted : collectAccepted)(payment, attempt, move, now);
    case "refused":
      return (settling ? settleRefused : collectRefused)(payment, attempt, move, now);
    case "unknown":
      return (settling ? settleUnknown : collectUnknown)(payment, attempt, move, now);
  }
}

function said(payment: Payment, move: Extract<Move, { type: "provider_said" }>, now: Date): Decision {
  const attempt = findAttempt(payment, move.update.reference);
  if (attempt === undefined) return refuse(payment, "no attempt with that reference");
  return misplacedWord(payment, attempt, move) ?? (attempt.leg === "settle" ? settleSaid : collectSaid)(payment, attempt, move, now);
}

/** A person speaks about the leg that is under way, for the manual provider or for one that says nothing any more. */
function operatorSaid(payment: Payment, move: Extract<Move, { type: "operator_said" }>, now: Date): Decision {
  const attempt = currentAttempt(payment);
  const objection = objectionToPerson(attempt, now);
  if (objection !== null) return refuse(payment, objection);
  if (isFinal(payment.status)) return refuse(payment, `the ramp is already ${payment.status}`);
  const decision = said(payment, { type: "provider_said", update: wordOfPerson(attempt!, move), source: "person" }, now);
  if (decision.outcome !== "applied") return refuse(payment, "the leg that it would speak of is over");
  return { ...decision, payment: { ...decision.payment, progress: { ...decision.payment.progress, comments: move.comment } } };
}
