import { conflict, notFound } from "#src/platform/http/errors.ts";
import type { PaymentStore } from "./apply-transition.ts";
import type { Initiator } from "./initiate-payment.ts";
import type { Payment } from "./payment.ts";

/** An operator's word for a payment of the `manual` provider, which has none of its own. */
export async function settleManualPayment(
  deps: { store: PaymentStore },
  who: Initiator,
  orgId: string,
  paymentId: string,
  status: "completed" | "failed",
  comment: string,
): Promise<Payment> {
  const key = { orgId, paymentId };
  if ((await deps.store.findPayment(key)) === undefined) throw notFound("Payment", "PAYMENT_NOT_FOUND");
  const outcome = await deps.store.applyTransition({
    ...key,
    move: { type: "operator_said", status, by: who.userId, comment },
    audit: {
      actor: who.actor,
      action: `payment.settled_by_hand`,
      changes: { status, comment },
      ...(who.requestId === undefined ? {} : { requestId: who.requestId }),
    },
  });
  if (outcome.outcome !== "applied") throw conflict(outcome.reason ?? "The payment cannot be settled by hand");
  return outcome.payment;
}
