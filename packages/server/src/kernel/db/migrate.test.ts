import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { migrate, MIGRATION_LOCK, planMigrations } from "./migrate.ts";

let database: TestDatabase;
let directory: string;
beforeEach(async () => {
  database = await createTestDatabase("nothing");
  directory = mkdtempSync(join(tmpdir(), "corridor-migrations-"));
  for (const kind of ["directory", "cell"]) mkdirSync(join(directory, kind));
});
afterEach(async () => {
  rmSync(directory, { recursive: true });
  await database[Symbol.asyncDispose]();
});

const put = (name: string, sql: string) => writeFileSync(join(directory, "directory", name), sql);
const run = () => migrate({ url: database.url, directory });
const tables = async () =>
  (
    await database.db.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
    )
  )
    .map(({ name }) => name)
    .filter((name) => name !== "schema_migrations");

test("files are applied once, in the order of their numbers", async () => {
  put("0002-add-column.sql", "ALTER TABLE things ADD COLUMN colour text;");
  put("0001-things.sql", "CREATE TABLE things (id int); INSERT INTO things VALUES (1);");
  expect(await run()).toEqual(["0001-things.sql", "0002-add-column.sql"]);
  expect(await run()).toEqual([]);
  put("0003-more.sql", "CREATE TABLE more (id int);");
  expect(await run()).toEqual(["0003-more.sql"]);
  expect(await database.db.query("SELECT * FROM things")).toEqual([{ id: 1, colour: null }]);
});

test("five processes that start at once apply each file once", async () => {
  put("0001-things.sql", "CREATE TABLE things (id int); SELECT pg_sleep(0.1);");
  put("0002-rows.sql", "INSERT INTO things VALUES (1);");
  const applied = await Promise.all(Array.from({ length: 5 }, run));
  expect(applied.flat()).toEqual(["0001-things.sql", "0002-rows.sql"]);
  expect(await database.db.query("SELECT * FROM things")).toEqual([{ id: 1 }]);
});

test("a database that is up to date is not waited for while another process migrates", async () => {
  put("0001-things.sql", "CREATE TABLE things (id int);");
  await run();
  await database.db.transaction(async (other) => {
    await other.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    expect(await run()).toEqual([]);
  });
});

test("a file that was changed after it had been applied stops the start and is named", async () => {
  put("0001-things.sql", "CREATE TABLE things (id int);");
  await run();
  put("0001-things.sql", "CREATE TABLE things (id bigint);");
  put("0002-more.sql", "CREATE TABLE more (id int);");
  await expect(run()).rejects.toThrow("migration 0001-things.sql was changed after it had been applied");
  expect(await tables()).toEqual(["things"]);
});

test("other line ends are no change", async () => {
  put("0001-things.sql", "CREATE TABLE things (id int);\n");
  await run();
  put("0001-things.sql", "CREATE TABLE things (id int);\r\n");
  expect(await run()).toEqual([]);
});

test("a failing file is named and leaves nothing, those before it stay, and the mended file is applied", async () => {
  put("0001-things.sql", "CREATE TABLE things (id int);");
  put("0002-broken.sql", "CREATE TABLE half (id int); INSERT INTO nowhere VALUES (1);");
  await expect(run()).rejects.toThrow(
    'migration 0002-broken.sql failed and left nothing behind: relation "nowhere" does not exist',
  );
  expect(await tables()).toEqual(["things"]);
  put("0002-broken.sql", "CREATE TABLE half (id int);");
  expect(await run()).toEqual(["0002-broken.sql"]);
});

test("an older process starts on a newer schema that only adds, and is refused by one that takes away", async () => {
  put("0001-things.sql", "CREATE TABLE things (id int, colour text);");
  put("0002-newer.sql", "CREATE TABLE newer (id int); ALTER TABLE things ADD COLUMN size int;");
  await run();
  rmSync(join(directory, "directory", "0002-newer.sql"));
  expect(await run()).toEqual([]);
  put("0002-newer.sql", "CREATE TABLE newer (id int); ALTER TABLE things ADD COLUMN size int;");
  put("0003-less.sql", "ALTER TABLE things DROP COLUMN colour;");
  await run();
  rmSync(join(directory, "directory", "0003-less.sql"));
  await expect(run()).rejects.toThrow("the database has migration 0003-less.sql, which this version does not know");
});

test("a table that traffic holds is asked for again and again, and traffic passes meanwhile", async () => {
  put("0001-things.sql", "CREATE TABLE things (id int);");
  await run();
  put("0002-size.sql", "ALTER TABLE things ADD COLUMN size int;");
  const gate = Promise.withResolvers<void>();
  const holder = database.db.transaction(async (tx) => {
    await tx.query("INSERT INTO things VALUES (1)");
    await gate.promise;
  });
  const migrating = run();
  const refused = "SELECT pid FROM pg_stat_activity WHERE application_name = 'corridor migrate' AND state = 'idle'";
  await vi.waitFor(async () => expect(await database.db.query(refused)).not.toEqual([]), { timeout: 60_000 });
  await database.db.query("INSERT INTO things VALUES (2)");
  gate.resolve();
  await holder;
  expect(await migrating).toEqual(["0002-size.sql"]);
  expect(await database.db.query("SELECT id, size FROM things ORDER BY id")).toEqual([
    { id: 1, size: null },
    { id: 2, size: null },
  ]);
});

