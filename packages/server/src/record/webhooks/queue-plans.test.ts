import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { CLAIM, FIND_WAITING, PIN_PLANS, RECORD } from "./queue-queries.ts";

/**
 * A plan made while a table was empty is kept when the table has grown. So this test examines the plans on an empty
 * database: even there each must use its key.
 */
/** The index of the queue, of each month of deliveries. */
const WAITING = "webhook_deliveries_\\w+_org_id_webhook_id_due_at_idx";
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** The generic plan that a session keeps, independent of the values. */
async function planOf(statement: string): Promise<string> {
  const parameters = new Set(statement.match(/\$\d+/g)).size;
  return database.db.transaction(async (tx) => {
    await tx.query(PIN_PLANS);
    await tx.query("SET LOCAL plan_cache_mode = force_generic_plan");
    await tx.query(`PREPARE looked_at AS ${statement}`);
    const rows = await tx.query<{ "QUERY PLAN": string }>(
      `EXPLAIN EXECUTE looked_at (${Array.from({ length: parameters }, () => "NULL").join(", ")})`,
    );
    await tx.query("DEALLOCATE looked_at");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}

test("claiming reads the queue's index in its order, and events by their key", async () => {
  const plan = await planOf(CLAIM);
  expect(plan).toMatch(
    new RegExp(`Merge Append .*\\n\\s+Sort Key: webhook_deliveries.due_at\\n\\s+->  Index Scan using ${WAITING}`),
  );
  expect(plan).toMatch(
    /Index Scan using events_\d{4}_\d{2}_pkey on .*\n\s+Index Cond: \(\(org_id = .*\) AND \(event_id = due.row_id\)\)/,
  );
  expect(plan).not.toMatch(/Seq Scan|->  Sort/);
});

test("recording reads deliveries by their primary key", async () => {
  const plan = await planOf(RECORD);
  expect(plan).toMatch(
    /Index Scan using webhook_deliveries_\d{4}_\d{2}_pkey on webhook_deliveries_.*\n\s+Index Cond: \(\(org_id = .*\) AND \(webhook_id = .*\) AND \(delivery_id = .*\)\)/,
  );
  expect(plan).not.toMatch(new RegExp(`Seq Scan|${WAITING}`));
});

test("looking for endpoints that wait hops along the queue's index, also without the pinned settings", async () => {
  const rows = await database.db.query<{ "QUERY PLAN": string }>(`EXPLAIN ${FIND_WAITING}`, [
    new Date(),
    newId(),
    newId(),
  ]);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  const months = await database.db.query("SELECT FROM pg_inherits WHERE inhparent = 'webhook_deliveries'::regclass");
  expect(plan.match(new RegExp(`using ${WAITING}`, "g"))).toHaveLength(2 * months.length);
  expect(plan).not.toMatch(/->  Sort/);
});
