import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { columnsOf, inCamelCase, rowSource } from "#src/kernel/db/row-source.ts";
import { inMoney } from "#src/kernel/db/money-rows.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import type { Adjustment } from "./adjustment.ts";

const COLUMNS = columnsOf<Adjustment>({
  uuid: ["adjustmentId", "orgId", "requestedBy"],
  text: ["provider", "reason"],
  numeric: ["amount"],
  timestamptz: ["createdAt"],
  others: { currency: ["text", ({ amount }) => amount.currency] },
});
const ROWS = rowSource(COLUMNS);
const INSERT = statement("balances.INSERT")`
  INSERT INTO balance_adjustments (${ROWS.names}) SELECT ${ROWS.names} FROM ${ROWS.source}`;
const SELECT = `SELECT ${inCamelCase("a", COLUMNS)} FROM balance_adjustments a`;

const adjustmentOf = (row: Row<"balances.FIND_ADJUSTMENT">): Adjustment => inMoney(row, "amount");

export async function insertAdjustment(tx: Tx, adjustment: Adjustment): Promise<void> {
  await tx.query(INSERT, ROWS.values([adjustment]));
}

const FIND_ADJUSTMENT = statement("balances.FIND_ADJUSTMENT")`${SELECT} WHERE adjustment_id = $1`;

export async function findAdjustment(db: Queryable, adjustmentId: string): Promise<Adjustment | undefined> {
  return (await db.query(FIND_ADJUSTMENT, [adjustmentId])).map(adjustmentOf)[0];
}

const LIST_ADJUSTMENTS = statement("balances.LIST_ADJUSTMENTS")`${SELECT}
  WHERE ($1::uuid IS NULL OR org_id = $1)
    AND adjustment_id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  ORDER BY adjustment_id DESC LIMIT $3`;

/** Newest first. */
export async function listAdjustments(
  db: Queryable,
  orgId: string | null,
  beforeId: string | null,
  limit: number,
): Promise<Adjustment[]> {
  const rows = await db.query(LIST_ADJUSTMENTS, [orgId, beforeId, limit]);
  return rows.map(adjustmentOf);
}
