import { Decimal } from "@corridor/base/decimal.ts";
import type { Money } from "@corridor/base/money.ts";

/** How a pair is priced: units per US dollar, crossed, less the organization's margin. Pure and exact. */
const RATE_SIGNIFICANT_DIGITS = 12;
const MAX_RATE_SCALE = 36;
const BASIS_POINTS = Decimal.parse("10000");

/** Units of `to` per unit of `from`. Twelve digits: more than any source gives, few enough for a JSON number. */
export function crossRate(fromPerUsd: Decimal, toPerUsd: Decimal): Decimal {
  return toSignificant(toPerUsd.divide(fromPerUsd, MAX_RATE_SCALE));
}

/** The organization's quoted rate: the margin always makes the target smaller. */
export function withMargin(rate: Decimal, marginBps: number): Decimal {
  return toSignificant(
    rate.multiply(BASIS_POINTS.minus(Decimal.parse(String(marginBps)))).divide(BASIS_POINTS, MAX_RATE_SCALE),
  );
}

export function inverseOf(rate: Decimal): Decimal {
  return toSignificant(Decimal.ONE.divide(rate, MAX_RATE_SCALE));
}

function toSignificant(value: Decimal): Decimal {
  const integerDigits = (value.digits < 0n ? -value.digits : value.digits).toString().length - value.scale;
  return value.round(Math.max(0, Math.min(MAX_RATE_SCALE, RATE_SIGNIFICANT_DIGITS - integerDigits)));
}

/** How far a ramp's `client_rate` may be from the live rate: 0.5 percent (contract.md). */
const CLIENT_RATE_DRIFT_BPS = 50;

/** Whether a rate differs from the live one by at most the given drift, inclusive, in exact decimals. */
export function isWithinDrift(rate: Decimal, live: Decimal, driftBps = CLIENT_RATE_DRIFT_BPS): boolean {
  const drift = rate.minus(live).abs().multiply(BASIS_POINTS);
  return drift.compare(live.multiply(Decimal.parse(String(driftBps)))) <= 0;
}

export type LockTerms = { readonly rate: Decimal; readonly marginBps: number; readonly toCurrency: string };

/** Whether a lock is within the drift of `live`, the rate without the margin that the lock was quoted with. */
export function lockHolds(lock: LockTerms, live: Decimal, driftBps: number): boolean {
  return isWithinDrift(lock.rate, withMargin(live, lock.marginBps), driftBps);
}

/**
 * Half-even, as every client computes it. Where that exceeds the exact product by more than 0.1 percent of it, down:
 * half a minor unit of a tiny amount is real money, and 7.75 NGN would become a US cent, worth 15.50.
 */
export function convertAt(amount: Money, rate: Decimal, currency: string): Money {
  const nearest = amount.convert(rate, currency);
  const limit = decimalOf(amount).multiply(rate).multiply(Decimal.parse("1.001"));
  return decimalOf(nearest).compare(limit) <= 0 ? nearest : amount.convertDown(rate, currency);
}

/** Whether a client's target matches an amount at a rate, within one minor unit, in any precision. */
export function isAgreedTarget(target: Decimal, amount: Money, rate: Decimal, targetScale: number): boolean {
  const exact = decimalOf(amount).multiply(rate);
  return target.minus(exact).abs().compare(Decimal.of(1n, targetScale)) <= 0;
}

function decimalOf(money: Money): Decimal {
  return Decimal.of(money.minor, money.scale);
}
