import type { LedgerTransaction } from "#src/modules/books/ledger/ledger.ts";
import { isoOf } from "#src/platform/instant.ts";
import { Money } from "#src/platform/money.ts";
import type { Accepted, NextAction, PaymentUpdate, ProviderName } from "#src/providers/provider.ts";
import { type Attempt, currentAttempt, type MoveSource, type Payment, type RouteCandidate } from "../payment.ts";
import { isFinal, mayMove, type PaymentStatus } from "../payment-status.ts";
import { ledgerOfCompletion, ledgerOfRefund, ledgerOfReversal, ledgerOfUnexpectedMoney } from "./payment-ledger.ts";

/**
 * Everything that can happen to a payment after its creation, and what each does to it: pure, so that the rules can be tested as
 * properties. `applyTransition` is the only caller; it reads the payment under a lock, asks here, and writes the answer.
 *
 * The order of truth: a final status is never changed by a provider's word (a contradiction opens a reconciliation item instead), an
 * attempt that was refused cannot come back to life unseen, and of two words about one attempt the later-spoken one counts.
 */
export type Move =
  | { type: "accepted"; attemptId: string; result: Accepted; source?: MoveSource }
  | { type: "refused"; attemptId: string; reason: string; next: Attempt | null; source?: MoveSource }
  | { type: "unknown"; attemptId: string; reason: string; providerPaymentId?: string | undefined }
  | {
      type: "provider_said";
      update: PaymentUpdate;
      source: MoveSource;
      nextAction?: NextAction;
      /** Who signed it, when it came unasked. */ from?: ProviderName;
    }
  | { type: "next_action"; nextAction: NextAction }
  | { type: "canceled"; note: string; source: MoveSource }
  | { type: "expired" }
  | { type: "reviewed"; by: string; comment: string | null }
  | { type: "confirmed"; by: string; comment: string | null; next: Attempt }
  | { type: "rejected"; by: string; comment: string | null }
  | { type: "operator_said"; status: "completed" | "failed"; by: string; comment: string }
  | { type: "refund_reserved"; refundId: string; amount: Money }
  | { type: "refund_settled"; refundId: string; amount: Money; status: "completed" | "failed" }
  | RampMove;

/** What happens between the legs of a ramp; the ramps module decides these, and no other payment has them. */
export type RampMove =
  | { type: "settle_started"; attempt: Attempt; route: RouteCandidate[] }
  | { type: "settle_impossible"; reason: string; route: RouteCandidate[] }
  | { type: "refund_impossible"; reason: string };

export type ReconciliationItem = { kind: string; provider: ProviderName | null; message: string; detail: Record<string, unknown> };

export type Decision = {
  /** `unchanged`: nothing to do, and that is fine (a repeat). `refused`: the caller asked for something that may not be. */
  outcome: "applied" | "unchanged" | "refused";
  reason?: string;
  payment: Payment;
  ledger: LedgerTransaction[];
  items: ReconciliationItem[];
  /** Worth an event although the status stays: money arrived, or a refund came to its end. */
  isNews?: boolean;
};

export function decideMove(payment: Payment, move: Move, now: Date): Decision {
  const decision = decide(payment, move, now);
  return decision.outcome === "applied" ? decision : { ...decision, payment };
}

function decide(payment: Payment, move: Move, now: Date): Decision {
  switch (move.type) {
    case "accepted":
      return accepted(payment, move, now);
    case "refused":
      return refusedByProvider(payment, move, now);
    case "unknown":
      return outcomeUnknown(payment, move, now);
    case "provider_said":
      return providerSaid(payment, move, now);
    case "next_action":
      return isFinal(payment.status) ? unchanged(payment) : applied({ ...payment, nextAction: move.nextAction, updatedAt: now });
    case "canceled":
      return canceled(payment, move, now);
    case "expired":
      return expired(payment, now);
    case "reviewed":
    case "confirmed":
    case "rejected":
      return review(payment, move, now);
    case "operator_said":
      return operatorSaid(payment, move, now);
    case "refund_reserved":
      return refundReserved(payment, move, now);
    case "refund_settled":
      return refundSettled(payment, move, now);
    case "settle_started":
    case "settle_impossible":
    case "refund_impossible":
      return refuse(payment, "only a ramp has a second leg");
  }
}

/* ---- what a provider answered to our dispatch ---- */

