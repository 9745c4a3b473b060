import { isDeepStrictEqual } from "node:util";
import type { Static } from "typebox";
import { actorIn, audit } from "#src/record/audit/index.ts";
import { ORGANIZATION_ROLES, PERMISSIONS } from "#src/kernel/http/caller.ts";
import type { GuardedCall } from "#src/kernel/http/second-person.ts";
import { conflict, forbidden, invalidField } from "#src/kernel/http/errors.ts";
import { ORGANIZATION_TOPIC, type Organization } from "./organization.ts";
import { findOrganization, lockOrganization, updateOrganizationRow } from "./queries.ts";
import { hasControls, loosenedControls } from "./apply-controls.ts";
import { powersOf } from "./guard-grant.ts";
import { voidInvites } from "./invite-queries.ts";
import type { OrganizationChangeSchema, OrganizationsDeps } from "./wire.ts";
import { readControls, readPayoutReview } from "./settings.ts";
import type { StoredSettings } from "./controls.ts";

type OrganizationChange = Static<typeof OrganizationChangeSchema>;

/** What the platform grants, charges or vouches for, only the platform may change. */
function platformFieldsOf(change: OrganizationChange): string[] {
  return [
    ...(change.country === undefined ? [] : ["country"]),
    ...(change.status === undefined ? [] : ["status"]),
    ...(change.features === undefined ? [] : ["features"]),
    ...(change.settings?.margin_bps === undefined ? [] : ["settings.margin_bps"]),
    ...(change.settings?.tags === undefined ? [] : ["settings.tags"]),
    ...(change.settings?.payout_destinations === "any" ? ["settings.payout_destinations to any"] : []),
  ];
}

/** Why a second platform admin must agree, too. */
function reasonsOfPlatform(before: Organization, wanted: StoredSettings, change: OrganizationChange): string[] {
  const grants = change.features?.some((feature) => !before.features.includes(feature)) === true;
  const returns = before.status === "suspended" && change.status === "active";
  return [
    ...(wanted.margin_bps === before.settings.margin_bps ? [] : ["it changes what conversions are worth"]),
    ...(grants || returns ? ["it lets an organization pay"] : []),
  ];
}

type ChangeDeps = Pick<OrganizationsDeps, "db" | "clock" | "askSecondPerson" | "environment" | "settings">;

const POWERFUL = {
  roles: ORGANIZATION_ROLES.filter((role) => powersOf(role).length > 0),
  permissions: PERMISSIONS.filter((permission) => powersOf(null, [permission]).length > 0),
};

/** Loosening a control needs a second person, and so does what the platform grants; everything else is done at once. */
export async function updateOrganization(
  { db, clock, askSecondPerson, environment, settings }: ChangeDeps,
  call: GuardedCall,
  orgId: string,
  change: OrganizationChange,
): Promise<Organization> {
  const { caller } = call;
  const at = clock.now();
  const reserved = platformFieldsOf(change);
  if (reserved.length > 0 && caller.platformRole !== "admin")
    throw forbidden(`Only the platform's admin may change ${reserved.join(", ")}`);

  // With a smaller margin, whoever waits for the market with a locked rate earns the difference.
  const leastMarginBps = environment === "production" ? settings.rateLockDriftBps : 0;
  if ((change.settings?.margin_bps ?? leastMarginBps) < leastMarginBps)
    throw invalidField("settings.margin_bps", `must be at least ${leastMarginBps}, the drift of a locked rate`);

  // A person without a second factor who required one would be the first to be locked out.
  if (
    change.settings?.require_second_factor === true &&
    caller.platformRole === null &&
    (caller.secondFactorAtMs ?? null) === null
  )
    throw conflict("Sign in with your own second factor before you require one of others", "SECOND_FACTOR_REQUIRED");

  const before = await findOrganization(db, orgId);
  const wanted = before === null ? {} : mergeSettings(before.settings, change.settings ?? {});
  const loosened = before === null ? [] : loosenedControls(before.settings, wanted);
  const reasons = before === null ? [] : reasonsOfPlatform(before, wanted, change);
  // The platform first: its admin may also decide what an org-admin may, and an approval covers the whole request.
  if (reasons.length > 0)
    await askSecondPerson(call, {
      orgId,
      title: "Change what the platform grants an organization",
      request: { ...change },
      reasons: [...reasons, ...loosened],
      approverRole: "platform-admin",
    });
  if (loosened.length > 0) {
    const title = "Loosen the controls of payouts";
    const asked = { orgId, title, request: { settings: change.settings }, reasons: loosened };
    await askSecondPerson(call, { ...asked, approverRole: "org-admin" });
  }
  const switchesOn = before !== null && !hasControls(before.settings) && hasControls(wanted);

  return db.transaction(async (tx) => {
    // Before the organization is locked, as everywhere (ARCHITECTURE.md).
    const voided = switchesOn ? await voidInvites(tx, orgId, POWERFUL, at) : [];
    const organization = await lockOrganization(tx, orgId);
    const changed: Organization = {
      ...organization,
      name: change.name?.trim() ?? organization.name,
      country: change.country ?? organization.country,
      status: change.status ?? organization.status,
      features: change.features === undefined ? organization.features : [...new Set(change.features)],
      settings: mergeSettings(organization.settings, change.settings ?? {}),
      updated_at: at,
    };
    const changes = differences(organization, changed);
    if (Object.keys(changes).length === 0) return organization;
    if ("name" in changes && organization.kyb_status === "approved" && caller.platformRole !== "admin")
      throw forbidden("The organization was verified under its name; only the platform's admin may change it");
    // Compared with the locked row again: somebody may have tightened a control since the first check.
    if (loosenedControls(organization.settings, changed.settings).length > loosened.length)
      throw conflict("The controls were changed meanwhile; read them and try again");
    await updateOrganizationRow(tx, changed);
    await audit(tx, { orgId, actor: actorIn(call), at }, "organization.updated", orgId, changes);
    for (const inviteId of voided)
      await audit(tx, { orgId, actor: actorIn(call), at }, "invite.revoked", inviteId, {
        reason: "controls switched on",
      });
    tx.notify(ORGANIZATION_TOPIC, orgId);
    return changed;
  });
}

function mergeSettings(settings: StoredSettings, change: NonNullable<OrganizationChange["settings"]>): StoredSettings {
  const { payout_review_above: review, controls, ...plain } = change;
  const given = Object.entries(plain).filter(([, value]) => value !== undefined);
  return {
    ...settings,
    ...(review === undefined ? {} : { payout_review_above: readPayoutReview(review) }),
    ...(controls === undefined ? {} : { controls: readControls(controls) }),
    ...Object.fromEntries(given),
  };
}

const COMPARED = ["name", "country", "status", "features", "settings"] as const;

function differences(before: Organization, after: Organization): Record<string, { before: unknown; after: unknown }> {
  const changed = COMPARED.filter((field) => !isDeepStrictEqual(before[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, { before: before[field], after: after[field] }]));
}
