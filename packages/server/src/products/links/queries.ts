import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import type { CustomField } from "./custom-fields.ts";
import type { AmountType, LinkStatus, PaymentLink } from "./payment-link.ts";

type Row = {
  org_id: string;
  link_id: string;
  link_ref: string;
  amount_type: AmountType;
  amount: string | null;
  currency: string;
  payer_currency: string;
  description: string | null;
  email: string | null;
  return_url: string | null;
  max_quantity: number | null;
  custom_fields: CustomField[];
  success_message: string | null;
  status: LinkStatus;
  expires_at: Date | null;
  quote_rate_id: string | null;
  held_by: string | null;
  held_at: Date | null;
  payment_id: string | null;
  payments_count: number;
  paid_total: string;
  paid_at: Date | null;
  event_sequence: number;
  created_by: string;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `org_id, link_id, link_ref, amount_type, amount, currency, payer_currency, description, email,
  return_url, max_quantity, custom_fields, success_message, status, expires_at, quote_rate_id, held_by, held_at,
  payment_id, payments_count, paid_total, paid_at, event_sequence, created_by, created_at, updated_at`;

function linkOf(row: Row): PaymentLink {
  return {
    orgId: row.org_id,
    linkId: row.link_id,
    linkRef: row.link_ref,
    amountType: row.amount_type,
    amount: row.amount === null ? null : Money.fromDatabase(row.amount, row.currency),
    currency: row.currency,
    payerCurrency: row.payer_currency,
    description: row.description,
    email: row.email,
    returnUrl: row.return_url,
    maxQuantity: row.max_quantity,
    customFields: row.custom_fields,
    successMessage: row.success_message,
    status: row.status,
    expiresAt: row.expires_at,
    quoteRateId: row.quote_rate_id,
    heldBy: row.held_by,
    heldAt: row.held_at,
    paymentId: row.payment_id,
    paymentsCount: row.payments_count,
    paidTotal: Money.fromDatabase(row.paid_total, row.currency),
    paidAt: row.paid_at,
    eventSequence: row.event_sequence,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** False when this id is already stored: the request that stored it is being repeated. */
export async function insertLink(tx: Tx, link: PaymentLink): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO payment_links (org_id, link_id, link_ref, amount_type, amount, currency, payer_currency, description,
     email, return_url, status, expires_at, created_by, created_at, updated_at, max_quantity, custom_fields,
     success_message)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
       ON CONFLICT (org_id, link_id) DO NOTHING RETURNING link_id`,
    [
      link.orgId,
      link.linkId,
      link.linkRef,
      link.amountType,
      link.amount?.toDatabase() ?? null,
      link.currency,
      link.payerCurrency,
      link.description,
      link.email,
      link.returnUrl,
      link.status,
      link.expiresAt,
      link.createdBy,
      link.createdAt,
      link.updatedAt,
      link.maxQuantity,
      JSON.stringify(link.customFields),
      link.successMessage,
    ],
  );
  return rows.length === 1;
}

export async function findLink(db: Queryable, orgId: string, linkId: string): Promise<PaymentLink | undefined> {
  const [row] = await db.query<Row>(`SELECT ${COLUMNS} FROM payment_links WHERE org_id = $1 AND link_id = $2`, [
    orgId,
    linkId,
  ]);
  return row === undefined ? undefined : linkOf(row);
}

export async function lockLink(tx: Tx, orgId: string, linkId: string): Promise<PaymentLink | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM payment_links WHERE org_id = $1 AND link_id = $2 FOR UPDATE`,
    [orgId, linkId],
  );
  return row === undefined ? undefined : linkOf(row);
}

/** Finds a link by its reference alone, in any organization: the reference is the visitor's whole credential. */
export async function findLinkByRef(db: Queryable, linkRef: string): Promise<PaymentLink | undefined> {
  const [row] = await db.query<Row>(`SELECT ${COLUMNS} FROM payment_links WHERE link_ref = $1`, [linkRef]);
  return row === undefined ? undefined : linkOf(row);
}

/** The fields that a person may change. */
export async function updateLink(tx: Tx, link: PaymentLink): Promise<void> {
  await tx.query(
    `UPDATE payment_links SET amount = $3, payer_currency = $4, description = $5, email = $6, return_url = $7,
       status = $8, expires_at = $9, quote_rate_id = $10, updated_at = $11,
       max_quantity = $12, custom_fields = $13, success_message = $14
     WHERE org_id = $1 AND link_id = $2`,
    [
      link.orgId,
      link.linkId,
      link.amount?.toDatabase() ?? null,
      link.payerCurrency,
      link.description,
      link.email,
      link.returnUrl,
      link.status,
      link.expiresAt,
      link.quoteRateId,
      link.updatedAt,
      link.maxQuantity,
      JSON.stringify(link.customFields),
      link.successMessage,
    ],
  );
}

export type LinkPage = {
  orgId: string;
  status: LinkStatus | null;
  now: Date;
  /** Null: all of them. */ limit: number | null;
  after: string | null;
};

/** Lists links, newest first. A link counts as expired from its time on, also in the filter. */
export async function listLinks(db: Queryable, page: LinkPage): Promise<PaymentLink[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM payment_links
     WHERE org_id = $1 AND ($2::uuid IS NULL OR link_id < $2)
       AND ($3::text IS NULL OR $3 = CASE WHEN status = 'active' AND expires_at <= $4 THEN 'expired' ELSE status END)
     ORDER BY link_id DESC LIMIT $5`,
    [page.orgId, page.after, page.status, page.now, page.limit],
  );
  return rows.map(linkOf);
}

export async function storeQuote(db: Queryable, link: PaymentLink, orgRateId: string): Promise<void> {
  await db.query(
    `UPDATE payment_links SET quote_rate_id = $3 WHERE org_id = $1 AND link_id = $2
      AND quote_rate_id IS NOT DISTINCT FROM $4 AND payer_currency = $5`,
    [link.orgId, link.linkId, orgRateId, link.quoteRateId, link.payerCurrency],
  );
}

/* ---- the hold of a fixed link ---- */

/**
 * Takes the link for one payment, if no other payment holds it and its amount is still the one the payer saw. A hold
 * whose payment was never created (its process died in between) expires after a while; creating the payment renews the
 * hold, so the two cannot both continue.
 */
export async function takeHold(
  db: Queryable,
  link: PaymentLink,
  paymentId: string,
  now: Date,
  abandonedBefore: Date,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE payment_links l SET held_by = $3, held_at = $4
     WHERE l.org_id = $1 AND l.link_id = $2 AND l.status = 'active' AND (l.expires_at IS NULL OR l.expires_at > $4)
       AND l.amount = $6
       AND (l.held_by IS NULL OR l.held_by = $3
         OR (l.held_at <= $5 AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.org_id = l.org_id AND p.payment_id =
           l.held_by)))
     RETURNING l.link_id`,
    [link.orgId, link.linkId, paymentId, now, abandonedBefore, link.amount!.toDatabase()],
  );
  return rows.length === 1;
}

