import type { Queryable } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Scope } from "#src/kernel/http/caller.ts";

type InCountry = { country: string | null; users: number };

const COUNT_USERS_BY_COUNTRY = statement("organizations.COUNT_USERS_BY_COUNTRY")`
  SELECT country, count(*)::bigint AS users /* not null */ FROM users GROUP BY country`;

const COUNT_MEMBERS_BY_COUNTRY = statement("organizations.COUNT_MEMBERS_BY_COUNTRY")`
  SELECT u.country, count(*)::bigint AS users /* not null */ FROM members m JOIN users u ON u.user_id = m.user_id
    WHERE m.org_id = $1 GROUP BY u.country`;

/** An organization's members, or everybody for platform people. Users without a country are under null. */
export async function usersByCountry(db: Queryable, scope: Scope): Promise<InCountry[]> {
  if ("every" in scope) return db.query(COUNT_USERS_BY_COUNTRY);
  return db.query(COUNT_MEMBERS_BY_COUNTRY, [scope.orgId]);
}
