import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { isId } from "@corridor/base/ids.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { Notification, ShownNotification } from "./notification.ts";

const INSERT_NOTIFICATIONS = statement("notifications.INSERT_NOTIFICATIONS")`
  INSERT INTO notifications (org_id, notification_id, user_id, type, title, body, priority, data, email_id,
    created_at)
    SELECT org_id, notification_id, user_id, type, title, body, priority, data, email_id, created_at
    FROM json_to_recordset($1::json) AS r(org_id uuid, notification_id uuid, user_id uuid, type text, title text,
      body text, priority text, data jsonb, email_id uuid, created_at timestamptz)`;

export async function insertNotifications(tx: Tx, notifications: readonly Notification[]): Promise<void> {
  await tx.query(INSERT_NOTIFICATIONS, [JSON.stringify(notifications)]);
}

/** Whose notifications are read: one user's, in one organization, or (for platform people) in all of theirs. */
export type Reader = { readonly userId: string; readonly orgId: string | null };

const SHOWN = `n.org_id, n.notification_id, n.user_id, n.type, n.title, n.body, n.priority, n.data, n.email_id,
  n.created_at, n.read_at,
  coalesce(e.status, 'none') AS email_status /* not null, like email_states */`;
const JOIN_EMAIL = "LEFT JOIN email_outbox e ON e.org_id = n.org_id AND e.email_id = n.email_id";

const SELECT_NOTIFICATIONS = statement("notifications.SELECT_NOTIFICATIONS")`
  SELECT ${SHOWN} FROM notifications n ${JOIN_EMAIL}
    WHERE n.user_id = $1 AND ($2::uuid IS NULL OR n.org_id = $2) AND (NOT $3::boolean OR n.read_at IS NULL)
      AND n.notification_id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
    ORDER BY n.notification_id DESC LIMIT $5`;

export async function selectNotifications(
  db: Queryable,
  reader: Reader,
  unreadOnly: boolean,
  page: Page,
): Promise<ShownNotification[]> {
  return db.query(SELECT_NOTIFICATIONS, [reader.userId, reader.orgId, unreadOnly, page.after?.[0], page.limit + 1]);
}

const MARK_READ = statement("notifications.MARK_READ")`WITH n AS (
    UPDATE notifications SET read_at = coalesce(read_at, $4)
    WHERE notification_id = $3 AND user_id = $1 AND ($2::uuid IS NULL OR org_id = $2) RETURNING *
  )
  SELECT ${SHOWN} FROM n ${JOIN_EMAIL}`;

/** Undefined when the reader has no such notification. Marking it as read again keeps the first time. */
export async function markRead(
  db: Queryable,
  reader: Reader,
  notificationId: string,
  at: Date,
): Promise<ShownNotification | undefined> {
  if (!isId(notificationId)) return undefined;
  const [notification] = await db.query(MARK_READ, [reader.userId, reader.orgId, notificationId, at]);
  return notification;
}

const MARK_ALL_READ = statement("notifications.MARK_ALL_READ")`
  UPDATE notifications SET read_at = $3 WHERE user_id = $1 AND ($2::uuid IS NULL OR org_id = $2) AND read_at IS NULL
    RETURNING 1`;

export async function markAllRead(db: Queryable, reader: Reader, at: Date): Promise<number> {
  const rows = await db.query(MARK_ALL_READ, [reader.userId, reader.orgId, at]);
  return rows.length;
}

const COUNT_UNREAD = statement("notifications.COUNT_UNREAD")`SELECT count(*)::integer AS count /* not null */
    FROM notifications
  WHERE user_id = $1 AND ($2::uuid IS NULL OR org_id = $2) AND read_at IS NULL`;

export async function countUnread(db: Queryable, reader: Reader): Promise<number> {
  const rows = await db.query(COUNT_UNREAD, [reader.userId, reader.orgId]);
  return rows[0]!.count;
}
