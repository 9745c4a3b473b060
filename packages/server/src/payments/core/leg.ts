import { isoOf } from "@corridor/base/instant.ts";
import { Money } from "@corridor/base/money.ts";
import { type FailureCause, FAILURES } from "@corridor/provider-kit/failures.ts";
import type { Accepted, NextAction, PaymentUpdate, ProviderName } from "@corridor/provider-kit/provider.ts";
import type { ReconciliationItem } from "./decision.ts";
import { type Attempt, type Hold, isGivenUp, isOver, type LegName, type Payment } from "./payment.ts";

/**
 * The leg is the unit of the core: one amount that goes one way, at one provider after another until one carries it. A
 * payment is one leg, a ramp is two. This pure machine decides everything that providers, customers and time do to a
 * leg. Its outcomes' meaning for status, ledger and events is a table of the payment's kind (payment-rules.ts,
 * ramp-rules.ts).
 *
 *   dispatching --accepted--> held --provider updates--> waiting ... --> succeeded | failed
 *        |     \--unknown---> in doubt: no other provider is tried; a provider update makes it held
 *        |     \--refused---> the next candidate, dispatching; none left: exhausted, or, if one was unreachable and
 *        |                    time is left, postponed: it waits and is sent again, dispatching
 *        |                    stopped by the operator: held, and sent again once the operator allows it
 *   held --failed, by a fault of the provider, with candidates left--> postponed: the next candidate, dispatching
 *   held, nothing received --canceled-->  canceled      held, deadline passed --expired--> canceled
 *
 * The order of truth: an ended leg stays ended, and an update that contradicts the end becomes a contradiction for a
 * person. An attempt that was given up is believed again only while nothing else was started. Of two updates about one
 * attempt, the later one counts. Totals of received money only grow.
 */
export type Leg = Pick<Payment, "provider" | "providerPaymentId" | "providerStatus" | "nextAction"> & {
  readonly name: LegName;
  readonly amount: Money;
  readonly state: "open" | "succeeded" | "unsuccessful";
  /** The provider's state, as last recorded; null before a provider holds the leg. */
  readonly stage: "pending" | "processing" | null;
  /** The leg waits for the customer or for its deadline, so the customer may still cancel it. */
  readonly waits: boolean;
  readonly attempts: readonly Attempt[];
  /** Attempts that their provider accepted and later reported as failed. They cannot carry the leg any more. */
  readonly failedAttempts: readonly string[];
  /** The total amount that arrived, if the provider reports it. */
  readonly received: Money | undefined;
  readonly deadline: Date | null;
  readonly lastUpdateAt: string | undefined;
  readonly data: Record<string, unknown> | undefined;
  readonly hold: Hold | undefined;
  readonly terms: LegTerms;
};

/** What differs between the kinds of legs. */
export type LegTerms = {
  /** Whether a customer pays this leg: it then has instructions and a deadline, and money arrives for it. */
  readonly forCustomer: boolean;
  /** `ours`: a provider can only shorten it, because we bear the rate. `providers`: theirs replaces ours. */
  readonly deadline: "ours" | "providers";
  /** A payout may go to another provider after the one that had accepted it failed. A payer is not prompted twice. */
  readonly mayGoOn: boolean;
  /** Whether it is sent again after a pause. Not if the request cannot be repeated, or rounds already repeat it. */
  readonly sendsAgain: boolean;
  /** Transfer instructions stay until the whole amount has arrived, even while a part is being confirmed. */
  readonly keepsInstructions: boolean;
};

export type LegInput =
  | { type: "accepted"; attemptId: string; result: Accepted }
  | {
      type: "refused";
      attemptId: string;
      reason: string;
      next: Attempt | null;
      code?: string | undefined;
      cause?: FailureCause | null | undefined;
      unreachable?: boolean | undefined;
      /** Nothing is sent again, although a provider was unreachable: the market has left the locked rate. */
      isLast?: boolean | undefined;
    }
  /** Nothing is sent, because the operator stopped payouts: it waits without a limit. */
  | { type: "held"; attemptId: string; reason: string }
  /** Sent again after a pause, as nobody received it; `attemptId` is the last attempt, which was given up. */
  | { type: "sent_again"; attemptId: string; next: Attempt | null }
  | { type: "unknown"; attemptId: string; reason: string; providerPaymentId?: string | undefined }
  | {
      type: "update";
      update: PaymentUpdate;
      nextAction?: NextAction | undefined;
      cause?: FailureCause | null | undefined;
      /** The provider that signed the update, if it was a callback. */ from?: ProviderName | undefined;
    }
  | { type: "canceled"; note: string }
  | { type: "expired" };

