import type { Row } from "#src/kernel/db/statement.ts";
import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Environment } from "#src/config.ts";
import { present } from "#src/kernel/fields.ts";
import { KEY_SCOPES, type KeyScope } from "#src/kernel/http/key-scopes.ts";

/**
 * `ck_test_` or `ck_live_`, 32 random bytes in base62 (43 characters) and a checksum of 6, which refuses a mistyped or
 * invented key without a lookup and lets secret scanners recognize a leaked one; it proves nothing. Only a SHA-256 is
 * stored. A slow hash would be useless: nobody guesses 256 random bits, and every request pays for it.
 */
export const API_KEY_STATUSES = ["active", "revoked", "expired"] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

/**
 * `scopes`: the part of its member's rights that the key has. Null: all of them.
 * `allowed_addresses`: addresses and networks from which the key may be used. Empty: any.
 */
export type ApiKey = Row<"api-keys.FIND_API_KEY">;

/** The topic of notifications about API keys. The payload is the hex hash of a key that changed. */
export const API_KEY_TOPIC = "api-keys";

const PREFIX_OF: Readonly<Record<Environment, string>> = { development: "ck_test_", production: "ck_live_" };
const SECRET_BYTES = 32;
const SECRET_CHARACTERS = 43;
const CHECKSUM_CHARACTERS = 6;
const SHOWN_CHARACTERS = 12;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = new RegExp(`^ck_(test|live)_[0-9A-Za-z]{${SECRET_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

export function newApiKey(environment: Environment): string {
  const body =
    PREFIX_OF[environment] + base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`), SECRET_CHARACTERS);
  return body + checksumOf(body);
}

export function isWellFormed(key: string): boolean {
  return FORM.test(key) && key.slice(-CHECKSUM_CHARACTERS) === checksumOf(key.slice(0, -CHECKSUM_CHARACTERS));
}

export function hashOf(key: string): string {
  return hash("sha256", key, "hex");
}

export function prefixOf(key: string): string {
  return key.slice(0, SHOWN_CHARACTERS);
}

export const SCOPE_PRESETS = {
  payins: ["payins:write", "payments:read", "payment-links:read", "payment-links:write", "webhooks:read"],
  // A key with this preset can pay existing beneficiaries, but cannot add any: that is a separate scope.
  payouts: ["payouts:write", "payments:read", "beneficiaries:read", "webhooks:read"],
  read: KEY_SCOPES.filter((scope) => scope.endsWith(":read")),
} as const satisfies Record<string, readonly KeyScope[]>;
export type ScopePreset = keyof typeof SCOPE_PRESETS;

const DEFAULT_LIFETIME_MS = 365 * 86_400_000;

/** The default when the request names no expiry. A forgotten production key must stop working some day. */
export function defaultExpiry(environment: Environment, at: Date): Date | null {
  return environment === "production" ? new Date(at.getTime() + DEFAULT_LIFETIME_MS) : null;
}

/** A key as the API and its events show it: unset fields are left out. */
export function showApiKey(key: ApiKey, now: Date) {
  return { ...present(key), status: statusAt(key, now) };
}

/** `expired` is never written: it follows from the clock. */
export function statusAt(key: Pick<ApiKey, "status" | "expires_at">, now: Date): ApiKeyStatus {
  if (key.status === "revoked") return "revoked";
  return key.expires_at !== null && key.expires_at <= now ? "expired" : "active";
}

/** Runs for every request with a key, so it uses plain numbers only. */
function checksumOf(body: string): string {
  let text = "";
  let rest = crc32(body);
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    text = BASE62[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = BASE62[Number(rest % 62n)]! + text;
  return text.padStart(length, "0");
}
