import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { isId } from "@corridor/base/ids.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { Notification, ShownNotification } from "./notification.ts";

export async function insertNotifications(tx: Tx, notifications: readonly Notification[]): Promise<void> {
  await tx.query(
    `INSERT INTO notifications (org_id, notification_id, user_id, type, title, body, priority, data, email_id,
     created_at)
     SELECT org_id, notification_id, user_id, type, title, body, priority, data, email_id, created_at
     FROM json_to_recordset($1::json) AS r(org_id uuid, notification_id uuid, user_id uuid, type text, title text,
       body text, priority text, data jsonb, email_id uuid, created_at timestamptz)`,
    [JSON.stringify(notifications)],
  );
}

/** Whose notifications are read: one user's, in one organization, or (for platform people) in all of theirs. */
export type Reader = { readonly userId: string; readonly orgId: string | null };

const SHOWN = `n.org_id, n.notification_id, n.user_id, n.type, n.title, n.body, n.priority, n.data, n.email_id,
  n.created_at, n.read_at,
  coalesce(e.status, 'none') AS email_status`;
const JOIN_EMAIL = "LEFT JOIN email_outbox e ON e.org_id = n.org_id AND e.email_id = n.email_id";

export async function selectNotifications(
  db: Queryable,
  reader: Reader,
  unreadOnly: boolean,
  page: Page,
): Promise<ShownNotification[]> {
  return db.query<ShownNotification>(
    `SELECT ${SHOWN} FROM notifications n ${JOIN_EMAIL}
     WHERE n.user_id = $1 AND ($2::uuid IS NULL OR n.org_id = $2) AND (NOT $3::boolean OR n.read_at IS NULL)
       AND n.notification_id < coalesce($4::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
     ORDER BY n.notification_id DESC LIMIT $5`,
    [reader.userId, reader.orgId, unreadOnly, page.after?.[0], page.limit + 1],
  );
}

/** Undefined when the reader has no such notification. Marking it as read again keeps the first time. */
export async function markRead(
  db: Queryable,
  reader: Reader,
  notificationId: string,
  at: Date,
): Promise<ShownNotification | undefined> {
  if (!isId(notificationId)) return undefined;
  const [notification] = await db.query<ShownNotification>(
    `WITH n AS (
       UPDATE notifications SET read_at = coalesce(read_at, $4)
       WHERE notification_id = $3 AND user_id = $1 AND ($2::uuid IS NULL OR org_id = $2) RETURNING *
     )
     SELECT ${SHOWN} FROM n ${JOIN_EMAIL}`,
    [reader.userId, reader.orgId, notificationId, at],
  );
  return notification;
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
