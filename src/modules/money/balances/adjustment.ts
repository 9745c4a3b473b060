import type { Money } from "#src/platform/money.ts";
import type { ProviderName } from "#src/providers/provider.ts";

/**
 * Prefunding and corrections, which an operator books by hand.
 *
 *   requested --approved by another platform admin--> approved, and posted
 *             --rejected, also by who asked--> rejected
 *
 * An approved adjustment has happened: two people have seen the money, or its absence, so no floor refuses it.
 */
export const ADJUSTMENT_STATUSES = ["requested", "approved", "rejected"] as const;

export type Adjustment = {
  readonly adjustmentId: string;
  readonly orgId: string;
  /** Positive: the organization gets it. Negative: it is taken. */
  readonly amount: Money;
  /** Who holds the money, where it is at a provider: it counts to the float expected there. */
  readonly provider: ProviderName | null;
  readonly reason: string;
  readonly status: (typeof ADJUSTMENT_STATUSES)[number];
  readonly requestedBy: string;
  readonly decidedBy: string | null;
  readonly comment: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
};
