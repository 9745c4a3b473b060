import type { Queryable } from "#src/kernel/db/client.ts";
import type { CheckoutTokens } from "../checkout-token.ts";
import { findLinkByRef } from "../queries.ts";
import type { Brand } from "./brand.ts";

/**
 * Only sites that the organization has named may show its checkout in a frame: any other site could cover its buttons.
 */
export function createMayEmbed(deps: {
  db: Queryable;
  tokens: CheckoutTokens;
  brandOf(orgId: string): Promise<Brand>;
}) {
  return async (
    { linkRef, checkoutToken }: { linkRef?: string; checkoutToken?: string },
    origin: string,
  ): Promise<boolean> => {
    const orgId =
      linkRef !== undefined
        ? (await findLinkByRef(deps.db, linkRef))?.orgId
        : deps.tokens.read(checkoutToken ?? "")?.orgId;
    return orgId !== undefined && (await deps.brandOf(orgId)).embedOrigins.includes(origin);
  };
}
