import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(
    `INSERT INTO webhook_deliveries (org_id, webhook_id, delivery_id, event_id, event_type, due_at, created_at)
      VALUES ($1, $1, $1, $1, 'transaction.updated', now(), now())`,
    [newId()],
  );
});
afterAll(() => database[Symbol.asyncDispose]());

test.each([
  ["more tries than attempts", "tries = 1"],
  ["waiting, but never due", "due_at = NULL"],
  ["waiting, but finished", "finished_at = now()"],
  ["delivered, but still due", "status = 'delivered', finished_at = now()"],
  ["attempted, but at no time", "attempt_count = 1"],
  ["a fault without a reason", "fault = 'receiver'"],
  ["dead by nobody's fault", "status = 'dead', due_at = NULL, finished_at = now()"],
])("the database refuses a delivery that is %s", async (_what, change) => {
  await expect(database.db.query(`UPDATE webhook_deliveries SET ${change}`)).rejects.toMatchObject({ code: "23514" });
});

test("the database takes a delivery that was delivered", async () => {
  const changed = await database.db.query(
    `UPDATE webhook_deliveries SET status = 'delivered', due_at = NULL, finished_at = now(), tries = 1,
      attempt_count = 1, attempted_at = now() RETURNING 1`,
  );
  expect(changed).toHaveLength(1);
});
