import type { Queryable } from "#src/kernel/db/client.ts";
import type { OrganizationRole, Permission } from "#src/kernel/http/caller.ts";
import type { AskSecondPerson, GuardedCall } from "#src/kernel/http/second-person.ts";
import { hasControls } from "./apply-controls.ts";
import { findOrganization } from "./queries.ts";

/**
 * Where payouts are controlled, nobody alone may create another payer or approver: that person could act as both. Nor
 * may a platform admin alone in an organization without controls, to which the admin need not belong.
 */
export async function guardGrant(
  deps: { db: Queryable; askSecondPerson: AskSecondPerson },
  call: GuardedCall,
  grant: { orgId: string; title: string; request: Record<string, unknown> },
): Promise<void> {
  const organization = await findOrganization(deps.db, grant.orgId);
  if (organization === null) return;
  if (hasControls(organization.settings)) {
    const reasons = ["payouts of this organization are controlled, and this lets somebody pay, approve or administer"];
    await deps.askSecondPerson(call, { ...grant, reasons, approverRole: "org-admin" });
  } else if (call.caller.platformRole === "admin") {
    const reasons = ["the platform lets somebody pay, approve or administer in an organization"];
    await deps.askSecondPerson(call, { ...grant, reasons, approverRole: "platform-admin" });
  }
}

const GRANTS = {
  pay: ["payments:write", "refunds:write", "ramps:write", "virtual-accounts:write", "escrow:write"],
  approve: ["payouts:approve"],
  // Who may ask to loosen a control, or to let somebody in, is the first of the two people for it.
  administer: ["organization:write", "members:write"],
} as const satisfies Record<string, readonly Permission[]>;
type Power = keyof typeof GRANTS;
const POWERS = Object.keys(GRANTS) as Power[];

/** What a role and permissions let their holder do with money, approvals, people and controls. */
export function powersOf(role: OrganizationRole | null, permissions: readonly Permission[] = []): Power[] {
  return POWERS.filter((power) => {
    const byRole = role === "org-admin" || (role === "org-member" && power === "pay");
    return byRole || permissions.some((permission) => (GRANTS[power] as readonly Permission[]).includes(permission));
  });
}
