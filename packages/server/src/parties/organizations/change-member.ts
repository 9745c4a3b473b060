import { audit, type AuditActor } from "#src/record/audit/index.ts";
import { handOverEndpoints } from "#src/record/webhooks/index.ts";
import { isServiceAccount, USER_TOPIC } from "#src/parties/users/index.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller, OrganizationRole, Permission } from "#src/kernel/http/caller.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { assertMayAppoint, assertMayHandOn, assertMayManage, type Member, type RolePermissions } from "./member.ts";
import { isMember } from "./membership.ts";
import type { NotifyOrganization } from "./send-mail.ts";
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
export type RevokeKeysOfMember = (tx: Tx, removal: MemberChange) => Promise<{ name: string; prefix: string }[]>;

export async function removeMember(
  deps: { db: Db; revokeKeysOfMember: RevokeKeysOfMember; notifyOrganization: NotifyOrganization },
  input: MemberChange & { handOverTo?: string | undefined },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const member = await lockMember(tx, input);
    if (member.role === "org-admin") await assertNotLastAdmin(tx, input.orgId);
    await deleteMember(tx, input.orgId, input.userId);
    const { orgId, handOverTo } = input;
    const heir = handOverTo ?? input.caller.userId;
    const isOurs = await isMember(tx, orgId, heir);
    if (handOverTo !== undefined && !isOurs) throw invalidField("hand_over_to", "must be another member");
    const keys = await deps.revokeKeysOfMember(tx, input);
    const webhooks = await handOverEndpoints(tx, orgId, input.userId, isOurs ? heir : null);
    const { email, role, permissions } = member;
    await audit(tx, input, "member.removed", input.userId, { email, role, permissions, webhooks });
    if (keys.length + webhooks.length > 0)
      await deps.notifyOrganization(tx, orgId, {
        subject: `${email} was removed, and left API keys or webhooks`,
        text:
          `API keys that ended: ${keys.map(({ name }) => name).join(", ") || "none"}. Replace those in use.\n\n` +
          `Webhooks handed over: ${webhooks.join(", ") || "none"}. Rotate their secrets.\n`,
      });
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
