import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { sourceOf } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { BatchKey } from "./queries.ts";
import type { BatchTotal, RowInput, RowIntent, RowProblem, RowStatus } from "./payout-batch.ts";
import type { NewRow } from "./read-rows.ts";

/** All statements over rows are set-based: a batch has up to a hundred thousand of them. */
const INSERTS = sourceOf<NewRow>({ integer: ["row"], jsonb: ["input"], text: ["sameAs"] });
const INSERT_CHUNK = 5_000;

const INSERT_ROWS = statement("batches.INSERT_ROWS")`
  INSERT INTO payout_batch_rows (org_id, batch_id, row, input, same_as, status)
    SELECT $5, $6, r.row, r.input, r.same_as, 'unchecked' FROM ${INSERTS.source}`;

export async function insertRows(tx: Tx, { orgId, batchId }: BatchKey, rows: readonly NewRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_CHUNK)
    await tx.query(INSERT_ROWS, [...INSERTS.values(rows.slice(start, start + INSERT_CHUNK)), orgId, batchId]);
}

export type UncheckedRow = { row: number; input: RowInput; same_as: string };

const READ_UNCHECKED = statement("batches.READ_UNCHECKED")`
  SELECT row, input, same_as FROM payout_batch_rows WHERE org_id = $1 AND batch_id = $2 AND row > $3 ORDER BY row
    LIMIT $4`;

export function readUnchecked(db: Queryable, key: BatchKey, after: number, limit: number): Promise<UncheckedRow[]> {
  return db.query(READ_UNCHECKED, [key.orgId, key.batchId, after, limit]);
}

export type CheckedRow = { row: number; status: "unchecked" | "ready" | "invalid" } & Partial<
  { errors: readonly RowProblem[]; beneficiaryAt: Date; intent: RowIntent } & Record<
    "beneficiaryId" | "amount" | "currency" | "targetAmount" | "targetCurrency" | "fee" | "orgRateId" | "provider",
    string
  >
>;

const CHECKED = sourceOf<CheckedRow>({
  integer: ["row"],
  text: ["status", "currency", "targetCurrency", "provider"],
  jsonb: ["errors", "intent"],
  uuid: ["beneficiaryId", "orgRateId"],
  timestamptz: ["beneficiaryAt"],
  numeric: ["amount", "targetAmount", "fee"],
});

const WRITE_CHECKED = statement("batches.WRITE_CHECKED")`
  UPDATE payout_batch_rows b SET status = r.status, errors = r.errors, beneficiary_id = r.beneficiary_id,
      beneficiary_at = r.beneficiary_at, amount = r.amount,
      currency = r.currency, target_amount = r.target_amount, target_currency = r.target_currency, fee = r.fee,
        org_rate_id = r.org_rate_id, provider = r.provider,
      intent = r.intent
    FROM ${CHECKED.source} WHERE b.org_id = $15 AND b.batch_id = $16 AND b.row = r.row`;

export async function writeChecked(tx: Tx, { orgId, batchId }: BatchKey, rows: readonly CheckedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(WRITE_CHECKED, [...CHECKED.values(rows), orgId, batchId]);
}

const FORGET_CHECKS = statement("batches.FORGET_CHECKS")`
  UPDATE payout_batch_rows SET status = 'unchecked', errors = NULL, target_amount = NULL, org_rate_id = NULL
    WHERE org_id = $1 AND batch_id = $2 AND status <> 'unchecked'`;

export async function forgetChecks(tx: Tx, { orgId, batchId }: BatchKey): Promise<void> {
  await tx.query(FORGET_CHECKS, [orgId, batchId]);
}

/* ---- facts outside the row that a check needs ---- */

const FIND_FIRST_ALIKE = statement("batches.FIND_FIRST_ALIKE")`
  SELECT k.same_as /* not null */, f.row AS first FROM unnest($3::text[]) AS k (same_as)
    CROSS JOIN LATERAL (SELECT r.row FROM payout_batch_rows r
      WHERE r.org_id = $1 AND r.batch_id = $2 AND r.same_as = k.same_as ORDER BY r.row LIMIT 1) AS f`;

