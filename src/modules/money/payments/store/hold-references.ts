import type { Tx } from "#src/platform/db/client.ts";
import type { Payment } from "#src/modules/money/core/payment.ts";
import { findByClientReferences, lockClientReferences, type ReferenceUse } from "./reference-queries.ts";

export type PaymentIds = { paymentId: string; transactionId: string };

/**
 * For organizations that accept a `client_reference` once: locks the references of new payments until the commit, and
 * returns the payments that may not be created, each with the payment that used its reference first. A reference stays used, whatever the outcome of
 * that payment: a client that repeats a request after an error must learn of the payment that exists.
 *
 * An advisory lock and a lookup, not a unique index: the setting belongs to the organization, it can be switched on at any time, and earlier
 * payments count. Payments of the product itself (a withdrawal, a paid link) may repeat references.
 */
export async function holdReferences(tx: Tx, creations: readonly { payment: Payment; uniqueReference?: boolean }[]): Promise<Map<string, PaymentIds>> {
  const uses: ReferenceUse[] = creations.flatMap(({ payment: { orgId, paymentId, clientReference, details }, uniqueReference }) =>
    uniqueReference === true && clientReference !== null && details.origin === undefined ? [{ orgId, paymentId, clientReference }] : [],
  );
  if (uses.length === 0) return new Map();
  if (new Set(uses.map(({ orgId, clientReference }) => `${orgId} ${clientReference}`)).size < uses.length) throw new SameReferenceInBatch();
  await lockClientReferences(tx, uses);
  return new Map((await findByClientReferences(tx, uses)).map(({ wantedBy, ...ids }) => [wantedBy, ids]));
}

/**
 * Counts as a row fault, so the batch is repeated in halves until each row is alone: if the first row is refused for another reason, the second may use
 * the reference.
 */
class SameReferenceInBatch extends Error {
  readonly code = "23505";
}
