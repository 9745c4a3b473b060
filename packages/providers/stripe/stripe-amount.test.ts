import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIAT_CURRENCIES } from "@corridor/base/currencies.ts";
import { Money } from "@corridor/base/money.ts";
import { moneyOfStripe, stripeAmountOf } from "./stripe-amount.ts";

describe("an amount", () => {
  test.each([
    ["USD", "10.00", "1000"],
    ["JPY", "500", "500"],
    ["KRW", "12345", "12345"],
    ["ISK", "5", "500"],
    ["UGX", "5", "500"],
    ["MGA", "5.00", "5"],
    ["KWD", "5.120", "5120"],
    ["HUF", "10.45", "1045"],
    ["TWD", "800.45", "80045"],
  ])("of %s %s is counted as %s, and read back the same", (currency, text, counted) => {
    const amount = Money.parse(text, currency);
    expect(stripeAmountOf(amount)).toBe(counted);
    expect(moneyOfStripe({ amount: Number(counted), currency: currency.toLowerCase() }, "amount")).toEqual(amount);
  });

  test("that has a fraction where there is none is malformed", () => {
    for (const currency of ["isk", "ugx"])
      expect(() => moneyOfStripe({ amount: 550, currency }, "amount")).toThrow("malformed");
  });

  test("of any currency is read back as it was sent, or not sent", () => {
    const amounts = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.constantFrom(...FIAT_CURRENCIES));
    fc.assert(
      fc.property(amounts, ([minor, currency]) => {
        const amount = Money.ofMinor(minor, currency);
        const counted = stripeAmountOf(amount);
        if (counted !== null)
          expect(moneyOfStripe({ amount: Number(counted), currency }, "amount").equals(amount)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
