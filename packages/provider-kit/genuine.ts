import { createHash, createHmac, createPublicKey, type KeyObject, timingSafeEqual } from "node:crypto";

const MAX_EVENT_ID_LENGTH = 100;

/** Compares without telling by its duration how much was right. */
export function isSame(given: string | Buffer, expected: string | Buffer): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function hmacOf(algorithm: "sha256" | "sha512", key: string | Buffer, ...parts: (string | Buffer)[]): Buffer {
  const hmac = createHmac(algorithm, key);
  for (const part of parts) hmac.update(part);
  return hmac.digest();
}

/** Identifies a callback without an id of its own: the same bytes are the same callback. */
export function digestId(...parts: (string | Buffer)[]): string {
  const digest = createHash("sha256");
  for (const part of parts) digest.update(part);
  return `sha256:${digest.digest("hex")}`;
}

/** The event's own id in the field `name`. A callback without one is identified by its bytes. */
export function eventIdOf(rawBody: Buffer, name: string): string {
  try {
    const id = (JSON.parse(rawBody.toString("utf8")) as Record<string, unknown>)[name];
    if (typeof id === "string" && id.length > 0 && id.length <= MAX_EVENT_ID_LENGTH) return id;
  } catch {
    // The callback is signed, but is not JSON: it is stored under its digest, and parseCallback reports the fault.
  }
  return digestId(rawBody);
}

/** Whether a signed time, in Unix seconds, is as near as five minutes: an older callback may be a replay. */
export function isRecent(seconds: string, now: Date): boolean {
  return Math.abs(now.getTime() - Number(seconds) * 1_000) <= 5 * 60_000;
}

/** As an admin pastes it: PEM, perhaps with line breaks removed or escaped, or its base64 alone. Null when invalid. */
export function publicKeyOf(text: string): KeyObject | null {
  const der = Buffer.from(text.replace(/-----[A-Z ]+-----/g, "").replace(/\\[nr]|\s+/g, ""), "base64");
  try {
    return createPublicKey({ key: der, format: "der", type: "spki" });
  } catch {
    return null;
  }
}
