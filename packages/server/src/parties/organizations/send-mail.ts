import { hash, randomBytes } from "node:crypto";
import type { Tx } from "#src/kernel/db/client.ts";

export type Mail = { to: string; subject: string; text: string };

/** Sends an e-mail. No transaction waits for it; it throws when it fails. */
export type SendMail = (mail: Mail) => Promise<void>;

/** An e-mail that is sent only if the transaction commits. */
export type QueueMail = (tx: Tx, mail: Mail) => Promise<unknown>;

/** Throws a 429 when outsiders at this address got too many e-mails. */
export type LimitMailTo = (tx: Tx, recipient: string) => Promise<void>;

type Notice = {
  subject: string;
  text: string;
  type?: string;
  data?: Readonly<Record<string, unknown>>;
  except?: readonly string[];
};

/** Notifies the platform's admins, in the product and by e-mail, when the transaction commits. */
export type NotifyPlatform = (tx: Tx, notice: Notice) => Promise<void>;

/** The same for the admins of one organization. */
export type NotifyOrganization = (tx: Tx, orgId: string, notice: Notice) => Promise<void>;

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
