import { consumeLocks, lockRefused, lockReleases, type LockUse, lockUses } from "#src/pricing/rates/index.ts";
import { type Payment, phaseOf } from "#src/payments/core/index.ts";
import type { CreationOutcome, PaymentListener } from "#src/payments/store/index.ts";

/**
 * Gives each rate lock to one payment, in the transaction that creates it. The lock is free again when the payment ends
 * without success: that payment can no longer convert at the rate, and the next use is compared with the live rate.
 */
export function keepRateLocks(maxHourlyUsd: number): PaymentListener {
  return {
    hold: (tx, payments) => consumeLocks(tx, payments.filter(isConverting).map(useOf), maxHourlyUsd),
    writes(changes) {
      const converting = changes.filter(({ after }) => isConverting(after));
      if (converting.length === 0) return [];
      return [
        ...lockUses(converting.filter(({ before }) => before === null).map(({ after }) => useOf(after))),
        ...lockReleases(
          converting.filter(({ after }) => phaseOf(after.status) === "unsuccessful").map(({ after }) => useOf(after)),
        ),
      ];
    },
  };
}

export function assertLockTaken({ outcome, payment }: CreationOutcome, maxHourlyUsd: number): void {
  if (outcome === "rate_used" || outcome === "rate_limit")
    throw lockRefused(outcome, useOf(payment), maxHourlyUsd, payment.details.quote_id !== undefined);
}

/** A payout batch uses its lock as a whole, for all of its rows. */
function isConverting({ orgRateId, details }: Payment): boolean {
  return orgRateId !== null && details.batch === undefined;
}

function useOf({ orgId, orgRateId, paymentId, amount, targetAmount, createdAt }: Payment): LockUse {
  return { orgId, orgRateId: orgRateId!, usedBy: paymentId, amount, toCurrency: targetAmount.currency, at: createdAt };
}
