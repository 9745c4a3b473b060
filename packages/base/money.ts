import { scaleOf } from "./currencies.ts";
import { type Decimal, divideHalfEven, powerOfTen, readDecimalText, writeDecimalText } from "./decimal.ts";

/**
 * An exact amount of one currency, in minor units on bigint. A float exists only as the request number that `fromWire`
 * reads. Currencies never mix: every operation checks, because a mix is a bug, not input.
 */

/** The message says what to correct; it may be shown to a caller, after the name of the field. */
export class InvalidMoney extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InvalidMoney";
  }
}

/** A double holds any decimal of 15 significant digits: with more, the value read is not the value sent. */
const MAX_SIGNIFICANT_DIGITS = 15;
const WIRE_LIMIT = 10 ** MAX_SIGNIFICANT_DIGITS;
const TOO_LONG = `must have at most ${MAX_SIGNIFICANT_DIGITS} significant digits`;

function requireScale(currency: string): number {
  const scale = scaleOf(currency);
  if (scale === undefined) throw new InvalidMoney(`unknown currency ${JSON.stringify(currency)}`);
  return scale;
}

function tooManyDecimals(currency: string, scale: number): InvalidMoney {
  return new InvalidMoney(`must have ${scale === 0 ? "no" : `at most ${scale}`} decimals in ${currency}; round it`);
}

export class Money {
  readonly minor: bigint;
  readonly currency: string;
  readonly scale: number;

  private constructor(minor: bigint, currency: string, scale: number) {
    this.minor = minor;
    this.currency = currency;
    this.scale = scale;
  }

  static ofMinor(minor: bigint, currency: string): Money {
    return new Money(minor, currency, requireScale(currency));
  }

  static zero(currency: string): Money {
    return Money.ofMinor(0n, currency);
  }

  /** A request's number: positive, finite, at most 15 significant digits and no more decimals than the currency has. */
  static fromWire(value: unknown, currency: string): Money {
    const scale = requireScale(currency);
    if (typeof value !== "number") throw new InvalidMoney("must be a number");
    if (!Number.isFinite(value)) throw new InvalidMoney("must be a finite number");
    if (value <= 0) throw new InvalidMoney("must be greater than zero");
    // 10^15 has 16 digits when written out, and nobody can tell whether its zeros were meant or came from rounding.
    if (value >= WIRE_LIMIT) throw new InvalidMoney(TOO_LONG);
    if (Number.isInteger(value)) return new Money(BigInt(value) * powerOfTen(scale), currency, scale);
    const read = readDecimalText(String(value));
    if (read === null) throw tooManyDecimals(currency, scale); // 1e-300 has more decimals than we read.
    if (read.scale > scale) throw tooManyDecimals(currency, scale);
    const excess = read.digits.toString().length - MAX_SIGNIFICANT_DIGITS;
    if (excess > 0) throw new InvalidMoney(`${TOO_LONG}; round it to ${read.scale - excess} decimals`);
    return new Money(read.digits * powerOfTen(scale - read.scale), currency, scale);
  }

  /** A number follows `fromWire`; text is our own: it may be zero, negative or longer, but never inexact. */
  static parse(value: number | string, currency: string): Money {
    if (typeof value === "number") return Money.fromWire(value, currency);
    const scale = requireScale(currency);
    const read = readDecimalText(value);
    if (read === null) throw new InvalidMoney("must be a decimal number");
    if (read.scale > scale) throw tooManyDecimals(currency, scale);
    return new Money(read.digits * powerOfTen(scale - read.scale), currency, scale);
  }

  /** Zeros beyond the currency's scale come from the column; any other digit there is corruption. */
  static fromDatabase(text: string, currency: string): Money {
    try {
      return Money.parse(text, currency);
    } catch (error) {
      throw new InvalidMoney(`stored amount ${JSON.stringify(text)} of ${currency}: ${(error as Error).message}`);
    }
  }

  plus(other: Money): Money {
    this.#assertSameCurrency(other);
    return new Money(this.minor + other.minor, this.currency, this.scale);
  }

  minus(other: Money): Money {
    this.#assertSameCurrency(other);
    return new Money(this.minor - other.minor, this.currency, this.scale);
  }

  negate(): Money {
    return new Money(-this.minor, this.currency, this.scale);
  }

  compare(other: Money): -1 | 0 | 1 {
    this.#assertSameCurrency(other);
    return this.minor < other.minor ? -1 : this.minor > other.minor ? 1 : 0;
  }

  /** Amounts of different currencies are simply not equal; only arithmetic and ordering throw. */
  equals(other: Money): boolean {
    return this.currency === other.currency && this.minor === other.minor;
  }

  isZero(): boolean {
    return this.minor === 0n;
  }

  isPositive(): boolean {
    return this.minor > 0n;
  }

  isNegative(): boolean {
    return this.minor < 0n;
  }

  /** At `rate` units of the other currency per unit of this one, rounded half-even to its minor unit. */
  convert(rate: Decimal, currency: string): Money {
    const scale = requireScale(currency);
    const minor = divideHalfEven(this.minor * rate.digits * powerOfTen(scale), powerOfTen(this.scale + rate.scale));
    return new Money(minor, currency, scale);
  }

  /** Like `convert`, but rounded down: the result is never worth more than this amount. */
  convertDown(rate: Decimal, currency: string): Money {
    const scale = requireScale(currency);
    return new Money(
      (this.minor * rate.digits * powerOfTen(scale)) / powerOfTen(this.scale + rate.scale),
      currency,
      scale,
    );
  }

  /** This amount times an exact factor, rounded half-even to the minor unit. */
  multiply(factor: Decimal): Money {
    return this.convert(factor, this.currency);
  }

  /** `percentage(2.5)` of 200.00 is 5.00; rounded half-even to the minor unit. */
  percentage(percent: Decimal): Money {
    return new Money(
      divideHalfEven(this.minor * percent.digits, powerOfTen(percent.scale + 2)),
      this.currency,
      this.scale,
    );
  }

  /** Plain decimal text at the currency's scale, for numeric columns and for money inside jsonb. */
  toDatabase(): string {
    return writeDecimalText(this.minor, this.scale);
  }

  /** The fraction is always shown, at the currency's scale and with at least one digit (`1500.0` JPY). */
  toWire(): string {
    return writeDecimalText(this.minor, this.scale, 1);
  }

  toString(): string {
    return `${this.toDatabase()} ${this.currency}`;
  }

  toJSON(): RawJSON {
    return JSON.rawJSON(this.toWire());
  }

  #assertSameCurrency(other: Money): void {
    if (this.currency !== other.currency) throw new Error(`cannot combine ${this.currency} with ${other.currency}`);
  }
}
