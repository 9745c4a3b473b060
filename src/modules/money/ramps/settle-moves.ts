import { nextCandidate } from "#src/modules/money/payments/providers/dispatch-request.ts";
import type { Attempt, MoveSource, Payment } from "#src/modules/money/payments/payment.ts";
import { isFinal } from "#src/modules/money/payments/payment-status.ts";
import {
  addToTimeline,
  applied,
  changeStatus,
  contradiction,
  type Decision,
  inDoubt,
  isOlderThanLastWord,
  type Move,
  refuse,
  unchanged,
  withAttempt,
} from "#src/modules/money/payments/rules/payment-moves.ts";
import type { PaymentUpdate } from "#src/providers/provider.ts";
import { liveSettlement, rampOf, withRamp } from "./ramp.ts";
import { ledgerOfSettlement } from "./ramp-ledger.ts";

/**
 * The second leg: what the customer gets. It goes along its route until a provider delivers; a round that found none is followed by another
 * after a pause, and after the last one the first leg is given back.
 *
 *   no live attempt --settle_started--> live --completed--> done
 *         ^                              |
 *         +--refused, or taken and failed+      unknown: live, and asked about; nobody else is tried meanwhile
 *
 * An attempt that was given up and then says it delivered after all is believed as long as nothing else was set in motion; else it is a
 * contradiction that a person must look at, because the customer may have been paid twice.
 */
type Of<T extends Move["type"]> = Extract<Move, { type: T }>;

/** Short: while we try again the rate is ours to bear, and the customer has paid and waits. */
const PAUSES_BETWEEN_ROUNDS_MS = [5_000, 30_000, 120_000] as const;
export const MAX_ROUNDS = PAUSES_BETWEEN_ROUNDS_MS.length + 1;

export function settleStarted(payment: Payment, move: Of<"settle_started">, now: Date): Decision {
  if (!isReady(payment)) return refuse(payment, "the second leg is already under way, or not due");
  const started = withAttempt({ ...payment, nextAction: { type: "wait" }, updatedAt: now }, move.attempt);
  return applied(withRamp(started, { next_step_at: null, settle_route: move.route }));
}

/** Nobody is configured to carry the second leg just now: that is a round without result, like one in which all refuse. */
export function settleImpossible(payment: Payment, move: Of<"settle_impossible">, now: Date): Decision {
  if (!isReady(payment)) return refuse(payment, "the second leg is already under way, or not due");
  return roundOver(withRamp(payment, { settle_route: move.route }), move.reason, now);
}

export function settleAccepted(payment: Payment, attempt: Attempt, move: Of<"accepted">, now: Date): Decision {
  const { result } = move;
  if (attempt.outcome === "accepted") return unchanged(payment);
  if (attempt.outcome === "refused" && !mayBelieveAgain(payment))
    return contradiction(payment, attempt, "accepted_after_refusal", `${attempt.provider} accepted a second leg that was taken as refused`, result);
  const held = take(payment, attempt, { providerPaymentId: result.providerPaymentId, providerStatus: result.providerStatus, data: result.data }, now);
  return result.status === "completed" ? settled(held, attempt, move.source ?? "dispatch", now) : applied(held);
}

export function settleRefused(payment: Payment, attempt: Attempt, move: Of<"refused">, now: Date): Decision {
  if (attempt.outcome === "accepted" || attempt.outcome === "refused") return unchanged(payment);
  const marked = { ...withAttempt(payment, { ...attempt, outcome: "refused", reason: move.reason, finished_at: now.toISOString() }), updatedAt: now };
  return move.next === null ? attemptOver(marked, move.reason, now) : applied(withAttempt(marked, move.next));
}

export function settleUnknown(payment: Payment, attempt: Attempt, move: Of<"unknown">, now: Date): Decision {
  if (attempt.outcome !== "dispatching") return unchanged(payment);
  return applied({ ...withAttempt(payment, inDoubt(attempt, move, now)), updatedAt: now });
}

export function settleSaid(payment: Payment, attempt: Attempt, move: Of<"provider_said">, now: Date): Decision {
  const { update } = move;
  if (isGivenUp(payment, attempt)) return saidAfterGivenUp(payment, attempt, move, now);
  if (isFinal(payment.status))
    return update.status === "failed"
      ? contradiction(payment, attempt, "contradicts_final_status", `${attempt.provider} says failed of a second leg that it had delivered`, update)
      : unchanged(payment);
  if (isOlderThanLastWord(payment, update)) return unchanged(payment);
  const told = take(payment, attempt, update, now);
  switch (update.status) {
    case "completed":
      return settled(told, attempt, move.source, now);
    case "failed":
      return failedAfterAcceptance(told, attempt, update.reason ?? update.providerStatus, now);
    case "pending":
    case "processing":
      return attempt.outcome === "accepted" && payment.providerStatus === update.providerStatus ? unchanged(payment) : applied(told);
  }
}

/* ---- the pieces ---- */

