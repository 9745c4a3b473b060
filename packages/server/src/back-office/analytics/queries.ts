import type { Queryable } from "#src/kernel/db/client.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { DateRange } from "./date-range.ts";
import { PLATFORM, type StatChange } from "./payment-stats.ts";
import type { Dimension, Grain, StoredCells } from "./stat-cells.ts";

/** Counts are the stored sums plus the changes not folded yet, read in one statement and so in one snapshot. */
export function statsOwnerOf(scope: Scope): string {
  return "every" in scope ? PLATFORM : scope.orgId;
}

type Sheet = { grain: Grain; dimension: Dimension; period: string; cells: StoredCells };
export type Stats = { sheets: Sheet[]; unfolded: StatChange[] };

type StatsQuestion = {
  owner: string;
  range: DateRange;
  /** Dimensions that are read day by day. */
  daily: readonly Dimension[];
  /** Dimensions that are read as totals, from `days` and `months` that together make up the range. */
  total: readonly Dimension[];
  days: readonly string[];
  months: readonly string[];
};

/** Unfolded changes are added up in the database: the result is as large as the cells, however late the fold is. */
const UNFOLDED = `
  SELECT jsonb_agg(to_jsonb(c)) FROM (
    SELECT org_id, day, kind, direction, payment_method, country, currency, provider, status, outcome,
      sum(count) AS count, sum(volume)::text AS volume, sum(fees)::text AS fees
    FROM payment_stat_changes GROUP BY org_id, day, kind, direction, payment_method, country, currency, provider,
      status, outcome
  ) c`;

const READ_STATS = statement("analytics.READ_STATS")`
  SELECT grain /* like payment_stats.grain */, dimension /* like payment_stats.dimension */, period::text AS period,
      cells /* like cells_or_changes */ FROM payment_stats
    WHERE org_id = $1 AND grain = 'day' AND dimension = ANY ($2::text[]) AND period BETWEEN $3 AND $4
    UNION ALL
    SELECT grain, dimension, period::text, cells FROM payment_stats
      WHERE org_id = $1 AND grain = 'day' AND dimension = ANY ($5::text[]) AND period = ANY ($6::date[])
    UNION ALL
    SELECT grain, dimension, period::text, cells FROM payment_stats
      WHERE org_id = $1 AND grain = 'month' AND dimension = ANY ($5::text[]) AND period = ANY ($7::date[])
    UNION ALL
    SELECT NULL, NULL, NULL, (${UNFOLDED} WHERE day BETWEEN $3 AND $4 AND ($1 = '${PLATFORM}' OR org_id = $1))`;

export async function readStats(db: Queryable, question: StatsQuestion): Promise<Stats> {
  const { owner, range, daily, total, days, months } = question;
  return statsOf(await db.query(READ_STATS, [owner, daily, range.from, range.to, total, days, months]));
}

const READ_STATS_OF_ALL_TIME = statement("analytics.READ_STATS_OF_ALL_TIME")`
  SELECT grain /* like payment_stats.grain */, dimension /* like payment_stats.dimension */, period::text AS period,
      cells /* like cells_or_changes */ FROM payment_stats
    WHERE org_id = $1 AND grain = 'month' AND dimension = $2
    UNION ALL
    SELECT NULL, NULL, NULL, (${UNFOLDED} WHERE $1 = '${PLATFORM}' OR org_id = $1)`;

/** Reads everything since the first payment, by months only. */
export async function readStatsOfAllTime(db: Queryable, owner: string, dimension: Dimension): Promise<Stats> {
  return statsOf(await db.query(READ_STATS_OF_ALL_TIME, [owner, dimension]));
}

function statsOf(rows: readonly RowOf<typeof READ_STATS>[]): Stats {
  const stats: Stats = { sheets: [], unfolded: [] };
  for (const row of rows) {
    if (row.grain === null) stats.unfolded = (row.cells ?? []) as StatChange[];
    else stats.sheets.push(row as Sheet);
  }
  return stats;
}
