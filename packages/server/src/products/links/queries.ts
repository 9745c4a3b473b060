import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { assigned, columnsOf, inCamelCase, rowSource } from "#src/kernel/db/row-source.ts";
import { inMoney } from "#src/kernel/db/money-rows.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import type { LinkStatus, PaymentLink } from "./payment-link.ts";

const KEY = columnsOf<PaymentLink>({ uuid: ["orgId", "linkId"] });
const CHANGING = columnsOf<PaymentLink>({
  uuid: ["quoteRateId"],
  text: ["payerCurrency", "description", "email", "returnUrl", "status", "successMessage"],
  numeric: ["amount"],
  integer: ["maxQuantity"],
  jsonb: ["customFields"],
  timestamptz: ["expiresAt", "updatedAt"],
});
const PAYING = columnsOf<PaymentLink>({
  uuid: ["heldBy", "paymentId"],
  text: ["status"],
  numeric: ["paidTotal"],
  integer: ["paymentsCount", "eventSequence"],
  timestamptz: ["heldAt", "paidAt", "updatedAt"],
});
const NEW = columnsOf<PaymentLink>({
  uuid: ["orgId", "linkId", "createdBy"],
  text: ["linkRef", "amountType", "currency"],
  timestamptz: ["createdAt"],
  others: CHANGING,
});
const NEW_LINKS = rowSource<PaymentLink>(NEW);
const CHANGED_LINKS = rowSource<PaymentLink>({ ...KEY, ...CHANGING });
const PAID_LINKS = rowSource<PaymentLink>({ ...KEY, ...PAYING });
const SELECT_LINKS = `SELECT ${inCamelCase("l", { ...NEW, ...PAYING })} FROM payment_links l`;

function linkOf(row: Row<"links.FIND_LINK">): PaymentLink {
  return { ...inMoney(row, "amount", "paidTotal"), currency: row.currency };
}

const INSERT_LINK = statement("links.INSERT_LINK")`
  INSERT INTO payment_links (${NEW_LINKS.names}) SELECT ${NEW_LINKS.names} FROM ${NEW_LINKS.source}
    ON CONFLICT (org_id, link_id) DO NOTHING RETURNING link_id`;

/** False when this id is already stored: the request that stored it is being repeated. */
export async function insertLink(tx: Tx, link: PaymentLink): Promise<boolean> {
  const rows = await tx.query(INSERT_LINK, NEW_LINKS.values([link]));
  return rows.length === 1;
}

const FIND_LINK = statement("links.FIND_LINK")`${SELECT_LINKS} WHERE org_id = $1 AND link_id = $2`;

export async function findLink(db: Queryable, orgId: string, linkId: string): Promise<PaymentLink | undefined> {
  const [row] = await db.query(FIND_LINK, [orgId, linkId]);
  return row && linkOf(row);
}

const LOCK_LINK = statement("links.LOCK_LINK")`${SELECT_LINKS} WHERE org_id = $1 AND link_id = $2 FOR UPDATE`;

export async function lockLink(tx: Tx, orgId: string, linkId: string): Promise<PaymentLink | undefined> {
  const [row] = await tx.query(LOCK_LINK, [orgId, linkId]);
  return row && linkOf(row);
}

const FIND_LINK_BY_REF = statement("links.FIND_LINK_BY_REF")`${SELECT_LINKS} WHERE link_ref = $1`;

/** Finds a link by its reference alone, in any organization: the reference is the visitor's whole credential. */
export async function findLinkByRef(db: Queryable, linkRef: string): Promise<PaymentLink | undefined> {
  const [row] = await db.query(FIND_LINK_BY_REF, [linkRef]);
  return row && linkOf(row);
}

const UPDATE_LINK = statement("links.UPDATE_LINK")`
  UPDATE payment_links l SET ${assigned(CHANGING)} FROM ${CHANGED_LINKS.source}
    WHERE l.org_id = r.org_id AND l.link_id = r.link_id`;

export async function updateLink(tx: Tx, link: PaymentLink): Promise<void> {
  await tx.query(UPDATE_LINK, CHANGED_LINKS.values([link]));
}

export type LinkPage = {
  orgId: string;
  status: LinkStatus | undefined;
  now: Date;
  /** Null: all of them. */ limit: number | null;
  after: string | undefined;
};

