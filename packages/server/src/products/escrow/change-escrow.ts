import type { FastifyRequest } from "fastify";
import { appendAudit, type AuditEntry } from "#src/record/audit/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { EventType } from "#src/record/events/index.ts";
import { lockLedger } from "#src/record/ledger/index.ts";
import { type Initiator, initiatorOf } from "#src/payments/requests/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { scopeOf } from "#src/kernel/http/caller.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { requireClaim } from "#src/kernel/http/claim-over.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import type { Escrow, Milestone, Party, ProjectKey, ProjectStatus } from "./escrow.ts";
import { milestoneRecordOf } from "./escrow-records.ts";
import { findProject, lockEscrow, readEscrow, writeMilestones } from "./queries.ts";

export type EscrowDeps = { db: Db; clock: Clock };

export type Requester = Initiator & ProjectKey;

/** The requester of the project in the path, if the caller may see it. Platform people act in its organization. */
export async function requesterOf(db: Db, request: FastifyRequest): Promise<Requester> {
  const { escrow_id } = request.params as { escrow_id: string };
  const project = await findProject(db, scopeOf(request.caller), escrow_id);
  if (project === undefined) throw notFound("Escrow project");
  return { ...initiatorOf(request, project.orgId), escrowId: project.escrowId };
}

/**
 * The project is locked as a whole, decided on the locked rows, and written in one transaction. A change that moves
 * money locks the ledger first, in the one order that everybody uses, and is not made once the requester's claim is
 * over.
 */
export async function changeEscrow<T>(
  deps: EscrowDeps,
  who: Requester,
  kind: "plan" | "money",
  work: (tx: Tx, escrow: Escrow, at: Date) => Promise<T>,
): Promise<T> {
  return deps.db.transaction(async (tx) => {
    if (kind === "money") await lockLedger(tx, who.orgId);
    const escrow = await lockEscrow(tx, who);
    if (escrow === undefined) throw notFound("Escrow project");
    const changed = await work(tx, escrow, deps.clock.now());
    if (kind === "money") await requireClaim(tx, who.commitBy);
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

export function requireParty(escrow: Escrow, partyId: string): Party {
  const party = escrow.parties.find((one) => one.partyId === partyId.toLowerCase());
  if (party === undefined) throw notFound("Party");
  return party;
}

export type Planned = { escrow: Escrow; milestone: Milestone };

export function withMilestone(escrow: Escrow, changed: Milestone): Escrow {
  const milestones = escrow.milestones.map((one) => (one.milestoneId === changed.milestoneId ? changed : one));
  return { ...escrow, milestones };
}

export async function auditEscrow(tx: Tx, who: Requester, action: string, changes: object, at: Date): Promise<void> {
  await appendAudit(tx, [auditOf(who, action, changes, at)]);
}

export function auditOf(who: Requester, action: string, changes: object, at: Date): AuditEntry {
  const { orgId, escrowId, actor, requestId } = who;
  const about = { resourceType: "escrow_project", resourceId: escrowId };
  return { orgId, actor, action: `escrow.${action}`, ...about, changes, requestId, at };
}

export type Changed = { readonly escrow: Escrow; readonly milestones: readonly Milestone[]; readonly extra?: object };

export async function publishMilestones(tx: Tx, type: EventType, changed: Changed, at: Date): Promise<Escrow> {
  return (await publishTogether(tx, type, [changed], at))[0]!;
}

/** One event for each milestone. Must run in the transaction that changed them. */
export async function publishTogether(tx: Tx, type: EventType, all: readonly Changed[], at: Date): Promise<Escrow[]> {
  const counted = all.map(({ escrow, milestones, extra }) => {
    const written = milestones.map((one) => ({ ...one, eventSequence: one.eventSequence + 1, updatedAt: at }));
    return { written, extra, after: written.reduce(withMilestone, escrow) };
  });
  const changed = counted.flatMap(({ written }) => written);
  await writeMilestones(tx, changed);
  const events = counted.flatMap(({ written, extra, after }) =>
    written.map((milestone) => ({
      orgId: milestone.orgId,
      type,
      resourceType: "escrow_milestone",
      resourceId: milestone.milestoneId,
      sequence: milestone.eventSequence,
      data: { ...milestoneRecordOf(after, milestone), ...extra },
      at,
    })),
  );
  await appendEvents(tx, events);
  return counted.map(({ after }) => after);
}

/** The books and a project disagree, so nothing may be paid. A row fault (combine.ts): other projects are not affected. */
export class BooksDisagree extends Error {
  readonly code = "P0004";
  override readonly name = "BooksDisagree";
}
