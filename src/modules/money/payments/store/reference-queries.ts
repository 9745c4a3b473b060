import type { Tx } from "#src/platform/db/client.ts";
import type { PaymentKey } from "./queries.ts";

export type ReferenceUse = PaymentKey & { clientReference: string };
/** `wantedBy`: the new payment that wants the reference. The other two ids are those of the payment that has it. */
type EarlierUse = { wantedBy: string; paymentId: string; transactionId: string };

const REFERENCE_LOCK = 280;

/**
 * Always in the same order, so that two batches never deadlock. The sort is materialized: otherwise PostgreSQL may take the locks before it sorts. A table
 * of the cell is named, so that the locks are taken on the node that holds the cell, whichever node the session is at (docs/decisions/0038-cells.md).
 */
export async function lockClientReferences(tx: Tx, uses: readonly ReferenceUse[]): Promise<void> {
  await tx.query(
    `WITH wanted AS MATERIALIZED (SELECT DISTINCT hashtext(name) AS lock FROM unnest($1::text[]) AS name ORDER BY lock)
     SELECT pg_advisory_xact_lock(${REFERENCE_LOCK}, lock) FROM (SELECT count(*) FROM (SELECT FROM payments LIMIT 1) AS any_row) AS cell, wanted`,
    [uses.map(({ orgId, clientReference }) => `${orgId} ${clientReference}`)],
  );
}

/** For each use, the oldest other payment with its reference, if there is one. */
export function findByClientReferences(tx: Tx, uses: readonly ReferenceUse[]): Promise<EarlierUse[]> {
  return tx.query<EarlierUse>(
    `SELECT u.payment_id AS "wantedBy", first.payment_id AS "paymentId", first.transaction_id AS "transactionId"
     FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS u (org_id, payment_id, client_reference),
       LATERAL (SELECT p.payment_id, p.transaction_id FROM payments p
                WHERE p.client_reference = u.client_reference AND p.org_id = u.org_id AND p.payment_id <> u.payment_id
                ORDER BY p.payment_id LIMIT 1) AS first`,
    [uses.map((use) => use.orgId), uses.map((use) => use.paymentId), uses.map((use) => use.clientReference)],
  );
}
