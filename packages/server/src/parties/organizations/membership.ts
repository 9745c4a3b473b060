import { type Memberships, type Named, withPeople } from "#src/parties/users/index.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import type { OrganizationRole } from "#src/kernel/http/caller.ts";
import { isId } from "@corridor/base/ids.ts";

const ORGANIZATION_EXISTS = statement("organizations.ORGANIZATION_EXISTS")`SELECT FROM organizations WHERE org_id = $1`;

export async function organizationExists(db: Queryable, orgId: string): Promise<boolean> {
  return (await db.query(ORGANIZATION_EXISTS, [orgId])).length === 1;
}

const COUNT_ORGANIZATIONS = statement("organizations.COUNT_ORGANIZATIONS")`SELECT count(*) AS count /* not null */
    FROM organizations`;

export async function countOrganizations(db: Queryable): Promise<number> {
  const [row] = await db.query(COUNT_ORGANIZATIONS);
  return row!.count;
}

const IS_MEMBER = statement("organizations.IS_MEMBER")`SELECT FROM members WHERE org_id = $1 AND user_id = $2`;

export async function isMember(db: Queryable, orgId: string, userId: string): Promise<boolean> {
  return isId(userId) && (await db.query(IS_MEMBER, [orgId, userId])).length === 1;
}

const LOCK_MEMBERSHIP = statement("organizations.LOCK_MEMBERSHIP")`
  SELECT FROM members WHERE org_id = $1 AND user_id = $2 FOR KEY SHARE`;

/** Locks a membership: the member cannot be removed until the transaction ends. */
export async function lockMembership(tx: Tx, orgId: string, userId: string): Promise<boolean> {
  return (await tx.query(LOCK_MEMBERSHIP, [orgId, userId])).length === 1;
}

const ORGANIZATIONS_OF_USER = statement("organizations.ORGANIZATIONS_OF_USER")`
  SELECT org_id FROM members WHERE user_id = $1 ORDER BY org_id`;

export async function organizationsOfUser(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db.query(ORGANIZATIONS_OF_USER, [userId]);
  return rows.map((row) => row.org_id);
}

const ROLES_OF_MEMBERS = statement("organizations.ROLES_OF_MEMBERS")`
  SELECT user_id, role FROM members WHERE org_id = $1 AND ($2::uuid IS NULL OR user_id < $2) ORDER BY user_id DESC
    LIMIT $3`;

export async function rolesOfMembers(
  db: Queryable,
  orgId: string,
  afterId: string | null,
  limit: number,
): Promise<Map<string, OrganizationRole>> {
  const rows = await db.query(ROLES_OF_MEMBERS, [orgId, afterId, limit]);
  return new Map(rows.map(({ user_id, role }) => [user_id, role]));
}

/** A person may be a member in any cell. With one cell, memberships are read in the caller's transaction. */
export function membershipsIn(several: CellsInUse | undefined): Memberships {
  const memberships = { isMember, organizationsOfUser, rolesOfMembers };
  if (several === undefined) return memberships;
  return {
    ...memberships,
    isMember: (_db, orgId, userId) => several.within(orgId, (there) => isMember(there, orgId, userId)),
    // All of them are told of a change of the person, or it does not happen.
    organizationsOfUser: (_db, userId) => organizationsOfUser(several.every, userId),
  };
}

export type SessionMembership = Row<"organizations.FIND_MEMBERSHIPS">;

const FIND_MEMBERSHIPS = statement("organizations.FIND_MEMBERSHIPS")`
  SELECT o.org_id, o.name, m.role, m.permissions, o.features, o.status FROM members m
    JOIN organizations o USING (org_id)
    WHERE m.user_id = $1 ORDER BY o.name, o.org_id`;

export async function findMemberships(db: Queryable, userId: string): Promise<SessionMembership[]> {
  return db.query(FIND_MEMBERSHIPS, [userId]);
}

/** In the cells that answer. */
export async function findMembershipsOf({ gather }: Pick<CellsInUse, "gather">, userId: string) {
  return (await gather((cell) => findMemberships(cell, userId))).rows;
}

export type Admin = Named;

const FIND_ADMINS = statement("organizations.FIND_ADMINS")`
  SELECT user_id FROM members WHERE org_id = $1 AND role = 'org-admin' ORDER BY created_at, user_id LIMIT $2`;

/** Oldest members first, so that a limit always reaches the same people. */
export async function findAdmins(db: Queryable, orgId: string, limit: number): Promise<Admin[]> {
  const members = await db.query(FIND_ADMINS, [orgId, limit]);
  return withPeople(db, members);
}
