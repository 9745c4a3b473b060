import type { Caller, OrganizationRole, Permission } from "#src/kernel/http/caller.ts";
import { forbidden } from "#src/kernel/http/errors.ts";

export type Member = {
  readonly org_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OrganizationRole;
  readonly permissions: Permission[];
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** Nobody raises anybody above their own rights. With `members:write` one manages members and viewers only. */
export function assertMayManage(caller: Caller, target: { userId?: string; role: OrganizationRole }): void {
  if (isOrganizationAdmin(caller)) return;
  if (target.role === "org-admin") throw forbidden("Only an org-admin may appoint, change or remove an org-admin");
  if (target.userId === caller.userId) throw forbidden("You cannot change your own role or permissions");
}

/** Otherwise a viewer who manages members could make themselves an org-member under another address. */
export function assertMayAppoint(caller: Caller, role: OrganizationRole): void {
  if (isOrganizationAdmin(caller)) return;
  if (role === "org-member" && caller.role !== "org-member")
    throw forbidden("Only an org-member or an org-admin may appoint an org-member");
}

export function isOrganizationAdmin(caller: Caller): boolean {
  return caller.platformRole === "admin" || caller.role === "org-admin";
}
