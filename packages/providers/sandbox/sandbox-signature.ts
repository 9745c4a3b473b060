import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";

/**
 * The sandbox signs `<t>.<raw body>` with a separate key for each sender, derived from the shared key, and includes the
 * time: `t=<unix seconds>,v1=<hex>`. A replayed callback is refused by its age.
 */
const SIGNATURE_HEADER = "x-sandbox-signature";
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;
const TOLERANCE_MS = 5 * 60_000;

export function createSandboxVerifier(
  sharedKey: string,
  sender: string,
): (callback: RawCallback, now: Date) => VerifiedCallback | null {
  const key = createHmac("sha256", sharedKey).update(`callbacks:${sender}`).digest();
  return (callback, now) => {
    const match = SIGNATURE.exec(callback.headers[SIGNATURE_HEADER] ?? "");
    if (match === null) return null;
    const [, seconds, signature] = match;
    if (Math.abs(now.getTime() - Number(seconds) * 1000) > TOLERANCE_MS) return null;
    const expected = createHmac("sha256", key).update(`${seconds}.`).update(callback.rawBody).digest();
    if (!timingSafeEqual(expected, Buffer.from(signature!, "hex"))) return null;
    return { externalId: externalIdOf(callback.rawBody) };
  };
}

function externalIdOf(rawBody: Buffer): string {
  try {
    const { callback_id: id } = JSON.parse(rawBody.toString("utf8")) as { callback_id?: unknown };
    if (typeof id === "string" && id.length > 0 && id.length <= 100) return id;
  } catch {
    // The callback is signed, but is not JSON: it is stored under its digest, and parseCallback reports the fault.
  }
  return `sha256:${hash("sha256", rawBody)}`;
}
