import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { assigned, type Columns, inCamelCase, rowSource, sameNamed } from "#src/kernel/db/row-source.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { Batch, BatchStatus } from "./payout-batch.ts";

/** The batches themselves; their rows are in row-queries.ts. The database's clock judges leases and due times. */
const CHANGING: Columns<Batch> = {
  ...sameNamed<Batch>({
    uuid: ["approvalId"],
    text: ["status", "previewHash", "pauseReason"],
    integer: [
      "namedTo",
      "readyRows",
      "invalidRows",
      "sentRows",
      "completedRows",
      "failedRows",
      "canceledRows",
      "checkedTo",
      "sentTo",
      "followedTo",
      "eventSequence",
    ],
    timestamptz: ["scheduledAt", "nextRunAt", "updatedAt", "submittedAt", "startedAt", "finishedAt"],
  }),
  totals: ["jsonb", (one) => jsonOf(one.totals)],
  rates: ["jsonb", (one) => jsonOf(one.rates)],
  problems: ["jsonb", (one) => jsonOf(one.problems)],
  controls: ["jsonb", (one) => jsonOf(one.controls)],
  released_by: ["jsonb", (one) => jsonOf(one.releasedBy)],
  repeat: ["jsonb", (one) => jsonOf(one.repeat)],
  submits_itself: ["boolean", (one) => String(one.submitsItself)],
};
const CHANGED = rowSource<Batch>({
  org_id: ["uuid", (one) => one.orgId],
  batch_id: ["uuid", (one) => one.batchId],
  ...CHANGING,
});
const FIXED = `org_id, batch_id, name, retry_of, duplicates, row_count, requester, erased_at, repeat_of, repeat_run,
  created_at`;
const SELECTED = `${inCamelCase("b", FIXED)}, ${inCamelCase("b", CHANGING)}, b.check_names AS "checksNames"`;

export function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

export type BatchKey = Pick<Batch, "orgId" | "batchId">;
export type NewBatch = BatchKey &
  Pick<Batch, "name" | "rowCount" | "requester" | "createdAt"> &
  Partial<Pick<Batch, "retryOf" | "duplicates" | "checksNames" | "repeatOf" | "repeatRun" | "submitsItself">>;

/** A new batch is to be checked; the columns that are not named here have their defaults. */
export async function insertBatch(tx: Tx, batch: NewBatch): Promise<Batch> {
  const { orgId, batchId, name, rowCount: rows, createdAt } = batch;
  const { retryOf = null, duplicates = "refuse", checksNames = false } = batch;
  const { repeatOf = null, repeatRun = null, submitsItself = false } = batch;
  const by = jsonOf(batch.requester);
  const [made] = await tx.query<Batch>(
    `INSERT INTO payout_batches AS b (org_id, batch_id, name, status, retry_of, duplicates, check_names, row_count,
       requester, created_at, updated_at, repeat_of, repeat_run, submits_itself)
     VALUES ($1, $2, $3, 'checking', $4, $5, $6, $7, $8, $9, $9, $10, $11, $12) RETURNING ${SELECTED}`,
    [orgId, batchId, name, retryOf, duplicates, checksNames, rows, by, createdAt, repeatOf, repeatRun, submitsItself],
  );
  return made!;
}

export async function findBatch(db: Queryable, scope: Scope, batchId: string): Promise<Batch | undefined> {
  const [batch] = await db.query<Batch>(
    `SELECT ${SELECTED} FROM payout_batches b WHERE batch_id = $1 AND ($2::uuid IS NULL OR org_id = $2)`,
    [batchId, orgIdIn(scope)],
  );
  return batch;
}

export async function lockBatch(tx: Tx, { orgId, batchId }: BatchKey): Promise<Batch | undefined> {
  const [batch] = await tx.query<Batch>(
    `SELECT ${SELECTED} FROM payout_batches b WHERE org_id = $1 AND batch_id = $2 FOR NO KEY UPDATE`,
    [orgId, batchId],
  );
  return batch;
}

