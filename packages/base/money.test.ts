import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaleOf } from "./currencies.ts";
import { Decimal } from "./decimal.ts";
import { InvalidMoney, Money } from "./money.ts";

const CURRENCIES = ["JPY", "USD", "KWD"] as const;
const currency = fc.constantFrom(...CURRENCIES);

/** 0.01 to 10^13 as minor units of the currency, edges included. */
const amount = currency.chain((code) => {
  const unit = 10n ** BigInt(scaleOf(code)!);
  const smallest = unit >= 100n ? unit / 100n : 1n;
  return fc.bigInt({ min: smallest, max: 10n ** 13n * unit }).map((minor) => Money.ofMinor(minor, code));
});

/** 10^-8 to 10^8, with up to 12 decimals. */
const rate = fc.bigInt({ min: 10n ** 4n, max: 10n ** 20n }).map((digits) => Decimal.of(digits, 12));

/** Half-even by its definition on the whole number line, sharing nothing with the code under test. */
function naiveHalfEven(numerator: bigint, denominator: bigint): bigint {
  const floor = numerator >= 0n ? numerator / denominator : -((-numerator + denominator - 1n) / denominator);
  const aboveFloor = numerator - floor * denominator;
  const belowNext = (floor + 1n) * denominator - numerator;
  if (aboveFloor < belowNext) return floor;
  if (belowNext < aboveFloor) return floor + 1n;
  return floor % 2n === 0n ? floor : floor + 1n;
}

