import type { Tx } from "#src/platform/db/client.ts";
import { newId } from "#src/platform/ids.ts";
import { PLATFORM_ORGANIZATION, type Priority } from "./notification.ts";
import { insertNotifications, type Person, selectAdmins, selectPlatformAdmins } from "./queries.ts";
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
  await notifyPeople(tx, deps, orgId, await selectAdmins(tx, orgId, MAX_ADMINS_TOLD), notice);
}

/** Likewise the admins of the platform, of something that concerns no single organization. */
export async function notifyPlatform(tx: Tx, deps: MailQueueDeps, notice: Notice): Promise<void> {
  await notifyPeople(tx, deps, PLATFORM_ORGANIZATION, await selectPlatformAdmins(tx, MAX_ADMINS_TOLD), notice);
}

/** With its deps bound, in the shape other modules take it. */
export type NotifyPlatform = (tx: Tx, notice: Notice) => Promise<void>;

async function notifyPeople(tx: Tx, deps: MailQueueDeps, orgId: string, people: readonly Person[], notice: Notice): Promise<void> {
  if (people.length === 0) return;
  const priority = notice.priority ?? "high";
  const emailIds = await queueEmails(
    tx,
    deps,
    people.map((person) => ({ orgId, to: person.email, subject: notice.subject, text: `Hello ${person.name},\n\n${notice.text}`, priority })),
  );
  const createdAt = deps.clock.now();
  await insertNotifications(
    tx,
    people.map((person, index) => ({
      orgId,
      notificationId: newId(),
      userId: person.userId,
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
