import { type LedgerTransaction, postTransactions } from "#src/record/ledger/index.ts";
import * as virtualAccounts from "#src/products/virtual-accounts/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { findDisputed } from "#src/payments/disputes/index.ts";
import { type ApiError, conflict } from "#src/kernel/http/errors.ts";
import { Money } from "@corridor/base/money.ts";
import {
  auditEscrow,
  BooksDisagree,
  changeEscrow,
  type EscrowDeps,
  type Planned,
  publishMilestones,
  type Requester,
  requireMilestone,
  requireStatus,
  withMilestone,
} from "./change-escrow.ts";
import {
  type Disbursement,
  type Escrow,
  ESCROW_RAIL,
  isOpen,
  ledgerAccountOf,
  MAX_PARTIES,
  type Milestone,
  newDisbursement,
  newlyFunded,
  type ProjectKey,
  type ProjectStatus,
  unspent,
  withSettled,
} from "./escrow.ts";
import { disbursementRecordOf } from "./escrow-records.ts";
import {
  addRefunded,
  insertDisbursements,
  listDisbursements,
  payinFundings,
  refundableFundings,
} from "./money-queries.ts";
import { updateProject, writeMilestones } from "./queries.ts";
import type { Disburser } from "./settle-disbursements.ts";
import { publishEnds } from "./tell-disbursements.ts";

/**
 * Money that no released milestone has taken goes back to its funders, the latest funding first: to a virtual account
 * in the ledger, to a payer by a refund of the payin.
 */
type EndDeps = EscrowDeps & { disburser: Disburser };

export async function cancelProject(deps: EndDeps, who: Requester, reason: string | null): Promise<Escrow> {
  const { escrow, refunds } = await changeEscrow(deps, who, "money", async (tx, before, at) => {
    requireStatus(before, ["draft", "active"], "canceled");
    const open = before.milestones
      .filter(isOpen)
      .map((milestone): Milestone => ({ ...milestone, status: "canceled", updatedAt: at }));
    await writeMilestones(tx, open);
    await auditEscrow(tx, who, "canceled", { reason }, at);
    return endProject(tx, open.reduce(withMilestone, before), "canceled", who, at);
  });
  await deps.disburser.startNow(who, pendingOf(refunds));
  return escrow;
}

/** The canceled milestone's money covers the later ones. Canceling the last open milestone completes the project. */
export async function cancelMilestone(
  deps: EndDeps,
  who: Requester,
  milestoneId: string,
  reason: string | null,
): Promise<Planned> {
  const { escrow, refunds } = await changeEscrow(deps, who, "money", async (tx, before, at) => {
    const milestone = requireMilestone(before, milestoneId);
    requireStatus(before, ["draft", "active"], "relieved of a milestone");
    if (!isOpen(milestone)) throw conflict(`The milestone is already ${milestone.status}`);
    const canceled: Milestone = { ...milestone, status: "canceled", updatedAt: at };
    const after = withMilestone(before, canceled);
    await writeMilestones(tx, [canceled]);
    await auditEscrow(tx, who, "milestone_canceled", { milestone_id: canceled.milestoneId, reason }, at);
    const funded = { escrow: after, milestones: newlyFunded(before, after) };
    return completeWhenDone(tx, await publishMilestones(tx, "escrow.milestone.funded", funded, at), who, at);
  });
  await deps.disburser.startNow(who, pendingOf(refunds));
  return { escrow, milestone: requireMilestone(escrow, milestoneId) };
}

const ALL_SHARES = { after: null, limit: MAX_PARTIES };

export type Ended = { escrow: Escrow; refunds: Disbursement[] };
/** Who ended a project, and may not approve its refunds. */
export type EndedBy = { readonly userId: string; readonly keyMadeBy?: string | null | undefined };

/** A share has arrived or went back: writes its milestone, and ends what is over with it. */
export async function settleShare(tx: Tx, before: Escrow, share: Disbursement, who: EndedBy, at: Date): Promise<Ended> {
  const was = requireMilestone(before, share.milestoneId!);
  const milestone = withSettled(was, [share], at);
  const escrow = withMilestone(before, milestone);
  await writeMilestones(tx, [milestone]);
  if (milestone.status === was.status) return { escrow, refunds: [] };
  if (milestone.status === "canceled") return completeWhenDone(tx, escrow, who, at);
  const shares = await listDisbursements(tx, was, { milestone_id: was.milestoneId }, ALL_SHARES);
  const extra = { previous_status: was.status, disbursements: shares.toReversed().map(disbursementRecordOf) };
  const change = { escrow, milestones: [milestone], extra };
  return completeWhenDone(tx, await publishMilestones(tx, "escrow.milestone.disbursed", change, at), who, at);
}

/** Completes an active project whose milestones are all over; when all were canceled, the project is canceled too. */
export async function completeWhenDone(tx: Tx, escrow: Escrow, who: EndedBy, at: Date): Promise<Ended> {
  const isOver = escrow.milestones.every(({ status }) => status === "disbursed" || status === "canceled");
  if (escrow.project.status !== "active" || !isOver) return { escrow, refunds: [] };
  const anyPaid = escrow.milestones.some(({ status }) => status === "disbursed");
  return endProject(tx, escrow, anyPaid ? "completed" : "canceled", who, at);
}

