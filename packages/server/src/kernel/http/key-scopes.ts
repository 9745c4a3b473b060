/** The scopes of an API key: a resource and a verb. A key without scopes may do everything that its member may. */
export const KEY_SCOPES = [
  "payments:read",
  "payins:write",
  "payouts:write",
  "refunds:write",
  "ramps:write",
  "beneficiaries:read",
  "beneficiaries:write",
  "payment-links:read",
  "payment-links:write",
  "virtual-accounts:read",
  "virtual-accounts:write",
  "escrow:read",
  "escrow:write",
  "webhooks:read",
  "webhooks:write",
  "settings:read",
  "settings:write",
] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];
