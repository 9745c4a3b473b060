import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import { convertAt, crossRate, inverseOf, isWithinDrift, withMargin } from "./rate.ts";

const anyRate = fc
  .tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: -8, max: 2 }))
  .map(([digits, exponent]) => Decimal.parse(`${digits}e${exponent}`));

/** |a - b| / b as an exact fraction compared with num/den. */
function relativeErrorAtMost(a: Decimal, b: Decimal, inverseTolerance: bigint): boolean {
  const scale = Math.max(a.scale, b.scale);
  const lift = (value: Decimal): bigint => value.digits * 10n ** BigInt(scale - value.scale);
  const difference = lift(a) - lift(b);
  return (difference < 0n ? -difference : difference) * inverseTolerance <= lift(b);
}

describe("rates", () => {
  test("crossed through the dollar keep twelve significant digits, or more before the point", () => {
    fc.assert(
      fc.property(anyRate, anyRate, (from, to) => {
        const rate = crossRate(from, to);
        expect(rate.isPositive()).toBe(true);
        expect(relativeErrorAtMost(rate.multiply(from), to, 10n ** 11n)).toBe(true);
        // A whole number keeps all of its digits; only decimals are cut.
        expect(rate.scale === 0 || rate.digits.toString().length <= 12).toBe(true);
      }),
    );
  });

  test("there and back differ by rounding only", () => {
    fc.assert(
      fc.property(anyRate, (rate) => {
        expect(relativeErrorAtMost(inverseOf(inverseOf(rate)), rate, 10n ** 9n)).toBe(true);
      }),
    );
  });

  test("a margin only ever makes the target smaller, and no margin changes nothing that a quote shows", () => {
    fc.assert(
      fc.property(anyRate, fc.integer({ min: 1, max: 2_000 }), (rate, bps) => {
        expect(withMargin(rate, bps).compare(rate)).toBe(-1);
        expect(withMargin(rate, 0).equals(rate)).toBe(true);
      }),
    );
  });

  test("converting the largest and the smallest amounts stays exact to half a minor unit", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        anyRate,
        fc.constantFrom("JPY", "USD", "KWD"),
        fc.constantFrom("UGX", "NGN", "BHD"),
        (minor, rate, from, to) => {
          const source = Money.ofMinor(minor, from);
          const target = source.convert(rate, to);
          // twice the error, in units of the target's minor, is at most one
          const exactNumerator = minor * rate.digits * 10n ** BigInt(target.scale);
          const denominator = 10n ** BigInt(source.scale + rate.scale);
          const error = target.minor * denominator - exactNumerator;
          expect((error < 0n ? -error : error) * 2n <= denominator).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("drift", () => {
  test("of exactly 0.5 percent passes in both directions, and the least beyond it does not", () => {
    fc.assert(
      fc.property(anyRate, (live) => {
        const tolerance = live.multiply(Decimal.parse("0.005"));
        const hair = Decimal.of(1n, live.scale + 10);
        expect(isWithinDrift(live.plus(tolerance), live)).toBe(true);
        expect(isWithinDrift(live.minus(tolerance), live)).toBe(true);
        expect(isWithinDrift(live.plus(tolerance).plus(hair), live)).toBe(false);
        expect(isWithinDrift(live.minus(tolerance).minus(hair), live)).toBe(false);
      }),
    );
  });
});

describe("an amount at a rate", () => {
  const anyAmount = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.constantFrom("JPY", "NGN", "USD", "KWD"))
    .map(([minor, code]) => Money.ofMinor(minor, code));
  const anyTarget = fc.constantFrom("UGX", "EUR", "NGN", "BHD");
  const exactly = (money: Money): Decimal => Decimal.of(money.minor, money.scale);

  test("is half-even, and down only where that exceeds the exact product by more than 0.1 percent of it", () => {
    fc.assert(
      fc.property(anyAmount, anyRate, anyTarget, (amount, rate, currency) => {
        const nearest = amount.convert(rate, currency);
        const limit = exactly(amount).multiply(rate).multiply(Decimal.parse("1.001"));
        const isTooMuch = exactly(nearest).compare(limit) > 0;
        const expected = isTooMuch ? amount.convertDown(rate, currency) : nearest;
        expect(convertAt(amount, rate, currency).toString()).toBe(expected.toString());
      }),
      { numRuns: 2_000 },
    );
    expect(convertAt(Money.parse("19.00", "USD"), Decimal.parse("161.290315789"), "JPY").toString()).toBe("3065 JPY");
    // A twelve-digit rate is a hair below 1/1550, and 15.50 NGN are a cent all the same; half of them are none.
    const rate = inverseOf(Decimal.parse("1550"));
    expect(convertAt(Money.parse("15.50", "NGN"), rate, "USD").toString()).toBe("0.01 USD");
    expect(convertAt(Money.parse("1550.00", "NGN"), rate, "USD").toString()).toBe("1.00 USD");
    expect(convertAt(Money.parse("7.77", "NGN"), rate, "USD").toString()).toBe("0.00 USD");
  });
});
