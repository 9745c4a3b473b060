import { eventIdOf, hmacOf, isRecent, isSame } from "@corridor/provider-kit/genuine.ts";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";

/**
 * `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>` with the endpoint's secret. While that is rotated
 * there is a `v1` for each secret; a `v0` (test events) proves nothing. A replayed callback is refused by its age.
 */
const MAX_HEADER_LENGTH = 2_000;

export function createStripeVerifier(
  secret: string,
): (callback: Pick<RawCallback, "headers" | "rawBody">, now: Date) => VerifiedCallback | null {
  return ({ headers, rawBody }, now) => {
    const signed = readHeader(headers["stripe-signature"] ?? "");
    if (signed === null || !isRecent(signed.seconds, now)) return null;
    const expected = hmacOf("sha256", secret, `${signed.seconds}.`, rawBody);
    const isGenuine = signed.signatures.some((signature) => isSame(Buffer.from(signature, "hex"), expected));
    return isGenuine ? { externalId: eventIdOf(rawBody, "id"), ...storableOf(rawBody.toString("utf8")) } : null;
  };
}

function readHeader(header: string): { seconds: string; signatures: string[] } | null {
  if (header.length > MAX_HEADER_LENGTH) return null;
  const parts = header.split(",");
  const [seconds, ...others] = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? []);
  const signatures = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? []);
  return seconds === undefined || others.length > 0 ? null : { seconds, signatures };
}

/** The client secret lets a browser continue a payment. Every event has it, and Stripe forbids storing it. */
const CLIENT_SECRET = /"client_secret"\s*:\s*"[^"]*"/g;

function storableOf(body: string): Pick<VerifiedCallback, "storable"> {
  const storable = body.replace(CLIENT_SECRET, '"client_secret":null');
  return storable === body ? {} : { storable };
}
