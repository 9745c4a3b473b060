import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { sourceOf } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { StatChange } from "./payment-stats.ts";
import type { SheetName, StoredCells } from "./stat-cells.ts";

/** The statements that write the counts of payments. */
const FACT_COLUMNS = "org_id, day, kind, direction, payment_method, country, currency, provider, status, outcome";

const CHANGES = sourceOf<StatChange>({
  uuid: ["org_id"],
  date: ["day"],
  text: ["kind", "direction", "payment_method", "country", "currency", "provider", "status", "outcome"],
  integer: ["count"],
  numeric: ["volume", "fees"],
});
const APPEND_CHANGES = statement(
  "analytics.APPEND_CHANGES",
)`INSERT INTO payment_stat_changes (${CHANGES.names}) SELECT ${CHANGES.names}
  FROM ${CHANGES.source}`;

export async function appendChanges(tx: Tx, changes: readonly StatChange[]): Promise<void> {
  if (changes.length > 0) await tx.query(APPEND_CHANGES, CHANGES.values(changes));
}

/** One process folds at a time, until its transaction ends. Every version of this code must share this number. */
const FOLDER_LOCK = 7_305_214;

const TAKE_FOLDER_LOCK = statement(
  "analytics.TAKE_FOLDER_LOCK",
)`SELECT pg_try_advisory_xact_lock($1) AS taken /* not null */`;

export const WAIT_FOR_RECOUNT = statement("analytics.WAIT_FOR_RECOUNT")`LOCK TABLE payment_stats IN ROW EXCLUSIVE MODE`;

/** It waits here, without any other lock, while the sums are being recounted. */
export async function isOnlyFolder(tx: Tx): Promise<boolean> {
  const [lock] = await tx.query(TAKE_FOLDER_LOCK, [FOLDER_LOCK]);
  if (lock?.taken !== true) return false;
  await tx.query(WAIT_FOR_RECOUNT);
  return true;
}

const KEEP_FOLDERS_OUT = statement("analytics.KEEP_FOLDERS_OUT")`LOCK TABLE payment_stats IN SHARE ROW EXCLUSIVE MODE`;

/**
 * Keeps folding out until the transaction ends; readers continue. A table lock, because nothing else can be taken
 * before the snapshot of a REPEATABLE READ transaction, and a fold in between would make that useless.
 */
export async function keepFoldersOut(tx: Tx): Promise<void> {
  await tx.query(KEEP_FOLDERS_OUT);
}

const TAKE_CHANGES = statement("analytics.TAKE_CHANGES")`WITH taken AS (
    DELETE FROM payment_stat_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM payment_stat_changes LIMIT $1))
      RETURNING *
  )
  SELECT ${FACT_COLUMNS.replace("day", "day::text AS day /* not null */")}, sum(count)::integer AS count /* not null */,
    sum(volume)::text AS volume /* not null */, sum(fees)::text AS fees /* not null */,
    count(*)::integer AS taken /* not null */ FROM taken
  GROUP BY ${FACT_COLUMNS.replace("day", "taken.day")}`;

/** Removes up to `limit` changes and returns them added up. */
export async function takeChanges(tx: Tx, limit: number): Promise<{ taken: number; changes: StatChange[] }> {
  const rows = await tx.query(TAKE_CHANGES, [limit]);
  return {
    taken: rows.reduce((sum, row) => sum + row.taken, 0),
    changes: rows.map(({ taken: _, ...change }) => change as StatChange),
  };
}

const FIND_SHEETS = statement("analytics.FIND_SHEETS")`
  SELECT s.org_id, s.grain, s.dimension, s.period::text AS period /* not null */, s.cells
    FROM json_to_recordset($1::json) AS r (org_id uuid, grain text, dimension text, period date)
    JOIN payment_stats s ON s.org_id = r.org_id AND s.grain = r.grain AND s.dimension = r.dimension
      AND s.period = r.period`;

/** Reads the stored sums. They need no lock, because only one process at a time adds changes to them. */
export async function findSheets(tx: Tx, names: readonly SheetName[]): Promise<(SheetName & { cells: StoredCells })[]> {
  return tx.query(FIND_SHEETS, [JSON.stringify(names)]);
}

const WRITE_SHEETS = statement("analytics.WRITE_SHEETS")`
  INSERT INTO payment_stats (org_id, grain, dimension, period, cells)
    SELECT org_id, grain, dimension, period, cells
      FROM json_to_recordset($1::json) AS r (org_id uuid, grain text, dimension text, period date, cells jsonb)
    ON CONFLICT (org_id, grain, dimension, period) DO UPDATE SET cells = EXCLUDED.cells`;

export async function writeSheets(tx: Tx, sheets: readonly (SheetName & { cells: StoredCells })[]): Promise<void> {
  await tx.query(WRITE_SHEETS, [JSON.stringify(sheets)]);
}

const DELETE_PAYMENT_STAT_CHANGES = statement("analytics.DELETE_PAYMENT_STAT_CHANGES")`
  DELETE FROM payment_stat_changes`;

const DELETE_PAYMENT_STATS = statement("analytics.DELETE_PAYMENT_STATS")`DELETE FROM payment_stats`;

export async function forgetStats(tx: Tx): Promise<void> {
  await tx.query(DELETE_PAYMENT_STAT_CHANGES);
  await tx.query(DELETE_PAYMENT_STATS);
}

/* ---- the size of the queue ---- */

/** Above this size the table is compacted: deleted rows leave empty pages, which every reader would have to skip. */
const SHRINK_ABOVE_BYTES = 16 * 1024 * 1024;

const FIND_QUEUE_SIZE = statement("analytics.FIND_QUEUE_SIZE")`
  SELECT pg_relation_size('payment_stat_changes') AS bytes /* not null */`;

const COMPACT_QUEUE = statement("analytics.COMPACT_QUEUE")`VACUUM (TRUNCATE true) payment_stat_changes`;

export async function shrinkQueue(db: Queryable): Promise<void> {
  const [row] = await db.query(FIND_QUEUE_SIZE);
  if (row!.bytes > SHRINK_ABOVE_BYTES) await db.query(COMPACT_QUEUE);
}
