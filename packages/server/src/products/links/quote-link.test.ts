import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import { payerAmountOf } from "./quote-link.ts";

const currencies = fc.constantFrom("USD", "GHS", "UGX", "KWD", "JPY", "CLF");
const rates = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]) => Decimal.of(digits, scale));

test("what the payer gives is worth the target, and a minor unit less would be worth less than it or lie further from it", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 13n }),
      currencies,
      currencies,
      rates,
      (minor, currency, payerCurrency, rate) => {
        const target = Money.ofMinor(minor, currency);
        const amount = payerAmountOf(target, { rate, marginBps: 0 }, payerCurrency);
        expect(amount.isPositive()).toBe(true);
        expect(amount.convert(rate, currency).compare(target)).toBeGreaterThanOrEqual(0);
        const less = Money.ofMinor(amount.minor - 1n, payerCurrency);
        const exact = (money: Money) => Decimal.of(money.minor, money.scale).multiply(rate);
        const wanted = Decimal.of(target.minor, target.scale);
        const isWorthLess = less.convert(rate, currency).compare(target) < 0;
        const isFurther = exact(less).minus(wanted).abs().compare(exact(amount).minus(wanted).abs()) >= 0;
        expect(isWorthLess || isFurther).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

test.each([0, 50])(
  "a rate that was cut to twelve digits does not cost the payer a cent, at a margin of %i",
  (marginBps) => {
    expect(
      payerAmountOf(Money.parse("100", "USD"), { rate: Decimal.parse("0.0806451612903"), marginBps }, "GHS").toString(),
    ).toBe("1240.00 GHS");
  },
);

test("where the payer's cent is worth more than the target's unit, it is rounded in the organization's favour", () => {
  expect(
    payerAmountOf(Money.parse("1000", "UGX"), { rate: Decimal.parse("3650"), marginBps: 0 }, "USD").toString(),
  ).toBe("0.28 USD");
});

test("under a margin the payer gives no less than the target is worth: 0.12 GHS paid a link of one cent that was worth 0.124", () => {
  const rate = Decimal.parse("0.0806451612903");
  const cent = Money.parse("0.01", "USD");
  expect(payerAmountOf(cent, { rate, marginBps: 0 }, "GHS").toString()).toBe("0.12 GHS");
  expect(payerAmountOf(cent, { rate, marginBps: 50 }, "GHS").toString()).toBe("0.13 GHS");
});
