import { conflict, invalidField } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import { Money } from "@corridor/base/money.ts";
import {
  auditEscrow,
  changeEscrow,
  type EscrowDeps,
  type Requester,
  requireMilestone,
  requireStatus,
  withMilestone,
} from "./change-escrow.ts";
import { auditOfSplits, type SplitInput, splitsAfter } from "./change-splits.ts";
import { type Escrow, isOpen, MAX_MILESTONES, type Milestone, neededAmount } from "./escrow.ts";
import { deleteMilestone, type ProjectKey, writeMilestones } from "./queries.ts";

export type MilestoneInput = {
  label: string;
  description: string | null;
  expectedDisbursement: number;
  dueDate: string | null;
  sequence: number | null;
  splits: readonly SplitInput[];
};
export type MilestoneChange = {
  label?: string;
  description?: string | null;
  expectedDisbursement?: number;
  dueDate?: string | null;
  sequence?: number;
};

export type Planned = { escrow: Escrow; milestone: Milestone };

export async function addMilestone(
  deps: EscrowDeps,
  who: Requester,
  escrowId: string,
  milestoneId: string,
  input: MilestoneInput,
): Promise<Planned> {
  return changeEscrow(deps, { orgId: who.orgId, escrowId }, "plan", async (tx, escrow, at) => {
    const repeated = escrow.milestones.find((one) => one.milestoneId === milestoneId);
    if (repeated !== undefined) return { escrow, milestone: repeated }; // The same request, repeated after a crash.
    requireStatus(escrow, ["draft"], "given another milestone");
    if (escrow.milestones.length >= MAX_MILESTONES)
      throw conflict(`A project has at most ${MAX_MILESTONES} milestones`);
    const { currency } = escrow.project.totalAmount;
    const bare: Milestone = {
      milestoneId,
      label: input.label,
      description: input.description,
      amount: readMoney(input.expectedDisbursement, currency, "expected_disbursement"),
      dueDate: input.dueDate,
      sequence: input.sequence ?? (escrow.milestones.at(-1)?.sequence ?? 0) + 1,
      status: "pending",
      splits: [],
      contract: null,
      disbursedTotal: Money.zero(currency),
      returnedTotal: Money.zero(currency),
      disbursedAt: null,
      eventSequence: 0,
      createdAt: at,
      updatedAt: at,
    };
    const milestone = { ...bare, splits: splitsAfter(escrow, bare, input.splits) };
    const after = sorted({ ...escrow, milestones: [...escrow.milestones, milestone] });
    checkPlan(after, milestone);
    await writeMilestones(tx, escrow.project, [milestone]);
    await auditEscrow(tx, who, "milestone_added", escrow.project.escrowId, auditOf(milestone), at);
    return { escrow: after, milestone };
  });
}

/** A milestone's texts may change while it is open; its amount and sequence only while the project is a draft. */
export async function changeMilestone(
  deps: EscrowDeps,
  who: Requester,
  key: ProjectKey,
  milestoneId: string,
  change: MilestoneChange,
): Promise<Planned> {
  return changeEscrow(deps, key, "plan", async (tx, escrow, at) => {
    const before = requireMilestone(escrow, milestoneId);
    if (!isOpen(before)) throw conflict(`A milestone that is ${before.status} cannot be changed`);
    if (change.expectedDisbursement !== undefined || change.sequence !== undefined)
      requireStatus(escrow, ["draft"], "changed in its amounts or their order");
    else requireStatus(escrow, ["draft", "active"], "changed");
    const { currency } = escrow.project.totalAmount;
    const milestone: Milestone = {
      ...before,
      label: change.label ?? before.label,
      description: change.description === undefined ? before.description : change.description,
      dueDate: change.dueDate === undefined ? before.dueDate : change.dueDate,
      sequence: change.sequence ?? before.sequence,
      updatedAt: at,
      amount:
        change.expectedDisbursement === undefined
          ? before.amount
          : readMoney(change.expectedDisbursement, currency, "expected_disbursement"),
    };
    const after = sorted(withMilestone(escrow, { ...milestone, splits: splitsAfter(escrow, milestone, []) }));
    checkPlan(after, milestone);
    await writeMilestones(tx, escrow.project, [milestone]);
    await auditEscrow(tx, who, "milestone_changed", escrow.project.escrowId, auditOf(milestone), at);
    return { escrow: after, milestone };
  });
}

export async function removeMilestone(
  deps: EscrowDeps,
  who: Requester,
  key: ProjectKey,
  milestoneId: string,
): Promise<void> {
  await changeEscrow(deps, key, "plan", async (tx, escrow, at) => {
    const milestone = requireMilestone(escrow, milestoneId);
    requireStatus(escrow, ["draft"], "relieved of a milestone");
    await deleteMilestone(tx, escrow.project, milestone.milestoneId);
    await auditEscrow(tx, who, "milestone_removed", escrow.project.escrowId, auditOf(milestone), at);
  });
}

function checkPlan(after: Escrow, milestone: Milestone): void {
  if (
    after.milestones.some(
      (one) => one !== milestone && one.milestoneId !== milestone.milestoneId && one.sequence === milestone.sequence,
    )
  ) {
    throw conflict(`Another milestone has the sequence ${milestone.sequence}`);
  }
  const { totalAmount } = after.project;
  if (neededAmount(after).compare(totalAmount) > 0)
    throw invalidField(
      "expected_disbursement",
      `the milestones together would exceed the project's ${totalAmount.toString()}`,
    );
}

function sorted(escrow: Escrow): Escrow {
  return { ...escrow, milestones: escrow.milestones.toSorted((a, b) => a.sequence - b.sequence) };
}

/** The audit log gets the whole row, so that two consecutive entries show the change. */
function auditOf(milestone: Milestone): object {
  return {
    milestone_id: milestone.milestoneId,
    label: milestone.label,
    description: milestone.description,
    sequence: milestone.sequence,
    expected_disbursement: milestone.amount.toDatabase(),
    due_date: milestone.dueDate,
    parties: auditOfSplits(milestone.splits),
  };
}
