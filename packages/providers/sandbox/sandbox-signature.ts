import { eventIdOf, hmacOf, isRecent, isSame } from "@corridor/provider-kit/genuine.ts";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";

/** `t=<unix seconds>,v1=<hex>` over `<t>.<raw body>`, each sender with its own key. Its age refuses a replay. */
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

export function createSandboxVerifier(
  sharedKey: string,
  sender: string,
): (callback: RawCallback, now: Date) => VerifiedCallback | null {
  const key = hmacOf("sha256", sharedKey, `callbacks:${sender}`);
  return ({ headers, rawBody }, now) => {
    const [, seconds, signature] = SIGNATURE.exec(headers["x-sandbox-signature"] ?? "") ?? [];
    if (seconds === undefined || signature === undefined || !isRecent(seconds, now)) return null;
    const isGenuine = isSame(Buffer.from(signature, "hex"), hmacOf("sha256", key, `${seconds}.`, rawBody));
    return isGenuine ? { externalId: eventIdOf(rawBody, "callback_id") } : null;
  };
}
