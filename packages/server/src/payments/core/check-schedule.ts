import { type Attempt, conversionOf, currentAttempt, isOver, type Payment } from "./payment.ts";
import { isFinal } from "./payment-status.ts";

/**
 * When an unfinished payment is checked again. One queue serves crash recovery, polling and expiry:
 *
 *   a first attempt                 -> soon: most are answered by then, and continue as below without another write
 *   an attempt still "dispatching"  -> after the dispatch deadline has surely passed: poll that provider by reference
 *   unknown, pending, processing    -> poll, with pauses that double; a callback usually comes first
 *   postponed: reached nobody       -> send it again, with pauses that double
 *   postponed: failed at a provider -> send it to the next one, at once
 *   money between two currencies    -> when it continues by itself, at once or after a pause
 *   waiting for a review            -> never: a person decides
 */
export const DISPATCH_DEADLINE_MS = 12_000;
/** After this time no live process can still be sending a dispatch: the deadline, plus slack for a slow event loop. */
export const RECOVERY_AFTER_MS = DISPATCH_DEADLINE_MS + 5_000;
const FIRST_POLL_MS = 3_000;
const LONGEST_POLL_MS = 15 * 60_000;
/** Short, because a customer waits and an unreachable provider is usually back within minutes. */
const LONGEST_PAUSE_MS = 2 * 60_000;

export function nextCheckAt(payment: Payment, now: Date): Date | null {
  if (isFinal(payment.status)) return null;
  const attempt = currentAttempt(payment);
  if (attempt === undefined) return null;
  const ownStepAt = conversionOf(payment)?.next_step_at ?? null;
  if (ownStepAt !== null) return new Date(ownStepAt);
  if (attempt.outcome === "dispatching")
    return payment.progress.attempts.length === 1 ? firstCheckAt(attempt) : recoveryAt(attempt);
  if (attempt.outcome === "failed") return now;
  if (isOver(attempt)) return sendAgainAt(payment, attempt, now);
  return boundedByExpiry(payment, new Date(now.getTime() + FIRST_POLL_MS), now);
}

/** Pauses grow with the age of the leg, because each send creates a new attempt. */
function sendAgainAt(payment: Payment, { leg }: Attempt, now: Date): Date {
  const first = payment.progress.attempts.find((attempt) => attempt.leg === leg)!;
  return boundedByExpiry(payment, new Date(now.getTime() + pauseMs(first, now, LONGEST_PAUSE_MS)), now);
}

function pauseMs(since: Attempt, now: Date, longestMs: number): number {
  return Math.min(Math.max(now.getTime() - new Date(since.started_at).getTime(), FIRST_POLL_MS), longestMs);
}

/**
 * The check that a change requires; null when none is, or when the first attempt's check comes early enough: that saves
 * nearly every payment a write. Later changes set theirs again: a worker may have claimed the first, for a lease.
 */
export function checkAfter(before: Payment, after: Payment, now: Date): Date | null {
  const dueAt = nextCheckAt(after, now);
  const [first, ...later] = before.progress.attempts;
  if (dueAt === null || first?.outcome !== "dispatching" || later.length > 0) return dueAt;
  const setAt = firstCheckAt(first);
  return setAt > now && setAt <= dueAt ? null : dueAt;
}

function firstCheckAt(attempt: Attempt): Date {
  return new Date(new Date(attempt.started_at).getTime() + FIRST_POLL_MS);
}

function recoveryAt(attempt: Attempt): Date {
  return new Date(new Date(attempt.started_at).getTime() + RECOVERY_AFTER_MS);
}

/** Pauses grow with the age of the attempt: the second leg of a ramp is polled as often as the first was. */
export function nextPollAt(payment: Payment, now: Date): Date {
  const attempt = currentAttempt(payment);
  if (attempt?.outcome === "dispatching" && recoveryAt(attempt) > now) return recoveryAt(attempt);
  if (attempt !== undefined && isOver(attempt)) return sendAgainAt(payment, attempt, now);
  const pause = attempt === undefined ? FIRST_POLL_MS : pauseMs(attempt, now, LONGEST_POLL_MS);
  return boundedByExpiry(payment, new Date(now.getTime() + pause), now);
}

/** Expiry is handled when it comes, not at the next poll; after that only the pauses count. */
function boundedByExpiry(payment: Payment, at: Date, now: Date): Date {
  const { expiresAt } = payment;
  return payment.status === "pending" && expiresAt !== null && expiresAt > now && expiresAt < at ? expiresAt : at;
}
