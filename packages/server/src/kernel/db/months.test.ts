import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { createServiceRole } from "@corridor/test/harness/service-role.ts";
import { TEST_CELL } from "@corridor/test/harness/test-cell.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createMetrics } from "../metrics.ts";
import { connect, type Db } from "./client.ts";
import { makeMonthsJob } from "./months.ts";

/** What the role of the service does while months pass. */
const NOW = new Date();
const clock = new SteppedClock(NOW);
const metrics = createMetrics();
let database: TestDatabase;
let role: Awaited<ReturnType<typeof createServiceRole>>;
let service: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  role = await createServiceRole(database.url);
  service = connect({ url: role.url, maxConnections: 2, applicationName: "test service", log: silentLog });
});
afterAll(async () => {
  await service.close();
  await database[Symbol.asyncDispose]();
  await role.drop();
});

const KEPT_BY_MONTH = ["audit_log", "events", "payment_search_keys", "webhook_deliveries"];

const makeMonths = () => makeMonthsJob({ cells: { every: service }, cell: TEST_CELL, clock, metrics }).runOnce();
const monthOf = (ahead: number): Date => new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + ahead, 15));
const nameOf = (month: Date): string => `events_${month.toISOString().slice(0, 7).replace("-", "_")}`;
const idOf = (month: Date): string => `${month.getTime().toString(16).padStart(12, "0")}70008000000000000008`;

async function append(eventId: string): Promise<string> {
  const [row] = await service.query<{ place: string }>(
    `INSERT INTO events (org_id, event_id, types, resource_type, resource_id, sequence, payload, created_at)
     VALUES ($1, $2, '{payment.completed}', 'payment', $2::uuid::text, 1, '{}', now()) RETURNING tableoid::regclass::text AS place`,
    [newId(), eventId],
  );
  return row!.place;
}

const lateTables = async () =>
  new RegExp(`^tables_without_months{cell="${TEST_CELL}"} (\\S+)$`, "m").exec(await metrics.registry.metrics())![1];

const partitions = () =>
  database.db.query<{ name: string; grown: string }>(
    `SELECT inhrelid::regclass::text AS name, inhparent::regclass::text AS grown FROM pg_inherits
     JOIN pg_class ON oid = inhparent AND relkind = 'p' ORDER BY 1`,
  );

describe("a table that is kept by month", () => {
  test("has the month of each row before the month begins", async () => {
    expect(await append(newId())).toBe(nameOf(NOW));
    expect(await append(idOf(monthOf(2)))).toBe(nameOf(monthOf(2)));
    expect(await makeMonths()).toBe(0);
    expect(await lateTables()).toBe("0");
  });

  test("takes a row without a month, which is counted, and gets its month when the clock turns", async () => {
    const late = idOf(monthOf(5));
    expect(await append(late)).toBe("events_default");
    await makeMonths();
    expect(await lateTables()).toBe("1");
    clock.advance(monthOf(4).getTime() - clock.now().getTime());
    expect(await makeMonths()).toBeGreaterThan(0);
    expect(await makeMonths()).toBe(0);
    expect(await lateTables()).toBe("0");
    const place = "SELECT tableoid::regclass::text AS place FROM events WHERE event_id = $1";
    expect(await database.db.query(place, [late])).toEqual([{ place: nameOf(monthOf(5)) }]);
    expect(await append(idOf(monthOf(6)))).toBe(nameOf(monthOf(6)));
  });

  test("is as strict in each month as in its pattern, and the service changes rows by way of the table alone", async () => {
    const shapes = await database.db.query<{ grown: string; shape: string; months: number }>(
      `SELECT inhparent::regclass::text AS grown, count(*)::int AS months, concat_ws(' ', reloptions,
         (SELECT string_agg(DISTINCT concat_ws(' ', tgname, tgtype, tgenabled), ',') FROM pg_trigger WHERE tgrelid = inhrelid),
         (SELECT count(*) FILTER (WHERE indisunique) || ' of ' || count(*) FROM pg_index WHERE indrelid = inhrelid),
         (SELECT string_agg(concat_ws(' ', attname, attcompression, attstorage), ',' ORDER BY attnum) FROM pg_attribute
          WHERE attrelid = inhrelid AND attnum > 0)) AS shape
       FROM pg_inherits JOIN pg_class ON oid = inhrelid AND relkind = 'r' GROUP BY 1, 3 ORDER BY 1`,
    );
    expect(shapes.map(({ grown }) => grown)).toEqual(KEPT_BY_MONTH);
    for (const { name } of await partitions())
      for (const text of [`UPDATE ${name} SET org_id = org_id`, `DELETE FROM ${name}`, `TRUNCATE ${name}`])
        await expect(service.query(text), text).rejects.toThrow("permission denied");
    const refusals = {
      events: ["UPDATE * SET payload = ''", "DELETE FROM *", "TRUNCATE *"],
      audit_log: ["TRUNCATE *"],
    };
    for (const { name, grown } of await partitions())
      for (const text of refusals[grown as keyof typeof refusals] ?? [])
        await expect(database.db.query(text.replace("*", name)), name).rejects.toThrow("append-only");
  });
});

