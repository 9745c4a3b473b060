import { hash, randomBytes } from "node:crypto";

/** A secret that is e-mailed and stored only as its SHA-256: a reader of the table cannot use the stored hash. */
const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

export function newMailToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashOfMailToken(token)! };
}

/** Null for text that cannot be a token. */
export function hashOfMailToken(token: string): Buffer | null {
  return TOKEN_FORM.test(token) ? hash("sha256", token, "buffer") : null;
}
