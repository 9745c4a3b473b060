import { actorOf } from "#src/record/audit/index.ts";
import { decideApproval, findApprovalOf, objectionToDecider } from "#src/parties/approvals/index.ts";
import { assertLockHolds, type CheckLockDeps } from "#src/pricing/rates/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { conflict, forbidden } from "#src/kernel/http/errors.ts";
import { joinTrace } from "#src/kernel/tracing.ts";
import type { PaymentStore } from "#src/payments/store/index.ts";
import type { Dispatcher } from "#src/payments/at-providers/index.ts";
import { type Move, objectionToReview, objectionToReviewer, type Payment } from "#src/payments/core/index.ts";

/**
 * A payout continues only when enough other people approve it, and one rejection ends it. The requester, and the
 * creator of the requesting key, decide nothing. The first approval makes it `reviewed`, the last one `confirmed`. A
 * decision and the payment's move are one transaction. What a crash leaves unsent, recovery continues.
 */
export type ReviewDeps = { db: Db; clock: Clock; store: PaymentStore; dispatcher: Dispatcher; rates: CheckLockDeps };

type ReviewRequest = { caller: Caller; id: string };
type Review = { decision: "approve" | "reject"; comment: string | null };

/** For the module of approvals, which decides by the approval of a payment. */
export function createReviewPayment(deps: ReviewDeps) {
  return async (
    request: ReviewRequest,
    { org_id: orgId, subject: paymentId }: { org_id: string; subject: string },
    decision: Review["decision"],
    comment: string | null,
  ): Promise<void> => {
    await reviewPayment(deps, request, (await deps.store.findPayment({ orgId, paymentId }))!, { decision, comment });
  };
}

export async function reviewPayment(deps: ReviewDeps, request: ReviewRequest, payment: Payment, review: Review) {
  const { caller } = request;
  const { decision, comment } = review;
  joinTrace(payment.paymentId);
  const notByThem = objectionToReviewer(payment, caller.userId);
  if (notByThem !== null) throw forbidden(notByThem, "SECOND_PERSON_REQUIRED");
  const notNow = objectionToReview(payment, caller.userId);
  if (notNow !== null) throw conflict(notNow);
  if (decision === "approve") await assertLockHolds(deps.rates, payment, "reject the payment and create a new one");

  const reviewed = await deps.db.transaction(async (tx) => {
    const isComplete = await decide(tx, deps, request, payment, review);
    const by = caller.userId;
    const record = async (move: Move, action: string): Promise<Payment> => {
      const audit = { actor: actorOf(caller), action, changes: { comment }, requestId: request.id };
      const input = { orgId: payment.orgId, paymentId: payment.paymentId, move, audit };
      const [result] = await deps.store.applyTransitionsIn(tx, [input]);
      const { outcome, reason, payment: after } = result!;
      // Another person may have reviewed it first, at the same moment.
      const isReviewed = move.type === "reviewed" && after.status === "reviewed";
      if (outcome !== "applied" && !isReviewed) throw conflict(reason ?? "The payment is not under review");
      return after;
    };
    const seen = await record({ type: "reviewed", by, comment }, "payment.reviewed");
    if (decision === "reject") return record({ type: "rejected", by, comment }, "payment.rejected");
    if (!isComplete) return seen;
    const next = deps.dispatcher.nextAttempt(seen);
    if (next === null) throw conflict("No further provider can be tried");
    return record({ type: "confirmed", by, comment, next }, "payment.confirmed");
  });
  return deps.dispatcher.dispatch(reviewed, undefined); // Sends only what is confirmed.
}

/** True when nobody else has to decide. A payout that was held before approvals were stored needs one person. */
async function decide(tx: Tx, deps: ReviewDeps, request: ReviewRequest, payment: Payment, review: Review) {
  const approval = await findApprovalOf(tx, "payment", payment.orgId, payment.paymentId);
  if (approval === undefined) return true;
  // Earlier versions committed a decision before the payment's move, so the move may be missing. Then one more person
  // carries the approval out, or rejects the payment all the same. A rejection can only be carried out.
  if (approval.status === "approved" || (approval.status === "rejected" && review.decision === "reject")) {
    const objection = objectionToDecider(approval, request.caller);
    if (objection !== null) throw forbidden(objection, "SECOND_PERSON_REQUIRED");
    return true;
  }
  const key = { orgId: payment.orgId, approvalId: approval.approval_id };
  return (await decideApproval(tx, deps, request, key, review)).status !== "pending";
}