/** The first row of the batch with each of these values. */
export async function findFirstAlike(
  db: Queryable,
  { orgId, batchId }: BatchKey,
  sameAs: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.query(FIND_FIRST_ALIKE, [orgId, batchId, sameAs]);
  return new Map(rows.map((row) => [row.same_as, row.first]));
}

export type PaidSince = { since: Date; /** Payments to ignore. */ except: readonly string[] };

const FIND_PAID_REFERENCES = statement("batches.FIND_PAID_REFERENCES")`SELECT DISTINCT client_reference /* not null */
    FROM payments
  WHERE client_reference = ANY ($2::text[]) AND org_id = $1 AND direction = 'outbound' AND created_at >= $3
  AND payment_id <> ALL ($4::uuid[]) AND status NOT IN ('failed', 'rejected', 'canceled')`;

/** Which of these references a payout since the given time has, if it did not fail and was not rejected or canceled. */
export async function findPaidReferences(
  db: Queryable,
  orgId: string,
  references: readonly string[],
  { since, except }: PaidSince,
): Promise<Set<string>> {
  const rows = await db.query(FIND_PAID_REFERENCES, [orgId, references, since, except]);
  return new Set(rows.map((row) => row.client_reference));
}

const FIND_PAID_AMOUNTS = statement("batches.FIND_PAID_AMOUNTS")`
  SELECT DISTINCT beneficiary_id /* not null */, amount::text AS amount /* not null */, currency FROM payments
    WHERE org_id = $1 AND beneficiary_id = ANY ($2::uuid[]) AND client_reference IS NULL
    AND direction = 'outbound' AND created_at >= $3 AND payment_id <> ALL ($4::uuid[])
      AND status NOT IN ('failed', 'rejected', 'canceled')`;

/** Earlier payouts without a reference. Each payee's payments are read once, however many rows name the payee. */
export async function findPaidAmounts(
  db: Queryable,
  orgId: string,
  beneficiaryIds: readonly string[],
  { since, except }: PaidSince,
): Promise<{ beneficiary_id: string; amount: string; currency: string }[]> {
  return db.query(FIND_PAID_AMOUNTS, [orgId, beneficiaryIds, since, except]);
}

export type RowSum = { beneficiary_id: string; currency: string; rows: number; amount: string };

const SUM_BEFORE = statement("batches.SUM_BEFORE")`
  SELECT beneficiary_id /* not null */, currency /* not null */, count(*)::int AS rows /* not null */,
    sum(amount)::text AS amount /* not null */ FROM payout_batch_rows
    WHERE org_id = $1 AND batch_id = $2 AND intent IS NOT NULL AND row < $3 AND beneficiary_id = ANY ($4::uuid[])
      GROUP BY beneficiary_id, currency`;

export function sumBefore(
  db: Queryable,
  { orgId, batchId }: BatchKey,
  before: number,
  beneficiaryIds: readonly string[],
): Promise<RowSum[]> {
  return db.query(SUM_BEFORE, [orgId, batchId, before, beneficiaryIds]);
}

const SUM_ALL_BEFORE = statement("batches.SUM_ALL_BEFORE")`
  SELECT currency /* not null */, count(*)::int AS rows /* not null */, sum(amount)::text AS amount /* not null */
    FROM payout_batch_rows
    WHERE org_id = $1 AND batch_id = $2 AND intent IS NOT NULL AND row < $3 GROUP BY currency`;

export function sumAllBefore(db: Queryable, key: BatchKey, before: number): Promise<Omit<RowSum, "beneficiary_id">[]> {
  return db.query(SUM_ALL_BEFORE, [key.orgId, key.batchId, before]);
}