const LIST_LINKS = statement("links.LIST_LINKS")`${SELECT_LINKS}
  WHERE org_id = $1 AND ($2::uuid IS NULL OR link_id < $2)
    AND ($3::text IS NULL OR $3 = CASE WHEN status = 'active' AND expires_at <= $4 THEN 'expired' ELSE status END)
  ORDER BY link_id DESC LIMIT $5 /* or null */`;

/** Lists links, newest first. A link counts as expired from its time on, also in the filter. */
export async function listLinks(db: Queryable, page: LinkPage): Promise<PaymentLink[]> {
  const rows = await db.query(LIST_LINKS, [page.orgId, page.after, page.status, page.now, page.limit]);
  return rows.map(linkOf);
}

const STORE_QUOTE = statement("links.STORE_QUOTE")`
  UPDATE payment_links SET quote_rate_id = $3 WHERE org_id = $1 AND link_id = $2
    AND quote_rate_id IS NOT DISTINCT FROM $4 AND payer_currency = $5`;

export async function storeQuote(db: Queryable, link: PaymentLink, orgRateId: string): Promise<void> {
  await db.query(STORE_QUOTE, [link.orgId, link.linkId, orgRateId, link.quoteRateId, link.payerCurrency]);
}

const TAKE_HOLD = statement("links.TAKE_HOLD")`UPDATE payment_links l SET held_by = $3, held_at = $4
  WHERE l.org_id = $1 AND l.link_id = $2 AND l.status = 'active' AND (l.expires_at IS NULL OR l.expires_at > $4)
    AND l.amount = $6
    AND (l.held_by IS NULL OR l.held_by = $3
      OR (l.held_at <= $5 AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.org_id = l.org_id AND p.payment_id =
        l.held_by)))
  RETURNING l.link_id`;

/** A hold whose payment was never created expires; creating the payment renews it, so the two cannot both continue. */
export async function takeHold(
  db: Queryable,
  link: PaymentLink,
  paymentId: string,
  now: Date,
  abandonedBefore: Date,
): Promise<boolean> {
  const { orgId, linkId, amount } = link;
  const rows = await db.query(TAKE_HOLD, [orgId, linkId, paymentId, now, abandonedBefore, amount!.toDatabase()]);
  return rows.length === 1;
}

const DROP_HOLD = statement("links.DROP_HOLD")`UPDATE payment_links l SET held_by = NULL, held_at = NULL
  WHERE l.org_id = $1 AND l.link_id = $2 AND l.held_by = $3
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.org_id = l.org_id AND p.payment_id = $3)`;

/** Drops the hold of a payment that was never created. */
export async function dropHold(db: Queryable, link: PaymentLink, paymentId: string): Promise<void> {
  await db.query(DROP_HOLD, [link.orgId, link.linkId, paymentId]);
}

const DROP_ABANDONED_HOLD = statement("links.DROP_ABANDONED_HOLD")`
  UPDATE payment_links l SET held_by = NULL, held_at = NULL
    WHERE l.org_id = $1 AND l.link_id = $2 AND l.held_at <= $3
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.org_id = l.org_id AND p.payment_id = l.held_by)`;

/** A hold whose payment was never created does not block a change of the link for long either. */
export async function dropAbandonedHold(tx: Tx, orgId: string, linkId: string, abandonedBefore: Date): Promise<void> {
  await tx.query(DROP_ABANDONED_HOLD, [orgId, linkId, abandonedBefore]);
}

export type LinkPayment = { orgId: string; linkId: string; paymentId: string };

function namesOf(payments: readonly LinkPayment[]): string {
  return JSON.stringify(
    payments.map(({ orgId, linkId, paymentId }) => ({ org_id: orgId, link_id: linkId, payment_id: paymentId })),
  );
}

