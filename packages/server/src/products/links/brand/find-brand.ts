import type { Queryable } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import { inSnakeCase } from "#src/kernel/fields.ts";
import type { CheckoutTokens } from "../checkout-token.ts";
import { findLinkByRef } from "../queries.ts";
import { type Brand, NO_BRAND } from "./brand.ts";
import { findBrand } from "./queries.ts";

export const BRAND_TOPIC = "checkout-brand";
const MAX_ENTRIES = 5_000;
const TTL_MS = 5 * 60_000;

export type BrandOf = (orgId: string) => Promise<Brand>;

/** Cached, because every view of a checkout page needs it; every process learns of a change through BRAND_TOPIC. */
export function createFindBrand({ db, invalidations }: { db: Queryable; invalidations: Invalidations }): BrandOf {
  const cache = createCache<string, Brand>({
    invalidations,
    topic: BRAND_TOPIC,
    maxEntries: MAX_ENTRIES,
    ttlMs: TTL_MS,
    load: async (orgId) => (await findBrand(db, orgId)) ?? NO_BRAND,
  });
  return (orgId) => cache.get(orgId);
}

export function brandRecordOf(brand: Brand) {
  return inSnakeCase(brand, "color", "supportEmail", "supportPhone", "termsUrl", "privacyUrl", "footer");
}

/** The path of the logo on the service itself, so that the checkout page loads nothing from another host. */
export function logoPathOf({ logoHash }: Brand): string | null {
  return logoHash === null ? null : `/checkout-files/logos/${logoHash}`;
}

/** Only sites that the organization has named may show its checkout in a frame: others could cover its buttons. */
export function createMayEmbed(deps: { db: Queryable; tokens: CheckoutTokens; brandOf: BrandOf }) {
  return async (page: { linkRef?: string; checkoutToken?: string }, origin: string): Promise<boolean> => {
    const { linkRef, checkoutToken = "" } = page;
    const found = linkRef === undefined ? deps.tokens.read(checkoutToken) : await findLinkByRef(deps.db, linkRef);
    return found != null && (await deps.brandOf(found.orgId)).embedOrigins.includes(origin);
  };
}
