import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import { badRequest, notFound } from "#src/platform/http/errors.ts";
import type { ErrorDetail } from "#src/platform/http/errors.ts";
import { checkMetadata } from "#src/modules/money/requests/fields.ts";
import type { Initiator } from "../initiation/initiate-payment.ts";
import type { Payment, PaymentDetails } from "../payment.ts";
import { rewriteDetails } from "../store/rewrite-details.ts";

/** Null takes a field away. */
export type PaymentChange = { description?: string | null; metadata?: Record<string, unknown> | null };

/**
 * Changes what a payment's owner wrote on it, at any time: the description, and the metadata field by field, so that two systems that each keep a field of
 * their own do not overwrite each other. What was paid, by whom and to whom is never changed. A provider keeps what it was told when the payment was sent.
 */
export async function changePayment(deps: { db: Db; clock: Clock }, who: Initiator, paymentId: string, change: PaymentChange): Promise<Payment> {
  const changed = await rewriteDetails(deps, { orgId: who.orgId, paymentId }, (details) => detailsAfter(details, change), {
    actor: who.actor,
    action: "payment.changed",
    // Never what they say: the audit log keeps for ever, and a customer may be erased.
    changes: { fields: Object.keys(change) },
    ...(who.requestId === undefined ? {} : { requestId: who.requestId }),
  });
  if (changed === undefined) throw notFound("Payment", "PAYMENT_NOT_FOUND");
  return changed;
}

export function detailsAfter({ description, metadata, ...details }: PaymentDetails, change: PaymentChange): PaymentDetails {
  const described = change.description === undefined ? description : change.description;
  const kept = change.metadata === null ? {} : Object.fromEntries(Object.entries({ ...metadata, ...change.metadata }).filter(([, value]) => value !== null));
  const problems: ErrorDetail[] = [];
  checkMetadata(kept, problems);
  if (problems.length > 0) throw badRequest("The metadata would be too large", problems);
  return { ...details, ...(described == null ? {} : { description: described }), ...(Object.keys(kept).length === 0 ? {} : { metadata: kept }) };
}
