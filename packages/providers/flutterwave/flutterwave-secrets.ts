import { createCipheriv, hash, timingSafeEqual } from "node:crypto";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";

/**
 * Card requests are encrypted with a separate key. Triple DES without a vector is weak, but v3 accepts nothing else;
 * TLS protects them.
 */
export function seal(plain: string, encryptionKey: string): string {
  const cipher = createCipheriv("des-ede3-ecb", Buffer.from(encryptionKey, "latin1"), null);
  return Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]).toString("base64");
}

/** Every callback contains the same secret. It shows who may have sent the callback, but does not protect its bytes. */
export function createVerifier(secretHash: string): (callback: RawCallback) => VerifiedCallback | null {
  const expected = Buffer.from(secretHash);
  return ({ headers, rawBody }) => {
    const given = Buffer.from(headers["verif-hash"] ?? "");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return { externalId: `sha256:${hash("sha256", rawBody)}` };
  };
}
