import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import type { OrganizationAccess } from "#src/kernel/http/authenticate.ts";
import { FEATURES } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { type KybStatus, ORGANIZATION_TOPIC } from "./organization.ts";
import { findOrganization } from "./queries.ts";
import type { Controls, PayoutDestinations } from "./controls.ts";
import { controlsOf, hasControls } from "./apply-controls.ts";
import { marginBps, strictestDestinations } from "./settings.ts";

/** An organization's facts are cached in memory; every process drops them on ORGANIZATION_TOPIC. */
const CACHE = { topic: ORGANIZATION_TOPIC, maxEntries: 20_000, ttlMs: 5 * 60_000 };

export type OrganizationProfile = {
  name: string;
  country: string;
  kybStatus: KybStatus;
  marginBps: number;
  /** Everything that holds or refuses a payout, including `payout_review_above`; null when nothing does. */
  controls: Controls | null;
  payoutDestinations: PayoutDestinations;
  uniqueClientReference: boolean;
  tags: readonly string[];
};

export function createFindOrganizationProfile(deps: {
  db: Queryable;
  invalidations: Invalidations;
  settings: { readonly payoutDestinations: PayoutDestinations };
}): (orgId: string) => Promise<OrganizationProfile> {
  const cache = createCache<string, OrganizationProfile>({
    ...CACHE,
    invalidations: deps.invalidations,
    load: async (orgId) => {
      const organization = await findOrganization(deps.db, orgId);
      if (organization === null) throw notFound("Organization"); // A platform person named it.
      return {
        name: organization.name,
        country: organization.country,
        kybStatus: organization.kyb_status,
        marginBps: marginBps(organization.settings),
        controls: hasControls(organization.settings) ? controlsOf(organization.settings) : null,
        // Not cached: the platform's rule can change.
        get payoutDestinations() {
          return strictestDestinations(deps.settings.payoutDestinations, organization.settings);
        },
        uniqueClientReference: organization.settings.unique_client_reference === true,
        tags: organization.settings.tags ?? [],
      };
    },
  });
  return (orgId) => cache.get(orgId);
}

export function createFindOrganizationAccess(deps: {
  cells: Pick<CellsInUse, "within">;
  invalidations: Invalidations;
}): (orgId: string) => Promise<OrganizationAccess | null> {
  const cache = createCache<string, OrganizationAccess | null>({
    ...CACHE,
    invalidations: deps.invalidations,
    load: async (orgId) => {
      const organization = await deps.cells.within(orgId, (there) => findOrganization(there, orgId));
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
