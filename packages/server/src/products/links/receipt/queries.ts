import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { newReceiptCode } from "./receipt.ts";

export type ReceiptRow = { orgId: string; paymentId: string; code: string; language: string };
const SELECTED = inCamelCase("r", "org_id, payment_id, code, language");

const INSERT_RECEIPT = statement("receipt.INSERT_RECEIPT")`
  INSERT INTO receipts (org_id, payment_id, code, language, created_at)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (org_id, payment_id) DO NOTHING`;

/** A form that is submitted again keeps its first code. */
export async function insertReceipt(db: Queryable, receipt: ReceiptRow, at: Date): Promise<void> {
  await db.query(INSERT_RECEIPT, [receipt.orgId, receipt.paymentId, receipt.code, receipt.language, at]);
}

const FIND_RECEIPT_CODE = statement("receipt.FIND_RECEIPT_CODE")`
  SELECT code FROM receipts WHERE org_id = $1 AND payment_id = $2`;

export async function findReceiptCode(db: Queryable, orgId: string, paymentId: string): Promise<string | null> {
  const [row] = await db.query(FIND_RECEIPT_CODE, [orgId, paymentId]);
  return row?.code ?? null;
}

const FIND_RECEIPT_BY_CODE = statement("receipt.FIND_RECEIPT_BY_CODE")`
  SELECT ${SELECTED} FROM receipts r WHERE code = $1`;

/** Finds a receipt by its code alone, in any organization: the code is the reader's whole credential. */
export async function findReceiptByCode(db: Queryable, code: string): Promise<ReceiptRow | undefined> {
  return (await db.query(FIND_RECEIPT_BY_CODE, [code]))[0];
}

const MAKE_RECEIPTS_DUE = statement("receipt.MAKE_RECEIPTS_DUE")`
  INSERT INTO receipts (org_id, payment_id, code, language, due_at, created_at)
    SELECT DISTINCT ON (org_id, payment_id) org_id, payment_id, code, 'en', $2, $2
    FROM json_to_recordset($1::json) AS p (org_id uuid, payment_id uuid, code text)
    ON CONFLICT (org_id, payment_id) DO UPDATE SET due_at = excluded.due_at`;

/** The payer of a payment by the API has no receipt yet, and no known language. Two refunds may end at the same moment. */
export async function makeReceiptsDue(
  tx: Tx,
  payments: readonly { orgId: string; paymentId: string }[],
  at: Date,
): Promise<void> {
  const rows = payments.map((p) => ({ org_id: p.orgId, payment_id: p.paymentId, code: newReceiptCode() }));
  await tx.query(MAKE_RECEIPTS_DUE, [JSON.stringify(rows), at]);
}

const DUE_RECEIPTS = statement("receipt.DUE_RECEIPTS")`
  SELECT ${SELECTED} FROM receipts r WHERE due_at IS NOT NULL ORDER BY due_at LIMIT $1`;

export function dueReceipts(db: Queryable, limit: number): Promise<ReceiptRow[]> {
  return db.query(DUE_RECEIPTS, [limit]);
}

const TAKE_DUE_RECEIPT = statement("receipt.TAKE_DUE_RECEIPT")`
  UPDATE receipts SET due_at = NULL, sms_due_at = $3, sms_attempts = 0 WHERE org_id = $1 AND payment_id = $2
    AND due_at IS NOT NULL
    RETURNING code`;

/** False when another worker has already sent it. `smsDueAt`: when a text message is due as well. */
export async function takeDueReceipt(tx: Tx, receipt: ReceiptRow, smsDueAt: Date | null): Promise<boolean> {
  const rows = await tx.query(TAKE_DUE_RECEIPT, [receipt.orgId, receipt.paymentId, smsDueAt]);
  return rows.length === 1;
}

export type ClaimedReceipt = ReceiptRow & { /** Including this try. */ attempts: number };

const CLAIM_TEXT_RECEIPTS = statement("receipt.CLAIM_TEXT_RECEIPTS")`
  WITH due AS (SELECT org_id, payment_id, $1::timestamptz +
      make_interval(secs => $2::float8 / 1000 * 2 ^ sms_attempts) AS next_at
      FROM receipts WHERE sms_due_at <= $1 ORDER BY sms_due_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    UPDATE receipts r SET sms_attempts = r.sms_attempts + 1, sms_due_at = due.next_at
    FROM due WHERE r.org_id = due.org_id AND r.payment_id = due.payment_id
      RETURNING ${SELECTED}, r.sms_attempts AS attempts`;

/** Claims due text messages and plans the next try of each; every pause is twice as long as the one before. */
export function claimTextReceipts(db: Queryable, now: Date, retryMs: number, limit: number): Promise<ClaimedReceipt[]> {
  return db.query(CLAIM_TEXT_RECEIPTS, [now, retryMs, limit]);
}

const END_TEXT_RECEIPT = statement("receipt.END_TEXT_RECEIPT")`
  UPDATE receipts SET sms_due_at = NULL WHERE org_id = $1 AND payment_id = $2`;

export async function endTextReceipt(db: Queryable, { orgId, paymentId }: ReceiptRow): Promise<void> {
  await db.query(END_TEXT_RECEIPT, [orgId, paymentId]);
}
