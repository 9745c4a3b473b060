import { createCipheriv } from "node:crypto";
import { digestId, isSame } from "@corridor/provider-kit/genuine.ts";
import type { RawCallback, VerifiedCallback } from "@corridor/provider-kit/provider.ts";

/** Triple DES without a vector is weak, but v3 accepts nothing else for cards; TLS protects them. */
export function seal(plain: string, encryptionKey: string): string {
  const cipher = createCipheriv("des-ede3-ecb", Buffer.from(encryptionKey, "latin1"), null);
  return Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]).toString("base64");
}

/** Every callback contains the same secret. It shows who may have sent the callback, but does not protect its bytes. */
export function createVerifier(secretHash: string): (callback: RawCallback) => VerifiedCallback | null {
  return ({ headers, rawBody }) =>
    isSame(headers["verif-hash"] ?? "", secretHash) ? { externalId: digestId(rawBody) } : null;
}
