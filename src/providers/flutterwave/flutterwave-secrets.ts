import { createCipheriv, hash, timingSafeEqual } from "node:crypto";
import type { RawCallback, VerifiedCallback } from "../provider.ts";

/** Card requests are sealed with a key of their own. Triple DES without a vector is weak, and the only thing that v3 takes; TLS is what protects them. */
export function seal(plain: string, encryptionKey: string): string {
  const cipher = createCipheriv("des-ede3-ecb", Buffer.from(encryptionKey, "latin1"), null);
  return Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]).toString("base64");
}

/** The same secret comes with every callback, whatever it says: it tells who may have sent it, and nothing of the bytes. */
export function createVerifier(secretHash: string): (callback: RawCallback) => VerifiedCallback | null {
  const expected = Buffer.from(secretHash);
  return ({ headers, rawBody }) => {
    const given = Buffer.from(headers["verif-hash"] ?? "");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return { externalId: `sha256:${hash("sha256", rawBody)}` };
  };
}
