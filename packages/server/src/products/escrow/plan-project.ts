import type { Static } from "typebox";
import { isFiat } from "@corridor/base/currencies.ts";
import { conflict, invalidField } from "#src/kernel/http/errors.ts";
import { readMoney } from "#src/kernel/http/schemas.ts";
import { Money } from "@corridor/base/money.ts";
import {
  auditEscrow,
  changeEscrow,
  type EscrowDeps,
  existingEscrow,
  type Requester,
  requireStatus,
} from "./change-escrow.ts";
import { type Escrow, neededAmount, type Project } from "./escrow.ts";
import { deleteProject, insertProject, updateProject } from "./queries.ts";
import type { ProjectInput, ProjectPatch } from "./schemas.ts";

export async function createProject(
  deps: EscrowDeps,
  who: Requester,
  { title, description = null, currency, total_amount }: Static<typeof ProjectInput>,
): Promise<Escrow> {
  if (!isFiat(currency)) throw invalidField("currency", "must be an ISO 4217 currency code");
  const { orgId, escrowId, userId: createdBy } = who;
  const at = deps.clock.now();
  const totalAmount = readMoney(total_amount, currency, "total_amount");
  const created = { status: "draft", createdBy, createdAt: at, updatedAt: at } as const;
  const project: Project = { orgId, escrowId, title, description, totalAmount, ...created };
  const inserted = await deps.db.transaction(async (tx) => {
    if (!(await insertProject(tx, project))) return false;
    await auditEscrow(tx, who, "created", { ...auditOf(project), currency }, at);
    return true;
  });
  // The same request, repeated after a crash, finds its own project.
  if (!inserted) return existingEscrow(deps.db, project);
  const zero = Money.zero(currency);
  return { project, parties: [], milestones: [], funded: zero, fundingPending: zero };
}

/** The texts may change while the project runs; its amount only while it is a draft, not below its milestones' needs. */
export async function changeProject(
  deps: EscrowDeps,
  who: Requester,
  { title, description, total_amount }: Static<typeof ProjectPatch>,
): Promise<Escrow> {
  return changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    const { project: before } = escrow;
    requireStatus(escrow, total_amount === undefined ? ["draft", "active"] : ["draft"], "changed like this");
    const totalAmount =
      total_amount === undefined
        ? before.totalAmount
        : readMoney(total_amount, before.totalAmount.currency, "total_amount");
    const needed = neededAmount(escrow);
    if (totalAmount.compare(needed) < 0)
      throw invalidField("total_amount", `must be at least ${needed.toString()}, which the milestones need`);
    const project: Project = {
      ...before,
      totalAmount,
      title: title ?? before.title,
      description: description === undefined ? before.description : description,
      updatedAt: at,
    };
    await updateProject(tx, project);
    await auditEscrow(tx, who, "changed", auditOf(project), at);
    return { ...escrow, project };
  });
}

export async function removeProject(deps: EscrowDeps, who: Requester): Promise<void> {
  await changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    requireStatus(escrow, ["draft"], "deleted");
    await deleteProject(tx, escrow.project);
    await auditEscrow(tx, who, "deleted", { title: escrow.project.title }, at);
  });
}

export async function activateProject(deps: EscrowDeps, who: Requester): Promise<Escrow> {
  return changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    requireStatus(escrow, ["draft"], "activated");
    if (escrow.milestones.length === 0) throw conflict("Add at least one milestone before you activate the project");
    const needed = neededAmount(escrow);
    const { totalAmount } = escrow.project;
    if (!needed.equals(totalAmount))
      throw conflict(
        `The milestones sum to ${needed.toString()}, the project to ${totalAmount.toString()}; they must agree`,
      );
    const project: Project = { ...escrow.project, status: "active", updatedAt: at };
    await updateProject(tx, project);
    await auditEscrow(tx, who, "activated", {}, at);
    return { ...escrow, project };
  });
}

/** The audit log gets the whole row, so that two consecutive entries show the change. */
function auditOf(project: Project): object {
  return { title: project.title, description: project.description, total_amount: project.totalAmount.toDatabase() };
}
