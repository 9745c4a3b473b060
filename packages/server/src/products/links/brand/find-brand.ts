import type { Queryable } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import { type Brand, NO_BRAND } from "./brand.ts";
import { findBrand } from "./queries.ts";

export const BRAND_TOPIC = "checkout-brand";
const MAX_ENTRIES = 5_000;
const TTL_MS = 5 * 60_000;

/**
 * Finds the brand of an organization. It is cached, because every view of a checkout page needs it; every process
 * learns of a change through BRAND_TOPIC.
 */
export function createFindBrand(deps: {
  db: Queryable;
  invalidations: Invalidations;
}): (orgId: string) => Promise<Brand> {
  const cache = createCache<string, Brand>({
    invalidations: deps.invalidations,
    topic: BRAND_TOPIC,
    maxEntries: MAX_ENTRIES,
    ttlMs: TTL_MS,
    load: async (orgId) => (await findBrand(deps.db, orgId)) ?? NO_BRAND,
  });
  return (orgId) => cache.get(orgId);
}

/** The path of the logo on the service itself, so that the checkout page loads nothing from another host. */
export function logoPathOf({ logoHash }: Brand): string | null {
  return logoHash === null ? null : `/checkout-files/logos/${logoHash}`;
}
