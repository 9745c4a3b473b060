import type { RunSettings } from "#src/run-settings.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { unavailable } from "#src/kernel/http/errors.ts";
import { type CurrencyRate, loadCurrencyRates } from "./queries.ts";
import { crossRate } from "./rate.ts";

/** Live rates, cached in memory and dropped in every process when an admin or the feed writes. */
export const RATES_TOPIC = "rates";
const CACHE_MS = 60_000;

export type LiveRate = { rate: Decimal; source: "table" | "feed" };
export type LiveRates = ReturnType<typeof createLiveRates>;

export function createLiveRates(deps: {
  db: Db;
  clock: Clock;
  invalidations: Invalidations;
  settings: Pick<RunSettings, "rateFeedStaleSeconds" | "rateFeedRefreshSeconds">;
}) {
  const cache = createCache<string, Map<string, CurrencyRate>>({
    invalidations: deps.invalidations,
    topic: RATES_TOPIC,
    maxEntries: 1,
    ttlMs: CACHE_MS,
    load: async () => new Map((await loadCurrencyRates(deps.db)).map((rate) => [rate.currency, rate])),
  });

  function usable(rate: CurrencyRate): CurrencyRate {
    const ageMs = deps.clock.now().getTime() - rate.updatedAt.getTime();
    if (rate.source === "feed" && ageMs > deps.settings.rateFeedStaleSeconds * 1_000) {
      throw unavailable(
        `The rate of ${rate.currency} is ${Math.round(ageMs / 1000)} s old, which is too old to quote; try again ` +
          "when the feed has been read",
        deps.settings.rateFeedRefreshSeconds,
      );
    }
    return rate;
  }

  return {
    /** Null when a currency has no rate; 503 when the only known rate comes from a stale feed. */
    async between(from: string, to: string): Promise<LiveRate | null> {
      const rates = await cache.get("all");
      const updatedAt = deps.clock.now();
      const dollar: CurrencyRate = { currency: "USD", perUsd: Decimal.ONE, source: "table", updatedAt };
      const source = from === "USD" ? dollar : rates.get(from);
      const target = to === "USD" ? dollar : rates.get(to);
      if (source === undefined || target === undefined) return null;
      const fromFeed = [usable(source), usable(target)].some((rate) => rate.source === "feed");
      return { rate: crossRate(source.perUsd, target.perUsd), source: fromFeed ? "feed" : "table" };
    },
    all: async (): Promise<CurrencyRate[]> => [...(await cache.get("all")).values()],
  };
}
