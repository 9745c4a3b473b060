import { actorOf } from "#src/modules/books/audit/actor-of.ts";
import { decideApproval } from "#src/modules/people/approvals/decide-approval.ts";
import { findApprovalOfPayment } from "#src/modules/people/approvals/find-approval.ts";
import { assertLockHolds, type CheckLockDeps } from "#src/modules/terms/rates/check-lock.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import type { Caller } from "#src/platform/http/caller.ts";
import { conflict, forbidden } from "#src/platform/http/errors.ts";
import type { PaymentStore } from "../store/payment-store.ts";
import type { Dispatcher } from "../providers/dispatch-payment.ts";
import type { Payment } from "#src/modules/money/core/payment.ts";
import type { Move } from "#src/modules/money/core/moves.ts";
import { objectionToReview, objectionToReviewer } from "#src/modules/money/core/objections.ts";

/**
 * Approvals of a payout: it continues only when enough other people approve it, and one rejection ends it. The requester, and the creator of the
 * requesting key, decide nothing. A decision is recorded first; after a crash the payment is where it was, and the same decision continues from
 * there. The first approval makes the payment `reviewed`, the last one `confirmed`.
 */
export type ReviewDeps = { db: Db; clock: Clock; store: PaymentStore; dispatcher: Dispatcher; rates: CheckLockDeps };

type ReviewRequest = { caller: Caller; id: string };
type Review = { decision: "approve" | "reject"; comment: string | null };

export async function reviewPayment(deps: ReviewDeps, request: ReviewRequest, payment: Payment, review: Review): Promise<Payment> {
  const { caller } = request;
  const { decision, comment } = review;
  const notByThem = objectionToReviewer(payment, caller.userId);
  if (notByThem !== null) throw forbidden(notByThem);
  const notNow = objectionToReview(payment, caller.userId);
  if (notNow !== null) throw conflict(notNow);
  const isComplete = await decide(deps, request, payment, review);

  const record = async (move: Move, action: string): Promise<Payment> => {
    const audit = { actor: actorOf(caller), action, changes: { comment }, requestId: request.id };
    const outcome = await deps.store.applyTransition(payment, move, audit);
    if (outcome.outcome !== "applied") throw conflict(outcome.reason ?? "The payment is not under review");
    return outcome.payment;
  };
  const by = caller.userId;
  const seen = payment.status === "initiated" ? await record({ type: "reviewed", by, comment }, "payment.reviewed") : payment;
  if (decision === "reject") return record({ type: "rejected", by, comment }, "payment.rejected");
  if (!isComplete) return seen;
  const next = deps.dispatcher.nextAttempt(payment);
  if (next === null) throw conflict("No further provider can be tried");
  return deps.dispatcher.dispatch(await record({ type: "confirmed", by, comment, next }, "payment.confirmed"), undefined);
}

/** Returns true when no further person has to decide. A payout that was held before approvals were stored needs one person. */
async function decide(deps: ReviewDeps, request: ReviewRequest, payment: Payment, { decision, comment }: Review): Promise<boolean> {
  const approval = await findApprovalOfPayment(deps.db, payment.orgId, payment.paymentId);
  const decided = decision === "approve" ? "approved" : "rejected";
  // The approval was decided before a crash: this person, or another one, continues.
  if (approval?.status === decided && !approval.excluded.includes(request.caller.userId)) return true;
  if (decision === "approve" && payment.orgRateId !== null) await assertLockHolds(deps.rates, payment.orgId, payment.orgRateId);
  if (approval === undefined) return true;
  const { approval: after } = await decideApproval(deps, request, { orgId: payment.orgId, approvalId: approval.approval_id }, decision, comment);
  return after.status === decided;
}
