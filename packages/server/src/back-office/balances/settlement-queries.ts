import type { Tx } from "#src/kernel/db/client.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import { writesOf } from "#src/kernel/db/write-together.ts";
import { Money } from "@corridor/base/money.ts";

export type PendingSettlement = { orgId: string; paymentId: string; amount: Money; dueAt: Date };

const ROWS = rowSource<PendingSettlement>({
  org_id: ["uuid", (row) => row.orgId],
  payment_id: ["uuid", (row) => row.paymentId],
  currency: ["text", (row) => row.amount.currency],
  amount: ["numeric", (row) => row.amount.toDatabase()],
  due_at: ["timestamptz", (row) => row.dueAt],
});
const INSERT = `INSERT INTO pending_settlements (${ROWS.names}) SELECT ${ROWS.names} FROM ${ROWS.source}`;
export const settlementInserts = writesOf(INSERT, ROWS);

/** The rows are locked until the transaction ends; a second worker skips them. */
export async function claimDueSettlements(tx: Tx, now: Date, limit: number): Promise<PendingSettlement[]> {
  const rows = await tx.query<{ org_id: string; payment_id: string; currency: string; amount: string; due_at: Date }>(
    `SELECT org_id, payment_id, currency, amount, due_at FROM pending_settlements WHERE due_at <= $1 ORDER BY due_at
      LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [now, limit],
  );
  return rows.map((row) => ({
    orgId: row.org_id,
    paymentId: row.payment_id,
    amount: Money.fromDatabase(row.amount, row.currency),
    dueAt: row.due_at,
  }));
}

export async function deleteSettlements(tx: Tx, settled: readonly PendingSettlement[]): Promise<void> {
  await tx.query(
    `DELETE FROM pending_settlements WHERE (org_id, payment_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`,
    [settled.map(({ orgId }) => orgId), settled.map(({ paymentId }) => paymentId)],
  );
}
