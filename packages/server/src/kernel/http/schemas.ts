import Type, { type TObjectOptions, type TSchema } from "typebox";
import { Decimal, readDecimalText } from "@corridor/base/decimal.ts";
import { InvalidMoney, Money } from "@corridor/base/money.ts";
import { invalidField } from "./errors.ts";

/** Schema parts that all modules share. Formats are checked, nothing is coerced. */

/** Money in a response: a handler gives `Money`, the wire shows an exact JSON number at the currency's scale. */
export const MoneyNumber = Type.Unsafe<Money>({ type: "number", "x-money": true });

/** An exact decimal in a response: a JSON number written from a Decimal, never from a float. */
export const RateNumber = Type.Unsafe<Decimal>({ type: "number", "x-money": true });

/** Money in a request: a JSON number. Its currency decides the allowed decimals, so `readMoney` does the rest. */
export const MoneyInput = Type.Number({ exclusiveMinimum: 0 });

/** An amount that is compared with our own within one minor unit: a client may send any precision. */
export const TargetAmountInput = Type.Number({
  exclusiveMinimum: 0,
  "x-any-precision": true,
  description:
    "Equals `amount` within one currency. Otherwise `amount` at the locked rate, in any precision: our own value is " +
    "paid, which differs by at most one minor unit. It is rounded half-even, and down where that exceeds the exact " +
    "product by more than 0.1 percent of it",
});

/** Reads a request's amount, or throws the 400 that names the field. */
export function readMoney(value: number, currency: string, path: string): Money {
  try {
    return Money.fromWire(value, currency);
  } catch (error) {
    if (error instanceof InvalidMoney) throw invalidField(path, error.message);
    throw error;
  }
}

/** Not money, such as a percentage. Decimals are limited: written out, 1e-99 could be stored but never read again. */
export function readDecimal(value: number, path: string, maxDecimals: number): Decimal {
  const read = readDecimalText(String(value));
  if (read === null || read.scale > maxDecimals) throw invalidField(path, `must have at most ${maxDecimals} decimals`);
  return Decimal.of(read.digits, read.scale);
}

export function Nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

/** One of several fixed values. With a title, the description is that of the list, wherever it is used. */
export function OneOf<const T extends readonly string[]>(
  values: T,
  {
    description,
    ...options
  }: { title?: string; description?: string; default?: T[number]; "x-enum-varnames"?: readonly string[] } = {},
) {
  const meaning =
    description === undefined ? {} : { [options.title === undefined ? "description" : "x-meaning"]: description };
  return Type.Unsafe<T[number]>({ type: "string", enum: [...values], ...options, ...meaning });
}

/** An object whose fields only the caller or the provider defines: it is stored and shown unchanged. */
export const OpenObject = Type.Record(Type.String(), Type.Unknown());

/** A field: its schema, or its schema and what it means. */
export type Field = TSchema | readonly [TSchema, meaning: string];
type Fields = Readonly<Record<string, Field>>;
export type SchemaOf<F extends Field> = F extends readonly [infer S extends TSchema, string] ? S : Extract<F, TSchema>;
type SchemasOf<F extends Fields> = { [Name in keyof F]: SchemaOf<F[Name]> };

export function schemaOf<const F extends Field>(field: F): SchemaOf<F> {
  return (Array.isArray(field) ? described(...(field as [TSchema, string])) : field) as SchemaOf<F>;
}

export function properties<const F extends Fields>(fields: F): SchemasOf<F> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])) as SchemasOf<F>;
}

export function described<T extends TSchema>(schema: T, description: string): T {
  return withKeywords(schema, { description });
}

/** A plain field that many objects have: the OpenAPI document writes it once, under its name. */
export function shared<T extends TSchema>(title: string, schema: T, meaning: string): T {
  return withKeywords(schema, titled([title, meaning]));
}

function withKeywords<T extends TSchema>(schema: T, keywords: object): T {
  const descriptors = { ...Object.getOwnPropertyDescriptors(schema), ...Object.getOwnPropertyDescriptors(keywords) };
  return Object.create(Object.getPrototypeOf(schema) as object, descriptors) as T;
}

/** An object. In the OpenAPI document it is named after its place. */
export function Shape<const F extends Fields>(fields: F, options: TObjectOptions = {}) {
  return Type.Object(properties(fields), options);
}

