import type { Tx } from "#src/platform/db/client.ts";
import type { Payment } from "../payment.ts";
import { findByClientReferences, lockClientReferences, type ReferenceUse } from "./reference-queries.ts";

export type PaymentIds = { paymentId: string; transactionId: string };

/**
 * For organizations that take a `client_reference` once: keeps the references of new payments from being used by anybody else until the commit, and
 * returns the payments that may not be created, each with the payment that used its reference first. Whatever became of that one, its reference stays
 * used: a client that repeats a request after an error must be told of the payment that exists.
 *
 * An advisory lock and a look at the payments, not a unique index: the setting is the organization's, it can be switched on at any time, and what was
 * paid before counts. What the product pays on its own account (a withdrawal, a paid link) repeats references as it likes.
 */
export async function holdReferences(tx: Tx, creations: readonly { payment: Payment; uniqueReference?: boolean }[]): Promise<Map<string, PaymentIds>> {
  const uses: ReferenceUse[] = creations.flatMap(({ payment: { orgId, paymentId, clientReference, details }, uniqueReference }) =>
    uniqueReference === true && clientReference !== null && details.origin === undefined ? [{ orgId, paymentId, clientReference }] : [],
  );
  if (uses.length === 0) return new Map();
  if (new Set(uses.map(({ orgId, clientReference }) => `${orgId} ${clientReference}`)).size < uses.length) throw new SameReferenceInBatch();
  await lockClientReferences(tx, uses);
  return new Map((await findByClientReferences(tx, uses)).map(({ of, ...ids }) => [of, ids]));
}

/** Reads as a row fault, so the batch is halved until each of them stands alone: the first may be refused for another reason, and then the second is the first. */
class SameReferenceInBatch extends Error {
  readonly code = "23505";
}
