import { type ApprovalDeps, passApproval } from "#src/modules/people/approvals/request-approval.ts";
import type { Caller, OrganizationRole, Permission } from "#src/platform/http/caller.ts";
import { hasControls } from "./apply-controls.ts";
import { findOrganization } from "./queries.ts";

/**
 * Where payouts are controlled, nobody alone may create another payer or approver: that person could act as both. Throws `APPROVAL_REQUIRED` until a
 * second person has approved; the approval is consumed here, before the grant is made.
 */
export async function guardGrant(deps: ApprovalDeps, caller: Caller, grant: { orgId: string; title: string; request: Record<string, unknown> }): Promise<void> {
  const organization = await findOrganization(deps.db, grant.orgId);
  if (organization === null || !hasControls(organization.settings)) return;
  const reasons = ["payouts of this organization are controlled, and this lets somebody pay or approve"];
  await passApproval(deps, caller, { ...grant, reasons });
}

/** Whether a role or permission lets its holder act as the second person. */
export function mayApprove(role: OrganizationRole | null, permissions: readonly Permission[] = []): boolean {
  return role === "org-admin" || permissions.includes("payouts:approve");
}
