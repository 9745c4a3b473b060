import { isDeepStrictEqual } from "node:util";
import type { Clock } from "@corridor/base/clock.ts";
import { holdFollower } from "#src/record/events/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { badRequest, type ErrorDetail, notFound } from "#src/kernel/http/errors.ts";
import { auditBy, checkMetadata, type Initiator } from "#src/payments/requests/index.ts";
import type { Payment, PaymentDetails } from "#src/payments/core/index.ts";
import { detailsUpdate, detailWrites, lockPayments, SEARCH_KEYS } from "#src/payments/store/index.ts";

/** A field that is null is removed. */
export type PaymentChange = { description?: string | null; metadata?: Record<string, unknown> | null };

type Deps = { db: Db; clock: Clock };
/**
 * Changes description and metadata at any time, with an event and an audit entry. Metadata field by field, because two
 * systems may each keep their own field. A provider keeps what it got at the dispatch.
 */
export async function changePayment({ db, clock }: Deps, who: Initiator, paymentId: string, change: PaymentChange) {
  return db.transaction(async (tx) => {
    await holdFollower(tx, SEARCH_KEYS);
    const [before] = await lockPayments(tx, [{ orgId: who.orgId, paymentId }]);
    if (before === undefined) throw notFound("Payment");
    const details = detailsAfter(before.details, change);
    if (isDeepStrictEqual(details, before.details)) return before;
    const now = clock.now();
    const after: Payment = { ...before, details, eventSequence: before.eventSequence + 1, updatedAt: now };
    // Only names are logged, never values: the audit log is kept forever, and a customer's data may have to be erased.
    const audit = auditBy(who, "payment.changed", { fields: Object.keys(change) });
    await writeTogether(tx, [detailsUpdate(after), ...detailWrites(before, after, audit, now)]);
    return after;
  });
}

export function detailsAfter(
  { description, metadata, ...details }: PaymentDetails,
  change: PaymentChange,
): PaymentDetails {
  const described = change.description === undefined ? description : change.description;
  const kept =
    change.metadata === null
      ? {}
      : Object.fromEntries(Object.entries({ ...metadata, ...change.metadata }).filter(([, value]) => value !== null));
  const problems: ErrorDetail[] = [];
  checkMetadata(kept, problems);
  if (problems.length > 0) throw badRequest("The metadata would be too large", problems);
  return {
    ...details,
    ...(described == null ? {} : { description: described }),
    ...(Object.keys(kept).length === 0 ? {} : { metadata: kept }),
  };
}
