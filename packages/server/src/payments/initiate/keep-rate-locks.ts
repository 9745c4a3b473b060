import {
  consumeLocks,
  lockEnds,
  type LockLimits,
  lockRefused,
  type LockUse,
  lockUses,
} from "#src/pricing/rates/index.ts";
import { isFinal, type Payment, phaseOf } from "#src/payments/core/index.ts";
import type { CreationOutcome, PaymentListener } from "#src/payments/store/index.ts";

/**
 * Gives each rate lock to one payment, in the transaction that creates it. The lock is free again when the payment ends
 * without success: that payment can no longer convert at the rate, and the next use is compared with the live rate.
 */
export function keepRateLocks(limits: LockLimits): PaymentListener {
  return {
    hold: (tx, payments) => consumeLocks(tx, payments.filter(isConverting).map(useOf), limits),
    writes(changes) {
      const converting = changes.filter(({ after }) => isConverting(after));
      if (converting.length === 0) return [];
      const ends = converting.flatMap(({ before, after }) =>
        before !== null && isFinal(after.status) && !isFinal(before.status)
          ? [{ ...useOf(after), isFree: phaseOf(after.status) === "unsuccessful" }]
          : [],
      );
      return [
        ...lockUses(converting.filter(({ before }) => before === null).map(({ after }) => useOf(after))),
        ...lockEnds(ends.filter(({ isFree, waits }) => isFree || waits)),
      ];
    },
  };
}

export function assertLockTaken({ outcome, payment }: CreationOutcome, limits: LockLimits): void {
  if (outcome === "rate_used" || outcome === "rate_limit" || outcome === "rate_open")
    throw lockRefused(outcome, useOf(payment), limits, payment.details.quote_id !== undefined);
}

/** A payout batch uses its lock as a whole, for all of its rows. */
function isConverting({ orgRateId, details }: Payment): boolean {
  return orgRateId !== null && details.batch === undefined;
}

function useOf({ orgId, orgRateId, paymentId, amount, targetAmount, createdAt, direction }: Payment): LockUse {
  const toCurrency = targetAmount.currency;
  const waits = direction !== "outbound";
  return { orgId, orgRateId: orgRateId!, usedBy: paymentId, amount, toCurrency, at: createdAt, waits };
}
