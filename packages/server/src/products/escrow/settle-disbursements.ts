import type { AuditActor } from "#src/record/audit/index.ts";
import { AllProvidersFailed, type InitiateDeps, payoutIntentOf, startPayment } from "#src/payments/initiate/index.ts";
import type { Initiator } from "#src/payments/requests/index.ts";
import { type RefundDeps, refundPayment } from "#src/payments/refunds/index.ts";
import { ApiError, conflict, notFound } from "#src/kernel/http/errors.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import { type EscrowDeps, existingEscrow, requireParty } from "./change-escrow.ts";
import { type Disbursement, FUNDING_ORIGIN, ledgerAccountOf, PAYOUT_ORIGIN, type ProjectKey } from "./escrow.ts";
import type { SeparationDeps } from "./guard-milestone.ts";
import {
  claimDueDisbursements,
  failAbandonedFundings,
  findDisbursements,
  settleDisbursement,
  type Settlement,
} from "./money-queries.ts";
import { tellEnd, type TellDeps } from "./tell-disbursements.ts";

/**
 * Starts the payouts and refunds that releases and cancellations recorded.
 *
 *   pending, due --started--> pending, followed by its payment --completed--> completed
 *                --could not be started now--> pending, due later
 *                --can never be started (no beneficiary, no route)--> failed
 *   pending, followed by its payment --failed--> failed
 *
 * Each has the id of its payment (or refund) from the beginning, so a restart finds what was started. A payout is
 * created only while its disbursement waits for it (escrow-listener.ts): one that was given up is never paid unnoticed.
 */
export type Disburser = {
  /** Starts these disbursements at once and never throws: errors are stored with each one, and the job retries. */
  startNow(key: ProjectKey, ids: readonly string[]): Promise<void>;
  readonly job: Job;
};

export type DisburserDeps = EscrowDeps &
  SeparationDeps &
  TellDeps & { log: Logger; payments: InitiateDeps & RefundDeps };

const SYSTEM: AuditActor = { type: "system", id: "escrow" };
const JOB_ROWS = 20;
const JOB_INTERVAL_MS = 10_000;
const LEASE_MS = 2 * 60_000;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60_000;
const REFUND_POLL_MS = 60_000;
/** Longer than a request can run: a funding without a payment after that has lost its process. */
const ABANDONED_MS = 60 * 60_000;
const STARTED: Settlement = { status: "pending", failureReason: null, dueAt: null };
const CONFLICT = 409;
const SERVER_ERROR = 500;

