/** Fiat amounts show at least the digits their currency is known for and never fewer than they carry; assets up to the finest scale in use. */
const FIAT_MAX_DIGITS = 3;
const ASSET_MAX_DIGITS = 9;
const FIAT_CODE = /^[A-Z]{3}$/;
/** Three-letter assets that Intl would take for fiat currencies with two digits. */
const THREE_LETTER_ASSETS = new Set(["BTC", "ETH", "XLM", "SOL"]);

export function isAsset(currency: string): boolean {
  return THREE_LETTER_ASSETS.has(currency) || !FIAT_CODE.test(currency);
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(currency: string, locale: string | undefined): Intl.NumberFormat {
  const key = `${locale ?? ""}:${currency}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  let digits = 2;
  if (isAsset(currency)) digits = 2;
  else digits = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().minimumFractionDigits ?? 2;
  const formatter = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: isAsset(currency) ? ASSET_MAX_DIGITS : Math.max(digits, FIAT_MAX_DIGITS),
  });
  formatters.set(key, formatter);
  return formatter;
}

/** The figure alone, grouped: "1,500.00". */
export function formatAmount(amount: number, currency: string, locale?: string): string {
  return formatterOf(currency, locale).format(amount);
}

/** The figure with its code, which unlike a symbol is never ambiguous: "1,500.00 NGN". */
export function formatMoney(amount: number, currency: string, locale?: string): string {
  return `${formatAmount(amount, currency, locale)}\u00a0${currency}`;
}

/** Short form for chart axes and tiles: "1.2M". */
export function formatCompact(amount: number): string {
  return new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(amount);
}
