import { formatAmount } from "@corridor/shared/money-text.ts";

const regionNames = new Intl.DisplayNames(undefined, { type: "region" });

export function countryName(code: string): string {
  try {
    return regionNames.of(code) ?? code;
  } catch {
    return code;
  }
}

const FIELD = /(?<![\w/.])(?:[a-z]+(?:_[a-z]+)*\.)*([a-z]+(?:_[a-z]+)+)\b(?![\w/]):?/g;
const SINGLE = /^([a-z]+): /;

/** The service names fields as programs do, "bank_details.account_number: must"; people read "Account number must". */
export function inWords(text: string): string {
  const words = text
    .replaceAll(FIELD, (_, name: string) => name.replaceAll("_", " "))
    .replace(SINGLE, (_, name: string) => `${name} `);
  return words.startsWith("http") ? text : capitalized(words);
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Reasons of the service, "the payout is 5000 NGN or more", as one sentence. */
export function sentence(...reasons: readonly string[]): string {
  return `${capitalized(grouped(reasons.join("; "))).replace(/\.$/, "")}.`;
}

/** The service's text with its amounts grouped: "2654618.00 NGN" is misread. */
export function grouped(text: string): string {
  return text.replaceAll(
    /(?<![\w.,])(\d+\.?\d*) ([A-Z]{3,5})\b/g,
    (_, amount: string, currency: string) => `${formatAmount(amount, currency)}\u00a0${currency}`,
  );
}
