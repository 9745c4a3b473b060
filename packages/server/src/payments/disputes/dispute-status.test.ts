import { afterAll, beforeAll, expect, test } from "vitest";
import { DISPUTE_STATUSES, type DisputeStatus } from "@corridor/provider-kit/provider.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { mayMove } from "./dispute-status.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test("the database stores exactly the statuses of the table", async () => {
  const [domain] = await database.db.query<{ rule: string }>(
    `SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE contypid = 'dispute_status'::regtype`,
  );
  expect([...domain!.rule.matchAll(/'([a-z_]+)'/g)].map((match) => match[1]).toSorted()).toEqual(
    DISPUTE_STATUSES.toSorted(),
  );
});

test("the database lets a dispute move exactly as the table does", async () => {
  const { db } = database;
  const rows = await db.query<{ dispute_id: string; status: DisputeStatus; wanted: DisputeStatus }>(
    `INSERT INTO disputes (org_id, dispute_id, payment_id, provider, provider_dispute_id, reference, status,
       provider_status, currency, amount, fee,
       event_sequence, created_at, updated_at)
     SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'fiat', 'd', gen_random_uuid(), before, after,
       'GHS', 1, 0, 1, now(), now()
     FROM unnest($1::text[]) AS before CROSS JOIN unnest($1::text[]) AS after
     RETURNING dispute_id, status, provider_status AS wanted`,
    [DISPUTE_STATUSES],
  );
  expect(rows).toHaveLength(DISPUTE_STATUSES.length ** 2);
  for (const { dispute_id, status, wanted } of rows) {
    const isAllowed = await db
      .query(`UPDATE disputes SET status = $2 WHERE dispute_id = $1`, [dispute_id, wanted])
      .then(
        () => true,
        (error: { code?: string }) => (error.code === "23514" ? false : Promise.reject(error)),
      );
    expect([status, wanted, isAllowed]).toEqual([status, wanted, status === wanted || mayMove(status, wanted)]);
  }
});
