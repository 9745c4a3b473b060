import { PERMISSIONS, type Caller, type OrganizationRole, type Permission } from "#src/platform/http/caller.ts";
import { forbidden } from "#src/platform/http/errors.ts";

export type Member = {
  readonly org_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OrganizationRole;
  readonly permissions: readonly Permission[];
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** What each role may do without any grant. The access table decides per endpoint; this is its summary for people who grant. */
export const ROLE_PERMISSIONS: Readonly<Record<OrganizationRole, ReadonlySet<Permission>>> = {
  "org-admin": new Set(PERMISSIONS),
  "org-member": new Set<Permission>(["payments:write", "ramps:write", "beneficiaries:write", "payment-links:write"]),
  "org-viewer": new Set<Permission>(),
};

export function hasPermission(member: { role: OrganizationRole; permissions: Iterable<Permission> }, permission: Permission): boolean {
  return ROLE_PERMISSIONS[member.role].has(permission) || new Set(member.permissions).has(permission);
}

/**
 * Nobody lifts anybody, themselves included, above what they are. An org-admin (or the platform's admin) may do all of this; whoever
 * merely holds `members:write` may manage members and viewers, hand on permissions they have themselves, and not touch an org-admin.
 */
export function assertMayManage(caller: Caller, target: { userId?: string; role: OrganizationRole }, grants: readonly Permission[] = []): void {
  if (isOrganizationAdmin(caller)) return;
  if (target.role === "org-admin") throw forbidden("Only an org-admin may appoint, change or remove an org-admin");
  if (target.userId === caller.userId) throw forbidden("Nobody changes their own role or permissions");
  const missing = caller.role === null ? grants : grants.filter((grant) => !hasPermission({ role: caller.role!, permissions: caller.permissions }, grant));
  if (missing.length > 0) throw forbidden(`Only somebody who has it may grant ${missing.join(", ")}`);
}

export function isOrganizationAdmin(caller: Caller): boolean {
  return caller.platformRole === "admin" || caller.role === "org-admin";
}
