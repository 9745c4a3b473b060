import type { Attempt, Payment } from "#src/modules/money/payments/payment.ts";
import { isFinal } from "#src/modules/money/payments/payment-status.ts";
import {
  addToTimeline,
  answerAfterWord,
  applied,
  changeStatus,
  contradiction,
  type Decision,
  expiryOf,
  inDoubt,
  isHeldByProvider,
  isOlderThanLastWord,
  type Move,
  nextActionAfter,
  receivedSoFar,
  refuse,
  type ReconciliationItem,
  unchanged,
  withAttempt,
} from "#src/modules/money/payments/rules/payment-moves.ts";
import { Money } from "#src/platform/money.ts";
import type { NextAction, PaymentUpdate, ProviderName } from "#src/providers/provider.ts";
import { rampOf, withRamp } from "./ramp.ts";
import { ledgerOfCollection, ledgerOfUnexpectedFunds } from "./ramp-ledger.ts";

/**
 * The first leg: what the customer pays in. Less than the amount keeps the ramp waiting until its time is over; the amount lets the second
 * leg begin at once; whatever arrives beyond it, or after the end, goes to suspense with an item for a person.
 */
type Of<T extends Move["type"]> = Extract<Move, { type: T }>;

/* ---- what the provider answered to our dispatch ---- */

export function collectAccepted(payment: Payment, attempt: Attempt, move: Of<"accepted">, now: Date): Decision {
  const { result } = move;
  if (attempt.outcome === "accepted") return answerAfterWord(payment, result, now);
  if (attempt.outcome === "refused")
    return contradiction(payment, attempt, "accepted_after_refusal", `${attempt.provider} accepted an attempt that was taken as refused`, result);
  if (isFinal(payment.status))
    return contradiction(payment, attempt, "accepted_after_end", `${attempt.provider} accepted a ramp that is already ${payment.status}`, result);
  const held = withRamp(
    {
      ...withAttempt(payment, { ...attempt, outcome: "accepted", reason: null, provider_payment_id: result.providerPaymentId, finished_at: now.toISOString() }),
      provider: attempt.provider,
      providerPaymentId: result.providerPaymentId,
      providerStatus: result.providerStatus,
      nextAction: result.nextAction ?? null,
      expiresAt: earlier(payment.expiresAt, expiryOf(result.nextAction)),
    },
    { collection_under_way: result.status === "processing" },
  );
  const told = result.data === undefined ? held : withProgress(held, { provider_data: result.data });
  const source = move.source ?? "dispatch";
  return result.status === "completed" ? collected(told, attempt.provider, payment.amount, source, now) : changeStatus(told, "pending", source, null, now);
}

export function collectRefused(payment: Payment, attempt: Attempt, move: Of<"refused">, now: Date): Decision {
  if (attempt.outcome === "accepted" || attempt.outcome === "refused") return unchanged(payment);
  const marked = { ...withAttempt(payment, { ...attempt, outcome: "refused", reason: move.reason, finished_at: now.toISOString() }), updatedAt: now };
  if (isFinal(payment.status)) return applied(marked);
  if (move.next !== null) return applied(withAttempt(marked, move.next));
  return changeStatus(ended(withProgress(marked, { failure_reason: move.reason })), "failed", move.source ?? "dispatch", move.reason, now);
}

export function collectUnknown(payment: Payment, attempt: Attempt, move: Of<"unknown">, now: Date): Decision {
  if (attempt.outcome !== "dispatching" || isFinal(payment.status)) return unchanged(payment);
  const marked = withAttempt(payment, inDoubt(attempt, move, now));
  return changeStatus({ ...marked, provider: attempt.provider, nextAction: { type: "check_status" } }, "pending", "dispatch", move.reason, now);
}

/* ---- what the provider says later ---- */

export function collectSaid(payment: Payment, attempt: Attempt, move: Of<"provider_said">, now: Date): Decision {
  const { update } = move;
  if (attempt.outcome === "refused") {
    return update.status === "failed"
      ? unchanged(payment)
      : contradiction(payment, attempt, "accepted_after_refusal", `${attempt.provider} says ${update.status} of an attempt that was taken as refused`, update);
  }
  if (isFinal(payment.status) || rampOf(payment).step !== "collecting") return saidAfterwards(payment, attempt, update, now);
  if (isOlderThanLastWord(payment, update)) return unchanged(payment);

  const received = totalReceived(payment, update);
  const told = hear(payment, attempt, move, received, now);
  if (update.status === "failed") return collectFailed(told, attempt.provider, update.reason ?? update.providerStatus, received, move, now);
  if (update.status === "completed" && received.compare(payment.amount) >= 0) return collected(told, attempt.provider, received, move.source, now);
  return waiting(payment, told, received, move, now);
}

