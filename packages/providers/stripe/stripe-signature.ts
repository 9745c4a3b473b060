import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";

/**
 * `Stripe-Signature: t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over `<t>.<raw body>` with the endpoint's signing secret.
 * While that secret is being rotated there is a `v1` for the old and one for the new; a `v0` exists for test events
 * only and proves nothing. A replayed callback is refused by its age.
 */
const TOLERANCE_MS = 5 * 60_000;
const MAX_HEADER_LENGTH = 2_000;
const MAX_ID_LENGTH = 100;

export function createStripeVerifier(
  secret: string,
): (callback: Pick<RawCallback, "headers" | "rawBody">, now: Date) => VerifiedCallback | null {
  return ({ headers, rawBody }, now) => {
    const signed = readHeader(headers["stripe-signature"] ?? "");
    if (signed === null || Math.abs(now.getTime() - Number(signed.seconds) * 1000) > TOLERANCE_MS) return null;
    const expected = createHmac("sha256", secret).update(`${signed.seconds}.`).update(rawBody).digest();
    const isGenuine = signed.signatures.some((signature) => timingSafeEqual(expected, Buffer.from(signature, "hex")));
    return isGenuine ? { externalId: externalIdOf(rawBody), ...storableOf(rawBody.toString("utf8")) } : null;
  };
}

function readHeader(header: string): { seconds: string; signatures: string[] } | null {
  if (header.length > MAX_HEADER_LENGTH) return null;
  const parts = header.split(",");
  const [seconds, ...others] = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? []);
  const signatures = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/.exec(part)?.[1] ?? []);
  return seconds === undefined || others.length > 0 ? null : { seconds, signatures };
}

function externalIdOf(rawBody: Buffer): string {
  try {
    const { id } = JSON.parse(rawBody.toString("utf8")) as { id?: unknown };
    if (typeof id === "string" && id.length > 0 && id.length <= MAX_ID_LENGTH) return id;
  } catch {
    // The callback is signed, but is not JSON: it is stored under its digest, and parseCallback reports the fault.
  }
  return `sha256:${hash("sha256", rawBody)}`;
}

/**
 * The client secret lets a customer's browser continue a payment. Stripe sends it in every event about a PaymentIntent,
 * and forbids storing it.
 */
const CLIENT_SECRET = /"client_secret"\s*:\s*"[^"]*"/g;

function storableOf(body: string): Pick<VerifiedCallback, "storable"> {
  const storable = body.replace(CLIENT_SECRET, '"client_secret":null');
  return storable === body ? {} : { storable };
}