/** Drops the hold of a payment that was never created. */
export async function dropHold(db: Queryable, link: PaymentLink, paymentId: string): Promise<void> {
  await db.query(
    `UPDATE payment_links l SET held_by = NULL, held_at = NULL
     WHERE l.org_id = $1 AND l.link_id = $2 AND l.held_by = $3
       AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.org_id = l.org_id AND p.payment_id = $3)`,
    [link.orgId, link.linkId, paymentId],
  );
}

/** A hold whose payment was never created does not block a change of the link for long either. */
export async function dropAbandonedHold(tx: Tx, orgId: string, linkId: string, abandonedBefore: Date): Promise<void> {
  await tx.query(
    `UPDATE payment_links l SET held_by = NULL, held_at = NULL
     WHERE l.org_id = $1 AND l.link_id = $2 AND l.held_at <= $3
       AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.org_id = l.org_id AND p.payment_id = l.held_by)`,
    [orgId, linkId, abandonedBefore],
  );
}

export type LinkPayment = { orgId: string; linkId: string; paymentId: string };

function namesOf(payments: readonly LinkPayment[]): string {
  return JSON.stringify(
    payments.map(({ orgId, linkId, paymentId }) => ({ org_id: orgId, link_id: linkId, payment_id: paymentId })),
  );
}

/**
 * Renews the holds of payments that are being created; returns the payments whose link is fixed and not held by them.
 */
