import { isDeepStrictEqual } from "node:util";
import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import { writeTogether } from "#src/platform/db/write-together.ts";
import type { Payment, PaymentDetails } from "#src/modules/money/core/payment.ts";
import { type Audited, detailWrites } from "./payment-writes.ts";
import { detailsUpdate, lockPayments, type PaymentKey } from "./queries.ts";

/**
 * Replaces the details of a payment, with its event and audit entry. Status changes go through apply-transition.ts. Undefined: there is no such
 * payment.
 */
export async function rewriteDetails(
  { db, clock }: { db: Db; clock: Clock },
  key: PaymentKey,
  rewrite: (details: PaymentDetails) => PaymentDetails,
  audit: Audited,
): Promise<Payment | undefined> {
  return db.transaction(async (tx) => {
    const [before] = await lockPayments(tx, [key]);
    if (before === undefined) return undefined;
    const details = rewrite(before.details);
    if (isDeepStrictEqual(details, before.details)) return before;
    const now = clock.now();
    const after: Payment = { ...before, details, eventSequence: before.eventSequence + 1, updatedAt: now };
    await writeTogether(tx, [detailsUpdate(after), ...detailWrites(before, after, audit, now)]);
    return after;
  });
}
