import { conflict, invalidField } from "#src/kernel/http/errors.ts";
import {
  auditEscrow,
  changeEscrow,
  type EscrowDeps,
  type Requester,
  requireMilestone,
  requireStatus,
  withMilestone,
} from "./change-escrow.ts";
import type { Escrow, Milestone } from "./escrow.ts";
import { peopleOf, requireOtherPeople, type SeparationDeps } from "./guard-milestone.ts";
import { type ProjectKey, writeMilestones } from "./queries.ts";

export type ContractInput = { title: string; terms: string | null; documentUrl: string | null };

/** A contract may be replaced until it is approved. */
export async function submitContract(
  deps: EscrowDeps,
  who: Requester,
  key: ProjectKey,
  milestoneId: string,
  input: ContractInput,
): Promise<{ escrow: Escrow; milestone: Milestone }> {
  if (input.terms === null && input.documentUrl === null)
    throw invalidField("terms", "send terms or document_url: a contract cannot be empty");
  return changeEscrow(deps, key, "plan", async (tx, escrow, at) => {
    const before = requireMilestone(escrow, milestoneId);
    requireStatus(escrow, ["active"], "given a contract");
    if (before.status !== "pending" && before.status !== "contract_submitted")
      throw conflict(`The milestone is ${before.status}; its contract can no longer be replaced`);
    const milestone: Milestone = {
      ...before,
      status: "contract_submitted",
      updatedAt: at,
      contract: {
        ...input,
        submittedBy: who.userId,
        submittedAt: at.toISOString(),
        approvedBy: null,
        approvedAt: null,
        submitters: peopleOf(who),
      },
    };
    await writeMilestones(tx, escrow.project, [milestone]);
    await auditEscrow(
      tx,
      who,
      "contract_submitted",
      escrow.project.escrowId,
      { milestone_id: milestone.milestoneId, title: input.title },
      at,
    );
    return { escrow: withMilestone(escrow, milestone), milestone };
  });
}

export async function approveContract(
  deps: EscrowDeps & SeparationDeps,
  who: Requester,
  key: ProjectKey,
  milestoneId: string,
): Promise<{ escrow: Escrow; milestone: Milestone }> {
  const isSeparated = await deps.separatesEscrow(key.orgId);
  return changeEscrow(deps, key, "plan", async (tx, escrow, at) => {
    const before = requireMilestone(escrow, milestoneId);
    requireStatus(escrow, ["active"], "approved in part");
    if (before.status !== "contract_submitted")
      throw conflict(`The milestone is ${before.status}; only a submitted contract can be approved`);
    if (isSeparated) requireOtherPeople(who, before.contract!, "approve");
    const milestone: Milestone = {
      ...before,
      status: "approved",
      contract: { ...before.contract!, approvedBy: who.userId, approvedAt: at.toISOString(), approvers: peopleOf(who) },
      updatedAt: at,
    };
    await writeMilestones(tx, escrow.project, [milestone]);
    await auditEscrow(
      tx,
      who,
      "contract_approved",
      escrow.project.escrowId,
      { milestone_id: milestone.milestoneId },
      at,
    );
    return { escrow: withMilestone(escrow, milestone), milestone };
  });
}
