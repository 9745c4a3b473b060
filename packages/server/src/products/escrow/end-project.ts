import { type LedgerTransaction, postTransactions } from "#src/record/ledger/index.ts";
import {
  findVirtualAccounts,
  ledgerAccountOf as virtualLedgerAccountOf,
  recordMovements,
} from "#src/products/virtual-accounts/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { conflict } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { creditOf } from "./account-credit.ts";
import {
  auditEscrow,
  BooksDisagree,
  changeEscrow,
  type EscrowDeps,
  type Requester,
  requireMilestone,
  requireStatus,
  tellMilestones,
  withMilestone,
} from "./change-escrow.ts";
import {
  type Disbursement,
  type Escrow,
  type Funding,
  isOpen,
  ledgerAccountOf,
  type Milestone,
  newlyFunded,
  unspent,
} from "./escrow.ts";
import { addRefunded, insertDisbursements, refundableFundings } from "./money-queries.ts";
import { type ProjectKey, updateProject, writeMilestones } from "./queries.ts";
import type { Disburser } from "./settle-disbursements.ts";

/**
 * How projects and milestones end without being paid, and what happens to the money: money that no released milestone
 * has taken goes back to its funders, the latest funding first. To a virtual account in the ledger; to a payer by a
 * refund of the payin.
 */
export async function cancelProject(
  deps: EscrowDeps & { disburser: Disburser },
  who: Requester,
  key: ProjectKey,
  reason: string | null,
): Promise<Escrow> {
  const { escrow, refunds } = await changeEscrow(deps, key, { movesMoneyFor: who }, async (tx, before, at) => {
    requireStatus(before, ["draft", "active"], "canceled");
    const open = before.milestones
      .filter(isOpen)
      .map((milestone): Milestone => ({ ...milestone, status: "canceled", updatedAt: at }));
    await writeMilestones(tx, before.project, open);
    await auditEscrow(tx, who, "canceled", before.project.escrowId, { reason }, at);
    return endProject(tx, open.reduce(withMilestone, before), "canceled", who, at);
  });
  await deps.disburser.startNow(key, pendingOf(refunds));
  return escrow;
}

/**
 * The canceled milestone's money covers the later milestones. Canceling the last open milestone completes the project.
 */
export async function cancelMilestone(
  deps: EscrowDeps & { disburser: Disburser },
  who: Requester,
  key: ProjectKey,
  milestoneId: string,
  reason: string | null,
): Promise<{ escrow: Escrow; milestone: Milestone }> {
  const { escrow, refunds } = await changeEscrow(deps, key, { movesMoneyFor: who }, async (tx, before, at) => {
    const milestone = requireMilestone(before, milestoneId);
    requireStatus(before, ["draft", "active"], "relieved of a milestone");
    if (!isOpen(milestone)) throw conflict(`The milestone is already ${milestone.status}`);
    const canceled: Milestone = { ...milestone, status: "canceled", updatedAt: at };
    const after = withMilestone(before, canceled);
    await writeMilestones(tx, before.project, [canceled]);
    await auditEscrow(
      tx,
      who,
      "milestone_canceled",
      before.project.escrowId,
      { milestone_id: canceled.milestoneId, reason },
      at,
    );
    const told = await tellMilestones(tx, after, "escrow.milestone.funded", newlyFunded(before, after), at);
    return completeWhenDone(tx, told, who, at);
  });
  await deps.disburser.startNow(key, pendingOf(refunds));
  return { escrow, milestone: requireMilestone(escrow, milestoneId) };
}

export type Ended = { escrow: Escrow; refunds: Disbursement[] };

/** Completes an active project that has no open milestone left; when all were canceled, the project is canceled too. */
export async function completeWhenDone(tx: Tx, escrow: Escrow, who: Requester, at: Date): Promise<Ended> {
  if (escrow.project.status !== "active" || escrow.milestones.some(isOpen)) return { escrow, refunds: [] };
  const anyPaid = escrow.milestones.some(({ status }) => status === "disbursed");
  return endProject(tx, escrow, anyPaid ? "completed" : "canceled", who, at);
}

async function endProject(
  tx: Tx,
  escrow: Escrow,
  status: "completed" | "canceled",
  who: Requester,
  at: Date,
): Promise<Ended> {
  const project = { ...escrow.project, status, updatedAt: at };
  await updateProject(tx, project);
  const left = unspent(escrow);
  const refunds = left.isPositive() ? await refundFunders(tx, escrow, left, who, at) : [];
  return {
    escrow: { ...escrow, project, funded: escrow.funded.minus(left.isPositive() ? left : Money.zero(left.currency)) },
    refunds,
  };
}