/** Totals only grow: an older word that comes late cannot take money back. One that says "completed" without a figure means the amount. */
function totalReceived(payment: Payment, update: PaymentUpdate): Money {
  const known = receivedSoFar(payment);
  const said = update.receivedAmount ?? (update.status === "completed" ? payment.amount : known);
  return said.compare(known) > 0 ? said : known;
}

function hear(payment: Payment, attempt: Attempt, move: Of<"provider_said">, received: Money, now: Date): Payment {
  const { update } = move;
  const known: Payment = {
    ...withAttempt(payment, {
      ...attempt,
      outcome: "accepted",
      reason: null,
      provider_payment_id: update.providerPaymentId ?? attempt.provider_payment_id,
      finished_at: attempt.finished_at ?? now.toISOString(),
    }),
    provider: attempt.provider,
    providerPaymentId: update.providerPaymentId ?? attempt.provider_payment_id,
    providerStatus: update.providerStatus,
    nextAction: actionWhileWaiting(payment, move),
    expiresAt: earlier(payment.expiresAt, expiryOf(move.nextAction)),
  };
  return withProgress(withRamp(known, { collection_under_way: update.status === "processing" }), {
    ...(update.data === undefined ? {} : { provider_data: update.data }),
    ...(update.occurredAt === undefined ? {} : { last_word_at: update.occurredAt.toISOString() }),
    ...(received.isZero() ? {} : { received_amount: received.toDatabase() }),
  });
}

/** Instructions to pay in hold until the end: a customer who sent too little needs them again while the first deposit is being confirmed. */
function actionWhileWaiting(payment: Payment, move: Of<"provider_said">): NextAction | null {
  if (move.nextAction !== undefined && move.nextAction.type !== "wait") return move.nextAction;
  const shown = payment.nextAction;
  if (shown?.type === "bank_transfer" || shown?.type === "crypto_transfer") return shown;
  return move.nextAction ?? nextActionAfter(payment, move.update);
}

function waiting(before: Payment, told: Payment, received: Money, move: Of<"provider_said">, now: Date): Decision {
  const arrived = received.compare(receivedSoFar(before)) > 0;
  if (!arrived && saysNothingNew(before, told)) return unchanged(before);
  const decision = changeStatus(told, "pending", move.source, null, now);
  if (!arrived) return decision;
  const note = `received ${received.toString()} of ${told.amount.toString()}`;
  return {
    ...decision,
    isNews: true,
    payment: addToTimeline(decision.payment, { from: before.status, to: decision.payment.status, source: move.source, note }, now),
  };
}

/** A poll that finds everything as it was must not write the row again. */
function saysNothingNew(before: Payment, told: Payment): boolean {
  return (
    before.status === "pending" &&
    before.providerStatus === told.providerStatus &&
    before.providerPaymentId === told.providerPaymentId &&
    rampOf(before).collection_under_way === rampOf(told).collection_under_way &&
    before.nextAction?.type === told.nextAction?.type &&
    before.progress.attempts.at(-1)?.outcome === "accepted"
  );
}

function collected(told: Payment, provider: ProviderName, received: Money, source: Of<"provider_said">["source"], now: Date): Decision {
  const { last_word_at: _, ...progress } = told.progress; // The provider of the second leg has a clock of its own.
  const ready = withRamp(
    { ...told, nextAction: { type: "wait" }, progress: { ...progress, received_amount: received.toDatabase() } },
    { step: "settling", next_step_at: now.toISOString(), collection_under_way: false, round_starts_at: told.progress.attempts.length },
  );
  const decision = changeStatus(ready, "processing", source, `collected ${told.amount.toString()}`, now);
  decision.ledger.push(ledgerOfCollection(told, provider, now));
  const excess = received.minus(told.amount);
  if (excess.isPositive()) {
    decision.ledger.push(ledgerOfUnexpectedFunds(told, provider, excess, received, now));
    decision.items.push(funds("overpaid", provider, `received ${received.toString()} for a ramp of ${told.amount.toString()}`, received, excess));
  }
  return decision;
}

