import { failureCauseOf } from "#src/payments/rules/index.ts";
import { isFinal, PAYMENT_STATUSES } from "#src/payments/core/index.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { datedTable, timesOfRows } from "#src/kernel/db/ids-of-dates.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { PaymentListener } from "#src/payments/store/index.ts";
import { THRESHOLDS_SECONDS } from "./duration-buckets.ts";
import { type StatChange, statChangesOf } from "./payment-stats.ts";
import type { SheetName, StoredCells } from "./stat-cells.ts";

/** The statements that write the counts of payments. */
const FACT_COLUMNS = "org_id, day, kind, direction, payment_method, country, currency, provider, status, outcome";

const CHANGES = rowSource<StatChange>({
  org_id: ["uuid", (change) => change.org_id],
  day: ["date", (change) => change.day],
  kind: ["text", (change) => change.kind],
  direction: ["text", (change) => change.direction],
  payment_method: ["text", (change) => change.payment_method],
  country: ["text", (change) => change.country],
  currency: ["text", (change) => change.currency],
  provider: ["text", (change) => change.provider],
  status: ["text", (change) => change.status],
  outcome: ["text", (change) => change.outcome],
  count: ["integer", (change) => change.count],
  volume: ["numeric", (change) => change.volume],
  fees: ["numeric", (change) => change.fees],
});
const APPEND_CHANGES = statement(
  "analytics.APPEND_CHANGES",
)`INSERT INTO payment_stat_changes (${CHANGES.names}) SELECT ${CHANGES.names}
  FROM ${CHANGES.source}`;

/** Writes the change of the counts together with the payments: neither can be stored without the other. */
export const countPayments: PaymentListener = {
  writes(changes) {
    const rows = statChangesOf(changes);
    return rows.length === 0 ? [] : [{ text: APPEND_CHANGES, values: CHANGES.values(rows) }];
  },
};

/** One process folds at a time, until its transaction ends. Every version of this code must share this number. */
const FOLDER_LOCK = 7_305_214;

const TAKE_FOLDER_LOCK = statement(
  "analytics.TAKE_FOLDER_LOCK",
)`SELECT pg_try_advisory_xact_lock($1) AS taken /* not null */`;

const WAIT_FOR_RECOUNT = statement("analytics.WAIT_FOR_RECOUNT")`LOCK TABLE payment_stats IN ROW EXCLUSIVE MODE`;

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

/* ---- from the payments themselves ---- */

const DELETE_PAYMENT_STAT_CHANGES = statement("analytics.DELETE_PAYMENT_STAT_CHANGES")`
  DELETE FROM payment_stat_changes`;

const DELETE_PAYMENT_STATS = statement("analytics.DELETE_PAYMENT_STATS")`DELETE FROM payment_stats`;

export async function forgetStats(tx: Tx): Promise<void> {
  await tx.query(DELETE_PAYMENT_STAT_CHANGES);
  await tx.query(DELETE_PAYMENT_STATS);
}

const DATED_PAYMENTS = datedTable("payments", "payment_id");

/** Two times that all payments lie between; null when there are none. */
export function paymentTimes(tx: Queryable): Promise<{ first: Date; last: Date } | null> {
  return timesOfRows(tx, DATED_PAYMENTS);
}

const RECOUNT_PAYMENTS = statement("analytics.RECOUNT_PAYMENTS")`WITH counted AS (
    SELECT org_id, (created_at AT TIME ZONE 'UTC')::date::text AS day, direction, payment_method, country, currency,
      amount, total_fees, progress,
      status = ANY($3::text[]) AS is_final,
      coalesce(provider, '') AS provider,
      CASE WHEN status = 'failed' THEN coalesce(progress ->> 'failure_reason', '')
        WHEN status IN ('completed', 'refunded')
          THEN (SELECT width_bucket(extract(epoch FROM (moved ->> 'at')::timestamptz - created_at)::float8,
          $4::float8[])::text
          FROM json_array_elements(progress -> 'timeline') AS moved WHERE moved ->> 'to' = 'completed' LIMIT 1)
            END AS outcome,
      CASE status WHEN 'initiated' THEN 'awaiting_review' ELSE status END AS status
    FROM payments WHERE created_at >= $1 AND created_at < $2
      AND (status <> 'initiated' OR (direction = 'outbound' AND json_array_length(progress->'attempts') = 0))
  )
  SELECT org_id /* not null */, day /* not null */, 'payment' AS kind /* not null, like payment_stat_changes.kind */,
    direction /* not null */, payment_method /* not null */, country /* not null */, currency /* not null */,
    CASE WHEN is_final THEN provider ELSE '' END AS provider /* not null */,
    status /* not null, like payment_stat_changes.status */, coalesce(outcome, '') AS outcome /* not null */,
    count(*)::integer AS count /* not null */, sum(amount)::text AS volume /* not null */,
    sum(total_fees)::text AS fees /* not null */
  FROM counted GROUP BY 1, 2, 4, 5, 6, 7, 8, 9, 10
  UNION ALL
  SELECT org_id, day, 'attempt', direction, payment_method, country, currency, attempt->>'provider',
    attempt->>'outcome', '', count(*)::integer, '0', '0'
  FROM counted CROSS JOIN LATERAL json_array_elements(progress->'attempts') AS attempt WHERE is_final
    GROUP BY 1, 2, 4, 5, 6, 7, 8, 9`;

/** The result of recounting every payment of a time range; the same rules as payment-stats.ts, in SQL. */
export async function recountPayments(tx: Tx, from: Date, until: Date): Promise<StatChange[]> {
  const rows = await tx.query(RECOUNT_PAYMENTS, [from, until, PAYMENT_STATUSES.filter(isFinal), THRESHOLDS_SECONDS]);
  return (rows as StatChange[]).map((row) =>
    row.kind === "payment" && row.status === "failed" ? { ...row, outcome: failureCauseOf(row.outcome) } : row,
  );
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
