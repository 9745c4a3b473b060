import { type Named, withPeople } from "#src/parties/users/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";

export type Admin = Named;

/** Oldest members first, so that a limit always reaches the same people. */
export async function findAdmins(db: Queryable, orgId: string, limit: number): Promise<Admin[]> {
  const members = await db.query<{ user_id: string }>(
    "SELECT user_id FROM members WHERE org_id = $1 AND role = 'org-admin' ORDER BY created_at, user_id LIMIT $2",
    [orgId, limit],
  );
  return withPeople(db, members);
}
