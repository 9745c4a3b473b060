import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { isId } from "@corridor/base/ids.ts";
import type { EmailState, Notification, Priority, ShownNotification } from "./notification.ts";

export async function insertNotifications(tx: Tx, notifications: readonly Notification[]): Promise<void> {
  await tx.query(
    `INSERT INTO notifications (org_id, notification_id, user_id, type, title, body, priority, data, email_id,
     created_at)
     SELECT org_id, notification_id, user_id, type, title, body, priority, data, email_id, created_at
     FROM json_to_recordset($1::json) AS r(org_id uuid, notification_id uuid, user_id uuid, type text, title text,
       body text, priority text, data jsonb, email_id uuid, created_at timestamptz)`,
    [
      JSON.stringify(
        notifications.map((each) => ({
          org_id: each.orgId,
          notification_id: each.notificationId,
          user_id: each.userId,
          type: each.type,
          title: each.title,
          body: each.body,
          priority: each.priority,
          data: each.data,
          email_id: each.emailId,
          created_at: each.createdAt,
        })),
      ),
    ],
  );
}

type NotificationRow = {
  org_id: string;
  notification_id: string;
  user_id: string;
  type: string;
  title: string;
  body: string;
  priority: Priority;
  data: Record<string, unknown>;
  email_id: string | null;
  created_at: Date;
  read_at: Date | null;
  email_state: EmailState;
};

/** Whose notifications are read: one user's, in one organization, or (for platform people) in all of theirs. */
export type Reader = { readonly userId: string; readonly orgId: string | null };

const SHOWN = `n.org_id, n.notification_id, n.user_id, n.type, n.title, n.body, n.priority, n.data, n.email_id,
  n.created_at, n.read_at,
  coalesce(e.status, 'none') AS email_state`;
const FROM_NOTIFICATIONS =
  "FROM notifications n LEFT JOIN email_outbox e ON e.org_id = n.org_id AND e.email_id = n.email_id";

export async function selectNotifications(
  db: Queryable,
  request: { reader: Reader; unreadOnly: boolean; afterId: string | null; limit: number },
): Promise<ShownNotification[]> {
  const { reader, unreadOnly, afterId, limit } = request;
  const rows = await db.query<NotificationRow>(
    `SELECT ${SHOWN} ${FROM_NOTIFICATIONS}
     WHERE n.user_id = $1 AND ($2::uuid IS NULL OR n.org_id = $2) AND (NOT $3::boolean OR n.read_at IS NULL)
       AND n.notification_id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
     ORDER BY n.notification_id DESC LIMIT $5`,
    [reader.userId, reader.orgId, unreadOnly, afterId, limit],
  );
  return rows.map(shownOf);
}

/** Undefined when the reader has no such notification. Marking it as read again keeps the first time. */
export async function markRead(
  db: Queryable,
  reader: Reader,
  notificationId: string,
  at: Date,
): Promise<ShownNotification | undefined> {
  if (!isId(notificationId)) return undefined;
  const rows = await db.query<NotificationRow>(
    `WITH n AS (
       UPDATE notifications SET read_at = coalesce(read_at, $4)
       WHERE notification_id = $3 AND user_id = $1 AND ($2::uuid IS NULL OR org_id = $2) RETURNING *
     )
     SELECT ${SHOWN} FROM n LEFT JOIN email_outbox e ON e.org_id = n.org_id AND e.email_id = n.email_id`,
    [reader.userId, reader.orgId, notificationId, at],
  );
  return rows[0] === undefined ? undefined : shownOf(rows[0]);
}

export async function markAllRead(db: Queryable, reader: Reader, at: Date): Promise<number> {
  const rows = await db.query(
    `UPDATE notifications SET read_at = $3 WHERE user_id = $1 AND ($2::uuid IS NULL OR org_id = $2) AND read_at IS NULL
      RETURNING 1`,
    [reader.userId, reader.orgId, at],
  );
  return rows.length;
}

export async function countUnread(db: Queryable, reader: Reader): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM notifications
      WHERE user_id = $1 AND ($2::uuid IS NULL OR org_id = $2) AND read_at IS NULL`,
    [reader.userId, reader.orgId],
  );
  return rows[0]!.count;
}

function shownOf(row: NotificationRow): ShownNotification {
  return {
    orgId: row.org_id,
    notificationId: row.notification_id,
    userId: row.user_id,
    type: row.type,
    title: row.title,
    body: row.body,
    priority: row.priority,
    data: row.data,
    emailId: row.email_id,
    createdAt: row.created_at,
    readAt: row.read_at,
    emailState: row.email_state,
  };
}
