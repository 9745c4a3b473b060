import { conflict, forbidden, notFound } from "#src/platform/http/errors.ts";
import type { PaymentStore } from "../store/payment-store.ts";
import type { TransitionOutcome } from "../store/apply-transition.ts";
import type { Dispatcher } from "../providers/dispatch-payment.ts";
import type { Initiator } from "../initiation/initiate-payment.ts";
import type { Payment } from "../payment.ts";
import type { Move } from "../rules/moves.ts";
import { objectionToReview, objectionToReviewer } from "../rules/objections.ts";

/**
 * Four eyes: a payout at or above the organisation's limit goes on only when a second person approves it. The look and the decision are two
 * moves; a crash between them leaves the payment `reviewed`, and the next decision goes on from there.
 */
export type ReviewDeps = { store: PaymentStore; dispatcher: Dispatcher };

export async function reviewPayment(
  deps: ReviewDeps,
  who: Initiator,
  paymentId: string,
  decision: "approve" | "reject",
  comment: string | null,
): Promise<Payment> {
  const key = { orgId: who.orgId, paymentId };
  const payment = await deps.store.findPayment(key);
  if (payment === undefined) throw notFound("Payment", "PAYMENT_NOT_FOUND");
  const notByThem = objectionToReviewer(payment, who.userId);
  if (notByThem !== null) throw forbidden(notByThem);
  const notNow = objectionToReview(payment, who.userId);
  if (notNow !== null) throw conflict(notNow);
  const record = (move: Move, action: string): Promise<TransitionOutcome> =>
    deps.store.applyTransition({
      ...key,
      move,
      audit: { actor: who.actor, action, changes: { comment }, ...(who.requestId === undefined ? {} : { requestId: who.requestId }) },
    });

  if (payment.status === "initiated") mustApply(await record({ type: "reviewed", by: who.userId, comment }, "payment.reviewed"));
  if (decision === "reject") return mustApply(await record({ type: "rejected", by: who.userId, comment }, "payment.rejected"));
  const next = deps.dispatcher.nextAttempt(payment);
  if (next === null) throw conflict("No provider is left to send the payment to");
  const confirmed = mustApply(await record({ type: "confirmed", by: who.userId, comment, next }, "payment.confirmed"));
  return deps.dispatcher.dispatch(confirmed, undefined);
}

function mustApply(outcome: TransitionOutcome): Payment {
  if (outcome.outcome !== "applied") throw conflict(outcome.reason ?? "The payment is not under review");
  return outcome.payment;
}
