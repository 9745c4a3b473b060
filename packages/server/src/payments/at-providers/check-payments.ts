import type { Db } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { tracedRoot } from "#src/kernel/tracing.ts";
import type { Provider, StatusQuery } from "@corridor/provider-kit/provider.ts";
import {
  type AbsenceJudge,
  checkDeletes,
  claimDueChecks,
  NOT_FOUND_PAUSE_MS,
  type PaymentKey,
  type PaymentStore,
  rescheduleCheck,
} from "#src/payments/store/index.ts";
import {
  type Attempt,
  currentAttempt,
  flowOf,
  isFinal,
  isOnHold,
  isOver,
  nextPollAt,
  type Payment,
  RECOVERY_AFTER_MS,
} from "#src/payments/core/index.ts";
import { type DispatchDeps, type Dispatcher, withUnreachable } from "./dispatch-payment.ts";

/**
 * Handles due payments. Every step is bounded, and a worker that dies leaves its payments due again.
 *
 *   dispatching, past the deadline -> poll: found -> apply the update; anything else -> unknown
 *   unknown                        -> poll: found -> as above; not found, once proved (proof-of-absence.ts) -> next,
 *                                     or where none is left the same provider again
 *   refused or unreachable         -> postponed by an outage: send it again, or end it when its time is over
 *   failed after it was accepted   -> send it to the next provider
 *   pending past its expiry        -> poll; still unpaid -> cancel at the provider, then here
 *   pending, processing            -> poll
 *   collected in another currency  -> compare the market with the locked rate: convert, or give back
 */
const CLAIM_ROWS = 100;
const LEASE_MS = 30_000;
const STATUS_TIMEOUT_MS = 10_000;
const UNCHECKED = "a payment could not be checked; it is due again after the lease";

export type AskDeps = Pick<DispatchDeps, "clock" | "log" | "providers"> & {
  store: Pick<PaymentStore, "applyTransition" | "findPayment">;
  dispatcher: Dispatcher;
  absence: AbsenceJudge;
};

/** Takes a payment one step further. Returns when to check it again; undefined when the result decides that. */
export type Continuation = (payment: Payment) => Promise<Date | undefined>;

export type CheckJobDeps = AskDeps & { db: Db; continuations: Readonly<Record<Payment["kind"], Continuation>> };

export function createCheckJob(deps: CheckJobDeps): Job {
  return {
    name: "payment-checks",
    intervalMs: 500,
    async runOnce() {
      const now = deps.clock.now();
      const due = await claimDueChecks(deps.db, now, new Date(now.getTime() + LEASE_MS), CLAIM_ROWS);
      // Concurrently: otherwise payments at a silent provider would hold up the recovery and expiry of all others.
      await Promise.all(
        due.map((check) =>
          tracedRoot("check payment", { resource: check.paymentId }, () => checkPayment(deps, check)).catch(
            (error: unknown) => deps.log.error({ err: error, payment_id: check.paymentId }, UNCHECKED),
          ),
        ),
      );
      return due.length;
    },
  };
}

async function checkPayment(deps: CheckJobDeps, key: PaymentKey): Promise<void> {
  const payment = await deps.store.findPayment(key);
  if (payment === undefined || isFinal(payment.status)) return void (await writeTogether(deps.db, checkDeletes([key])));
  const again = await deps.continuations[payment.kind](payment);
  if (again !== undefined) await rescheduleCheck(deps.db, key, nextLookAt(deps, payment, again), deps.clock.now());
}

/** At `again`, or earlier if a poll of an attempt in doubt can decide. Polls in vain come ever more rarely. */
export function nextLookAt({ absence, clock }: Pick<AskDeps, "absence" | "clock">, payment: Payment, again: Date) {
  const attempt = currentAttempt(payment);
  const isInDoubt = attempt?.outcome === "unknown" || attempt?.outcome === "dispatching";
  const at = isInDoubt ? absence.askAgainAt(attempt.attempt_id) : undefined;
  if (at === undefined) return again;
  const now = clock.now().getTime();
  const judgement = at.getTime() > now ? at : new Date(now + Math.max(now - at.getTime(), NOT_FOUND_PAUSE_MS));
  return judgement < again ? judgement : again;
}