type Refund = { readonly funding: Funding; readonly disbursement: Disbursement };

/**
 * Returns project money to its funders, the latest funding first; returns the refunds, some of which are still to be
 * started.
 */
export async function refundFunders(
  tx: Tx,
  escrow: Escrow,
  total: Money,
  who: Requester,
  at: Date,
): Promise<Disbursement[]> {
  const { project } = escrow;
  const fundings = await refundableFundings(tx, project);
  const accounts = await findVirtualAccounts(
    tx,
    project.orgId,
    fundings.flatMap(({ accountId }) => (accountId === null ? [] : [accountId])),
  );
  const refunds: Refund[] = [];
  let left = total;
  for (const funding of fundings) {
    if (left.isZero()) break;
    const available = funding.amount.minus(funding.refunded);
    const amount = available.compare(left) < 0 ? available : left;
    left = left.minus(amount);
    const accountId =
      funding.accountId !== null && accounts.get(funding.accountId)?.status !== "closed" ? funding.accountId : null;
    refunds.push({ funding, disbursement: refundOf(funding, accountId, amount, who, at) });
  }
  if (!left.isZero())
    throw new BooksDisagree(`escrow ${project.escrowId}: ${left.toString()} in it came from no funding`);

  const outcomes = await postTransactions(
    tx,
    refunds.map(({ disbursement }) => ledgerOf(escrow, disbursement, at)),
  );
  const refused = outcomes.find((outcome) => outcome !== "posted");
  if (refused !== undefined)
    throw new BooksDisagree(`escrow ${project.escrowId}: the ledger refused a refund: ${refused}`);
  await addRefunded(
    tx,
    project,
    refunds.map(({ funding, disbursement }) => ({ fundingId: funding.fundingId, amount: disbursement.amount })),
    at,
  );
  await insertDisbursements(
    tx,
    refunds.map(({ disbursement }) => ({ key: project, one: disbursement })),
  );
  await recordMovements(
    tx,
    refunds.flatMap(({ disbursement }) => {
      const account = disbursement.accountId === null ? undefined : accounts.get(disbursement.accountId);
      if (account === undefined) return [];
      const { disbursementId: transactionId, amount } = disbursement;
      return [
        creditOf(
          escrow,
          account,
          { transactionId, amount, description: `Refund of escrow ${project.title}`, reference: project.escrowId },
          at,
        ),
      ];
    }),
    at,
  );
  return refunds.map(({ disbursement }) => disbursement);
}

function refundOf(funding: Funding, accountId: string | null, amount: Money, who: Requester, at: Date): Disbursement {
  const common = {
    disbursementId: newId(),
    kind: "refund" as const,
    milestoneId: null,
    partyId: null,
    fundingId: funding.fundingId,
    beneficiaryId: null,
    amount,
    failureReason: null,
    requestedBy: who.userId,
    keyMadeBy: who.keyMadeBy ?? null,
    createdAt: at,
    updatedAt: at,
  };
  if (accountId !== null)
    return { ...common, method: "virtual_account", accountId, paymentId: null, status: "completed", dueAt: null };
  if (funding.source === "payin")
    return { ...common, method: "payin_refund", accountId: null, paymentId: newId(), status: "pending", dueAt: at };
  return { ...common, method: "settlement", accountId: null, paymentId: null, status: "completed", dueAt: null };
}

/** A payin's money goes back to the settlement account, from which the refund to its payer is paid. */
function ledgerOf(escrow: Escrow, refund: Disbursement, at: Date): LedgerTransaction {
  const target =
    refund.accountId === null ? ({ purpose: "settlement" } as const) : virtualLedgerAccountOf(refund.accountId);
  return {
    orgId: escrow.project.orgId,
    cause: `${refund.disbursementId}:escrow-refund`,
    description: `Refund of escrow ${escrow.project.title}`,
    at,
    postings: [
      { account: ledgerAccountOf(escrow.project.escrowId), amount: refund.amount.negate() },
      { account: target, amount: refund.amount },
    ],
  };
}

function pendingOf(disbursements: readonly Disbursement[]): string[] {
  return disbursements.filter(({ status }) => status === "pending").map(({ disbursementId }) => disbursementId);
}
