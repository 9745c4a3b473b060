import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Column, rowSource, listsOf } from "#src/kernel/db/row-source.ts";
import { type Write, writesOf } from "#src/kernel/db/write-together.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import { claimHolds } from "#src/kernel/http/claim-over.ts";
import { Money } from "@corridor/base/money.ts";
import { newId, otherIdOfPayment } from "@corridor/base/ids.ts";
import { storableJson } from "@corridor/base/storable-text.ts";
import type { Payment, ReconciliationItem } from "#src/payments/core/index.ts";

/** All SQL of the payment core, written over arrays: a single write is a batch of one. */
export type PaymentKey = { orgId: string; paymentId: string };

/** `xmin`, the transaction that wrote a row, is PostgreSQL's own version of it: every write of the row changes it. */
export type VersionedPayment = { payment: Payment; version: string };

export type PaymentRow = RowOf<typeof LOCK_PAYMENTS>;

export function paymentOf(row: PaymentRow): Payment {
  return {
    orgId: row.org_id,
    paymentId: row.payment_id,
    transactionId: row.transaction_id,
    userId: row.user_id,
    kind: row.kind,
    direction: row.direction,
    paymentMethod: row.payment_method,
    status: row.status,
    country: row.country,
    amount: Money.fromDatabase(row.amount, row.currency),
    targetAmount: Money.fromDatabase(row.target_amount, row.target_currency),
    orgRateId: row.org_rate_id,
    clientReference: row.client_reference,
    beneficiaryId: row.beneficiary_id,
    feeIds: row.fee_ids,
    totalFees: Money.fromDatabase(row.total_fees, row.currency),
    refundedAmount: Money.fromDatabase(row.refunded_amount, row.currency),
    provider: row.provider,
    providerPaymentId: row.provider_payment_id,
    providerStatus: row.provider_status,
    nextAction: row.next_action,
    details: row.details,
    progress: row.progress,
    eventSequence: row.event_sequence,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Money is written as decimal text, so that nothing passes through a float. */
const KEY = {
  org_id: ["uuid", (payment) => payment.orgId],
  payment_id: ["uuid", (payment) => payment.paymentId],
} as const satisfies Record<string, Column<PaymentKey>>;

const CHANGING = {
  status: ["text", (payment) => payment.status],
  refunded_amount: ["numeric", (payment) => payment.refundedAmount.toDatabase()],
  provider: ["text", (payment) => payment.provider],
  provider_payment_id: ["text", (payment) => payment.providerPaymentId],
  provider_status: ["text", (payment) => payment.providerStatus],
  next_action: ["json", (payment) => (payment.nextAction === null ? null : storableJson(payment.nextAction))],
  progress: ["json", (payment) => storableJson(payment.progress)],
  event_sequence: ["integer", (payment) => payment.eventSequence],
  expires_at: ["timestamptz", (payment) => payment.expiresAt],
  updated_at: ["timestamptz", (payment) => payment.updatedAt],
} as const satisfies Record<string, Column<Payment>>;

const COLUMNS = {
  ...KEY,
  transaction_id: ["uuid", (payment) => payment.transactionId],
  user_id: ["uuid", (payment) => payment.userId],
  kind: ["text", (payment) => payment.kind],
  direction: ["text", (payment) => payment.direction],
  payment_method: ["text", (payment) => payment.paymentMethod],
  country: ["text", (payment) => payment.country],
  amount: ["numeric", (payment) => payment.amount.toDatabase()],
  currency: ["text", (payment) => payment.amount.currency],
  target_amount: ["numeric", (payment) => payment.targetAmount.toDatabase()],
  target_currency: ["text", (payment) => payment.targetAmount.currency],
  org_rate_id: ["uuid", (payment) => payment.orgRateId],
  client_reference: ["text", (payment) => payment.clientReference],
  beneficiary_id: ["uuid", (payment) => payment.beneficiaryId],
  fee_ids: ["text[]", (payment) => `{${payment.feeIds.join(",")}}`],
  total_fees: ["numeric", (payment) => payment.totalFees.toDatabase()],
  details: ["json", (payment) => JSON.stringify(payment.details)],
  ...CHANGING,
  created_at: ["timestamptz", (payment) => payment.createdAt],
} as const satisfies Record<string, Column<Payment>>;
type NewPayment = Payment & { readonly commitBy?: Date };
const NAMES = Object.keys(COLUMNS).join(", ");
const SELECTED = Object.keys(COLUMNS)
  .map((name) => `p.${name}`)
  .join(", ");
const NEW_PAYMENTS = rowSource<NewPayment>({
  ...COLUMNS,
  commit_by: ["timestamptz", (payment) => payment.commitBy ?? null],
});
const INSERT_PAYMENTS = `INSERT INTO payments (${NAMES}) SELECT ${NAMES} FROM ${NEW_PAYMENTS.source}
  WHERE ${claimHolds("r.commit_by")}`;
const RETURNING_VERSION = "RETURNING payment_id, xmin::text AS version";
const INSERT_NEW = statement("store.INSERT_NEW")`${INSERT_PAYMENTS} ${RETURNING_VERSION}`;
const INSERT_UNLESS_THERE = statement("store.INSERT_UNLESS_THERE")`${INSERT_PAYMENTS} ON CONFLICT (org_id,
    payment_id) DO NOTHING ${RETURNING_VERSION}`;

export type InsertedPayment = { payment_id: string; version: string };

/**
 * A payment whose id exists (a repeat after a crash) stays as it is; one whose Idempotency-Key claim is over is not
 * written. If all are certainly new, nothing is looked up first: that saves a probe of the key and a WAL record.
 */
export function paymentInserts(payments: readonly NewPayment[], areNew: boolean): Write {
  return { text: areNew ? INSERT_NEW : INSERT_UNLESS_THERE, values: NEW_PAYMENTS.values(payments) };
}

const LOCK_PAYMENTS = statement("store.LOCK_PAYMENTS")`SELECT ${SELECTED}
  FROM unnest($1::uuid[], $2::uuid[]) AS k (org_id, payment_id)
  JOIN payments p ON p.org_id = k.org_id AND p.payment_id = k.payment_id
  ORDER BY p.payment_id
  FOR UPDATE OF p`;

/** Always in the same order, so that batches never deadlock. */
export async function lockPayments(tx: Tx, keys: readonly PaymentKey[]): Promise<Payment[]> {
  const rows = await tx.query(LOCK_PAYMENTS, listsOf(keys, "orgId", "paymentId"));
  return rows.map(paymentOf);
}

/** A payment without a version is locked, so it is unchanged. */
export type ChangedPayment = Payment & { version: string | null };

const CHANGED_PAYMENTS = rowSource<ChangedPayment>({
  ...KEY,
  ...CHANGING,
  version: ["text", (payment) => payment.version],
});
const UPDATE_PAYMENTS = statement("store.UPDATE_PAYMENTS")`
  UPDATE payments p SET ${Object.keys(CHANGING)
    .map((name) => `${name} = r.${name}`)
    .join(", ")}
  FROM ${CHANGED_PAYMENTS.source}
  WHERE p.org_id = r.org_id AND p.payment_id = r.payment_id AND (r.version IS NULL OR p.xmin::text = r.version)
  RETURNING 1`;

/** A payment whose version has changed is not written. The order is that of `lockPayments`. */
export function paymentUpdates(changed: readonly ChangedPayment[]): Write {
  const ordered = changed.toSorted((a, b) => (a.paymentId < b.paymentId ? -1 : 1));
  return { text: UPDATE_PAYMENTS, values: CHANGED_PAYMENTS.values(ordered) };
}

const UPDATE_DETAILS = statement("store.UPDATE_DETAILS")`UPDATE payments SET details = $3, event_sequence = $4,
    updated_at = $5
  WHERE org_id = $1 AND payment_id = $2 RETURNING 1`;

export function detailsUpdate({ orgId, paymentId, details, eventSequence, updatedAt }: Payment): Write {
  return { text: UPDATE_DETAILS, values: [orgId, paymentId, JSON.stringify(details), eventSequence, updatedAt] };
}

export type NewReference = PaymentKey & { reference: string };

const NEW_REFERENCES = rowSource<NewReference>({ reference: ["uuid", ({ reference }) => reference], ...KEY });
const INSERT_REFERENCES = statement(
  "store.INSERT_REFERENCES",
)`INSERT INTO payment_references (${NEW_REFERENCES.names}) SELECT ${NEW_REFERENCES.names}
  FROM ${NEW_REFERENCES.source}`;
export const referenceInserts = writesOf(INSERT_REFERENCES, NEW_REFERENCES);

const FIND_BY_REFERENCES = statement("store.FIND_BY_REFERENCES")`
  SELECT reference /* not null */, org_id AS "orgId" /* not null */, payment_id AS "paymentId" /* not null */ FROM payment_references
    WHERE reference = ANY($1::uuid[])
    UNION ALL
    SELECT payment_id, org_id, payment_id FROM payments WHERE payment_id = ANY($1::uuid[])`;

/** A payment's own id is the reference of its first attempt. */
export async function findByReferences(db: Queryable, references: readonly string[]): Promise<Map<string, PaymentKey>> {
  if (references.length === 0) return new Map();
  const rows = await db.query(FIND_BY_REFERENCES, [references]);
  return new Map(rows.map(({ reference, orgId, paymentId }) => [reference, { orgId, paymentId }]));
}

const FIND_BY_REFERENCE_RANGE = statement("store.FIND_BY_REFERENCE_RANGE")`
  (SELECT reference /* not null */, org_id AS "orgId" /* not null */, payment_id AS "paymentId" /* not null */ FROM payment_references
    WHERE reference BETWEEN $1 AND $2 LIMIT 2)
    UNION ALL
    (SELECT payment_id, org_id, payment_id FROM payments WHERE payment_id BETWEEN $1 AND $2 LIMIT 2)`;

/** By the beginning of a reference. At most two per table, which is enough to see an ambiguity. */
export function findByReferenceRange(db: Queryable, { from, to }: { from: string; to: string }) {
  return db.query(FIND_BY_REFERENCE_RANGE, [from, to]);
}

/** ---- when to check again ---- */

export type Check = PaymentKey & { dueAt: Date };

const CHECKS = rowSource<Check>({ ...KEY, due_at: ["timestamptz", ({ dueAt }) => dueAt] });
const INSERT_CHECKS = statement("store.INSERT_CHECKS")`INSERT INTO payment_checks (${CHECKS.names})
    SELECT ${CHECKS.names} FROM ${CHECKS.source}`;
const SCHEDULE_CHECKS = statement("store.SCHEDULE_CHECKS")`${INSERT_CHECKS} ON CONFLICT (org_id,
    payment_id) DO UPDATE SET due_at = EXCLUDED.due_at`;

/** The first checks of payments that the same transaction creates. */
export const checkInserts = writesOf(INSERT_CHECKS, CHECKS);
export const checkUpserts = writesOf(SCHEDULE_CHECKS, CHECKS);

const KEYS = rowSource<PaymentKey>(KEY);
const DROP_CHECKS = statement("store.DROP_CHECKS")`DELETE FROM payment_checks c USING ${KEYS.source}
  WHERE c.org_id = r.org_id AND c.payment_id = r.payment_id`;
export const checkDeletes = writesOf(DROP_CHECKS, KEYS);

const CLAIM_DUE_CHECKS = statement("store.CLAIM_DUE_CHECKS")`WITH due AS (
    SELECT org_id, payment_id FROM payment_checks WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
  )
  UPDATE payment_checks c SET due_at = $2 FROM due
  WHERE c.org_id = due.org_id AND c.payment_id = due.payment_id
  RETURNING c.org_id AS "orgId", c.payment_id AS "paymentId"`;

/** Claims by moving the time forward: a worker that dies leaves them due again after the lease. */
export function claimDueChecks(db: Queryable, now: Date, leaseUntil: Date, limit: number): Promise<PaymentKey[]> {
  return db.query(CLAIM_DUE_CHECKS, [now, leaseUntil, limit]);
}

const RESCHEDULE_CHECK = statement("store.RESCHEDULE_CHECK")`
  UPDATE payment_checks SET due_at = $3 WHERE org_id = $1 AND payment_id = $2 AND due_at > $4`;

/** A payment that became due meanwhile (a callback that lets a ramp continue) stays due. */
export async function rescheduleCheck(db: Queryable, key: PaymentKey, dueAt: Date, now: Date): Promise<void> {
  await db.query(RESCHEDULE_CHECK, [key.orgId, key.paymentId, dueAt, now]);
}

/* ---- reads ---- */

type Versions = readonly (string | null)[];

const FIND_PAYMENTS = statement("store.FIND_PAYMENTS")`SELECT ${SELECTED}, p.xmin::text AS version /* not null */
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS k (org_id, payment_id, version)
  JOIN payments p ON p.org_id = k.org_id AND p.payment_id = k.payment_id
  WHERE k.version IS NULL OR p.xmin::text <> k.version`;

/** The existing payments whose version differs from the given one; null: any version. */
export async function findPayments(db: Queryable, keys: readonly PaymentKey[], versions: Versions = []) {
  const rows = await db.query(FIND_PAYMENTS, [...listsOf(keys, "orgId", "paymentId"), versions]);
  return rows.map(versionedOf);
}

const FIND_BY_TRANSACTION_IDS = statement(
  "store.FIND_BY_TRANSACTION_IDS",
)`SELECT ${SELECTED}, p.xmin::text AS version /* not null */
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS k (payment_id, transaction_id, version)
  JOIN payments p ON p.payment_id = k.payment_id AND p.transaction_id = k.transaction_id
  WHERE k.version IS NULL OR p.xmin::text <> k.version`;

/** In any organization: the caller compares the organization before anything is shown. */
export async function findByTransactionIds(db: Queryable, transactionIds: readonly string[], versions: Versions) {
  const ids = transactionIds.map(otherIdOfPayment);
  const rows = await db.query(FIND_BY_TRANSACTION_IDS, [ids, transactionIds, versions]);
  return rows.map(versionedOf);
}

function versionedOf(row: PaymentRow & { version: string }): VersionedPayment {
  return { payment: paymentOf(row), version: row.version };
}

/* ---- contradictions ---- */

export type NewReconciliationItem = ReconciliationItem & {
  orgId: string;
  /** Null for an item that concerns no payment. */ paymentId: string | null;
  at: Date;
};

const ITEMS = rowSource<NewReconciliationItem>({
  org_id: ["uuid", (item) => item.orgId],
  item_id: ["uuid", () => newId()],
  payment_id: ["uuid", (item) => item.paymentId],
  kind: ["text", (item) => item.kind],
  provider: ["text", (item) => item.provider],
  message: ["text", (item) => item.message],
  detail: ["jsonb", (item) => storableJson(item.detail)],
  created_at: ["timestamptz", (item) => item.at],
});
const INSERT_ITEMS = statement("store.INSERT_ITEMS")`INSERT INTO reconciliation_items (${ITEMS.names}, status)
    SELECT ${ITEMS.names}, 'open'
  FROM ${ITEMS.source} ON CONFLICT DO NOTHING`;
export const itemInserts = writesOf(INSERT_ITEMS, ITEMS);

/** Below the id of every payment. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

const FIND_PAYMENTS_AFTER = statement("store.FIND_PAYMENTS_AFTER")`
  SELECT * FROM payments WHERE payment_id > $1 ORDER BY payment_id LIMIT $2`;

export async function findPaymentsAfter(db: Queryable, paymentId: string, limit: number): Promise<Payment[]> {
  return (await db.query(FIND_PAYMENTS_AFTER, [paymentId, limit])).map(paymentOf);
}

/** All payments, in the order of their ids. */
export async function* paymentPages(db: Queryable, size: number): AsyncGenerator<Payment[]> {
  let page = await findPaymentsAfter(db, FIRST_ID, size);
  for (; page.length > 0; page = await findPaymentsAfter(db, page.at(-1)!.paymentId, size)) yield page;
}
