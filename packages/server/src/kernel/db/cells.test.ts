import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { inCell, newId } from "@corridor/base/ids.ts";
import { addCell, setCellState } from "./add-cell.ts";
import { noteFrame, rowsFrame } from "./backup/backup-frames.ts";
import { placeOf } from "./backup/backup-places.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { sealBackup } from "./backup/seal-backup.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { listCells } from "./cells.ts";
import {
  APPLIED,
  type AppliedMigration,
  isUpToDate,
  migrate,
  MIGRATIONS_DIRECTORY,
  planMigrations,
} from "./migrate.ts";

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

/**
 * Columns, settings, constraints, indexes and triggers of a schema's tables, in the server's own words, without the
 * schema. A text that was read back has fewer parentheses, and checks of empty tables need no validation.
 */
async function shapeOf(schema: string): Promise<string[]> {
  const rows = await database.db.query<{ text: string }>(
    `WITH tables AS (SELECT oid, relname, reloptions FROM pg_class
       WHERE relkind = 'r' AND relnamespace = $1::text::regnamespace
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
    const [first, further] = [await shapeOf("public"), await shapeOf("cell_1")];
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
      join(directory, "9000-notes.sql"),
      "CREATE TABLE notes (id uuid);\nALTER TABLE payments ADD COLUMN note text;\nALTER TABLE users ADD COLUMN " +
        "nickname text;\nCREATE FUNCTION noted() RETURNS text LANGUAGE sql AS 'SELECT note FROM payments LIMIT 1';\n",
    );
    writeFileSync(
      join(directory, "9001-an-index.sql"),
      "-- Outside of a transaction.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS payments_by_note ON payments (note);\n",
    );
    expect(await migrate({ url: database.url, directory })).toEqual(["9000-notes.sql", "9001-an-index.sql"]);
    expect(await migrate({ url: database.url, directory })).toEqual([]);
    expect(
      await database.db.query("SELECT (SELECT count(*) FROM cell_1.notes), note FROM every_cell.payments"),
    ).toEqual([]);
    const places = await database.db.query(
      "SELECT relnamespace::regnamespace::text AS place FROM pg_class WHERE relname = 'payments_by_note' ORDER BY 1",
    );
    expect(places).toEqual([{ place: "cell_1" }, { place: "public" }]);
    expect(await database.db.query("SELECT to_regclass('cell_1.users') IS NULL AS once")).toEqual([{ once: true }]);
  });
});

describe("a cell that an earlier version put on a server of its own", () => {
  const refusal = /^Cell 2 is on a server of its own \(db\.gh\.example:5432\/corridor\), .* docs\/scaling\.md\.$/;

  test("keeps this version from migrating the database, which stays as it is", async () => {
    await using old = await createTestDatabase("nothing");
    const directory = join(folder, "earlier");
    const [last, ...earlier] = readdirSync(MIGRATIONS_DIRECTORY).toReversed();
    mkdirSync(directory);
    for (const name of earlier) cpSync(join(MIGRATIONS_DIRECTORY, name), join(directory, name));
    await migrate({ url: old.url, directory });
    await old.db.query(
      "INSERT INTO cells (number, state, server) VALUES (2, 'draining', 'db.gh.example:5432/corridor')",
    );
    for (const run of [planMigrations, migrate]) await expect(run({ url: old.url })).rejects.toThrow(refusal);
    expect(await old.db.query("SELECT FROM schema_migrations WHERE name = $1", [last])).toEqual([]);
    await old.db.query("DELETE FROM cells WHERE number = 2");
    expect(await migrate({ url: old.url })).toEqual([last]);
  });

  test("keeps a backup of it, and one of the database that it belonged to, from being restored", async () => {
    await using current = await createTestDatabase();
    const migrations = await current.db.query<AppliedMigration>(APPLIED);
    const manifest = { kind: "manifest", taken_at: "", server_version: "", migrations } as const;
    const columns = ["number", "state", "countries", "server"];
    const ofMain = [
      noteFrame(manifest),
      noteFrame({ kind: "table", schema: "public", table: "cells", columns }),
      rowsFrame(Buffer.from("2\tdraining\t{}\tdb.gh.example:5432/corridor\n")),
      noteFrame({ kind: "table-end", rows: 1 }),
      noteFrame({ kind: "end", tables: 1, rows: 1 }),
    ];
    await using restored = await createTestDatabase("nothing");
    for (const [frames, message] of [
      [[noteFrame({ ...manifest, cell: 2 })], "This is the backup of cell 2"],
      [ofMain, refusal],
    ] as const) {
      const file = sealBackup(Readable.from([zstdCompressSync(Buffer.concat(frames))]), KEY);
      await expect(restoreBackup({ url: restored.url, key: KEY, file })).rejects.toThrow(message);
      expect(await restored.db.query("SELECT to_regclass('cells') AS cells")).toEqual([{ cells: null }]);
    }
  });
});
