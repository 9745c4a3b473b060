import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import { badRequest, notFound } from "#src/platform/http/errors.ts";
import type { ErrorDetail } from "#src/platform/http/errors.ts";
import { checkMetadata } from "#src/modules/money/requests/fields.ts";
import type { Initiator } from "../initiation/initiate-payment.ts";
import type { Payment, PaymentDetails } from "#src/modules/money/core/payment.ts";
import { rewriteDetails } from "../store/rewrite-details.ts";

/** A field that is null is removed. */
export type PaymentChange = { description?: string | null; metadata?: Record<string, unknown> | null };

/**
 * Changes a payment's description and, field by field, its metadata, at any time. Field by field, because two systems may each keep their own field.
 * The amount and the parties never change. A provider keeps what it got at the dispatch.
 */
export async function changePayment(deps: { db: Db; clock: Clock }, who: Initiator, paymentId: string, change: PaymentChange): Promise<Payment> {
  const changed = await rewriteDetails(deps, { orgId: who.orgId, paymentId }, (details) => detailsAfter(details, change), {
    actor: who.actor,
    action: "payment.changed",
    // Only the names of the changed fields are logged, never their values: the audit log is kept forever, and a customer's data may have to be erased.
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
