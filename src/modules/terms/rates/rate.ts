import { Decimal, powerOfTen } from "#src/platform/decimal.ts";
import type { Money } from "#src/platform/money.ts";

/** How a pair is priced: both currencies in units per US dollar, crossed, less the organisation's margin. Pure and exact. */
const RATE_SIGNIFICANT_DIGITS = 12;
const MAX_RATE_SCALE = 36;
const BASIS_POINTS = Decimal.parse("10000");

/** Units of `to` per unit of `from`. Twelve significant digits: more than any source gives, few enough for a JSON number. */
export function crossRate(fromPerUsd: Decimal, toPerUsd: Decimal): Decimal {
  return toSignificant(toPerUsd.divide(fromPerUsd, MAX_RATE_SCALE));
}

/** What the organisation is quoted: the margin always makes the target smaller. */
export function withMargin(rate: Decimal, marginBps: number): Decimal {
  return toSignificant(rate.multiply(BASIS_POINTS.minus(Decimal.parse(String(marginBps)))).divide(BASIS_POINTS, MAX_RATE_SCALE));
}

export function inverseOf(rate: Decimal): Decimal {
  return toSignificant(Decimal.ONE.divide(rate, MAX_RATE_SCALE));
}

function toSignificant(value: Decimal): Decimal {
  const integerDigits = (value.digits < 0n ? -value.digits : value.digits).toString().length - value.scale;
  return value.round(Math.max(0, Math.min(MAX_RATE_SCALE, RATE_SIGNIFICANT_DIGITS - integerDigits)));
}

/** Drift of a client's rate from the live one: at most 0.5 percent, inclusive, in exact decimals. */
const DRIFT_TOLERANCE = Decimal.parse("0.005");

export function isWithinDrift(clientRate: Decimal, liveRate: Decimal): boolean {
  return clientRate.minus(liveRate).abs().compare(liveRate.multiply(DRIFT_TOLERANCE)) <= 0;
}

/**
 * What an amount becomes at a rate: half-even, unless that gives more than half a minor unit of either currency away; then down. Where the
 * target's minor unit is worth more than the source's, half of it is real money: 7.75 NGN would become a US cent, which is worth 15.50.
 */
export function convertAt(amount: Money, rate: Decimal, currency: string): Money {
  const nearest = amount.convert(rate, currency);
  const twiceWorth = 2n * nearest.minor * powerOfTen(rate.scale + amount.scale);
  const twiceLimit = (2n * amount.minor + 1n) * rate.digits * powerOfTen(nearest.scale);
  return twiceWorth <= twiceLimit ? nearest : amount.convertDown(rate, currency);
}

/** Whether a client's target agrees with an amount at a rate: to one minor unit, however many decimals the client computed. */
export function isAgreedTarget(target: Decimal, amount: Money, rate: Decimal, targetScale: number): boolean {
  const exact = Decimal.of(amount.minor, amount.scale).multiply(rate);
  return target.minus(exact).abs().compare(Decimal.of(1n, targetScale)) <= 0;
}