/** The name of an object, or its name and what the object is. */
type Title = string | readonly [name: string, meaning: string];

/** What an object is stands apart from its `description`, which is what the object means in one field. */
function titled(title: Title): { title: string; "x-meaning"?: string } {
  return typeof title === "string" ? { title } : { title: title[0], "x-meaning": title[1] };
}

/** An object that has a name in the OpenAPI document, and so in every generated client. */
export function Named<const F extends Fields>(title: Title, fields: F, options: TObjectOptions = {}) {
  return Shape(fields, { ...options, ...titled(title) });
}

/** A named object in which every field is optional. */
export function Details<const F extends Fields>(title: Title, fields: F) {
  return Type.Partial(Shape(fields), titled(title));
}

/** Response objects that may carry more fields than the schema names, such as the initiation response. */
export function Extensible<const F extends Fields>(title: Title, fields: F) {
  return Named(title, fields, { additionalProperties: true });
}

/** An unknown field is a 400: misspelled, it would select other rows of money, or leave a control unchanged. */
export function Closed<const F extends Fields>(fields: F) {
  return Shape(fields, { additionalProperties: false });
}

/** An answer that its handler writes itself, as text or as a stream: the schema only documents it. */
export function Written<T = string>(schema: TSchema) {
  return Type.Unsafe<T>(schema);
}

/** A UUIDv7, described once in the document. */
export const Id = Type.String();
/** Accepts a Date in a response and writes ISO 8601 UTC with milliseconds. */
export const Timestamp = Type.Unsafe<Date | string>({ type: "string", format: "date-time" });
export const OrgId = shared("OrgId", Id, "The organization that the resource belongs to");
export const CreatedAt = shared("CreatedAt", Timestamp, "When the resource was created; UTC");
export const UpdatedAt = shared("UpdatedAt", Timestamp, "When the resource last changed; UTC");
export const Currency = shared("Currency", Type.String(), "Currency by ISO 4217, or the code of a crypto asset");
export const Country = shared("Country", Type.String(), "Country by ISO 3166-1 alpha-2");
export const Amount = shared("Amount", MoneyNumber, "An amount in `currency`, with that currency's decimals");
export const Metadata = described(OpenObject, "Your own data: stored, returned unchanged, and searchable");
export const TimestampInput = Type.String({ format: "date-time" });
export function DayOrMoment(description: string) {
  return Type.String({
    format: "date-or-date-time",
    "x-pattern-message": "must be an ISO 8601 date, or a date-time with its offset",
    description,
  });
}
/** Filters of every list by time, under one of the spellings in validation.ts. */
export const DateFrom = Type.Optional(DayOrMoment("ISO 8601 date or date-time, inclusive"));
export const DateTo = Type.Optional(DayOrMoment("ISO 8601 date (inclusive) or date-time (exclusive)"));
export const Day = Type.String({ format: "date" });
export const Email = Type.String({ format: "email", maxLength: 254 });
const MAX_NAME_CHARACTERS = 200;
/** One line without a link, or empty: strangers' text in our e-mail must start no paragraph and lead nowhere. */
export const NameOrNothing = Type.String({
  format: "name",
  maxLength: MAX_NAME_CHARACTERS,
  "x-pattern-message": "must be one line without a link",
});
/** Not only blanks. */
export function filledText(maxLength: number, options: { description?: string } = {}) {
  return Type.String({ minLength: 1, maxLength, pattern: "\\S", "x-pattern-message": "must not be blank", ...options });
}
export const Name = Type.String({
  format: "name",
  minLength: 1,
  maxLength: MAX_NAME_CHARACTERS,
  pattern: "\\S",
  "x-pattern-message": "must not be blank, and be one line without a link",
});
export const Tag = Type.String({
  pattern: "^[a-z0-9][a-z0-9_-]{0,31}$",
  "x-pattern-message": "must be at most 32 small letters, digits, - and _",
});
export const CountryCode = Type.String({
  format: "country-code",
  "x-pattern-message": "must be an ISO 3166-1 alpha-2 code",
  description: "ISO 3166-1 alpha-2",
});
export const CurrencyCode = Type.String({
  format: "currency-code",
  "x-pattern-message": "must be an ISO 4217 currency or a supported crypto asset code",
  description: "ISO 4217, or a crypto asset code",
});
