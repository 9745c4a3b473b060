import fc from "fast-check";
import { expect, test } from "vitest";
import { payerAmountOf } from "@corridor/server/products/links/quote-link.ts";
import { cryptoToSend } from "@corridor/server/payments/ramps/ramp.ts";
import { convertAt, isAgreedTarget } from "@corridor/server/pricing/rates/rate.ts";
import { CRYPTO_CURRENCIES } from "@corridor/base/currencies.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";

/** Every operation that converts money, by the function that decides both amounts. */
const FIAT = ["JPY", "UGX", "USD", "NGN", "KWD", "CLF"] as const;
const anyMinor = fc.oneof(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 10n ** 13n }));
const anyFiat = fc.constantFrom(...FIAT);
const anyAsset = fc.constantFrom(...CRYPTO_CURRENCIES);
const anyRate = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n - 1n }), fc.integer({ min: 0, max: 14 }))
  .map(([digits, scale]) => Decimal.of(digits, scale));
const anyMargin = fc.constantFrom(0, 1, 50, 2_000);

/** `asked`: the decimals of `given`, where that is the amount which is computed. */
type Conversion = { given: Money; got: Money; asked?: number };
type Input = { minor: bigint; from: string; to: string; asset: string; rate: Decimal; marginBps: number };

const OPERATIONS: [string, (input: Input) => Conversion][] = [
  [
    "a payin, a payout, a withdrawal, a quote and an open link",
    ({ minor, from, to, rate }) => {
      const given = Money.ofMinor(minor, from);
      return { given, got: convertAt(given, rate, to) };
    },
  ],
  [
    "a transfer",
    ({ minor, from, to, rate }) => {
      const given = Money.ofMinor(minor, from);
      return { given, got: given.convertDown(rate, to) };
    },
  ],
  [
    "a fixed link",
    ({ minor, from, to, rate, marginBps }) => {
      const got = Money.ofMinor(minor, to);
      const given = payerAmountOf(got, { rate, marginBps }, from);
      return { given, got, asked: given.scale };
    },
  ],
  [
    "an on-ramp",
    ({ minor, from, asset, rate }) => {
      const given = Money.ofMinor(minor, from);
      return { given, got: convertAt(given, rate, asset) };
    },
  ],
  [
    "an off-ramp",
    ({ minor, to, asset, rate }) => {
      const got = Money.ofMinor(minor, to);
      const given = cryptoToSend(got, rate, asset);
      return { given, got, asked: decimalsOf(given) };
    },
  ],
];

/** Off-ramps request at most 15 digits, because a client may read a JSON number as a double. */
function decimalsOf({ minor, scale }: Money): number {
  const integerDigits = minor.toString().length - scale;
  return Math.min(scale, Math.max(0, 15 - integerDigits));
}

test.each(OPERATIONS)(
  "%s is rounded in the caller's favor by at most half a minor unit, and by 0.1 percent of what is got",
  (_name, convert) => {
    fc.assert(
      fc.property(
        anyMinor,
        anyFiat,
        anyFiat,
        anyAsset,
        anyRate,
        anyMargin,
        (minor, from, to, asset, rate, marginBps) => {
          const { given, got, asked } = convert({ minor, from, to, asset, rate, marginBps });
          const exact = Decimal.of(given.minor, given.scale).multiply(rate);
          const favor = Decimal.of(got.minor, got.scale).minus(exact);
          expect(favor.compare(Decimal.of(5n, got.scale + 1)) <= 0).toBe(true);
          const most =
            asked === undefined ? exact.multiply(Decimal.parse("0.001")) : Decimal.of(5n, asked + 1).multiply(rate);
          expect(favor.compare(most) <= 0).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  },
);

test("our own target agrees with the rule, and so does whatever a client computes within one minor unit", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      anyFiat,
      anyFiat,
      anyRate,
      fc.integer({ min: -100, max: 100 }),
      (minor, from, to, rate, percent) => {
        const amount = Money.ofMinor(minor, from);
        const own = convertAt(amount, rate, to);
        const agrees = (target: Decimal): boolean => isAgreedTarget(target, amount, rate, own.scale);
        expect(agrees(Decimal.of(own.minor, own.scale))).toBe(true);
        const exact = Decimal.of(amount.minor, amount.scale).multiply(rate);
        expect(agrees(exact.plus(Decimal.of(BigInt(percent), own.scale + 2)))).toBe(true);
        const hair = Decimal.of(101n, own.scale + 2);
        expect([agrees(exact.plus(hair)), agrees(exact.minus(hair))]).toEqual([false, false]);
      },
    ),
    { numRuns: 2_000 },
  );
});
