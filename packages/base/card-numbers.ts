import { getCountrySpecifications, isValidIBAN } from "ibantools";
import { passesLuhn } from "./luhn.ts";

/**
 * However the digits are grouped, and whatever numbers stand beside them, like an expiry date. It counts when a brand
 * issues such numbers and its check digit is right. One in ten order numbers of that form is found too, which is better
 * than a card number in the database.
 */
const MIN_DIGITS = 14;
const MAX_DIGITS = 19;
/** Longer rows are looked at only where the numbers begin: otherwise a text of single digits would take long. */
const MAX_GROUPS = 6;
/** Numbers with nothing but blanks and dashes between them. A decimal fraction is not one. */
const NUMBERS = /(?<![\d.])\d(?:[\p{Zs}\p{Pd}\t]{0,3}\d){13,}/gu;
/** Long hexadecimal words, like UUIDs: one in some thousands holds a card number's digits by chance. */
const IDENTIFIER = /\b(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=\d*[a-f])[\da-f]{24,})\b/gi;
const IBANS = Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
  chars === null ? [] : [`${country}\\d\\d(?: ?[A-Z\\d]){${chars - 4}}`],
);
const IBAN = new RegExp(`\\b(?:${IBANS.join("|")})\\b`, "g");
/** Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay, Verve and Maestro. */
const BRANDS =
  /^(?:4\d{15}(?:\d{3})?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17}|(?:5060|5061|6500)\d{12}(?:\d{2,3})?|(?:50(?:18|20|38)|5893|6304|67(?:59|6[1-3]))\d{12})$/;

export function cardNumbersIn(text: string): string[] {
  const found = text.match(NUMBERS)?.flatMap(cardNumbersAmong);
  if (found === undefined || found.length === 0) return [];
  const withoutIdentifiers = text
    .replaceAll(IDENTIFIER, ";")
    .replaceAll(IBAN, (iban) => (isValidIBAN(iban.replaceAll(" ", "")) ? ";" : iban));
  return withoutIdentifiers === text ? found : cardNumbersIn(withoutIdentifiers);
}

/** A card number is one of the numbers, or several in a row. */
function cardNumbersAmong(numbers: string): string[] {
  const found: string[] = [];
  const groups = [...numbers.matchAll(/\d+/g)];
  for (const [first, start] of groups.entries()) {
    const row = groups.slice(first, first + (first === 0 ? MAX_DIGITS : MAX_GROUPS));
    let digits = "";
    for (const group of row) {
      digits += group[0];
      if (digits.length > MAX_DIGITS) break;
      if (digits.length >= MIN_DIGITS && BRANDS.test(digits) && passesLuhn(digits))
        found.push(numbers.slice(start.index, group.index + group[0].length));
    }
  }
  return found;
}
