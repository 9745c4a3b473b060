import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { convertAt } from "#src/pricing/rates/rate.ts";
import { CRYPTO_CURRENCIES } from "@corridor/base/currencies.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import { cryptoToSend } from "./ramp.ts";

const anyFiat = fc.bigInt({ min: 1n, max: 10n ** 13n }).map((minor) => Money.ofMinor(minor, "NGN"));
const anyRate = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999 }), fc.integer({ min: -9, max: 0 }))
  .map(([digits, exponent]) => Decimal.parse(`${digits}e${exponent}`));
const anyAsset = fc.constantFrom(...CRYPTO_CURRENCIES);

describe("what the customer must send to be paid fiat", () => {
  test("survives a client that reads JSON numbers as doubles", () => {
    fc.assert(
      fc.property(anyFiat, anyRate, anyAsset, (fiat, rate, asset) => {
        const crypto = cryptoToSend(fiat, rate, asset);
        fc.pre(crypto.minor < 10n ** BigInt(15 + crypto.scale)); // More than exists of any asset.
        const asRead = JSON.parse(JSON.stringify(crypto)) as number;
        expect(Money.parse(Decimal.parse(asRead).toString(), asset).equals(crypto)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("is worth the fiat: off by at most the rounding of its last digit", () => {
    fc.assert(
      fc.property(anyFiat, anyRate, anyAsset, (fiat, rate, asset) => {
        const crypto = cryptoToSend(fiat, rate, asset);
        const exact = Decimal.of(fiat.minor, fiat.scale).divide(rate, 40);
        const error = Decimal.of(crypto.minor, crypto.scale).minus(exact).abs();
        const unit = Decimal.of(1n, crypto.scale);
        const lastOfFifteen = exact.multiply(Decimal.parse("1e-14"));
        expect(error.compare(unit) <= 0 || error.compare(lastOfFifteen) <= 0).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test("is never worth less than the fiat: rounded to the nearest, a satoshi bought half as much again as it was worth, as often as one liked", () => {
    const naira = Decimal.parse("149038461.538"); // For a bitcoin, so 1.49 for a satoshi.
    const toSend = ["0.01", "1.49", "1.50", "2.23", "3.70"].map(
      (fiat) => cryptoToSend(Money.parse(fiat, "NGN"), naira, "BTC").minor,
    );
    expect(toSend).toEqual([1n, 1n, 2n, 2n, 3n]);
    fc.assert(
      fc.property(anyFiat, anyRate, anyAsset, (fiat, rate, asset) => {
        expect(cryptoToSend(fiat, rate, asset).convert(rate, fiat.currency).compare(fiat)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 1_000 },
    );
  });

  test("has at most the asset's own decimals", () => {
    expect(cryptoToSend(Money.parse("1000.00", "NGN"), Decimal.parse("1550"), "USDT").toDatabase()).toBe("0.645161");
    expect(cryptoToSend(Money.parse("1000.00", "NGN"), Decimal.parse("4967948.71794872"), "ETH").toDatabase()).toBe(
      "0.000201290322580645",
    );
    expect(cryptoToSend(Money.parse("10000000.00", "NGN"), Decimal.parse("4967948.71794872"), "ETH").toDatabase()).toBe(
      "2.012903225806450000",
    );
  });
});

test("what the customer gets for fiat is the fiat at the rate, half-even, and down where half of the asset's smallest unit is real money", () => {
  // A satoshi is worth 10.00 IDR here: 5.01 IDR buy none, 14.99 IDR buy one.
  const bought = ["5.01", "9.99", "10.00", "14.99", "15.01", "20.00"].map(
    (fiat) => convertAt(Money.parse(fiat, "IDR"), Decimal.parse("0.000000001"), "BTC").minor,
  );
  expect(bought).toEqual([0n, 0n, 1n, 1n, 1n, 2n]);
  expect(convertAt(Money.parse("1000.00", "NGN"), Decimal.parse("0.000645161290323"), "USDT").toDatabase()).toBe(
    "0.645161",
  );
  expect(convertAt(Money.parse("0.01", "NGN"), Decimal.parse("0.00005"), "USDT").toDatabase()).toBe("0.000000");
});

test("what the customer must send is rounded once: rounding a rounded quotient again would ask for too little", () => {
  const [fiat, rate] = [Money.ofMinor(4_020_730_886_306n, "USD"), Decimal.parse("7636.10368436")];
  const crypto = cryptoToSend(fiat, rate, "SOL");
  const missing = Decimal.of(fiat.minor, fiat.scale).minus(Decimal.of(crypto.minor, crypto.scale).multiply(rate));
  expect(missing.compare(Decimal.of(5n, crypto.scale + 1).multiply(rate))).toBeLessThanOrEqual(0);
});
