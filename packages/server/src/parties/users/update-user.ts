import { actorOf, appendAudit } from "#src/record/audit/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Caller, PlatformRole } from "#src/kernel/http/caller.ts";
import { conflict, forbidden, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { isId } from "@corridor/base/ids.ts";
import { readPhone } from "./create-user.ts";
import type { Memberships } from "./memberships.ts";
import { lockUser, updateUserRow } from "./queries.ts";
import { USER_TOPIC, type User } from "./user.ts";

export type UserChange = {
  name?: string;
  phone?: string | null;
  country?: string | null;
  default_org_id?: string | null;
  platform_role?: PlatformRole | null;
  disabled?: boolean;
};

/** A person changes their own profile; a platform admin anybody's, and alone the rights over the platform. */
export async function updateUser(
  { db, memberships }: { db: Db; memberships: Memberships },
  input: { userId: string; change: UserChange; caller: Caller; requestId: string; at: Date },
): Promise<User> {
  const { change, caller, at } = input;
  if (change.platform_role !== undefined && caller.platformRole !== "admin")
    throw forbidden("Only the platform's admin may change platform_role");
  if (change.platform_role !== undefined && input.userId === caller.userId)
    throw conflict("You cannot change your own platform_role; ask another admin");
  if (change.disabled !== undefined && caller.platformRole !== "admin")
    throw forbidden("Only the platform's admin may disable or enable a user");
  if (change.disabled !== undefined && input.userId === caller.userId)
    throw conflict("You cannot disable yourself; ask another admin");

  return db.transaction(async (tx) => {
    const user = await lockUser(tx, input.userId);
    if (user === null) throw notFound("User");
    const country = change.country === undefined ? user.country : change.country;
    const changed: User = {
      ...user,
      name: change.name?.trim() ?? user.name,
      country,
      phone: change.phone === undefined ? user.phone : readPhone(change.phone, country ?? undefined),
      default_org_id: change.default_org_id === undefined ? user.default_org_id : change.default_org_id,
      platform_role: change.platform_role === undefined ? user.platform_role : change.platform_role,
      disabled_at: change.disabled === undefined ? user.disabled_at : change.disabled ? (user.disabled_at ?? at) : null,
      updated_at: at,
    };
    const orgId = changed.default_org_id;
    if (
      orgId !== user.default_org_id &&
      orgId !== null &&
      !(isId(orgId) && (await memberships.isMember(tx, orgId, user.user_id)))
    ) {
      throw invalidField("default_org_id", "is not an organization of this user");
    }
    const changes = differences(user, changed);
    if (Object.keys(changes).length === 0) return user;
    await updateUserRow(tx, changed);
    await appendAudit(tx, [
      {
        orgId: null,
        actor: actorOf(caller),
        action: "user.updated",
        resourceType: "user",
        resourceId: user.user_id,
        changes,
        requestId: input.requestId,
        at,
      },
    ]);
    tx.notify(USER_TOPIC, user.user_id);
    return changed;
  });
}

const COMPARED = ["name", "phone", "country", "default_org_id", "platform_role", "disabled_at"] as const;

function differences(before: User, after: User): Record<string, { before: unknown; after: unknown }> {
  return Object.fromEntries(
    COMPARED.filter((field) => before[field] !== after[field]).map((field) => [
      field,
      { before: before[field], after: after[field] },
    ]),
  );
}