const TOTALS_OF = statement("batches.TOTALS_OF")`
  SELECT currency /* not null */, target_currency /* not null */, provider /* not null */,
    count(*)::int AS rows /* not null */, sum(amount)::text AS amount /* not null */,
    sum(fee)::text AS fees /* not null */, coalesce(sum(target_amount), 0)::text AS target_amount /* not null */
    FROM payout_batch_rows WHERE org_id = $1 AND batch_id = $2 AND status IN ('ready', 'unchecked')
      AND intent IS NOT NULL
    GROUP BY currency, target_currency, provider ORDER BY currency, target_currency, provider`;

export function totalsOf(db: Queryable, { orgId, batchId }: BatchKey): Promise<(BatchTotal & { provider: string })[]> {
  return db.query(TOTALS_OF, [orgId, batchId]);
}

const SUM_UP = statement("batches.SUM_UP")`SELECT count(*) FILTER (WHERE status = 'ready')::int AS ready /* not null */,
    count(*) FILTER (WHERE status = 'invalid')::int AS invalid /* not null */,
    encode(sha256(convert_to(coalesce(string_agg(encode(sha256(convert_to(
      concat_ws('|', row, beneficiary_id, amount, currency, target_amount, target_currency, org_rate_id,
        intent::text), 'UTF8')), 'hex'), '' ORDER BY row)
      FILTER (WHERE status = 'ready'), ''), 'UTF8')), 'hex') AS hash /* not null */
  FROM payout_batch_rows WHERE org_id = $1 AND batch_id = $2`;

/** How many rows are ready, and the hash of everything that will be sent for them. */
export async function sumUp(
  db: Queryable,
  { orgId, batchId }: BatchKey,
): Promise<{ ready: number; invalid: number; hash: string }> {
  const [sum] = await db.query(SUM_UP, [orgId, batchId]);
  return sum!;
}

const CONTENT_HASH = statement("batches.CONTENT_HASH")`
  SELECT encode(sha256(convert_to(coalesce(string_agg(encode(sha256(convert_to(
      concat_ws('|', beneficiary_id, amount, currency, target_currency,
        ((intent - 'clientReference') #- '{details,bank_details}' #- '{details,seal}')::text), 'UTF8')), 'hex'), '' ORDER BY row), ''),
        'UTF8')), 'hex') AS hash /* not null */
    FROM payout_batch_rows WHERE org_id = $1 AND batch_id = $2 AND status = 'ready'`;

/** The hash of what is the same in every run: without rates, references, and our own account of a bank transfer. */
export async function contentHash(db: Queryable, { orgId, batchId }: BatchKey): Promise<string> {
  const [row] = await db.query(CONTENT_HASH, [orgId, batchId]);
  return row!.hash;
}

export type UnpricedRow = { row: number; amount: string; currency: string; target_currency: string };

const READ_UNPRICED = statement("batches.READ_UNPRICED")`
  SELECT row, amount::text AS amount /* not null */, currency /* not null */, target_currency /* not null */
    FROM payout_batch_rows
    WHERE org_id = $1 AND batch_id = $2 AND status = 'unchecked' AND intent IS NOT NULL ORDER BY row LIMIT $3`;

export function readUnpriced(db: Queryable, { orgId, batchId }: BatchKey, limit: number): Promise<UnpricedRow[]> {
  return db.query(READ_UNPRICED, [orgId, batchId, limit]);
}

export type PricedRow = Pick<CheckedRow, "row" | "status" | "errors" | "targetAmount" | "orgRateId">;
const PRICED = sourceOf<PricedRow>({
  integer: ["row"],
  text: ["status"],
  jsonb: ["errors"],
  numeric: ["targetAmount"],
  uuid: ["orgRateId"],
});

const WRITE_PRICED = statement("batches.WRITE_PRICED")`
  UPDATE payout_batch_rows b SET status = r.status, errors = r.errors, target_amount = r.target_amount,
    org_rate_id = r.org_rate_id
    FROM ${PRICED.source} WHERE b.org_id = $7 AND b.batch_id = $8 AND b.row = r.row`;

