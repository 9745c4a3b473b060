import { USER_TOPIC } from "#src/modules/people/users/user.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Queryable } from "#src/platform/db/client.ts";
import { createCache, type Invalidations } from "#src/platform/db/invalidation.ts";
import type { Membership, Person } from "#src/platform/http/authenticate.ts";
import { ORGANIZATION_ROLES, PERMISSIONS, type OrganizationRole, type Permission } from "#src/platform/http/caller.ts";
import { findMembershipRows, findPersonRow, type MembershipRow, type PersonRow } from "./queries.ts";

const MAX_ENTRIES = 20_000;
const TTL_MS = 5 * 60_000;

const KNOWN_ROLES: ReadonlySet<string> = new Set(ORGANIZATION_ROLES);
const KNOWN_PERMISSIONS: ReadonlySet<string> = new Set(PERMISSIONS);

/** A person's facts for authentication, from memory; every process sees a change through USER_TOPIC. */
export function createFindPerson(deps: {
  /** All cells. */ db: Queryable;
  directory: Queryable;
  invalidations: Invalidations;
  clock: Clock;
}): (userId: string) => Promise<Person | null> {
  const cache = createCache<string, Person | null>({
    invalidations: deps.invalidations,
    topic: USER_TOPIC,
    maxEntries: MAX_ENTRIES,
    ttlMs: TTL_MS,
    load: async (userId) => toPerson(...(await Promise.all([findPersonRow(deps.directory, userId, deps.clock.now()), findMembershipRows(deps.db, userId)]))),
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
    memberships: new Map(memberships.filter(({ role }) => KNOWN_ROLES.has(role)).map((membership) => [membership.org_id, toMembership(membership)])),
  };
}

/** An unknown permission from a newer version grants nothing here. */
function toMembership(row: { role: string; permissions: string[] }): Membership {
  return { role: row.role as OrganizationRole, permissions: new Set(row.permissions.filter((name) => KNOWN_PERMISSIONS.has(name)) as Permission[]) };
}
