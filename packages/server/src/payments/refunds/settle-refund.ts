import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import {
  type AbsenceJudge,
  itemInserts,
  type NewReconciliationItem,
  type PaymentStore,
  type TransitionInput,
} from "#src/payments/store/index.ts";
import { collectingAttempt, type ReconciliationItem } from "#src/payments/core/index.ts";
import { announcements } from "./refund-record.ts";
import { claimPendingRefunds, lockRefunds, type Refund, type RefundKey, refundUpdates } from "./refund-queries.ts";

/** A refund ends once: later updates change nothing. One that contradicts the end is for a person to review. */
export type SettleRefundDeps = { clock: Clock; store: PaymentStore };

/** A provider's update about a refund. `from`: who signed it, if it was a callback. */
type RefundReport = { status: Refund["status"]; providerRefundId?: string; reason?: string; from?: ProviderName };
export type ReportedRefund = RefundKey & { report: RefundReport };

/** Returns each refund in its new state; nothing for a refund that does not exist. */
export async function settleRefundsIn(tx: Tx, deps: SettleRefundDeps, reported: readonly ReportedRefund[]) {
  const { refunds, moves } = await recordRefundUpdatesIn(tx, deps, reported);
  if (moves.length > 0) await deps.store.applyTransitionsIn(tx, moves);
  return refunds;
}

/** Returns the moves of the payments for the caller to apply. Refunds are locked first, each group at once. */
export async function recordRefundUpdatesIn(tx: Tx, deps: SettleRefundDeps, reported: readonly ReportedRefund[]) {
  if (reported.length === 0) return { refunds: [], moves: [] };
  const at = deps.clock.now();
  const current = new Map((await lockRefunds(tx, reported)).map((refund) => [textOf(refund), refund]));
  const changed = new Map<string, Refund>();
  const ended: Refund[] = [];
  const items: NewReconciliationItem[] = [];
  const refunds = reported.map(({ report, ...key }): Refund | undefined => {
    const refund = current.get(textOf(key));
    if (refund === undefined) return undefined;
    const problem = problemOf(refund, report);
    if (problem !== null) items.push({ ...problem, orgId: refund.orgId, paymentId: refund.paymentId, at });
    if (problem !== null || refund.status !== "pending") return refund;
    const after = afterReport(refund, report, at);
    current.set(textOf(key), after);
    changed.set(textOf(key), after);
    if (after.status !== "pending") ended.push(after);
    return after;
  });
  await writeTogether(tx, [...refundUpdates([...changed.values()]), ...announcements(ended), ...itemInserts(items)]);
  return { refunds, moves: ended.map(settlementOf) };
}

function textOf({ orgId, refundId }: RefundKey): string {
  return `${orgId} ${refundId}`;
}

function afterReport(refund: Refund, report: RefundReport, at: Date): Refund {
  const { status, providerRefundId = refund.providerRefundId, reason = null } = report;
  return { ...refund, status, providerRefundId, failureReason: reason, updatedAt: at };
}

function settlementOf({ orgId, paymentId, refundId, amount, status }: Refund): TransitionInput {
  if (status === "pending") throw new Error(`refund ${refundId} has not ended`);
  return { orgId, paymentId, move: { type: "refund_settled", refundId, amount, status } };
}

function problemOf(refund: Refund, report: RefundReport): ReconciliationItem | null {
  const about = `a refund of ${refund.amount.toString()} (${refund.refundId})`;
  const detail = { refund_id: refund.refundId, said: report.status, reason: report.reason ?? null };
  const { provider } = refund;
  if (report.from !== undefined && report.from !== provider) {
    const message = `${report.from} reported ${report.status} for ${about} that ${provider} carries`;
    return { kind: "said_by_another", provider, message, detail };
  }
  if (refund.status === "pending" || report.status === "pending" || report.status === refund.status) return null;
  const message = `${provider} reported ${report.status} for ${about} that is ${refund.status}`;
  return { kind: "contradicts_refund", provider, message, detail };
}

