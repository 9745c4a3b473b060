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
    const reasons = ["payouts of this organization are controlled, and this lets somebody pay or approve"];
    await deps.askSecondPerson(call, { ...grant, reasons, approverRole: "org-admin" });
  } else if (call.caller.platformRole === "admin") {
    const reasons = ["the platform lets somebody pay or approve in an organization"];
    await deps.askSecondPerson(call, { ...grant, reasons, approverRole: "platform-admin" });
  }
}

const PAYING: readonly Permission[] = ["payments:write", "ramps:write", "virtual-accounts:write", "escrow:write"];

/** What a role and permissions let their holder do with payouts: create them, approve those of others. */
export function powersOf(
  role: OrganizationRole | null,
  permissions: readonly Permission[] = [],
): ("pay" | "approve")[] {
  const pays =
    role === "org-admin" || role === "org-member" || permissions.some((permission) => PAYING.includes(permission));
  const approves = role === "org-admin" || permissions.includes("payouts:approve");
  return [...(pays ? (["pay"] as const) : []), ...(approves ? (["approve"] as const) : [])];
}
