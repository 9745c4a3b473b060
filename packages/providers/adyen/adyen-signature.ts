import { digestId, hmacOf, isSame } from "@corridor/provider-kit/genuine.ts";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";
import { MalformedAnswer, readJson } from "@corridor/provider-kit/wire.ts";
import { isStandard, type Item, readItems, signedText } from "./adyen-webhooks.ts";

/**
 * Both signatures are the base64 of an HMAC-SHA256, each with the hex key of its own webhook:
 *
 *   standard   in every item, over its signed fields joined by colons
 *   transfers  in the header HmacSignature, over the whole body
 *
 * Neither contains a time: a replayed webhook repeats its content, and its id is stored only once.
 */
const TRANSFER_HEADER = "hmacsignature";

export function createVerifier(keys: {
  standard: string;
  transfers?: string | undefined;
}): (callback: RawCallback) => VerifiedCallback | null {
  const standard = Buffer.from(keys.standard, "hex");
  const transfers = keys.transfers === undefined ? null : Buffer.from(keys.transfers, "hex");

  function verifyItems(items: Item[]): VerifiedCallback | null {
    const texts = items.map(({ signed }) => signedText(signed));
    if (!items.every(({ signature }, index) => isSignatureOf(signature, standard, texts[index]!))) return null;
    // Identified by its signed fields and not by its bytes: another unsigned rest makes no other event.
    return { externalId: digestId(texts.join("\n")) };
  }

  function verifyWhole({ headers, rawBody }: RawCallback): VerifiedCallback | null {
    if (transfers === null || !isSignatureOf(headers[TRANSFER_HEADER] ?? "", transfers, rawBody)) return null;
    return { externalId: digestId(rawBody) };
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

function isSignatureOf(given: string, key: Buffer, content: string | Buffer): boolean {
  return isSame(given, hmacOf("sha256", key, content).toString("base64"));
}
