import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, InvalidDecimal } from "./decimal.ts";

const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat({ max: 18 })).map(([digits, scale]) => Decimal.of(digits, scale));

describe("Decimal", () => {
  it("prints what it read, and reads what it printed", () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(Decimal.parse(value.toString()).equals(value)).toBe(true);
      }),
    );
  });

  it("reads a float's shortest text, exponents included", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e20, max: 1e20 }), (value) => {
        fc.pre(value === 0 || Math.abs(value) > 1e-90);
        expect(Number(Decimal.parse(value).toString())).toBe(value === 0 ? 0 : value);
      }),
    );
    expect(Decimal.parse(1e-8).toString()).toBe("0.00000001");
    expect(Decimal.parse("1.50E+3").toString()).toBe("1500");
  });

  it("divides to a scale with an error of at most half of its last digit, ties to even", () => {
    fc.assert(
      fc.property(decimal, decimal, fc.nat({ max: 20 }), (dividend, divisor, scale) => {
        fc.pre(!divisor.isZero());
        const quotient = dividend.divide(divisor, scale);
        const twiceError = quotient.multiply(divisor).minus(dividend).abs().multiply(Decimal.parse("2"));
        const unit = divisor.abs().multiply(Decimal.of(1n, scale));
        expect(quotient.scale).toBeLessThanOrEqual(scale);
        expect(twiceError.compare(unit)).toBeLessThanOrEqual(0);
        const isEven = (quotient.digits * 10n ** BigInt(scale - quotient.scale)) % 2n === 0n;
        expect(isEven || !twiceError.equals(unit)).toBe(true);
      }),
    );
  });

  it("multiplies and adds without losing a digit", () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (a, b, c) => {
        expect(
          a
            .plus(b)
            .multiply(c)
            .equals(a.multiply(c).plus(b.multiply(c))),
        ).toBe(true);
        expect(a.minus(a).isZero()).toBe(true);
      }),
    );
  });

  it("rounds half-even", () => {
    expect(["0.125", "0.135", "0.1351", "-0.125", "2.5"].map((text) => Decimal.parse(text).round(2).toString())).toEqual([
      "0.12",
      "0.14",
      "0.14",
      "-0.12",
      "2.5",
    ]);
  });

  it("orders values of different scales", () => {
    expect(Decimal.parse("1.10").equals(Decimal.parse("1.1"))).toBe(true);
    expect(Decimal.parse("-2").compare(Decimal.parse("1.999"))).toBe(-1);
    expect(Decimal.parse("0.005").compare(Decimal.parse("0.0049999999"))).toBe(1);
  });

  it("is a JSON number with every digit and a fractional part", () => {
    expect(JSON.stringify({ rate: Decimal.parse("1") })).toBe('{"rate":1.0}');
    expect(JSON.stringify({ rate: Decimal.parse("0.123456789012345678") })).toBe('{"rate":0.123456789012345678}');
  });

  it.each(["", "abc", "1.2.3", "NaN", "Infinity", "--1", "1e999", "9".repeat(101)])("refuses %j", (text) => {
    expect(() => Decimal.parse(text)).toThrow(InvalidDecimal);
  });

  it("does not divide by zero", () => {
    expect(() => Decimal.ONE.divide(Decimal.ZERO, 2)).toThrow("division by zero");
  });
});
