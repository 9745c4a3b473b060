import { openIfOurs, type SecretBox } from "#src/kernel/secrets.ts";
import { isId } from "@corridor/base/ids.ts";

/**
 * What a browser holds instead of a payment id: organization and payment, sealed under the master secret. It cannot be
 * guessed or forged, reveals nothing, needs no table, and survives a rotation of the secret. Its holder may see the
 * payment's public side, enter a one-time password and cancel; never more.
 */
export type CheckoutKey = { orgId: string; paymentId: string };
export type CheckoutTokens = {
  tokenOf(key: CheckoutKey): string;
  /** Null for anything that we did not make. */ read(token: string): CheckoutKey | null;
};

const PLACE = "checkout token";
const SEPARATOR = "/";

export function createCheckoutTokens(secrets: SecretBox): CheckoutTokens {
  return {
    tokenOf: ({ orgId, paymentId }) => secrets.seal(`${orgId}${SEPARATOR}${paymentId}`, PLACE),
    read(token) {
      const [orgId, paymentId] = openIfOurs(secrets, token, PLACE)?.split(SEPARATOR) ?? [];
      return isId(orgId) && isId(paymentId) ? { orgId, paymentId } : null;
    },
  };
}

export function checkoutUrlOf(publicBaseUrl: string, token: string): string {
  return `${publicBaseUrl}/checkout/${token}`;
}

/** How lower modules, which know no checkout, make and read the address of a payment's page. */
export function pageAddressesOf(publicBaseUrl: string, { tokenOf, read }: CheckoutTokens) {
  return {
    publicBaseUrl,
    pageUrlOf: (token: string) => checkoutUrlOf(publicBaseUrl, token),
    pageTokenOf: tokenOf,
    readPageToken: read,
  };
}
