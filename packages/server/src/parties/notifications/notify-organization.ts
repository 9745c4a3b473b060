import { type Admin, findAdmins, findMembershipsOf } from "#src/parties/organizations/index.ts";
import { findPlatformAdmins, findUser } from "#src/parties/users/index.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { PLATFORM_ORGANIZATION, type Priority } from "./notification.ts";
import { insertNotifications } from "./queries.ts";
import { type MailQueueDeps, queueEmails } from "./queue-email.ts";

export type Notice = {
  readonly subject: string;
  readonly text: string;
  /** `noun.verb`; a plain notification when absent. */
  readonly type?: string;
  readonly priority?: Priority;
  readonly data?: Readonly<Record<string, unknown>>;
  /** People who get no notification, because they caused the event themselves. */
  readonly except?: readonly string[];
};

/** An organization with more admins than this informs the others itself. */
const MAX_ADMINS_TOLD = 50;

/** Notifies an organization's admins, in the product and by e-mail, if and when the caller's transaction commits. */
export function createNotifyOrganization(
  deps: MailQueueDeps,
): (tx: Tx, orgId: string, notice: Notice) => Promise<void> {
  return async (tx, orgId, notice) =>
    notifyPeople(tx, deps, orgId, await findAdmins(tx, orgId, MAX_ADMINS_TOLD), notice);
}

export async function notifyPlatform(tx: Tx, deps: MailQueueDeps, notice: Notice): Promise<void> {
  await notifyPeople(tx, deps, PLATFORM_ORGANIZATION, await findPlatformAdmins(tx, MAX_ADMINS_TOLD), notice);
}

/** Notifies one person about their own account, in their default or first organization and by e-mail. */
export function createNotifyPerson(deps: MailQueueDeps & { db: Db; cells: CellsInUse }) {
  const { db, cells } = deps;
  return async (userId: string, notice: Notice): Promise<void> => {
    const [user, memberships] = await Promise.all([findUser(db, userId), findMembershipsOf(cells, userId)]);
    if (user === null) return;
    const first = memberships.find(({ org_id }) => org_id === user.default_org_id) ?? memberships[0];
    const orgId = first?.org_id ?? PLATFORM_ORGANIZATION;
    const tell = (there: Db) => there.transaction((tx) => notifyPeople(tx, deps, orgId, [user], notice));
    await (first === undefined ? tell(db) : cells.within(orgId, tell));
  };
}

async function notifyPeople(
  tx: Tx,
  deps: MailQueueDeps,
  orgId: string,
  admins: readonly Admin[],
  notice: Notice,
): Promise<void> {
  const people = admins.filter(({ user_id }) => notice.except?.includes(user_id) !== true);
  if (people.length === 0) return;
  const priority = notice.priority ?? "high";
  const emailIds = await queueEmails(
    tx,
    deps,
    people.map((person) => ({
      orgId,
      to: person.email,
      subject: notice.subject,
      text: `Hello ${person.name},\n\n${notice.text}`,
      priority,
    })),
  );
  const created_at = deps.clock.now();
  await insertNotifications(
    tx,
    people.map((person, index) => ({
      org_id: orgId,
      notification_id: newId(),
      user_id: person.user_id,
      type: notice.type ?? "organization.notice",
      title: notice.subject,
      body: notice.text,
      priority,
      data: notice.data ?? {},
      email_id: emailIds[index]!,
      created_at,
    })),
  );
}