export type Input<T extends LegInput["type"]> = Extract<LegInput, { type: T }>;

export type LegOutcome =
  /** A repeat, or an update that came too late to matter. */
  | { type: "ignored" }
  /** The caller asked for something that is not allowed. */
  | { type: "refused"; reason: string }
  | { type: "contradicted"; item: ReconciliationItem }
  /** The leg is stored again; no status, posting or event follows from it. */
  | { type: "noted"; isNews: boolean }
  | { type: "waiting"; stage: "pending" | "processing"; partly: boolean; note: string | null; isNews: boolean }
  | { type: "in_doubt"; reason: string }
  | { type: "succeeded"; attempt: Attempt; note: string | null }
  | { type: "failed"; attempt: Attempt; reason: string; note: string | null }
  | { type: "exhausted"; reason: string }
  /** No provider carries the leg, and at least one was unreachable: it will be sent again. */
  | { type: "postponed"; reason: string }
  /** It was not sent, and will be once the operator starts payouts again. */
  | { type: "held"; reason: string }
  | { type: "canceled"; note: string }
  | { type: "late_money"; attempt: Attempt; late: Money };

export type LegDecision = { leg: Leg; outcome: LegOutcome };

export function decideLeg(leg: Leg, input: LegInput, now: Date): LegDecision {
  if (input.type === "canceled")
    return { leg: { ...leg, nextAction: null }, outcome: { type: "canceled", note: input.note } };
  if (input.type === "expired") return expired(leg, now);
  const reference = input.type === "update" ? input.update.reference : input.attemptId;
  const attempt = leg.attempts.find((one) => one.attempt_id === reference);
  if (attempt === undefined)
    return { leg, outcome: { type: "refused", reason: "this payment has no attempt with that reference" } };
  switch (input.type) {
    case "accepted":
      return accepted(leg, attempt, input.result, now);
    case "refused":
      return refused(leg, attempt, input, now);
    case "held":
      return held(leg, attempt, input, now);
    case "sent_again":
      return sentAgain(leg, attempt, input.next, now);
    case "unknown":
      return unknown(leg, attempt, input, now);
    case "update":
      return updated(leg, attempt, input, now);
  }
}

const ACCEPTED_AFTER_REFUSAL = "accepted an attempt that was recorded as refused";

function accepted(leg: Leg, attempt: Attempt, result: Accepted, now: Date): LegDecision {
  if (attempt.outcome === "failed") return ignored(leg);
  if (attempt.outcome === "accepted") return answerAfterUpdate(leg, result);
  if (isGivenUp(attempt) && !mayBelieveAgain(leg))
    return contradicted(leg, attempt, "accepted_after_refusal", ACCEPTED_AFTER_REFUSAL, result);
  if (leg.state !== "open")
    return contradicted(leg, attempt, "accepted_after_end", "accepted a payment that had already ended", result);
  const held = hold(leg, attempt, result, now);
  const after = leg.terms.forCustomer
    ? { ...held, nextAction: result.nextAction ?? null, deadline: deadlineOf(leg, result.nextAction) }
    : held;
  if (result.status === "completed")
    return { leg: after, outcome: { type: "succeeded", attempt: after.attempts.at(-1)!, note: null } };
  return { leg: after, outcome: { type: "waiting", stage: result.status, partly: false, note: null, isNews: false } };
}

/** An update came before the answer. It has the state; only the answer contains the customer's instructions. */
function answerAfterUpdate(leg: Leg, { nextAction }: Accepted): LegDecision {
  if (!leg.terms.forCustomer || !leg.waits || leg.nextAction !== null || nextAction === undefined) return ignored(leg);
  const informed = { ...leg, nextAction, deadline: deadlineOf(leg, nextAction) };
  return { leg: informed, outcome: { type: "noted", isNews: true } };
}

