export { assertHolds, assertLockHolds, buyUnder, checkLock, type CheckLockDeps, findUsableLock } from "./check-lock.ts";
export { consumeLocks, type LockRefusal, lockRefused, lockReleases, type LockUse, lockUses } from "./consume-locks.ts";
export { findLockedRate } from "./find-locked-rate.ts";
export type { OrgRate, QuotedTerms } from "./queries.ts";
export type { LiveRates } from "./live-rates.ts";
export {
  atPar,
  lockRate,
  type LockRateDeps,
  placeLock,
  type PricedPair,
  type QuoteDeps,
  quoteRate,
} from "./lock-rate.ts";
export { LOCK_STATUSES, type LockState, lockStateOf } from "./lock-state.ts";
export { amountBought, amountQuoted, convertAt, inverseOf, isAgreedTarget, isWithinDrift } from "./rate.ts";
export { type RateInput, setRates } from "./set-rates.ts";
export { rateForFigures, sumOfWorths, worthIn } from "./worth.ts";
