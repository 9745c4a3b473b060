import type { Queryable } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import type { OrganizationAccess } from "#src/kernel/http/authenticate.ts";
import { FEATURES } from "#src/kernel/http/caller.ts";
import { ORGANIZATION_TOPIC } from "./organization.ts";
import { findOrganization } from "./queries.ts";

const MAX_ENTRIES = 20_000;
const TTL_MS = 5 * 60_000;

/** An organization's facts for authentication, cached in memory; every process drops them on ORGANIZATION_TOPIC. */
export function createFindOrganizationAccess(deps: {
  db: Queryable;
  invalidations: Invalidations;
}): (orgId: string) => Promise<OrganizationAccess | null> {
  const cache = createCache<string, OrganizationAccess | null>({
    invalidations: deps.invalidations,
    topic: ORGANIZATION_TOPIC,
    maxEntries: MAX_ENTRIES,
    ttlMs: TTL_MS,
    load: async (orgId) => {
      const organization = await findOrganization(deps.db, orgId);
      if (organization === null) return null;
      return {
        suspended: organization.status === "suspended",
        features: new Set(organization.features.filter((feature) => FEATURES.includes(feature))),
        requiresSecondFactor: organization.settings.require_second_factor === true,
      };
    },
  });
  return (orgId) => cache.get(orgId);
}
