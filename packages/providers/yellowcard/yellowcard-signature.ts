import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";

/**
 * Both directions are signed with the secret key that belongs to the API key, as base64 of an HMAC-SHA256:
 *
 *   our requests     over <time><path><METHOD>, and for a request with a body also base64(sha256(body)); the path with
 *   what the base address
 *                    brings (`/business`), without host and query
 *   their callbacks  over the bytes of the body
 */
export type Keys = { apiKey: string; secretKey: string };
export type SignedRequest = { method: "GET" | "POST"; path: string; body?: string; at: Date };

export function requestHeaders(keys: Keys, { method, path, body, at }: SignedRequest): Record<string, string> {
  const time = at.toISOString();
  const message = `${time}${path}${method}${body === undefined ? "" : hash("sha256", body, "base64")}`;
  const signature = createHmac("sha256", keys.secretKey).update(message).digest("base64");
  return {
    "x-yc-timestamp": time,
    authorization: `YcHmacV1 ${keys.apiKey}:${signature}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
}

const SIGNATURE_HEADER = "x-yc-signature";

/**
 * The signature contains no time and the body no event id: a callback is identified by its bytes, however often it
 * comes.
 */
export function verifyCallback(secretKey: string, { headers, rawBody }: RawCallback): VerifiedCallback | null {
  const given = Buffer.from(headers[SIGNATURE_HEADER] ?? "");
  const expected = Buffer.from(createHmac("sha256", secretKey).update(rawBody).digest("base64"));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return {
    externalId: `sha256:${hash("sha256", rawBody)}`,
    storable: rawBody.toString("utf8").replace(API_KEY, '"apiKey":null'),
  };
}

/** Every callback repeats the key of its account. We do not need it, so it is not stored. */
const API_KEY = /"apiKey"\s*:\s*"[^"]*"/g;