function accepted(payment: Payment, move: Extract<Move, { type: "accepted" }>, now: Date): Decision {
  const attempt = findAttempt(payment, move.attemptId);
  if (attempt === undefined) return refuse(payment, "no such attempt");
  if (attempt.outcome === "accepted") return answerAfterWord(payment, move.result, now);
  if (attempt.outcome === "refused")
    return contradiction(payment, attempt, "accepted_after_refusal", `${attempt.provider} accepted an attempt that was taken as refused`, move.result);
  const { result } = move;
  const held = withAttempt(payment, {
    ...attempt,
    outcome: "accepted",
    reason: null,
    provider_payment_id: result.providerPaymentId,
    finished_at: isoOf(now),
  });
  if (isFinal(payment.status))
    return contradiction(held, attempt, "accepted_after_end", `${attempt.provider} accepted a payment that is already ${payment.status}`, result);
  const carried: Payment = {
    ...held,
    provider: attempt.provider,
    providerPaymentId: result.providerPaymentId,
    providerStatus: result.providerStatus,
    nextAction: result.nextAction ?? null,
    expiresAt: expiryOf(result.nextAction) ?? payment.expiresAt,
    progress: { ...held.progress, ...(result.data === undefined ? {} : { provider_data: result.data }) },
  };
  return changeStatus(carried, result.status, move.source ?? "dispatch", null, now);
}

/** A callback or the recovery was quicker than the answer. How it stands is known from them; what the customer is to do, only the answer says. */
export function answerAfterWord(payment: Payment, result: Accepted, now: Date): Decision {
  if (payment.status !== "pending" || payment.nextAction !== null || result.nextAction === undefined) return unchanged(payment);
  return {
    ...applied({ ...payment, nextAction: result.nextAction, expiresAt: expiryOf(result.nextAction) ?? payment.expiresAt, updatedAt: now }),
    isNews: true,
  };
}

function refusedByProvider(payment: Payment, move: Extract<Move, { type: "refused" }>, now: Date): Decision {
  const attempt = findAttempt(payment, move.attemptId);
  if (attempt === undefined) return refuse(payment, "no such attempt");
  if (attempt.outcome === "accepted" || attempt.outcome === "refused") return unchanged(payment);
  const marked = withAttempt(payment, { ...attempt, outcome: "refused", reason: move.reason, finished_at: isoOf(now) });
  if (isFinal(payment.status)) return applied({ ...marked, updatedAt: now });
  if (move.next !== null) return applied(withAttempt({ ...marked, updatedAt: now }, move.next));
  return changeStatus(
    { ...marked, nextAction: null, progress: { ...marked.progress, failure_reason: move.reason } },
    "failed",
    move.source ?? "dispatch",
    move.reason,
    now,
  );
}

function outcomeUnknown(payment: Payment, move: Extract<Move, { type: "unknown" }>, now: Date): Decision {
  const attempt = findAttempt(payment, move.attemptId);
  if (attempt === undefined) return refuse(payment, "no such attempt");
  if (attempt.outcome !== "dispatching" || isFinal(payment.status)) return unchanged(payment);
  const marked = withAttempt(payment, inDoubt(attempt, move, now));
  return changeStatus({ ...marked, provider: attempt.provider, nextAction: { type: "check_status" } }, "pending", "dispatch", move.reason, now);
}

export function inDoubt(attempt: Attempt, { reason, providerPaymentId }: Extract<Move, { type: "unknown" }>, now: Date): Attempt {
  return { ...attempt, outcome: "unknown", reason, provider_payment_id: providerPaymentId ?? attempt.provider_payment_id, finished_at: isoOf(now) };
}

/* ---- what a provider says later: callback, poll, return, action ---- */

