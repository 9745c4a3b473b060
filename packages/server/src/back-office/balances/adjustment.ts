import type { Money } from "@corridor/base/money.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";

/**
 * Prefunding and corrections by hand. An approved one has happened: two people saw the money, so no floor refuses it.
 *
 *   requested --approved by another platform admin--> approved, and posted
 *             --rejected, also by the requester--> rejected
 */
export const ADJUSTMENT_STATUSES = ["requested", "approved", "rejected"] as const;

export type Adjustment = {
  readonly adjustmentId: string;
  readonly orgId: string;
  /** Positive: the organization receives it. Negative: it is taken from the organization. */
  readonly amount: Money;
  /** The provider that holds the money, if any: it counts toward the float expected there. */
  readonly provider: ProviderName | null;
  readonly reason: string;
  readonly status: (typeof ADJUSTMENT_STATUSES)[number];
  readonly requestedBy: string;
  /** The platform admins at the time of the request; null for one of an earlier version. */
  readonly eligible: readonly string[] | null;
  readonly decidedBy: string | null;
  readonly comment: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
};
