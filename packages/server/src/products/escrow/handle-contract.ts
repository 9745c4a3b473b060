import type { Static } from "typebox";
import { conflict, invalidField } from "#src/kernel/http/errors.ts";
import {
  auditEscrow,
  changeEscrow,
  type EscrowDeps,
  type Planned,
  type Requester,
  requireMilestone,
  requireStatus,
  withMilestone,
} from "./change-escrow.ts";
import type { Milestone } from "./escrow.ts";
import { peopleOf, requireOtherPeople, type SeparationDeps, submittersWith } from "./guard-milestone.ts";
import { writeMilestones } from "./queries.ts";
import type { ContractInput } from "./schemas.ts";

/** A contract may be replaced until it is approved. */
export async function submitContract(
  deps: EscrowDeps,
  who: Requester,
  milestoneId: string,
  { title = "Contract", terms = null, document_url: documentUrl = null }: Static<typeof ContractInput>,
): Promise<Planned> {
  if (terms === null && documentUrl === null)
    throw invalidField("terms", "send terms or document_url: a contract cannot be empty");
  return changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    const before = requireMilestone(escrow, milestoneId);
    requireStatus(escrow, ["active"], "given a contract");
    if (before.status !== "pending" && before.status !== "contract_submitted")
      throw conflict(`The milestone is ${before.status}; its contract can no longer be replaced`);
    // Whoever submitted a contract before, or changed what it pays, approves none that replaces it.
    const submitters = submittersWith(before.contract, who);
    const submitted = { submittedBy: who.userId, submittedAt: at.toISOString(), submitters };
    const contract = { title, terms, documentUrl, ...submitted, approvedBy: null, approvedAt: null };
    const milestone: Milestone = { ...before, status: "contract_submitted", contract, updatedAt: at };
    await writeMilestones(tx, [milestone]);
    await auditEscrow(tx, who, "contract_submitted", { milestone_id: milestone.milestoneId, title }, at);
    return { escrow: withMilestone(escrow, milestone), milestone };
  });
}

export async function approveContract(
  deps: EscrowDeps & SeparationDeps,
  who: Requester,
  milestoneId: string,
): Promise<Planned> {
  const isSeparated = await deps.separatesEscrow(who.orgId);
  return changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    const before = requireMilestone(escrow, milestoneId);
    requireStatus(escrow, ["active"], "approved in part");
    if (before.status !== "contract_submitted")
      throw conflict(`The milestone is ${before.status}; only a submitted contract can be approved`);
    if (isSeparated) requireOtherPeople(who, before.contract!, "approve");
    const approved = { approvedBy: who.userId, approvedAt: at.toISOString(), approvers: peopleOf(who) };
    const contract = { ...before.contract!, ...approved };
    const milestone: Milestone = { ...before, status: "approved", contract, updatedAt: at };
    await writeMilestones(tx, [milestone]);
    await auditEscrow(tx, who, "contract_approved", { milestone_id: milestone.milestoneId }, at);
    return { escrow: withMilestone(escrow, milestone), milestone };
  });
}
