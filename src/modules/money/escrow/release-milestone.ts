import { postTransactions } from "#src/modules/books/ledger/post-transactions.ts";
import { findVirtualAccounts } from "#src/modules/money/virtual-accounts/find-account.ts";
import { recordMovements } from "#src/modules/money/virtual-accounts/record-movements.ts";
import { ledgerAccountOf as virtualLedgerAccountOf } from "#src/modules/money/virtual-accounts/virtual-account.ts";
import type { Tx } from "#src/platform/db/client.ts";
import { conflict } from "#src/platform/http/errors.ts";
import { newId } from "#src/platform/ids.ts";
import { Money } from "#src/platform/money.ts";
import { creditOf } from "./account-credit.ts";
import { auditEscrow, changeEscrow, type EscrowDeps, type Requester, requireMilestone, requireStatus, tellMilestones, withMilestone } from "./change-escrow.ts";
import { coverage, type Disbursement, type Escrow, ledgerAccountOf, type Milestone, type Party } from "./escrow.ts";
import { disbursementRecordOf } from "./escrow-records.ts";
import { completeWhenDone } from "./end-project.ts";
import { requireOtherPeople, type SeparationDeps } from "./guard-milestone.ts";
import { insertDisbursements } from "./money-queries.ts";
import { requireParty } from "./plan-parties.ts";
import type { ProjectKey } from "./queries.ts";
import type { Disburser } from "./settle-disbursements.ts";
import { coversWhole, splitAmount } from "./split-amount.ts";

type Share = { readonly party: Party; readonly amount: Money };

/**
 * Pays a milestone to its parties. In one transaction the shares are fixed, virtual accounts are credited, and payouts to beneficiaries are recorded
 * as owed. The payouts start right after it; the job finishes what a crash or a provider leaves undone.
 */
export async function releaseMilestone(
  deps: EscrowDeps & SeparationDeps & { disburser: Disburser },
  who: Requester,
  key: ProjectKey,
  milestoneId: string,
): Promise<{ escrow: Escrow; milestone: Milestone }> {
  const isSeparated = await deps.separatesEscrow(key.orgId);
  const { ids, ...released } = await changeEscrow(deps, key, { movesMoneyFor: who }, async (tx, escrow, at) => {
    const milestone = requireMilestone(escrow, milestoneId);
    checkReleasable(escrow, milestone);
    if (isSeparated) requireOtherPeople(who, milestone.contract!, "release");
    const shares = sharesOf(escrow, milestone);
    const disbursements = shares.map((share) => disbursementOf(milestone, share, who, at));
    await creditAccounts(tx, escrow, milestone, shares, at);
    await insertDisbursements(tx, escrow.project, disbursements);

    const credited = disbursements
      .filter(({ status }) => status === "completed")
      .reduce((sum, one) => sum.plus(one.amount), Money.zero(milestone.amount.currency));
    const disbursed: Milestone = { ...milestone, status: "disbursed", disbursedTotal: credited, disbursedAt: at, updatedAt: at };
    const told = await tellMilestones(tx, withMilestone(escrow, disbursed), "escrow.milestone.disbursed", [disbursed], at, () => ({
      previous_status: milestone.status,
      disbursements: disbursements.map(disbursementRecordOf),
    }));
    await auditEscrow(
      tx,
      who,
      "milestone_released",
      escrow.project.escrowId,
      { milestone_id: milestone.milestoneId, shares: shares.map(({ party, amount }) => ({ party_id: party.partyId, amount: amount.toDatabase() })) },
      at,
    );
    const { escrow: after, refunds } = await completeWhenDone(tx, told, who, at);
    const pending = [...disbursements, ...refunds].filter(({ status }) => status === "pending");
    return { escrow: after, milestone: requireMilestone(after, milestone.milestoneId), ids: pending.map(({ disbursementId }) => disbursementId) };
  });
  await deps.disburser.startNow(key, ids);
  return released;
}

function checkReleasable(escrow: Escrow, milestone: Milestone): void {
  requireStatus(escrow, ["active"], "paid out");
  if (milestone.status !== "approved") throw conflict(`The milestone is ${milestone.status}; it is released when its contract is approved`);
  const covered = coverage(escrow).get(milestone.milestoneId)!;
  if (covered.compare(milestone.amount) < 0) throw conflict(`Only ${covered.toString()} of ${milestone.amount.toString()} are funded`, "NOT_FUNDED");
  if (!coversWhole(milestone.amount, milestone.splits)) throw conflict("The parties' shares do not cover the whole milestone", "SPLITS_INCOMPLETE");
}

/** Each party's amount. A zero share is not paid. */
function sharesOf(escrow: Escrow, milestone: Milestone): Share[] {
  const amounts = splitAmount(milestone.amount, milestone.splits);
  return milestone.splits
    .map((split, index) => ({ party: requireParty(escrow, split.partyId), amount: amounts[index]! }))
    .filter(({ amount }) => amount.isPositive());
}

async function creditAccounts(tx: Tx, escrow: Escrow, milestone: Milestone, shares: readonly Share[], at: Date): Promise<void> {
  const toAccounts = shares.filter(({ party }) => party.accountId !== null);
  if (toAccounts.length === 0) return;
  const { orgId, escrowId, title } = escrow.project;
  const accounts = await findVirtualAccounts(
    tx,
    orgId,
    toAccounts.map(({ party }) => party.accountId!),
  );
  const closed = toAccounts.find(({ party }) => accounts.get(party.accountId!)?.status === "closed");
  if (closed !== undefined) throw conflict(`The virtual account of ${closed.party.name} is closed; give the party another one`);
  const [outcome] = await postTransactions(tx, [
    {
      orgId,
      cause: `${milestone.milestoneId}:released`,
      description: `Escrow ${title}: ${milestone.label}`,
      at,
      postings: toAccounts.flatMap(({ party, amount }) => [
        { account: ledgerAccountOf(escrowId), amount: amount.negate() },
        { account: virtualLedgerAccountOf(party.accountId!), amount },
      ]),
    },
  ]);
  // The project's own account covers every funded milestone. If it does not, the books and the project disagree, and nothing may be paid.
  if (outcome !== "posted") throw new Error(`escrow ${escrowId}: the ledger refused the release of ${milestone.milestoneId}: ${outcome}`);
  await recordMovements(
    tx,
    toAccounts.map(({ party, amount }) =>
      creditOf(
        escrow,
        accounts.get(party.accountId!)!,
        { transactionId: newId(), amount, description: `Escrow ${title}: ${milestone.label}`, reference: milestone.milestoneId },
        at,
      ),
    ),
    at,
  );
}

function disbursementOf(milestone: Milestone, { party, amount }: Share, who: Requester, at: Date): Disbursement {
  const disbursementId = newId();
  const common = {
    disbursementId,
    kind: "release" as const,
    milestoneId: milestone.milestoneId,
    partyId: party.partyId,
    fundingId: null,
    beneficiaryId: null,
    amount,
    failureReason: null,
    requestedBy: who.userId,
    keyMadeBy: who.keyMadeBy ?? null,
    createdAt: at,
    updatedAt: at,
  };
  if (party.accountId !== null) return { ...common, method: "virtual_account", accountId: party.accountId, paymentId: null, status: "completed", dueAt: null };
  return { ...common, method: "payout", accountId: null, paymentId: newId(), status: "pending", dueAt: at };
}