/** How long a provider may take to answer a refund request. */
export const REFUND_TIMEOUT_MS = 15_000;
/** Longer than a live process can still be sending the request. */
const ASK_AGAIN_AFTER_MS = REFUND_TIMEOUT_MS + 5_000;
const CLAIM_ROWS = 50;
const STATUS_TIMEOUT_MS = 10_000;
/** A refund beyond these waits for a share of its age. */
const MAX_DECIDABLE = 1_000;

export type RefundJobDeps = SettleRefundDeps & {
  db: Db;
  log: Logger;
  providers: ReadonlyMap<ProviderName, Provider>;
  absence: AbsenceJudge;
};

/** A refund that the provider never received has failed, and its money is free again. */
export function createRefundJob(deps: RefundJobDeps): Job {
  /** When one more answer can decide about refunds that their provider did not know: sooner than their age says. */
  const decidableAt = new Map<string, Date>();
  return {
    name: "refund-checks",
    intervalMs: 2_000,
    async runOnce() {
      const now = deps.clock.now();
      const decidable = [...decidableAt].filter(([, at]) => at <= now).map(([refundId]) => refundId);
      // Each is tried once: it may have ended by a callback, or another worker may have taken it.
      for (const refundId of decidable) decidableAt.delete(refundId);
      const untouchedSince = new Date(now.getTime() - ASK_AGAIN_AFTER_MS);
      const due = await claimPendingRefunds(deps.db, { untouchedSince, now, limit: CLAIM_ROWS, decidable });
      await Promise.all(
        due.map(async (refund) => {
          const askAgainAt = await checkRefund(deps, refund);
          if (askAgainAt === undefined || decidableAt.size >= MAX_DECIDABLE) return;
          const againMs = Math.max(askAgainAt.getTime(), now.getTime() + ASK_AGAIN_AFTER_MS);
          decidableAt.set(refund.refundId, new Date(againMs));
        }),
      );
      return 0;
    },
  };
}

/** Returns when one more answer of the provider can decide, if this one did not. */
async function checkRefund(deps: RefundJobDeps, refund: Refund): Promise<Date | undefined> {
  const provider = deps.providers.get(refund.provider);
  if (provider === undefined) return;
  try {
    const askedAtMs = deps.clock.monotonicMs();
    const answer = await fetchRefundStatus(deps, provider, refund);
    if (answer.outcome === "unknown" || (answer.outcome === "found" && answer.status === "pending")) return;
    if (answer.outcome === "not_found") {
      // A refund that the provider once accepted may still be paid, whatever it reports now.
      if (refund.providerRefundId !== null) return;
      const { orgId, paymentId, refundId: reference, createdAt: sentAt } = refund;
      const request = { orgId, paymentId, reference, kind: "refund", sentAt } as const;
      const isAbsent = await deps.absence.recordNotFound(request, provider, askedAtMs);
      if (!isAbsent) return deps.absence.askAgainAt(reference);
    }
    const report =
      answer.outcome === "found"
        ? { status: answer.status }
        : { status: "failed" as const, reason: "the request never reached the provider" };
    await deps.db.transaction((tx) => settleRefundsIn(tx, deps, [{ ...refund, report }]));
  } catch (error) {
    const failed = "a refund could not be checked; it is checked again later";
    deps.log.warn({ err: error, refund_id: refund.refundId }, failed);
  }
}

export async function fetchRefundStatus(deps: Pick<SettleRefundDeps, "store">, provider: Provider, refund: Refund) {
  if (provider.fetchRefund === undefined)
    return { outcome: "unknown", reason: `${provider.name} does not support status lookups of refunds` } as const;
  const payment = await deps.store.findPayment(refund);
  const attempt = payment === undefined ? undefined : collectingAttempt(payment);
  if (attempt === undefined) throw new Error("the payment of this refund has no attempt that collected money");
  return provider.fetchRefund(
    {
      reference: refund.refundId,
      paymentReference: attempt.attempt_id,
      providerPaymentId: attempt.provider_payment_id ?? "",
      providerRefundId: refund.providerRefundId,
    },
    AbortSignal.timeout(STATUS_TIMEOUT_MS),
  );
}
