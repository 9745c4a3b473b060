import { appendAudit } from "#src/record/audit/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { DispatchRequest, PaymentUpdate, Provider } from "@corridor/provider-kit/provider.ts";
import {
  auditOf,
  chooseRemedy,
  claimLeftBehind,
  forgetMissing,
  type LeftBehind,
  markFound,
  noteOnItem,
  openReconciliationItems,
  type PaymentStore,
  referenceInserts,
} from "#src/payments/store/index.ts";
import { type Attempt, findAttempt, isFinal, isOver, type Payment } from "#src/payments/core/index.ts";
import { fetchRefundStatus, findRefund, receiptIn, settleRefundsIn } from "#src/payments/refunds/index.ts";
import { statusQueryOf } from "./check-payments.ts";
import type { DispatchDeps } from "./dispatch-payment.ts";
import { requestOf } from "./dispatch-request.ts";

/**
 * For a day, polls requests that were given up: as never arrived, or as failed after they were accepted. A provider that
 * processes one all the same holds money for a payment that went elsewhere, or ended. Of a failed one, only a success is
 * news, and the payment's own rules judge it. Of the others, an item says what is at stake, and the money is called
 * back:
 *
 *   not found, no answer      -> poll again after a growing pause
 *   found pending, processing -> item; cancel it there; poll until it has ended
 *   found completed           -> item; a payin is refunded there, once; a payout needs a person
 *   found failed              -> nothing is at stake any more
 *
 * Every action is on the item and in the audit log. The ledger is not touched: what it says happened did happen.
 */
export type WatchDeps = Omit<DispatchDeps, "breaker" | "assertLockHolds"> & { db: Db; store: PaymentStore };

const CLAIM_ROWS = 50;
const PROVIDER_TIMEOUT_MS = 10_000;
const MINUTE_MS = 60_000;
/** The pause after each check. Together the pauses last a day. */
const PAUSES_MS: readonly number[] = [2, 4, 8, 16, 32, ...Array.from({ length: 23 }, () => 60)].map(
  (minutes) => minutes * MINUTE_MS,
);
const ITEM_KIND = "accepted_after_refusal";
const ACTOR = { type: "system", id: "left-behind-requests" } as const;

export function createLeftBehindJob(deps: WatchDeps): Job {
  return {
    name: "left-behind-requests",
    intervalMs: 5_000,
    async runOnce() {
      const due = await claimLeftBehind(deps.db, PAUSES_MS, CLAIM_ROWS);
      await Promise.all(
        due.map(async (request) => {
          try {
            const isOver = await (request.kind === "refund"
              ? lookAtRefund(deps, request)
              : lookAtAttempt(deps, request));
            if (isOver || request.askCount > PAUSES_MS.length) await forgetMissing(deps.db, request);
          } catch (error) {
            const message = "a request that was given up could not be polled; it is polled again later";
            deps.log.error({ err: error, reference: request.reference }, message);
          }
        }),
      );
      return due.length;
    },
  };
}

/** True when there is nothing more to poll. */
async function lookAtAttempt(deps: WatchDeps, request: LeftBehind): Promise<boolean> {
  const payment = await deps.store.findPayment(request);
  const attempt = payment === undefined ? undefined : findAttempt(payment, request.reference);
  if (payment === undefined || attempt === undefined) return true;
  const isWatched = request.isGivenUp && isOver(attempt);
  if (!isWatched) return attempt.outcome === "accepted" || isOver(attempt) || isFinal(payment.status);
  const provider = deps.providers.get(attempt.provider);
  if (provider === undefined) return false;
  const answer = await provider.fetchStatus(statusQueryOf(payment, attempt), AbortSignal.timeout(PROVIDER_TIMEOUT_MS));
  if (answer.outcome !== "found") return false;
  if (attempt.outcome === "failed") {
    if (answer.update.status !== "completed") return false;
    await deps.store.applyTransition(payment, { type: "provider_said", update: answer.update, source: "poll" });
    return true;
  }
  const sent = requestOf(deps, deps.kinds, payment, attempt, undefined);
  const processed = `${provider.name} processed ${sent.amount.toString()} after the request was given up`;
  const message = `${processed} as never received (attempt ${attempt.attempt_id})`;
  const found: Found = { request, payment, attempt, provider, sent, update: answer.update, message };
  if (request.foundAt === null && answer.update.status !== "failed") await report(deps, found);
  return callBack(deps, found);
}

/** `sent`: what the provider was asked for. `message`: for the item. */
type Found = {
  request: LeftBehind;
  payment: Payment;
  attempt: Attempt;
  provider: Provider;
  sent: DispatchRequest;
  update: PaymentUpdate;
  message: string;
};

async function report(deps: WatchDeps, { request, payment, attempt, sent, update, message }: Found) {
  const { orgId, paymentId } = payment;
  const { attempt_id, provider } = attempt;
  const { direction, amount } = sent;
  const at = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (!(await markFound(tx, request))) return;
    const detail = {
      attempt_id,
      direction,
      at_stake: { amount: amount.toDatabase(), currency: amount.currency },
      provider_payment_id: update.providerPaymentId ?? null,
      status: update.status,
    };
    await openReconciliationItems(tx, [{ orgId, paymentId, at, kind: ITEM_KIND, provider, message, detail }]);
    const changes = { ...detail, provider };
    const audit = { actor: ACTOR, action: "payment.found_after_given_up", changes };
    await appendAudit(tx, [auditOf(payment, audit, at)]);
  });
  deps.log.error({ payment_id: paymentId, attempt_id, provider }, message);
}

