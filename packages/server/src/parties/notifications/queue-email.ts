import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { storableText } from "@corridor/base/storable-text.ts";
import { PLATFORM_ORGANIZATION, type Priority } from "./notification.ts";
import { insertEmails } from "./outbox-queries.ts";
import { type MailBrand, oneLine } from "./render-mail.ts";

export type NewEmail = {
  /** The organization; absent for an e-mail that concerns the platform and no single organization. */
  readonly orgId?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The look of the e-mail (name, color and logo of the sender); absent for the product's own look. */
  readonly brand?: MailBrand;
  readonly priority?: Priority;
};

export type MailQueueDeps = { readonly clock: Clock; readonly secrets: SecretBox };

const MAX_SUBJECT_LENGTH = 200;

/** Writes e-mails into the outbox of the caller's transaction. The text is sealed: it may hold a link that signs in. */
export async function queueEmails(tx: Tx, deps: MailQueueDeps, emails: readonly NewEmail[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const createdAt = deps.clock.now();
  const rows = emails.map((email) => {
    const emailId = newId();
    return {
      org_id: email.orgId ?? PLATFORM_ORGANIZATION,
      email_id: emailId,
      recipient: email.to,
      subject: storableText(oneLine(email.subject), MAX_SUBJECT_LENGTH),
      content: deps.secrets.seal(email.text, placeOf(emailId)),
      brand: email.brand ?? null,
      priority: email.priority ?? "medium",
      created_at: createdAt,
    };
  });
  await insertEmails(tx, rows);
  return rows.map((row) => row.email_id);
}

export function placeOf(emailId: string): string {
  return `email_outbox:${emailId}`;
}

/** Stores an e-mail for callers without a transaction; the worker sends it with retries. */
export function createSendMail(
  deps: MailQueueDeps & { readonly db: Db },
): (mail: { to: string; subject: string; text: string }) => Promise<void> {
  return async (mail) => {
    await deps.db.transaction((tx) => queueEmails(tx, deps, [mail]));
  };
}
