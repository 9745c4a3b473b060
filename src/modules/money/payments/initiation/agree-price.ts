import { convertAt, isAgreedTarget } from "#src/modules/terms/rates/rate.ts";
import { requireLockedRate } from "#src/modules/terms/rates/require-locked-rate.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Queryable } from "#src/platform/db/client.ts";
import { Decimal, readDecimalText } from "#src/platform/decimal.ts";
import { invalidField } from "#src/platform/http/errors.ts";
import type { Money } from "#src/platform/money.ts";
import type { Price } from "./payment-intent.ts";

/** What a request asks its amount to become. `targetAmount` is its number as it came. */
export type AskedTarget = { currency: string; targetAmount: number; orgRateId: string | null | undefined };

/**
 * The two amounts of a payment. In one currency they are equal. Between two, the request's target must agree with the locked rate to one minor unit,
 * and the target that is stored, paid and echoed is our own.
 */
export async function agreePrice(deps: { db: Queryable; clock: Clock }, orgId: string, amount: Money, asked: AskedTarget): Promise<Price> {
  const target = readDecimalText(String(asked.targetAmount));
  if (target === null) throw invalidField("target_amount", "must be a decimal number");
  const wanted = Decimal.of(target.digits, target.scale);
  if (amount.currency === asked.currency) {
    if (!Decimal.of(amount.minor, amount.scale).equals(wanted)) throw invalidField("target_amount", "must equal amount when both currencies are the same");
    return { amount, targetAmount: amount, orgRateId: null };
  }
  const { rate, orgRateId } = await requireLockedRate(deps, orgId, asked.orgRateId, amount.currency, asked.currency);
  const targetAmount = convertAt(amount, rate, asked.currency);
  if (!isAgreedTarget(wanted, amount, rate, targetAmount.scale)) {
    const message = `must be ${targetAmount.toDatabase()}: ${amount.toDatabase()} at the locked rate of ${rate.toString()}`;
    throw invalidField("target_amount", message, "RATE_MISMATCH");
  }
  if (!targetAmount.isPositive()) throw invalidField("amount", `is worth less than the smallest unit of ${asked.currency}`);
  return { amount, targetAmount, orgRateId };
}
