import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Decimal, InvalidDecimal } from "./decimal.ts";

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.nat({ max: 18 }))
  .map(([digits, scale]) => Decimal.of(digits, scale));

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
    expect(
      ["0.125", "0.135", "0.1351", "-0.125", "2.5"].map((text) => Decimal.parse(text).round(2).toString()),
    ).toEqual(["0.12", "0.14", "0.14", "-0.12", "2.5"]);
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

  it("reads up to a hundred characters and exponents up to a hundred, and nothing beyond", () => {
    expect(Decimal.parse("9".repeat(100)).toString()).toBe("9".repeat(100));
    expect(Decimal.parse("1e100").toString()).toBe(`1${"0".repeat(100)}`);
    expect(Decimal.parse("1e-100").toString()).toBe(`0.${"0".repeat(99)}1`);
    for (const text of ["1e101", "1e-101", "1e10000"]) expect(() => Decimal.parse(text)).toThrow(InvalidDecimal);
    expect(() => Decimal.parse("x".repeat(200))).toThrow(`"${"x".repeat(100)}" is not a decimal number`);
    expect(new InvalidDecimal("no").name).toBe("InvalidDecimal");
  });

  it.each([
    ["-1.50", "-1.5", "-1.5"],
    ["100", "100", "100.0"],
    ["1E2", "100", "100.0"],
    ["1e+2", "100", "100.0"],
    ["150e-1", "15", "15.0"],
    ["1.25e1", "12.5", "12.5"],
    ["0.000", "0", "0.0"],
    ["-0", "0", "0.0"],
    ["007.70", "7.7", "7.7"],
  ])("reads %s as %s, and as %s on the wire", (text, plain, wire) => {
    const value = Decimal.parse(text);
    expect([value.toString(), value.toDatabase(), value.toWire(), JSON.stringify(value)]).toEqual([
      plain,
      plain,
      wire,
      wire,
    ]);
  });

  it.each(["1e", "e5", "1e1.5", "1.e5", " 1", "1 ", "+1", "1_000", "1\n"])("does not read %j", (text) => {
    expect(() => Decimal.parse(text)).toThrow(InvalidDecimal);
  });

  it("has a sign", () => {
    const signs = ["-0.1", "0", "0.1"].map((text) => Decimal.parse(text));
    expect(
      signs.map((value) => [value.isPositive(), value.isZero(), value.abs().toString(), value.negate().toString()]),
    ).toEqual([
      [false, false, "0.1", "0.1"],
      [false, true, "0", "0"],
      [true, false, "0.1", "-0.1"],
    ]);
  });

  it("keeps no zero at its end, and is rounded only where it has more digits", () => {
    expect(Decimal.of(1_500n, 2)).toEqual(Decimal.of(15n, 0));
    expect(Decimal.of(100n, 0).digits).toBe(100n);
    expect(Decimal.of(0n, 5).scale).toBe(0);
    const value = Decimal.parse("1.25");
    expect(value.round(2)).toBe(value);
    expect([value.round(1).toString(), value.round(0).toString(), Decimal.parse("-1.35").round(1).toString()]).toEqual([
      "1.2",
      "1",
      "-1.4",
    ]);
  });

  it("divides by negative numbers as by positive ones", () => {
    const quotients = [
      ["1", "-8"],
      ["-1", "-8"],
      ["-1", "8"],
      ["3", "-8"],
    ].map(([dividend, divisor]) => Decimal.parse(dividend!).divide(Decimal.parse(divisor!), 2).toString());
    expect(quotients).toEqual(["-0.12", "0.12", "-0.12", "-0.38"]);
  });
});
