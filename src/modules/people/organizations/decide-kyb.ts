import { actorOf } from "#src/modules/books/audit/actor-of.ts";
import { appendAudit, type AuditActor } from "#src/modules/books/audit/append-audit.ts";
import { appendEvents } from "#src/modules/delivery/webhooks/append-events.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db, Tx } from "#src/platform/db/client.ts";
import type { Caller } from "#src/platform/http/caller.ts";
import { badRequest, conflict, notFound, unauthorized } from "#src/platform/http/errors.ts";
import type { Logger } from "#src/platform/log.ts";
import { KybCallbackInvalid, type KybProvider, type KybUpdate } from "./kyb/kyb-provider.ts";
import { ORGANIZATION_TOPIC, showOrganization, type Organization } from "./organization.ts";
import { findKybDecidedAt, findOrganizationOfKybCustomer, insertKybCallback, lockOrganization, updateKyb } from "./queries.ts";

/**
 * How a verification comes to its end: by the provider's signed callback, or by an admin. Both go through `applyDecision`, which writes
 * the status, the event and the audit entry together.
 */
export type KybCallbackDeps = { db: Db; clock: Clock; log: Logger; kyb: KybProvider | null };

/** Verify, store once, apply: a callback that comes again, or comes late, changes nothing and is answered like the first one. */
export async function receiveKybCallback(
  deps: KybCallbackDeps,
  callback: { headers: Readonly<Record<string, string | undefined>>; rawBody: Buffer },
): Promise<void> {
  const { db, clock, log, kyb } = deps;
  const at = clock.now();
  try {
    const verified = kyb?.verifyCallback(callback, at) ?? null;
    if (kyb === null || verified === null) throw unauthorized("The signature does not hold");
    const update = kyb.parseCallback(callback.rawBody);
    await db.transaction(async (tx) => {
      const isNew = await insertKybCallback(tx, { provider: kyb.name, externalId: verified.externalId, body: callback.rawBody, at });
      if (!isNew || update === null) return;
      const orgId = await findOrganizationOfKybCustomer(tx, kyb.name, update.customerId);
      if (orgId === null) return log.warn({ kyb_provider: kyb.name, kyb_customer_id: update.customerId }, "a KYB callback is about nobody we know");
      await applyDecision(tx, { orgId, update, actor: { type: "system", id: `kyb:${kyb.name}` }, at });
    });
  } catch (error) {
    if (error instanceof KybCallbackInvalid) throw badRequest(error.message);
    throw error;
  }
}

export async function decideKyb(
  db: Db,
  input: { orgId: string; status: "approved" | "rejected"; reason: string | null; caller: Caller; requestId: string; at: Date },
): Promise<Organization> {
  return db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, input.orgId);
    if (organization === null) throw notFound("Organization");
    if (organization.kyb_customer_id === null) throw conflict("The verification was not started");
    const update: KybUpdate = { customerId: organization.kyb_customer_id, status: input.status, reason: input.reason, occurredAt: input.at };
    return applyDecision(tx, { orgId: input.orgId, update, actor: actorOf(input.caller), requestId: input.requestId, at: input.at });
  });
}

async function applyDecision(tx: Tx, input: { orgId: string; update: KybUpdate; actor: AuditActor; requestId?: string; at: Date }): Promise<Organization> {
  const { update, orgId, at } = input;
  const organization = await lockOrganization(tx, orgId);
  if (organization === null) throw notFound("Organization");
  const decidedAt = await findKybDecidedAt(tx, orgId);
  // Older news than what we know: it came late.
  if (decidedAt !== null && update.occurredAt < decidedAt) return organization;
  if (update.status === organization.kyb_status) return organization;

  const sequence = await updateKyb(tx, {
    orgId,
    status: update.status,
    provider: organization.kyb_provider,
    customerId: organization.kyb_customer_id,
    decidedAt: update.occurredAt,
    at,
  });
  const changed: Organization = { ...organization, kyb_status: update.status, updated_at: at };
  if (update.status !== "pending") {
    const data = { ...showOrganization(changed), previous_status: organization.kyb_status, reason: update.reason };
    await appendEvents(tx, [{ orgId, type: `kyb.${update.status}`, resourceType: "organization", resourceId: orgId, sequence, data, at }]);
  }
  await appendAudit(tx, [
    {
      orgId,
      actor: input.actor,
      action: `kyb.${update.status}`,
      resourceType: "organization",
      resourceId: orgId,
      changes: { kyb_status: { before: organization.kyb_status, after: update.status }, reason: update.reason },
      requestId: input.requestId,
      at,
    },
  ]);
  tx.notify(ORGANIZATION_TOPIC, orgId);
  return changed;
}