export function createDisburser(deps: DisburserDeps): Disburser {
  const { db, clock, log, payments } = deps;

  async function payOut(one: Disbursement, who: Initiator): Promise<void> {
    const escrow = await existingEscrow(db, one);
    const party = one.partyId === null ? null : requireParty(escrow, one.partyId);
    const beneficiaryId = one.beneficiaryId ?? party?.beneficiaryId ?? null;
    const beneficiary = beneficiaryId === null ? undefined : await payments.findBeneficiary(one.orgId, beneficiaryId);
    if (beneficiary === undefined)
      throw conflict("The party has no beneficiary to pay; add one and retry, or redirect the payout");
    // Nobody else has approved an account that was entered after the release, or after the request of a retry.
    if (beneficiary.accountSince > one.updatedAt && (await deps.separatesEscrow(one.orgId)))
      throw conflict(
        "The beneficiary's account was changed meanwhile; retry the payout, and let another person approve it",
      );
    const { title, escrowId } = escrow.project;
    const { country } = await payments.profileOf(one.orgId);
    const intent = payoutIntentOf({
      beneficiary,
      price: { amount: one.amount, targetAmount: one.amount, orgRateId: null },
      source: { account_name: title, account_number: escrowId, bank_name: "Escrow", country },
      // A refund's money moved from the project to the settlement account when it was decided.
      funding: one.kind === "release" ? ledgerAccountOf(escrowId) : { purpose: "settlement" },
      // A project holds exactly what its milestones need: a fee taken from it would be missing at the last one.
      feeFunding: { purpose: "settlement" },
      origin: { type: PAYOUT_ORIGIN, id: escrowId },
      reference: one.disbursementId,
      description: party === null ? `Refund of escrow ${title}` : `Escrow ${title}: ${party.name}`,
    });
    await startPayment(payments, who, intent, one.paymentId!);
    await settle(one, STARTED);
  }

  async function refundPayer(one: Disbursement, who: Initiator): Promise<void> {
    const ask = async () => {
      const funding = await payments.store.findPayment({ orgId: one.orgId, paymentId: one.fundingId! });
      if (funding === undefined) throw notFound("Payment");
      const input = { amount: one.amount, reason: "Escrow refund", by: FUNDING_ORIGIN };
      return refundPayment(payments, who, funding, input, { id: one.paymentId!, repeats: true });
    };
    // Request and job may start this refund at once. The slower one gets a conflict, asks again, and finds the refund.
    const refund = await ask().catch((error: unknown) => {
      if (error instanceof ApiError && error.statusCode === CONFLICT) return ask();
      throw error;
    });
    if (refund.status === "pending")
      await settle(one, { status: "pending", failureReason: null, dueAt: after(REFUND_POLL_MS) });
    else await settle(one, { status: refund.status, failureReason: refund.failureReason, dueAt: null });
  }

  async function start(one: Disbursement): Promise<void> {
    const { orgId, requestedBy: userId, keyMadeBy } = one;
    const who: Initiator = { orgId, userId, actor: SYSTEM, keyMadeBy: keyMadeBy ?? undefined };
    try {
      await (one.method === "payout" ? payOut(one, who) : refundPayer(one, who));
    } catch (error) {
      // The payment has failed, and its own transaction has updated the disbursement.
      if (error instanceof AllProvidersFailed) return;
      // A payment started before a crash continues. A disbursement taken for failed could be retried and paid twice.
      const started =
        one.method === "payout" &&
        (await payments.store.findPayment({ orgId: one.orgId, paymentId: one.paymentId! })) !== undefined;
      if (started) return settle(one, STARTED);
      const decided = error instanceof ApiError && (error.statusCode < SERVER_ERROR || error.code === "REFUND_REFUSED");
      const about = { err: error, disbursement_id: one.disbursementId };
      log[decided ? "warn" : "error"](about, "an escrow disbursement could not be started");
      if (decided) return settle(one, { status: "failed", failureReason: error.message, dueAt: null }, true);
      const retryMs = Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, one.tries - 1), MAX_RETRY_MS);
      const failureReason = String((error as Error).message);
      await settle(one, { status: "pending", failureReason, dueAt: after(retryMs) });
    }
  }

  const after = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const settle = (one: Disbursement, outcome: Settlement, isGivenUp?: true): Promise<void> =>
    db.transaction(async (tx) => {
      const at = clock.now();
      const isSettled = await settleDisbursement(tx, one, outcome, at, isGivenUp);
      if (isSettled) await tellEnd(tx, deps, { ...one, ...outcome, updatedAt: at }, at);
    });

  async function startNow(key: ProjectKey, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    try {
      const found = await findDisbursements(db, key, ids);
      await Promise.all(found.filter(({ status, dueAt }) => status === "pending" && dueAt !== null).map(start));
    } catch (error) {
      const about = { err: error, escrow_id: key.escrowId };
      log.error(about, "escrow disbursements could not be started; the job will start them");
    }
  }

  return {
    startNow,
    job: {
      name: "escrow-disbursements",
      intervalMs: JOB_INTERVAL_MS,
      async runOnce() {
        const now = clock.now();
        await failAbandonedFundings(db, new Date(now.getTime() - ABANDONED_MS), now);
        const due = await db.transaction((tx) => claimDueDisbursements(tx, now, after(LEASE_MS), JOB_ROWS));
        await Promise.all(due.map(start));
        return due.length;
      },
    },
  };
}
