import { createHmac } from "node:crypto";
import type { Sender } from "./operation.ts";

/**
 * How callbacks are signed:
 *
 *   X-Sandbox-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">          (KYB: X-Kyb-Signature)
 *
 * The key differs for each sender (fiat, hybrid, crypto, kyb), so that one's callback cannot be passed off as
 * another's: it is the HMAC-SHA256 of the text "callbacks:<sender>" under the key shared with the service, and for KYB,
 * whose receivers take a secret that a person may have typed, its hex text. A receiver refuses a time more than 5
 * minutes away.
 */
export function signatureHeader(sender: Sender): string {
  return sender === "kyb" ? "x-kyb-signature" : "x-sandbox-signature";
}

export function signingKey(sharedKey: string, sender: Sender): Buffer {
  const key = createHmac("sha256", sharedKey).update(`callbacks:${sender}`).digest();
  return sender === "kyb" ? Buffer.from(key.toString("hex")) : key;
}

export function sign(key: Buffer, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex")}`;
}
