import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";

/**
 * Paystack signs the bytes of a callback with the account's secret key, in hex, without a time: storing each callback
 * once prevents replays.
 */
const SIGNATURE_HEADER = "x-paystack-signature";
const SIGNATURE = /^[0-9a-f]{128}$/i;

export function createPaystackVerifier(secretKey: string): (callback: RawCallback) => VerifiedCallback | null {
  return ({ headers, rawBody }) => {
    const given = headers[SIGNATURE_HEADER] ?? "";
    if (!SIGNATURE.test(given)) return null;
    const expected = createHmac("sha512", secretKey).update(rawBody).digest();
    if (!timingSafeEqual(expected, Buffer.from(given, "hex"))) return null;
    return { externalId: `sha256:${hash("sha256", rawBody)}` };
  };
}
