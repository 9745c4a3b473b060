import { postTransactions } from "#src/record/ledger/index.ts";
import { isFinal, type Payment, pendingSettlementOf, phaseOf } from "#src/payments/core/index.ts";
import type { PaymentListener } from "#src/payments/store/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { settleShare } from "./end-project.ts";
import {
  type Disbursement,
  FUNDING_ORIGIN,
  ledgerAccountOf,
  newDisbursement,
  PAYOUT_ORIGIN,
  type ProjectKey,
} from "./escrow.ts";
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
import { lockEscrow, lockProjects } from "./queries.ts";
import { tellEnd, type TellDeps } from "./tell-disbursements.ts";

/**
 * Runs inside the transactions that change payments. One that completes or reverses has posted to the ledger before, so
 * the ledger's lock is held when a project's row is locked here.
 */
export const escrowListener = (deps: TellDeps): PaymentListener => ({
  async follow(tx, changes, now) {
    const ended = changes.filter(({ before, after }) => before !== null && isFinal(after.status));
    await lockProjectsOf(
      tx,
      ended.map(({ after }) => after),
    );
    for (const { before, after } of changes) {
      const origin = after.details.origin?.type;
      if (origin === PAYOUT_ORIGIN)
        await (before === null ? followCreation(tx, after) : followPayout(tx, deps, after, now));
      else if (origin === FUNDING_ORIGIN && before !== null) await followFunding(tx, after, now);
    }
  },
});

/** Carries the SQLSTATE class of a raised exception: a fault of this payment and not of its batch. */
class NotAwaited extends Error {
  readonly code = "P0001";
  constructor(paymentId: string) {
    super(`no escrow disbursement waits for the payout ${paymentId}`);
    this.name = "NotAwaited";
  }
}

function projectOf({ orgId, details }: Payment): ProjectKey {
  return { orgId, escrowId: details.origin!.id };
}

/** Refuses a payment that was given up: otherwise a slow payout could be paid, and once more by its retry. */
async function followCreation(tx: Tx, payment: Payment): Promise<void> {
  if (!(await markStarted(tx, projectOf(payment), payment.paymentId))) throw new NotAwaited(payment.paymentId);
}

async function followFunding(tx: Tx, payment: Payment, at: Date): Promise<void> {
  if (phaseOf(payment.status) === "unsuccessful")
    return settleFunding(tx, projectOf(payment), payment.paymentId, "failed", at);
  // Money that its provider has not settled yet must not be paid out of a milestone: the funding stays pending with it.
  if (payment.status === "completed" && pendingSettlementOf(payment) === null) await creditFunding(tx, payment, at);
}

/** All projects of a batch are locked before the parts of any of them, which come later in the order of locks. */
async function lockProjectsOf(tx: Tx, payments: readonly Payment[]): Promise<void> {
  const ours = payments.filter(
    ({ details: { origin } }) => origin?.type === PAYOUT_ORIGIN || origin?.type === FUNDING_ORIGIN,
  );
  if (ours.length > 1) await lockProjects(tx, ours.map(projectOf));
}

/** Puts the money of payins into their projects, once it is in the settlement account. Ignores other payins. */
export async function creditFundings(tx: Tx, payments: readonly Payment[], at: Date): Promise<void> {
  const fundings = payments.filter(({ details }) => details.origin?.type === FUNDING_ORIGIN);
  await lockProjectsOf(tx, fundings);
  for (const payment of fundings) await creditFunding(tx, payment, at);
}

async function creditFunding(tx: Tx, payment: Payment, at: Date): Promise<void> {
  const key = projectOf(payment);
  const escrow = await lockEscrow(tx, key);
  const funding = await findFunding(tx, key, payment.paymentId);
  if (escrow === undefined || funding === undefined || funding.status === "completed" || funding.status === "returned")
    return;
  // The payment was given up too early because nobody could find it, but its money has arrived.
  if (funding.status === "failed") await reopenFunding(tx, funding, at);
  if (escrow.project.status !== "active") {
    await settleFunding(tx, key, funding.fundingId, "returned", at);
    // The project accepts no money any more: it stays in the settlement account and goes back to the payer.
    const refund = { kind: "refund", method: "payin_refund", fundingId: payment.paymentId } as const;
    const by = { requestedBy: funding.createdBy, keyMadeBy: null };
    return insertDisbursements(tx, [newDisbursement(key, { ...refund, amount: payment.amount, ...by }, at)]);
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

async function followPayout(tx: Tx, deps: TellDeps, payment: Payment, at: Date): Promise<void> {
  if (!isFinal(payment.status)) return;
  const key = projectOf(payment);
  const escrow = await lockEscrow(tx, key);
  const disbursement = await findDisbursementOfPayment(tx, key, payment.paymentId);
  if (escrow === undefined || disbursement === undefined) return;
  const delivered = phaseOf(payment.status) === "succeeded";
  const failureReason = delivered ? null : (payment.progress.failure_reason ?? `The payout was ${payment.status}`);
  const outcome = { status: delivered ? "completed" : "failed", failureReason, dueAt: null } as const;
  if (!(await settleDisbursement(tx, disbursement, outcome, at))) return;
  const ended: Disbursement = { ...disbursement, ...outcome, updatedAt: at };
  await tellEnd(tx, deps, ended, at);
  // The job starts refunds that the end of the project makes due.
  const { requestedBy: userId, keyMadeBy } = ended;
  if (delivered && ended.milestoneId !== null) await settleShare(tx, escrow, ended, { userId, keyMadeBy }, at);
}
