import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { inCell, newId } from "@corridor/base/ids.ts";
import { addCell, setCellState } from "./add-cell.ts";
import { connect } from "./client.ts";
import { placeOf } from "./backup/backup-places.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { listCells } from "./cells.ts";
import { isUpToDate, migrate, MIGRATIONS_DIRECTORY, planMigrations } from "./migrate.ts";

const KEY = { kind: "file", secret: "a key of thirty-two characters..." } as const;
const ORGANIZATION = `INSERT INTO cell_1.organizations (org_id, name, country, created_at, updated_at)
    VALUES ($1, 'Ours', 'GH', now(), now())`;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "corridor-cells-"));
  database = await createTestDatabase();
  expect(await addCell({ url: database.url, countries: ["GH"] })).toBe(1);
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function connectAnew(url: string) {
  const db = connect({ url, maxConnections: 1, applicationName: "test", log: silentLog });
  return { db, [Symbol.asyncDispose]: () => db.close() };
}

/**
 * Columns, settings, constraints, indexes and triggers of a schema's tables, in the server's own words, without the
 * schema. A text that was read back has fewer parentheses, and checks of empty tables need no validation.
 */
async function shapeOf(schema: string): Promise<string[]> {
  const rows = await database.db.query<{ text: string }>(
    `WITH tables AS (SELECT oid, relname, reloptions FROM pg_class
       WHERE relkind IN ('r', 'p') AND relnamespace = $1::text::regnamespace
       AND relname IN (SELECT relname FROM pg_class WHERE relnamespace = 'cell_1'::regnamespace))
     SELECT relname || coalesce(reloptions::text, '') AS text FROM tables
     UNION ALL SELECT concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attstorage,
       pg_get_expr(adbin, adrelid))
       FROM tables JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped LEFT
         JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     UNION ALL SELECT concat_ws(' ', relname, conname, pg_get_constraintdef(con.oid)) FROM pg_constraint con
       JOIN tables ON tables.oid = conrelid
     UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN tables ON tables.oid = indrelid
     UNION ALL SELECT pg_get_triggerdef(trigger.oid) FROM pg_trigger trigger JOIN tables ON tables.oid = tgrelid
       WHERE NOT tgisinternal`,
    [schema],
  );
  return rows.map(({ text }) => text.replaceAll(`${schema}.`, "").replaceAll(/[()]| NOT VALID/g, "")).toSorted();
}

describe("a new cell", () => {
  test("has the tables of the first one with all that guards them, and takes no organization before it is opened", async () => {
    const [first, further] = [await shapeOf("cell_0"), await shapeOf("cell_1")];
    expect(further.filter((text) => !/ \w+_of_cell CHECK/.test(text))).toEqual(first);
    expect(further.length).toBeGreaterThan(1_000);
    expect(await listCells(database.db)).toMatchObject([
      { number: 0, state: "active", countries: [] },
      { number: 1, state: "draining", countries: ["GH"] },
    ]);
    await setCellState(database.db, 1, "active");
    expect((await listCells(database.db))[1]).toMatchObject({ state: "active" });
    await expect(setCellState(database.db, 7, "active")).rejects.toThrow("There is no cell 7");
  });

  test("refuses a row whose id names another cell", async () => {
    await expect(database.db.query(ORGANIZATION, [inCell(2, newId)])).rejects.toThrow("organizations_of_cell");
    await database.db.query(ORGANIZATION, [inCell(1, newId)]);
    expect(await database.db.query("SELECT name FROM every_cell.organizations")).toEqual([{ name: "Ours" }]);
  });

  test("is in a backup, and comes back with it", async () => {
    const report = await writeBackup({ url: database.url, key: KEY, place: placeOf(folder, undefined) });
    expect(report.leftOut).toEqual([]);
    await using restored = await createTestDatabase("nothing");
    const file = placeOf(folder, undefined).read(report.name.slice(folder.length + 1));
    expect(await restoreBackup({ url: restored.url, key: KEY, file })).toMatchObject({
      rows: report.rows,
      migrations: [],
    });
    expect(await restored.db.query("SELECT name FROM cell_1.organizations")).toEqual([{ name: "Ours" }]);
    expect(await restored.db.query("SELECT name FROM every_cell.organizations")).toEqual([{ name: "Ours" }]);
    expect(await listCells(restored.db)).toHaveLength(2);
    expect(await isUpToDate({ url: restored.url })).toBe(true);
  });

  test("gets what a later migration does to its tables, and not what exists once", async () => {
    const directory = join(folder, "migrations");
    cpSync(MIGRATIONS_DIRECTORY, directory, { recursive: true });
    writeFileSync(
      join(directory, "directory", "9000-nicknames.sql"),
      "ALTER TABLE users ADD COLUMN nickname text;\n" +
        "CREATE FUNCTION noted() RETURNS text LANGUAGE sql AS 'SELECT note FROM payments LIMIT 1';\n",
    );
    writeFileSync(
      join(directory, "cell", "9001-notes.sql"),
      "CREATE TABLE notes (id uuid);\nALTER TABLE payments ADD COLUMN note text;\n",
    );
    writeFileSync(
      join(directory, "cell", "9002-an-index.sql"),
      "-- Outside of a transaction.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS payments_by_note ON payments (note);\n",
    );
    expect(await migrate({ url: database.url, directory })).toEqual([
      "9000-nicknames.sql",
      "9001-notes.sql",
      "9002-an-index.sql",
    ]);
    expect(await migrate({ url: database.url, directory })).toEqual([]);
    expect(
      await database.db.query("SELECT (SELECT count(*) FROM cell_1.notes), note FROM every_cell.payments"),
    ).toEqual([]);
    const places = await database.db.query(
      "SELECT relnamespace::regnamespace::text AS place FROM pg_class WHERE relname = 'payments_by_note' ORDER BY 1",
    );
    expect(places).toEqual([{ place: "cell_0" }, { place: "cell_1" }]);
    expect(await database.db.query("SELECT to_regclass('cell_1.users') IS NULL AS once")).toEqual([{ once: true }]);
  });
});

test("a database of before 1.0.0 is refused with the reason, and stays as it is", async () => {
  await using old = await createTestDatabase("nothing");
  for (const text of ["CREATE TABLE schema_migrations (name text)", "CREATE TABLE payments (payment_id uuid)"])
    await old.db.query(text);
  for (const run of [planMigrations, migrate, isUpToDate])
    await expect(run({ url: old.url })).rejects.toThrow("was made before 1.0.0, and there is no way");
  expect(
    await old.db.query(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
    ),
  ).toEqual([{ name: "payments" }, { name: "schema_migrations" }]);
});

test("a session that names no cell is in the first one", async () => {
  await using fresh = await createTestDatabase("nothing");
  await migrate({ url: fresh.url });
  expect(await isUpToDate({ url: fresh.url })).toBe(true);
  await using later = await connectAnew(fresh.url);
  expect(await later.db.query("SELECT to_regclass('payments')::text AS name, current_schema() AS place")).toEqual([
    { name: "payments", place: "cell_0" },
  ]);
  await later.db.query(`ALTER DATABASE "${new URL(fresh.url).pathname.slice(1)}" RESET search_path`);
  expect(await isUpToDate({ url: fresh.url })).toBe(false);
  expect(await migrate({ url: fresh.url })).toEqual([]);
  expect(await isUpToDate({ url: fresh.url })).toBe(true);
});
