import { hash, randomBytes } from "node:crypto";

/** A secret that travels in a mail and is kept as its SHA-256 only: whoever reads the table cannot use what it holds. */
const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

export function newMailToken(): { token: string; tokenHash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashOfMailToken(token)! };
}

/** Null for what cannot be a token at all. */
export function hashOfMailToken(token: string): Buffer | null {
  return TOKEN_FORM.test(token) ? hash("sha256", token, "buffer") : null;
}