export function listBatches(db: Queryable, scope: Scope, page: Page, status?: BatchStatus): Promise<Batch[]> {
  return db.query<Batch>(
    `SELECT ${SELECTED} FROM payout_batches b WHERE ($1::uuid IS NULL OR org_id = $1)
     AND ($2::text IS NULL OR status = $2) AND ($3::uuid IS NULL OR batch_id < $3)
     ORDER BY batch_id DESC LIMIT $4`,
    [orgIdIn(scope), status, page.after?.[0], page.limit + 1],
  );
}

export async function countUnfinished(db: Queryable, orgId: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM payout_batches
      WHERE org_id = $1 AND status IN ('checking', 'ready', 'awaiting_approval', 'scheduled', 'sending', 'paused')`,
    [orgId],
  );
  return row!.n;
}

export async function updateBatch(tx: Tx, batch: Batch): Promise<void> {
  await tx.query(
    `UPDATE payout_batches b SET ${assigned(CHANGING)} FROM ${CHANGED.source}
     WHERE b.org_id = r.org_id AND b.batch_id = r.batch_id`,
    CHANGED.values([batch]),
  );
}

/** The batch that was worked on longest ago: a small one does not wait for a large one. The row lock is the claim. */
export async function takeUnchecked(tx: Tx): Promise<Batch | undefined> {
  const [batch] = await tx.query<Batch>(
    `SELECT ${SELECTED} FROM payout_batches b WHERE status = 'checking' ORDER BY updated_at LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED`,
  );
  return batch;
}

export async function postpone(db: Queryable, { orgId, batchId }: BatchKey, now: Date): Promise<void> {
  await db.query(
    `UPDATE payout_batches SET updated_at = $3 WHERE org_id = $1 AND batch_id = $2 AND status = 'checking'`,
    [orgId, batchId, now],
  );
}

export async function takeDue(tx: Tx): Promise<Batch | undefined> {
  const [batch] = await tx.query<Batch>(
    `SELECT ${SELECTED} FROM payout_batches b WHERE status = 'scheduled' AND scheduled_at <= service_time()
      ORDER BY scheduled_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
  );
  return batch;
}

/** Gives the batch to one worker for a while. It only saves work: the payment's id keeps a row from being sent twice. */
export async function takeLease(tx: Tx, token: string, leaseMs: number): Promise<Batch | undefined> {
  const [batch] = await tx.query<Batch>(
    `UPDATE payout_batches b SET lease_token = $1, lease_until = database_time() + $2 * interval '1 ms'
     WHERE (org_id, batch_id) IN (SELECT org_id, batch_id FROM payout_batches
       WHERE status = 'sending' AND (lease_until IS NULL OR lease_until <= database_time()) ORDER BY updated_at LIMIT 1
         FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING ${SELECTED}`,
    [token, leaseMs],
  );
  return batch;
}

/** Extends a worker's lease of a batch to `forMs` from now. False when another worker has claimed the batch. */
export async function keepLease(db: Queryable, key: BatchKey, token: string, forMs: number): Promise<boolean> {
  const rows = await db.query(
    `UPDATE payout_batches SET lease_until = database_time() + $4 * interval '1 ms'
      WHERE org_id = $1 AND batch_id = $2 AND lease_token = $3 RETURNING 1`,
    [key.orgId, key.batchId, token, forMs],
  );
  return rows.length === 1;
}

export async function takeFollowed(tx: Tx): Promise<Batch | undefined> {
  const [batch] = await tx.query<Batch>(
    `SELECT ${SELECTED} FROM payout_batches b WHERE follow_at <= database_time() ORDER BY follow_at LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED`,
  );
  return batch;
}

