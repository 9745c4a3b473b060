import type { Queryable, Tx } from "#src/platform/db/client.ts";

export type ReceiptRow = { orgId: string; paymentId: string; code: string; language: string };
type Row = { org_id: string; payment_id: string; code: string; language: string };

const receiptOf = (row: Row): ReceiptRow => ({ orgId: row.org_id, paymentId: row.payment_id, code: row.code, language: row.language });

/** The same form again keeps its code. */
export async function insertReceipt(db: Queryable, receipt: ReceiptRow, at: Date): Promise<void> {
  await db.query(
    `INSERT INTO receipts (org_id, payment_id, code, language, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (org_id, payment_id) DO NOTHING`,
    [receipt.orgId, receipt.paymentId, receipt.code, receipt.language, at],
  );
}

export async function findReceiptCode(db: Queryable, orgId: string, paymentId: string): Promise<string | null> {
  const [row] = await db.query<{ code: string }>(`SELECT code FROM receipts WHERE org_id = $1 AND payment_id = $2`, [orgId, paymentId]);
  return row?.code ?? null;
}

/** By the code alone, in any organization: it is the reader's whole credential. */
export async function findReceiptByCode(db: Queryable, code: string): Promise<ReceiptRow | undefined> {
  const [row] = await db.query<Row>(`SELECT org_id, payment_id, code, language FROM receipts WHERE code = $1`, [code]);
  return row === undefined ? undefined : receiptOf(row);
}

/** Queues them for e-mail, in the transaction in which the payments complete. */
export async function makeReceiptsDue(tx: Tx, payments: readonly { orgId: string; paymentId: string }[], at: Date): Promise<void> {
  await tx.query(
    `UPDATE receipts r SET due_at = $2 FROM json_to_recordset($1::json) AS p (org_id uuid, payment_id uuid) WHERE r.org_id = p.org_id AND r.payment_id = p.payment_id`,
    [JSON.stringify(payments.map(({ orgId, paymentId }) => ({ org_id: orgId, payment_id: paymentId }))), at],
  );
}

export async function dueReceipts(db: Queryable, limit: number): Promise<ReceiptRow[]> {
  const rows = await db.query<Row>(`SELECT org_id, payment_id, code, language FROM receipts WHERE due_at IS NOT NULL ORDER BY due_at LIMIT $1`, [limit]);
  return rows.map(receiptOf);
}

/** False when another worker has sent it meanwhile. */
export async function takeDueReceipt(tx: Tx, { orgId, paymentId }: ReceiptRow): Promise<boolean> {
  const rows = await tx.query(`UPDATE receipts SET due_at = NULL WHERE org_id = $1 AND payment_id = $2 AND due_at IS NOT NULL RETURNING code`, [
    orgId,
    paymentId,
  ]);
  return rows.length === 1;
}
