import { shortageIn } from "#src/record/ledger/index.ts";
import type { ApprovalDeps } from "#src/parties/approvals/index.ts";
import { combine, isRowFault } from "#src/kernel/combine.ts";
import { BATCH_LOCK_TIMEOUT_MS, type Db, type Tx } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { ClaimOver } from "#src/kernel/http/claim-over.ts";
import { ApiError, conflict, insufficientFunds } from "#src/kernel/http/errors.ts";
import type { Provider } from "@corridor/provider-kit/provider.ts";
import type { Attempt, Payment } from "#src/payments/core/index.ts";
import {
  type Audited,
  BATCHES,
  holdReturn,
  LedgerRefused,
  referenceInserts,
  type Return,
  type TransitionInput,
} from "#src/payments/store/index.ts";
import { type NewRefund, type Refund, refundInserts } from "./refund-queries.ts";
import { announcements } from "./refund-record.ts";
import { type ReportedRefund, type SettleRefundDeps, settleRefundsIn } from "./settle-refund.ts";

/**
 * The two commits of a refund, around the call of the provider. Concurrent refunds share them: each holds the lock of
 * its organization's ledger until the commit, so separate transactions would wait for each other.
 */
export type RefundWrites = {
  /** Reserves the amount on the payment, or throws the reason why it cannot. */
  reserve(order: RefundOrder): Promise<Refund>;
  settle(reported: ReportedRefund): Promise<Refund | undefined>;
};

export type RefundingProvider = Provider & Required<Pick<Provider, "refund">>;

/** `attempt`: the one that collected the money. */
export type RefundOrder = Pick<NewRefund, "refundId" | "amount" | "reason" | "commitBy"> & {
  payment: Payment;
  attempt: Attempt;
  provider: RefundingProvider;
  requestedBy: string;
  audit: Audited;
  /** If an organization controls what leaves it, and a person asks for the refund. */
  screening?: Pick<Return, "controls" | "who">;
};

type WriteDeps = SettleRefundDeps & { approvals: ApprovalDeps };

export function createRefundWrites(deps: WriteDeps & { db: Db }): RefundWrites {
  const reserve = combine<RefundOrder, Refund | ApiError>({
    ...BATCHES,
    name: "write refund",
    // A refund that a limit refuses has been reserved by then: its batch is rolled back and halved until it is alone.
    isRowFault: (error) => error instanceof ApiError || isRowFault(error),
    orgOf: ({ payment }) => payment.orgId,
    run: (orders) => deps.db.transaction((tx) => reserveIn(tx, deps, orders), BATCH_LOCK_TIMEOUT_MS),
  });
  const settle = combine<ReportedRefund, Refund | undefined>({
    ...BATCHES,
    name: "write refund answer",
    orgOf: ({ orgId }) => orgId,
    run: (reported) => deps.db.transaction((tx) => settleRefundsIn(tx, deps, reported), BATCH_LOCK_TIMEOUT_MS),
  });
  return {
    async reserve(order) {
      const outcome = await reserve(order).catch((error: unknown) => {
        // The ledger refuses a batch as a whole. `combine` has repeated it in halves until this refund was alone.
        throw error instanceof LedgerRefused && error.outcome === "insufficient_funds"
          ? insufficientFunds("this refund", shortageIn(error.transaction))
          : error;
      });
      if (outcome instanceof ApiError) throw outcome;
      return outcome;
    },
    settle,
  };
}

/** A refund that the payment does not allow does not affect the others of the batch. */
async function reserveIn(tx: Tx, deps: WriteDeps, orders: readonly RefundOrder[]) {
  const now = deps.clock.now();
  const moves = orders.map(({ payment: { orgId, paymentId }, refundId, amount, audit }): TransitionInput => {
    return { orgId, paymentId, move: { type: "refund_reserved", refundId, amount }, audit };
  });
  const outcomes = await deps.store.applyTransitionsIn(tx, moves);
  const answers: (NewRefund | ApiError)[] = [];
  for (const [index, order] of orders.entries()) {
    const { outcome, reason } = outcomes[index]!;
    answers.push(
      outcome === "applied"
        ? { ...refundOf(order, now), commitBy: order.commitBy, waitsFor: await heldBy(tx, deps, order) }
        : conflict(reason ?? "The payment cannot be refunded"),
    );
  }
  const refunds = answers.filter((answer): answer is NewRefund => !(answer instanceof ApiError));
  const references = refunds.map(({ refundId: reference, orgId, paymentId }) => ({ reference, orgId, paymentId }));
  const writes = [...refundInserts(refunds), ...announcements(refunds), ...referenceInserts(references)];
  const written = await writeTogether(tx, writes);
  if (written.length < refunds.length) throw new ClaimOver();
  return answers;
}

async function heldBy(tx: Tx, deps: WriteDeps, { payment, refundId: id, amount, screening }: RefundOrder) {
  if (screening === undefined) return null;
  return holdReturn(tx, deps.approvals, { kind: "refund", id, payment, amount, ...screening });
}

function refundOf({ payment, provider, refundId, amount, reason, requestedBy }: RefundOrder, now: Date): Refund {
  return {
    orgId: payment.orgId,
    paymentId: payment.paymentId,
    refundId,
    amount,
    reason,
    status: "pending",
    provider: provider.name,
    providerRefundId: null,
    failureReason: null,
    requestedBy,
    waitsFor: null,
    createdAt: now,
    updatedAt: now,
  };
}