export async function writePriced(tx: Tx, { orgId, batchId }: BatchKey, rows: readonly PricedRow[]): Promise<void> {
  await tx.query(WRITE_PRICED, [...PRICED.values(rows), orgId, batchId]);
}

export type UnnamedRow = { row: number; intent: RowIntent };

const READ_UNNAMED = statement("batches.READ_UNNAMED")`SELECT row, intent /* not null */ FROM payout_batch_rows
  WHERE org_id = $1 AND batch_id = $2 AND row > $3 AND status IN ('unchecked', 'ready')
    AND intent ->> 'method' = 'bank_transfer' ORDER BY row LIMIT $4`;

/** Rows to a bank account in which no error was found so far. */
export function readUnnamed(db: Queryable, key: BatchKey, after: number, limit: number): Promise<UnnamedRow[]> {
  return db.query(READ_UNNAMED, [key.orgId, key.batchId, after, limit]);
}

const WRITE_MISNAMED = statement("batches.WRITE_MISNAMED")`
  UPDATE payout_batch_rows b SET status = 'invalid', errors = r.errors
    FROM unnest($3::int[], $4::jsonb[]) AS r (row, errors)
    WHERE b.org_id = $1 AND b.batch_id = $2 AND b.row = r.row`;

export async function writeMisnamed(
  tx: Tx,
  { orgId, batchId }: BatchKey,
  rows: readonly { row: number; errors: readonly RowProblem[] }[],
): Promise<void> {
  await tx.query(WRITE_MISNAMED, [
    orgId,
    batchId,
    rows.map(({ row }) => row),
    rows.map(({ errors }) => JSON.stringify(errors)),
  ]);
}

/* ---- sending ---- */

export type ReadyRow = { row: number; beneficiary_at: Date; org_rate_id: string | null; intent: RowIntent } & Record<
  "beneficiary_id" | "amount" | "currency" | "target_amount" | "target_currency" | "fee" | "provider",
  string
>;

const READ_READY = statement("batches.READ_READY")`
  SELECT row, beneficiary_id /* not null */, beneficiary_at /* not null */, amount::text AS amount /* not null */,
    currency /* not null */, target_amount::text AS target_amount /* not null */, target_currency /* not null */,
    org_rate_id, fee::text AS fee /* not null */, provider /* not null */, intent /* not null */
    FROM payout_batch_rows WHERE org_id = $1 AND batch_id = $2 AND row > $3 AND status = 'ready' ORDER BY row
      LIMIT $4`;

export function readReady(db: Queryable, key: BatchKey, after: number, limit: number): Promise<ReadyRow[]> {
  return db.query(READ_READY, [key.orgId, key.batchId, after, limit]);
}

const FIND_EXISTING = statement("batches.FIND_EXISTING")`
  SELECT payment_id FROM payments WHERE org_id = $1 AND payment_id = ANY ($2::uuid[])`;

export async function findExisting(db: Queryable, orgId: string, paymentIds: readonly string[]): Promise<Set<string>> {
  if (paymentIds.length === 0) return new Set();
  const rows = await db.query(FIND_EXISTING, [orgId, paymentIds]);
  return new Set(rows.map((row) => row.payment_id));
}

export type EndedRow = {
  row: number;
  status: RowStatus;
  paymentId: string | null;
  failure: { code: string; message: string } | null;
};
const ENDED = sourceOf<EndedRow>({ integer: ["row"], text: ["status"], uuid: ["paymentId"], jsonb: ["failure"] });

export function sentRow(row: number, paymentId: string): EndedRow {
  return { row, status: "sent", paymentId, failure: null };
}

const WRITE_ENDED = statement("batches.WRITE_ENDED")`WITH changed AS (
    UPDATE payout_batch_rows b SET status = r.status, payment_id = r.payment_id, failure = r.failure
    FROM ${ENDED.source} WHERE b.org_id = $6 AND b.batch_id = $7 AND b.row = r.row AND b.status = 'ready'
      RETURNING b.status)
  SELECT status, count(*)::int AS rows /* not null */ FROM changed GROUP BY status`;

