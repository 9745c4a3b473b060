import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { assigned, inCamelCase, rowSource, columnsOf, listsOf } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { Batch, BatchStatus } from "./payout-batch.ts";

/** The batches themselves; their rows are in row-queries.ts. The database's clock judges leases and due times. */
const CHANGING = columnsOf<Batch>({
  uuid: ["approvalId"],
  text: ["status", "previewHash", "pauseReason"],
  integer: [
    ...(["readyRows", "invalidRows", "sentRows", "completedRows", "failedRows", "canceledRows"] as const),
    ...(["namedTo", "checkedTo", "sentTo", "followedTo", "eventSequence"] as const),
  ],
  timestamptz: ["scheduledAt", "nextRunAt", "updatedAt", "submittedAt", "startedAt", "finishedAt"],
  jsonb: ["totals", "rates", "problems", "controls", "releasedBy", "repeat"],
  boolean: ["submitsItself"],
});
const CHANGED = rowSource({ ...columnsOf<Batch>({ uuid: ["orgId", "batchId"] }), ...CHANGING });
const FIXED = `org_id, batch_id, name, retry_of, duplicates, row_count, requester, erased_at, repeat_of, repeat_run,
  created_at`;
const SELECTED = `${inCamelCase("b", FIXED)}, ${inCamelCase("b", CHANGING)}, b.check_names AS "checksNames"`;

export type BatchKey = Pick<Batch, "orgId" | "batchId">;
export type NewBatch = BatchKey &
  Pick<Batch, "name" | "rowCount" | "requester" | "createdAt"> &
  Partial<Pick<Batch, "retryOf" | "duplicates" | "checksNames" | "repeatOf" | "repeatRun" | "submitsItself">>;

const INSERT_BATCH = statement("batches.INSERT_BATCH")`
  INSERT INTO payout_batches AS b (org_id, batch_id, name, status, retry_of, duplicates, check_names, row_count,
      requester, created_at, updated_at, repeat_of, repeat_run, submits_itself)
    VALUES ($1, $2, $3, 'checking', $4, $5, $6, $7, $8, $9, $9, $10, $11, $12) RETURNING ${SELECTED}`;

/** A new batch is to be checked; the columns that are not named here have their defaults. */
export async function insertBatch(tx: Tx, batch: NewBatch): Promise<Batch> {
  const { orgId, batchId, name, rowCount: rows, createdAt } = batch;
  const { retryOf = null, duplicates = "refuse", checksNames = false } = batch;
  const { repeatOf = null, repeatRun = null, submitsItself = false } = batch;
  const by = JSON.stringify(batch.requester);
  const [made] = await tx.query(INSERT_BATCH, [
    orgId,
    batchId,
    name,
    retryOf,
    duplicates,
    checksNames,
    rows,
    by,
    createdAt,
    repeatOf,
    repeatRun,
    submitsItself,
  ]);
  return made!;
}

const FIND_BATCH = statement("batches.FIND_BATCH")`
  SELECT ${SELECTED} FROM payout_batches b WHERE batch_id = $1 AND ($2::uuid IS NULL OR org_id = $2)`;

export async function findBatch(db: Queryable, scope: Scope, batchId: string): Promise<Batch | undefined> {
  return (await db.query(FIND_BATCH, [batchId, orgIdIn(scope)]))[0];
}

const LOCK_BATCH = statement("batches.LOCK_BATCH")`
  SELECT ${SELECTED} FROM payout_batches b WHERE org_id = $1 AND batch_id = $2 FOR NO KEY UPDATE`;

export async function lockBatch(tx: Tx, { orgId, batchId }: BatchKey): Promise<Batch | undefined> {
  const [batch] = await tx.query(LOCK_BATCH, [orgId, batchId]);
  return batch;
}

const LIST_BATCHES = statement("batches.LIST_BATCHES")`
  SELECT ${SELECTED} FROM payout_batches b WHERE ($1::uuid IS NULL OR org_id = $1)
    AND ($2::text IS NULL OR status = $2) AND ($3::uuid IS NULL OR batch_id < $3)
    ORDER BY batch_id DESC LIMIT $4`;

export function listBatches(db: Queryable, scope: Scope, page: Page, status?: BatchStatus): Promise<Batch[]> {
  return db.query(LIST_BATCHES, [orgIdIn(scope), status, page.after?.[0], page.limit + 1]);
}

