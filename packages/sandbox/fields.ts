import { InvalidMoney, Money } from "@corridor/base/money.ts";
import { invalid, Refusal, type SandboxRequest } from "./exchange.ts";

/** Each parser names the field and how to correct it. Written by hand because there are only a few shapes. */
export type Fields = Readonly<Record<string, unknown>>;

const MAX_TEXT = 500;
const MAX_URL = 2_000;
const REFERENCE = /^[\w.:-]{1,128}$/;
const WEB_ADDRESS = /^https?:\/\/[^\s/]/;

export function bodyOf(request: SandboxRequest): Fields {
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) {
    // Keeps web pages out: a browser sends no JSON to another origin without a preflight, which we never allow.
    throw new Refusal(
      415,
      "unsupported_media_type",
      "send the body as JSON, with the header Content-Type: application/json",
    );
  }
  let body: unknown;
  try {
    body = JSON.parse(request.body);
  } catch {
    throw new Refusal(400, "invalid_json", "the body is not valid JSON");
  }
  if (!isObject(body)) throw new Refusal(400, "invalid_json", "the body must be a JSON object");
  return body;
}

export function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || value.trim() === "") throw invalid(name, "must be a non-empty text");
  if (value.length > MAX_TEXT) throw invalid(name, `must have at most ${MAX_TEXT} characters`);
  return value;
}

export function optionalText(fields: Fields, name: string): string | null {
  return fields[name] === undefined || fields[name] === null ? null : text(fields, name);
}

export function optionalObject(fields: Fields, name: string): Fields | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  if (!isObject(value)) throw invalid(name, "must be an object");
  return value;
}

export function reference(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || !REFERENCE.test(value))
    throw invalid(name, "must be 1 to 128 letters, digits or . : _ -");
  return value;
}

export function webAddress(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || value.length > MAX_URL || !WEB_ADDRESS.test(value) || !URL.canParse(value))
    throw invalid(name, "must be an http or https address");
  return value;
}

export function oneOf<const T extends readonly string[]>(fields: Fields, name: string, values: T): T[number] {
  const value = fields[name];
  if (typeof value !== "string" || !values.includes(value)) throw invalid(name, `must be one of ${values.join(", ")}`);
  return value;
}

/** Decimal text; control endpoints, which people call by hand, also accept a JSON number. */
export function amount(fields: Fields, name: string, currency: string): Money {
  const value = fields[name];
  if (typeof value !== "string" && typeof value !== "number")
    throw invalid(name, "must be a decimal number, such as 12.50");
  try {
    const money = Money.parse(value, currency);
    if (!money.isPositive()) throw new InvalidMoney("must be greater than zero");
    return money;
  } catch (error) {
    if (error instanceof InvalidMoney) throw invalid(name, error.message);
    throw error;
  }
}
