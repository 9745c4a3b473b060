import type { Clock } from "@corridor/base/clock.ts";
import type { Job } from "../jobs/loop.ts";
import type { Metrics } from "../metrics.ts";
import type { CellsInUse } from "./cells-in-use.ts";
import { schemaOfCell } from "./cells.ts";
import { statement } from "./statement.ts";

/**
 * Tables that only grow are kept by month, as ranges of their ids (docs/decisions/0050-months.md). The months are made
 * long before their first row. A row without a month is in the default partition of its table, so nothing is refused.
 */
const DAY_MS = 24 * 60 * 60_000;
const MADE_AHEAD_MS = 92 * DAY_MS;
const LATE_MS = 30 * DAY_MS;
const INTERVAL_MS = 60 * 60_000;

const TABLES = "pg_class AS grown WHERE relkind = 'p' AND relnamespace = $1::text::regnamespace";
const MAKE = statement("db.MAKE")`SELECT coalesce(sum(make_months(grown.oid, $2::timestamptz)),
    0)::bigint AS count /* not null */ FROM ${TABLES}`;
const COUNT_LATE = statement("db.COUNT_LATE")`
  SELECT count(*) AS count /* not null */ FROM ${TABLES} AND (stray_rows(grown.oid) > 0 OR NOT EXISTS (
    SELECT FROM pg_inherits JOIN pg_class AS month ON month.oid = inhrelid
    WHERE inhparent = grown.oid AND right(month.relname, 8) = to_char($2::timestamptz AT TIME ZONE 'UTC', '_YYYY_MM')))`;

type MonthsDeps = { cells: Pick<CellsInUse, "every">; cell: number; clock: Clock; metrics: Metrics };

export function makeMonthsJob({ cells: { every }, cell, clock, metrics }: MonthsDeps): Job {
  const help = "Tables kept by month that have rows of no month, or no month for what comes within 30 days";
  const late = metrics.gauge("tables_without_months", help, ["cell"]);
  const schema = schemaOfCell(cell);
  return {
    name: "make-months",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const nowMs = clock.now().getTime();
      const [made] = await every.query(MAKE, [schema, new Date(nowMs + MADE_AHEAD_MS)]);
      const [found] = await every.query(COUNT_LATE, [schema, new Date(nowMs + LATE_MS)]);
      late.set({ cell }, found!.count);
      return made!.count;
    },
  };
}
