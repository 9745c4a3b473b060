import type { Queryable } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { rolesOfMembers } from "./membership.ts";

type InCountry = { country: string | null; users: number };

export const MEMBERS_PER_PAGE = 1_000;

/** An organization's members, or everybody for platform people. Users without a country are under null. */
export async function usersByCountry(db: Queryable, scope: Scope): Promise<InCountry[]> {
  if ("every" in scope)
    return db.query<InCountry>("SELECT country, count(*)::bigint AS users FROM users GROUP BY country");
  const users = new Map<string | null, number>();
  for await (const ids of memberIds(db, scope.orgId))
    for (const row of await db.query<InCountry>(
      "SELECT country, count(*)::bigint AS users FROM users WHERE user_id = ANY ($1::uuid[]) GROUP BY country",
      [ids],
    ))
      users.set(row.country, (users.get(row.country) ?? 0) + row.users);
  return [...users].map(([country, count]) => ({ country, users: count }));
}

/**
 * Page by page. People cannot be joined with members: they are in the directory, which may be on another server than
 * the members' cell (two-servers.ts).
 */
async function* memberIds(db: Queryable, orgId: string): AsyncGenerator<string[]> {
  for (let afterId: string | null = null; ;) {
    const ids: string[] = [...(await rolesOfMembers(db, orgId, afterId, MEMBERS_PER_PAGE)).keys()];
    if (ids.length > 0) yield ids;
    if (ids.length < MEMBERS_PER_PAGE) return;
    afterId = ids.at(-1)!;
  }
}
