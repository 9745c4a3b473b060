import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeBooks, verifyBooks } from "#src/commands/verify-books.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { bankPayout, mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { migrate, MIGRATION_LOCK, ownTables } from "../migrate.ts";
import { placeOf } from "./backup-places.ts";
import { copyOut } from "./copy-rows.ts";
import { restoreBackup } from "./restore-backup.ts";
import { type S3Server, startS3Server } from "./s3-server.fixtures.ts";
import { type BackupKey } from "./seal-backup.ts";
import { type BackupReport, connectForBackup, listTables, writeBackup } from "./write-backup.ts";

const KEY: BackupKey = { kind: "file", secret: "a key of thirty-two characters..." };
const CREDENTIALS = { accessKeyId: "key", secretAccessKey: "secret", region: "eu-west-1" };

let app: TestApp;
let folder: string;
let store: S3Server;
beforeAll(async () => {
  app = await startTestApp({ sandboxDelayMs: 0 });
  folder = mkdtempSync(join(tmpdir(), "corridor-backup-"));
  store = await startS3Server(CREDENTIALS);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
  await app.close();
});

const pay = async (): Promise<string> => {
  const { status, body } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin());
  expect(status).toBe(200);
  return body.response.payment_id;
};
const backUp = (): Promise<BackupReport> =>
  writeBackup({ url: app.databaseUrl, key: KEY, place: placeOf(folder, undefined) });
const fileOf = ({ name }: BackupReport): AsyncIterable<Buffer> =>
  placeOf(folder, undefined).read(name.slice(folder.length + 1));
const restoreTo = (database: TestDatabase, file: AsyncIterable<Buffer>, key = KEY) =>
  restoreBackup({ url: database.url, key, file });
const isEmpty = async ({ db }: TestDatabase): Promise<boolean> =>
  (await db.query("SELECT FROM pg_tables WHERE schemaname IN ('public', 'identity', 'cell_0')")).length === 0;

