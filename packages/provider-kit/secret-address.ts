import { digestId, hmacOf, isSame } from "./genuine.ts";
import type { DispatchRequest, RawCallback, VerifiedCallback } from "./provider.ts";
import { MalformedAnswer } from "./wire.ts";

/**
 * For a provider that signs nothing. Only the provider knows a payment's address; who knows the payment's id still
 * cannot construct it. A callback there is still only an unverified webhook.
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
  if (!reference || !token) return null;
  // In base64url the addresses of 1.0.0 were written.
  return (["hex", "base64url"] as const).some((form) => isSame(token, tokenOf(key, reference, form)))
    ? reference
    : null;
}

/** In hex, it can contain none of the words that M-PESA forbids in an address. */
function tokenOf(key: string, reference: string, form: "hex" | "base64url" = "hex"): string {
  return hmacOf("sha256", key, `callback address:${reference}`).toString(form);
}

/** Such addresses for several purposes. Each has its own key, so that an address also tells what arrives there. */
export function secretAddresses<Purpose extends string>(secret: string, purposes: readonly Purpose[]) {
  const keyOf = (purpose: Purpose): string => `${purpose}:${secret}`;

  function at(path: string): { reference: string; purpose: Purpose } | null {
    for (const purpose of purposes) {
      const reference = referenceAt(path, keyOf(purpose));
      if (reference !== null) return { reference, purpose };
    }
    return null;
  }

  return {
    of: ({ callbackUrl, reference }: Pick<DispatchRequest, "callbackUrl" | "reference">, purpose: Purpose): string =>
      secretAddress(callbackUrl, keyOf(purpose), reference),
    named(path: string): { reference: string; purpose: Purpose } {
      const about = at(path);
      if (about === null) throw new MalformedAnswer("this is not one of our callback addresses");
      return about;
    },
    verify: ({ path, rawBody }: RawCallback): VerifiedCallback | null =>
      at(path) === null ? null : { externalId: digestId(path, "\n", rawBody) },
  };
}

/** The secret part of an address, which is as secret as the keys. */
export function secretPartOf(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
