import type { Queryable, Reader, Tx } from "#src/kernel/db/client.ts";
import { datedTable, idsOfDates, withIds } from "#src/kernel/db/ids-of-dates.ts";
import { assigned, columnsOf, inCamelCase, listsOf, rowSource } from "#src/kernel/db/row-source.ts";
import { writesOf } from "#src/kernel/db/write-together.ts";
import { inMoney, type InMoney } from "#src/kernel/db/money-rows.ts";
import { raw, type Sql, sql } from "#src/kernel/db/sql.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { walk } from "#src/kernel/db/walk.ts";
import { claimHolds } from "#src/kernel/http/claim-over.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { RefundStatus } from "#src/payments/core/index.ts";
import type { PaymentKey } from "#src/payments/store/index.ts";

/**
 * `requestedBy`: null for a refund that was made at the provider, not through us.
 * `waitsFor`: the approval without which it is not sent; null: it was sent.
 */
export type Refund = InMoney<Row<"refunds.FIND_REFUND">, "amount">;

const KEY = columnsOf<Refund>({ uuid: ["orgId", "refundId"] });
const CHANGING = columnsOf<Refund>({
  text: ["status", "providerRefundId", "failureReason"],
  uuid: ["waitsFor"],
  timestamptz: ["updatedAt"],
});
const COLUMNS = columnsOf<Refund>({
  uuid: ["orgId", "refundId", "paymentId", "requestedBy"],
  text: ["reason", "provider"],
  numeric: ["amount"],
  timestamptz: ["createdAt"],
  others: { currency: ["text", ({ amount }) => amount.currency], ...CHANGING },
});
/** `commitBy`: when the claim of the `Idempotency-Key` is over. */
export type NewRefund = Refund & { commitBy?: Date | undefined };
const NAMES = Object.keys(COLUMNS).join(", ");
const NEW_REFUNDS = rowSource<NewRefund>({
  ...COLUMNS,
  commit_by: ["timestamptz", ({ commitBy }) => commitBy ?? null],
});
const INSERT_REFUNDS = statement("refunds.INSERT_REFUNDS")`INSERT INTO refunds (${NAMES}) SELECT ${NAMES}
    FROM ${NEW_REFUNDS.source}
  WHERE ${claimHolds("r.commit_by")} RETURNING 1`;

/** Returns a row for each refund that was written. A refund whose Idempotency-Key claim is over is not written. */
export const refundInserts = writesOf(INSERT_REFUNDS, NEW_REFUNDS);

const CHANGED_REFUNDS = rowSource<Refund>({ ...KEY, ...CHANGING });
const UPDATE_REFUNDS = statement("refunds.UPDATE_REFUNDS")`
  UPDATE refunds AS refund SET ${assigned(CHANGING)}
  FROM ${CHANGED_REFUNDS.source} WHERE refund.org_id = r.org_id AND refund.refund_id = r.refund_id`;
export const refundUpdates = writesOf(UPDATE_REFUNDS, CHANGED_REFUNDS);

const SELECTED = inCamelCase("refund", COLUMNS);

const refundOf = (row: Row<"refunds.FIND_REFUND">): Refund => inMoney(row, "amount");

export type RefundKey = Pick<Refund, "orgId" | "refundId">;

const LOCK_REFUNDS = statement("refunds.LOCK_REFUNDS")`SELECT ${SELECTED}
  FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[]) AS k (org_id, refund_id)) AS k
  JOIN refunds AS refund ON refund.org_id = k.org_id AND refund.refund_id = k.refund_id
  ORDER BY refund.refund_id FOR UPDATE OF refund`;

/** Always in the order of their ids, so that batches never wait in a circle. */
export async function lockRefunds(tx: Tx, keys: readonly RefundKey[]): Promise<Refund[]> {
  const rows = await tx.query(LOCK_REFUNDS, listsOf(keys, "orgId", "refundId"));
  return rows.map(refundOf);
}

const LOCK_OF_PAYMENT = statement("refunds.LOCK_OF_PAYMENT")`SELECT ${SELECTED} FROM refunds AS refund
    WHERE org_id = $1 AND payment_id = $2
  ORDER BY refund_id FOR UPDATE`;

export async function lockRefundsOfPayment(tx: Tx, { orgId, paymentId }: PaymentKey): Promise<Refund[]> {
  return (await tx.query(LOCK_OF_PAYMENT, [orgId, paymentId])).map(refundOf);
}

const FIND_REFUND = statement("refunds.FIND_REFUND")`SELECT ${SELECTED} FROM refunds AS refund WHERE org_id = $1
    AND refund_id = $2`;

export async function findRefund(db: Queryable, orgId: string, refundId: string): Promise<Refund | undefined> {
  const [row] = await db.query(FIND_REFUND, [orgId, refundId]);
  return row === undefined ? undefined : refundOf(row);
}

