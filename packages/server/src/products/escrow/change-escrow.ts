import { appendAudit, type AuditActor, type AuditEntry } from "#src/record/audit/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { EventType } from "#src/record/events/index.ts";
import { lockLedger } from "#src/record/ledger/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { requireClaim } from "#src/kernel/http/claim-over.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import type { Escrow, Milestone, ProjectStatus } from "./escrow.ts";
import { milestoneRecordOf } from "./escrow-records.ts";
import { lockEscrow, type ProjectKey, readEscrow, writeMilestonesOf } from "./queries.ts";

export type EscrowDeps = { db: Db; clock: Clock };
export type Requester = {
  readonly orgId: string;
  readonly userId: string;
  readonly actor: AuditActor;
  readonly requestId?: string;
  /** The person who created the requesting API key. */
  readonly keyMadeBy?: string | undefined;
  /** When the claim of the `Idempotency-Key` is over for writing. */
  readonly commitBy?: Date | undefined;
};

/**
 * Every change of a project: the project is locked as a whole, the decision uses the locked rows, and everything is
 * written in one transaction. A change that moves money locks the ledger first, in the one order that everybody uses,
 * and is not made once the requester's claim is over.
 */
export async function changeEscrow<T>(
  deps: EscrowDeps,
  key: ProjectKey,
  kind: "plan" | { movesMoneyFor: Requester },
  work: (tx: Tx, escrow: Escrow, at: Date) => Promise<T>,
): Promise<T> {
  return deps.db.transaction(async (tx) => {
    if (kind !== "plan") await lockLedger(tx, key.orgId);
    const escrow = await lockEscrow(tx, key);
    if (escrow === undefined) throw notFound("Escrow project");
    const changed = await work(tx, escrow, deps.clock.now());
    if (kind !== "plan") await requireClaim(tx, kind.movesMoneyFor.commitBy);
    return changed;
  });
}

export async function existingEscrow(db: Db | Tx, key: ProjectKey): Promise<Escrow> {
  const escrow = await readEscrow(db, key);
  if (escrow === undefined) throw notFound("Escrow project");
  return escrow;
}

export function requireStatus(escrow: Escrow, allowed: readonly ProjectStatus[], action: string): void {
  const { status } = escrow.project;
  if (!allowed.includes(status))
    throw conflict(`A project that is ${status} cannot be ${action}; it must be ${allowed.join(" or ")}`);
}

export function requireMilestone(escrow: Escrow, milestoneId: string): Milestone {
  const milestone = escrow.milestones.find((one) => one.milestoneId === milestoneId.toLowerCase());
  if (milestone === undefined) throw notFound("Milestone");
  return milestone;
}

export function withMilestone(escrow: Escrow, changed: Milestone): Escrow {
  return {
    ...escrow,
    milestones: escrow.milestones.map((one) => (one.milestoneId === changed.milestoneId ? changed : one)),
  };
}

export async function auditEscrow(
  tx: Tx,
  who: Requester,
  action: string,
  escrowId: string,
  changes: object,
  at: Date,
): Promise<void> {
  await appendAudit(tx, [auditOf(who, action, escrowId, changes, at)]);
}

export function auditOf(who: Requester, action: string, escrowId: string, changes: object, at: Date): AuditEntry {
  return {
    orgId: who.orgId,
    actor: who.actor,
    action: `escrow.${action}`,
    resourceType: "escrow_project",
    resourceId: escrowId,
    changes,
    requestId: who.requestId,
    at,
  };
}

/**
 * Writes milestones together with one event for each, and returns the project with its event counter updated. Must run
 * in the transaction that changed the milestones.
 */
export async function tellMilestones(
  tx: Tx,
  escrow: Escrow,
  type: EventType,
  told: readonly Milestone[],
  at: Date,
  extra: (milestone: Milestone) => object = () => ({}),
): Promise<Escrow> {
  return (await tellMilestonesOf(tx, type, [{ escrow, told, extra }], at))[0]!;
}

export type Told = {
  readonly escrow: Escrow;
  readonly told: readonly Milestone[];
  readonly extra: (milestone: Milestone) => object;
};

/** The same for several projects. */
export async function tellMilestonesOf(tx: Tx, type: EventType, changes: readonly Told[], at: Date): Promise<Escrow[]> {
  const counted = changes.map(({ escrow, told, extra }) => {
    const milestones = told.map((milestone) => ({
      ...milestone,
      eventSequence: milestone.eventSequence + 1,
      updatedAt: at,
    }));
    return { milestones, extra, after: milestones.reduce(withMilestone, escrow) };
  });
  await writeMilestonesOf(
    tx,
    counted.flatMap(({ milestones, after }) => milestones.map((milestone) => ({ key: after.project, milestone }))),
  );
  await appendEvents(
    tx,
    counted.flatMap(({ milestones, extra, after }) =>
      milestones.map((milestone) => ({
        orgId: after.project.orgId,
        type,
        resourceType: "escrow_milestone",
        resourceId: milestone.milestoneId,
        sequence: milestone.eventSequence,
        data: { ...milestoneRecordOf(after, milestone), ...extra(milestone) },
        at,
      })),
    ),
  );
  return counted.map(({ after }) => after);
}

/**
 * The books and a project disagree, so nothing may be paid. Counts as a row fault (combine.ts): other projects of the
 * batch are not affected.
 */
export class BooksDisagree extends Error {
  readonly code = "P0004";
  override readonly name = "BooksDisagree";
}
