import { Decimal } from "#src/platform/decimal.ts";

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