const RENEW_HOLDS = statement("links.RENEW_HOLDS")`
  WITH wanted AS (SELECT * FROM json_to_recordset($1::json) AS r (org_id uuid, link_id uuid, payment_id uuid)),
    locked AS (
      SELECT l.org_id, l.link_id, l.amount_type, w.payment_id, l.held_by IS NOT DISTINCT FROM w.payment_id AS is_holder
      FROM wanted w JOIN payment_links l ON l.org_id = w.org_id AND l.link_id = w.link_id WHERE l.amount_type = 'fixed'
        ORDER BY l.link_id FOR NO KEY UPDATE OF l
    ),
    renewed AS (
      UPDATE payment_links l SET held_at = $2 FROM locked
        WHERE l.org_id = locked.org_id AND l.link_id = locked.link_id AND locked.is_holder
    )
    SELECT payment_id /* not null */ FROM locked WHERE NOT is_holder`;

/** Renews the holds of payments that are being created; returns those whose link is fixed and not held by them. */
export async function renewHolds(tx: Tx, payments: readonly LinkPayment[], now: Date): Promise<string[]> {
  const rows = await tx.query(RENEW_HOLDS, [namesOf(payments), now]);
  return rows.map((row) => row.payment_id);
}

const FREE_HOLDS = statement("links.FREE_HOLDS")`UPDATE payment_links l SET held_by = NULL, held_at = NULL
  FROM json_to_recordset($1::json) AS r (org_id uuid, link_id uuid, payment_id uuid)
  WHERE l.org_id = r.org_id AND l.link_id = r.link_id AND l.held_by = r.payment_id`;

/** The caller must hold the locks of the links. */
export async function freeHolds(tx: Tx, payments: readonly LinkPayment[]): Promise<void> {
  await tx.query(FREE_HOLDS, [namesOf(payments)]);
}

const LOCK_LINKS = statement("links.LOCK_LINKS")`${SELECT_LINKS}
  JOIN (SELECT DISTINCT org_id, link_id FROM json_to_recordset($1::json) AS r (org_id uuid, link_id uuid)) wanted
    USING (org_id, link_id) ORDER BY l.link_id FOR NO KEY UPDATE OF l`;

/** Always in the same order, so that two batches never deadlock. */
export async function lockLinks(tx: Tx, links: readonly { orgId: string; linkId: string }[]): Promise<PaymentLink[]> {
  const rows = await tx.query(LOCK_LINKS, [
    JSON.stringify(links.map(({ orgId, linkId }) => ({ org_id: orgId, link_id: linkId }))),
  ]);
  return rows.map(linkOf);
}

const RECORD_PAID = statement("links.RECORD_PAID")`
  UPDATE payment_links l SET ${assigned(PAYING)} FROM ${PAID_LINKS.source}
    WHERE l.org_id = r.org_id AND l.link_id = r.link_id`;

export async function recordPaid(tx: Tx, links: readonly PaymentLink[]): Promise<void> {
  await tx.query(RECORD_PAID, PAID_LINKS.values(links));
}

const EXPIRE_DUE = statement("links.EXPIRE_DUE")`WITH due AS (
    SELECT org_id, link_id FROM payment_links WHERE status = 'active' AND expires_at <= $1 ORDER BY expires_at
      LIMIT $2 FOR UPDATE SKIP LOCKED
  )
  UPDATE payment_links l SET status = 'expired', updated_at = l.expires_at FROM due
    WHERE l.org_id = due.org_id AND l.link_id = due.link_id RETURNING l.link_id`;

export async function expireDue(db: Queryable, now: Date, limit: number): Promise<number> {
  const rows = await db.query(EXPIRE_DUE, [now, limit]);
  return rows.length;
}

const COUNT_WRONG_CODE = statement("links.COUNT_WRONG_CODE")`
  INSERT INTO checkout_wrong_codes AS c (org_id, payment_id, count, updated_at) VALUES ($1, $2, 1, $3)
    ON CONFLICT (org_id, payment_id) DO UPDATE SET count = c.count + 1, updated_at = EXCLUDED.updated_at`;

export async function countWrongCode(db: Queryable, orgId: string, paymentId: string, at: Date): Promise<void> {
  await db.query(COUNT_WRONG_CODE, [orgId, paymentId, at]);
}

const WRONG_CODES_OF = statement("links.WRONG_CODES_OF")`
  SELECT count FROM checkout_wrong_codes WHERE org_id = $1 AND payment_id = $2`;

export async function wrongCodesOf(db: Queryable, orgId: string, paymentId: string): Promise<number> {
  const [row] = await db.query(WRONG_CODES_OF, [orgId, paymentId]);
  return row?.count ?? 0;
}
