import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { Money } from "@corridor/base/money.ts";
import type { Adjustment } from "./adjustment.ts";

type Row = Omit<Adjustment, "amount"> & { amount: string; currency: string };

const COLUMNS = `adjustment_id, org_id, currency, amount, provider, reason, status, requested_by, eligible, decided_by, comment,
  created_at, decided_at`;
const SELECT = `SELECT ${inCamelCase("a", COLUMNS)} FROM balance_adjustments a`;

function adjustmentOf({ currency, ...row }: Row): Adjustment {
  return { ...row, amount: Money.fromDatabase(row.amount, currency) };
}

export async function insertAdjustment(tx: Tx, adjustment: Adjustment): Promise<void> {
  const { adjustmentId, orgId, amount, provider, reason, status, requestedBy, eligible, createdAt } = adjustment;
  const money = [amount.currency, amount.toDatabase()];
  await tx.query(
    `INSERT INTO balance_adjustments (adjustment_id, org_id, currency, amount, provider, reason, status, requested_by,
     eligible, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [adjustmentId, orgId, ...money, provider, reason, status, requestedBy, eligible, createdAt],
  );
}

export async function findAdjustment(db: Queryable, adjustmentId: string): Promise<Adjustment | undefined> {
  return (await db.query<Row>(`${SELECT} WHERE adjustment_id = $1`, [adjustmentId])).map(adjustmentOf)[0];
}

export async function lockAdjustment(tx: Tx, adjustmentId: string): Promise<Adjustment | undefined> {
  return (await tx.query<Row>(`${SELECT} WHERE adjustment_id = $1 FOR UPDATE`, [adjustmentId])).map(adjustmentOf)[0];
}

export async function writeDecision(tx: Tx, decided: Adjustment): Promise<void> {
  const { adjustmentId, status, decidedBy, comment, decidedAt } = decided;
  await tx.query(
    `UPDATE balance_adjustments SET status = $2, decided_by = $3, comment = $4, decided_at = $5
      WHERE adjustment_id = $1`,
    [adjustmentId, status, decidedBy, comment, decidedAt],
  );
}

/** Newest first. */
export async function listAdjustments(
  db: Queryable,
  filter: { orgId: string | null; status: Adjustment["status"] | null },
  beforeId: string | null,
  limit: number,
): Promise<Adjustment[]> {
  const rows = await db.query<Row>(
    `${SELECT}
     WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::text IS NULL OR status = $2)
       AND adjustment_id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
     ORDER BY adjustment_id DESC LIMIT $4`,
    [filter.orgId, filter.status, beforeId, limit],
  );
  return rows.map(adjustmentOf);
}
