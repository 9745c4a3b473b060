import { cardNumbersIn, countDigits, digitsOf, LEAST_DIGITS } from "@corridor/base/card-numbers.ts";
import { byMeaning } from "@corridor/provider-kit/wire.ts";
import type { ErrorDetail } from "./errors.ts";

/**
 * Card data in the wrong place: what a request holds is stored, shown and sent on. So every text of a request that is
 * not ignored is searched, names of fields too, except in the fields of this list. They are excepted only where a
 * schema names them: in an open object, like `metadata`, the client chose the name. The request's own card is refused
 * in these fields, too. So are fields that their schema marks with `x-sealed`: a random credential may hold any digits.
 */
const ACCOUNT = "an account number: one in ten of 16 digits has the check digit of a card number";
const PHONE = "a phone number";
const FILE = "a file: rows of payouts are searched when they are read, statements are references, pictures are bytes";
const NEVER_STORED = "never stored";
export const UNSEARCHED = byMeaning({
  [ACCOUNT]: "account_number accountNumber iban external_account_id wallet_address memo",
  [PHONE]: "phone phone_number support_phone",
  [FILE]: "content csv xlsx",
  [NEVER_STORED]: "card_number cvv address device password current_password new_password",
});
const IS_UNSEARCHED: ReadonlySet<string> = new Set(Object.keys(UNSEARCHED));
const OWN_NUMBER = "card_number";
const CODE_FIELD = /^(?:card_?)?(?:cvv2?|cvc2?|csc|cid|security_?code)$/i;
const CODE_DIGITS = 3;
const CODE = /^\d{3,4}$/;
/** Not "CSC 201", which is a course in computer science. */
const CODE_IN_TEXT = /\b(?:cvv2?|cvc2?)\b\W{0,3}\d{3,4}\b/i;
export const LOOKS_LIKE_CARD_NUMBER = "contains what looks like a card number; send it in card_details only";
const LOOKS_LIKE_CODE = "contains what looks like the security code of a card; send it in card_details only";
const NAMED_SO = "has a field whose name contains what looks like a card number; send it in card_details only";

/** What a schema names, at each place. */
export type NamedFields = {
  readonly fields: ReadonlyMap<string, NamedFields>;
  readonly items: NamedFields | undefined;
  /** Fields with other names are kept, or refused by their names. Elsewhere they are ignored. */
  readonly isOpen: boolean;
  /** The schema allows numbers only. */
  readonly isNumber: boolean;
  /** Stored only sealed, and never shown. */
  readonly isSealed: boolean;
};
type Schema = {
  type?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  items?: Schema;
  "x-sealed"?: true;
};

export function namedFieldsOf(...schemas: readonly object[]): NamedFields {
  const shapes = schemas.flatMap(shapesOf);
  const names = new Set(shapes.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const items = shapes.flatMap((shape) => shape.items ?? []);
  return {
    fields: new Map(
      [...names].map((name) => [name, namedFieldsOf(...shapes.flatMap((shape) => shape.properties?.[name] ?? []))]),
    ),
    items: items.length === 0 ? undefined : namedFieldsOf(...items),
    isOpen: shapes.some(
      ({ type, properties, additionalProperties }) =>
        (type === undefined || type === "object") && (properties === undefined || additionalProperties !== undefined),
    ),
    isNumber: shapes.every(({ type }) => type === "number" || type === "integer" || type === "null"),
    isSealed: shapes.some((shape) => shape["x-sealed"] === true),
  };
}

function shapesOf(schema: Schema): Schema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(shapesOf);
}

type Searched = {
  readonly body: unknown;
  /** The numbers of the request's own cards, once they were looked for. */
  own?: readonly string[];
};

export function cardDataIn(body: unknown, named: NamedFields): ErrorDetail | undefined {
  return search(body, "", named, { body });
}

function search(value: unknown, name: string, named: NamedFields | undefined, all: Searched): ErrorDetail | undefined {
  if (named !== undefined && (IS_UNSEARCHED.has(name) || named.isSealed))
    return name === OWN_NUMBER ? undefined : ownCardIn(value, all);
  if (typeof value !== "object" || value === null) return problemOf(value, name, named, all);
  const isList = Array.isArray(value);
  for (const key in value) {
    const field = isList ? named?.items : named?.fields.get(key);
    if (field === undefined && !isList) {
      if (named?.isOpen === false) continue;
      if (cardNumbersIn(key).length > 0) return { path: "", message: NAMED_SO };
    }
    const found = search((value as Record<string, unknown>)[key], isList ? name : key, field, all);
    if (found !== undefined) return { ...found, path: found.path === "" ? key : `${key}.${found.path}` };
  }
  return undefined;
}

function problemOf(value: unknown, name: string, named: NamedFields | undefined, all: Searched) {
  const text = textOf(value);
  if (text === undefined || (typeof value === "number" && named?.isNumber === true)) return undefined;
  const digits = countDigits(text);
  if (digits < CODE_DIGITS) return undefined;
  if ((named === undefined && CODE_FIELD.test(name) && CODE.test(text)) || CODE_IN_TEXT.test(text))
    return { path: "", message: LOOKS_LIKE_CODE };
  if (digits < LEAST_DIGITS) return undefined;
  return cardNumbersIn(text).length > 0 ? { path: "", message: LOOKS_LIKE_CARD_NUMBER } : ownCardIn(text, all);
}

/** A number with many digits is a symbol while it is checked (long-numbers.ts). */
function textOf(value: unknown): string | undefined {
  if (typeof value === "symbol") return value.description;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

function ownCardIn(value: unknown, all: Searched): ErrorDetail | undefined {
  const text = textOf(value);
  if (text === undefined || countDigits(text) < LEAST_DIGITS) return undefined;
  all.own ??= cardsOf(all.body);
  if (all.own.length === 0) return undefined;
  const digits = digitsOf(text);
  return all.own.some((number) => digits.includes(number)) ? { path: "", message: LOOKS_LIKE_CARD_NUMBER } : undefined;
}

function cardsOf(body: unknown, found: string[] = []): string[] {
  for (const name in body as Record<string, unknown>) {
    const value = (body as Record<string, unknown>)[name];
    if (typeof value === "object") cardsOf(value, found);
    else if (name === OWN_NUMBER && typeof value === "string") found.push(digitsOf(value));
  }
  return found;
}