/** How many of the unsent rows got each status. */
export async function writeEnded(tx: Tx, key: BatchKey, rows: readonly EndedRow[]): Promise<Map<RowStatus, number>> {
  if (rows.length === 0) return new Map();
  const changed = await tx.query(WRITE_ENDED, [...ENDED.values(rows), key.orgId, key.batchId]);
  return new Map(changed.map((row) => [row.status, row.rows]));
}

const CANCEL_READY = statement("batches.CANCEL_READY")`
  WITH changed AS (UPDATE payout_batch_rows SET status = 'canceled'
    WHERE org_id = $1 AND batch_id = $2 AND status IN ('ready', 'unchecked') RETURNING 1)
    SELECT count(*)::int AS n /* not null */ FROM changed`;

export async function cancelReady(tx: Tx, { orgId, batchId }: BatchKey): Promise<number> {
  const [row] = await tx.query(CANCEL_READY, [orgId, batchId]);
  return row!.n;
}

/* ---- following ---- */

type Followed = { last: number | null; completed: number; failed: number };

const FOLLOW_ROWS = statement("batches.FOLLOW_ROWS")`WITH looked AS (SELECT row, payment_id FROM payout_batch_rows
    WHERE org_id = $1 AND batch_id = $2 AND status = 'sent' AND row > $3 ORDER BY row LIMIT $4),
    over AS (SELECT l.row, CASE WHEN p.status IN ('completed', 'refunded') THEN 'completed' ELSE 'failed'
      END AS status,
        CASE WHEN p.status NOT IN ('completed', 'refunded')
          THEN jsonb_build_object('code', upper('payment_' || p.status), 'message',
            coalesce(p.progress ->> 'failure_reason', 'the payment is ' || p.status)) END AS failure
      FROM looked l JOIN payments p ON p.org_id = $1 AND p.payment_id = l.payment_id
      WHERE p.status IN ('completed', 'refunded', 'failed', 'rejected', 'canceled')),
    changed AS (UPDATE payout_batch_rows b SET status = o.status, failure = o.failure FROM over o
      WHERE b.org_id = $1 AND b.batch_id = $2 AND b.row = o.row RETURNING b.status)
  SELECT (SELECT max(row) FROM looked) AS last,
    count(*) FILTER (WHERE status = 'completed')::int AS completed /* not null */,
    count(*) FILTER (WHERE status = 'failed')::int AS failed /* not null */ FROM changed`;

/** The statuses that the next rows take from their payments, and the last row that was checked; null: none was left. */
export async function followRows(tx: Tx, key: BatchKey, after: number, limit: number): Promise<Followed> {
  const [followed] = await tx.query(FOLLOW_ROWS, [key.orgId, key.batchId, after, limit]);
  return followed!;
}

const COPY_FAILED = statement("batches.COPY_FAILED")`WITH failed AS (UPDATE payout_batch_rows SET retried_in = $3
    WHERE org_id = $1 AND batch_id = $2 AND status = 'failed' AND retried_in IS NULL RETURNING row, input, same_as),
    copied AS (INSERT INTO payout_batch_rows (org_id, batch_id, row, input, same_as, status)
      SELECT $1, $3, row_number() OVER (ORDER BY row), input, same_as, 'unchecked' FROM failed RETURNING 1)
  SELECT count(*)::int AS n /* not null */ FROM copied`;

/** Failed rows become the rows of another batch, each once. Returns how many. */
export async function copyFailed(tx: Tx, { orgId, batchId }: BatchKey, into: string): Promise<number> {
  const [row] = await tx.query(COPY_FAILED, [orgId, batchId, into]);
  return row!.n;
}

