import type { FoundQuote } from "#src/pricing/quotes/index.ts";
import { buyUnder, checkLock, type CheckLockDeps, isAgreedTarget } from "#src/pricing/rates/index.ts";
import { Decimal, readDecimalText } from "@corridor/base/decimal.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import type { Money } from "@corridor/base/money.ts";

/** `targetAmount` is the request's number. `quote`: what the request names instead of a rate. */
export type AskedTarget = {
  currency: string;
  targetAmount: number;
  orgRateId: string | null | undefined;
  quote?: FoundQuote | undefined;
};

/** Between two currencies, the request's target must match the locked rate within one minor unit, and ours is kept. */
export async function agreePrice(deps: CheckLockDeps, orgId: string, amount: Money, asked: AskedTarget) {
  const target = readDecimalText(String(asked.targetAmount));
  if (target === null) throw invalidField("target_amount", "must be a decimal number");
  const wanted = Decimal.of(target.digits, target.scale);
  if (amount.currency === asked.currency) {
    if (!Decimal.of(amount.minor, amount.scale).equals(wanted))
      throw invalidField("target_amount", "must equal amount when both currencies are the same");
    return { amount, targetAmount: amount, orgRateId: asked.quote?.lock.orgRateId ?? null };
  }
  const { lock, targetAmount } = asked.quote ?? (await bought(deps, orgId, amount, asked));
  const { rate, orgRateId } = lock;
  if (!isAgreedTarget(wanted, amount, rate, targetAmount.scale)) {
    const price = `${amount.toDatabase()} at the locked rate of ${rate.toString()}`;
    const message = `must be ${targetAmount.toDatabase()}: ${price}`;
    throw invalidField("target_amount", message, "RATE_MISMATCH");
  }
  return { amount, targetAmount, orgRateId };
}

async function bought(deps: CheckLockDeps, orgId: string, amount: Money, { orgRateId, currency }: AskedTarget) {
  const lock = await checkLock(deps, { orgId, orgRateId, amount, toCurrency: currency });
  return { lock, targetAmount: buyUnder(lock, amount) };
}
