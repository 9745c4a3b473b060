import type { Controls } from "./controls.ts";

/** `registered`: payouts go to the beneficiary's own account only. */
export const PAYOUT_DESTINATIONS = ["registered", "any"] as const;
export type PayoutDestinations = (typeof PAYOUT_DESTINATIONS)[number];

/**
 * What an organization can be set to, as it is stored: money as decimal text, an absent field meaning its default.
 */
export type StoredSettings = {
  /** Currency, or `*` for all that are not named, to the amount from which a second person must look at a payout. */
  readonly payout_review_above?: Readonly<Record<string, string>>;
  readonly controls?: Controls;
  /** What is added to a rate quoted to this organization, in hundredths of a percent. */
  readonly margin_bps?: number;
  /** It can only be stricter than the platform's own rule, never looser. */
  readonly payout_destinations?: PayoutDestinations;
  /** A `client_reference` of a payment or ramp is taken once. */
  readonly unique_client_reference?: boolean;
  /** Members sign in with a second factor, or only to set one up. API keys are not people. */
  readonly require_second_factor?: boolean;
};
