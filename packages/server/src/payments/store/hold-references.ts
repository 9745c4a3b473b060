import { listsOf } from "#src/kernel/db/row-source.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Payment } from "#src/payments/core/index.ts";
import type { PaymentKey } from "./queries.ts";

type ReferenceUse = PaymentKey & { clientReference: string };
export type PaymentIds = { paymentId: string; transactionId: string };

/**
 * For organizations that accept a `client_reference` once: locks the references of new payments until the commit, and
 * returns for each payment that may not be created the one that used its reference first. A reference stays used
 * whatever the outcome: a client that repeats a request after an error must learn of the payment that exists.
 *
 * An advisory lock and a lookup, not a unique index: the setting can be switched on at any time, and earlier payments
 * count. Payments of the product itself (a withdrawal, a paid link) may repeat references.
 */
export async function holdReferences(tx: Tx, creations: readonly { payment: Payment; uniqueReference?: boolean }[]) {
  const uses: ReferenceUse[] = creations.flatMap(
    ({ payment: { orgId, paymentId, clientReference, details }, uniqueReference }) =>
      uniqueReference === true && clientReference !== null && details.origin === undefined
        ? [{ orgId, paymentId, clientReference }]
        : [],
  );
  if (uses.length === 0) return new Map<string, PaymentIds>();
  if (new Set(uses.map(({ orgId, clientReference }) => `${orgId} ${clientReference}`)).size < uses.length)
    throw new SameReferenceInBatch();
  await lockClientReferences(tx, uses);
  return new Map((await findByClientReferences(tx, uses)).map(({ wantedBy, ...ids }) => [wantedBy, ids]));
}

/** A row fault, so the batch is halved until each row is alone: if the first is refused, the second may use it. */
class SameReferenceInBatch extends Error {
  readonly code = "23505";
}

const REFERENCE_LOCK = 280;

const LOCK_CLIENT_REFERENCES = statement("store.LOCK_CLIENT_REFERENCES")`
  WITH wanted AS MATERIALIZED (SELECT DISTINCT hashtext(name) AS lock FROM unnest($1::text[]) AS name ORDER BY lock)
    SELECT pg_advisory_xact_lock(${REFERENCE_LOCK}, lock)
      FROM (SELECT count(*) FROM (SELECT FROM payments LIMIT 1) AS any_row) AS cell, wanted`;

/**
 * Always in the same order, so that two batches never deadlock. Materialized: otherwise the locks may be taken before
 * the sort. A table of the cell is named, so that the node that holds the cell takes the locks
 * (docs/decisions/0038-cells.md).
 */
async function lockClientReferences(tx: Tx, uses: readonly ReferenceUse[]): Promise<void> {
  await tx.query(LOCK_CLIENT_REFERENCES, [uses.map(({ orgId, clientReference }) => `${orgId} ${clientReference}`)]);
}

const FIND_BY_CLIENT_REFERENCES = statement("store.FIND_BY_CLIENT_REFERENCES")`
  SELECT u.payment_id AS "wantedBy" /* not null */, first.payment_id AS "paymentId",
    first.transaction_id AS "transactionId"
    FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS u (org_id, payment_id, client_reference),
      LATERAL (SELECT p.payment_id, p.transaction_id FROM payments p
               WHERE p.client_reference = u.client_reference AND p.org_id = u.org_id AND p.payment_id <> u.payment_id
               ORDER BY p.payment_id LIMIT 1) AS first`;

/** The oldest other payment with each reference. `wantedBy`: the new payment that wants it. */
function findByClientReferences(tx: Tx, uses: readonly ReferenceUse[]): Promise<(PaymentIds & { wantedBy: string })[]> {
  return tx.query(FIND_BY_CLIENT_REFERENCES, listsOf(uses, "orgId", "paymentId", "clientReference"));
}