/** True when the provider no longer holds our money, or the money cannot be called back. */
async function callBack(deps: WatchDeps, found: Found): Promise<boolean> {
  const { provider, update, sent } = found;
  if (update.status === "failed") {
    await note(deps, found, { status: "failed" }, null);
    return true;
  }
  if (update.status !== "completed") return cancelAtProvider(deps, found);
  if (sent.direction === "inbound" && provider.refund !== undefined) return refundAtProvider(deps, found);
  await note(deps, found, { status: "completed", remedy: "none: this provider cannot return the money" }, null);
  return true;
}

async function cancelAtProvider(deps: WatchDeps, found: Found): Promise<boolean> {
  const { provider, attempt, update } = found;
  if (provider.submitAction === undefined || update.providerPaymentId === undefined) return false;
  const result = await provider.submitAction(
    { action: "cancel", reference: attempt.attempt_id, providerPaymentId: update.providerPaymentId },
    AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  );
  // Some providers then only stop waiting, and still accept money: it is over only when they report it as failed.
  if (result.outcome !== "done" || result.status !== "failed") return false;
  await note(deps, found, { status: "failed", remedy: "canceled at the provider" }, "payment.left_behind_canceled");
  return true;
}

/** The refund is requested once, under a reference that is stored first; after that it is only polled. */
async function refundAtProvider(deps: WatchDeps, found: Found): Promise<boolean> {
  const { request, provider } = found;
  if (request.remedyReference !== null) return followRefund(deps, found, request.remedyReference);
  const refundId = newId();
  const isOurs = await deps.db.transaction(async (tx) => {
    if (!(await chooseRemedy(tx, request, refundId))) return false;
    const { orgId, paymentId } = found.payment;
    await writeTogether(tx, referenceInserts([{ reference: refundId, orgId, paymentId }]));
    return true;
  });
  if (!isOurs) return false;
  const { attempt, update, sent } = found;
  const result = await provider.refund!(
    {
      reference: refundId,
      paymentReference: attempt.attempt_id,
      providerPaymentId: update.providerPaymentId ?? "",
      amount: sent.amount,
      ...receiptIn(update.data),
      reason: "the provider processed the request after it was given up",
      callbackUrl: sent.callbackUrl,
    },
    AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  );
  const entry = {
    status: "completed",
    remedy: REFUND_REMEDIES[result.outcome],
    refund_id: refundId,
    ...(result.outcome === "accepted" ? {} : { reason: result.reason }),
  };
  await note(deps, found, entry, "payment.left_behind_refund_requested");
  return result.outcome === "refused" || (result.outcome === "accepted" && result.status === "completed");
}

const REFUND_REMEDIES = {
  accepted: "refund requested",
  unknown: "refund requested, no answer",
  refused: "refund refused",
};

async function followRefund(deps: WatchDeps, found: Found, refundId: string): Promise<boolean> {
  const { provider, attempt, update } = found;
  const answer = await provider.fetchRefund?.(
    {
      reference: refundId,
      paymentReference: attempt.attempt_id,
      providerPaymentId: update.providerPaymentId ?? "",
      providerRefundId: null,
    },
    AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
  );
  if (answer?.outcome !== "found" || answer.status === "pending") return false;
  const remedy = answer.status === "completed" ? "refunded at the provider" : "the refund failed at the provider";
  await note(deps, found, { remedy, refund_id: refundId }, "payment.left_behind_refund_ended");
  return true;
}

/** Adds a note to the reconciliation item, where a reviewer reads it, and to the audit log if something was done. */
async function note(deps: WatchDeps, found: Found, entry: Record<string, string>, action: string | null) {
  const { payment, attempt, message } = found;
  const { orgId, paymentId } = payment;
  await deps.db.transaction(async (tx) => {
    await noteOnItem(tx, { orgId, paymentId, kind: ITEM_KIND, message }, entry);
    if (action === null) return;
    const audit = { actor: ACTOR, action, changes: { attempt_id: attempt.attempt_id, ...entry } };
    await appendAudit(tx, [auditOf(payment, audit, deps.clock.now())]);
  });
}

/** If the provider made a refund that ended as never arrived, that contradicts our record like any contradiction. */
async function lookAtRefund(deps: WatchDeps, request: LeftBehind): Promise<boolean> {
  const refund = await findRefund(deps.db, request.orgId, request.reference);
  if (refund === undefined || refund.status === "completed") return true;
  if (!request.isGivenUp || refund.status === "pending") return false;
  const provider = deps.providers.get(refund.provider);
  if (provider === undefined) return false;
  const answer = await fetchRefundStatus(deps, provider, refund);
  if (answer.outcome !== "found" || answer.status === "pending") return false;
  await deps.db.transaction((tx) => settleRefundsIn(tx, deps, [{ ...refund, report: { status: answer.status } }]));
  return true;
}
