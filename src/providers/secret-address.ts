import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * For a provider that signs nothing: each payment has a callback address of its own, which nobody but the provider was told. It names the payment, and a
 * stranger who knows the payment's id still cannot write it. What comes in there is a notice all the same, never a word.
 */
export function secretAddress(callbackUrl: string, key: string, reference: string): string {
  return `${callbackUrl}/${reference}/${tokenOf(key, reference)}`;
}

/** The reference whose address this is, or null. */
export function referenceAt(path: string, key: string): string | null {
  const [reference, token] = path
    .replace(/[?#].*$/s, "")
    .split("/")
    .slice(-2);
  if (!reference || !token) return null;
  const expected = Buffer.from(tokenOf(key, reference));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given) ? reference : null;
}

function tokenOf(key: string, reference: string): string {
  return createHmac("sha256", key).update(`callback address:${reference}`).digest("base64url");
}
