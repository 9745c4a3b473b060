import { postTransactions } from "#src/record/ledger/index.ts";
import { isFinal, type Payment, pendingSettlementOf, phaseOf } from "#src/payments/core/index.ts";
import type { PaymentListener } from "#src/payments/store/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { requireMilestone } from "./change-escrow.ts";
import { type Disbursement, ledgerAccountOf, withPaid } from "./escrow.ts";
import { addFunds } from "./fund-project.ts";
import {
  findDisbursementOfPayment,
  findFunding,
  insertDisbursements,
  markStarted,
  reopenFunding,
  settleDisbursement,
  settleFunding,
} from "./money-queries.ts";
import { FUNDING_ORIGIN, PAYOUT_ORIGIN } from "./origins.ts";
import { lockEscrow, lockProjects, writeMilestones } from "./queries.ts";

/**
 * Updates fundings and disbursements together with their payments, inside the transactions that change the payments. A
 * payment that completes or reverses has posted to the ledger before, so the ledger's lock is held when a project's row
 * is locked here.
 */
export const followEscrowPayments: PaymentListener = {
  async follow(tx, changes, now) {
    await lockProjectsOf(
      tx,
      changes.flatMap(({ before, after }) => (before !== null && isFinal(after.status) ? [after] : [])),
    );
    for (const { before, after } of changes) {
      const origin = after.details.origin?.type;
      if (origin === PAYOUT_ORIGIN) await (before === null ? followCreation(tx, after) : followPayout(tx, after, now));
      else if (origin === FUNDING_ORIGIN && before !== null) await followFunding(tx, after, now);
    }
  },
};

/**
 * Carries the SQLSTATE class of a raised exception, so that it counts as a fault of this payment and not of its batch.
 */
class NotAwaited extends Error {
  readonly code = "P0001";
  constructor(paymentId: string) {
    super(`no escrow disbursement waits for the payout ${paymentId}`);
    this.name = "NotAwaited";
  }
}

/**
 * Refuses a payment that its disbursement no longer waits for. Otherwise a slow payout could be paid after it was given
 * up, and once more by its retry.
 */
async function followCreation(tx: Tx, payment: Payment): Promise<void> {
  const key = { orgId: payment.orgId, escrowId: payment.details.origin!.id };
  if (!(await markStarted(tx, key, payment.paymentId))) throw new NotAwaited(payment.paymentId);
}

async function followFunding(tx: Tx, payment: Payment, at: Date): Promise<void> {
  const key = { orgId: payment.orgId, escrowId: payment.details.origin!.id };
  if (phaseOf(payment.status) === "unsuccessful") {
    await settleFunding(tx, key, payment.paymentId, "failed", at);
    return;
  }
  // Money that its provider has not settled yet must not be paid out of a milestone: the funding stays pending with it.
  if (payment.status === "completed" && pendingSettlementOf(payment) === null) await creditFunding(tx, payment, at);
}

/** All projects of a batch are locked before the parts of any of them, which come later in the order of locks. */
async function lockProjectsOf(tx: Tx, payments: readonly Payment[]): Promise<void> {
  const ours = payments.filter(
    ({ details: { origin } }) => origin?.type === PAYOUT_ORIGIN || origin?.type === FUNDING_ORIGIN,
  );
  if (ours.length > 1)
    await lockProjects(
      tx,
      ours.map(({ orgId, details }) => ({ orgId, escrowId: details.origin!.id })),
    );
}

/**
 * Puts the money of payins into their projects, once it is in the settlement account. Ignores payins of other origins.
 */
export async function creditFundings(tx: Tx, payments: readonly Payment[], at: Date): Promise<void> {
  const fundings = payments.filter(({ details }) => details.origin?.type === FUNDING_ORIGIN);
  await lockProjectsOf(tx, fundings);
  for (const payment of fundings) await creditFunding(tx, payment, at);
}

async function creditFunding(tx: Tx, payment: Payment, at: Date): Promise<void> {
  const key = { orgId: payment.orgId, escrowId: payment.details.origin!.id };
  const escrow = await lockEscrow(tx, key);
  const funding = await findFunding(tx, key, payment.paymentId);
  if (escrow === undefined || funding === undefined || funding.status === "completed" || funding.status === "returned")
    return;
  // The payment was given up too early because nobody could find it, but its money has arrived.
  if (funding.status === "failed") await reopenFunding(tx, key, funding.fundingId, at);
  if (escrow.project.status !== "active") {
    await settleFunding(tx, key, funding.fundingId, "returned", at);
    await insertDisbursements(tx, [{ key, one: returnOf(payment, funding.createdBy, at) }]);
    return;
  }
  await settleFunding(tx, key, funding.fundingId, "completed", at);
  const [outcome] = await postTransactions(tx, [
    {
      orgId: key.orgId,
      cause: `${funding.fundingId}:escrow-funding`,
      description: `Funding of escrow ${escrow.project.title}`,
      at,
      postings: [
        { account: { purpose: "settlement" }, amount: funding.amount.negate() },
        { account: ledgerAccountOf(key.escrowId), amount: funding.amount },
      ],
      // The payer's whole money is here, even if the payin's fee has taken the organization's balance below its floor.
      hasHappened: true,
    },
  ]);
  if (outcome !== "posted")
    throw new Error(`escrow ${key.escrowId}: the ledger refused the funding ${funding.fundingId}: ${outcome}`);
  const pending = funding.status === "pending" ? escrow.fundingPending.minus(funding.amount) : escrow.fundingPending;
  await addFunds(tx, { ...escrow, fundingPending: pending }, funding.amount, at);
}

/**
 * The money arrived when the project no longer accepted any: it stays in the settlement account and goes back to the
 * payer.
 */
function returnOf(payment: Payment, requestedBy: string, at: Date): Disbursement {
  return {
    disbursementId: newId(),
    kind: "refund",
    method: "payin_refund",
    milestoneId: null,
    partyId: null,
    fundingId: payment.paymentId,
    accountId: null,
    beneficiaryId: null,
    paymentId: newId(),
    amount: payment.amount,
    status: "pending",
    failureReason: null,
    dueAt: at,
    requestedBy,
    keyMadeBy: null,
    createdAt: at,
    updatedAt: at,
  };
}

async function followPayout(tx: Tx, payment: Payment, at: Date): Promise<void> {
  const key = { orgId: payment.orgId, escrowId: payment.details.origin!.id };
  if (!isFinal(payment.status)) return;
  const escrow = await lockEscrow(tx, key);
  const disbursement = await findDisbursementOfPayment(tx, key, payment.paymentId);
  if (escrow === undefined || disbursement === undefined) return;
  const delivered = phaseOf(payment.status) === "succeeded";
  const failureReason = delivered ? null : (payment.progress.failure_reason ?? `The payout was ${payment.status}`);
  const settled = await settleDisbursement(
    tx,
    key,
    disbursement.disbursementId,
    payment.paymentId,
    { status: delivered ? "completed" : "failed", failureReason, dueAt: null },
    at,
  );
  if (!settled || !delivered || disbursement.milestoneId === null) return;
  await writeMilestones(tx, key, [withPaid(requireMilestone(escrow, disbursement.milestoneId), disbursement, at)]);
}
