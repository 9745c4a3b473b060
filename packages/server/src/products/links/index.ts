export type { Logo } from "./brand/brand.ts";
export { LINK_STATUSES } from "./payment-link.ts";
export { findLinkByRef } from "./queries.ts";