/** Every table of ours with a fingerprint of its rows, whatever their order. */
async function fingerprints(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url);
  await client.connect();
  const found: Record<string, string> = {};
  for (const table of [...(await ownTables())].toSorted()) {
    const { rows } = await client.query(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(row::text), '' ORDER BY md5(row::text))), '') AS print
        FROM ${table} AS row`,
    );
    found[table] = rows[0].print;
  }
  await client.end();
  return found;
}

/** Triggers, constraints and indexes, in the server's own words. */
async function definitions(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, options: "-c search_path=pg_catalog" });
  await client.connect();
  const { rows } = await client.query(`
    SELECT pg_get_triggerdef(oid) || tgenabled::text AS definition FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT conrelid::regclass || conname || pg_get_constraintdef(oid) || convalidated FROM pg_constraint
      WHERE conrelid <> 0
    UNION ALL SELECT pg_get_indexdef(indexrelid) || indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE relnamespace <> 'pg_catalog'::regnamespace AND relnamespace <> 'pg_toast'::regnamespace
    ORDER BY 1`);
  await client.end();
  return rows.map(({ definition }) => definition).filter((definition: string) => !definition.includes("test_time"));
}

describe("a backup", () => {
  test("that is taken while payments are made holds one moment: all that was acknowledged before it, and books that hold", async () => {
    const before = await Promise.all(Array.from({ length: 20 }, pay));
    const others = Array.from({ length: 40 }, pay);
    const report = await backUp();
    await Promise.all(others);
    await using database = await createTestDatabase("nothing");
    expect(await restoreTo(database, fileOf(report))).toEqual({
      takenAt: report.takenAt,
      tables: report.tables,
      rows: report.rows,
      migrations: [],
    });
    const kept = await database.db.query<{ payment_id: string }>("SELECT payment_id FROM payments");
    expect(kept.map(({ payment_id }) => payment_id)).toEqual(expect.arrayContaining(before));
    const books = await verifyBooks(database.db);
    expect(books.sound, describeBooks(books).join("\n")).toBe(true);
  });

  test("brings back every row, trigger, constraint and index, and the database works on", async () => {
    await app.request(
      app.callers.orgAdmin,
      "POST",
      "/payments-init/initiate",
      bankPayout(app.demo.organizations[0]!.beneficiary_id),
    );
    await app.advance(60_000);
    for (const job of ["seal-audit", "payment-stats"]) await app.run(job);
    await app.db.query(
      `INSERT INTO settlement_movements (org_id, position, index, account, currency, kind, amount, at)
        SELECT gen_random_uuid(), 1, 0, 'bank:x', 'NGN', 'transfer', 1, now() FROM generate_series(1, 5)`,
    );
    const report = await backUp();
    const [rows, schema] = [await fingerprints(app.databaseUrl), await definitions(app.databaseUrl)];
    await using database = await createTestDatabase("nothing");
    await restoreTo(database, fileOf(report));
    expect(await fingerprints(database.url)).toEqual(rows);
    expect(await definitions(database.url)).toEqual(schema);
    expect(
      await database.db.query(
        "SELECT nextval(pg_get_serial_sequence('settlement_movements', 'movement_id'))::integer AS next",
      ),
    ).toEqual([{ next: 6 }]);
    expect(await migrate({ url: database.url })).toEqual([]);
    await expect(database.db.query("UPDATE ledger_postings SET amount = 0")).rejects.toThrow("append-only");
  });

  test("holds all tables that the migrations make, and names those of others that it leaves out", async () => {
    const report = await backUp();
    expect(report).toMatchObject({ tables: (await ownTables()).size, leftOut: ['"public"."test_time"'] });
    await using database = await createTestDatabase();
    const client = await connectForBackup(database.url);
    expect((await listTables(client)).others).toEqual([]);
    // A restore sets those of identity columns; any other sequence would need a place in the backup.
    const identities = await client.query(
      `SELECT pg_get_serial_sequence(attrelid::regclass::text, attname) AS name FROM pg_attribute
        WHERE attidentity <> ''`,
    );
    const sequences = await client.query("SELECT format('%s.%s', schemaname, sequencename) AS name FROM pg_sequences");
    expect(sequences.rows).toEqual(identities.rows);
    await client.end();
  });

  test("that fails leaves no file, and one that is whole is closed to others", async () => {
    const place = placeOf(folder, undefined);
    const before = readdirSync(folder);
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.from("the beginning");
      throw new Error("the disk is gone");
    }
    await expect(place.write("corridor-20260101T000000000Z.backup", failing())).rejects.toThrow("the disk is gone");
    expect(readdirSync(folder)).toEqual(before);
  });

  test("does not run beside a migration, and a migration that is due does not wait behind a backup", async () => {
    await using database = await createTestDatabase();
    const client = await connectForBackup(database.url);
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await expect(writeBackup({ url: database.url, key: KEY, place: placeOf(folder, undefined) })).rejects.toThrow(
      "A migration is running",
    );
    await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    await client.query("SELECT pg_advisory_lock_shared($1)", [MIGRATION_LOCK]);
    await database.db.query(
      "DELETE FROM cell_0.schema_migrations WHERE name = (SELECT max(name) FROM cell_0.schema_migrations)",
    );
    await expect(migrate({ url: database.url })).rejects.toThrow("a backup is running");
    await client.end();
  });

  test("reads no faster than it is written away: the server waits for a slow reader", async () => {
    await using database = await createTestDatabase("nothing");
    const client = await connectForBackup(database.url);
    const rows = copyOut(client, "COPY (SELECT repeat('x', 1000) FROM generate_series(1, 100000)) TO STDOUT");
    await rows.next();
    const waiting = () =>
      database.db.query<{ on: string }>(
        `SELECT wait_event AS on FROM pg_stat_activity
          WHERE application_name = 'corridor backup' AND datname = current_database()`,
      );
    await expect.poll(async () => (await waiting())[0]?.on).toBe("ClientWrite");
    await rows.return(0);
    await client.end();
  });
});

test("a session goes on after rows whose last ones came while their reader had too many", async () => {
  await using database = await createTestDatabase("nothing");
  const client = await connectForBackup(database.url);
  const rows = copyOut(client, "COPY (SELECT repeat('x', 70000) FROM generate_series(1, 9)) TO STDOUT");
  await rows.next();
  const state = () =>
    database.db.query<{ state: string }>(
      "SELECT state FROM pg_stat_activity WHERE application_name = 'corridor backup' AND datname = current_database()",
    );
  await expect.poll(async () => (await state())[0]?.state).toBe("idle");
  let left = 0;
  for await (const piece of rows) left += piece.length;
  expect([left, (await client.query("SELECT 1 AS one")).rows]).toEqual([8 * 70_001, [{ one: 1 }]]);
  await client.end();
});

describe("a restore", () => {
  test("with another key, from a cut or changed file, or of a newer version writes nothing", async () => {
    const report = await backUp();
    const whole = readFileSync(report.name);
    await using database = await createTestDatabase("nothing");
    const refused = async (file: Buffer, message: RegExp, key = KEY): Promise<void> => {
      const path = join(folder, "changed");
      writeFileSync(path, file);
      await expect(restoreTo(database, placeOf(folder, undefined).read("changed"), key)).rejects.toThrow(message);
      expect(await isEmpty(database)).toBe(true);
    };
    await refused(whole, /is not the one that this backup was sealed with/, { kind: "file", secret: "x".repeat(40) });
    await refused(whole.subarray(0, Math.floor(whole.length / 2)), /cut short or damaged/);
    const changed = Buffer.from(whole);
    changed[whole.length - 30]! ^= 1;
    await refused(changed, /damaged/);
  });

  test("goes into an empty database only", async () => {
    const report = await backUp();
    await using database = await createTestDatabase();
    await expect(restoreTo(database, fileOf(report))).rejects.toThrow("The database is not empty");
    expect(await database.db.query("SELECT FROM organizations")).toEqual([]);
  });

  test("that the server refuses halfway leaves the database empty", async () => {
    await using database = await createTestDatabase("nothing");
    await app.db.query("ALTER TABLE beneficiaries ADD COLUMN of_somebody_else text");
    const report = await backUp();
    await app.db.query("ALTER TABLE beneficiaries DROP COLUMN of_somebody_else");
    await expect(restoreTo(database, fileOf(report))).rejects.toThrow("of_somebody_else");
    expect(await isEmpty(database)).toBe(true);
  });
});

describe("an S3-compatible store", () => {
  const place = () => placeOf("s3://backups/of corridor/daily", { ...CREDENTIALS, endpoint: store.url });

  test("takes a backup in parts, through a refusal that passes, lists it and gives it back", async () => {
    store.failNext(1);
    const report = await writeBackup({ url: app.databaseUrl, key: KEY, place: place() });
    expect(report.name).toMatch(/^s3:\/\/backups\/of corridor\/daily\/corridor-\d{8}T\d{9}Z\.backup$/);
    async function* large(): AsyncGenerator<Buffer> {
      for (let megabyte = 0; megabyte < 18; megabyte++) yield Buffer.alloc(1_024 * 1_024, megabyte);
    }
    for (const name of ["b", "a"]) await place().write(name, large());
    expect(store.objects.get("of corridor/daily/a")).toHaveLength(18 * 1_024 * 1_024);
    expect(await place().list()).toEqual(["a", "b", report.name.slice(report.name.lastIndexOf("/") + 1)]);
    const read = Buffer.concat(
      await Array.fromAsync(place().read(report.name.slice(report.name.lastIndexOf("/") + 1))),
    );
    expect([read.length, read.subarray(0, 20).toString()]).toEqual([report.bytes, '{"corridor_backup":1']);
  });

  test("shows nothing of a backup that failed, and its refusals are told without keys", async () => {
    async function* failing(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(9 * 1_024 * 1_024);
      throw new Error("the database is gone");
    }
    await expect(place().write("half", failing())).rejects.toThrow("the database is gone");
    expect([store.objects.has("of corridor/daily/half"), store.openUploads.size]).toEqual([false, 0]);
    const stranger = placeOf("s3://backups/x", { ...CREDENTIALS, secretAccessKey: "wrong", endpoint: store.url });
    await expect(stranger.list()).rejects.toThrow(
      "The store refused GET in s3://backups with 403: <Error><Code>SignatureDoesNotMatch</Code></Error>",
    );
  });
});
