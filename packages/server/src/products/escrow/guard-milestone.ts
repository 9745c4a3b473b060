import { actorOf } from "#src/record/audit/index.ts";
import { lockLedger } from "#src/record/ledger/index.ts";
import { type WriteDeps, findBeneficiary } from "#src/parties/beneficiaries/index.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { forbidden } from "#src/kernel/http/errors.ts";
import type { AskSecondPerson, GuardedCall } from "#src/kernel/http/second-person.ts";
import { auditEscrow, publishMilestones, type Requester, withMilestone } from "./change-escrow.ts";
import { type Contract, type Disbursement, type Escrow, isOpen, type Milestone } from "./escrow.ts";
import { findProjectsPaying, lockEscrows, lockProjects, readEscrow, writeMilestones } from "./queries.ts";

/** Whether different people must submit, approve and release a milestone. Call it outside the project's lock. */
export type SeparationDeps = { separatesEscrow(orgId: string): Promise<boolean> };

/**
 * A failed share is paid to the party's current or a redirected destination, not to the approved one. Where steps are
 * separated, a second person approves it; otherwise one person could let a payout fail and send it anywhere.
 */
export async function guardReleased(
  deps: SeparationDeps & { askSecondPerson: AskSecondPerson },
  call: GuardedCall,
  orgId: string,
  request: Readonly<Record<string, string | null>>,
): Promise<void> {
  if (!(await deps.separatesEscrow(orgId))) return;
  const reasons = ["the release was approved for another destination (escrow_separation)"];
  const title = "Pay a released escrow share to another destination";
  await deps.askSecondPerson(call, { orgId, title, request, reasons, approverRole: "org-admin" });
}

/** The same for a retry, once the account of the beneficiary to pay was changed since the release. */
export async function guardRetry(
  deps: SeparationDeps & { db: Db; askSecondPerson: AskSecondPerson },
  call: GuardedCall,
  failed: Disbursement,
): Promise<void> {
  const { orgId, escrowId: escrow_id, disbursementId: disbursement_id } = failed;
  const escrow = failed.partyId === null ? undefined : await readEscrow(deps.db, failed);
  const party = escrow?.parties.find(({ partyId }) => partyId === failed.partyId);
  const beneficiaryId = failed.beneficiaryId ?? party?.beneficiaryId ?? null;
  const beneficiary = beneficiaryId === null ? undefined : await findBeneficiary(deps.db, orgId, beneficiaryId);
  if (beneficiary === undefined || beneficiary.accountSince <= failed.createdAt) return;
  const account_since = beneficiary.accountSince.toISOString();
  const request = { escrow_id, disbursement_id, beneficiary_id: beneficiaryId, account_since };
  await guardReleased(deps, call, orgId, request);
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
    throw forbidden(
      `You submitted this contract or changed what it pays, so another person must ${step} it: ${rule}`,
      "SECOND_PERSON_REQUIRED",
    );
  if (step === "release" && isAmong(approversOf(contract)))
    throw forbidden(
      `You approved this milestone, so another person must release it: ${rule}`,
      "SECOND_PERSON_REQUIRED",
    );
}

function submittersOf({ submitters, submittedBy }: Contract): readonly string[] {
  return submitters ?? [submittedBy];
}

export function submittersWith(contract: Contract | null, who: Requester): string[] {
  return [...new Set([...(contract === null ? [] : submittersOf(contract)), ...peopleOf(who)])];
}

function approversOf({ approvers, approvedBy }: Contract): readonly string[] {
  return approvers ?? (approvedBy === null ? [] : [approvedBy]);
}

/**
 * Shares or a party's destination changed. The approval does not cover that, so it is withdrawn, and whoever made the
 * change counts as a submitter: they cannot approve it.
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
  const others = reopened.filter((milestone) => !revoked.includes(milestone));
  await writeMilestones(tx, others);
  for (const { milestoneId: milestone_id } of revoked)
    await auditEscrow(tx, who, "approval_revoked", { milestone_id, from: "approved", to: "contract_submitted" }, at);
  const changed = { escrow: after, milestones: revoked, extra: { previous_status: "approved" } };
  return publishMilestones(tx, "escrow.milestone.approval_revoked", changed, at);
}

function reopen(milestone: Milestone, who: Requester, at: Date): Milestone {
  const { contract, status } = milestone;
  if (contract === null) return { ...milestone, updatedAt: at };
  const submitters = submittersWith(contract, who);
  return {
    ...milestone,
    status: status === "approved" ? "contract_submitted" : status,
    contract: { ...contract, submitters, approvers: [], approvedBy: null, approvedAt: null },
    updatedAt: at,
  };
}

const PROJECTS_AT_ONCE = 20;

/** A beneficiary got another account, which is as if its parties had got another destination. */
export const followAccount: WriteDeps["followAccount"] = async (tx, beneficiary, { caller, id: requestId }) => {
  const { orgId, beneficiaryId, accountSince: at } = beneficiary;
  const by = { orgId, userId: caller.userId, actor: actorOf(caller), keyMadeBy: caller.keyMadeBy, requestId };
  // Under the lock of the ledger, like everybody who locks several projects.
  await lockLedger(tx, orgId);
  const keys = await findProjectsPaying(tx, orgId, beneficiaryId);
  await lockProjects(tx, keys);
  for (let from = 0; from < keys.length; from += PROJECTS_AT_ONCE) {
    for (const escrow of (await lockEscrows(tx, keys.slice(from, from + PROJECTS_AT_ONCE))).values()) {
      const paid = escrow.parties.filter((party) => party.beneficiaryId === beneficiaryId);
      const parties = new Set(paid.map(({ partyId }) => partyId));
      const paysIt = escrow.milestones.filter(
        (one) => isOpen(one) && one.contract !== null && one.splits.some(({ partyId }) => parties.has(partyId)),
      );
      const who = { ...by, escrowId: escrow.project.escrowId };
      if (paysIt.length > 0) await writeReplanned(tx, escrow, who, paysIt, at);
    }
  }
};
