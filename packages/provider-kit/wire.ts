import { scaleOf } from "@corridor/base/currencies.ts";
import { powerOfTen } from "@corridor/base/decimal.ts";
import { InvalidMoney, Money } from "@corridor/base/money.ts";

/** All or nothing: anything not as documented throws `MalformedAnswer`, so no half-read status or amount is used. */
export class MalformedAnswer extends Error {
  constructor(what: string) {
    super(`the provider's answer is malformed: ${what}`);
    this.name = "MalformedAnswer";
  }
}

/** An answer that says neither yes nor no. It is told in its own words. */
export class Undecided extends MalformedAnswer {
  constructor(reason: string) {
    super(reason);
    this.message = reason;
  }
}

export type Json = Readonly<Record<string, unknown>>;

export function readJson(body: Buffer): Json {
  let value: unknown;
  try {
    value = JSON.parse(storable(body.toString("utf8")));
  } catch {
    throw new MalformedAnswer("it is not JSON");
  }
  return objectOf(value, "the body");
}

/** A surrogate pair, half of one, U+0000, or any other escape, so that `\\u0000` is not mistaken for U+0000. */
const ESCAPE =
  /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\u0000|\\./g;
const WHOLE_PAIR_LENGTH = 12;

/** Without characters PostgreSQL cannot store: one in a customer's text must not block every update of its payment. */
function storable(json: string): string {
  if (!json.includes("\\u")) return json;
  return json.replace(ESCAPE, (escape) =>
    escape === "\\u0000"
      ? ""
      : escape.length < WHOLE_PAIR_LENGTH && /^\\u[dD][89a-fA-F]/.test(escape)
        ? "\ufffd"
        : escape,
  );
}

export function objectOf(value: unknown, name: string): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new MalformedAnswer(name);
  return value as Json;
}

export function partOf(json: Json, name: string): Json {
  return objectOf(json[name], name);
}

export function optionalPartOf(json: Json, name: string): Json {
  return objectOf(json[name] ?? {}, name);
}

const MAX_LISTED = 1_000;

export function listOf(json: Json, name: string, max = MAX_LISTED): Json[] {
  const list = json[name];
  if (!Array.isArray(list) || list.length > max) throw new MalformedAnswer(name);
  return list.map((item: unknown) => objectOf(item, name));
}

/** An answer that is a list of objects, named for the case that it is not. */
export function readList(body: Buffer, name: string, max?: number): Json[] {
  return listOf(readJson(Buffer.concat([Buffer.from(`{"${name}":`), body, Buffer.from("}")])), name, max);
}

/** A query, or the body of a form. Fields without a value are left out. */
export function formOf(fields: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** Refuses an answer about something else than we asked for. */
export function requireSame(name: string, given: unknown, expected: unknown): void {
  const isSame = given instanceof Money && expected instanceof Money ? given.equals(expected) : given === expected;
  if (!isSame) throw new MalformedAnswer(name);
}

const MAX_TEXT = 2_000;

export function textOf(json: Json, name: string): string {
  const value = json[name];
  if (typeof value !== "string" || value === "" || value.length > MAX_TEXT) throw new MalformedAnswer(name);
  return value;
}

export function optionalTextOf(json: Json, name: string): string | undefined {
  return json[name] === undefined || json[name] === null ? undefined : textOf(json, name);
}

/** Text that is sometimes missing, and sometimes empty. */
export function filledTextOf(json: Json, name: string): string | undefined {
  return json[name] === "" ? undefined : optionalTextOf(json, name);
}

/** The address of a page for a customer: only http and https are allowed. */
export function webAddressOf(json: Json, name: string): string {
  const value = textOf(json, name);
  const url = URL.parse(value);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) throw new MalformedAnswer(name);
  return value;
}

const DECIMAL = /^\d{1,30}(?:\.\d{1,30})?$/;

export function moneyOf(text: string, currency: string): Money {
  if (!DECIMAL.test(text)) throw new MalformedAnswer("an amount");
  try {
    return Money.parse(text, currency);
  } catch (error) {
    if (error instanceof InvalidMoney) throw new MalformedAnswer("an amount");
    throw error;
  }
}

/** Parses a time. Years that PostgreSQL cannot read as JavaScript writes them are refused. */
export function timeOf(json: Json, name: string): Date {
  const time = new Date(textOf(json, name));
  const year = time.getUTCFullYear();
  if (!(year >= 1 && year <= 9_999)) throw new MalformedAnswer(name);
  return time;
}

export function optionalTimeOf(json: Json, name: string): Date | undefined {
  return json[name] === undefined || json[name] === null ? undefined : timeOf(json, name);
}

/** The end of the year 9999. */
const MAX_UNIX_SECONDS = 253_402_300_799;

