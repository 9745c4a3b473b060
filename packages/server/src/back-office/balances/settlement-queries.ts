import type { Tx } from "#src/kernel/db/client.ts";
import { inCamelCase, listsOf, sourceOf } from "#src/kernel/db/row-source.ts";
import { inMoney, type InMoney } from "#src/kernel/db/money-rows.ts";
import { writesOf } from "#src/kernel/db/write-together.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";

export type PendingSettlement = InMoney<Row<"balances.CLAIM_DUE_SETTLEMENTS">, "amount">;

const ROWS = sourceOf<PendingSettlement>({
  uuid: ["orgId", "paymentId"],
  numeric: ["amount"],
  timestamptz: ["dueAt"],
  others: { currency: ["text", ({ amount }) => amount.currency] },
});
const INSERT = `INSERT INTO pending_settlements (${ROWS.names}) SELECT ${ROWS.names} FROM ${ROWS.source}`;
export const settlementInserts = writesOf(INSERT, ROWS);

const CLAIM_DUE_SETTLEMENTS = statement("balances.CLAIM_DUE_SETTLEMENTS")`
  SELECT ${inCamelCase("s", ROWS.names)} FROM pending_settlements s WHERE due_at <= $1 ORDER BY due_at
    LIMIT $2 FOR UPDATE SKIP LOCKED`;

/** The rows are locked until the transaction ends; a second worker skips them. */
export async function claimDueSettlements(tx: Tx, now: Date, limit: number): Promise<PendingSettlement[]> {
  const rows = await tx.query(CLAIM_DUE_SETTLEMENTS, [now, limit]);
  return rows.map((row) => inMoney(row, "amount"));
}

const DELETE_SETTLEMENTS = statement("balances.DELETE_SETTLEMENTS")`
  DELETE FROM pending_settlements WHERE (org_id, payment_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))`;

export async function deleteSettlements(tx: Tx, settled: readonly PendingSettlement[]): Promise<void> {
  await tx.query(DELETE_SETTLEMENTS, listsOf(settled, "orgId", "paymentId"));
}
