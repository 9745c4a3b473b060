import { getCountrySpecifications, isValidIBAN } from "ibantools";
import { passesLuhn } from "./luhn.ts";

/**
 * However the digits are grouped and written, and whatever numbers stand beside them, like an expiry date. It counts
 * when a brand issues such numbers and its check digit is right. One in ten order numbers of that form is found too,
 * which is better than a card number in the database.
 */
const MIN_DIGITS = 14;
/** The fewest digits that `card_details` accepts. */
export const LEAST_DIGITS = 13;
const MAX_DIGITS = 19;
/** Longer rows are looked at only where the numbers begin: otherwise a text of single digits would take long. */
const MAX_GROUPS = 6;
/** Numbers with nothing but blanks and dashes between them. A decimal fraction is not one. */
const NUMBERS = /(?<!\d|\d\.)\d(?:[\p{Zs}\p{Pd}\t]{0,3}\d){13,}/gu;
/** In the groups that are printed on cards, with any sign between them that makes no list of numbers. */
const PRINTED = /(?<!\d)\d{4}([^\p{L}\p{N},;]{1,3})(?:\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{6}\1\d{4,5})(?!\d)/gu;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** Long hexadecimal words, like UUIDs: one in some thousands holds a card number's digits by chance. */
const IDENTIFIER = /\b(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?=\d*[a-f])[\da-f]{24,})\b/gi;
const IBANS = Object.entries(getCountrySpecifications()).flatMap(([country, { chars }]) =>
  chars === null ? [] : [`${country}\\d\\d(?: ?[A-Z\\d]){${chars - 4}}`],
);
const IBAN = new RegExp(`\\b(?:${IBANS.join("|")})\\b`, "g");
/**
 * Visa, Mastercard, Mir, American Express, Diners Club, JCB, Discover, UnionPay, Verve, Maestro and RuPay. Visa's
 * numbers of 13 digits are not among them: no bank issues them anymore, but shops do number goods so.
 */
const BRANDS = new RegExp(
  `^(?:${[
    "4\\d{15}(?:\\d{3})?",
    "(?:5[1-5]\\d\\d|222[1-9]|22[3-9]\\d|2[3-6]\\d\\d|27[01]\\d|2720)\\d{12}",
    "220[0-4]\\d{12,15}",
    "3[47]\\d{13}",
    "3(?:0[0-59]|[689]\\d)\\d{11,16}",
    "35(?:2[89]|[3-8]\\d)\\d{12,15}",
    "6(?:011|4[4-9]\\d|5\\d\\d)\\d{12,15}",
    "(?:62\\d\\d|81[0-6]\\d|817[01])\\d{12,15}",
    "50(?:6[01]|7[89])\\d{12,15}",
    "(?:50(?:18|20|38)|5893|6304|67(?:59|6[1-3]))\\d{10,15}",
    "(?:508|60[6-8])\\d{13}",
  ].join("|")})$`,
);

export function cardNumbersIn(text: string): string[] {
  return countDigits(text) < LEAST_DIGITS || UUID.test(text) ? [] : searchPlain(plainText(text));
}

/** For texts that others wrote and that cannot be refused. */
export function withoutCardNumbers(text: string): string {
  const numbers = cardNumbersIn(text);
  if (numbers.length === 0) return text;
  return numbers.reduce((clean, number) => clean.replaceAll(number, "[redacted]"), plainText(text));
}

function searchPlain(text: string): string[] {
  const found = [
    ...(text.match(NUMBERS)?.flatMap(cardNumbersAmong) ?? []),
    ...(text.match(PRINTED)?.filter((number) => isCardNumber(digitsOf(number))) ?? []),
  ];
  if (found.length === 0) return [];
  const withoutIdentifiers = text
    .replaceAll(IDENTIFIER, ";")
    .replaceAll(IBAN, (iban) => (isValidIBAN(iban.replaceAll(" ", "")) ? ";" : iban));
  return withoutIdentifiers === text ? found : searchPlain(withoutIdentifiers);
}

/** A card number is one of the numbers, or several in a row. */
function cardNumbersAmong(numbers: string): string[] {
  const found: string[] = [];
  const groups = numbers.split(/\D+/);
  for (let first = 0; first < groups.length; first++) {
    const end = Math.min(groups.length, first + (first === 0 ? MAX_DIGITS : MAX_GROUPS));
    let digits = "";
    for (let last = first; last < end && digits.length < MAX_DIGITS; last++) {
      digits += groups[last];
      if (isCardNumber(digits)) found.push(asWritten(numbers, groups.slice(first, last + 1)));
    }
  }
  return found;
}

function asWritten(numbers: string, groups: readonly string[]): string {
  return new RegExp(groups.join("\\D+")).exec(numbers)![0];
}

function isCardNumber(digits: string): boolean {
  return digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS && BRANDS.test(digits) && passesLuhn(digits);
}

/** How many digits a text has, at most those of a card number. Quick: every text of every request is counted. */
export function countDigits(text: string): number {
  let digits = 0;
  for (let place = 0; place < text.length && digits < LEAST_DIGITS; place++) {
    const code = text.charCodeAt(place);
    if ((code >= 0x30 && code <= 0x39) || code > 0x7f) digits += 1;
  }
  return digits;
}

/** The digits of a text, however they are written. */
export function digitsOf(text: string): string {
  return plainText(text).replaceAll(/\D+/g, "");
}

/** A text with every digit as 0 to 9: those of other scripts and widths, with marks, and of an address (%34). */
function plainText(text: string): string {
  const decoded = text.includes("%") ? text.replaceAll(/(?:%[\da-f]{2})+/gi, decodeOrKeep) : text;
  if (!/[^\0-\x7f]/.test(decoded)) return decoded;
  const unmarked = decoded.normalize("NFKC").replaceAll(/[\p{M}\p{Cf}]/gu, "");
  return unmarked.replaceAll(/[^\P{Nd}0-9]/gu, valueOf);
}

function decodeOrKeep(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

const values = new Map<string, string>();

/** Unicode has the digits of each script in a row from 0 to 9, and rows that touch each other are whole. */
function valueOf(digit: string): string {
  const known = values.get(digit);
  if (known !== undefined) return known;
  const code = digit.codePointAt(0)!;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  const value = String((code - first) % 10);
  values.set(digit, value);
  return value;
}
