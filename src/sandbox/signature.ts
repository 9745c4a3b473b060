import { createHmac } from "node:crypto";
import type { Sender } from "./operation.ts";

/**
 * How callbacks are signed:
 *
 *   X-Sandbox-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">
 *
 * The key differs for each sender (fiat, hybrid, crypto, kyb), so that one's callback cannot be passed off as another's: it is the
 * HMAC-SHA256 of the text "callbacks:<sender>" under the key shared with the service. A receiver refuses a time more than 5 minutes away.
 */
export const SIGNATURE_HEADER = "x-sandbox-signature";

export function signingKey(sharedKey: string, sender: Sender): Buffer {
  return createHmac("sha256", sharedKey).update(`callbacks:${sender}`).digest();
}

export function sign(key: Buffer, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex")}`;
}

/** The headers of a callback, for whoever makes one by hand. */
export function signCallback(sharedKey: string, sender: Sender, body: string, at: Date): Record<string, string> {
  return { "content-type": "application/json", [SIGNATURE_HEADER]: sign(signingKey(sharedKey, sender), body, at) };
}
