import type { Queryable, Tx } from "#src/platform/db/client.ts";
import { PLATFORM, type StatChange } from "./payment-stats.ts";

/** The writing side of the counts. */

/** What one change `f` adds to a sum along the dimension `d`; for readers, who add up what is not folded yet, and for the fold alike. */
export const MEASURES = {
  count: "f.count",
  completed: "CASE WHEN f.status IN ('completed', 'refunded', 'accepted') THEN f.count ELSE 0 END",
  failed: "CASE WHEN f.status IN ('failed', 'refused') THEN f.count ELSE 0 END",
  volume: "CASE WHEN d.currency <> '' AND f.status IN ('completed', 'refunded') THEN f.volume ELSE 0 END",
} as const;

/** Rows of (kind, dimension, value, currency): where a change `f` counts. */
export const DIMENSIONS = `
  ('payment', 'direction', f.direction, f.currency), ('payment', 'provider', f.provider, f.currency), ('payment', 'method', f.payment_method, f.currency),
  ('payment', 'country', f.country, f.currency), ('payment', 'corridor', f.country || '/' || f.payment_method || '/' || f.direction, ''), ('payment', 'status', f.status, ''),
  ('attempt', 'attempt', f.provider, '')`;

const FACT_COLUMNS = "org_id, day, kind, direction, payment_method, country, currency, provider, status";

export async function appendChanges(tx: Tx, rows: readonly StatChange[]): Promise<void> {
  await tx.query(
    `INSERT INTO payment_stat_changes (${FACT_COLUMNS}, count, volume)
     SELECT ${FACT_COLUMNS}, count, volume FROM json_to_recordset($1::json) AS r (org_id uuid, day date, kind text, direction text, payment_method text, country text, currency text,
       provider text, status text, count integer, volume numeric)`,
    [JSON.stringify(rows)],
  );
}

/** One folder at a time over all processes; released with the transaction. An arbitrary number that every version of this code must share. */
const FOLDER_LOCK = 7_305_214;

/** True for the one folder. It waits here, with nothing taken yet, while the sums are being counted anew. */
export async function isOnlyFolder(tx: Tx): Promise<boolean> {
  const [lock] = await tx.query<{ taken: boolean }>(`SELECT pg_try_advisory_xact_lock($1) AS taken`, [FOLDER_LOCK]);
  if (lock?.taken !== true) return false;
  await tx.query(`LOCK TABLE payment_stats IN ROW EXCLUSIVE MODE`);
  return true;
}

/**
 * Keeps folders out until the transaction ends; readers go on. A table lock because nothing else can be taken before the snapshot of a
 * REPEATABLE READ transaction, and a fold that ends in between would make that snapshot useless.
 */
export async function keepFoldersOut(tx: Tx): Promise<void> {
  await tx.query(`LOCK TABLE payment_stats IN SHARE ROW EXCLUSIVE MODE`);
}

/** Removes up to `limit` changes and returns them added up. */
export async function takeChanges(tx: Tx, limit: number): Promise<{ taken: number; facts: StatChange[] }> {
  const rows = await tx.query<StatChange & { taken: number }>(
    `WITH taken AS (
       DELETE FROM payment_stat_changes WHERE ctid = ANY (ARRAY(SELECT ctid FROM payment_stat_changes LIMIT $1)) RETURNING *
     )
     SELECT ${FACT_COLUMNS}, sum(count)::integer AS count, sum(volume)::text AS volume, count(*)::integer AS taken FROM taken GROUP BY ${FACT_COLUMNS}`,
    [limit],
  );
  return { taken: rows.reduce((sum, row) => sum + row.taken, 0), facts: rows.map(({ taken: _, ...fact }) => fact) };
}

/**
 * Adds facts to every sum they belong to: the organisation's and the platform's, the day's and the month's, along each dimension. Sums that
 * come to nothing (yesterday's `processing`) are removed. Only the folder writes here, so no row is ever waited for.
 */
