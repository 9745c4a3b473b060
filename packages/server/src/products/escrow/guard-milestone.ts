import { type ApprovalDeps, passApproval } from "#src/parties/approvals/index.ts";
import { findBeneficiary } from "#src/parties/beneficiaries/index.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { forbidden } from "#src/kernel/http/errors.ts";
import { auditEscrow, type Requester, tellMilestones, withMilestone } from "./change-escrow.ts";
import type { Contract, Disbursement, Escrow, Milestone } from "./escrow.ts";
import { type ProjectKey, readEscrow, writeMilestones } from "./queries.ts";

/**
 * Whether the organization requires different people to submit, approve and release a milestone. Call it outside the
 * project's lock.
 */
export type SeparationDeps = { separatesEscrow(orgId: string): Promise<boolean> };

/**
 * A failed share is paid to the party's current destination, or to a redirected one, and not to the one that the
 * release was approved for. So where steps are separated, a second person approves it; otherwise one person could let a
 * payout fail and send it anywhere.
 */
export async function guardReleased(
  deps: SeparationDeps & { approvals: ApprovalDeps },
  caller: Caller,
  orgId: string,
  request: Readonly<Record<string, string | null>>,
): Promise<void> {
  if (!(await deps.separatesEscrow(orgId))) return;
  const reasons = ["the release was approved for another destination (escrow_separation)"];
  await passApproval(deps.approvals, caller, {
    orgId,
    title: "Pay a released escrow share to another destination",
    request,
    reasons,
  });
}

/** The same for a retry, once the account of the beneficiary to pay was changed since the release. */
export async function guardRetry(
  deps: SeparationDeps & { db: Db; approvals: ApprovalDeps },
  caller: Caller,
  key: ProjectKey,
  failed: Disbursement,
): Promise<void> {
  const party =
    failed.partyId === null
      ? undefined
      : (await readEscrow(deps.db, key))?.parties.find(({ partyId }) => partyId === failed.partyId);
  const beneficiaryId = failed.beneficiaryId ?? party?.beneficiaryId ?? null;
  const beneficiary = beneficiaryId === null ? undefined : await findBeneficiary(deps.db, key.orgId, beneficiaryId);
  if (beneficiary === undefined || beneficiary.accountSince <= failed.createdAt) return;
  const { escrowId: escrow_id, orgId } = key;
  const request = {
    escrow_id,
    disbursement_id: failed.disbursementId,
    beneficiary_id: beneficiaryId,
    account_since: beneficiary.accountSince.toISOString(),
  };
  await guardReleased(deps, caller, orgId, request);
}

/** The people behind a request: the actor, and the creator of the acting key. */
export function peopleOf({ userId, keyMadeBy }: Pick<Requester, "userId" | "keyMadeBy">): string[] {
  return [...new Set([userId, keyMadeBy ?? userId])];
}

/** Throws when one of the people behind this step was behind an earlier step. */
export function requireOtherPeople(who: Requester, contract: Contract, step: "approve" | "release"): void {
  const people = peopleOf(who);
  const isAmong = (earlier: readonly string[]): boolean => people.some((person) => earlier.includes(person));
  const rule =
    "this organization has different people submit, approve and release a milestone (escrow_separation), and the " +
    "creator of an API key counts as its user";
  if (isAmong(submittersOf(contract)))
    throw forbidden(`You submitted this contract or changed what it pays, so another person must ${step} it: ${rule}`);
  if (step === "release" && isAmong(approversOf(contract)))
    throw forbidden(`You approved this milestone, so another person must release it: ${rule}`);
}

function submittersOf({ submitters, submittedBy }: Contract): readonly string[] {
  return submitters ?? [submittedBy];
}

function approversOf({ approvers, approvedBy }: Contract): readonly string[] {
  return approvers ?? (approvedBy === null ? [] : [approvedBy]);
}

/**
 * Writes milestones whose payment differs from what was agreed: their shares, or the destination of a party, changed.
 * The approval does not cover the change, so it is withdrawn, and the person who made the change counts as a submitter:
 * they cannot approve it.
 */
export async function writeReplanned(
  tx: Tx,
  escrow: Escrow,
  who: Requester,
  replanned: readonly Milestone[],
  at: Date,
): Promise<Escrow> {
  const reopened = replanned.map((milestone) => reopen(milestone, who, at));
  const revoked = reopened.filter((_, index) => replanned[index]!.status === "approved");
  const after = reopened.reduce(withMilestone, escrow);
  await writeMilestones(
    tx,
    escrow.project,
    reopened.filter((milestone) => !revoked.includes(milestone)),
  );
  for (const { milestoneId } of revoked)
    await auditEscrow(
      tx,
      who,
      "approval_revoked",
      escrow.project.escrowId,
      { milestone_id: milestoneId, from: "approved", to: "contract_submitted" },
      at,
    );
  return tellMilestones(tx, after, "escrow.milestone.approval_revoked", revoked, at, () => ({
    previous_status: "approved",
  }));
}

function reopen(milestone: Milestone, who: Requester, at: Date): Milestone {
  const { contract, status } = milestone;
  if (contract === null) return { ...milestone, updatedAt: at };
  const submitters = [...new Set([...submittersOf(contract), ...peopleOf(who)])];
  return {
    ...milestone,
    status: status === "approved" ? "contract_submitted" : status,
    contract: { ...contract, submitters, approvers: [], approvedBy: null, approvedAt: null },
    updatedAt: at,
  };
}
