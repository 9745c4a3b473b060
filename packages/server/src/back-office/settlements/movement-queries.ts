import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { PLATFORM_BOOKS } from "./post-settlement.ts";

const FIND_LEDGER_AHEAD = statement("settlements.FIND_LEDGER_AHEAD")`
  SELECT c.org_id, coalesce(s.position, 0)::bigint AS position /* not null */, c.length FROM ledger_chains c LEFT
    JOIN settlement_cursors s USING (org_id)
    WHERE c.length > coalesce(s.position, 0) AND ($1::uuid IS NULL OR c.org_id > $1) ORDER BY c.org_id LIMIT 1`;

/**
 * The movements that the ledger expects in statements. Positions of a chain are assigned under its lock, so a reader
 * that sees its length sees all earlier postings, and one cursor per organization misses nothing.
 */
export async function findLedgerAhead(db: Queryable, afterId: string | null) {
  return (await db.query(FIND_LEDGER_AHEAD, [afterId]))[0];
}

const INSERT_SETTLEMENT_CURSORS = statement("settlements.INSERT_SETTLEMENT_CURSORS")`
  INSERT INTO settlement_cursors (org_id, position) VALUES ($1, 0) ON CONFLICT (org_id) DO NOTHING`;

const UPDATE_SETTLEMENT_CURSORS = statement("settlements.UPDATE_SETTLEMENT_CURSORS")`
  UPDATE settlement_cursors SET position = $3 WHERE org_id = $1 AND position = $2 RETURNING 1`;

/**
 * The cursor's row is the lock: a second worker waits, then finds nothing to do. In the platform's own books only
 * transfers to banks are expected in statements: a statement line caused all other postings there.
 */
export async function addMovements(tx: Tx, orgId: string, from: number, to: number): Promise<void> {
  await tx.query(INSERT_SETTLEMENT_CURSORS, [orgId]);
  const [moved] = await tx.query(UPDATE_SETTLEMENT_CURSORS, [orgId, from, to]);
  if (moved !== undefined) await tx.query(ADD_MOVEMENTS, [orgId, from, to, orgId === PLATFORM_BOOKS]);
}

/** A transfer in the platform's books was caused by a line, whose reference it has. */
const ADD_MOVEMENTS = statement("settlements.ADD_MOVEMENTS")`
  WITH found AS (
    SELECT p.org_id, p.position, p.index, CASE a.purpose
      WHEN 'bank' THEN 'bank:' || a.owner_id ELSE a.owner_id
      END AS account, p.currency, -p.amount AS amount, t.at, t.cause,
      split_part(t.cause, ':', 1)::uuid AS subject, split_part(t.cause, ':', 2) AS step,
      CASE WHEN split_part(t.cause, ':', 2) = 'refund' THEN split_part(t.cause, ':', 3)::uuid END AS refund_id
    FROM ledger_accounts a
    JOIN ledger_postings p ON p.org_id = a.org_id AND p.account_id = a.account_id AND p.position > $2
      AND p.position <= $3 AND p.amount <> 0
    JOIN ledger_transactions t ON t.org_id = p.org_id AND t.position = p.position
    WHERE a.org_id = $1 AND a.purpose = CASE WHEN $4::boolean THEN 'bank' ELSE 'provider' END
      AND (NOT $4 OR split_part(t.cause, ':', 2) = 'transfer')
  ), named AS (
    SELECT f.*,
      CASE WHEN step = 'refund' THEN 'refund' WHEN d.dispute_id IS NOT NULL THEN 'chargeback'
        WHEN step = 'adjustment' OR $4 THEN 'transfer'
        WHEN f.amount > 0 THEN 'charge' ELSE 'payout' END AS kind,
      coalesce(r.provider_refund_id, d.provider_dispute_id, attempt.provider_payment_id, pay.provider_payment_id,
        l.provider_reference) AS provider_reference,
      coalesce(r.refund_id::text, d.dispute_id::text, attempt.attempt_id, f.subject::text) AS our_reference,
      CASE WHEN r.refund_id IS NOT NULL OR d.dispute_id IS NOT NULL THEN pay.provider_payment_id
        ELSE pay.details #>> '{batch,batch_id}' END AS group_reference
    FROM found f
    LEFT JOIN disputes d ON d.org_id = f.org_id AND d.dispute_id = f.subject
    LEFT JOIN payments pay ON pay.org_id = f.org_id AND pay.payment_id = coalesce(d.payment_id, f.subject)
    LEFT JOIN refunds r ON r.org_id = f.org_id AND r.refund_id = f.refund_id
    LEFT JOIN settlement_lines l ON $4 AND l.line_key = f.subject
    LEFT JOIN LATERAL (
      SELECT a ->> 'attempt_id' AS attempt_id, a ->> 'provider_payment_id' AS provider_payment_id
      FROM json_array_elements(pay.progress -> 'attempts') WITH ORDINALITY AS e (a, n)
      WHERE r.refund_id IS NULL AND d.dispute_id IS NULL AND a ->> 'provider' = f.account
        AND a ->> 'outcome' = 'accepted'
      ORDER BY n DESC LIMIT 1
    ) attempt ON true
  ), added AS (
    INSERT INTO settlement_movements (org_id, position, index, account, currency, kind, amount, at, provider_reference,
      our_reference, group_reference)
    SELECT org_id, position, index, account, currency, kind, amount, at, plain_reference(provider_reference),
      plain_reference(our_reference), plain_reference(group_reference) FROM named ORDER BY position, index
    ON CONFLICT (org_id, position, index) DO NOTHING RETURNING account
  ), accounts AS (
    SELECT DISTINCT account FROM added ORDER BY account
  )
  INSERT INTO settlement_accounts (account, needs_matching) SELECT account, true FROM accounts
  ON CONFLICT (account) DO UPDATE SET needs_matching = true`;
