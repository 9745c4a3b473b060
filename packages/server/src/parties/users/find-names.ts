import type { Queryable } from "#src/kernel/db/client.ts";

/** The names of the users that still exist. */
export async function findNames(db: Queryable, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.query<{ user_id: string; name: string }>(
    "SELECT user_id, name FROM users WHERE user_id = ANY($1::uuid[])",
    [[...new Set(userIds)]],
  );
  return new Map(rows.map(({ user_id, name }) => [user_id, name]));
}

/** The users that still exist, with their names, in the given order. */
export function namedPeople(
  names: ReadonlyMap<string, string>,
  userIds: readonly string[],
): { user_id: string; name: string }[] {
  return [...new Set(userIds)].flatMap((userId) =>
    names.has(userId) ? [{ user_id: userId, name: names.get(userId)! }] : [],
  );
}
