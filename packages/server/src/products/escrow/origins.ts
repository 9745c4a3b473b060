/** The `details.origin` of payments that escrow started; its id is the project's. */
export const FUNDING_ORIGIN = "escrow_funding";
export const PAYOUT_ORIGIN = "escrow_payout";

/** `payment_rail` of a virtual account's transactions with escrow. */
export const ESCROW_RAIL = "escrow";
