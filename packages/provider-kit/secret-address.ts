import { hmacOf, isSame } from "./genuine.ts";

/**
 * The callback address of a payment at a provider that signs nothing. Each payment has its own address, which only the
 * provider knows. It names the payment, and a stranger who knows the payment's id still cannot construct it. A callback
 * there is still only an unverified webhook.
 */
export function secretAddress(callbackUrl: string, key: string, reference: string): string {
  return `${callbackUrl}/${reference}/${tokenOf(key, reference)}`;
}

/** The reference that this address names; null when the address is not genuine. */
export function referenceAt(path: string, key: string): string | null {
  const [reference, token] = path
    .replace(/[?#].*$/s, "")
    .split("/")
    .slice(-2);
  return reference && token && isSame(token, tokenOf(key, reference)) ? reference : null;
}

function tokenOf(key: string, reference: string): string {
  return hmacOf("sha256", key, `callback address:${reference}`).toString("base64url");
}
