import { Writable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { createLogger } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { rowSource } from "./row-source.ts";
import { connect, type Tx } from "./client.ts";
import { sql } from "./sql.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(
    "CREATE TABLE accounts (name text PRIMARY KEY, balance numeric NOT NULL CHECK (balance >= 0))",
  );
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.db.query("DELETE FROM accounts");
  await database.db.query("INSERT INTO accounts VALUES ('a', 10), ('b', 10)");
});

const balances = async () =>
  Object.fromEntries(
    (await database.db.query<{ name: string; balance: string }>("SELECT * FROM accounts ORDER BY name")).map((row) => [
      row.name,
      row.balance,
    ]),
  );
const add = (on: Pick<Tx, "query">, name: string, amount: number) =>
  on.query("UPDATE accounts SET balance = balance + $2 WHERE name = $1", [name, amount]);

test("an idle connection that is lost is told in a line without the session's statements and keys", async () => {
  const lines: string[] = [];
  const log = createLogger({
    level: "warn",
    destination: new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    }),
  });
  const db = connect({ url: database.url, maxConnections: 1, applicationName: "idle and lost", log });
  await db.query("SELECT 'a statement to remember'");
  await database.db.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'idle and lost'",
  );
  await expect.poll(() => lines.join("")).toContain("the pool opens another");
  await db.close();
  expect(lines.filter((line) => /statement to remember|secretKey|connectionParameters/.test(line))).toEqual([]);
});

