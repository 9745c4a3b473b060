import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";
import { MalformedAnswer, readJson } from "@corridor/provider-kit/wire.ts";
import { isStandard, type Item, readItems, type SignedFields } from "./adyen-webhooks.ts";

/**
 * Both signatures are the base64 of an HMAC-SHA256, each with the key of its own webhook, which Adyen writes in hex:
 *
 *   standard   in every item, over its signed fields joined by colons
 *   transfers  in the header HmacSignature, over the whole body
 *
 * Neither contains a time. A replayed webhook repeats the same content, and its id is stored only once.
 */
const TRANSFER_HEADER = "hmacsignature";

export type WebhookKeys = { standard: string; transfers?: string | undefined };

export function createVerifier(keys: WebhookKeys): (callback: RawCallback) => VerifiedCallback | null {
  const standard = Buffer.from(keys.standard, "hex");
  const transfers = keys.transfers === undefined ? null : Buffer.from(keys.transfers, "hex");

  function verifyItems(items: Item[]): VerifiedCallback | null {
    const texts = items.map(({ signed }) => signedText(signed));
    if (!items.every(({ signature }, index) => isSignatureOf(signature, standard, texts[index]!))) return null;
    // The event is identified by its signed fields and not by its bytes: a change of the unsigned rest does not make
    // another event.
    return { externalId: `sha256:${hash("sha256", texts.join("\n"))}` };
  }

  function verifyWhole({ headers, rawBody }: RawCallback): VerifiedCallback | null {
    if (transfers === null || !isSignatureOf(headers[TRANSFER_HEADER] ?? "", transfers, rawBody)) return null;
    return { externalId: `sha256:${hash("sha256", rawBody)}` };
  }

  return (callback) => {
    try {
      const body = readJson(callback.rawBody);
      return isStandard(body) ? verifyItems(readItems(body)) : verifyWhole(callback);
    } catch (error) {
      if (error instanceof MalformedAnswer) return null;
      throw error;
    }
  };
}

function signedText(fields: SignedFields): string {
  return [
    fields.pspReference,
    fields.originalReference,
    fields.merchantAccountCode,
    fields.merchantReference,
    fields.value,
    fields.currency,
    fields.eventCode,
    fields.success,
  ].join(":");
}

function isSignatureOf(given: string, key: Buffer, content: string | Buffer): boolean {
  const expected = Buffer.from(createHmac("sha256", key).update(content).digest("base64"));
  const claimed = Buffer.from(given);
  return expected.length === claimed.length && timingSafeEqual(expected, claimed);
}