const COUNT_UNFINISHED = statement("batches.COUNT_UNFINISHED")`SELECT count(*)::int AS n /* not null */
    FROM payout_batches
  WHERE org_id = $1 AND status IN ('checking', 'ready', 'awaiting_approval', 'scheduled', 'sending', 'paused')`;

export async function countUnfinished(db: Queryable, orgId: string): Promise<number> {
  const [row] = await db.query(COUNT_UNFINISHED, [orgId]);
  return row!.n;
}

const UPDATE_BATCH = statement("batches.UPDATE_BATCH")`
  UPDATE payout_batches b SET ${assigned(CHANGING)} FROM ${CHANGED.source}
    WHERE b.org_id = r.org_id AND b.batch_id = r.batch_id`;

export async function updateBatch(tx: Tx, batch: Batch): Promise<void> {
  await tx.query(UPDATE_BATCH, CHANGED.values([batch]));
}

const TAKE_UNCHECKED = statement("batches.TAKE_UNCHECKED")`
  SELECT ${SELECTED} FROM payout_batches b WHERE status = 'checking' ORDER BY updated_at LIMIT 1
    FOR NO KEY UPDATE SKIP LOCKED`;

/** The batch that was worked on longest ago: a small one does not wait for a large one. The row lock is the claim. */
export async function takeUnchecked(tx: Tx): Promise<Batch | undefined> {
  return (await tx.query(TAKE_UNCHECKED))[0];
}

const POSTPONE = statement("batches.POSTPONE")`
  UPDATE payout_batches SET updated_at = $3 WHERE org_id = $1 AND batch_id = $2 AND status = 'checking'`;

export async function postpone(db: Queryable, { orgId, batchId }: BatchKey, now: Date): Promise<void> {
  await db.query(POSTPONE, [orgId, batchId, now]);
}

