import type { Money } from "@corridor/base/money.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";

/** Prefunding, or a correction by hand. It has happened: two people saw the money, so no floor refuses it. */
export type Adjustment = {
  readonly adjustmentId: string;
  readonly orgId: string;
  /** Positive: the organization receives it. Negative: it is taken from the organization. */
  readonly amount: Money;
  /** The provider that holds the money, if any: it counts toward the float expected there. */
  readonly provider: ProviderName | null;
  readonly reason: string;
  readonly requestedBy: string;
  readonly createdAt: Date;
};
