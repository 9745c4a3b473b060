import { usersByCountry } from "#src/parties/organizations/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { type DateRange, periodsOf } from "./date-range.ts";
import { countsOf, linesOf, totalsOf } from "./figures.ts";
import { readStats, readStatsOfAllTime, statsOwnerOf } from "./queries.ts";

/** People by the country they entered (null: none), payments by the country they were made in. */
export async function readGeography(db: Queryable, scope: Scope, range: DateRange | null) {
  const owner = statsOwnerOf(scope);
  const [people, stats] = await Promise.all([
    usersByCountry(db, scope),
    range === null
      ? readStatsOfAllTime(db, owner, "country")
      : readStats(db, { owner, range, daily: [], total: ["country"], ...periodsOf(range) }),
  ]);
  const users = new Map(people.map((row) => [row.country, row.users]));
  const payments = new Map(
    linesOf(totalsOf(stats).get("country")).map(({ value, ...line }) => [value as string | null, line]),
  );
  const countries = [...new Set([...payments.keys(), ...users.keys()])].map((country) => {
    const { count, ...counts } = payments.get(country) ?? { ...countsOf([]), volume: [] };
    return { country, users: users.get(country) ?? 0, payments: count, ...counts };
  });
  return {
    date_from: range?.from ?? null,
    date_to: range?.to ?? null,
    total_users: people.reduce((sum, row) => sum + row.users, 0),
    total_payments: countries.reduce((sum, country) => sum + country.payments, 0),
    countries: countries.toSorted(
      (a, b) => b.payments - a.payments || b.users - a.users || ((a.country ?? "~") < (b.country ?? "~") ? -1 : 1),
    ),
  };
}
