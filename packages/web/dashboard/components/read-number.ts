const PLAIN = /^-?\d+(?:[.,]\d*)?$/;
const ENGLISH = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
const CONTINENTAL = /^-?[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/;
/** "1,500" and "1.500" may mean a thousand and a half, or one and a half. "0.125" has only one meaning. */
const GROUP_OR_DECIMALS = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/** Whether numbers use a decimal comma in the person's locale. */
function hasDecimalComma(locale: string | undefined): boolean {
  return new Intl.NumberFormat(locale).format(0.5).includes(",");
}

/** The typed or pasted number; "" for none, NaN if it is invalid or ambiguous. */
export function readNumber(text: string, locale?: string): number | "" {
  const typed = text.replaceAll(/[\s'’]/g, "");
  if (typed === "") return "";
  if (GROUP_OR_DECIMALS.test(typed)) return hasDecimalComma(locale) ? Number.NaN : Number(typed.replace(",", ""));
  if (ENGLISH.test(typed)) return Number(typed.replaceAll(",", ""));
  if (CONTINENTAL.test(typed)) return Number(typed.replaceAll(".", "").replace(",", "."));
  return PLAIN.test(typed) ? Number(typed.replace(",", ".")) : Number.NaN;
}