/** `giveBack`: takes collected money that goes back one step further. */
export function createPaymentContinuation(deps: AskDeps, giveBack: Continuation): Continuation {
  return async (payment) => {
    if (payment.progress.conversion?.step === "comparing") return convert(deps, payment);
    if (payment.progress.conversion?.step === "refunding") return giveBack(payment);
    const after = await pollPayment(deps, payment);
    const goesOn = isFinal(after.status) || after.progress.conversion !== undefined;
    return goesOn ? undefined : nextPollAt(after, deps.clock.now());
  };
}

/** Converts collected money only near its locked rate, so that no customer earns by waiting for the market. */
async function convert({ store, dispatcher, clock }: AskDeps, payment: Payment): Promise<Date | undefined> {
  const refusal = await dispatcher.refusalByRate(payment);
  if (refusal !== null && !refusal.isLast) return nextPollAt(payment, clock.now());
  const move = refusal === null ? ({ type: "rate_held" } as const) : { type: "rate_left" as const, ...refusal };
  return void (await store.applyTransition(payment, move));
}

/** `mayExpire`: whether the payment may still be waiting for its customer. */
export async function pollPayment(deps: AskDeps, payment: Payment, mayExpire = (_: Payment) => true): Promise<Payment> {
  const attempt = currentAttempt(payment);
  if (attempt !== undefined && isOver(attempt)) return sendAgain(deps, payment, attempt);
  const polled = await askProvider(deps, payment, "poll");
  const after = polled?.payment ?? payment;
  if (hasExpired(after, deps.clock.now()) && mayExpire(after)) await expire(deps, after, polled !== undefined);
  return after;
}

/** The attempt is committed before it is sent: of two workers, only the one whose attempt was recorded sends. */
async function sendAgain({ store, dispatcher, absence }: AskDeps, payment: Payment, last: Attempt): Promise<Payment> {
  const reason = await dispatcher.stopOf(payment);
  if (reason !== null && flowOf(payment, last) === "outbound") {
    const hold = { type: "held", attemptId: last.attempt_id, reason } as const;
    return isOnHold(payment) ? payment : (await store.applyTransition(payment, hold)).payment;
  }
  const next = reason === null ? dispatcher.attemptAfterPause(payment) : null;
  if (next !== null && last.outcome === "failed") {
    const { orgId, paymentId } = payment;
    await absence.watchFailed({ orgId, paymentId, reference: last.attempt_id, kind: "payment" });
  }
  const move = { type: "sent_again", attemptId: last.attempt_id, next } as const;
  const { payment: after } = await store.applyTransition(payment, move);
  const isRecorded = next !== null && currentAttempt(after)?.attempt_id === next.attempt_id;
  return isRecorded ? dispatcher.dispatch(after, undefined) : after;
}

function hasExpired(payment: Payment, now: Date): boolean {
  return payment.status === "pending" && payment.expiresAt !== null && payment.expiresAt <= now;
}

/** `returned`: the customer has just come back, with these parameters in the address. */
type Occasion = "poll" | "return" | { returned: Readonly<Record<string, string>> };

/** Polls the provider of the current attempt by our reference. Undefined when there was nothing to apply. */
export async function askProvider(deps: AskDeps, payment: Payment, occasion: Occasion) {
  const attempt = currentAttempt(payment);
  const provider = attempt === undefined ? undefined : deps.providers.get(attempt.provider);
  if (attempt === undefined || provider === undefined || isOver(attempt)) return undefined;
  const ageMs = deps.clock.now().getTime() - new Date(attempt.started_at).getTime();
  // The process that began this dispatch may still be sending it.
  if (attempt.outcome === "dispatching" && ageMs < RECOVERY_AFTER_MS) return undefined;
  const askedAtMs = deps.clock.monotonicMs();
  const answer = await fetchStatus(deps, provider, payment, attempt, occasion);
  if (answer.outcome === "found") {
    const source = attempt.outcome === "dispatching" ? "recovery" : occasion === "poll" ? "poll" : "return";
    const { update, nextAction } = answer;
    return deps.store.applyTransition(payment, { type: "provider_said", update, source, nextAction });
  }
  if (attempt.outcome === "accepted") return undefined;
  const { attempt_id: reference, started_at } = attempt;
  if (answer.outcome === "not_found") {
    const { orgId, paymentId } = payment;
    const request = { orgId, paymentId, reference, kind: "payment", sentAt: new Date(started_at) } as const;
    if (await deps.absence.recordNotFound(request, provider, askedAtMs))
      return goOnWithoutAttempt(deps, payment, attempt);
  }
  if (attempt.outcome !== "dispatching") return undefined;
  const reason = answer.outcome === "unknown" ? answer.reason : NOT_KNOWN_YET;
  return deps.store.applyTransition(payment, { type: "unknown", attemptId: reference, reason });
}

