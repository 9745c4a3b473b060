import { isApiKeyGood } from "#src/parties/api-keys/index.ts";
import { USER_TOPIC } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { type CellsInUse, type Gathered, oneCell } from "#src/kernel/db/cells-in-use.ts";
import type { Db, Queryable } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import type { Membership, Person } from "#src/kernel/http/authenticate.ts";
import { ORGANIZATION_ROLES, PERMISSIONS, type OrganizationRole, type Permission } from "#src/kernel/http/caller.ts";
import { findMembershipRows, findPersonRow, type MembershipRow, type PersonRow } from "./queries.ts";

const KNOWN_ROLES: ReadonlySet<string> = new Set(ORGANIZATION_ROLES);
const KNOWN_PERMISSIONS: ReadonlySet<string> = new Set(PERMISSIONS);

/** A person's facts for authentication, from memory; every process sees a change through USER_TOPIC. */
export function createFindPerson(deps: {
  db: Queryable;
  cells: Pick<CellsInUse, "gather">;
  invalidations: Invalidations;
  clock: Clock;
}): (userId: string) => Promise<Person | null> {
  const cache = createCache<string, Person | null>({
    invalidations: deps.invalidations,
    topic: USER_TOPIC,
    maxEntries: 20_000,
    ttlMs: 5 * 60_000,
    load: async (userId) => {
      const now = deps.clock.now();
      const memberships = deps.cells.gather((cell) => findMembershipRows(cell, userId));
      return toPerson(...(await Promise.all([findPersonRow(deps.db, userId, now), memberships])));
    },
  });
  return (userId) => cache.get(userId);
}

function toPerson(row: PersonRow | null, { rows, lacks }: Gathered<MembershipRow>): Person | null {
  if (row === null) return null;
  return {
    userId: row.user_id,
    platformRole: row.platform_role,
    defaultOrgId: row.default_org_id,
    tokenGeneration: row.token_generation,
    hasSecondFactor: row.has_second_factor,
    revokedTokenIds: new Set(row.revoked_token_ids),
    lacks,
    memberships: new Map(
      rows
        .filter(({ role }) => KNOWN_ROLES.has(role))
        .map((membership) => [membership.org_id, toMembership(membership)]),
    ),
  };
}

/** An unknown permission from a newer version grants nothing here. */
function toMembership(row: { role: string; permissions: string[] }): Membership {
  return {
    role: row.role as OrganizationRole,
    permissions: new Set(row.permissions.filter((name) => KNOWN_PERMISSIONS.has(name)) as Permission[]),
  };
}

type Credential = { type: string; id: string; userId: string };

/**
 * Why the requester of payments sent much later may no longer pay, or null. A key is judged by its current state, a
 * person by the membership; the end of a session changes nothing.
 */
export function createObjectionToPaying(deps: { db: Db; invalidations: Invalidations; clock: Clock }) {
  // Payments and memberships are in the same cell.
  const findPerson = createFindPerson({ ...deps, cells: oneCell(deps.db) });
  return async (orgId: string, { type, id, userId }: Credential): Promise<string | null> => {
    if (type === "api-key" && !(await isApiKeyGood(deps.db, orgId, id, deps.clock.now())))
      return "the API key that submitted the payments was revoked or has expired";
    const person = await findPerson(userId);
    const membership = person?.memberships.get(orgId);
    const mayPay =
      membership !== undefined && (membership.role !== "org-viewer" || membership.permissions.has("payments:write"));
    return mayPay || person?.platformRole === "admin"
      ? null
      : "the person who submitted the payments may no longer make payments for this organization";
  };
}
