import type { Db } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { type KybStatus, ORGANIZATION_TOPIC } from "./organization.ts";
import { findOrganization } from "./queries.ts";
import type { Controls } from "./controls.ts";
import { controlsOf, hasControls } from "./apply-controls.ts";
import { marginBps, strictestDestinations } from "./settings.ts";
import type { PayoutDestinations } from "./stored-settings.ts";

const MAX_ENTRIES = 20_000;
const TTL_MS = 5 * 60_000;

/** An organization's facts for payments. */
export type OrganizationProfile = {
  name: string;
  country: string;
  kybStatus: KybStatus;
  marginBps: number;
  /** Everything that holds or refuses a payout, including `payout_review_above`; null when nothing does. */
  controls: Controls | null;
  payoutDestinations: PayoutDestinations;
  uniqueClientReference: boolean;
};

/** Cached in memory; every process drops the profile on ORGANIZATION_TOPIC. */
export function createFindOrganizationProfile(deps: {
  db: Db;
  invalidations: Invalidations;
  /** Where payouts may go, by the rule of the whole deployment. */
  payoutDestinations: PayoutDestinations;
}): (orgId: string) => Promise<OrganizationProfile> {
  const cache = createCache<string, OrganizationProfile>({
    invalidations: deps.invalidations,
    topic: ORGANIZATION_TOPIC,
    maxEntries: MAX_ENTRIES,
    ttlMs: TTL_MS,
    load: async (orgId) => {
      const organization = await findOrganization(deps.db, orgId);
      if (organization === null) throw notFound("Organization"); // A platform person named it.
      return {
        name: organization.name,
        country: organization.country,
        kybStatus: organization.kyb_status,
        marginBps: marginBps(organization.settings),
        controls: hasControls(organization.settings) ? controlsOf(organization.settings) : null,
        payoutDestinations: strictestDestinations(deps.payoutDestinations, organization.settings),
        uniqueClientReference: organization.settings.unique_client_reference === true,
      };
    },
  });
  return (orgId) => cache.get(orgId);
}
