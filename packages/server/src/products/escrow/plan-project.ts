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
import { deleteProject, insertProject, type ProjectKey, updateProject } from "./queries.ts";

export type ProjectInput = { title: string; description: string | null; currency: string; totalAmount: number };
export type ProjectChange = { title?: string; description?: string | null; totalAmount?: number };

export async function createProject(
  deps: EscrowDeps,
  who: Requester,
  escrowId: string,
  input: ProjectInput,
): Promise<Escrow> {
  if (!isFiat(input.currency)) throw invalidField("currency", "must be an ISO 4217 currency code");
  const at = deps.clock.now();
  const project: Project = {
    orgId: who.orgId,
    escrowId,
    title: input.title,
    description: input.description,
    totalAmount: readMoney(input.totalAmount, input.currency, "total_amount"),
    status: "draft",
    createdBy: who.userId,
    createdAt: at,
    updatedAt: at,
  };
  const inserted = await deps.db.transaction(async (tx) => {
    if (!(await insertProject(tx, project))) return false;
    await auditEscrow(tx, who, "created", escrowId, { ...auditOf(project), currency: input.currency }, at);
    return true;
  });
  // The same request, repeated after a crash, finds its own project.
  if (!inserted) return existingEscrow(deps.db, project);
  return {
    project,
    parties: [],
    milestones: [],
    funded: Money.zero(input.currency),
    fundingPending: Money.zero(input.currency),
  };
}

/**
 * The texts may change while the project runs; its amount only while it is a draft, and never below what its milestones
 * need.
 */
export async function changeProject(
  deps: EscrowDeps,
  who: Requester,
  escrowId: string,
  change: ProjectChange,
): Promise<Escrow> {
  return changeEscrow(deps, { orgId: who.orgId, escrowId }, "plan", async (tx, escrow, at) => {
    requireStatus(escrow, change.totalAmount === undefined ? ["draft", "active"] : ["draft"], "changed like this");
    const { currency } = escrow.project.totalAmount;
    const totalAmount =
      change.totalAmount === undefined
        ? escrow.project.totalAmount
        : readMoney(change.totalAmount, currency, "total_amount");
    if (totalAmount.compare(neededAmount(escrow)) < 0)
      throw invalidField(
        "total_amount",
        `must be at least ${neededAmount(escrow).toString()}, which the milestones need`,
      );
    const project: Project = {
      ...escrow.project,
      totalAmount,
      title: change.title ?? escrow.project.title,
      description: change.description === undefined ? escrow.project.description : change.description,
      updatedAt: at,
    };
    await updateProject(tx, project);
    await auditEscrow(tx, who, "changed", project.escrowId, auditOf(project), at);
    return { ...escrow, project };
  });
}

export async function removeProject(deps: EscrowDeps, who: Requester, escrowId: string): Promise<void> {
  await changeEscrow(deps, { orgId: who.orgId, escrowId }, "plan", async (tx, escrow, at) => {
    requireStatus(escrow, ["draft"], "deleted");
    await deleteProject(tx, escrow.project);
    await auditEscrow(tx, who, "deleted", escrow.project.escrowId, { title: escrow.project.title }, at);
  });
}

/** From plan to commitment: the amounts are fixed from here on, and the project accepts money. */
export async function activateProject(deps: EscrowDeps, who: Requester, key: ProjectKey): Promise<Escrow> {
  return changeEscrow(deps, key, "plan", async (tx, escrow, at) => {
    requireStatus(escrow, ["draft"], "activated");
    if (escrow.milestones.length === 0) throw conflict("Add at least one milestone before you activate the project");
    const needed = neededAmount(escrow);
    if (!needed.equals(escrow.project.totalAmount)) {
      throw conflict(
        `The milestones sum to ${needed.toString()}, the project to ${escrow.project.totalAmount.toString()}; they ` +
          "must agree",
      );
    }
    const project: Project = { ...escrow.project, status: "active", updatedAt: at };
    await updateProject(tx, project);
    await auditEscrow(tx, who, "activated", project.escrowId, {}, at);
    return { ...escrow, project };
  });
}

/** The audit log gets the whole row, so that two consecutive entries show the change. */
function auditOf(project: Project): object {
  return { title: project.title, description: project.description, total_amount: project.totalAmount.toDatabase() };
}
