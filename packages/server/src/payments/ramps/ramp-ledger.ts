import {
  atProvider,
  FEES,
  FX,
  type LedgerTransaction,
  move,
  SETTLEMENT,
  transaction,
} from "#src/record/ledger/index.ts";
import { CLEARING, type Payment } from "#src/payments/core/index.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";

/**
 * The postings of a ramp. `ramp_clearing` has the customer's money between the legs, and is empty when a ramp has
 * ended.
 *
 *   created:          the fee settlement -> fees, before anything is sent; returned when the ramp ends undelivered
 *   collected:        provider of the first leg -> ramp_clearing
 *   settled:          ramp_clearing -> fx, and fx -> provider of the second leg in the other currency
 *   refund reserved:  ramp_clearing -> refunds_in_transit    completed: -> provider of the first leg    failed: back
 *   handed over:      ramp_clearing -> suspense, when only a person can return the money
 *   unexpected:       provider of the first leg -> suspense (too much, too little in time, too late)
 */
export function ledgerOfSettlement(ramp: Payment, provider: ProviderName, now: Date): LedgerTransaction {
  const settlement = transaction(ramp, "settled", "Second leg of a ramp settled", now, [
    ...move(CLEARING, FX, ramp.amount),
    ...move(FX, atProvider(provider), ramp.targetAmount),
    // A ramp that was created before fees were set aside pays its fee here, from the current balance.
    ...(ramp.details.fee_funding === undefined ? move(SETTLEMENT, FEES, ramp.totalFees) : []),
  ]);
  return { ...settlement, hasHappened: true };
}

/** Returns the fee of a ramp that ended undelivered. */
export function ledgerOfFeeReturn(ramp: Payment, now: Date): LedgerTransaction[] {
  const { fee_funding } = ramp.details;
  return fee_funding === undefined
    ? []
    : [transaction(ramp, "fee_returned", "Fee of a ramp returned", now, move(FEES, fee_funding, ramp.totalFees))];
}
