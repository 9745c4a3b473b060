import { expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase } from "@corridor/test/harness/database.ts";
import { usersByCountry } from "./users-by-country.ts";

const MEMBERS = 10;

test("the members of an organization are counted by country", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const orgId = newId();
  await db.query(
    `INSERT INTO organizations (org_id, name, country, created_at, updated_at)
      VALUES ($1, 'Large', 'GH', now(), now())`,
    [orgId],
  );
  // Every third person has no country. One person in each country is a member of no organization.
  await db.query(
    `WITH people AS (
       INSERT INTO users (user_id, email, name, country, created_at, updated_at)
       SELECT gen_random_uuid(), n || '@example.com', 'Ama', (ARRAY['GH', 'NG', NULL])[1 + n % 3], now(), now()
         FROM generate_series(0, $2::integer + 2) AS n
       RETURNING user_id, email)
     INSERT INTO members (org_id, user_id, role, created_at, updated_at)
     SELECT $1, user_id, 'org-viewer', now(), now() FROM people WHERE split_part(email, '@', 1)::integer < $2::integer`,
    [orgId, MEMBERS],
  );
  const counted = await usersByCountry(db, { orgId });
  expect(new Map(counted.map(({ country, users }) => [country, users]))).toEqual(
    new Map([
      ["GH", Math.ceil(MEMBERS / 3)],
      ["NG", Math.ceil((MEMBERS - 1) / 3)],
      [null, Math.ceil((MEMBERS - 2) / 3)],
    ]),
  );
});
