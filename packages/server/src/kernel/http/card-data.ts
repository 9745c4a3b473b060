import { cardNumbersIn } from "@corridor/base/card-numbers.ts";
import type { ErrorDetail } from "./errors.ts";

/** Card data in the wrong place: `metadata` and free text are stored, shown and sent on. */
const CARD_FIELDS: ReadonlySet<string> = new Set(["card_details"]);
const TEXT_FIELD =
  /^(?:.*_)?(?:name|description|title|note|comment|reason|label|message|resolution|terms|text)$|^[fl]name$/;
/** Objects whose field names and values clients choose themselves. */
const FREE_FIELDS: ReadonlySet<string> = new Set(["metadata", "custom_fields"]);
const CODE_FIELD = /^(?:card_?)?(?:cvv2?|cvc2?|csc|cid|security_?code)$/i;
const CODE = /^\d{3,4}$/;
/** Not "CSC 201", which is a course in computer science. */
const CODE_IN_TEXT = /\b(?:cvv2?|cvc2?)\b\W{0,3}\d{3,4}\b/i;

export function cardDataIn(value: unknown): ErrorDetail | undefined {
  return search(value, "", "", false);
}

function search(value: unknown, path: string, name: string, isFree: boolean): ErrorDetail | undefined {
  if (typeof value === "object" && value !== null) {
    if (CARD_FIELDS.has(name)) return undefined;
    for (const key in value) {
      const at = path === "" ? key : `${path}.${key}`;
      const found = search((value as Record<string, unknown>)[key], at, key, isFree || FREE_FIELDS.has(key));
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (typeof value !== "string" && !(isFree && typeof value === "number")) return undefined;
  if (!isFree && !TEXT_FIELD.test(name)) return undefined;
  const text = String(value);
  if ((isFree && CODE_FIELD.test(name) && CODE.test(text)) || CODE_IN_TEXT.test(text))
    return { path, message: "contains what looks like the security code of a card; send it in card_details only" };
  return cardNumbersIn(text).length === 0
    ? undefined
    : { path, message: "contains what looks like a card number; send it in card_details only" };
}