test("a file that slipped in before an applied one is refused", async () => {
  put("0002-things.sql", "CREATE TABLE things (id int);");
  await run();
  put("0001-late.sql", "CREATE TABLE late (id int);");
  await expect(run()).rejects.toThrow("migration 0001-late.sql is numbered before 0002-things.sql");
  expect(await tables()).toEqual(["things"]);
});

test.each(["1-things.sql", "0001_things.sql", "0001-Things.sql", "notes.txt"])(
  "a file named %s is refused",
  async (name) => {
    put(name, "");
    await expect(run()).rejects.toThrow(`migration ${name} is not named like 0001-what-it-does.sql`);
  },
);

test("two files of one number are refused", async () => {
  put("0001-things.sql", "");
  put("0001-others.sql", "");
  await expect(run()).rejects.toThrow("migrations 0001-others.sql and 0001-things.sql have the same number");
});

const OUTSIDE = "-- Outside of a transaction.\n";

test("a marked file runs outside of a transaction, and builds its index while a writer holds the table", async () => {
  put("0001-things.sql", "CREATE TABLE things (id int);");
  await run();
  put(
    "0002-index.sql",
    `${OUTSIDE}-- Why.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS things_by_id\n  ON things (id);\nDROP INDEX ` +
      "CONCURRENTLY IF EXISTS gone;",
  );
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query("BEGIN; INSERT INTO things VALUES (1)");
  const building = run();
  const waiting = () =>
    database.db.query("SELECT FROM pg_stat_progress_create_index WHERE datname = current_database()");
  await expect.poll(waiting).toHaveLength(1);
  await database.db.query("INSERT INTO things VALUES (2)"); // A plain CREATE INDEX would make this statement wait.
  const second = run(); // Waits for the first one without blocking it.
  await client.query("COMMIT");
  await client.end();
  expect([await building, await second]).toEqual([["0002-index.sql"], []]);
});

test("what a cut-off building of an index left is removed, and the index is built", async () => {
  put("0001-things.sql", "CREATE TABLE things (id int); INSERT INTO things VALUES (1), (1);");
  await run();
  put("0002-index.sql", `${OUTSIDE}CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS things_by_id ON things (id);`);
  await expect(run()).rejects.toThrow(
    "migration 0002-index.sql failed; its finished statements stay, and the next run starts it again: could not " +
      "create unique index",
  );
  const isValid = () =>
    database.db.query("SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'things_by_id'::regclass");
  expect(await isValid()).toEqual([{ valid: false }]);
  await database.db.query("DELETE FROM things WHERE ctid = '(0,1)'");
  expect(await run()).toEqual(["0002-index.sql"]);
  expect(await isValid()).toEqual([{ valid: true }]);
});

test("a marked file has nothing that could not be begun again", async () => {
  put("0001-things.sql", `${OUTSIDE}CREATE TABLE things (id int);`);
  await expect(run()).rejects.toThrow(
    'migration 0001-things.sql runs outside of a transaction and may not have "CREATE TABLE things (id int)"',
  );
  put("0001-things.sql", `${OUTSIDE}CREATE INDEX CONCURRENTLY things_by_id ON things (id);`);
  await expect(run()).rejects.toThrow("may not have");
});

test("a plan names what is due and who would wait for which table, and changes nothing", async () => {
  put("0001-things.sql", "CREATE TABLE things (id int); INSERT INTO things SELECT generate_series(1, 500);");
  await run();
  await database.db.query("ANALYZE things");
  put(
    "0002-more.sql",
    "CREATE TABLE more (id int); CREATE INDEX more_by_id ON more (id); CREATE INDEX things_by_id ON things (id);",
  );
  put("0003-column.sql", "ALTER TABLE things ADD COLUMN colour text;");
  put("0004-index.sql", `${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS things_by_colour ON things (colour);`);
  const plan = await planMigrations({ url: database.url, directory });
  expect(plan).toEqual([
    {
      name: "0002-more.sql",
      isOutside: false,
      locks: [
        {
          table: "things",
          change: "CREATE INDEX things_by_id ON things (id)",
          waits: "writes",
          growsWithRows: true,
          rows: 500,
        },
      ],
    },
    {
      name: "0003-column.sql",
      isOutside: false,
      locks: [
        {
          table: "things",
          change: "ADD COLUMN colour text",
          waits: "reads and writes",
          growsWithRows: false,
          rows: 500,
        },
      ],
    },
    {
      name: "0004-index.sql",
      isOutside: true,
      locks: [expect.objectContaining({ table: "things", waits: "nobody", growsWithRows: true })],
    },
  ]);
  expect(await tables()).toEqual(["things"]);
  rmSync(join(directory, "directory", "0001-things.sql"));
  await expect(planMigrations({ url: database.url, directory })).rejects.toThrow("it belongs to a newer version");
});

test("the migrations of the product end in a database where append-only tables refuse changes", async () => {
  await migrate({ url: database.url });
  await database.db.query("CREATE TABLE facts (id int)");
  await database.db.query(
    `CREATE TRIGGER facts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON facts FOR EACH STATEMENT
      EXECUTE FUNCTION refuse_change()`,
  );
  await database.db.query("INSERT INTO facts VALUES (1)");
  for (const change of ["UPDATE facts SET id = 2", "DELETE FROM facts", "TRUNCATE facts"]) {
    await expect(database.db.query(change)).rejects.toMatchObject({
      code: "23001",
      message: expect.stringContaining("facts is append-only"),
    });
  }
});