export async function addToStats(tx: Tx, facts: readonly StatChange[]): Promise<void> {
  await tx.query(
    `MERGE INTO payment_stats s USING (
       SELECT scope.org_id, times.grain, d.dimension, times.period, d.value, d.currency,
         sum(${MEASURES.count}) AS count, sum(${MEASURES.completed}) AS completed, sum(${MEASURES.failed}) AS failed, sum(${MEASURES.volume}) AS volume
       FROM json_to_recordset($1::json) AS f (org_id uuid, day date, kind text, direction text, payment_method text, country text, currency text, provider text, status text, count bigint, volume numeric)
       CROSS JOIN LATERAL (VALUES (f.org_id), ($2::uuid)) AS scope (org_id)
       CROSS JOIN LATERAL (VALUES ('day', f.day), ('month', date_trunc('month', f.day)::date)) AS times (grain, period)
       CROSS JOIN LATERAL (VALUES ${DIMENSIONS}) AS d (kind, dimension, value, currency)
       WHERE d.kind = f.kind
       GROUP BY 1, 2, 3, 4, 5, 6
     ) c ON s.org_id = c.org_id AND s.grain = c.grain AND s.dimension = c.dimension AND s.period = c.period AND s.value = c.value AND s.currency = c.currency
     WHEN MATCHED AND s.count + c.count = 0 AND s.completed + c.completed = 0 AND s.failed + c.failed = 0 AND s.volume + c.volume = 0 THEN DELETE
     WHEN MATCHED THEN UPDATE SET count = s.count + c.count, completed = s.completed + c.completed, failed = s.failed + c.failed, volume = s.volume + c.volume
     WHEN NOT MATCHED AND (c.count <> 0 OR c.completed <> 0 OR c.failed <> 0 OR c.volume <> 0) THEN
       INSERT (org_id, grain, dimension, period, value, currency, count, completed, failed, volume)
       VALUES (c.org_id, c.grain, c.dimension, c.period, c.value, c.currency, c.count, c.completed, c.failed, c.volume)`,
    [JSON.stringify(facts), PLATFORM],
  );
}

/* ---- from the payments themselves ---- */

export async function forgetStats(tx: Tx): Promise<void> {
  await tx.query(`DELETE FROM payment_stat_changes`);
  await tx.query(`DELETE FROM payment_stats`);
}

export async function paymentTimes(tx: Queryable): Promise<{ first: Date; last: Date } | null> {
  const [row] = await tx.query<{ first: Date | null; last: Date | null }>(`SELECT min(created_at) AS first, max(created_at) AS last FROM payments`);
  return row?.first == null || row.last === null ? null : { first: row.first, last: row.last };
}

/** What counting every payment of a time anew would have appended; the same rules as payment-stats.ts, in SQL. */
export async function appendRecount(tx: Tx, from: Date, until: Date): Promise<void> {
  await tx.query(
    `INSERT INTO payment_stat_changes (${FACT_COLUMNS}, count, volume)
     WITH counted AS (
       SELECT org_id, (created_at AT TIME ZONE 'UTC')::date AS day, direction, payment_method, country, currency, amount, progress,
         status IN ('completed', 'failed', 'refunded', 'rejected', 'canceled') AS is_final,
         coalesce(provider, '') AS provider,
         CASE WHEN status = 'initiated' AND direction = 'outbound' AND jsonb_array_length(progress->'attempts') = 0 THEN 'awaiting_review' ELSE status END AS status
       FROM payments WHERE created_at >= $1 AND created_at < $2
     )
     SELECT org_id, day, 'payment', direction, payment_method, country, currency, CASE WHEN is_final THEN provider ELSE '' END, status, count(*), sum(amount) FROM counted GROUP BY 1, 2, 4, 5, 6, 7, 8, 9
     UNION ALL
     SELECT org_id, day, 'attempt', direction, payment_method, country, currency, attempt->>'provider', attempt->>'outcome', count(*), 0
     FROM counted CROSS JOIN LATERAL jsonb_array_elements(progress->'attempts') AS attempt WHERE is_final GROUP BY 1, 2, 4, 5, 6, 7, 8, 9`,
    [from, until],
  );
}
