import type { Controls } from "./controls.ts";

/** `registered`: payouts go to the beneficiary's own account only. */
export const PAYOUT_DESTINATIONS = ["registered", "any"] as const;
export type PayoutDestinations = (typeof PAYOUT_DESTINATIONS)[number];

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
};
