import type { Queryable } from "#src/kernel/db/client.ts";

export type Named = { readonly user_id: string; readonly email: string; readonly name: string };

/** Joins rows with the people that they name, in the order of the rows. Rows of people who do not exist are left out. */
export async function withPeople<R extends { readonly user_id: string }>(
  db: Queryable,
  rows: readonly R[],
): Promise<(R & Named)[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ user_id }) => user_id))];
  const people = await db.query<Named>("SELECT user_id, email, name FROM users WHERE user_id = ANY ($1::uuid[])", [
    ids,
  ]);
  const personOf = new Map(people.map((person) => [person.user_id, person]));
  return rows.flatMap((row) => {
    const person = personOf.get(row.user_id);
    return person === undefined ? [] : [{ ...row, ...person }];
  });
}
