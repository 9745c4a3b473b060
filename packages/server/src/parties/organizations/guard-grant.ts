import { type ApprovalDeps, passApproval } from "#src/parties/approvals/index.ts";
import type { Caller, OrganizationRole, Permission } from "#src/kernel/http/caller.ts";
import { hasControls } from "./apply-controls.ts";
import { findOrganization } from "./queries.ts";

/**
 * Where payouts are controlled, nobody alone may create another payer or approver: that person could act as both.
 * Throws `APPROVAL_REQUIRED` until a second person has approved; the approval is used before the grant is made.
 */
export async function guardGrant(
  deps: ApprovalDeps,
  caller: Caller,
  grant: { orgId: string; title: string; request: Record<string, unknown> },
): Promise<void> {
  const organization = await findOrganization(deps.db, grant.orgId);
  if (organization === null || !hasControls(organization.settings)) return;
  const reasons = ["payouts of this organization are controlled, and this lets somebody pay or approve"];
  await passApproval(deps, caller, { ...grant, reasons });
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
