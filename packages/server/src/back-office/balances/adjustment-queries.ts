import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import type { Adjustment } from "./adjustment.ts";

type Row = {
  adjustment_id: string;
  org_id: string;
  currency: string;
  amount: string;
  provider: string | null;
  reason: string;
  status: Adjustment["status"];
  requested_by: string;
  decided_by: string | null;
  comment: string | null;
  created_at: Date;
  decided_at: Date | null;
};

const COLUMNS =
  "adjustment_id, org_id, currency, amount, provider, reason, status, requested_by, decided_by, comment, created_at, " +
  "decided_at";

function adjustmentOf(row: Row): Adjustment {
  return {
    adjustmentId: row.adjustment_id,
    orgId: row.org_id,
    amount: Money.fromDatabase(row.amount, row.currency),
    provider: row.provider as ProviderName | null,
    reason: row.reason,
    status: row.status,
    requestedBy: row.requested_by,
    decidedBy: row.decided_by,
    comment: row.comment,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
  };
}

export async function insertAdjustment(tx: Tx, adjustment: Adjustment): Promise<void> {
  const { adjustmentId, orgId, amount, provider, reason, status, requestedBy, createdAt } = adjustment;
  await tx.query(
    `INSERT INTO balance_adjustments (adjustment_id, org_id, currency, amount, provider, reason, status, requested_by,
     created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [adjustmentId, orgId, amount.currency, amount.toDatabase(), provider, reason, status, requestedBy, createdAt],
  );
}

export async function findAdjustment(db: Queryable, adjustmentId: string): Promise<Adjustment | undefined> {
  const [row] = await db.query<Row>(`SELECT ${COLUMNS} FROM balance_adjustments WHERE adjustment_id = $1`, [
    adjustmentId,
  ]);
  return row === undefined ? undefined : adjustmentOf(row);
}

export async function lockAdjustment(tx: Tx, adjustmentId: string): Promise<Adjustment | undefined> {
  const [row] = await tx.query<Row>(`SELECT ${COLUMNS} FROM balance_adjustments WHERE adjustment_id = $1 FOR UPDATE`, [
    adjustmentId,
  ]);
  return row === undefined ? undefined : adjustmentOf(row);
}

export async function writeDecision(
  tx: Tx,
  { adjustmentId, status, decidedBy, comment, decidedAt }: Adjustment,
): Promise<void> {
  await tx.query(
    `UPDATE balance_adjustments SET status = $2, decided_by = $3, comment = $4, decided_at = $5
      WHERE adjustment_id = $1`,
    [adjustmentId, status, decidedBy, comment, decidedAt],
  );
}

export type AdjustmentFilter = { orgId: string | null; status: Adjustment["status"] | null };

/** Newest first. */
export async function listAdjustments(
  db: Queryable,
  filter: AdjustmentFilter,
  beforeId: string | null,
  limit: number,
): Promise<Adjustment[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM balance_adjustments
     WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::text IS NULL OR status = $2)
       AND adjustment_id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
     ORDER BY adjustment_id DESC LIMIT $4`,
    [filter.orgId, filter.status, beforeId, limit],
  );
  return rows.map(adjustmentOf);
}
