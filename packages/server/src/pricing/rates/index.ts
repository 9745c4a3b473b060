import type { RunSettings } from "#src/run-settings.ts";
import type { Needs } from "#src/kernel/part.ts";
import { createLiveRates } from "./live-rates.ts";
import { purgeRatesJob } from "./purge-rates.ts";
import { createFeedJob } from "./read-feed.ts";
import { rateRoutes } from "./routes.ts";

export { assertHolds, assertLockHolds, buyUnder, checkLock, type CheckLockDeps, findUsableLock } from "./check-lock.ts";
export { consumeLocks, type LockRefusal, lockEnds, lockRefused, type LockUse, lockUses } from "./consume-locks.ts";
export { findLockedRate, LOCK_STATUSES, type LockState, lockStateOf } from "./find-locked-rate.ts";
export { dropLock, type OrgRate, type QuotedTerms } from "./queries.ts";
export type { LiveRates } from "./live-rates.ts";
export {
  atPar,
  type LockLimits,
  lockRate,
  type LockRateDeps,
  placeLock,
  type PricedPair,
  type QuoteDeps,
  quoteRate,
} from "./lock-rate.ts";
export { convertAt, inverseOf, isAgreedTarget, isWithinDrift } from "./rate.ts";
export { type RateInput, setRates } from "./set-rates.ts";
export { rateForFigures, sumOfWorths, worthIn } from "./worth.ts";

type RatesDeps = Needs<
  typeof createLiveRates | typeof purgeRatesJob | typeof createFeedJob | typeof rateRoutes,
  "liveRates" | "lockLimits" | "marginBpsOf"
> & {
  settings: RunSettings;
  isFirst: boolean;
  profileOf(orgId: string): Promise<{ marginBps: number }>;
};

export function composeRates(deps: RatesDeps) {
  const liveRates = createLiveRates(deps);
  const marginBpsOf = async (orgId: string): Promise<number> => (await deps.profileOf(orgId)).marginBps;
  const rates = { ...deps, liveRates, lockLimits: deps.settings, marginBpsOf };
  return {
    routes: [rateRoutes(rates)],
    jobs: [purgeRatesJob(deps), ...(deps.isFirst ? [createFeedJob(deps)] : [])],
    rates,
  };
}