describe("values", () => {
  test("come back exact: numeric as text, int8 as number, instants as Date, dates as text, jsonb parsed", async () => {
    const [row] = await database.db.query(
      `SELECT 1.10::numeric AS amount, ARRAY[0.1, 0.20, NULL]::numeric[] AS amounts, 9007199254740991::int8 AS count,
              ARRAY[1, 2]::int8[] AS counts,
              '2026-01-05T09:00:00.123456+02:00'::timestamptz AS at,
                ARRAY['2026-01-05T09:00:00Z']::timestamptz[] AS ats,
              '2026-01-05'::date AS day, '{"a": 1}'::jsonb AS document, '\\x00ff'::bytea AS bytes`,
    );
    expect(row).toEqual({
      amount: "1.10",
      amounts: ["0.1", "0.20", null],
      count: 9_007_199_254_740_991,
      counts: [1, 2],
      at: new Date("2026-01-05T07:00:00.123Z"),
      ats: [new Date("2026-01-05T09:00:00Z")],
      day: "2026-01-05",
      document: { a: 1 },
      bytes: Buffer.from([0, 255]),
    });
  });

  test.each([
    ["an int8 beyond the safe integers", "SELECT 9007199254740992::int8 AS x", "9007199254740992"],
    ["an infinite instant", "SELECT 'infinity'::timestamptz AS x", "infinity"],
  ])("%s is an error and not another value", async (_name, text, value) => {
    await expect(database.db.query(text)).rejects.toThrow(value);
    expect(await database.db.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  test("go in as they are: dates, bytes, arrays, objects as JSON, undefined as NULL", async () => {
    const at = new Date("2026-01-05T09:00:00.123Z");
    const [row] = await database.db.query(
      `SELECT $1::timestamptz AS at, $2::bytea AS bytes, $3::text[] AS words, $4::jsonb AS document,
        $5::text AS nothing, $6::timestamptz[] AS ats`,
      [at, Buffer.from("x"), ['a"b', null], { amount: "1.10" }, undefined, [at]],
    );
    expect(row).toEqual({
      at,
      bytes: Buffer.from("x"),
      words: ['a"b', null],
      document: { amount: "1.10" },
      nothing: null,
      ats: [at],
    });
  });

  test("a value that cannot be written fails alone, and its statement works afterwards", async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const text = "SELECT $1::jsonb AS document";
    await expect(database.db.query(text, [circle])).rejects.toThrow("circular");
    await expect(database.db.query(text, [new Date(Number.NaN)])).rejects.toThrow("Invalid time value");
    expect(await database.db.query(text, [{}])).toEqual([{ document: {} }]);
  });
});

describe("sessions", () => {
  const settings = `SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS statement,
      current_setting('enable_seqscan') AS seqscan`;

  test("run in UTC with limits", async () => {
    expect(await database.db.query(settings)).toEqual([{ zone: "UTC", statement: "30s", seqscan: "on" }]);
  });

  test("of a writer go by index even where the plan was made for an empty table", async () => {
    const writer = connect({
      url: database.url,
      maxConnections: 1,
      applicationName: "writer",
      log: silentLog,
      purpose: "writer",
    });
    try {
      await writer.query("CREATE TABLE growing (id int PRIMARY KEY)");
      const plan = await writer.query<{ "QUERY PLAN": string }>(
        "EXPLAIN SELECT * FROM growing JOIN growing AS again USING (id) WHERE id = ANY ('{1,2}')",
      );
      const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
      expect(text).toContain("Index");
      expect(text).not.toMatch(/Seq Scan|Hash Join|Merge Join|Bitmap|Materialize/);
    } finally {
      await writer.close();
    }
  });

  test("prepare a statement once and keep it; statements whose filters vary are not kept", async () => {
    const db = connect({ url: database.url, maxConnections: 1, applicationName: "prepared", log: silentLog });
    try {
      for (const name of ["a", "b", "c"]) await db.query("SELECT balance FROM accounts WHERE name = $1", [name]);
      await db.ask(sql`SELECT * FROM organizations WHERE country = ${"GH"} LIMIT ${1}`);
      const prepared = await db.query<{ statement: string }>(
        "SELECT statement FROM pg_prepared_statements WHERE statement NOT LIKE '%pg_prepared%'",
      );
      expect(prepared).toEqual([{ statement: "SELECT balance FROM accounts WHERE name = $1" }]);
    } finally {
      await db.close();
    }
  });

  test("keep a bounded number of statements", async () => {
    const lines: string[] = [];
    const log = createLogger({
      level: "warn",
      destination: new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }),
    });
    const db = connect({ url: database.url, maxConnections: 1, applicationName: "prepared", log });
    try {
      for (let i = 0; i < 1_005; i++) await db.query(`SELECT ${i} AS number`);
      const [count] = await db.query("SELECT count(*) AS statements FROM pg_prepared_statements");
      expect(count).toEqual({ statements: 1_000 });
      expect(lines.filter((line) => line.includes("too many different statements"))).toHaveLength(1);
      const numbers = rowSource<number>({ number: ["integer", (number) => number] });
      for (const rows of [[1, 2], [3]])
        expect(await db.query(`SELECT number FROM ${numbers.source}`, numbers.values(rows))).toEqual(
          rows.map((number) => ({ number })),
        );
    } finally {
      await db.close();
    }
  });

  test("go on after a table got another shape under a prepared statement", async () => {
    const db = connect({ url: database.url, maxConnections: 1, applicationName: "stale", log: silentLog });
    try {
      await db.query("CREATE TABLE shapes (id int)");
      expect(await db.query("SELECT * FROM shapes")).toEqual([]);
      await database.db.query("ALTER TABLE shapes ADD COLUMN colour text");
      await database.db.query("INSERT INTO shapes VALUES (1, 'red')");
      expect(await db.query("SELECT * FROM shapes")).toEqual([{ id: 1, colour: "red" }]);
      await database.db.query("ALTER TABLE shapes DROP COLUMN colour");
      expect(await db.transaction((tx) => tx.query("SELECT * FROM shapes"))).toEqual([{ id: 1 }]);
    } finally {
      await db.close();
    }
  });

  test("are counted: busy while lent out, idle afterwards, with those who wait for one", async () => {
    const metrics = createMetrics();
    const db = connect({ url: database.url, maxConnections: 1, applicationName: "counted", log: silentLog, metrics });
    const read = async () =>
      Object.fromEntries(
        (await metrics.registry.getMetricsAsJSON())
          .filter(({ name }) => name.startsWith("database_") && !name.endsWith("_total"))
          .map(({ name, values }) => [name, values[0]?.value]),
      );
    try {
      const waiting = await db.transaction(async () => {
        const second = db.query("SELECT 2 AS two");
        expect(await read()).toEqual({
          database_connections_busy: 1,
          database_connections_idle: 0,
          database_waiting: 1,
        });
        return { second };
      });
      await waiting.second;
      expect(await read()).toEqual({ database_connections_busy: 0, database_connections_idle: 1, database_waiting: 0 });
    } finally {
      await db.close();
    }
  });

  test("that the server ends are replaced without ending the process", async () => {
    const db = connect({ url: database.url, maxConnections: 1, applicationName: "doomed", log: silentLog });
    const end = () =>
      database.db.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'doomed'");
    try {
      await expect(db.query("SELECT pg_terminate_backend(pg_backend_pid())")).rejects.toMatchObject({
        name: "DatabaseUnavailable",
        reason: "57P01",
      });
      expect(await db.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
      await end();
      await vi.waitFor(async () => expect(await db.query("SELECT 2 AS two")).toEqual([{ two: 2 }]), {
        timeout: 60_000,
        interval: 5,
      });
    } finally {
      await db.close();
    }
  });
});

describe("a transaction", () => {
  test("stores all of its statements", async () => {
    const answer = await database.db.transaction(async (tx) => {
      await Promise.all([add(tx, "a", -3), add(tx, "b", 3)]);
      return "moved";
    });
    expect(answer).toBe("moved");
    expect(await balances()).toEqual({ a: "7", b: "13" });
  });

  test("that throws stores nothing and gives its connection back", async () => {
    for (let i = 0; i < 10; i++) {
      const work = database.db.transaction(async (tx) => {
        await add(tx, "a", -3);
        throw new Error("no");
      });
      await expect(work).rejects.toThrow("no");
    }
    expect(await balances()).toEqual({ a: "10", b: "10" });
  });

  test("with a refused statement stores nothing and rejects with the refusal", async () => {
    const work = database.db.transaction((tx) => Promise.all([add(tx, "a", 1), add(tx, "b", -11), add(tx, "a", 1)]));
    await expect(work).rejects.toMatchObject({ code: "23514" });
    expect(await balances()).toEqual({ a: "10", b: "10" });
  });

  test("whose work caught the refusal of a statement does not pretend to have stored anything", async () => {
    const work = database.db.transaction(async (tx) => {
      await add(tx, "a", 1);
      await add(tx, "b", -11).catch(() => undefined);
    });
    await expect(work).rejects.toThrow("nothing was stored");
    expect(await balances()).toEqual({ a: "10", b: "10" });
  });

  test("takes no statement after its end", async () => {
    let escaped: Tx | undefined;
    await database.db.transaction(async (tx) => {
      escaped = tx;
    });
    await expect(add(escaped!, "a", 1)).rejects.toThrow("already over");
    expect(() => escaped!.notify("accounts", "a")).toThrow("already over");
    expect(await balances()).toEqual({ a: "10", b: "10" });
  });

  test("that deadlocks with another is run again until both are stored", async () => {
    const bothHoldOne = Promise.withResolvers<void>();
    let holders = 0;
    let runs = 0;
    const move = (from: string, to: string) =>
      database.db.transaction(async (tx) => {
        runs++;
        await add(tx, from, -1);
        if (++holders === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await add(tx, to, 1);
      });
    await Promise.all([move("a", "b"), move("b", "a")]);
    // Usually one of the two is retried. The server may also detect the deadlock from both sides, or the retried one
    // may meet the other again.
    expect(runs).toBeGreaterThan(2);
    expect(await balances()).toEqual({ a: "10", b: "10" });
  });

  test("that fails to serialize every time is given up after three retries", async () => {
    let runs = 0;
    const work = database.db.transaction(async (tx) => {
      runs++;
      await tx.query("DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = 'serialization_failure'; END $$");
    });
    await expect(work).rejects.toMatchObject({ name: "DatabaseUnavailable", reason: "40001" });
    expect(runs).toBe(4);
  });

  test("whose connection is lost is not run again, since its commit may have happened", async () => {
    let runs = 0;
    const work = database.db.transaction(async (tx) => {
      runs++;
      await tx.query("SELECT pg_terminate_backend(pg_backend_pid())");
    });
    await expect(work).rejects.toThrow();
    expect(runs).toBe(1);
    expect(await balances()).toEqual({ a: "10", b: "10" });
  });

  test("refuses a notification that PostgreSQL could not carry", async () => {
    await expect(database.db.transaction(async (tx) => tx.notify("accounts", "x".repeat(8_000)))).rejects.toThrow(
      "longer than PostgreSQL carries",
    );
  });
});
