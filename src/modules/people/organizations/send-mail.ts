import type { Tx } from "#src/platform/db/client.ts";

export type Mail = { to: string; subject: string; text: string };

/** How mail leaves the house. Awaited by nobody's transaction; it may fail, and says so by throwing. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Mail that is sent if the transaction commits, and only then. */
export type QueueMail = (tx: Tx, mail: Mail) => Promise<unknown>;

/** Throws a 429 when people outside were written to too often at this address. */
export type LimitMailTo = (tx: Tx, recipient: string) => Promise<void>;

/** Tells the platform's admins of something, in the product and by e-mail, when the transaction commits. */
export type NotifyPlatform = (
  tx: Tx,
  notice: { subject: string; text: string; type?: string; data?: Readonly<Record<string, unknown>>; except?: readonly string[] },
) => Promise<void>;
