/**
 * Decimals of our assets, and of the fiat currencies for which Intl follows display habits instead of ISO 4217. Intl is
 * right for all others.
 */
const ASSET_SCALES: Readonly<Record<string, number>> = { BTC: 8, ETH: 18, USDT: 6, USDC: 6, CUSD: 18, XLM: 7, SOL: 9 };
const TWO_DECIMALS_IN_THE_STANDARD = new Set([
  "AFN",
  "ALL",
  "COP",
  "HUF",
  "IDR",
  "IRR",
  "KPW",
  "LAK",
  "LBP",
  "MGA",
  "MMK",
  "PKR",
  "SOS",
  "SYP",
  "YER",
]);
const DEFAULT_SCALE = 2;
/** Assets show at least this many decimals, and no trailing zeros beyond. */
const ASSET_SHOWN_DIGITS = 2;

export function isAsset(currency: string): boolean {
  return currency in ASSET_SCALES;
}

export function scaleOf(currency: string): number {
  const asset = ASSET_SCALES[currency];
  if (asset !== undefined) return asset;
  if (TWO_DECIMALS_IN_THE_STANDARD.has(currency)) return 2;
  if (currency === "IQD") return 3;
  try {
    return (
      new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
      DEFAULT_SCALE
    );
  } catch {
    return DEFAULT_SCALE;
  }
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(currency: string, locale: string | undefined): Intl.NumberFormat {
  const key = `${locale ?? ""}:${currency}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    const scale = scaleOf(currency);
    formatter = new Intl.NumberFormat(locale, {
      minimumFractionDigits: isAsset(currency) ? ASSET_SHOWN_DIGITS : scale,
      maximumFractionDigits: scale,
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** The figure alone, grouped: "1,500.00". */
export function formatAmount(amount: number | string, currency: string, locale?: string): string {
  return formatterOf(currency, locale).format(amount as number); // A decimal text is formatted exactly.
}

/**
 * The number for programs, ungrouped and in plain digits: the text of a float loses the cents of 1500.00, and becomes
 * "5.4e-7" for a little BTC.
 */
export function plainAmount(amount: number, currency: string): string {
  const scale = scaleOf(currency);
  const minimumFractionDigits = isAsset(currency) ? ASSET_SHOWN_DIGITS : scale;
  return new Intl.NumberFormat("en", {
    useGrouping: false,
    minimumFractionDigits,
    maximumFractionDigits: scale,
  }).format(amount);
}

/** The number with its code, which unlike a symbol is never ambiguous: "1,500.00 NGN". */
export function formatMoney(amount: number, currency: string, locale?: string): string {
  return `${formatAmount(amount, currency, locale)}\u00a0${currency}`;
}

/** A rate in plain digits: the text of a float becomes "6.7e-9" between a small currency and an expensive asset. */
export function formatRate(rate: number, digits = 12): string {
  return new Intl.NumberFormat(undefined, { maximumSignificantDigits: digits }).format(rate);
}

/** Short form for chart axes and tiles: "1.2M". */
export function formatCompact(amount: number): string {
  return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(amount);
}

/**
 * `amount x rate` at the scale of the target currency, half-even and without a float in between: the service compares
 * exactly this.
 */
export function convert(amount: number, rate: number, targetCurrency: string): number {
  return converted(
    amount,
    rate,
    targetCurrency,
    (quotient, rest, divisor) => rest * 2n > divisor || (rest * 2n === divisor && quotient % 2n === 1n),
  );
}

/** Converts an amount like a transfer between virtual accounts: fractions of the smallest unit are dropped. */
export function convertDown(amount: number, rate: number, targetCurrency: string): number {
  return converted(amount, rate, targetCurrency, () => false);
}

function converted(
  amount: number,
  rate: number,
  targetCurrency: string,
  isRoundedUp: (quotient: bigint, rest: bigint, divisor: bigint) => boolean,
): number {
  const [left, leftScale] = toInteger(amount);
  const [right, rightScale] = toInteger(rate);
  const scale = scaleOf(targetCurrency);
  const product = left * right;
  const drop = leftScale + rightScale - scale;
  if (drop <= 0) return Number(product * 10n ** BigInt(-drop)) / 10 ** scale;
  const divisor = 10n ** BigInt(drop);
  const quotient = product / divisor;
  const minor = (isRoundedUp(quotient, product % divisor, divisor) ? quotient + 1n : quotient)
    .toString()
    .padStart(scale + 1, "0");
  return Number(scale === 0 ? minor : `${minor.slice(0, -scale)}.${minor.slice(-scale)}`);
}

/** 12.5 is [125, 1]: the shortest decimal text of the number, as digits and scale. */
function toInteger(value: number): [digits: bigint, scale: number] {
  const [mantissa = "0", exponent = "0"] = value.toString().toLowerCase().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? [BigInt(whole + fraction), scale] : [BigInt(whole + fraction) * 10n ** BigInt(-scale), 0];
}
