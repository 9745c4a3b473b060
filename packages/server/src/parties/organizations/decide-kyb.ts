import { actorIn, audit, type AuditActor } from "#src/record/audit/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { NotifyOrganization, NotifyPlatform } from "./send-mail.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Call } from "#src/kernel/http/caller.ts";
import { badRequest, conflict, unauthorized } from "#src/kernel/http/errors.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { PlatformRules } from "./controls.ts";
import { KybCallbackInvalid, type KybProvider, type KybUpdate } from "./kyb/kyb-provider.ts";
import { type KybReview, ORGANIZATION_TOPIC, type Organization, showOrganization } from "./organization.ts";
import {
  findKybDecidedAt,
  findOrganizationOfKybCustomer,
  insertKybCallback,
  lockOrganization,
  updateKyb,
  updateKybReview,
} from "./queries.ts";

/**
 * By the provider's signed callback, or by a platform admin. A person's decision stays until a person changes it: a
 * callback that contradicts it is shown to the platform as `kyb_review`.
 */
export type KybCallbackDeps = {
  cells: CellsInUse;
  clock: Clock;
  log: Logger;
  kyb: () => KybProvider | null;
  notifyPlatform: NotifyPlatform;
  notifyOrganization: NotifyOrganization;
  settings: PlatformRules;
  publicBaseUrl: string;
};

/** Verify, store once, apply: a repeated or late callback changes nothing and gets the same answer as the first one. */
export async function receiveKybCallback(
  deps: KybCallbackDeps,
  callback: { headers: Readonly<Record<string, string | undefined>>; rawBody: Buffer },
): Promise<void> {
  const { cells, clock, log } = deps;
  const kyb = deps.kyb();
  const at = clock.now();
  try {
    const verified = kyb?.verifyCallback(callback, at) ?? null;
    if (kyb === null || verified === null) throw unauthorized("The signature is invalid", "SIGNATURE_INVALID");
    const update = kyb.parseCallback(callback.rawBody);
    const orgId =
      update === null ? null : await findOrganizationOfKybCustomer(cells.anywhere, kyb.name, update.customerId);
    await cells.within(orgId ?? "", (db) =>
      db.transaction(async (tx) => {
        const isNew = await insertKybCallback(tx, {
          provider: kyb.name,
          externalId: verified.externalId,
          body: callback.rawBody,
          at,
        });
        if (!isNew || update === null) return;
        if (orgId === null)
          return log.warn(
            { kyb_provider: kyb.name, kyb_customer_id: update.customerId },
            "a KYB callback names an unknown customer",
          );
        await applyCallback(tx, deps, { orgId, update, actor: { type: "system", id: `kyb:${kyb.name}` }, at });
      }),
    );
  } catch (error) {
    if (error instanceof KybCallbackInvalid) throw badRequest(error.message);
    throw error;
  }
}

/** A person's decision always counts, also to confirm an earlier one. */
export async function decideKyb(
  deps: KybCallbackDeps & { db: Db },
  call: Call,
  orgId: string,
  status: "approved" | "rejected",
  reason: string | null,
): Promise<Organization> {
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, orgId);
    const customerId = organization.kyb_customer_id;
    if (customerId === null) throw conflict("The verification was not started");
    const update: KybUpdate = { customerId, status, reason, occurredAt: at };
    const said = { orgId, update, actor: actorIn(call), at };
    return writeDecision(tx, deps, organization, said, call.caller.userId);
  });
}

type Said = { orgId: string; update: KybUpdate; actor: AuditActor; at: Date };

async function applyCallback(tx: Tx, deps: KybCallbackDeps, said: Said): Promise<void> {
  const { update, orgId } = said;
  const organization = await lockOrganization(tx, orgId);
  const decidedAt = await findKybDecidedAt(tx, orgId);
  // The callback is older than the known state: it arrived late.
  if (decidedAt !== null && update.occurredAt < decidedAt) return;
  if (organization.kyb_decided_by !== null) return contradictPerson(tx, deps, organization, said);
  // The same status for another reason: the applicant must correct something else.
  if (update.status !== organization.kyb_status || update.reason !== organization.kyb_reason)
    await writeDecision(tx, deps, organization, said, null);
}

/** A person has already decided. If the verifier agrees with that decision, nothing is left to review. */
async function contradictPerson(
  tx: Tx,
  deps: KybCallbackDeps,
  organization: Organization,
  { orgId, update, actor, at }: Said,
): Promise<void> {
  const review: KybReview | null =
    update.status === organization.kyb_status
      ? null
      : { status: update.status, reason: update.reason, occurred_at: update.occurredAt.toISOString() };
  if (review === null && organization.kyb_review === null) return;
  await updateKybReview(tx, orgId, review, at);
  const says = { kyb_status: organization.kyb_status, verifier_says: update.status };
  const by = { orgId, actor, at, resourceType: "organization" };
  const action = review === null ? "kyb.agreed" : "kyb.contradicted";
  await audit(tx, by, action, orgId, { ...says, reason: update.reason });
  if (review === null || review.status === organization.kyb_review?.status) return;
  await deps.notifyPlatform(tx, {
    type: "kyb.contradicted",
    subject:
      `The verifier reports ${update.status} for ${organization.name}, but a person decided ` +
      `${organization.kyb_status}`,
    text:
      `The person's decision stays in force. Review the organization's verification and decide again.\n\nThe ` +
      `verifier's reason: ${update.reason ?? "none given"}\n`,
    data: { org_id: orgId, ...says },
  });
}

async function writeDecision(
  tx: Tx,
  deps: KybCallbackDeps,
  organization: Organization,
  said: Said,
  decidedBy: string | null,
): Promise<Organization> {
  const { update, orgId, at } = said;
  const isEvent = update.status !== organization.kyb_status && update.status !== "pending";
  const sequence = await updateKyb(tx, {
    orgId,
    status: update.status,
    provider: organization.kyb_provider,
    customerId: organization.kyb_customer_id,
    reason: update.reason,
    decidedAt: update.occurredAt,
    decidedBy,
    isEvent,
    at,
  });
  const changed: Organization = {
    ...organization,
    kyb_status: update.status,
    kyb_decided_by: decidedBy,
    kyb_reason: update.reason,
    kyb_review: null,
    updated_at: at,
  };
  if (isEvent) {
    const data = {
      ...showOrganization(changed, deps.settings),
      previous_status: organization.kyb_status,
      reason: update.reason,
    };
    await appendEvents(tx, [
      { orgId, type: `kyb.${update.status}`, resourceType: "organization", resourceId: orgId, sequence, data, at },
    ]);
  }
  const kyb_status = { before: organization.kyb_status, after: update.status };
  const by = { ...said, resourceType: "organization" };
  await audit(tx, by, `kyb.${update.status}`, orgId, { kyb_status, reason: update.reason });
  if (isEvent || (update.reason !== null && update.reason !== organization.kyb_reason)) {
    const subject = `The business verification of ${organization.name} is ${update.status}`;
    const text = `Reason: ${update.reason ?? "none was given"}\n\n${deps.publicBaseUrl}/dashboard/settings/kyb\n`;
    await deps.notifyOrganization(tx, orgId, { type: `kyb.${update.status}`, subject, text });
  }
  tx.notify(ORGANIZATION_TOPIC, orgId);
  return changed;
}