function providerSaid(payment: Payment, move: Extract<Move, { type: "provider_said" }>, now: Date): Decision {
  const { update } = move;
  const attempt = findAttempt(payment, update.reference);
  if (attempt === undefined) return refuse(payment, "no attempt with that reference");
  const misplaced = misplacedWord(payment, attempt, move);
  if (misplaced !== null) return misplaced;
  if (attempt.outcome === "refused") {
    return update.status === "failed"
      ? unchanged(payment)
      : contradiction(payment, attempt, "accepted_after_refusal", `${attempt.provider} says ${update.status} of an attempt that was taken as refused`, update);
  }
  if (isFinal(payment.status)) return wordAfterTheEnd(payment, attempt, update, now);
  if (isOlderThanLastWord(payment, update)) return unchanged(payment);

  const received = totalReceived(payment, update);
  const known: Payment = {
    ...withAttempt(payment, {
      ...attempt,
      outcome: "accepted",
      provider_payment_id: update.providerPaymentId ?? attempt.provider_payment_id,
      finished_at: attempt.finished_at ?? isoOf(now),
    }),
    provider: attempt.provider,
    providerPaymentId: update.providerPaymentId ?? payment.providerPaymentId,
    providerStatus: update.providerStatus,
    nextAction: move.nextAction ?? nextActionAfter(payment, update),
    expiresAt: expiryOf(move.nextAction) ?? payment.expiresAt,
  };
  const told: Payment = {
    ...known,
    progress: {
      ...known.progress,
      ...(update.data === undefined ? {} : { provider_data: update.data }),
      ...(update.occurredAt === undefined ? {} : { last_word_at: isoOf(update.occurredAt) }),
      ...(received === undefined ? {} : { received_amount: received.toDatabase() }),
      ...(update.status === "failed" ? { failure_reason: update.reason ?? update.providerStatus } : {}),
    },
  };
  if (received !== undefined) return moneyArrived(payment, told, attempt, update, received, move.source, now);
  return changeStatus(told, update.status, move.source, update.reason ?? null, now);
}

/**
 * A word that cannot be about this attempt: another provider says it, or it tells of another currency. It changes nothing, however well it is
 * signed; a person looks at it. Null for any other.
 */
export function misplacedWord(payment: Payment, attempt: Attempt, { update, from }: Extract<Move, { type: "provider_said" }>): Decision | null {
  if (from !== undefined && from !== attempt.provider)
    return contradiction(payment, attempt, "said_by_another", `${from} says ${update.status} of an attempt that ${attempt.provider} carries`, update);
  const { receivedAmount: received } = update;
  if (received === undefined || attempt.leg === "settle" || (received.currency === payment.amount.currency && !received.isNegative())) return null;
  return contradiction(
    payment,
    attempt,
    "wrong_currency",
    `${attempt.provider} says that ${received.toString()} arrived for a payment of ${payment.amount.toString()}`,
    update,
  );
}

/**
 * What has arrived in all, where this word tells something of it. Totals only grow: a word that comes late takes no money back. An end without
 * a figure stands for what is known of, and the good one for the whole amount.
 */
function totalReceived(payment: Payment, update: PaymentUpdate): Money | undefined {
  const before = payment.progress.received_amount;
  const known = before === undefined ? undefined : Money.fromDatabase(before, payment.amount.currency);
  if (known === undefined || (update.receivedAmount === undefined && update.status !== "completed" && update.status !== "failed")) return update.receivedAmount;
  const said = update.receivedAmount ?? (update.status === "completed" ? payment.amount : known);
  return said.compare(known) > 0 ? said : known;
}

/** Under the amount the payment goes on waiting; over it, it completes and the excess is kept apart for a person to decide. */
function moneyArrived(before: Payment, told: Payment, attempt: Attempt, update: PaymentUpdate, received: Money, source: MoveSource, now: Date): Decision {
  const order = received.compare(told.amount);
  if (order < 0 && update.status !== "failed") {
    const waiting: Payment = { ...told, nextAction: before.nextAction, updatedAt: now };
    if (received.compare(receivedSoFar(before)) === 0) return applied(waiting);
    const note = `received ${received.toString()} of ${told.amount.toString()}`;
    // Money that comes before the answer to our dispatch: the provider has accepted, and only what is pending can be waited for and expire.
    if (mayMove(before.status, "pending") && before.status !== "processing") return changeStatus(waiting, "pending", source, note, now);
    return { ...applied(addToTimeline(waiting, { from: before.status, to: before.status, source, note }, now)), isNews: true };
  }
  const decision = changeStatus(told, update.status, source, update.reason ?? null, now);
  if (update.status === "failed" && !received.isZero()) {
    decision.ledger.push(...ledgerOfUnexpectedMoney(told, received, received, now));
    decision.items.push({
      kind: "underpaid",
      provider: attempt.provider,
      message: `the payment failed with ${received.toString()} of ${told.amount.toString()} received`,
      detail: { received: received.toDatabase() },
    });
  }
  if (order > 0 && update.status === "completed") {
    const excess = received.minus(told.amount);
    decision.ledger.push(...ledgerOfUnexpectedMoney(told, excess, received, now));
    decision.items.push({
      kind: "overpaid",
      provider: attempt.provider,
      message: `received ${received.toString()} for a payment of ${told.amount.toString()}`,
      detail: { received: received.toDatabase(), excess: excess.toDatabase() },
    });
  }
  return decision;
}

