import type { RunSettings } from "#src/run-settings.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Needs } from "#src/kernel/part.ts";
import { brandRoutes } from "./brand/brand-routes.ts";
import { createFindBrand, createMayEmbed } from "./brand/find-brand.ts";
import { findLogo } from "./brand/queries.ts";
import { createCardGate } from "./card-gate.ts";
import { expireLinksJob } from "./change-link.ts";
import { checkoutRoutes } from "./checkout-routes.ts";
import { createOffers } from "./offer-methods.ts";
import { sendReceiptsJob } from "./receipt/send-receipts.ts";
import { sendTextReceiptsJob } from "./receipt/send-text-receipts.ts";
import { paymentLinkRoutes } from "./routes.ts";

export { createCheckoutTokens, type CheckoutTokens, pageAddressesOf } from "./checkout-token.ts";
export { linkListener } from "./link-listener.ts";
export type { Logo } from "./brand/brand.ts";
export { LINK_STATUSES } from "./payment-link.ts";
export { findLinkByRef } from "./queries.ts";

type LinksDeps = Needs<
  | typeof brandRoutes
  | typeof createFindBrand
  | typeof createCardGate
  | typeof checkoutRoutes
  | typeof expireLinksJob
  | typeof createOffers
  | typeof sendReceiptsJob
  | typeof sendTextReceiptsJob
  | typeof paymentLinkRoutes,
  "offers" | "cards" | "brandOf" | "findPayment"
> & { settings: RunSettings; cells: CellsInUse; seesEveryCell: boolean };

export function composeLinks(deps: LinksDeps) {
  const { cells } = deps;
  const brandOf = createFindBrand(deps);
  const checkout = {
    ...deps,
    brandOf,
    offers: createOffers(deps),
    cards: createCardGate(deps),
  };
  const receipts = { ...deps, brandOf, findPayment: deps.store.findPayment };
  return {
    routes: [paymentLinkRoutes(deps), brandRoutes(deps), checkoutRoutes(checkout)],
    jobs: [expireLinksJob(deps), sendReceiptsJob(receipts), sendTextReceiptsJob(receipts)],
    findLogo: (hash: string) => findLogo(cells.anywhere, hash),
    mayEmbed: createMayEmbed({
      ...checkout,
      db: cells.anywhere,
      brandOf: deps.seesEveryCell ? createFindBrand({ ...deps, db: cells.anywhere }) : brandOf,
    }),
  };
}
