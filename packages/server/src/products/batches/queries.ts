import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { Batch, BatchStatus } from "./payout-batch.ts";

/** The batches themselves; their rows are in row-queries.ts. The database's clock judges leases and due times. */
const COLUMNS = `org_id, batch_id, name, status, retry_of, duplicates, check_names, named_to, row_count, ready_rows,
  invalid_rows, sent_rows, completed_rows, failed_rows, canceled_rows,
  checked_to, sent_to, followed_to, totals, rates, problems, controls, preview_hash, approval_id, scheduled_at,
    pause_reason, requester, released_by, erased_at, repeat, next_run_at, repeat_of, repeat_run, submits_itself,
    event_sequence,
  created_at, updated_at, submitted_at, started_at, finished_at`;

type Row = {
  org_id: string;
  batch_id: string;
  name: string;
  status: BatchStatus;
  retry_of: string | null;
  duplicates: Batch["duplicates"];
  check_names: boolean;
  named_to: number;
  row_count: number;
  ready_rows: number;
  invalid_rows: number;
  sent_rows: number;
  completed_rows: number;
  failed_rows: number;
  canceled_rows: number;
  checked_to: number;
  sent_to: number;
  followed_to: number;
  totals: Batch["totals"];
  rates: Batch["rates"];
  problems: Batch["problems"];
  controls: Batch["controls"];
  preview_hash: string | null;
  approval_id: string | null;
  scheduled_at: Date | null;
  pause_reason: string | null;
  requester: Batch["requester"];
  released_by: Batch["releasedBy"];
  erased_at: Date | null;
  repeat: Batch["repeat"];
  next_run_at: Date | null;
  repeat_of: string | null;
  repeat_run: number | null;
  submits_itself: boolean;
  event_sequence: number;
  created_at: Date;
  updated_at: Date;
  submitted_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
};

function batchOf(row: Row): Batch {
  return {
    orgId: row.org_id,
    batchId: row.batch_id,
    name: row.name,
    status: row.status,
    retryOf: row.retry_of,
    duplicates: row.duplicates,
    checksNames: row.check_names,
    namedTo: row.named_to,
    rowCount: row.row_count,
    readyRows: row.ready_rows,
    invalidRows: row.invalid_rows,
    sentRows: row.sent_rows,
    completedRows: row.completed_rows,
    failedRows: row.failed_rows,
    canceledRows: row.canceled_rows,
    checkedTo: row.checked_to,
    sentTo: row.sent_to,
    followedTo: row.followed_to,
    totals: row.totals,
    rates: row.rates,
    problems: row.problems,
    controls: row.controls,
    previewHash: row.preview_hash,
    approvalId: row.approval_id,
    scheduledAt: row.scheduled_at,
    pauseReason: row.pause_reason,
    requester: row.requester,
    releasedBy: row.released_by,
    erasedAt: row.erased_at,
    repeat: row.repeat,
    nextRunAt: row.next_run_at,
    repeatOf: row.repeat_of,
    repeatRun: row.repeat_run,
    submitsItself: row.submits_itself,
    eventSequence: row.event_sequence,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    submittedAt: row.submitted_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

export type BatchKey = Pick<Batch, "orgId" | "batchId">;

export async function insertBatch(tx: Tx, batch: Batch): Promise<void> {
  await tx.query(
    `INSERT INTO payout_batches (org_id, batch_id, name, status, retry_of, duplicates, row_count, scheduled_at,
       requester, created_at, updated_at,
       repeat_of, repeat_run, submits_itself, check_names)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13, $14)`,
    [
      batch.orgId,
      batch.batchId,
      batch.name,
      batch.status,
      batch.retryOf,
      batch.duplicates,
      batch.rowCount,
      batch.scheduledAt,
      JSON.stringify(batch.requester),
      batch.createdAt,
      batch.repeatOf,
      batch.repeatRun,
      batch.submitsItself,
      batch.checksNames,
    ],
  );
}

export async function findBatch(db: Queryable, scope: Scope, batchId: string): Promise<Batch | undefined> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM payout_batches WHERE batch_id = $1 AND ($2::uuid IS NULL OR org_id = $2)`,
    [batchId, "orgId" in scope ? scope.orgId : null],
  );
  return row === undefined ? undefined : batchOf(row);
}

export async function lockBatch(tx: Tx, { orgId, batchId }: BatchKey): Promise<Batch | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM payout_batches WHERE org_id = $1 AND batch_id = $2 FOR NO KEY UPDATE`,
    [orgId, batchId],
  );
  return row === undefined ? undefined : batchOf(row);
}

