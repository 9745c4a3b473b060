import type { Queryable } from "#src/platform/db/client.ts";
import type { Scope } from "#src/platform/http/caller.ts";

type InCountry = { country: string | null; users: number };

/** An organization's members, or everybody for platform people. Users without a country are under null. */
export async function usersByCountry(db: Queryable, scope: Scope): Promise<InCountry[]> {
  if ("every" in scope) return db.query<InCountry>("SELECT country, count(*)::bigint AS users FROM users GROUP BY country");
  const [members] = await db.query<{ ids: string[] }>("SELECT array_agg(user_id::text) AS ids FROM members WHERE org_id = $1", [scope.orgId]);
  return db.query<InCountry>("SELECT country, count(*)::bigint AS users FROM users WHERE user_id = ANY ($1::uuid[]) GROUP BY country", [members?.ids ?? []]);
}
