import type { Queryable } from "./client.ts";
import { raw, type Sql, sql } from "./sql.ts";

/**
 * The ids that rows of given dates can have, for a list sorted by id. Ids are UUIDv7, so the time of a row is nearly
 * the time in its id: with these bounds the index is read only near the dates, and not through all of this year for a
 * page of last year.
 *
 * "Nearly" has no limit: `created_at` is the deployment's time, which follows the database and may be moved; an
 * `Idempotency-Key` keeps its id for a day, a paused batch its ids for longer, and imported rows may have any. So each
 * table has a small index of its rows out of step, `<table>_out_of_step`, and the bounds are extended to the first and
 * the last such row of the dates. A statement keeps its filter on `created_at` and finds exactly the same.
 *
 * The bounds are sent as values: the planner takes an unknown range for a small one, and would sort millions of rows
 * for a page. A row committed between the two reads may be missing, as if it had been committed after both.
 */
export type DatedTable = {
  /** $1 the first moment, $2 the end, $3 the organization, or null for all. */
  readonly bounds: string;
};
export type Dates = { readonly from?: Date | undefined; readonly to?: Date | undefined };
export type IdRange = { readonly first: string; readonly last: string };

/** A larger step reads more rows around the dates; a smaller one puts more rows into those indexes. */
const STEP_SECONDS = 3_600;
/** The step, and what the first four bytes of an id leave out of its time: 65.536 s. */
const MARGIN_SECONDS = STEP_SECONDS + 66;
const LAST_ID_MS = 2 ** 48 - 1;
const EVERY_ID: IdRange = {
  first: "00000000-0000-0000-0000-000000000000",
  last: "ffffffff-ffff-ffff-ffff-ffffffffffff",
};

/** A table with the columns `org_id` and `created_at`, and an index of the rows that are out of step. */
export function datedTable(table: string, id: string): DatedTable {
  // To about a minute.
  const byte = (index: number): string => `get_byte(uuid_send(${id}), ${index})`;
  const seconds = `(${byte(0)} * 16777216.0 + ${byte(1)} * 65536.0 + ${byte(2)} * 256.0 + ${byte(3)}) * 65.536`;
  // As in the index: the planner compares the expressions.
  const step = `interval '${STEP_SECONDS} seconds'`;
  const isStray = `created_at - to_timestamp(${seconds}) NOT BETWEEN interval '-${STEP_SECONDS} seconds' AND ${step}`;
  // OFFSET 0 keeps the planner from searching the list, or all rows of the organization, for strays.
  const stray = (order: "ASC" | "DESC"): string => `(SELECT stray.${id} FROM (
      SELECT org_id, ${id} FROM ${table}
      WHERE ${isStray} AND created_at >= $1::timestamptz AND created_at < $2::timestamptz OFFSET 0
    ) AS stray WHERE $3::uuid IS NULL OR stray.org_id = $3 ORDER BY stray.${id} ${order} LIMIT 1)`;
  return {
    bounds: `SELECT
      CASE WHEN $1::timestamptz = '-infinity' THEN '${EVERY_ID.first}'
        ELSE least(${idAt("$1", -MARGIN_SECONDS, "0")}, ${stray("ASC")}) END AS first,
      CASE WHEN $2::timestamptz = 'infinity' THEN '${EVERY_ID.last}'
        ELSE greatest(${idAt("$2", MARGIN_SECONDS, "f")}, ${stray("DESC")}) END AS last`,
  };
}

function idAt(moment: string, offsetSeconds: number, tail: "0" | "f"): string {
  const ms = `(extract(epoch FROM ${moment}::timestamptz) + ${offsetSeconds}) * 1000`;
  return `(lpad(to_hex(greatest(0, least(${LAST_ID_MS}, ${ms}))::bigint), 12, '0') || '${tail.repeat(20)}')::uuid`;
}

/** `from` is inclusive, `to` exclusive. */
export async function idsOfDates(db: Queryable, { bounds }: DatedTable, { from, to }: Dates, orgId: string | null) {
  if (from === undefined && to === undefined) return EVERY_ID;
  const [row] = await db.query<IdRange>(bounds, [from ?? "-infinity", to ?? "infinity", orgId]);
  return row!;
}

/** The planner takes two close bounds for no row, by any index. So one is for the organization's index alone. */
export function withIds(id: string, { first, last }: IdRange, orgId: string | null, order: "asc" | "desc"): Sql {
  const own = raw(`(org_id, ${id})`);
  if (orgId === null) return sql`${raw(id)} BETWEEN ${first} AND ${last}`;
  if (order === "asc") return sql`${raw(id)} >= ${first} AND ${own} <= (${orgId}, ${last})`;
  return sql`${raw(id)} <= ${last} AND ${own} >= (${orgId}, ${first})`;
}
