import { actorIn, audit } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Call, Caller } from "#src/kernel/http/caller.ts";
import { conflict, notFound, unavailable } from "#src/kernel/http/errors.ts";
import type { Logger } from "#src/kernel/log.ts";
import { KybUnavailable, type KybProvider } from "./kyb/kyb-provider.ts";
import { type KybStatus, type Organization, ORGANIZATION_TOPIC } from "./organization.ts";
import { findOrganization, lockOrganization, updateKyb } from "./queries.ts";

const PROVIDER_DEADLINE_MS = 30_000;
const RETRY_AFTER_SECONDS = 30;
/** Without a provider an admin decides, from the documents that the organization handed in. */
export const MANUAL = "manual";

export type StartedKyb = { kyb_status: KybStatus; kyb_customer_id: string; verification_url: string | null };

/** The provider is called before anything is written: after a lost write, a repeated call finds the existing case. */
export async function startKyb(
  deps: { db: Db; clock: Clock; log: Logger; kyb: () => KybProvider | null },
  call: Call,
  orgId: string,
): Promise<StartedKyb> {
  const organization = await findOrganization(deps.db, orgId);
  if (organization === null) throw notFound("Organization");
  assertMayStart(organization, call.caller);

  const kyb = deps.kyb();
  const provider = kyb?.name ?? MANUAL;
  const opened =
    kyb === null
      ? { customerId: `${MANUAL}-${orgId}`, verificationUrl: null }
      : await askProvider(kyb, deps.log, organization);

  await deps.db.transaction(async (tx) => {
    const at = deps.clock.now();
    const locked = await lockOrganization(tx, orgId);
    assertMayStart(locked, call.caller);
    if (locked.kyb_status === "pending" && locked.kyb_customer_id === opened.customerId) return;
    await updateKyb(tx, {
      orgId,
      status: "pending",
      provider,
      customerId: opened.customerId,
      reason: null,
      decidedAt: null,
      decidedBy: null,
      isEvent: false,
      at,
    });
    const kyb_status = { before: locked.kyb_status, after: "pending" };
    const changes = { kyb_status, kyb_provider: provider, kyb_customer_id: opened.customerId };
    const by = { orgId, actor: actorIn(call), at, resourceType: "organization" };
    await audit(tx, by, "kyb.started", orgId, changes);
    tx.notify(ORGANIZATION_TOPIC, orgId);
  });
  return { kyb_status: "pending", kyb_customer_id: opened.customerId, verification_url: opened.verificationUrl };
}

/** An organization that a person rejected must not undo that by starting verification again. */
function assertMayStart(organization: Organization, caller: Caller): void {
  if (organization.kyb_status === "approved") throw conflict("This organization is already verified");
  if (organization.kyb_status === "rejected" && organization.kyb_decided_by !== null && caller.platformRole !== "admin")
    throw conflict(
      "The platform has rejected this verification, and only the platform can open it again; contact its support",
    );
}

async function askProvider(kyb: KybProvider, log: Logger, { org_id: orgId, name, country }: Organization) {
  try {
    return await kyb.startVerification({ orgId, name, country }, AbortSignal.timeout(PROVIDER_DEADLINE_MS));
  } catch (error) {
    if (!(error instanceof KybUnavailable)) throw error;
    log.error({ err: error, org_id: orgId }, "the verification provider did not open a case");
    throw unavailable("The verification provider cannot be reached at the moment", RETRY_AFTER_SECONDS);
  }
}
