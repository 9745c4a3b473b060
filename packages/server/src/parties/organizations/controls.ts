import type { RunSettings } from "#src/run-settings.ts";

/**
 * As stored: money as decimal text, `*` for every currency. A policy holds a payout until enough other people approve
 * it; a limit refuses it or holds it.
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

/** `registered`: payouts go to the beneficiary's own account only. */
export const PAYOUT_DESTINATIONS = ["registered", "any"] as const;
export type PayoutDestinations = (typeof PAYOUT_DESTINATIONS)[number];

/** What the platform's own configuration decides for every organization. */
export type PlatformRules = Pick<RunSettings, "payoutDestinations" | "holdPayoutsUntilKyb" | "apiKeysMayAdminister">;

/** `platform`: its configuration decides. `organization`: set for this organization. `default`: nobody has set it. */
export const SETTING_SOURCES = ["platform", "organization", "default"] as const;
export type SettingSource = (typeof SETTING_SOURCES)[number];

/** The settings of an organization, as stored: money as decimal text, an absent field means its default. */
export type StoredSettings = {
  /** For each currency, or `*` for all others: the amount above which a second person must review a payout. */
  readonly payout_review_above?: Readonly<Record<string, string>>;
  readonly controls?: Controls;
  /** The margin on rates that are quoted to this organization, in hundredths of a percent. */
  readonly margin_bps?: number;
  /** The organization's own rule, which can only be stricter than the platform's. */
  readonly payout_destinations?: PayoutDestinations;
  /** A `client_reference` of a payment or ramp can be used once. */
  readonly unique_client_reference?: boolean;
  /** Members must sign in with a second factor; without one they can only set one up. API keys are not people. */
  readonly require_second_factor?: boolean;
  /** By which the platform's routing programs choose organizations. */
  readonly tags?: readonly string[];
};
