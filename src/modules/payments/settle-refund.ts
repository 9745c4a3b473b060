import type { Clock } from "#src/platform/clock.ts";
import type { Db, Tx } from "#src/platform/db/client.ts";
import type { Job } from "#src/platform/jobs/loop.ts";
import type { Logger } from "#src/platform/log.ts";
import type { Provider, ProviderName, RefundUpdate } from "#src/providers/provider.ts";
import type { PaymentStore } from "./apply-transition.ts";
import type { PaymentKey } from "./queries.ts";
import { claimPendingRefunds, lockRefund, type Refund, updateRefund } from "./refund-queries.ts";

/** Brings refunds to their end, from the provider's answer, a callback or a poll alike. A refund ends once; what comes later changes nothing. */
export type SettleRefundDeps = { clock: Clock; store: PaymentStore };

export async function settleRefundIn(tx: Tx, deps: SettleRefundDeps, key: { orgId: string; refundId: string }, word: { status: Refund["status"]; providerRefundId?: string; reason?: string }): Promise<Refund | undefined> {
  const refund = await lockRefund(tx, key.orgId, key.refundId);
  if (refund === undefined || refund.status !== "pending") return refund;
  const after: Refund = { ...refund, status: word.status, providerRefundId: word.providerRefundId ?? refund.providerRefundId, failureReason: word.reason ?? null, updatedAt: deps.clock.now() };
  await updateRefund(tx, after);
  if (word.status !== "pending") {
    await deps.store.applyTransitionsIn(tx, [{ orgId: refund.orgId, paymentId: refund.paymentId, move: { type: "refund_settled", refundId: refund.refundId, amount: refund.amount, status: word.status } }]);
  }
  return after;
}

export async function applyRefundUpdatesIn(tx: Tx, deps: SettleRefundDeps, updates: readonly (RefundUpdate & { owner: PaymentKey })[]): Promise<void> {
  for (const update of updates) await settleRefundIn(tx, deps, { orgId: update.owner.orgId, refundId: update.reference }, update);
}

/** How long a provider may take to answer a refund request. */
export const REFUND_TIMEOUT_MS = 15_000;
/** Longer than a request can still be on its way: one that the provider does not know by then will never reach it, and may be made anew. */
const ASK_AGAIN_AFTER_MS = REFUND_TIMEOUT_MS + 5_000;
const CLAIM_ROWS = 50;
const STATUS_TIMEOUT_MS = 10_000;

/** Asks providers about refunds whose word does not come; a refund the provider never got is failed, and its money is free again. */
export function createRefundJob(deps: SettleRefundDeps & { db: Db; log: Logger; providers: ReadonlyMap<ProviderName, Provider> }): Job {
  return {
    name: "refund-checks",
    intervalMs: 2_000,
    async runOnce() {
      const now = deps.clock.now();
      const due = await claimPendingRefunds(deps.db, new Date(now.getTime() - ASK_AGAIN_AFTER_MS), now, CLAIM_ROWS);
      for (const refund of due) {
        const provider = deps.providers.get(refund.provider);
        if (provider?.fetchRefund === undefined) continue;
        try {
          const answer = await provider.fetchRefund({ reference: refund.refundId }, AbortSignal.timeout(STATUS_TIMEOUT_MS));
          if (answer.outcome === "unknown" || (answer.outcome === "found" && answer.status === "pending")) continue;
          const word = answer.outcome === "found" ? { status: answer.status } : { status: "failed" as const, reason: "the request never reached the provider" };
          await deps.db.transaction((tx) => settleRefundIn(tx, deps, refund, word));
        } catch (error) {
          deps.log.warn({ err: error, refund_id: refund.refundId }, "a refund could not be checked; it is asked about again");
        }
      }
      return 0;
    },
  };
}
