import type { Clock } from "@corridor/base/clock.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { type ApiError, invalidField } from "#src/kernel/http/errors.ts";
import type { Money } from "@corridor/base/money.ts";
import { findLockedRate } from "./find-locked-rate.ts";
import type { LiveRates } from "./live-rates.ts";
import type { LockLimits } from "./lock-rate.ts";
import { findUse, type OrgRate } from "./queries.ts";
import { convertAt, lockHolds, type LockTerms } from "./rate.ts";

/** The checks before anything is written. The write makes sure that a lock is used once (consume-locks.ts). */
export type CheckLockDeps = { db: Queryable; clock: Clock; liveRates: LiveRates; lockLimits: LockLimits };

export async function checkLock(
  deps: CheckLockDeps,
  use: { orgId: string; orgRateId: string | null | undefined; amount: Money; toCurrency: string },
): Promise<OrgRate> {
  const { orgRateId, amount, toCurrency } = use;
  if (orgRateId == null || orgRateId.trim() === "")
    throw invalidField("org_rate_id", `is required to convert ${amount.currency} into ${toCurrency}`, "RATE_REQUIRED");
  const lock = await findLockedRate(deps.db, use.orgId, orgRateId);
  if (lock === undefined)
    throw invalidField("org_rate_id", "is not a rate lock of this organization", "RATE_NOT_FOUND");
  if (lock.quote !== null) throw rateMismatch("is a quote; send it as quote_id of a payment");
  if (lock.fromCurrency !== amount.currency || lock.toCurrency !== toCurrency)
    throw rateMismatch(`the locked rate is from ${lock.fromCurrency} to ${lock.toCurrency}`);
  if (lock.expiresAt <= deps.clock.now()) throw rateMismatch("the locked rate has expired; lock a new one");
  if (lock.amount !== null && amount.compare(lock.amount) > 0)
    throw rateMismatch(`the rate was locked for at most ${lock.amount.toString()}`);
  await assertHolds(deps, lock, "lock a new one");
  return lock;
}

/** Less than the smallest unit buys nothing: when it was rounded up, 7.75 NGN bought a whole US cent. */
export function buyUnder({ rate, toCurrency }: LockTerms, amount: Money): Money {
  const bought = convertAt(amount, rate, toCurrency);
  if (!bought.isPositive()) throw invalidField("amount", `is worth less than the smallest unit of ${toCurrency}`);
  return bought;
}

/** A lock that looks usable now. The payment that uses it decides this again. */
export async function findUsableLock(
  deps: CheckLockDeps,
  orgId: string,
  orgRateId: string,
): Promise<OrgRate | undefined> {
  const lock = await findLockedRate(deps.db, orgId, orgRateId);
  if (
    lock === undefined ||
    lock.quote !== null ||
    lock.expiresAt <= deps.clock.now() ||
    (await findUse(deps.db, orgId, orgRateId)) !== null
  )
    return undefined;
  const live = await deps.liveRates.between(lock.fromCurrency, lock.toCurrency);
  return live !== null && lockHolds(lock, live.rate, deps.lockLimits.rateLockDriftBps) ? lock : undefined;
}

/**
 * When a payment is approved, and each time it is sent. Otherwise a reviewer could approve only payouts that have
 * become cheap, and a payment that waited would be paid at our cost.
 */
export async function assertLockHolds(
  deps: CheckLockDeps,
  { orgId, orgRateId }: { orgId: string; orgRateId: string | null },
  cure = "create a new payment",
): Promise<void> {
  if (orgRateId === null) return;
  const lock = await findLockedRate(deps.db, orgId, orgRateId);
  if (lock === undefined) throw rateMismatch(`the locked rate is no longer stored; ${cure}`);
  await assertHolds(deps, lock, cure);
}

/** Throws if the market has moved too far from the lock. */
export async function assertHolds(
  deps: CheckLockDeps,
  lock: OrgRate,
  cure: string,
  refuse: (message: string) => ApiError = rateMismatch,
): Promise<void> {
  if (lock.fromCurrency === lock.toCurrency) return;
  const live = await deps.liveRates.between(lock.fromCurrency, lock.toCurrency);
  if (live === null || !lockHolds(lock, live.rate, deps.lockLimits.rateLockDriftBps))
    throw refuse(
      `the live rate differs from the locked rate by more than ${deps.lockLimits.rateLockDriftBps / 100} percent; ${cure}`,
    );
}

function rateMismatch(message: string): ApiError {
  return invalidField("org_rate_id", message, "RATE_MISMATCH");
}
