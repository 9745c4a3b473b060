import { formatAmount } from "@corridor/shared/money-text.ts";

const FIELD = /(?<![\w/.])(?:[a-z]+(?:_[a-z]+)*\.)*([a-z]+(?:_[a-z]+)+)\b(?![\w/]):?/g;
const SINGLE = /^([a-z]+): /;

/** The service names fields as programs do, "bank_details.account_number: must"; people read "Account number must". */
export function inWords(text: string): string {
  const words = text
    .replaceAll(FIELD, (_, name: string) => name.replaceAll("_", " "))
    .replace(SINGLE, (_, name: string) => `${name} `);
  return words.startsWith("http") ? text : words.charAt(0).toUpperCase() + words.slice(1);
}

/** The service's text with its amounts grouped: "2654618.00 NGN" is misread. */
export function grouped(text: string): string {
  return text.replaceAll(
    /(?<![\w.,])(\d+\.?\d*) ([A-Z]{3,5})\b/g,
    (_, amount: string, currency: string) => `${formatAmount(amount, currency)}\u00a0${currency}`,
  );
}