describe("conversion", () => {
  it("rounds half-even to the target's minor unit, exactly as a rational does", () => {
    fc.assert(
      fc.property(amount, rate, currency, fc.boolean(), (source, by, target, negative) => {
        const from = negative ? source.negate() : source;
        const numerator = from.minor * by.digits * 10n ** BigInt(scaleOf(target)!);
        const denominator = 10n ** BigInt(from.scale + by.scale);
        const converted = from.convert(by, target);
        expect(converted.minor).toBe(naiveHalfEven(numerator, denominator));
        expect(converted.currency).toBe(target);
      }),
      { numRuns: 2_000 },
    );
  });

  it("leaves out what is less than a minor unit where nobody may gain by it", () => {
    fc.assert(
      fc.property(amount, rate, currency, (source, by, target) => {
        const numerator = source.minor * by.digits * 10n ** BigInt(scaleOf(target)!);
        const denominator = 10n ** BigInt(source.scale + by.scale);
        const { minor } = source.convertDown(by, target);
        expect(minor * denominator <= numerator && numerator < (minor + 1n) * denominator).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("sends a tie to the even neighbour, on both sides of zero", () => {
    const half = Decimal.parse("0.5");
    const halves = ["0.01", "0.03", "0.05", "-0.01", "-0.03"].map((text) =>
      Money.parse(text, "USD").multiply(half).toDatabase(),
    );
    expect(halves).toEqual(["0.00", "0.02", "0.02", "0.00", "-0.02"]);
  });

  it("takes a percentage of an amount and rounds it half-even", () => {
    expect(Money.parse("200.00", "USD").percentage(Decimal.parse("2.5")).toDatabase()).toBe("5.00");
    expect(Money.parse("0.50", "USD").percentage(Decimal.parse("1")).toDatabase()).toBe("0.00");
    expect(Money.parse("1.50", "USD").percentage(Decimal.parse("1")).toDatabase()).toBe("0.02");
  });
});

describe("printing and reading", () => {
  it("comes back unchanged from the database's text, also with a column's trailing zeros", () => {
    fc.assert(
      fc.property(amount, fc.nat({ max: 8 }), (money, zeros) => {
        const text = money.toDatabase();
        expect(Money.fromDatabase(text, money.currency).equals(money)).toBe(true);
        const padded = (text.includes(".") ? text : `${text}.`) + "0".repeat(zeros + 1);
        expect(Money.fromDatabase(padded, money.currency).equals(money)).toBe(true);
      }),
    );
  });

  it("comes back unchanged from a request that repeats the number of a response, up to 15 digits", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("JPY", "USD", "KWD", "BTC", "XLM"),
        fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
        (code, minor) => {
          const money = Money.ofMinor(minor, code);
          expect(Money.fromWire(JSON.parse(money.toWire()), code).equals(money)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [150_000n, "USD", "1500.00"],
    [1_500n, "JPY", "1500.0"],
    [1_500n, "KWD", "1.500"],
    [1n, "UYW", "0.0001"],
    [-5n, "USD", "-0.05"],
    [0n, "USD", "0.00"],
    [1n, "ETH", "0.000000000000000001"],
    [10n ** 33n, "ETH", "1000000000000000.000000000000000000"],
  ])("shows %s minor units of %s as %s", (minor, code, wire) => {
    const money = Money.ofMinor(minor, code);
    expect(money.toWire()).toBe(wire);
    expect(JSON.stringify({ amount: money })).toBe(`{"amount":${wire}}`);
  });

  it("refuses stored digits beyond the currency's scale", () => {
    expect(Money.fromDatabase("1500.000000", "JPY").minor).toBe(1_500n);
    expect(() => Money.fromDatabase("1500.000001", "JPY")).toThrow(
      /stored amount "1500.000001" of JPY: must have no decimals in JPY/,
    );
  });
});

describe("a request's number", () => {
  it.each([
    ["100", "USD", "must be a number"],
    [null, "USD", "must be a number"],
    [undefined, "USD", "must be a number"],
    [10n, "USD", "must be a number"],
    [Number.NaN, "USD", "must be a finite number"],
    [Number.POSITIVE_INFINITY, "USD", "must be a finite number"],
    [0, "USD", "must be greater than zero"],
    [-0, "USD", "must be greater than zero"],
    [-0.01, "USD", "must be greater than zero"],
    [0.001, "USD", "must have at most 2 decimals in USD; round it"],
    [1.5, "JPY", "must have no decimals in JPY; round it"],
    [1e-7, "USDC", "must have at most 6 decimals in USDC; round it"],
    [1e-300, "USD", "must have at most 2 decimals in USD; round it"],
    [1e-300, "JPY", "must have no decimals in JPY; round it"],
    [0.1 + 0.2, "USD", "must have at most 2 decimals in USD; round it"],
    [0.1 + 0.2, "ETH", "must have at most 15 significant digits; round it to 15 decimals"],
    [1_234.5678901234567, "ETH", "must have at most 15 significant digits; round it to 11 decimals"],
    [1e15, "USD", "must have at most 15 significant digits"],
    [1e21, "USD", "must have at most 15 significant digits"],
    [1, "XYZ", 'unknown currency "XYZ"'],
    [1, "usd", 'unknown currency "usd"'],
    [1, "XAU", 'unknown currency "XAU"'],
  ])("%s in %s is refused: it %s", (value, code, message) => {
    expect(() => Money.fromWire(value, code)).toThrow(new InvalidMoney(message));
  });

  it.each([
    [0.01, "USD", 1n],
    [1_500.0, "JPY", 1_500n],
    [1.005, "KWD", 1_005n],
    [1e-7, "XLM", 1n],
    [1.5e-17, "ETH", 15n],
    [123_456_789_012.345, "KWD", 123_456_789_012_345n],
    [999_999_999_999_999, "USD", 99_999_999_999_999_900n],
    [10_000_000_000_000, "USD", 10n ** 15n],
  ])("%s in %s is %s minor units", (value, code, minor) => {
    expect(Money.fromWire(value, code).minor).toBe(minor);
  });

  it("never comes out as another amount than its shortest text says", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: 0.01, max: 1e13 }), currency, (value, code) => {
        const outcome = readOrRefuse(value, code);
        expect(outcome instanceof InvalidMoney || Number(outcome.toWire()) === value).toBe(true);
      }),
    );
  });
});

function readOrRefuse(value: number, code: string): Money | InvalidMoney {
  try {
    return Money.fromWire(value, code);
  } catch (error) {
    if (error instanceof InvalidMoney) return error;
    throw error;
  }
}

describe("text from our own code", () => {
  it("is read as it is written, where a number follows the rules of a request", () => {
    expect(Money.parse("1.5", "USD").minor).toBe(150n);
    expect(Money.parse("1500", "JPY").minor).toBe(1_500n);
    expect(Money.parse(1.5, "USD").minor).toBe(150n);
    expect(() => Money.parse(0, "USD")).toThrow("must be greater than zero");
    expect(() => Money.parse("0", "XYZ")).toThrow('unknown currency "XYZ"');
  });

  it("may be zero, negative or longer than a float, but must fit the currency", () => {
    expect(Money.parse("0", "USD").isZero()).toBe(true);
    expect(Money.parse("-12.30", "USD").minor).toBe(-1_230n);
    expect(Money.parse("12345678901234567890.12", "USD").minor).toBe(1_234_567_890_123_456_789_012n);
    expect(() => Money.parse("1.001", "USD")).toThrow("must have at most 2 decimals in USD");
  });

  it.each(["", " 1", "1,5", "1.", ".5", "0x10", "+1", "1e9999", "Infinity", "1".repeat(101)])(
    "is no money as %j",
    (text) => {
      expect(() => Money.parse(text, "USD")).toThrow("must be a decimal number");
    },
  );
});

describe("arithmetic", () => {
  it("knows the sign of an amount, and shows it with its currency", () => {
    const amounts = ["-0.01", "0.00", "0.01"].map((text) => Money.parse(text, "USD"));
    expect(
      amounts.map((amount) => [amount.isNegative(), amount.isZero(), amount.isPositive(), amount.toString()]),
    ).toEqual([
      [true, false, false, "-0.01 USD"],
      [false, true, false, "0.00 USD"],
      [false, false, true, "0.01 USD"],
    ]);
    expect(Money.zero("JPY")).toEqual(Money.ofMinor(0n, "JPY"));
    expect(() => Money.zero("XYZ")).toThrow(InvalidMoney);
    expect(new InvalidMoney("no").name).toBe("InvalidMoney");
  });

  it("adds and subtracts exactly and keeps its order", () => {
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 0n, max: 10n ** 16n }), (left, minor) => {
        const right = Money.ofMinor(minor, left.currency);
        expect(left.plus(right).minus(right).equals(left)).toBe(true);
        expect(left.plus(right.negate()).equals(left.minus(right))).toBe(true);
        expect(left.compare(right)).toBe(left.minor === minor ? 0 : left.minor < minor ? -1 : 1);
      }),
    );
  });

  it("is equal to the same amount and to no other", () => {
    const [less, same, again] = ["0.99", "1.00", "1.00"].map((text) => Money.parse(text, "USD")) as [
      Money,
      Money,
      Money,
    ];
    expect([same.compare(again), less.compare(same), same.compare(less)]).toEqual([0, -1, 1]);
    expect([same.equals(again), same.equals(less)]).toEqual([true, false]);
  });

  it("never mixes currencies", () => {
    const dollars = Money.parse("1.00", "USD");
    const euros = Money.parse("1.00", "EUR");
    expect(dollars.equals(euros)).toBe(false);
    for (const mix of [() => dollars.plus(euros), () => dollars.minus(euros), () => dollars.compare(euros)]) {
      expect(mix).toThrow("cannot combine USD with EUR");
    }
  });
});