function wordAfterTheEnd(payment: Payment, attempt: Attempt, update: PaymentUpdate, now: Date): Decision {
  const moreMoney = update.receivedAmount !== undefined && update.receivedAmount.compare(receivedSoFar(payment)) > 0;
  if (moreMoney) {
    const received = update.receivedAmount!;
    const late = received.minus(receivedSoFar(payment));
    const kept: Payment = { ...payment, progress: { ...payment.progress, received_amount: received.toDatabase() }, updatedAt: now };
    return {
      outcome: "applied",
      isNews: true,
      payment: kept,
      ledger: ledgerOfUnexpectedMoney(payment, late, received, now),
      items: [
        {
          kind: "unexpected_money",
          provider: attempt.provider,
          message: `received ${late.toString()} for a payment that was already ${payment.status}`,
          detail: { received: received.toDatabase(), late: late.toDatabase() },
        },
      ],
    };
  }
  const agrees =
    update.status === "completed"
      ? payment.status === "completed" || payment.status === "refunded"
      : update.status === "failed"
        ? payment.status === "failed" || payment.status === "canceled"
        : true; // An early word that comes late: it was overtaken, and tells nothing new.
  if (agrees) return unchanged(payment);
  return contradiction(
    payment,
    attempt,
    "contradicts_final_status",
    `${attempt.provider} says ${update.status} of a payment that is ${payment.status}`,
    update,
  );
}

export function receivedSoFar(payment: Payment): Money {
  const received = payment.progress.received_amount;
  if (received !== undefined) return Money.fromDatabase(received, payment.amount.currency);
  return payment.status === "completed" || payment.status === "refunded" ? payment.amount : Money.zero(payment.amount.currency);
}

export function isOlderThanLastWord(payment: Payment, update: PaymentUpdate): boolean {
  const last = payment.progress.last_word_at;
  const final = update.status === "completed" || update.status === "failed";
  return !final && last !== undefined && update.occurredAt !== undefined && update.occurredAt.getTime() < new Date(last).getTime();
}

/** While the customer still has to act the instructions stay; once the provider works on it they are over. */
export function nextActionAfter(payment: Payment, update: PaymentUpdate): NextAction | null {
  if (update.status === "pending") return payment.nextAction?.type === "check_status" ? null : payment.nextAction;
  return update.status === "processing" ? { type: "wait" } : null;
}

/* ---- people and time ---- */

function canceled(payment: Payment, move: Extract<Move, { type: "canceled" }>, now: Date): Decision {
  if (payment.status !== "pending") return refuse(payment, `a ${payment.status} payment cannot be canceled`);
  if (!isHeldByProvider(payment)) return refuse(payment, "whether the provider has accepted the payment is not known yet");
  if (!receivedSoFar(payment).isZero()) return refuse(payment, "money has already arrived for this payment");
  return changeStatus({ ...payment, nextAction: null }, "canceled", move.source, move.note, now);
}

function expired(payment: Payment, now: Date): Decision {
  if (payment.status !== "pending" || payment.expiresAt === null || payment.expiresAt > now || !isHeldByProvider(payment)) return unchanged(payment);
  const received = receivedSoFar(payment);
  const decision = changeStatus({ ...payment, nextAction: null }, "canceled", "expiry", "the time to pay ran out", now);
  if (!received.isZero()) {
    decision.ledger.push(...ledgerOfUnexpectedMoney(payment, received, received, now));
    decision.items.push({
      kind: "underpaid",
      provider: payment.provider,
      message: `only ${received.toString()} of ${payment.amount.toString()} arrived in time`,
      detail: { received: received.toDatabase() },
    });
  }
  return decision;
}

function review(payment: Payment, move: Extract<Move, { type: "reviewed" | "confirmed" | "rejected" }>, now: Date): Decision {
  if (move.by === payment.userId) return refuse(payment, "the person who initiated a payment cannot review it");
  const seen = seenBy(payment, move.by, move.comment);
  if (move.type === "reviewed") {
    if (payment.status !== "initiated" || payment.progress.attempts.length > 0) return refuse(payment, `a ${payment.status} payment cannot be reviewed`);
    return changeStatus(seen, "reviewed", "person", move.comment, now);
  }
  if (payment.status !== "reviewed") return refuse(payment, `a ${payment.status} payment is not under review`);
  if (move.type === "rejected") return changeStatus({ ...seen, nextAction: null }, "rejected", "person", move.comment, now);
  return changeStatus(withAttempt(seen, move.next), "confirmed", "person", move.comment, now);
}

