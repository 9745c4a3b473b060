import type { Tx } from "#src/kernel/db/client.ts";

export type Mail = { to: string; subject: string; text: string };

/** Sends an e-mail. No transaction waits for it; it throws when it fails. */
export type SendMail = (mail: Mail) => Promise<void>;

/** An e-mail that is sent only if the transaction commits. */
export type QueueMail = (tx: Tx, mail: Mail) => Promise<unknown>;

/** Throws a 429 when outsiders at this address got too many e-mails. */
export type LimitMailTo = (tx: Tx, recipient: string) => Promise<void>;

/** Notifies the platform's admins, in the product and by e-mail, when the transaction commits. */
export type NotifyPlatform = (
  tx: Tx,
  notice: {
    subject: string;
    text: string;
    type?: string;
    data?: Readonly<Record<string, unknown>>;
    except?: readonly string[];
  },
) => Promise<void>;