/** Newest first. */
export async function listBatches(
  db: Queryable,
  query: { scope: Scope; status: BatchStatus | null; beforeId: string | null; limit: number },
): Promise<Batch[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM payout_batches WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::text IS NULL OR status = $2)
     AND ($3::uuid IS NULL OR batch_id < $3)
     ORDER BY batch_id DESC LIMIT $4`,
    ["orgId" in query.scope ? query.scope.orgId : null, query.status, query.beforeId, query.limit],
  );
  return rows.map(batchOf);
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
    `UPDATE payout_batches SET status = $3, ready_rows = $4, invalid_rows = $5, sent_rows = $6, completed_rows = $7,
       failed_rows = $8, canceled_rows = $9, checked_to = $10,
       sent_to = $11, followed_to = $12, totals = $13, rates = $14, problems = $15, controls = $16, preview_hash = $17,
         approval_id = $18, scheduled_at = $19,
       pause_reason = $20, event_sequence = $21, updated_at = $22, submitted_at = $23, started_at = $24,
         finished_at = $25, released_by = $26,
       repeat = $27, next_run_at = $28, submits_itself = $29, named_to = $30
     WHERE org_id = $1 AND batch_id = $2`,
    [
      batch.orgId,
      batch.batchId,
      batch.status,
      batch.readyRows,
      batch.invalidRows,
      batch.sentRows,
      batch.completedRows,
      batch.failedRows,
      batch.canceledRows,
      batch.checkedTo,
      batch.sentTo,
      batch.followedTo,
      JSON.stringify(batch.totals),
      JSON.stringify(batch.rates),
      JSON.stringify(batch.problems),
      batch.controls === null ? null : JSON.stringify(batch.controls),
      batch.previewHash,
      batch.approvalId,
      batch.scheduledAt,
      batch.pauseReason,
      batch.eventSequence,
      batch.updatedAt,
      batch.submittedAt,
      batch.startedAt,
      batch.finishedAt,
      batch.releasedBy === null ? null : JSON.stringify(batch.releasedBy),
      batch.repeat === null ? null : JSON.stringify(batch.repeat),
      batch.nextRunAt,
      batch.submitsItself,
      batch.namedTo,
    ],
  );
}

/** ---- claims by jobs ---- */

/**
 * The batch that was worked on longest ago, so that a small one does not wait for a large one. The row lock is the
 * claim.
 */
export async function takeUnchecked(tx: Tx): Promise<Batch | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM payout_batches WHERE status = 'checking' ORDER BY updated_at LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED`,
  );
  return row === undefined ? undefined : batchOf(row);
}

/** Moves a batch to the end of the queue of batches to check, after an internal error. */
export async function postpone(db: Queryable, { orgId, batchId }: BatchKey, now: Date): Promise<void> {
  await db.query(
    `UPDATE payout_batches SET updated_at = $3 WHERE org_id = $1 AND batch_id = $2 AND status = 'checking'`,
    [orgId, batchId, now],
  );
}

export async function takeDue(tx: Tx): Promise<Batch | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM payout_batches WHERE status = 'scheduled' AND scheduled_at <= service_time()
      ORDER BY scheduled_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
  );
  return row === undefined ? undefined : batchOf(row);
}

/**
 * Gives the batch to one worker for a while. The lease only saves work: the id of its payment keeps a row from being
 * sent twice.
 */
