import type { FastifyRequest } from "fastify";
import { actorOf, type AuditActor } from "#src/record/audit/index.ts";

/** Who starts or changes a payment. */
export type Initiator = {
  orgId: string;
  userId: string;
  actor: AuditActor;
  requestId?: string;
  /** The person who created the requesting API key. */ keyMadeBy?: string | undefined;
  /** The time after which the claim of the `Idempotency-Key` allows no more writes. */ commitBy?: Date | undefined;
};

export function initiatorOf({ caller, commitBy, id: requestId }: FastifyRequest, orgId: string): Initiator {
  const { userId, keyMadeBy } = caller;
  return { orgId, userId, actor: actorOf(caller), requestId, keyMadeBy, commitBy };
}

/** The audit entry of what an initiator does to a payment. */
export function auditBy({ actor, requestId }: Initiator, action: string, changes?: object) {
  return { actor, action, changes, requestId };
}

/** Of an `Idempotency-Key`: the id of the resource to create, and whether an earlier run may have created it. */
export type RequestKey = { id: string | undefined; repeats: boolean };

export function requestKeyOf(request: FastifyRequest): RequestKey {
  return { id: request.idempotencyId, repeats: request.idempotencyRepeats };
}