const TAKE_DUE = statement("batches.TAKE_DUE")`
  SELECT ${SELECTED} FROM payout_batches b WHERE status = 'scheduled' AND scheduled_at <= service_time()
    ORDER BY scheduled_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;

export async function takeDue(tx: Tx): Promise<Batch | undefined> {
  return (await tx.query(TAKE_DUE))[0];
}

const TAKE_LEASE = statement("batches.TAKE_LEASE")`
  UPDATE payout_batches b SET lease_token = $1, lease_until = database_time() + $2 * interval '1 ms'
    WHERE (org_id, batch_id) IN (SELECT org_id, batch_id FROM payout_batches
      WHERE status = 'sending' AND (lease_until IS NULL OR lease_until <= database_time()) ORDER BY updated_at LIMIT 1
        FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING ${SELECTED}`;

/** Gives the batch to one worker for a while. It only saves work: the payment's id keeps a row from being sent twice. */
export async function takeLease(tx: Tx, token: string, leaseMs: number): Promise<Batch | undefined> {
  return (await tx.query(TAKE_LEASE, [token, leaseMs]))[0];
}

const KEEP_LEASE = statement("batches.KEEP_LEASE")`
  UPDATE payout_batches SET lease_until = database_time() + $4 * interval '1 ms'
    WHERE org_id = $1 AND batch_id = $2 AND lease_token = $3 RETURNING 1`;

/** Extends a worker's lease of a batch to `forMs` from now. False when another worker has claimed the batch. */
export async function keepLease(db: Queryable, key: BatchKey, token: string, forMs: number): Promise<boolean> {
  const rows = await db.query(KEEP_LEASE, [key.orgId, key.batchId, token, forMs]);
  return rows.length === 1;
}

const TAKE_FOLLOWED = statement("batches.TAKE_FOLLOWED")`
  SELECT ${SELECTED} FROM payout_batches b WHERE follow_at <= database_time() ORDER BY follow_at LIMIT 1
    FOR NO KEY UPDATE SKIP LOCKED`;

export async function takeFollowed(tx: Tx): Promise<Batch | undefined> {
  return (await tx.query(TAKE_FOLLOWED))[0];
}

const FOLLOW_AGAIN = statement("batches.FOLLOW_AGAIN")`
  UPDATE payout_batches SET follow_at = database_time() + $3 * interval '1 ms' WHERE org_id = $1 AND batch_id = $2`;

/** Sets when the payments of a batch are checked next; null when none of them is open. */
export async function followAgain(tx: Queryable, { orgId, batchId }: BatchKey, inMs: number | null): Promise<void> {
  await tx.query(FOLLOW_AGAIN, [orgId, batchId, inMs]);
}

type HeldBatch = Pick<Batch, "orgId" | "batchId" | "status" | "sentTo" | "duplicates">;

const HOLD_BATCHES = statement("batches.HOLD_BATCHES")`
  SELECT b.org_id AS "orgId", b.batch_id AS "batchId", b.status, b.sent_to AS "sentTo", b.duplicates
    FROM payout_batches b
    WHERE (b.org_id, b.batch_id) IN (SELECT k.org_id, k.batch_id
      FROM unnest($1::uuid[], $2::uuid[]) AS k (org_id, batch_id)
      UNION SELECT s.org_id, s.batch_id FROM payout_batches s
        WHERE s.status = 'sending' AND s.org_id = ANY ($1::uuid[]))
    ORDER BY b.org_id, b.batch_id FOR NO KEY UPDATE OF b`;

/**
 * A pause or cancellation waits for the payments being created, and they wait for it. All sending batches of the
 * organizations are locked, so that no two create payments of one at once, as the ledger's lock would ensure later.
 */
export function holdBatches(tx: Tx, keys: readonly BatchKey[]): Promise<HeldBatch[]> {
  return tx.query(HOLD_BATCHES, listsOf(keys, "orgId", "batchId"));
}

const TAKE_REPEATING = statement("batches.TAKE_REPEATING")`
  SELECT ${SELECTED} FROM payout_batches b WHERE next_run_at <= service_time() ORDER BY next_run_at LIMIT 1
    FOR NO KEY UPDATE SKIP LOCKED`;

export async function takeRepeating(tx: Tx): Promise<Batch | undefined> {
  return (await tx.query(TAKE_REPEATING))[0];
}

const TAKE_UNSUBMITTED_RUN = statement("batches.TAKE_UNSUBMITTED_RUN")`
  SELECT ${SELECTED} FROM payout_batches b WHERE submits_itself AND status = 'ready' ORDER BY updated_at LIMIT 1`;

export async function takeUnsubmittedRun(db: Queryable): Promise<Batch | undefined> {
  return (await db.query(TAKE_UNSUBMITTED_RUN))[0];
}

const TAKE_ERASABLE = statement("batches.TAKE_ERASABLE")`
  SELECT org_id AS "orgId", batch_id AS "batchId" FROM payout_batches
    WHERE finished_at < $1 AND erased_at IS NULL AND next_run_at IS NULL
    ORDER BY finished_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`;

export async function takeErasable(tx: Tx, finishedBefore: Date): Promise<BatchKey | undefined> {
  return (await tx.query(TAKE_ERASABLE, [finishedBefore]))[0];
}

const MARK_ERASED = statement("batches.MARK_ERASED")`
  UPDATE payout_batches SET erased_at = $3 WHERE org_id = $1 AND batch_id = $2`;

export async function markErased(tx: Tx, { orgId, batchId }: BatchKey, now: Date): Promise<void> {
  await tx.query(MARK_ERASED, [orgId, batchId, now]);
}

export type Pace = { provider: string; free_at: Date; now: Date };

const INSERT_PAYOUT_PACES = statement("batches.INSERT_PAYOUT_PACES")`
  INSERT INTO payout_paces (provider, free_at) SELECT provider, database_time() FROM unnest($1::text[]) AS provider
    ORDER BY provider ON CONFLICT DO NOTHING`;

const LOCK_PAYOUT_PACES = statement("batches.LOCK_PAYOUT_PACES")`
  SELECT provider, free_at, database_time() AS now /* not null */ FROM payout_paces WHERE provider = ANY ($1::text[])
    ORDER BY provider FOR NO KEY UPDATE`;

export async function lockPaces(tx: Tx, providers: readonly string[]): Promise<Pace[]> {
  await tx.query(INSERT_PAYOUT_PACES, [providers]);
  return tx.query(LOCK_PAYOUT_PACES, [providers]);
}

const WRITE_PACES = statement("batches.WRITE_PACES")`
  UPDATE payout_paces p SET free_at = r.free_at FROM unnest($1::text[], $2::timestamptz[]) AS r (provider, free_at)
    WHERE p.provider = r.provider`;

export async function writePaces(tx: Tx, paces: readonly { provider: string; freeAt: Date }[]): Promise<void> {
  await tx.query(WRITE_PACES, listsOf(paces, "provider", "freeAt"));
}
