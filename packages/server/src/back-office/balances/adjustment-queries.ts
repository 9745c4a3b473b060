import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { Money } from "@corridor/base/money.ts";
import type { Adjustment } from "./adjustment.ts";

type Row = Omit<Adjustment, "amount"> & { amount: string; currency: string };

const COLUMNS = "adjustment_id, org_id, currency, amount, provider, reason, requested_by, created_at";
const INSERT = statement(
  "balances.INSERT",
)`INSERT INTO balance_adjustments (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
const SELECT = `SELECT ${inCamelCase("a", COLUMNS)} FROM balance_adjustments a`;

function adjustmentOf({ currency, ...row }: Row): Adjustment {
  return { ...row, amount: Money.fromDatabase(row.amount, currency) };
}

export async function insertAdjustment(tx: Tx, adjustment: Adjustment): Promise<void> {
  const { adjustmentId, orgId, amount, provider, reason, requestedBy, createdAt } = adjustment;
  await tx.query(INSERT, [
    adjustmentId,
    orgId,
    amount.currency,
    amount.toDatabase(),
    provider,
    reason,
    requestedBy,
    createdAt,
  ]);
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
