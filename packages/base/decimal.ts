/**
 * Exact decimals for rates, margins and percentages: `digits / 10^scale`, on bigint, never through a float. A division
 * rounds half-even, so that errors do not pile up in one direction.
 */
export class InvalidDecimal extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InvalidDecimal";
  }
}

/** Longer than any product of rates and amounts; keeps text such as "1e999999999" from becoming a huge bigint. */
const MAX_DIGITS = 100;
const MAX_EXPONENT = 100;

const DECIMAL_TEXT = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

const POWERS_OF_TEN = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));

export function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent);
}

/** The integer nearest to numerator / denominator; a tie goes to the even one. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new InvalidDecimal("division by zero");
  const negative = numerator < 0n !== denominator < 0n;
  const dividend = numerator < 0n ? -numerator : numerator;
  const divisor = denominator < 0n ? -denominator : denominator;
  let quotient = dividend / divisor;
  const twiceRemainder = (dividend % divisor) * 2n;
  if (twiceRemainder > divisor || (twiceRemainder === divisor && (quotient & 1n) === 1n)) quotient += 1n;
  return negative ? -quotient : quotient;
}

/** Plain or exponent notation; scale is never negative, and has no trailing zeros. Null when it is not a decimal. */
export function readDecimalText(text: string): { digits: bigint; scale: number } | null {
  if (text.length > MAX_DIGITS) return null;
  const match = DECIMAL_TEXT.exec(text);
  if (match === null) return null;
  const [, sign, whole, writtenFraction = "", exponentText = "0"] = match;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > MAX_EXPONENT) return null;
  // Database columns pad with zeros; removing them from the text is far cheaper than dividing by ten below.
  let end = writtenFraction.length;
  while (end > 0 && writtenFraction[end - 1] === "0") end -= 1;
  const fraction = writtenFraction.slice(0, end);
  let digits = BigInt(whole! + fraction);
  let scale = fraction.length - exponent;
  if (scale < 0) {
    digits *= powerOfTen(-scale);
    scale = 0;
  }
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale -= 1;
  }
  return { digits: sign === "-" ? -digits : digits, scale };
}

/** `digits / 10^scale` in plain notation, with at least `minFractionDigits` after the point. */
export function writeDecimalText(digits: bigint, scale: number, minFractionDigits = 0): string {
  const negative = digits < 0n;
  const text = (negative ? -digits : digits).toString().padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).padEnd(minFractionDigits, "0");
  return `${negative ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

export class Decimal {
  readonly digits: bigint;
  readonly scale: number;

  static readonly ZERO = new Decimal(0n, 0);
  static readonly ONE = new Decimal(1n, 0);

  private constructor(digits: bigint, scale: number) {
    this.digits = digits;
    this.scale = scale;
  }

  /** A number is read through its shortest text, which is what the sender wrote at up to 15 significant digits. */
  static parse(value: string | number): Decimal {
    const read = readDecimalText(String(value));
    if (read === null) throw new InvalidDecimal(`"${String(value).slice(0, MAX_DIGITS)}" is not a decimal number`);
    return new Decimal(read.digits, read.scale);
  }

  static of(digits: bigint, scale: number): Decimal {
    while (scale > 0 && digits % 10n === 0n) {
      digits /= 10n;
      scale -= 1;
    }
    return new Decimal(digits, scale);
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return Decimal.of(this.#digitsAt(scale) + other.#digitsAt(scale), scale);
  }

  minus(other: Decimal): Decimal {
    return this.plus(other.negate());
  }

  negate(): Decimal {
    return new Decimal(-this.digits, this.scale);
  }

  abs(): Decimal {
    return this.digits < 0n ? this.negate() : this;
  }

  multiply(other: Decimal): Decimal {
    return Decimal.of(this.digits * other.digits, this.scale + other.scale);
  }

  divide(divisor: Decimal, scale: number): Decimal {
    return Decimal.of(
      divideHalfEven(this.digits * powerOfTen(divisor.scale + scale), divisor.digits * powerOfTen(this.scale)),
      scale,
    );
  }

  round(scale: number): Decimal {
    return scale >= this.scale ? this : Decimal.of(divideHalfEven(this.digits, powerOfTen(this.scale - scale)), scale);
  }

  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.scale, other.scale);
    const left = this.#digitsAt(scale);
    const right = other.#digitsAt(scale);
    return left < right ? -1 : left > right ? 1 : 0;
  }

  equals(other: Decimal): boolean {
    return this.compare(other) === 0;
  }

  isZero(): boolean {
    return this.digits === 0n;
  }

  isPositive(): boolean {
    return this.digits > 0n;
  }

  toString(): string {
    return writeDecimalText(this.digits, this.scale);
  }

  toDatabase(): string {
    return this.toString();
  }

  /** The value as a JSON number, with every digit and at least one after the point. */
  toWire(): string {
    return writeDecimalText(this.digits, this.scale, 1);
  }

  toWireNumber(): RawJSON {
    return JSON.rawJSON(this.toWire());
  }

  toJSON(): RawJSON {
    return this.toWireNumber();
  }

  #digitsAt(scale: number): bigint {
    return this.digits * powerOfTen(scale - this.scale);
  }
}
