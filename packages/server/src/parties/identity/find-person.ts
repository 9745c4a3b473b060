import { USER_TOPIC } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import type { Membership, Person } from "#src/kernel/http/authenticate.ts";
import { ORGANIZATION_ROLES, PERMISSIONS, type OrganizationRole, type Permission } from "#src/kernel/http/caller.ts";
import { findMembershipRows, findPersonRow, type MembershipRow, type PersonRow } from "./queries.ts";

const MAX_ENTRIES = 20_000;
const TTL_MS = 5 * 60_000;

const KNOWN_ROLES: ReadonlySet<string> = new Set(ORGANIZATION_ROLES);
const KNOWN_PERMISSIONS: ReadonlySet<string> = new Set(PERMISSIONS);

/** A person's facts for authentication, from memory; every process sees a change through USER_TOPIC. */
export function createFindPerson(deps: {
  db: Queryable;
  invalidations: Invalidations;
  clock: Clock;
}): (userId: string) => Promise<Person | null> {
  const cache = createCache<string, Person | null>({
    invalidations: deps.invalidations,
    topic: USER_TOPIC,
    maxEntries: MAX_ENTRIES,
    ttlMs: TTL_MS,
    load: async (userId) => {
      const now = deps.clock.now();
      return toPerson(
        ...(await Promise.all([findPersonRow(deps.db, userId, now), findMembershipRows(deps.db, userId)])),
      );
    },
  });
  return (userId) => cache.get(userId);
}

function toPerson(row: PersonRow | null, memberships: readonly MembershipRow[]): Person | null {
  if (row === null) return null;
  return {
    userId: row.user_id,
    platformRole: row.platform_role,
    defaultOrgId: row.default_org_id,
    tokenGeneration: row.token_generation,
    hasSecondFactor: row.has_second_factor,
    revokedTokenIds: new Set(row.revoked_token_ids),
    memberships: new Map(
      memberships
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