describe("a month that is over", () => {
  const LONG_AGO = monthOf(-6);
  const retire = "SELECT retire_month($1::text::regclass, $2::date)::text AS place";

  test("is taken out of its table by the owner, with its rows, and by nobody else", async () => {
    await database.db.query("SELECT make_months('events', $1::timestamptz, $1::timestamptz)", [LONG_AGO]);
    expect(await append(idOf(LONG_AGO))).toBe(nameOf(LONG_AGO));
    const before = await database.db.query("SELECT FROM events");
    await expect(service.query(retire, ["events", LONG_AGO])).rejects.toThrow("permission denied");
    const place = `retired_cell_${TEST_CELL}.${nameOf(LONG_AGO)}`;
    expect(await database.db.query(retire, ["events", LONG_AGO])).toEqual([{ place }]);
    expect(await database.db.query(`SELECT FROM ${place}`)).toHaveLength(1);
    expect(await database.db.query("SELECT FROM events")).toHaveLength(before.length - 1);
  });

  test("stays while its events can be replayed, and in the audit log for good", async () => {
    await expect(database.db.query(retire, ["events", monthOf(-3)])).rejects.toThrow("too young");
    await expect(database.db.query(retire, ["audit_log", LONG_AGO])).rejects.toThrow("is verified from its start");
  });
});

/** The plan that a session keeps, whatever the values are. */
async function keptPlan(statement: string, values: readonly string[]): Promise<string> {
  return database.db.transaction(async (tx) => {
    await tx.query("SET LOCAL plan_cache_mode = force_generic_plan");
    await tx.query(`PREPARE kept AS ${statement}`);
    const rows = await tx.query<{ "QUERY PLAN": string }>(
      `EXPLAIN (ANALYZE, TIMING OFF) EXECUTE kept (${values.map((value) => `'${value}'`).join(", ")})`,
    );
    await tx.query("DEALLOCATE kept");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}

test("a kept plan reads the month of an id alone, and the months of a range", async () => {
  const count = (await partitions()).filter(({ grown }) => grown === "events").length;
  const one = await keptPlan("SELECT payload FROM events WHERE org_id = $1 AND event_id = $2", [newId(), newId()]);
  expect(one).toContain(`Subplans Removed: ${count - 1}`);
  const range = "SELECT payload FROM events WHERE org_id = $1 AND event_id >= $2 AND event_id <= $3 ORDER BY event_id";
  const two = await keptPlan(range, [newId(), idOf(NOW), idOf(monthOf(1))]);
  expect(two).toContain(`Subplans Removed: ${count - 2}`);
});
