import type { FastifyRequest } from "fastify";
import { actorOf } from "#src/record/audit/index.ts";
import type { ApprovalDeps } from "#src/parties/approvals/index.ts";
import { scopeOf } from "#src/kernel/http/caller.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import type { EscrowDeps, Requester } from "./change-escrow.ts";
import type { SeparationDeps } from "./guard-milestone.ts";
import { findProject, type ProjectKey } from "./queries.ts";
import type { Disburser, DisburserDeps } from "./settle-disbursements.ts";

export type EscrowRouteDeps = EscrowDeps &
  SeparationDeps &
  Pick<DisburserDeps, "payments"> & { disburser: Disburser; approvals: ApprovalDeps };

/** The project in the path, if the caller may see it; platform people act in the project's own organization. */
export async function projectFor(db: Db, request: FastifyRequest): Promise<{ key: ProjectKey; who: Requester }> {
  const { caller, commitBy } = request;
  const project = await findProject(db, scopeOf(caller), (request.params as { escrow_id: string }).escrow_id);
  if (project === undefined) throw notFound("Escrow project");
  const { orgId, escrowId } = project;
  const who = {
    orgId,
    userId: caller.userId,
    actor: actorOf(caller),
    requestId: request.id,
    keyMadeBy: caller.keyMadeBy,
    commitBy,
  };
  return { key: { orgId, escrowId }, who };
}