function isReady(payment: Payment): boolean {
  return payment.status === "processing" && rampOf(payment).step === "settling" && liveSettlement(payment) === undefined;
}

function isGivenUp(payment: Payment, attempt: Attempt): boolean {
  return attempt.outcome === "refused" || rampOf(payment).failed_attempts.includes(attempt.attempt_id);
}

/** Nothing else was set in motion since: no other attempt, no refund. */
function mayBelieveAgain(payment: Payment): boolean {
  const { step, refund_id } = rampOf(payment);
  return payment.status === "processing" && liveSettlement(payment) === undefined && (step === "settling" || (step === "refunding" && refund_id === null));
}

function saidAfterGivenUp(payment: Payment, attempt: Attempt, move: Of<"provider_said">, now: Date): Decision {
  const { update } = move;
  if (update.status === "failed") return unchanged(payment);
  const failedBefore = attempt.outcome !== "refused";
  if (failedBefore && update.status !== "completed") return unchanged(payment); // An early word that was overtaken.
  if (!mayBelieveAgain(payment))
    return contradiction(
      payment,
      attempt,
      "settled_twice",
      `${attempt.provider} says ${update.status} of a second leg that was given up, and another way was taken since`,
      update,
    );
  const told = take(payment, attempt, update, now);
  return update.status === "completed" ? settled(told, attempt, move.source, now) : applied(told);
}

/** The attempt holds the second leg, and it is the last of the list, where the live one is looked for. */
function take(
  payment: Payment,
  attempt: Attempt,
  word: Pick<PaymentUpdate, "providerPaymentId" | "providerStatus" | "data" | "occurredAt">,
  now: Date,
): Payment {
  const { attempts } = payment.progress;
  const providerPaymentId = word.providerPaymentId ?? attempt.provider_payment_id;
  const held: Attempt = {
    ...attempt,
    outcome: "accepted",
    reason: null,
    provider_payment_id: providerPaymentId,
    finished_at: attempt.finished_at ?? now.toISOString(),
  };
  const taken: Payment = {
    ...payment,
    provider: attempt.provider,
    providerPaymentId,
    providerStatus: word.providerStatus,
    updatedAt: now,
    progress: {
      ...payment.progress,
      attempts:
        attempts.at(-1)?.attempt_id === attempt.attempt_id
          ? attempts.with(-1, held)
          : [...attempts.filter((one) => one.attempt_id !== attempt.attempt_id), held],
      ...(word.data === undefined ? {} : { provider_data: word.data }),
      ...(word.occurredAt === undefined ? {} : { last_word_at: word.occurredAt.toISOString() }),
    },
  };
  return withRamp(taken, {
    step: "settling",
    next_step_at: null,
    failed_attempts: rampOf(payment).failed_attempts.filter((id) => id !== attempt.attempt_id),
    ...(word.data === undefined ? {} : { settlement: word.data }),
  });
}

function settled(told: Payment, attempt: Attempt, source: MoveSource, now: Date): Decision {
  const { failure_reason: _, ...progress } = told.progress; // Of rounds before this one.
  const done = withRamp({ ...told, nextAction: null, progress }, { step: "ended", next_step_at: null });
  const decision = changeStatus(done, "completed", source, `delivered ${told.targetAmount.toString()}`, now);
  decision.ledger.push(ledgerOfSettlement(told, attempt.provider, now));
  return decision;
}

function failedAfterAcceptance(told: Payment, attempt: Attempt, reason: string, now: Date): Decision {
  const noted = withAttempt(told, { ...told.progress.attempts.at(-1)!, reason });
  return attemptOver(withRamp(noted, { failed_attempts: [...rampOf(told).failed_attempts, attempt.attempt_id] }), reason, now);
}

function attemptOver(payment: Payment, reason: string, now: Date): Decision {
  if (nextCandidate(payment) === null) return roundOver(payment, reason, now);
  return applied(withRamp({ ...payment, updatedAt: now }, { next_step_at: now.toISOString() }));
}

function roundOver(payment: Payment, reason: string, now: Date): Decision {
  const { settle_round } = rampOf(payment);
  const pauseMs = PAUSES_BETWEEN_ROUNDS_MS[settle_round];
  const next =
    pauseMs === undefined
      ? withRamp(payment, { step: "refunding", next_step_at: now.toISOString() })
      : withRamp(payment, {
          settle_round: settle_round + 1,
          settle_route: [],
          round_starts_at: payment.progress.attempts.length,
          next_step_at: new Date(now.getTime() + pauseMs).toISOString(),
        });
  const note =
    pauseMs === undefined ? `the second leg failed for good and the first is given back: ${reason}` : `the second leg failed and is tried again: ${reason}`;
  const noted: Payment = { ...next, nextAction: { type: "wait" }, updatedAt: now, progress: { ...next.progress, failure_reason: reason } };
  return applied(addToTimeline(noted, { from: payment.status, to: payment.status, source: "dispatch", note }, now));
}
