import { passesLuhn } from "#src/platform/luhn.ts";
import type { ErrorDetail } from "./errors.ts";

/**
 * Finds card numbers and security codes in the wrong place: in `metadata` and in free text, which are stored, shown and sent on. A number counts as a
 * card number when a brand issues such numbers and its check digit is right. One in ten order numbers of that form is caught too, which is better
 * than a card number in the database.
 */
const CARD_FIELDS: ReadonlySet<string> = new Set(["card_details"]);
const TEXT_FIELD = /^(?:.*_)?(?:name|description|title|note|comment|reason|label|message|resolution|terms|text)$|^[fl]name$/;
/** Objects whose field names and values clients choose themselves. */
const FREE_FIELDS: ReadonlySet<string> = new Set(["metadata", "custom_fields"]);
const DIGITS = /(?<![\d.])\d(?:[ -]?\d){12,18}(?!\d)/g;
/** The forms of card numbers of Visa, Mastercard, American Express, Discover, Diners Club, JCB, UnionPay and Verve. */
const BRANDS =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17}|(?:5060|5061|6500)\d{12}(?:\d{2,3})?)$/;
const CODE_FIELD = /^(?:card_?)?(?:cvv2?|cvc2?|csc|cid|security_?code)$/i;
const CODE = /^\d{3,4}$/;
const CODE_IN_TEXT = /\b(?:cvv2?|cvc2?|csc)\b\W{0,3}\d{3,4}\b/i;

export function cardDataIn(value: unknown): ErrorDetail | undefined {
  return search(value, "", "", false);
}

function search(value: unknown, path: string, name: string, isFree: boolean): ErrorDetail | undefined {
  if (typeof value === "object" && value !== null) {
    if (CARD_FIELDS.has(name)) return undefined;
    for (const key in value) {
      const found = search((value as Record<string, unknown>)[key], path === "" ? key : `${path}.${key}`, key, isFree || FREE_FIELDS.has(key));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (typeof value !== "string" && !(isFree && typeof value === "number")) return undefined;
  if (!isFree && !TEXT_FIELD.test(name)) return undefined;
  const text = String(value);
  if ((isFree && CODE_FIELD.test(name) && CODE.test(text)) || CODE_IN_TEXT.test(text))
    return { path, message: "contains what looks like the security code of a card; send it in card_details only" };
  const isCard = text.length >= 13 && text.match(DIGITS)?.some((number) => isCardNumber(number.replaceAll(/[ -]/g, ""))) === true;
  return isCard ? { path, message: "contains what looks like a card number; send it in card_details only" } : undefined;
}

function isCardNumber(digits: string): boolean {
  return BRANDS.test(digits) && passesLuhn(digits);
}
