import type { Queryable } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { FailureCause } from "#src/payments/rules/index.ts";
import { type DateRange, periodsOf } from "./date-range.ts";
import { medianSecondsOf } from "@corridor/base/duration-buckets.ts";
import { rateOf, totalsOf } from "./figures.ts";
import { readStats, type Stats, statsOwnerOf } from "./queries.ts";
import { type DaySums, daySumsOf } from "./read-sums.ts";
import type { Cells } from "./stat-cells.ts";

/** Why payments failed, and how each provider did from day to day. */
export async function readOutcomes(db: Queryable, scope: Scope, range: DateRange) {
  const asked = { daily: ["provider", "duration"], total: ["decline"] } as const;
  const stats = await readStats(db, { owner: statsOwnerOf(scope), range, ...asked, ...periodsOf(range) });
  return { date_from: range.from, date_to: range.to, declines: declinesOf(stats), providers: providersOf(stats) };
}

function declinesOf(stats: Stats) {
  const ofDeclines = { ...stats, sheets: stats.sheets.filter(({ dimension }) => dimension === "decline") };
  const cells: Cells = totalsOf(ofDeclines).get("decline") ?? new Map();
  return [...cells]
    .map(([value, { count }]) => {
      const [cause, provider] = value.split("/") as [FailureCause, string];
      return { cause, provider: provider === "" ? null : provider, count };
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count || (a.cause < b.cause ? -1 : 1));
}

/** Days without a finished payment are left out. */
function providersOf(stats: Stats) {
  const durations = Map.groupBy(
    daySumsOf(stats, "duration").map(({ value, ...sums }) => {
      const [provider, bucket] = value.split("/") as [string, string];
      return { ...sums, provider, bucket: Number(bucket) };
    }),
    ({ day, provider }) => `${day} ${provider}`,
  );
  const medianOn = (day: string, provider: string): number | null => {
    const counts = new Map<number, number>();
    for (const { bucket, count } of durations.get(`${day} ${provider}`) ?? [])
      counts.set(bucket, (counts.get(bucket) ?? 0) + count);
    return medianSecondsOf(counts);
  };
  const finished = daySumsOf(stats, "provider").filter(({ value }) => value !== "");
  return [...Map.groupBy(finished, ({ value }) => value)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([provider, ofProvider]) => ({
      provider,
      days: [...Map.groupBy(ofProvider, ({ day }) => day)]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([date, ofDay]) => ({ date, ...outcomeOf(ofDay), median_seconds: medianOn(date, provider) }))
        .filter(({ completed, failed }) => completed + failed > 0),
    }));
}

function outcomeOf(sums: readonly DaySums[]) {
  const add = (pick: (one: DaySums) => number): number => sums.reduce((total, one) => total + pick(one), 0);
  const [completed, failed] = [add((one) => one.completed), add((one) => one.failed)];
  return { completed, failed, success_rate: rateOf(completed, completed + failed) };
}