function refused(leg: Leg, attempt: Attempt, input: Input<"refused">, now: Date): LegDecision {
  const { reason, unreachable, code, cause } = input;
  if (attempt.outcome === "accepted" || isOver(attempt)) return ignored(leg);
  const outcome = unreachable ? "unreachable" : "refused";
  const marked = withAttempt(leg, { ...attempt, outcome, reason, ...failureOf(code, cause), finished_at: isoOf(now) });
  if (leg.state !== "open") return { leg: marked, outcome: { type: "noted", isNews: false } };
  const isLast = input.isLast === true || endsIt(cause);
  const next = isLast ? null : input.next;
  if (next === null)
    return { leg: marked, outcome: { type: !isLast && maySendAgain(marked, now) ? "postponed" : "exhausted", reason } };
  return started(marked, next, now);
}

/** Every other provider would fail too, and card schemes charge for trying again. */
function endsIt(cause: FailureCause | null | undefined): boolean {
  return cause != null && FAILURES[cause].next === "never";
}

function failureOf(code: string | undefined, cause: FailureCause | null | undefined): Pick<Attempt, "code" | "cause"> {
  return { ...(code === undefined ? {} : { code }), ...(cause == null ? {} : { cause }) };
}

/** An attempt that was to be sent now, or again, and that nobody received. */
function held(leg: Leg, attempt: Attempt, { reason }: Input<"held">, now: Date): LegDecision {
  const isNew = attempt.outcome === "dispatching";
  const isLast = leg.attempts.at(-1)?.attempt_id === attempt.attempt_id;
  if (leg.state !== "open" || !isLast || isHeldNow(leg) || !(isNew || isOver(attempt))) return ignored(leg);
  const unsent = { ...attempt, outcome: "unreachable", reason, finished_at: isoOf(now) } as const;
  const hold = { reason, since: isoOf(now) };
  return { leg: { ...(isNew ? withAttempt(leg, unsent) : leg), hold }, outcome: { type: "held", reason } };
}

function isHeldNow({ hold }: Pick<Leg, "hold">): boolean {
  return hold !== undefined && hold.ended_at === undefined;
}

/** Only if nothing was started since the last attempt was given up: of two workers, one sends it again. */
function sentAgain(leg: Leg, last: Attempt, next: Attempt | null, now: Date): LegDecision {
  if (!mayBelieveAgain(leg) || leg.attempts.at(-1)?.attempt_id !== last.attempt_id) return ignored(leg);
  if (next === null || !(isHeldNow(leg) || maySendAgain(leg, now) || mayGoOn(leg, now)))
    return { leg, outcome: { type: "exhausted", reason: last.reason ?? "no provider could be reached" } };
  return started(leg, next, now);
}

/** The next attempt begins when the previous one ended: overlapping ones would mean that two providers were tried. */
function started(leg: Leg, next: Attempt, now: Date): LegDecision {
  const attempts = [...leg.attempts, { ...next, started_at: isoOf(now) }];
  return { leg: { ...goingOn(leg, now), attempts }, outcome: { type: "noted", isNews: false } };
}

function goingOn(leg: Leg, now: Date): Leg {
  return leg.hold === undefined ? leg : { ...leg, hold: { ended_at: isoOf(now), ...leg.hold } };
}

/**
 * How long a leg without a deadline is sent again, counted from the end of a hold, or the failure of an attempt, or when
 * it was known first that an attempt had reached nobody: a proof of absence takes longer than this.
 */
const SEND_AGAIN_FOR_MS = 30 * 60_000;

/** True while time is left and at least one unreachable provider has not refused since. */
function maySendAgain({ terms, attempts, deadline, hold }: Leg, now: Date): boolean {
  const refused = new Set(attempts.filter(({ outcome }) => outcome === "refused").map(({ config_id }) => config_id));
  const failedAt = attempts.findLast(({ outcome }) => outcome === "failed")?.finished_at;
  const lostAt = attempts.find(({ outcome }) => outcome === "unreachable")?.finished_at;
  const since = hold?.ended_at ?? failedAt ?? lostAt ?? attempts[0]!.started_at;
  const until = deadline?.getTime() ?? new Date(since).getTime() + SEND_AGAIN_FOR_MS;
  return (
    terms.sendsAgain &&
    now.getTime() < until &&
    attempts.some(({ outcome, config_id }) => outcome === "unreachable" && !refused.has(config_id))
  );
}

