import type { AccessTable } from "#src/kernel/http/access-control.ts";
import {
  type Caller,
  ORGANIZATION_ROLES,
  type OrganizationRole,
  type Permission,
  PERMISSIONS,
} from "#src/kernel/http/caller.ts";
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

export type RolePermissions = Readonly<Record<OrganizationRole, ReadonlySet<Permission>>>;

/** A role has a permission when every endpoint that requires it also allows the role. An org-admin has all. */
export function rolePermissions(access: AccessTable): RolePermissions {
  const rules = Object.values(access);
  const permissionsOf = (role: OrganizationRole): ReadonlySet<Permission> =>
    new Set(
      PERMISSIONS.filter((permission) => {
        if (role === "org-admin") return true;
        const asking = rules.filter((rule) => rule.permission === permission);
        return asking.length > 0 && asking.every((rule) => typeof rule.roles !== "string" && rule.roles.includes(role));
      }),
    );
  return Object.fromEntries(ORGANIZATION_ROLES.map((role) => [role, permissionsOf(role)])) as Record<
    OrganizationRole,
    ReadonlySet<Permission>
  >;
}

export function sourceOfPermission(
  roles: RolePermissions,
  member: { role: OrganizationRole; permissions: Iterable<Permission> },
  permission: Permission,
): "role" | "grant" | null {
  if (roles[member.role].has(permission)) return "role";
  return new Set(member.permissions).has(permission) ? "grant" : null;
}

/** A person who is not an org-admin can only grant what they have. */
export function assertMayHandOn(caller: Caller, roles: RolePermissions, granted: readonly Permission[]): void {
  if (isOrganizationAdmin(caller)) return;
  const { role, permissions } = caller;
  const missing = granted.filter(
    (permission) => role === null || sourceOfPermission(roles, { role, permissions }, permission) === null,
  );
  if (missing.length > 0)
    throw forbidden(`You can only grant permissions that you have yourself; missing: ${missing.join(", ")}`);
}
