import { createHmac } from "node:crypto";
import type { Sender } from "./operation.ts";

/**
 * X-Sandbox-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">          (KYB: X-Kyb-Signature)
 *
 * Each sender (fiat, hybrid, crypto, kyb) has its own key, so that one's callback cannot be passed off as another's:
 * the HMAC-SHA256 of "callbacks:<sender>" under the shared key, and for KYB, whose receivers take a secret that a
 * person may have typed, its hex text. A receiver refuses a time more than 5 minutes away.
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
