import type { AccountRef, LedgerTransaction } from "#src/modules/books/ledger/ledger.ts";
import type { Payment } from "#src/modules/money/payments/payment.ts";
import { atProvider, move, SETTLEMENT, transaction } from "#src/modules/money/payments/rules/payment-ledger.ts";
import type { ProviderName } from "#src/providers/provider.ts";

/**
 * The postings of a ramp. Between its legs the customer's money stands in `ramp_clearing`, which is empty again whenever a ramp has ended.
 *
 *   collected:        provider of the first leg -> ramp_clearing
 *   settled:          ramp_clearing -> fx, and fx -> provider of the second leg in the other currency; the fee settlement -> fees
 *   refund reserved:  ramp_clearing -> refunds_in_transit      completed: -> provider of the first leg      failed: back to ramp_clearing
 *   handed over:      ramp_clearing -> suspense, when only a person can give the money back
 *   unexpected:       provider of the first leg -> suspense (too much, too little in time, too late)
 */
export const CLEARING: AccountRef = { purpose: "ramp_clearing" };
const SUSPENSE: AccountRef = { purpose: "suspense" };
const FX: AccountRef = { purpose: "fx" };
const FEES: AccountRef = { purpose: "fees" };

export function ledgerOfCollection(ramp: Payment, provider: ProviderName, now: Date): LedgerTransaction {
  return transaction(ramp, "collected", "First leg of a ramp collected", now, move(atProvider(provider), CLEARING, ramp.amount));
}

export function ledgerOfSettlement(ramp: Payment, provider: ProviderName, now: Date): LedgerTransaction {
  return transaction(ramp, "settled", "Second leg of a ramp settled", now, [
    ...move(CLEARING, FX, ramp.amount),
    ...move(FX, atProvider(provider), ramp.targetAmount),
    ...move(SETTLEMENT, FEES, ramp.totalFees),
  ]);
}

export function ledgerOfHandOver(ramp: Payment, now: Date): LedgerTransaction {
  return transaction(ramp, "handed_over", "First leg of a ramp, to be given back by a person", now, move(CLEARING, SUSPENSE, ramp.amount));
}
