import type { Queryable } from "#src/platform/db/client.ts";
import type { Scope } from "#src/platform/http/caller.ts";
import { type DateRange, periodsOf } from "./date-range.ts";
import { attemptsBy, countsOf, daysOf, directedVolumeOf, statusesOf, totalsAlong } from "./figures.ts";
import { countByDay, statsOwnerOf, totalsOf } from "./queries.ts";

/** More corridors than this are a list for a report, not for a page; the busiest come first. */
const MAX_CORRIDORS = 100;

export async function readTrends(db: Queryable, scope: Scope, range: DateRange) {
  const owner = statsOwnerOf(scope);
  const [days, totals] = await Promise.all([
    countByDay(db, owner, range),
    totalsOf(db, { owner, dimensions: ["provider", "method", "status", "corridor", "attempt"], range, ...periodsOf(range) }),
  ]);
  const attempts = attemptsBy(totals);
  const finished = new Map(totalsAlong(totals, "provider").map((provider) => [provider.value, provider]));
  finished.delete(""); // Not finished yet, or refused by all: nobody's.
  return {
    date_from: range.from,
    date_to: range.to,
    totals: { ...countsOf(days), volume: directedVolumeOf(days) },
    days: daysOf(days, range),
    providers: [...new Set([...finished.keys(), ...attempts.keys()])].map((provider) => {
      const { value: _, ...counts } = finished.get(provider) ?? { value: provider, ...countsOf([]), volume: [] };
      return { provider, ...counts, ...(attempts.get(provider) ?? { attempts: 0, accepted: 0, acceptance_rate: null }) };
    }).toSorted((a, b) => b.count - a.count || b.attempts - a.attempts || (a.provider < b.provider ? -1 : 1)),
    methods: totalsAlong(totals, "method").map(({ value, ...counts }) => ({ payment_method: value, ...counts })),
    statuses: statusesOf(totals),
    corridors: totalsAlong(totals, "corridor").slice(0, MAX_CORRIDORS).map(({ value, volume: _, ...counts }) => {
      const [country, payment_method, direction] = value.split("/") as [string, string, string];
      return { country, payment_method, direction, ...counts };
    }),
  };
}
