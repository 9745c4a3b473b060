import type { Queryable } from "#src/platform/db/client.ts";
import type { Scope } from "#src/platform/http/caller.ts";

/** An organization's members, or everybody for platform people. Users without a country are under null. */
export async function usersByCountry(db: Queryable, scope: Scope): Promise<{ country: string | null; users: number }[]> {
  return "every" in scope
    ? db.query(`SELECT country, count(*)::bigint AS users FROM users GROUP BY country`)
    : db.query(`SELECT u.country, count(*)::bigint AS users FROM members m JOIN users u ON u.user_id = m.user_id WHERE m.org_id = $1 GROUP BY u.country`, [
        scope.orgId,
      ]);
}
