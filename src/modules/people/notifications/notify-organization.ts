import { findAdmins } from "#src/modules/people/organizations/find-admins.ts";
import type { Tx } from "#src/platform/db/client.ts";
import { newId } from "#src/platform/ids.ts";
import type { Priority } from "./notification.ts";
import { insertNotifications } from "./queries.ts";
import { type MailQueueDeps, queueEmails } from "./queue-email.ts";

export type Notice = {
  readonly subject: string;
  readonly text: string;
  /** `noun.verb`; a plain notice when absent. */
  readonly type?: string;
  readonly priority?: Priority;
  readonly data?: Readonly<Record<string, unknown>>;
};

/** An organisation with more admins than this tells its others itself. */
const MAX_ADMINS_TOLD = 50;

/** Tells an organisation's admins of something, in the product and by e-mail, if and when the caller's transaction commits. */
export async function notifyOrganization(tx: Tx, deps: MailQueueDeps, orgId: string, notice: Notice): Promise<void> {
  const admins = await findAdmins(tx, orgId, MAX_ADMINS_TOLD);
  if (admins.length === 0) return;
  const priority = notice.priority ?? "high";
  const emailIds = await queueEmails(
    tx,
    deps,
    admins.map((admin) => ({ orgId, to: admin.email, subject: notice.subject, text: `Hello ${admin.name},\n\n${notice.text}`, priority })),
  );
  const createdAt = deps.clock.now();
  await insertNotifications(
    tx,
    admins.map((admin, index) => ({
      orgId,
      notificationId: newId(),
      userId: admin.user_id,
      type: notice.type ?? "organization.notice",
      title: notice.subject,
      body: notice.text,
      priority,
      data: notice.data ?? {},
      emailId: emailIds[index]!,
      createdAt,
    })),
  );
}

/** With its deps bound, in the shape other modules take it. */
export function createNotifyOrganization(deps: MailQueueDeps): (tx: Tx, orgId: string, notice: Notice) => Promise<void> {
  return (tx, orgId, notice) => notifyOrganization(tx, deps, orgId, notice);
}