const NOT_KNOWN_YET = "the provider does not know the request yet, and may still process it";
const NEVER_ARRIVED = "the request never reached the provider";

/**
 * It reached nobody, as one whose connection was never made: the next candidate is tried, and where none is left each of
 * those that could not be reached gets its turn, with a new reference.
 */
async function goOnWithoutAttempt(deps: Pick<AskDeps, "store" | "dispatcher">, payment: Payment, attempt: Attempt) {
  const cardIsGone = payment.paymentMethod === "card";
  const next = cardIsGone ? null : deps.dispatcher.nextAttempt(withUnreachable(payment));
  const reason = cardIsGone ? `${NEVER_ARRIVED}, and card data is not stored for a retry` : NEVER_ARRIVED;
  const lost = { attemptId: attempt.attempt_id, reason, unreachable: true } as const;
  const move = { type: "refused", ...lost, next, source: "recovery" } as const;
  const outcome = await deps.store.applyTransition(payment, move);
  if (outcome.outcome !== "applied" || next === null) return outcome;
  return { ...outcome, payment: await deps.dispatcher.dispatch(outcome.payment, undefined) };
}

export function statusQueryOf(payment: Payment, attempt: Attempt): StatusQuery {
  const { attempt_id: reference, provider_payment_id: providerPaymentId, started_at } = attempt;
  return { reference, providerPaymentId, direction: flowOf(payment, attempt), sentAt: new Date(started_at) };
}

async function fetchStatus(deps: AskDeps, provider: Provider, payment: Payment, attempt: Attempt, occasion: Occasion) {
  const query = statusQueryOf(payment, attempt);
  const signal = AbortSignal.timeout(STATUS_TIMEOUT_MS);
  try {
    return typeof occasion === "object" && provider.resumeAfterReturn !== undefined
      ? await provider.resumeAfterReturn({ ...query, returned: occasion.returned }, signal)
      : await provider.fetchStatus(query, signal);
  } catch (error) {
    const { attempt_id } = attempt;
    deps.log.warn({ err: error, provider: provider.name, attempt_id }, "a payment's status could not be polled");
    return { outcome: "unknown", reason: "the provider's adapter failed" } as const;
  }
}

/** How long past its expiry a payment waits for a provider that supports no cancellation and has reported no status. */
const SILENCE_MS = 60 * 60_000;

/**
 * Cancels at the provider first, which refuses if the payment was paid meanwhile; then nothing is canceled. It also
 * refuses a partly paid one, whose time is over all the same; money that still arrives is kept apart. A provider that
 * is no longer configured may have been paid, so the payment waits until it can be polled.
 */
async function expire(deps: Pick<AskDeps, "store" | "providers" | "clock">, payment: Payment, wasAsked: boolean) {
  const attempt = currentAttempt(payment);
  const provider = attempt === undefined ? undefined : deps.providers.get(attempt.provider);
  if (attempt === undefined || provider === undefined) return;
  const mayStillReport = !wasAsked && deps.clock.now().getTime() < payment.expiresAt!.getTime() + SILENCE_MS;
  if (provider.submitAction === undefined && mayStillReport) return;
  if (provider.submitAction !== undefined && payment.providerPaymentId !== null) {
    const result = await provider.submitAction(
      { action: "cancel", reference: attempt.attempt_id, providerPaymentId: payment.providerPaymentId },
      AbortSignal.timeout(STATUS_TIMEOUT_MS),
    );
    const isPaid = result.outcome === "done" && result.status === "completed";
    const isPaidInPart = payment.progress.received_amount !== undefined;
    const isRefused = result.outcome === "refused" && attempt.outcome === "accepted" && !isPaidInPart;
    if (isPaid || isRefused || result.outcome === "unknown") return;
  }
  await deps.store.applyTransition(payment, { type: "expired" });
}