async function endProject(tx: Tx, escrow: Escrow, status: ProjectStatus, who: EndedBy, at: Date): Promise<Ended> {
  const project = { ...escrow.project, status, updatedAt: at };
  await updateProject(tx, project);
  const left = unspent(escrow);
  if (!left.isPositive()) return { escrow: { ...escrow, project }, refunds: [] };
  const refunds = await refundFunders(tx, escrow, left, who, at);
  return { escrow: { ...escrow, project, funded: escrow.funded.minus(left) }, refunds };
}

/** Returns project money to its funders, the latest funding first; some of the refunds are still to be started. */
export async function refundFunders(
  tx: Tx,
  escrow: Escrow,
  total: Money,
  who: EndedBy,
  at: Date,
): Promise<Disbursement[]> {
  const { project } = escrow;
  const fundings = await refundableFundings(tx, project);
  const accountIds = fundings.flatMap(({ accountId }) => accountId ?? []);
  const accounts = await virtualAccounts.findVirtualAccounts(tx, project.orgId, accountIds);
  const refunds: Disbursement[] = [];
  let left = total;
  for (const { fundingId, source, amount: funded, refunded, accountId } of fundings) {
    if (left.isZero()) break;
    const available = funded.minus(refunded);
    const amount = available.compare(left) < 0 ? available : left;
    left = left.minus(amount);
    const isOpenAccount = accountId !== null && accounts.get(accountId)?.status !== "closed";
    const method = isOpenAccount ? "virtual_account" : source === "payin" ? "payin_refund" : "settlement";
    const by = { requestedBy: who.userId, keyMadeBy: who.keyMadeBy ?? null };
    const refund = { kind: "refund", method, fundingId, accountId: isOpenAccount ? accountId : null, amount } as const;
    refunds.push(newDisbursement(project, { ...refund, ...by }, at));
  }
  if (!left.isZero())
    throw new BooksDisagree(`escrow ${project.escrowId}: ${left.toString()} in it came from no funding`);

  const postings = refunds.map((refund) => ledgerOf(escrow, refund, at));
  const refused = (await postTransactions(tx, postings)).find((outcome) => outcome !== "posted");
  if (refused !== undefined)
    throw new BooksDisagree(`escrow ${project.escrowId}: the ledger refused a refund: ${refused}`);
  await addRefunded(tx, project, refunds, at);
  await insertDisbursements(tx, refunds);
  await publishEnds(tx, refunds, at);
  const movements = refunds.flatMap(({ accountId, disbursementId: transactionId, amount }) => {
    const account = accountId === null ? undefined : accounts.get(accountId);
    const { escrowId: reference, title } = project;
    const credit = { transactionId, amount, description: `Refund of escrow ${title}`, reference };
    return account === undefined ? [] : [creditOf(escrow, account, credit, at)];
  });
  await virtualAccounts.recordMovements(tx, movements, at);
  return refunds;
}

export function creditOf(
  { project }: Escrow,
  account: Parameters<typeof virtualAccounts.movementOf>[0],
  credit: { transactionId: string; amount: Money; description: string; reference: string },
  at: Date,
) {
  const rail = { paymentRail: ESCROW_RAIL, counterparty: project.escrowId };
  return virtualAccounts.movementOf(account, at, { type: "credit", ...rail, ...credit });
}

/** A payin's money goes back to the settlement account, from which the refund to its payer is paid. */
function ledgerOf({ project }: Escrow, refund: Disbursement, at: Date): LedgerTransaction {
  const { disbursementId, accountId, amount } = refund;
  return {
    orgId: project.orgId,
    cause: `${disbursementId}:escrow-refund`,
    description: `Refund of escrow ${project.title}`,
    at,
    postings: [
      { account: ledgerAccountOf(project.escrowId), amount: amount.negate() },
      { account: accountId === null ? { purpose: "settlement" } : virtualAccounts.ledgerAccountOf(accountId), amount },
    ],
  };
}

/**
 * A dispute freezes what its payin became: by project, the money of disputed payins. Read under the lock of the ledger,
 * which a dispute takes too.
 */
export async function frozenIn(tx: Tx, projects: readonly ProjectKey[]): Promise<Map<string, Money>> {
  const fundings = await payinFundings(tx, projects);
  const disputed = await findDisputed(
    tx,
    fundings.map(({ orgId, fundingId: paymentId }) => ({ orgId, paymentId })),
  );
  const frozen = new Map<string, Money>();
  for (const { escrowId, fundingId, amount, refunded } of fundings) {
    const before = frozen.get(escrowId) ?? Money.zero(amount.currency);
    if (disputed.has(fundingId)) frozen.set(escrowId, before.plus(amount).minus(refunded));
  }
  return frozen;
}

export function disputedFunding(frozen: Money): ApiError {
  const rule = "the payin that funded it is disputed; it can be paid out once the dispute is won or closed";
  return conflict(`${frozen.toString()} of the project waits: ${rule}`);
}

export function pendingOf(disbursements: readonly Disbursement[]): string[] {
  return disbursements.filter(({ status }) => status === "pending").map(({ disbursementId }) => disbursementId);
}