/** Whoever decides may be another one than who looked first: what is kept is the word of the one who decided. */
function seenBy(payment: Payment, by: string, comment: string | null): Payment {
  const { comments: _before, ...progress } = payment.progress;
  return { ...payment, progress: { ...progress, reviewed_by: by, ...(comment === null ? {} : { comments: comment }) } };
}

/** The word of a person: for a provider that has none of its own (`manual`), and for one that says nothing any more. */
function operatorSaid(payment: Payment, move: Extract<Move, { type: "operator_said" }>, now: Date): Decision {
  const attempt = currentAttempt(payment);
  const objection = objectionToPerson(attempt, now);
  if (objection !== null) return refuse(payment, objection);
  if (isFinal(payment.status)) return operatorFoundMoney(payment, move, now) ?? refuse(payment, `the payment is already ${payment.status}`);
  const decision = providerSaid(payment, { type: "provider_said", update: wordOfPerson(attempt!, move), source: "person" }, now);
  return { ...decision, payment: { ...decision.payment, progress: { ...decision.payment.progress, comments: move.comment } } };
}

/** How long after a payment was sent a person may say how it ended, where its provider does not. */
const SILENT_AFTER_HOURS = 24;

/** Why a person may not speak for this attempt's provider, or null. */
export function objectionToPerson(attempt: Attempt | undefined, now: Date): string | null {
  if (attempt === undefined || attempt.outcome === "refused") return "no provider holds this payment";
  if (attempt.provider === "manual") return attempt.outcome === "accepted" ? null : "the manual provider does not hold it yet";
  const hours = (now.getTime() - new Date(attempt.started_at).getTime()) / 3_600_000;
  return hours >= SILENT_AFTER_HOURS
    ? null
    : `only payments of the manual provider are settled by a person, and those whose provider has been silent for ${SILENT_AFTER_HOURS} hours`;
}

export function wordOfPerson(attempt: Attempt, move: Extract<Move, { type: "operator_said" }>): PaymentUpdate {
  return { kind: "payment", reference: attempt.attempt_id, providerStatus: `confirmed by ${move.by}`, status: move.status, reason: move.comment };
}

/** A transfer that a person saw only after its time had run out: the payment stays as it ended, the money is kept apart. Null for anything else. */
function operatorFoundMoney(payment: Payment, move: Extract<Move, { type: "operator_said" }>, now: Date): Decision | null {
  const attempt = currentAttempt(payment);
  if (move.status !== "completed" || payment.direction !== "inbound" || attempt === undefined || receivedSoFar(payment).compare(payment.amount) >= 0)
    return null;
  const word: PaymentUpdate = {
    kind: "payment",
    reference: attempt.attempt_id,
    providerStatus: `confirmed by ${move.by}`,
    status: "completed",
    receivedAmount: payment.amount,
  };
  const decision = wordAfterTheEnd(payment, attempt, word, now);
  return { ...decision, payment: { ...decision.payment, progress: { ...decision.payment.progress, comments: move.comment } } };
}

/* ---- refunds ---- */

function refundReserved(payment: Payment, move: Extract<Move, { type: "refund_reserved" }>, now: Date): Decision {
  if (payment.direction !== "inbound" || payment.status !== "completed")
    return refuse(payment, `a ${payment.status} ${payment.direction} payment cannot be refunded`);
  const together = payment.refundedAmount.plus(move.amount);
  if (together.compare(payment.amount) > 0)
    return refuse(payment, `refunds would exceed the payment: ${payment.amount.minus(payment.refundedAmount).toString()} is left`);
  return { ...applied({ ...payment, refundedAmount: together, updatedAt: now }), ledger: ledgerOfRefund(payment, move, "reserved", now) };
}

