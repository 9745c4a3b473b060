import type { Tx } from "#src/kernel/db/client.ts";
import { inCamelCase, rowSource } from "#src/kernel/db/row-source.ts";
import { writesOf } from "#src/kernel/db/write-together.ts";
import { statement } from "#src/kernel/db/statement.ts";
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

const CLAIM_DUE_SETTLEMENTS = statement("balances.CLAIM_DUE_SETTLEMENTS")`
  SELECT ${inCamelCase("s", ROWS.names)} FROM pending_settlements s WHERE due_at <= $1 ORDER BY due_at
    LIMIT $2 FOR UPDATE SKIP LOCKED`;

/** The rows are locked until the transaction ends; a second worker skips them. */
export async function claimDueSettlements(tx: Tx, now: Date, limit: number): Promise<PendingSettlement[]> {
  const rows = await tx.query(CLAIM_DUE_SETTLEMENTS, [now, limit]);
  return rows.map(({ currency, ...row }) => ({ ...row, amount: Money.fromDatabase(row.amount, currency) }));
}

const DELETE_SETTLEMENTS = statement("balances.DELETE_SETTLEMENTS")`
  DELETE FROM pending_settlements WHERE (org_id, payment_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`;

export async function deleteSettlements(tx: Tx, settled: readonly PendingSettlement[]): Promise<void> {
  await tx.query(DELETE_SETTLEMENTS, [settled.map(({ orgId }) => orgId), settled.map(({ paymentId }) => paymentId)]);
}
