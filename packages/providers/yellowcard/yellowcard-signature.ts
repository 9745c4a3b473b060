import { hash } from "node:crypto";
import { digestId, hmacOf, isSame } from "@corridor/provider-kit/genuine.ts";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";

/**
 * Both directions: base64 of an HMAC-SHA256 with the secret key that belongs to the API key.
 *
 *   our requests     over <time><path><METHOD> and base64(sha256(body)) of any body; the path with what the base
 *                    address brings (`/business`), without host and query
 *   their callbacks  over the bytes of the body
 */
export type Keys = { apiKey: string; secretKey: string };
export type SignedRequest = { method: "GET" | "POST"; path: string; body?: string | undefined; at: Date };

export function requestHeaders(keys: Keys, { method, path, body, at }: SignedRequest): Record<string, string> {
  const time = at.toISOString();
  const message = `${time}${path}${method}${body === undefined ? "" : hash("sha256", body, "base64")}`;
  const signature = hmacOf("sha256", keys.secretKey, message).toString("base64");
  return {
    "x-yc-timestamp": time,
    authorization: `YcHmacV1 ${keys.apiKey}:${signature}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
}

const SIGNATURE_HEADER = "x-yc-signature";

/** The signature has no time and the body no event id: a callback is identified by its bytes. */
export function verifyCallback(secretKey: string, { headers, rawBody }: RawCallback): VerifiedCallback | null {
  if (!isSame(headers[SIGNATURE_HEADER] ?? "", hmacOf("sha256", secretKey, rawBody).toString("base64"))) return null;
  return { externalId: digestId(rawBody), storable: rawBody.toString("utf8").replace(API_KEY, '"apiKey":null') };
}

/** Every callback repeats the key of its account. We do not need it, so it is not stored. */
const API_KEY = /"apiKey"\s*:\s*"[^"]*"/g;