export function unixTimeOf(json: Json, name: string): Date {
  const seconds = json[name];
  if (typeof seconds !== "number" || !Number.isInteger(seconds) || seconds < 0 || seconds > MAX_UNIX_SECONDS)
    throw new MalformedAnswer(name);
  return new Date(seconds * 1000);
}

/** A whole number of minor units, or digits. `decimals`: the provider's, where they are not the standard's. */
export function moneyOfMinor(value: unknown, currency: string, decimals?: number): Money {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== "string" || !/^\d{1,30}$/.test(text)) throw new MalformedAnswer("an amount");
  try {
    const { minor, scale } = Money.ofMinor(BigInt(text), currency);
    const exact = rescaled(minor, decimals ?? scale, scale);
    if (exact !== null) return Money.ofMinor(exact, currency);
  } catch (error) {
    if (!(error instanceof InvalidMoney)) throw error;
  }
  throw new MalformedAnswer("an amount");
}

/** Null when the fewer decimals cannot hold the count exactly. */
function rescaled(count: bigint, from: number, to: number): bigint | null {
  if (to >= from) return count * powerOfTen(to - from);
  const unit = powerOfTen(from - to);
  return count % unit === 0n ? count / unit : null;
}

/** A decimal of major units, as a JSON number or as text. Zeros beyond the currency's decimals are ignored. */
export function moneyOfMajor(value: unknown, currency: string): Money {
  const text = typeof value === "number" ? String(value) : value;
  // The text is checked before trailing zeros are removed, because that search is slow in a long text.
  if (typeof text !== "string" || !DECIMAL.test(text)) throw new MalformedAnswer("an amount");
  return moneyOf(text.includes(".") ? text.replace(/\.?0+$/, "") : text, currency);
}

/** For a provider that wants a JSON number. Null when that is not exact. `decimals` as above. */
export function minorNumberOf(amount: Money, decimals = amount.scale): number | null {
  const count = rescaled(amount.minor, amount.scale, decimals);
  return count !== null && count <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(count) : null;
}

type MoneyOf = (value: unknown, currency: string) => Money;

/** Amounts in `field` may be negative. Unknown currencies are left out: none of our payments uses them. */
export function balancesIn(list: unknown, field: string, moneyOf: MoneyOf): Money[] {
  if (!Array.isArray(list)) throw new MalformedAnswer("the list of balances");
  return list.flatMap((item) => {
    const json = objectOf(item, "a balance");
    const currency = textOf(json, "currency").toUpperCase();
    if (scaleOf(currency) === undefined) return [];
    return [signedMoneyOf(json[field], currency, moneyOf)];
  });
}

export function signedMoneyOf(value: unknown, currency: string, moneyOf: MoneyOf): Money {
  return typeof value === "number" && value < 0 ? moneyOf(-value, currency).negate() : moneyOf(value, currency);
}

/** An amount of money that was taken or given: nothing is no such amount. */
export function positive(amount: Money, name: string): Money {
  if (!amount.isPositive()) throw new MalformedAnswer(name);
  return amount;
}

/** An id that some providers send as text and some as a number. */
export function idOf(json: Json, name: string): string {
  const value = json[name];
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : textOf(json, name);
}

/** The table's entry for a key that somebody else wrote. */
export function entryOf<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** A table with a row for each meaning: the words that have it, with blanks between them. */
export function byMeaning<Meaning extends string>(
  rows: Readonly<Partial<Record<Meaning, string>>>,
): Readonly<Record<string, Meaning>> {
  const meanings = Object.entries(rows) as [Meaning, string][];
  return Object.fromEntries(meanings.flatMap(([meaning, words]) => words.split(" ").map((word) => [word, meaning])));
}

/** Looks up the provider's status in the table of known ones; an unknown status is a malformed answer. */
export function wordIn<T>(table: Readonly<Record<string, T>>, json: Json, name: string): T {
  const word = textOf(json, name);
  if (!Object.hasOwn(table, word)) throw new MalformedAnswer(name);
  return table[word]!;
}

/** The provider's status, in its word and in ours. */
export function statusIn<T>(
  table: Readonly<Record<string, T>>,
  json: Json,
  name = "status",
): { providerStatus: string; status: T } {
  return { providerStatus: textOf(json, name), status: wordIn(table, json, name) };
}

/** A person's text as narrow systems take it: without accents, and with a blank for anything that is not allowed. */
export function plainTextOf(text: string | undefined, notAllowed: RegExp, maxLength: number): string {
  const plain = (text ?? "").normalize("NFKD").replace(/\p{M}/gu, "").replace(notAllowed, " ");
  return plain.trim().slice(0, maxLength).trim();
}
