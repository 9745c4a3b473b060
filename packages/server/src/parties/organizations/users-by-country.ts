import type { Queryable } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";

type InCountry = { country: string | null; users: number };

/** An organization's members, or everybody for platform people. Users without a country are under null. */
export async function usersByCountry(db: Queryable, scope: Scope): Promise<InCountry[]> {
  if ("every" in scope)
    return db.query<InCountry>("SELECT country, count(*)::bigint AS users FROM users GROUP BY country");
  return db.query<InCountry>(
    `SELECT u.country, count(*)::bigint AS users FROM members m JOIN users u ON u.user_id = m.user_id
      WHERE m.org_id = $1 GROUP BY u.country`,
    [scope.orgId],
  );
}
