import type { Queryable } from "#src/platform/db/client.ts";

export type Admin = { readonly user_id: string; readonly email: string; readonly name: string };

/** Oldest members first, so that a limit always reaches the same people. */
export async function findAdmins(db: Queryable, orgId: string, limit: number): Promise<Admin[]> {
  return db.query<Admin>(
    `SELECT u.user_id, u.email, u.name FROM members m JOIN users u USING (user_id)
     WHERE m.org_id = $1 AND m.role = 'org-admin' ORDER BY m.created_at, u.user_id LIMIT $2`,
    [orgId, limit],
  );
}