function collectFailed(told: Payment, provider: ProviderName, reason: string, received: Money, move: Of<"provider_said">, now: Date): Decision {
  const ranOut = told.status === "pending" && told.expiresAt !== null && told.expiresAt <= now;
  const over = ended(withProgress(told, ranOut ? {} : { failure_reason: reason }));
  const decision = changeStatus(over, ranOut ? "canceled" : "failed", move.source, reason, now);
  return keepPartApart(decision, told, provider, received, now);
}

/** More money for a ramp that has its own, or is over; otherwise a repeat, or a contradiction. */
function saidAfterwards(payment: Payment, attempt: Attempt, update: PaymentUpdate, now: Date): Decision {
  const received = totalReceived(payment, update);
  const more = received.minus(receivedSoFar(payment));
  if (more.isPositive()) {
    const late = isFinal(payment.status) && payment.status !== "completed";
    const message = late
      ? `received ${more.toString()} for a ramp that was already ${payment.status}`
      : `received ${more.toString()} beyond the ${payment.amount.toString()} of the ramp`;
    return {
      ...applied({ ...withProgress(payment, { received_amount: received.toDatabase() }), updatedAt: now }),
      isNews: true,
      ledger: [ledgerOfUnexpectedFunds(payment, attempt.provider, more, received, now)],
      items: [funds(late ? "late_deposit" : "overpaid", attempt.provider, message, received, more)],
    };
  }
  const wasCollected = received.compare(payment.amount) >= 0;
  if (update.status !== "failed" || !wasCollected) return unchanged(payment);
  return contradiction(payment, attempt, "collection_denied", `${attempt.provider} says failed of a first leg that it had said was collected`, update);
}

/* ---- people and time ---- */

export function collectCanceled(payment: Payment, move: Of<"canceled">, now: Date): Decision {
  if (payment.status !== "pending") return refuse(payment, `a ${payment.status} ramp cannot be canceled`);
  if (!isHeldByProvider(payment)) return refuse(payment, "whether the provider has accepted the ramp is not known yet");
  if (!receivedSoFar(payment).isZero()) return refuse(payment, "money has already arrived for this ramp");
  return changeStatus(ended(payment), "canceled", move.source, move.note, now);
}

export function collectExpired(payment: Payment, now: Date): Decision {
  const isDue = payment.status === "pending" && payment.expiresAt !== null && payment.expiresAt <= now;
  if (!isDue || !isHeldByProvider(payment) || rampOf(payment).collection_under_way) return unchanged(payment);
  const decision = changeStatus(ended(payment), "canceled", "expiry", "the time to pay ran out", now);
  return keepPartApart(decision, payment, payment.provider!, receivedSoFar(payment), now);
}

/* ---- the pieces ---- */

function keepPartApart(decision: Decision, payment: Payment, provider: ProviderName, received: Money, now: Date): Decision {
  if (received.isZero()) return decision;
  decision.ledger.push(ledgerOfUnexpectedFunds(payment, provider, received, received, now));
  decision.items.push(funds("underpaid", provider, `only ${received.toString()} of ${payment.amount.toString()} arrived in time`, received, received));
  return decision;
}

function funds(kind: string, provider: ProviderName, message: string, received: Money, toDecide: Money): ReconciliationItem {
  return { kind, provider, message, detail: { received: received.toDatabase(), in_suspense: toDecide.toDatabase(), currency: received.currency } };
}

function ended(payment: Payment): Payment {
  return withRamp({ ...payment, nextAction: null }, { step: "ended", next_step_at: null, collection_under_way: false });
}

function withProgress(payment: Payment, change: Partial<Payment["progress"]>): Payment {
  return { ...payment, progress: { ...payment.progress, ...change } };
}

/** Our own time stands; a provider whose instructions end sooner makes it shorter. */
function earlier(ours: Date | null, theirs: Date | undefined): Date | null {
  if (theirs === undefined || ours === null) return ours ?? theirs ?? null;
  return theirs < ours ? theirs : ours;
}