const ERASE_REFUNDS = statement("refunds.ERASE_REFUNDS")`
  WITH due AS (SELECT org_id, refund_id FROM refunds WHERE org_id = $1 AND payment_id = ANY($2::uuid[])
      ORDER BY refund_id FOR UPDATE)
    UPDATE refunds AS refund SET reason = 'erased' FROM due
      WHERE refund.org_id = due.org_id AND refund.refund_id = due.refund_id RETURNING refund.refund_id`;

/** Removes the reasons, in which people name payers. Returns the ids. */
export async function eraseRefunds(tx: Tx, orgId: string, paymentIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query(ERASE_REFUNDS, [orgId, paymentIds]);
  return rows.map((row) => row.refund_id);
}

const REFUNDS_OF_PAYMENT = statement("refunds.REFUNDS_OF_PAYMENT")`
  SELECT ${SELECTED} FROM refunds AS refund WHERE org_id = $1 AND payment_id = $2
    AND ($3::uuid IS NULL OR refund_id < $3) ORDER BY refund_id DESC LIMIT $4`;

/** Refunds, newest first: `limit` refunds before `beforeId`. */
export async function refundsOfPayment(db: Queryable, key: PaymentKey, beforeId: string | null, limit: number) {
  const rows = await db.query(REFUNDS_OF_PAYMENT, [key.orgId, key.paymentId, beforeId, limit]);
  return rows.map(refundOf);
}

export type RefundFilters = {
  status?: RefundStatus;
  payment_id?: string;
  currency?: string;
  provider?: string;
  date_from?: Date;
  date_to?: Date;
};

const DATED_REFUNDS = datedTable("refunds", "refund_id");

/** Newest first. `walkedTo`: where the next page continues, although this one is not full. */
export async function listRefunds(db: Reader, scope: Scope, filters: RefundFilters, page: Page) {
  const { payment_id, status, currency, provider, date_from, date_to } = filters;
  const ids = await idsOfDates(db, DATED_REFUNDS, { from: date_from, to: date_to }, orgIdIn(scope));
  const narrow = [withIds("refund_id", ids, orgIdIn(scope), "desc")];
  if ("orgId" in scope) narrow.push(sql`org_id = ${scope.orgId}`);
  if (page.after !== null) narrow.push(sql`refund_id < ${page.after[0]}::uuid`);
  if (payment_id !== undefined) narrow.push(sql`payment_id = ${payment_id}`);
  const wide: Sql[] = [];
  // The few that are pending have an index.
  if (status !== undefined) (status === "pending" ? narrow : wide).push(sql`status = ${status}`);
  if (currency !== undefined) wide.push(sql`currency = ${currency}`);
  if (provider !== undefined) wide.push(sql`split_part(provider, '.', 1) = ${provider}`);
  if (date_from !== undefined) wide.push(sql`created_at >= ${date_from}`);
  if (date_to !== undefined) wide.push(sql`created_at < ${date_to}`);
  const { query, end } = walk(db, { table: "refunds", key: ["refund_id"], order: "desc", narrow, wide });
  const rows = await db.ask<Row<"refunds.FIND_REFUND">>(sql`
    SELECT ${raw(SELECTED)} FROM (${query} LIMIT ${page.limit + 1}) AS refund ORDER BY refund_id DESC`);
  return { refunds: rows.map(refundOf), walkedTo: rows.length > page.limit ? null : await end() };
}

const FIND_VISIBLE_REFUND = statement("refunds.FIND_VISIBLE_REFUND")`
  SELECT ${SELECTED} FROM refunds AS refund WHERE refund_id = $1`;

/** Finds a refund of the caller's organization; for platform people, of any organization. */
export async function findVisibleRefund(db: Queryable, scope: Scope, refundId: string): Promise<Refund | undefined> {
  if ("orgId" in scope) return findRefund(db, scope.orgId, refundId);
  const [row] = await db.query(FIND_VISIBLE_REFUND, [refundId]);
  return row === undefined ? undefined : refundOf(row);
}

/** `decidable`: refunds that need not wait for a share of their age. */
type DueRefunds = { untouchedSince: Date; now: Date; limit: number; decidable?: readonly string[] };

const CLAIM_PENDING_REFUNDS = statement("refunds.CLAIM_PENDING_REFUNDS")`WITH due AS (
    SELECT org_id, refund_id FROM refunds
    WHERE status = 'pending' AND waits_for IS NULL AND updated_at <= $1
      AND (updated_at <= $1 - least((updated_at - created_at) / 4, interval '1 hour') OR refund_id = ANY($4::uuid[]))
    ORDER BY updated_at LIMIT $3 FOR UPDATE SKIP LOCKED)
  UPDATE refunds AS refund SET updated_at = $2 FROM due
    WHERE refund.org_id = due.org_id AND refund.refund_id = due.refund_id
  RETURNING ${SELECTED}`;

/** Claims refunds that wait for their provider by touching them, so that two workers do not poll at once. */
export async function claimPendingRefunds(db: Queryable, { untouchedSince, now, limit, decidable = [] }: DueRefunds) {
  const rows = await db.query(CLAIM_PENDING_REFUNDS, [untouchedSince, now, limit, decidable]);
  return rows.map(refundOf);
}
