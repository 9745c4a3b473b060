import { createHash } from "node:crypto";
import { cardNumbersIn } from "@corridor/base/card-numbers.ts";
import { LOOKS_LIKE_CARD_NUMBER } from "./card-data.ts";
import { CLIENT_GONE_STATUS } from "./departed-clients.ts";
import { badRequest } from "./errors.ts";

/** The rules of idempotency.ts, without requests and without a database. */
const VALID_KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;
const NEVER_KEPT: ReadonlySet<number> = new Set([401, 408, 429, CLIENT_GONE_STATUS]);
/** The code of a provider that did not answer. It is also a 502, but a retry makes sense. */
const UNANSWERED = "PROVIDER_UNAVAILABLE";

export function readKey(sent: string | string[]): string {
  const isValid = typeof sent === "string" && VALID_KEY.test(sent);
  if (isValid && cardNumbersIn(sent).length === 0) return sent;
  const message = isValid ? LOOKS_LIKE_CARD_NUMBER : "must be 1 to 255 printable ASCII characters";
  throw badRequest(`Idempotency-Key ${message}`, [{ path: "Idempotency-Key", message }]);
}

/**
 * Answers that say how the request ended are kept: success, a refusal by the rules, the 502 of an initiation that every
 * provider refused. A retry should run again after a 400 for the body's shape (no handler has run), 401, 408, 429, the
 * 499 of a disconnected client, other 5xx and a provider that did not answer.
 */
export function fateOf(answer: {
  statusCode: number;
  failureCode: string | undefined;
  isRepeat: boolean;
}): "answered" | "released" | "forgotten" {
  const { statusCode, failureCode, isRepeat } = answer;
  const isShape = failureCode === "VALIDATION_ERROR";
  // This request's handler did not run, but an earlier run may have created something.
  if (isShape && !isRepeat) return "forgotten";
  return isShape || failureCode === UNANSWERED || !isKept(statusCode) ? "released" : "answered";
}

function isKept(statusCode: number): boolean {
  return statusCode < 500 ? !NEVER_KEPT.has(statusCode) : statusCode === 502;
}

/** A text always gets the same id. It has version 8, so it never equals an id that we generate. */
export function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Whatever the order of its fields: clients rebuild a body for a retry. */
export function canonicalJson(value: unknown): string {
  if (value === undefined) return "";
  return JSON.stringify(value, (_key, node: unknown) => {
    if (typeof node !== "object" || node === null || Array.isArray(node)) return node;
    return Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
