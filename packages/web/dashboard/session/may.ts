import { ACCESS, type AccessRule, type Operation } from "@corridor/shared/access.ts";
import { type Session, useSession } from "./session.ts";

/**
 * What to show: the rules of the access table that the server uses. It only hides buttons that would be refused; the
 * server decides on its own.
 */
export function isAllowed(session: Session, operation: Operation): boolean {
  const rule: AccessRule | undefined = ACCESS[operation];
  if (rule === undefined) return false;
  const { platform_role: platformRole } = session.user;
  if (platformRole === "admin") return true;
  if (typeof rule.roles === "string") return true;
  if (platformRole !== null && rule.roles.includes(platformRole)) return true;
  const organization = session.organization;
  if (organization === null) return false;
  if (rule.feature !== undefined && !organization.features.includes(rule.feature)) return false;
  if (organization.role !== null && rule.roles.includes(organization.role)) return true;
  return rule.permission !== undefined && organization.permissions.includes(rule.permission);
}

export function useMay(): (operation: Operation) => boolean {
  const session = useSession();
  return (operation) => isAllowed(session, operation);
}
