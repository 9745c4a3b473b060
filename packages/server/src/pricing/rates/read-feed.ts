import type { FeedMapping, RunSettings } from "#src/run-settings.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { isCrypto, isFiat } from "@corridor/base/currencies.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Outbound } from "@corridor/provider-kit/outbound.ts";
import { RATES_TOPIC } from "./live-rates.ts";
import { upsertCurrencyRates } from "./queries.ts";

/**
 * JSON with a base currency, units per base, and their time, at the dotted paths of `mapping`. An unusable answer
 * changes nothing: the known rates stay until they are stale.
 */
const FEED_TIMEOUT_MS = 10_000;
const INTERVAL_MS = 1_000;

export class FeedUnusable extends Error {
  constructor(problem: string) {
    super(`the rate feed is unusable: ${problem}`);
    this.name = "FeedUnusable";
  }
}

/** Units per US dollar of every currency we know, whatever base the feed uses. */
export function ratesOfFeed(document: unknown, mapping: FeedMapping): { currency: string; perUsd: Decimal }[] {
  const base = at(document, mapping.base ?? "base") ?? "USD";
  const table = at(document, mapping.rates ?? "rates");
  if (typeof base !== "string") throw new FeedUnusable("its base is not a currency code");
  if (typeof table !== "object" || table === null) throw new FeedUnusable("it has no table of rates");
  const entries = Object.entries(table as Record<string, unknown>).flatMap(([currency, value]): [string, Decimal][] => {
    if (!isFiat(currency) && !isCrypto(currency)) return [];
    if (
      (typeof value !== "number" && typeof value !== "string") ||
      !(Number(value) > 0) ||
      !Number.isFinite(Number(value))
    )
      throw new FeedUnusable(`its rate of ${currency} is not a positive number`);
    return [[currency, Decimal.parse(String(value))]];
  });
  const perBase = new Map(entries);
  perBase.set(base, Decimal.ONE);
  const dollar = perBase.get("USD");
  if (dollar === undefined) throw new FeedUnusable(`its base is ${base}, and it has no rate for USD`);
  return [...perBase]
    .filter(([currency]) => currency !== "USD")
    .map(([currency, rate]) => ({ currency, perUsd: rate.divide(dollar, 18) }));
}

/** Unix times below this are seconds, others milliseconds: it is in the year 5138, or in 1973. */
const FIRST_MILLISECONDS = 100_000_000_000;

/** When the rates were made, and never in the future: a feed that has stopped updating must become stale. */
export function timeOfFeed(document: unknown, mapping: FeedMapping, now: Date): Date {
  const time = readTime(at(document, mapping.at ?? "timestamp") ?? now.getTime());
  if (Number.isNaN(time.getTime())) throw new FeedUnusable("its time is neither a Unix time nor an ISO 8601 one");
  return time < now ? time : now;
}

function readTime(said: unknown): Date {
  if (typeof said === "string" && !/^\d+$/.test(said)) return new Date(said);
  const value = typeof said === "number" || typeof said === "string" ? Number(said) : Number.NaN;
  return new Date(value < FIRST_MILLISECONDS ? value * 1_000 : value);
}

function at(document: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined,
      document,
    );
}

export function createFeedJob(deps: {
  db: Db;
  clock: Clock;
  log: Logger;
  outbound: Outbound;
  settings: Pick<RunSettings, "rateFeedUrl" | "rateFeedMapping" | "rateFeedRefreshSeconds">;
}): Job {
  let readAtMs = 0;
  let readUrl: string | undefined;
  return {
    name: "rate-feed",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const now = deps.clock.now();
      const { rateFeedUrl: url, rateFeedMapping: mapping, rateFeedRefreshSeconds } = deps.settings;
      const isDue = url !== readUrl || now.getTime() >= readAtMs + rateFeedRefreshSeconds * 1_000;
      if (url === undefined || !isDue) return 0;
      [readUrl, readAtMs] = [url, now.getTime()];
      const answer = await deps.outbound.request({
        method: "GET",
        url,
        headers: { accept: "application/json" },
        timeoutMs: FEED_TIMEOUT_MS,
      });
      if (answer.statusCode !== 200) throw new FeedUnusable(`it answered ${answer.statusCode}`);
      const document: unknown = JSON.parse(answer.body.toString("utf8"));
      const rates = ratesOfFeed(document, mapping);
      const madeAt = timeOfFeed(document, mapping, now);
      await deps.db.transaction(async (tx) => {
        await upsertCurrencyRates(tx, rates, "feed", madeAt);
        tx.notify(RATES_TOPIC, "all");
      });
      deps.log.debug({ currencies: rates.length }, "rates were read from the feed");
      return 0;
    },
  };
}
