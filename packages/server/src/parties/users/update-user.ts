import { actorIn, audit } from "#src/record/audit/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Call } from "#src/kernel/http/caller.ts";
import type { AskSecondPerson, GuardedCall } from "#src/kernel/http/second-person.ts";
import { conflict, forbidden, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { isId } from "@corridor/base/ids.ts";
import { readPhone } from "./create-user.ts";
import { findUser, lockUser, updateKycStatus, updateUserRow } from "./queries.ts";
import { type KycStatus, type Memberships, USER_TOPIC, type User } from "./user.ts";

type Deps = { db: Db; clock: Clock; memberships: Memberships };

export type UserChange = Partial<Pick<User, "name" | "phone" | "country" | "default_org_id" | "platform_role">> & {
  disabled?: boolean;
};

/** A person changes their own profile; a platform admin anybody's, and with a second one who is a platform admin. */
export async function updateUser(
  { db, clock, memberships, askSecondPerson }: Deps & { askSecondPerson: AskSecondPerson },
  call: GuardedCall,
  userId: string,
  change: UserChange,
): Promise<User> {
  const { caller } = call;
  const at = clock.now();
  if (change.platform_role !== undefined && caller.platformRole !== "admin")
    throw forbidden("Only the platform's admin may change platform_role");
  if (change.platform_role !== undefined && userId === caller.userId)
    throw conflict("You cannot change your own platform_role; ask another admin");
  if (change.disabled !== undefined && caller.platformRole !== "admin")
    throw forbidden("Only the platform's admin may disable or enable a user");
  if (change.disabled !== undefined && userId === caller.userId)
    throw conflict("You cannot disable yourself; ask another admin");
  const before = await findUser(db, userId);
  const platform_role = change.platform_role ?? before?.platform_role ?? null;
  const gains = change.platform_role != null && platform_role !== before?.platform_role;
  const returns = change.disabled === false && before?.disabled_at != null;
  if (before !== null && (gains || returns))
    await askSecondPerson(call, {
      orgId: null,
      title:
        platform_role === null ? `Enable ${before.email} again` : `Make ${before.email} a platform ${platform_role}`,
      request: { user_id: userId, ...change },
      reasons: [
        platform_role === null ? "it lets somebody act again" : "platform people see and decide for every organization",
      ],
      approverRole: "platform-admin",
    });

  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === null) throw notFound("User");
    const { country = user.country, default_org_id = user.default_org_id, platform_role = user.platform_role } = change;
    const changed: User = {
      ...user,
      name: change.name?.trim() ?? user.name,
      country,
      phone: change.phone === undefined ? user.phone : readPhone(change.phone, country ?? undefined),
      default_org_id,
      platform_role,
      disabled_at: change.disabled === undefined ? user.disabled_at : change.disabled ? (user.disabled_at ?? at) : null,
      updated_at: at,
    };
    if (
      default_org_id !== user.default_org_id &&
      default_org_id !== null &&
      !(isId(default_org_id) && (await memberships.isMember(tx, default_org_id, user.user_id)))
    )
      throw invalidField("default_org_id", "is not an organization of this user");
    const changes = differences(user, changed);
    if (Object.keys(changes).length === 0) return user;
    await updateUserRow(tx, changed);
    await audit(tx, { orgId: null, actor: actorIn(call), at }, "user.updated", user.user_id, changes);
    tx.notify(USER_TOPIC, user.user_id);
    return changed;
  });
}

const COMPARED = ["name", "phone", "country", "default_org_id", "platform_role", "disabled_at"] as const;

function differences(before: User, after: User): Record<string, { before: unknown; after: unknown }> {
  const changed = COMPARED.filter((field) => before[field] !== after[field]);
  return Object.fromEntries(changed.map((field) => [field, { before: before[field], after: after[field] }]));
}

/** An approval or rejection is published to every organization of the person, each with its own event. */
export async function setKycStatus(
  { db, clock, cells, memberships }: Deps & { cells: CellsInUse },
  call: Call,
  userId: string,
  status: KycStatus,
  reason: string | null,
): Promise<User> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === null) throw notFound("User");
    if (user.kyc_status === status) return user;
    const resourceId = user.user_id;
    const sequence = await updateKycStatus(tx, resourceId, status, at);
    const changed: User = { ...user, kyc_status: status, updated_at: at };
    if (status === "approved" || status === "rejected") {
      const { platform_role: _role, default_org_id: _orgId, ...shown } = changed;
      const data = { ...shown, previous_status: user.kyc_status, reason };
      const event = { type: `kyc.${status}` as const, resourceType: "user", resourceId, sequence, data, at };
      for (const orgId of await memberships.organizationsOfUser(tx, resourceId))
        await cells.withinTransaction(tx, orgId, (there) => appendEvents(there, [{ ...event, orgId }]));
    }
    const changes = { kyc_status: { before: user.kyc_status, after: status }, reason };
    await audit(tx, { orgId: null, actor: actorIn(call), at }, "user.kyc_status_changed", resourceId, changes);
    return changed;
  });
}