/** Sets when the payments of a batch are checked next; null when none of them is open. */
export async function followAgain(tx: Queryable, { orgId, batchId }: BatchKey, inMs: number | null): Promise<void> {
  await tx.query(
    `UPDATE payout_batches SET follow_at = database_time() + $3 * interval '1 ms' WHERE org_id = $1 AND batch_id = $2`,
    [orgId, batchId, inMs],
  );
}

type HeldBatch = Pick<Batch, "orgId" | "batchId" | "status" | "sentTo" | "duplicates">;

/**
 * A pause or cancellation waits for the payments being created, and they wait for it. All sending batches of the
 * organizations are locked, so that no two create payments of one at once, as the ledger's lock would ensure later.
 */
export function holdBatches(tx: Tx, keys: readonly BatchKey[]): Promise<HeldBatch[]> {
  return tx.query<HeldBatch>(
    `SELECT b.org_id AS "orgId", b.batch_id AS "batchId", b.status, b.sent_to AS "sentTo", b.duplicates
     FROM payout_batches b
     WHERE (b.org_id, b.batch_id) IN (SELECT k.org_id, k.batch_id
       FROM unnest($1::uuid[], $2::uuid[]) AS k (org_id, batch_id)
       UNION SELECT s.org_id, s.batch_id FROM payout_batches s
         WHERE s.status = 'sending' AND s.org_id = ANY ($1::uuid[]))
     ORDER BY b.org_id, b.batch_id FOR NO KEY UPDATE OF b`,
    [keys.map(({ orgId }) => orgId), keys.map(({ batchId }) => batchId)],
  );
}

export async function takeRepeating(tx: Tx): Promise<Batch | undefined> {
  const [batch] = await tx.query<Batch>(
    `SELECT ${SELECTED} FROM payout_batches b WHERE next_run_at <= service_time() ORDER BY next_run_at LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED`,
  );
  return batch;
}

export async function takeUnsubmittedRun(db: Queryable): Promise<Batch | undefined> {
  const [batch] = await db.query<Batch>(
    `SELECT ${SELECTED} FROM payout_batches b WHERE submits_itself AND status = 'ready' ORDER BY updated_at LIMIT 1`,
  );
  return batch;
}

export async function takeErasable(tx: Tx, finishedBefore: Date): Promise<BatchKey | undefined> {
  const [batch] = await tx.query<BatchKey>(
    `SELECT org_id AS "orgId", batch_id AS "batchId" FROM payout_batches
      WHERE finished_at < $1 AND erased_at IS NULL AND next_run_at IS NULL ORDER BY finished_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    [finishedBefore],
  );
  return batch;
}

export async function markErased(tx: Tx, { orgId, batchId }: BatchKey, now: Date): Promise<void> {
  await tx.query(`UPDATE payout_batches SET erased_at = $3 WHERE org_id = $1 AND batch_id = $2`, [orgId, batchId, now]);
}

export type Pace = { provider: string; free_at: Date; now: Date };

export async function lockPaces(tx: Tx, providers: readonly string[]): Promise<Pace[]> {
  await tx.query(
    `INSERT INTO payout_paces (provider, free_at) SELECT provider, database_time() FROM unnest($1::text[]) AS provider
      ORDER BY provider ON CONFLICT DO NOTHING`,
    [providers],
  );
  return tx.query<Pace>(
    `SELECT provider, free_at, database_time() AS now FROM payout_paces WHERE provider = ANY ($1::text[])
      ORDER BY provider FOR NO KEY UPDATE`,
    [providers],
  );
}

export async function writePaces(tx: Tx, paces: readonly { provider: string; freeAt: Date }[]): Promise<void> {
  await tx.query(
    `UPDATE payout_paces p SET free_at = r.free_at FROM unnest($1::text[], $2::timestamptz[]) AS r (provider, free_at)
      WHERE p.provider = r.provider`,
    [paces.map(({ provider }) => provider), paces.map(({ freeAt }) => freeAt)],
  );
}