export async function takeLease(tx: Tx, token: string, leaseMs: number): Promise<Batch | undefined> {
  const [row] = await tx.query<Row>(
    `UPDATE payout_batches SET lease_token = $1, lease_until = database_time() + $2 * interval '1 ms'
     WHERE (org_id, batch_id) IN (SELECT org_id, batch_id FROM payout_batches
       WHERE status = 'sending' AND (lease_until IS NULL OR lease_until <= database_time()) ORDER BY updated_at LIMIT 1
         FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [token, leaseMs],
  );
  return row === undefined ? undefined : batchOf(row);
}

/** Extends a worker's lease of a batch to `forMs` from now. False when another worker has claimed the batch. */
export async function keepLease(
  db: Queryable,
  { orgId, batchId }: BatchKey,
  token: string,
  forMs: number,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE payout_batches SET lease_until = database_time() + $4 * interval '1 ms'
      WHERE org_id = $1 AND batch_id = $2 AND lease_token = $3 RETURNING 1`,
    [orgId, batchId, token, forMs],
  );
  return rows.length === 1;
}

export async function takeFollowed(tx: Tx): Promise<Batch | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM payout_batches WHERE follow_at <= database_time() ORDER BY follow_at LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED`,
  );
  return row === undefined ? undefined : batchOf(row);
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
 * Locks batches while their payments are created, so that a pause or cancellation waits for them, and they wait for it.
 * All sending batches of their organizations are locked as well, so that no two create payments of one organization at
 * once. The lock of the organization's ledger, taken a moment later, would separate them anyway.
 */
export async function holdBatches(tx: Tx, keys: readonly BatchKey[]): Promise<HeldBatch[]> {
  const rows = await tx.query<{
    org_id: string;
    batch_id: string;
    status: BatchStatus;
    sent_to: number;
    duplicates: Batch["duplicates"];
  }>(
    `SELECT b.org_id, b.batch_id, b.status, b.sent_to, b.duplicates FROM payout_batches b
     WHERE (b.org_id, b.batch_id) IN (SELECT k.org_id, k.batch_id
       FROM unnest($1::uuid[], $2::uuid[]) AS k (org_id, batch_id)
       UNION SELECT s.org_id, s.batch_id FROM payout_batches s
         WHERE s.status = 'sending' AND s.org_id = ANY ($1::uuid[]))
     ORDER BY b.org_id, b.batch_id FOR NO KEY UPDATE OF b`,
    [keys.map(({ orgId }) => orgId), keys.map(({ batchId }) => batchId)],
  );
  return rows.map((row) => ({
    orgId: row.org_id,
    batchId: row.batch_id,
    status: row.status,
    sentTo: row.sent_to,
    duplicates: row.duplicates,
  }));
}

/* ---- runs ---- */

export async function takeRepeating(tx: Tx): Promise<Batch | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM payout_batches WHERE next_run_at <= service_time() ORDER BY next_run_at LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED`,
  );
  return row === undefined ? undefined : batchOf(row);
}

export async function takeUnsubmittedRun(db: Queryable): Promise<Batch | undefined> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM payout_batches WHERE submits_itself AND status = 'ready' ORDER BY updated_at LIMIT 1`,
  );
  return row === undefined ? undefined : batchOf(row);
}

/* ---- retention ---- */

export async function takeErasable(tx: Tx, finishedBefore: Date): Promise<BatchKey | undefined> {
  const [row] = await tx.query<Pick<Row, "org_id" | "batch_id">>(
    `SELECT org_id, batch_id FROM payout_batches WHERE finished_at < $1 AND erased_at IS NULL AND next_run_at IS NULL
      ORDER BY finished_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    [finishedBefore],
  );
  return row === undefined ? undefined : { orgId: row.org_id, batchId: row.batch_id };
}

export async function markErased(tx: Tx, { orgId, batchId }: BatchKey, now: Date): Promise<void> {
  await tx.query(`UPDATE payout_batches SET erased_at = $3 WHERE org_id = $1 AND batch_id = $2`, [orgId, batchId, now]);
}

/* ---- pace ---- */

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
