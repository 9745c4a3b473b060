import type { Static } from "typebox";
import { conflict, invalidField } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import { Money } from "@corridor/base/money.ts";
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
import { auditOfSplits, splitsAfter } from "./change-splits.ts";
import { type Escrow, isOpen, MAX_MILESTONES, type Milestone, neededAmount } from "./escrow.ts";
import { deleteMilestone, writeMilestones } from "./queries.ts";
import type { MilestoneInput, MilestonePatch } from "./schemas.ts";

export async function addMilestone(
  deps: EscrowDeps,
  who: Requester,
  milestoneId: string,
  input: Static<typeof MilestoneInput>,
): Promise<Planned> {
  return changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    const repeated = escrow.milestones.find((one) => one.milestoneId === milestoneId);
    if (repeated !== undefined) return { escrow, milestone: repeated }; // The same request, repeated after a crash.
    requireStatus(escrow, ["draft"], "given another milestone");
    if (escrow.milestones.length >= MAX_MILESTONES)
      throw conflict(`A project has at most ${MAX_MILESTONES} milestones`);
    const { orgId, escrowId, totalAmount } = escrow.project;
    const zero = Money.zero(totalAmount.currency);
    const bare: Milestone = {
      orgId,
      escrowId,
      milestoneId,
      label: input.label,
      description: input.description ?? null,
      amount: readMoney(input.expected_disbursement, totalAmount.currency, "expected_disbursement"),
      dueDate: input.due_date ?? null,
      sequence: input.sequence ?? (escrow.milestones.at(-1)?.sequence ?? 0) + 1,
      status: "pending",
      splits: [],
      contract: null,
      disbursedTotal: zero,
      returnedTotal: zero,
      disbursedAt: null,
      eventSequence: 0,
      createdAt: at,
      updatedAt: at,
    };
    const milestone = { ...bare, splits: splitsAfter(escrow, bare, input.parties ?? []) };
    const after = sorted({ ...escrow, milestones: [...escrow.milestones, milestone] });
    checkPlan(after, milestone);
    await writeMilestones(tx, [milestone]);
    await auditEscrow(tx, who, "milestone_added", auditOf(milestone), at);
    return { escrow: after, milestone };
  });
}

/** A milestone's texts may change while it is open; its amount and sequence only while the project is a draft. */
export async function changeMilestone(
  deps: EscrowDeps,
  who: Requester,
  milestoneId: string,
  change: Static<typeof MilestonePatch>,
): Promise<Planned> {
  const { label, description, expected_disbursement, due_date, sequence } = change;
  return changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    const before = requireMilestone(escrow, milestoneId);
    if (!isOpen(before)) throw conflict(`A milestone that is ${before.status} cannot be changed`);
    if (expected_disbursement !== undefined || sequence !== undefined)
      requireStatus(escrow, ["draft"], "changed in its amounts or their order");
    else requireStatus(escrow, ["draft", "active"], "changed");
    const { currency } = escrow.project.totalAmount;
    const milestone: Milestone = {
      ...before,
      label: label ?? before.label,
      description: description === undefined ? before.description : description,
      dueDate: due_date === undefined ? before.dueDate : due_date,
      sequence: sequence ?? before.sequence,
      updatedAt: at,
      amount:
        expected_disbursement === undefined
          ? before.amount
          : readMoney(expected_disbursement, currency, "expected_disbursement"),
    };
    const after = sorted(withMilestone(escrow, { ...milestone, splits: splitsAfter(escrow, milestone, []) }));
    checkPlan(after, milestone);
    await writeMilestones(tx, [milestone]);
    await auditEscrow(tx, who, "milestone_changed", auditOf(milestone), at);
    return { escrow: after, milestone };
  });
}

export async function removeMilestone(deps: EscrowDeps, who: Requester, milestoneId: string): Promise<void> {
  await changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    const milestone = requireMilestone(escrow, milestoneId);
    requireStatus(escrow, ["draft"], "relieved of a milestone");
    await deleteMilestone(tx, milestone);
    await auditEscrow(tx, who, "milestone_removed", auditOf(milestone), at);
  });
}

function checkPlan(after: Escrow, { milestoneId, sequence }: Milestone): void {
  if (after.milestones.some((one) => one.milestoneId !== milestoneId && one.sequence === sequence))
    throw conflict(`Another milestone has the sequence ${sequence}`);
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
