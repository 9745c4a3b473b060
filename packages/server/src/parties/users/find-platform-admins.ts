import type { Queryable } from "#src/kernel/db/client.ts";

/** Oldest first, so that a limit always reaches the same people. */
export async function findPlatformAdmins(
  db: Queryable,
  limit: number,
): Promise<{ user_id: string; email: string; name: string }[]> {
  return db.query(
    "SELECT user_id, email, name FROM users WHERE platform_role = 'admin' ORDER BY created_at, user_id LIMIT $1",
    [limit],
  );
}