/** Bounds a payment that every provider accepts and then fails. */
const MAX_ATTEMPTS = 20;

/** The last attempt failed after it was accepted, finally and by a fault that another provider need not have. */
function mayGoOn({ terms, attempts, deadline }: Leg, now: Date): boolean {
  const { outcome, cause } = attempts.at(-1)!;
  const isTheirFault = cause !== undefined && FAILURES[cause].next === "other_provider";
  const hasTime = deadline === null || now < deadline;
  return terms.mayGoOn && outcome === "failed" && isTheirFault && hasTime && attempts.length < MAX_ATTEMPTS;
}

function unknown(leg: Leg, attempt: Attempt, input: Input<"unknown">, now: Date): LegDecision {
  if (attempt.outcome !== "dispatching" || leg.state !== "open") return ignored(leg);
  const { reason, providerPaymentId: provider_payment_id = attempt.provider_payment_id } = input;
  const doubted: Attempt = { ...attempt, outcome: "unknown", reason, provider_payment_id, finished_at: isoOf(now) };
  return {
    leg: { ...withAttempt(leg, doubted), provider: attempt.provider },
    outcome: { type: "in_doubt", reason },
  };
}

/** A later update of the provider: by callback, poll, return or action. */
function updated(leg: Leg, attempt: Attempt, input: Input<"update">, now: Date): LegDecision {
  const { update } = input;
  const misplaced = misplacedUpdate(leg, attempt, input);
  if (misplaced !== null) return misplaced;
  if (isOfAnotherTry(attempt, update)) return ignored(leg);
  const failedBefore = leg.failedAttempts.includes(attempt.attempt_id);
  if (isGivenUp(attempt) || failedBefore) {
    // Only a success revives an attempt that its provider reported as failed; other updates are older.
    if (update.status === "failed" || (failedBefore && update.status !== "completed")) return ignored(leg);
    if (!mayBelieveAgain(leg)) {
      const kind = failedBefore ? "settled_twice" : "accepted_after_refusal";
      const end = failedBefore ? "failed" : "refused";
      const what = `reported ${update.status} for an attempt that was recorded as ${end}`;
      return contradicted(leg, attempt, kind, what, update);
    }
  } else if (leg.state !== "open") return updatedAfterTheEnd(leg, attempt, update);
  else if (isOlderThanLastUpdate(leg, update)) return ignored(leg);

  const received = totalReceived(leg, update);
  const partly = received !== undefined && received.compare(leg.amount) < 0;
  const held = { ...hold(leg, attempt, update, now), received: received ?? leg.received };
  const after = leg.terms.forCustomer ? { ...held, ...instructionsAfter(leg, input, partly) } : held;
  const carrier = after.attempts.at(-1)!;
  if (update.status === "failed")
    return failedLater(after, { ...carrier, ...failureOf(update.code, input.cause) }, input, now);
  if (update.status === "completed" && !partly)
    return { leg: after, outcome: { type: "succeeded", attempt: carrier, note: update.reason ?? null } };
  return waiting(leg, after, attempt, update, partly);
}

function failedLater(leg: Leg, attempt: Attempt, { update }: Input<"update">, now: Date): LegDecision {
  const note = update.reason ?? null;
  const reason = note ?? update.providerStatus;
  const left = withAttempt(leg, { ...attempt, outcome: "failed", reason, finished_at: isoOf(now) });
  if (mayGoOn(left, now)) return { leg: { ...left, nextAction: null }, outcome: { type: "postponed", reason } };
  return { leg: withAttempt(leg, attempt), outcome: { type: "failed", attempt, reason, note } };
}

function waiting(before: Leg, after: Leg, attempt: Attempt, update: PaymentUpdate, partly: boolean): LegDecision {
  const arrived = after.received !== undefined && after.received.compare(receivedOf(before)) > 0;
  const stage = update.status === "processing" ? "processing" : "pending";
  const isCarried = attempt.outcome === "accepted" && !before.failedAttempts.includes(attempt.attempt_id);
  if (!arrived && isCarried && saysNothingNew(before, after, stage)) return ignored(before);
  const note = arrived
    ? `received ${after.received.toString()} of ${after.amount.toString()}`
    : (update.reason ?? null);
  return { leg: after, outcome: { type: "waiting", stage, partly, note, isNews: arrived } };
}

