import { audit, type AuditActor } from "#src/record/audit/index.ts";
import { isServiceAccount, USER_TOPIC } from "#src/parties/users/index.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller, OrganizationRole, Permission } from "#src/kernel/http/caller.ts";
import { conflict, forbidden, notFound } from "#src/kernel/http/errors.ts";
import {
  assertMayAppoint,
  assertMayManage,
  isOrganizationAdmin,
  type Member,
  type RolePermissions,
  sourceOfPermission,
} from "./member.ts";
import { countAdmins, deleteMember, findMember, lockOrganization, updateMember } from "./queries.ts";

/** Every change takes the organization's lock first: two admins who remove each other leave one org-admin. */
export type MemberChange = { orgId: string; userId: string; caller: Caller; actor: AuditActor; at: Date };

export async function changeMemberRole(db: Db, input: MemberChange & { role: OrganizationRole }): Promise<Member> {
  assertMayManage(input.caller, { userId: input.userId, role: input.role });
  return db.transaction(async (tx) => {
    const member = await lockMember(tx, input);
    if (member.role === input.role) return member;
    assertMayAppoint(input.caller, input.role);
    if (input.role === "org-admin" && (await isServiceAccount(tx, input.userId)))
      throw conflict("A service account cannot be an org-admin");
    if (member.role === "org-admin") await assertNotLastAdmin(tx, input.orgId);
    return write(tx, input, member, { role: input.role, permissions: member.permissions }, "member.role_changed");
  });
}

/** Revokes all that acts for a former member, after the membership ended: nothing new can be created meanwhile. */
export type RevokeKeysOfMember = (tx: Tx, removal: MemberChange) => Promise<void>;

export async function removeMember(
  deps: { db: Db; revokeKeysOfMember: RevokeKeysOfMember },
  input: MemberChange,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const member = await lockMember(tx, input);
    if (member.role === "org-admin") await assertNotLastAdmin(tx, input.orgId);
    await deleteMember(tx, input.orgId, input.userId);
    const { email, role, permissions } = member;
    await audit(tx, input, "member.removed", input.userId, { email, role, permissions });
    await deps.revokeKeysOfMember(tx, input);
    tx.notify(USER_TOPIC, input.userId);
  });
}

/** `change` computes the new list from the old one, so that grant, replace and revoke share every rule. */
export async function changePermissions(
  db: Db,
  input: MemberChange & {
    roles: RolePermissions;
    action: string;
    change: (held: ReadonlySet<Permission>) => Iterable<Permission>;
  },
): Promise<Member> {
  return db.transaction(async (tx) => {
    const member = await lockMember(tx, input);
    const held = new Set(member.permissions);
    const permissions = [...new Set(input.change(held))].sort();
    const granted = permissions.filter((permission) => !held.has(permission));
    assertMayHandOn(input.caller, input.roles, granted);
    if (permissions.length === held.size && permissions.every((permission) => held.has(permission))) return member;
    return write(tx, input, member, { role: member.role, permissions }, input.action);
  });
}

/** A person who is not an org-admin can only grant what they have. */
function assertMayHandOn(caller: Caller, roles: RolePermissions, granted: readonly Permission[]): void {
  if (isOrganizationAdmin(caller)) return;
  const { role, permissions } = caller;
  const missing = granted.filter(
    (permission) => role === null || sourceOfPermission(roles, { role, permissions }, permission) === null,
  );
  if (missing.length > 0)
    throw forbidden(`You can only grant permissions that you have yourself; missing: ${missing.join(", ")}`);
}

async function lockMember(tx: Tx, input: MemberChange): Promise<Member> {
  await lockOrganization(tx, input.orgId);
  const member = await findMember(tx, input.orgId, input.userId);
  if (member === null) throw notFound("Member");
  assertMayManage(input.caller, { userId: input.userId, role: member.role });
  return member;
}

async function assertNotLastAdmin(tx: Tx, orgId: string): Promise<void> {
  if ((await countAdmins(tx, orgId)) <= 1)
    throw conflict(
      "The last org-admin of an organization cannot be removed; appoint another one first",
      "LAST_ORG_ADMIN",
    );
}

async function write(
  tx: Tx,
  input: MemberChange,
  member: Member,
  next: { role: OrganizationRole; permissions: Permission[] },
  action: string,
): Promise<Member> {
  await updateMember(tx, { orgId: input.orgId, userId: input.userId, ...next, at: input.at });
  const before = { role: member.role, permissions: member.permissions };
  await audit(tx, input, action, input.userId, { before, after: next });
  tx.notify(USER_TOPIC, input.userId);
  return { ...member, ...next, updated_at: input.at };
}
