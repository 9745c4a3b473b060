import { digestId, hmacOf, isSame } from "@corridor/provider-kit/genuine.ts";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";

/** Signs the bytes with the account's secret key, without a time: storing each callback once prevents replays. */
const SIGNATURE = /^[0-9a-f]{128}$/i;

export function createPaystackVerifier(secretKey: string): (callback: RawCallback) => VerifiedCallback | null {
  return ({ headers, rawBody }) => {
    const given = headers["x-paystack-signature"] ?? "";
    const isGenuine = SIGNATURE.test(given) && isSame(Buffer.from(given, "hex"), hmacOf("sha512", secretKey, rawBody));
    return isGenuine ? { externalId: digestId(rawBody) } : null;
  };
}