/** A poll that finds no change must not write the row again. */
function saysNothingNew(before: Leg, after: Leg, stage: "pending" | "processing"): boolean {
  return (
    (before.stage === stage || !before.terms.forCustomer) &&
    before.providerStatus === after.providerStatus &&
    before.providerPaymentId === after.providerPaymentId &&
    before.lastUpdateAt === after.lastUpdateAt &&
    before.nextAction?.type === after.nextAction?.type
  );
}

/** Refuses an update of another provider or currency: even a signed one cannot be about this attempt. */
function misplacedUpdate(leg: Leg, attempt: Attempt, { update, from }: Input<"update">): LegDecision | null {
  if (from !== undefined && from !== attempt.provider) {
    const what = `reported ${update.status} for an attempt that ${attempt.provider} carries`;
    return contradicted(leg, attempt, "said_by_another", what, update, from);
  }
  const { receivedAmount: received } = update;
  if (received === undefined || !leg.terms.forCustomer) return null;
  if (received.currency === leg.amount.currency && !received.isNegative()) return null;
  const what = `reports that ${received.toString()} arrived for a payment of ${leg.amount.toString()}`;
  return contradicted(leg, attempt, "wrong_currency", what, update);
}

/** An attempt goes by our own id until the provider names one. */
function isOfAnotherTry({ attempt_id, provider_payment_id: known }: Attempt, update: PaymentUpdate): boolean {
  return update.isOfOneTry === true && known != null && known !== attempt_id && known !== update.providerPaymentId;
}

function updatedAfterTheEnd(leg: Leg, attempt: Attempt, update: PaymentUpdate): LegDecision {
  const received = leg.terms.forCustomer ? update.receivedAmount : undefined;
  if (received !== undefined && received.compare(receivedOf(leg)) > 0) {
    const late = received.minus(receivedOf(leg));
    return { leg: { ...leg, received }, outcome: { type: "late_money", attempt, late } };
  }
  const contradicts = leg.state === "succeeded" ? update.status === "failed" : update.status === "completed";
  if (!contradicts) return ignored(leg); // The update agrees with the end, or is older than it.
  const end = leg.state === "succeeded" ? "succeeded" : "ended without success";
  const what = `reported ${update.status} for a payment that had already ${end}`;
  return contradicted(leg, attempt, "contradicts_final_status", what, update);
}

/** Only a leg that a provider surely holds, or that nobody holds, may be given up. */
function expired(leg: Leg, now: Date): LegDecision {
  const isDue = leg.deadline !== null && leg.deadline <= now;
  const isHeld = leg.attempts.at(-1)?.outcome === "accepted";
  if (!leg.waits || !isDue || leg.stage === "processing" || !isHeld) return ignored(leg);
  return { leg: { ...leg, nextAction: null }, outcome: { type: "canceled", note: "the payment was not paid in time" } };
}

/** The total that arrived; a leg that succeeded without an amount received its full amount. */
function receivedOf(leg: Pick<Leg, "received" | "state" | "amount">): Money {
  return leg.received ?? (leg.state === "succeeded" ? leg.amount : Money.zero(leg.amount.currency));
}

/** The attempt that carries the leg, or may: never more than one, as no other is made while it can still pay. */
export function liveAttempt(leg: Pick<Leg, "attempts" | "failedAttempts">): Attempt | undefined {
  const last = leg.attempts.at(-1);
  return last !== undefined && !isOver(last) && !leg.failedAttempts.includes(last.attempt_id) ? last : undefined;
}

/** Nothing else was started since an attempt was given up: no other attempt, no end. */
function mayBelieveAgain(leg: Leg): boolean {
  return leg.state === "open" && liveAttempt(leg) === undefined;
}