const COPY_APPROVED = statement("batches.COPY_APPROVED")`
  WITH copied AS (INSERT INTO payout_batch_rows (org_id, batch_id, row, input, same_as, status)
      SELECT org_id, $3, row_number() OVER (ORDER BY row),
        CASE WHEN input ? 'reference' THEN jsonb_set(input, '{reference}',
          to_jsonb((input ->> 'reference') || '-r' || $4::text)) ELSE input END,
        CASE WHEN input ? 'reference' THEN 'reference ' || (input ->> 'reference') || '-r' || $4::text ELSE same_as
          END, 'unchecked'
      FROM payout_batch_rows WHERE org_id = $1 AND batch_id = $2 AND status <> 'invalid' RETURNING 1)
    SELECT count(*)::int AS n /* not null */ FROM copied`;

/** Copies the approved rows to a run, with references of its own. Returns how many. */
export async function copyApproved(tx: Tx, { orgId, batchId }: BatchKey, into: string, run: number): Promise<number> {
  const [row] = await tx.query(COPY_APPROVED, [orgId, batchId, into, String(run)]);
  return row!.n;
}

const ERASE_ROWS = statement("batches.ERASE_ROWS")`
  UPDATE payout_batch_rows b SET intent = NULL, same_as = '', input = erased.input, errors = erased.errors,
    failure = b.failure || '{"message": "erased"}'
    FROM (
      SELECT row, jsonb_build_object('beneficiary_id', input -> 'beneficiary_id', 'amount', input -> 'amount',
        'currency', input -> 'currency') AS input,
        (SELECT jsonb_agg(e || '{"message": "erased"}') FROM jsonb_array_elements(errors) AS e) AS errors
      FROM payout_batch_rows WHERE org_id = $1 AND batch_id = $2 OFFSET 0
    ) AS erased
    WHERE b.org_id = $1 AND b.batch_id = $2 AND b.row = erased.row`;

/** Error codes stay, without their messages. OFFSET 0 plans the subquery alone: Citus refuses it in an update. */
export async function eraseRows(tx: Tx, { orgId, batchId }: BatchKey): Promise<void> {
  await tx.query(ERASE_ROWS, [orgId, batchId]);
}

/* ---- reading ---- */

type Priced = "amount" | "currency" | "target_amount" | "target_currency" | "fee";
type Paid = "recipient" | "provider" | "payment_id" | "payment_status" | "provider_payment_id";
export type ShownRow = Pick<EndedRow, "row" | "status" | "failure"> & {
  input: RowInput;
  errors: readonly RowProblem[] | null;
  payment_updated_at: Date | null;
} & Record<Priced | Paid, string | null>;

const READ_ROWS_OF = statement("batches.READ_ROWS_OF")`
  SELECT r.row, r.status, r.input, r.errors, r.amount::text AS amount, r.currency,
      r.target_amount::text AS target_amount, r.target_currency, r.fee::text AS fee,
      coalesce(p.provider, r.provider) AS provider, r.payment_id, r.failure,
        r.intent #>> '{details,recipient_info,name}' AS recipient, p.status AS payment_status,
      p.provider_payment_id, p.updated_at AS payment_updated_at
    FROM payout_batch_rows r LEFT JOIN payments p ON p.org_id = r.org_id AND p.payment_id = r.payment_id
    WHERE r.org_id = $1 AND r.batch_id = $2 AND r.row > $3 AND ($4::text IS NULL OR r.status = $4)
      AND ($5::boolean IS FALSE OR r.status IN ('invalid', 'failed'))
    ORDER BY r.row LIMIT $6`;

/** Rows with their payments, whose status may be newer than the row's. `wrong`: only invalid or failed rows. */
export function readRowsOf(
  db: Queryable,
  { orgId, batchId }: BatchKey,
  query: { after: number; limit: number; status: RowStatus | null; wrong: boolean },
): Promise<ShownRow[]> {
  return db.query(READ_ROWS_OF, [orgId, batchId, query.after, query.status, query.wrong, query.limit]);
}