export async function renewHolds(tx: Tx, payments: readonly LinkPayment[], now: Date): Promise<string[]> {
  const rows = await tx.query<{ payment_id: string }>(
    `WITH wanted AS (SELECT * FROM json_to_recordset($1::json) AS r (org_id uuid, link_id uuid, payment_id uuid)),
     locked AS (
       SELECT l.org_id, l.link_id, l.amount_type, w.payment_id, l.held_by IS NOT DISTINCT FROM w.payment_id AS is_holder
       FROM wanted w JOIN payment_links l ON l.org_id = w.org_id AND l.link_id = w.link_id WHERE l.amount_type = 'fixed'
         ORDER BY l.link_id FOR NO KEY UPDATE OF l
     ),
     renewed AS (
       UPDATE payment_links l SET held_at = $2 FROM locked
         WHERE l.org_id = locked.org_id AND l.link_id = locked.link_id AND locked.is_holder
     )
     SELECT payment_id FROM locked WHERE NOT is_holder`,
    [namesOf(payments), now],
  );
  return rows.map((row) => row.payment_id);
}

/** The caller must hold the locks of the links. */
export async function freeHolds(tx: Tx, payments: readonly LinkPayment[]): Promise<void> {
  await tx.query(
    `UPDATE payment_links l SET held_by = NULL, held_at = NULL
     FROM json_to_recordset($1::json) AS r (org_id uuid, link_id uuid, payment_id uuid)
     WHERE l.org_id = r.org_id AND l.link_id = r.link_id AND l.held_by = r.payment_id`,
    [namesOf(payments)],
  );
}

/** Always in the same order, so that two batches never deadlock. */
export async function lockLinks(tx: Tx, links: readonly { orgId: string; linkId: string }[]): Promise<PaymentLink[]> {
  const rows = await tx.query<Row>(
    `SELECT ${COLUMNS.replaceAll(/\w+/g, "l.$&")}
     FROM (SELECT DISTINCT org_id, link_id FROM json_to_recordset($1::json) AS r (org_id uuid, link_id uuid)) wanted
     JOIN payment_links l USING (org_id, link_id) ORDER BY l.link_id FOR NO KEY UPDATE OF l`,
    [JSON.stringify(links.map(({ orgId, linkId }) => ({ org_id: orgId, link_id: linkId })))],
  );
  return rows.map(linkOf);
}

export async function recordPaid(tx: Tx, links: readonly PaymentLink[]): Promise<void> {
  await tx.query(
    `UPDATE payment_links l SET status = r.status, held_by = r.held_by, held_at = r.held_at, payment_id = r.payment_id,
       payments_count = r.payments_count, paid_total = r.paid_total,
       paid_at = r.paid_at, event_sequence = r.event_sequence, updated_at = r.updated_at
     FROM json_to_recordset($1::json) AS r (org_id uuid, link_id uuid, status text, held_by uuid, held_at timestamptz,
       payment_id uuid, payments_count integer, paid_total numeric,
       paid_at timestamptz, event_sequence integer, updated_at timestamptz)
     WHERE l.org_id = r.org_id AND l.link_id = r.link_id`,
    [
      JSON.stringify(
        links.map((link) => ({
          org_id: link.orgId,
          link_id: link.linkId,
          status: link.status,
          held_by: link.heldBy,
          held_at: link.heldAt,
          payment_id: link.paymentId,
          payments_count: link.paymentsCount,
          paid_total: link.paidTotal.toDatabase(),
          paid_at: link.paidAt,
          event_sequence: link.eventSequence,
          updated_at: link.updatedAt,
        })),
      ),
    ],
  );
}

export async function expireDue(db: Queryable, now: Date, limit: number): Promise<number> {
  const rows = await db.query(
    `WITH due AS (
       SELECT org_id, link_id FROM payment_links WHERE status = 'active' AND expires_at <= $1 ORDER BY expires_at
         LIMIT $2 FOR UPDATE SKIP LOCKED
     )
     UPDATE payment_links l SET status = 'expired', updated_at = l.expires_at FROM due
       WHERE l.org_id = due.org_id AND l.link_id = due.link_id RETURNING l.link_id`,
    [now, limit],
  );
  return rows.length;
}

/* ---- around a link ---- */

export async function countWrongCode(db: Queryable, orgId: string, paymentId: string, at: Date): Promise<void> {
  await db.query(
    `INSERT INTO checkout_wrong_codes AS c (org_id, payment_id, count, updated_at) VALUES ($1, $2, 1, $3)
     ON CONFLICT (org_id, payment_id) DO UPDATE SET count = c.count + 1, updated_at = EXCLUDED.updated_at`,
    [orgId, paymentId, at],
  );
}

export async function wrongCodesOf(db: Queryable, orgId: string, paymentId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `SELECT count FROM checkout_wrong_codes WHERE org_id = $1 AND payment_id = $2`,
    [orgId, paymentId],
  );
  return row?.count ?? 0;
}
