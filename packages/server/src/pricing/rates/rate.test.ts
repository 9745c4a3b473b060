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
  const half = (scale: number): Decimal => Decimal.of(5n, scale + 1);

  test("never becomes worth more than half a minor unit of either currency above what was paid", () => {
    fc.assert(
      fc.property(anyAmount, anyRate, anyTarget, (amount, rate, currency) => {
        const target = convertAt(amount, rate, currency);
        const gain = exactly(target).minus(exactly(amount).multiply(rate));
        expect(gain.compare(half(target.scale))).toBeLessThanOrEqual(0);
        // The same gain in the currency that was paid, without a division: gain / rate <= half a unit.
        expect(gain.compare(half(amount.scale).multiply(rate))).toBeLessThanOrEqual(0);
        expect(gain.negate().compare(Decimal.of(1n, target.scale))).toBeLessThan(0);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is half-even like any other where that gives nobody real money", () => {
    fc.assert(
      fc.property(anyAmount, anyRate, anyTarget, (amount, rate, currency) => {
        const nearest = amount.convert(rate, currency);
        if (exactly(nearest).compare(exactly(amount).multiply(rate)) <= 0)
          expect(convertAt(amount, rate, currency).equals(nearest)).toBe(true);
      }),
    );
    // A twelve-digit rate is a hair below 1/1550, and 15.50 NGN are a cent all the same; half of them are none.
    const rate = inverseOf(Decimal.parse("1550"));
    expect(convertAt(Money.parse("15.50", "NGN"), rate, "USD").toString()).toBe("0.01 USD");
    expect(convertAt(Money.parse("1550.00", "NGN"), rate, "USD").toString()).toBe("1.00 USD");
    expect(convertAt(Money.parse("7.77", "NGN"), rate, "USD").toString()).toBe("0.00 USD");
  });
});
