/**
 * The controls of an organization over its payouts, as stored: money as decimal text, `*` for every currency. A policy
 * holds a payout until enough other people approve it; a limit refuses it or holds it.
 */
export const POLICY_CONDITIONS = [
  "always",
  "amount",
  "daily_total",
  "daily_beneficiary_total",
  "new_beneficiary",
  "destination_mismatch",
] as const;
export type PolicyCondition = (typeof POLICY_CONDITIONS)[number];
/** `except`: currencies that have their own amount. */
export type Policy = {
  when: PolicyCondition;
  currency: string;
  above?: string;
  approvers: number;
  role?: "org-admin";
  except?: readonly string[];
};

/** `customer`: the payer, by e-mail address and phone numbers; applies to payins too, all others only to payouts. */
export const LIMIT_SCOPES = ["organization", "key", "beneficiary", "customer"] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];
export type Limit = {
  per: LimitScope;
  window: "hour" | "day";
  currency: string;
  count?: number;
  amount?: string;
  action: "refuse" | "review";
};

export type Controls = {
  policies: readonly Policy[];
  limits: readonly Limit[];
  /** How long after its creation a beneficiary can first be paid. */
  beneficiary_cool_off_hours?: number;
  /** Different people must submit, approve and release an escrow milestone. */
  escrow_separation?: boolean;
};

export const NO_CONTROLS: Controls = { policies: [], limits: [] };
