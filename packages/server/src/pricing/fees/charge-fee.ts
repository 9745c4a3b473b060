import type { Db } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import { Money } from "@corridor/base/money.ts";
import { chooseFee, type FeePlace, feesByCurrency, type FeeQuestion, feeOf, type FeeSchedule } from "./fee.ts";
import { schedulesOfCurrency, schedulesOfPlace } from "./queries.ts";

export const FEES_TOPIC = "fees";
const CACHE_MS = 60_000;
const MAX_CACHED_CURRENCIES = 300;

export type Fees = ReturnType<typeof createFees>;

export function createFees(deps: { db: Db; invalidations: Invalidations }) {
  const cache = createCache<string, FeeSchedule[]>({
    invalidations: deps.invalidations,
    topic: FEES_TOPIC,
    maxEntries: MAX_CACHED_CURRENCIES,
    ttlMs: CACHE_MS,
    load: (currency) => schedulesOfCurrency(deps.db, currency),
  });
  return {
    async charge(question: FeeQuestion): Promise<{ feeIds: string[]; total: Money }> {
      const schedule = chooseFee(await cache.get(question.amount.currency), question);
      if (schedule === undefined) return { feeIds: [], total: Money.zero(question.amount.currency) };
      return { feeIds: [schedule.fee_id], total: feeOf(schedule, question.amount) };
    },
    /** Without a country: in all. */
    async inCountry(orgId: string, country: string | undefined) {
      const schedules = await schedulesOfPlace(deps.db, orgId, country);
      return (place: Omit<FeePlace, "orgId">) => feesByCurrency(schedules, { orgId, ...place });
    },
  };
}