type Said = Pick<PaymentUpdate, "providerStatus" | "data" | "occurredAt" | "providerPaymentId">;
/** The attempt carries the leg. It becomes the last of the list, where the live one is looked up. */
function hold(leg: Leg, attempt: Attempt, said: Said, now: Date): Leg {
  const { attempts, failedAttempts } = leg;
  const { attempt_id } = attempt;
  const providerPaymentId = said.providerPaymentId ?? attempt.provider_payment_id;
  const finished_at = attempt.finished_at ?? isoOf(now);
  const answer = { outcome: "accepted", reason: null, provider_payment_id: providerPaymentId, finished_at } as const;
  const { code: _code, cause: _cause, ...rest } = attempt; // It may have been given up before.
  const held: Attempt = { ...rest, ...answer };
  const isLast = attempts.at(-1)?.attempt_id === attempt_id;
  return {
    ...goingOn(leg, now),
    attempts: isLast ? attempts.with(-1, held) : [...attempts.filter((one) => one.attempt_id !== attempt_id), held],
    failedAttempts: failedAttempts.length === 0 ? failedAttempts : failedAttempts.filter((id) => id !== attempt_id),
    provider: attempt.provider,
    providerPaymentId,
    providerStatus: said.providerStatus,
    data: said.data ?? leg.data,
    lastUpdateAt: said.occurredAt === undefined ? leg.lastUpdateAt : isoOf(said.occurredAt),
  };
}

/** A final update without an amount counts as the amount received so far; a successful one as the full amount. */
function totalReceived(leg: Leg, update: PaymentUpdate): Money | undefined {
  const known = leg.received;
  if (!leg.terms.forCustomer || (update.receivedAmount === undefined && !isEnd(update))) return undefined;
  if (known === undefined) return update.receivedAmount;
  const said = update.receivedAmount ?? (update.status === "completed" ? leg.amount : known);
  return said.compare(known) > 0 ? said : known;
}

function isEnd({ status }: PaymentUpdate): boolean {
  return status === "completed" || status === "failed";
}

function isOlderThanLastUpdate({ lastUpdateAt }: Leg, update: PaymentUpdate): boolean {
  if (isEnd(update) || lastUpdateAt === undefined || update.occurredAt === undefined) return false;
  return update.occurredAt.getTime() < new Date(lastUpdateAt).getTime();
}

type Instructions = Pick<Leg, "nextAction" | "deadline">;
/** Instructions stay while the customer has to act, and are removed once the provider processes the payment. */
function instructionsAfter(leg: Leg, { update, nextAction }: Input<"update">, partly: boolean): Instructions {
  const deadline = deadlineOf(leg, nextAction);
  if (update.status === "failed" || (update.status === "completed" && !partly)) return { nextAction: null, deadline };
  const shown = leg.nextAction?.type === "check_status" ? null : leg.nextAction;
  const isTransfer = shown?.type === "bank_transfer" || shown?.type === "crypto_transfer";
  const keeps = shown !== null && (partly || (leg.terms.keepsInstructions && isTransfer));
  if (keeps && (nextAction === undefined || nextAction.type === "wait")) return { nextAction: shown, deadline };
  return { nextAction: nextAction ?? (update.status === "processing" ? { type: "wait" } : shown), deadline };
}

function deadlineOf({ deadline, terms }: Leg, nextAction: NextAction | undefined): Date | null {
  if (nextAction === undefined || !("expires_at" in nextAction) || nextAction.expires_at === undefined) return deadline;
  const theirs = new Date(nextAction.expires_at);
  return terms.deadline === "ours" && deadline !== null && deadline < theirs ? deadline : theirs;
}

function withAttempt(leg: Leg, attempt: Attempt): Leg {
  return { ...leg, attempts: leg.attempts.map((one) => (one.attempt_id === attempt.attempt_id ? attempt : one)) };
}

function ignored(leg: Leg): LegDecision {
  return { leg, outcome: { type: "ignored" } };
}

/** The item says what `by` did; it is about the attempt's own provider. */
function contradicted(
  leg: Leg,
  { attempt_id, provider }: Attempt,
  kind: ReconciliationItem["kind"],
  what: string,
  said: object,
  by = provider,
): LegDecision {
  const detail = { attempt_id, update: JSON.parse(JSON.stringify(said)) as unknown };
  return { leg, outcome: { type: "contradicted", item: { kind, provider, message: `${by} ${what}`, detail } } };
}
