import type { Queryable } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { type DateRange, periodsOf } from "./date-range.ts";
import { attemptsOf, countsOf, daysOf, figuresByDay, linesOf, statusesOf, totalOf, totalsOf } from "./figures.ts";
import { readStats, statsOwnerOf } from "./queries.ts";

/** More corridors than this belong in a report, not on a page; the busiest come first. */
const MAX_CORRIDORS = 100;

export async function readTrends(db: Queryable, scope: Scope, range: DateRange) {
  const stats = await readStats(db, {
    owner: statsOwnerOf(scope),
    range,
    daily: ["direction"],
    total: ["provider", "method", "status", "corridor", "attempt"],
    ...periodsOf(range),
  });
  const byDay = figuresByDay(stats);
  const totals = totalsOf({ ...stats, sheets: stats.sheets.filter((sheet) => sheet.dimension !== "direction") });
  return {
    date_from: range.from,
    date_to: range.to,
    base: null as string | null,
    without_rate: [] as string[],
    totals: totalOf(byDay),
    days: daysOf(byDay, range),
    providers: providersOf(totals),
    methods: linesOf(totals.get("method")).map(({ value, ...line }) => ({ payment_method: value, ...line })),
    statuses: statusesOf(totals.get("status")),
    corridors: linesOf(totals.get("corridor"))
      .slice(0, MAX_CORRIDORS)
      .map(({ value, volume: _, ...line }) => {
        const [country, payment_method, direction] = value.split("/") as [string, string, string];
        return { country, payment_method, direction, ...line };
      }),
  };
}

/** Providers that finished payments, and providers that were only tried. */
function providersOf(totals: ReturnType<typeof totalsOf>) {
  const finished = new Map(linesOf(totals.get("provider")).map(({ value, ...line }) => [value, line]));
  // The empty name stands for payments without a provider: unfinished ones, and those that every provider refused.
  finished.delete("");
  const attempts = attemptsOf(totals.get("attempt"));
  return [...new Set([...finished.keys(), ...attempts.keys()])]
    .map((provider) => ({
      provider,
      ...(finished.get(provider) ?? { ...countsOf([]), volume: [] }),
      ...(attempts.get(provider) ?? { attempts: 0, accepted: 0, acceptance_rate: null }),
    }))
    .toSorted((a, b) => b.count - a.count || b.attempts - a.attempts || (a.provider < b.provider ? -1 : 1));
}