function refundSettled(payment: Payment, move: Extract<Move, { type: "refund_settled" }>, now: Date): Decision {
  const ledger = ledgerOfRefund(payment, move, move.status, now);
  if (move.status === "failed") {
    const freed: Payment = { ...payment, refundedAmount: payment.refundedAmount.minus(move.amount), updatedAt: now };
    return { ...refundTold(freed, `a refund of ${move.amount.toString()} failed`, now), ledger };
  }
  const total = Money.parse(payment.progress.refunds_completed ?? "0", payment.amount.currency).plus(move.amount);
  const counted: Payment = { ...payment, progress: { ...payment.progress, refunds_completed: total.toDatabase() }, updatedAt: now };
  if (!total.equals(payment.amount)) return { ...refundTold(counted, `refunded ${total.toString()} of ${payment.amount.toString()}`, now), ledger };
  const decision = changeStatus(counted, "refunded", "action", "refunded in full", now);
  decision.ledger.push(...ledger);
  return decision;
}

/** The end of a refund that leaves the payment as it is: nothing else would tell whoever waits for it. */
function refundTold(payment: Payment, note: string, now: Date): Decision {
  const { status } = payment;
  return { ...applied(addToTimeline(payment, { from: status, to: status, source: "action", note }, now)), isNews: true };
}

/* ---- the pieces ---- */

/** The one place where a status is changed: the table of moves is asked, the timeline grows and the books follow. */
export function changeStatus(payment: Payment, to: PaymentStatus, source: MoveSource, note: string | null, now: Date): Decision {
  if (payment.status === to) return applied({ ...payment, updatedAt: now });
  if (!mayMove(payment.status, to)) return refuse(payment, `a ${payment.status} payment cannot become ${to}`);
  const moved = addToTimeline({ ...payment, status: to, updatedAt: now }, { from: payment.status, to, source, note }, now);
  return { outcome: "applied", payment: moved, ledger: payment.kind === "payment" ? ledgerOfStatus(moved, now) : [], items: [] };
}

function ledgerOfStatus(payment: Payment, now: Date): LedgerTransaction[] {
  if (payment.status === "completed") return ledgerOfCompletion(payment, now);
  if (payment.status === "failed" || payment.status === "rejected" || payment.status === "canceled") return ledgerOfReversal(payment, now);
  return [];
}

export function withAttempt(payment: Payment, attempt: Attempt): Payment {
  const { attempts } = payment.progress;
  const known = attempts.some((one) => one.attempt_id === attempt.attempt_id);
  return {
    ...payment,
    progress: {
      ...payment.progress,
      attempts: known ? attempts.map((one) => (one.attempt_id === attempt.attempt_id ? attempt : one)) : [...attempts, attempt],
    },
  };
}

/** Only what a provider has surely accepted, and surely not yet been paid, may be given up. */
export function isHeldByProvider(payment: Payment): boolean {
  return currentAttempt(payment)?.outcome === "accepted";
}

export function findAttempt(payment: Payment, attemptId: string): Attempt | undefined {
  const last = currentAttempt(payment);
  return last?.attempt_id === attemptId ? last : payment.progress.attempts.find((attempt) => attempt.attempt_id === attemptId);
}

/** A provider that goes to and fro, or tells of cent after cent, must not grow the row without end: the beginning and the latest are kept. */
const MAX_TIMELINE_ENTRIES = 100;

export function addToTimeline(
  payment: Payment,
  entry: { from: PaymentStatus; to: PaymentStatus; source: MoveSource; note: string | null },
  now: Date,
): Payment {
  const { timeline } = payment.progress;
  const kept = timeline.length < MAX_TIMELINE_ENTRIES ? timeline : [timeline[0]!, ...timeline.slice(timeline.length - MAX_TIMELINE_ENTRIES + 2)];
  return { ...payment, progress: { ...payment.progress, timeline: [...kept, { at: isoOf(now), ...entry }] } };
}

export function expiryOf(nextAction: NextAction | undefined): Date | undefined {
  return nextAction !== undefined && "expires_at" in nextAction && nextAction.expires_at !== undefined ? new Date(nextAction.expires_at) : undefined;
}

export function applied(payment: Payment): Decision {
  return { outcome: "applied", payment, ledger: [], items: [] };
}

export function unchanged(payment: Payment): Decision {
  return { outcome: "unchanged", payment, ledger: [], items: [] };
}

export function refuse(payment: Payment, reason: string): Decision {
  return { outcome: "refused", reason, payment, ledger: [], items: [] };
}

export function contradiction(payment: Payment, attempt: Attempt, kind: string, message: string, word: object): Decision {
  return {
    outcome: "unchanged",
    payment,
    ledger: [],
    items: [{ kind, provider: attempt.provider, message, detail: { attempt_id: attempt.attempt_id, word: JSON.parse(JSON.stringify(word)) as unknown } }],
  };
}
