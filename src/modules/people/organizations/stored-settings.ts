import type { Controls } from "./controls.ts";

/** `registered`: payouts go to the beneficiary's own account only. */
export const PAYOUT_DESTINATIONS = ["registered", "any"] as const;
export type PayoutDestinations = (typeof PAYOUT_DESTINATIONS)[number];

/** The settings of an organization, as stored: money as decimal text, an absent field means its default. */
export type StoredSettings = {
  /** From the currency, or `*` for all others, to the amount from which a second person must review a payout. */
  readonly payout_review_above?: Readonly<Record<string, string>>;
  readonly controls?: Controls;
  /** What is added to a rate quoted to this organization, in hundredths of a percent. */
  readonly margin_bps?: number;
  /** It can only be stricter than the platform's own rule, never looser. */
  readonly payout_destinations?: PayoutDestinations;
  /** A `client_reference` of a payment or ramp can be used once. */
  readonly unique_client_reference?: boolean;
  /** Members must sign in with a second factor; without one they can only set one up. API keys are not people. */
  readonly require_second_factor?: boolean;
};
