import type { AccessTable } from "#src/kernel/http/access-control.ts";
import { ORGANIZATION_ROLES, PERMISSIONS, type OrganizationRole, type Permission } from "#src/kernel/http/caller.ts";

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
