import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { OperatorError } from "../operator-error.ts";
import { baseSearchPath, cellTables, dropViews, makeViews, readCells, schemaOfCell, searchPathOf } from "./cells.ts";
import { allowTriggers, distributeDirectory, dropViewsAtNodes, isCitus, prepareNodes } from "./citus.ts";
import {
  cellStatements,
  createdTables,
  describeLocks,
  type LockNote,
  splitStatements,
} from "./migration-statements.ts";
import { withClient } from "./open-client.ts";

/**
 * Brings a database to the schema of this code: plain SQL files in the order of their numbers, each in a transaction
 * with the record that it was applied. Forward only. Of processes that call it at once, one works and the others wait.
 *
 * A file that begins with OUTSIDE_MARK runs statement by statement outside of a transaction, where PostgreSQL builds an
 * index without blocking writers. An interrupted run begins anew, so each statement must be repeatable; the rest of an
 * unfinished index is removed. Further cells (cells.ts) get the files as far as they concern their tables.
 */
export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, "migrations");

/** An arbitrary number that every version of this code must share. */
export const MIGRATION_LOCK = 7_305_113;
/** A migration that cannot lock its table must give up, because every later statement on that table waits behind it. */
const TABLE_LOCK_TIMEOUT_MS = 30_000;
/** Long: `start` loads the product meanwhile, and a busy machine may read the answer many seconds late. */
const CONNECT_TIMEOUT_MS = 60_000;
const LOCK_POLL_MS = 100;
const OUTSIDE_MARK = "-- Outside of a transaction.";
const CONCURRENT_INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS (?<index>\w+) /;
const ALLOWED_OUTSIDE = [
  CONCURRENT_INDEX,
  /^DROP INDEX CONCURRENTLY IF EXISTS \w+$/,
  /^ALTER TABLE \S+ VALIDATE CONSTRAINT \w+$/,
];
const FILE_NAME = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/;

type Migration = { name: string; sql: string; checksum: string };
export type AppliedMigration = { name: string; checksum: string };

export const APPLIED = "SELECT name, checksum FROM schema_migrations ORDER BY name";

export class MigrationError extends OperatorError {
  override name = "MigrationError";
}

/** Recomputes facts that depend on the server: rows restored to another server carry those of the old one. */
const ADOPT_SERVER =
  "DO $$ BEGIN IF to_regprocedure('adopt_server()') IS NOT NULL THEN PERFORM adopt_server(); END IF; END $$";

type MigrateOptions = { url: string; directory?: string | undefined };

/** Returns the names of the files that were applied by this call. */
export async function migrate({ url, directory = MIGRATIONS_DIRECTORY }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(directory);
  return asMigrator(url, async (client) => {
    const applied = (await isCurrent(client, migrations)) ? [] : await applyDue(client, migrations, url);
    await client.query(ADOPT_SERVER);
    if (applied.length > 0) await prepareNodes({ url });
    return applied;
  });
}

const CREATE_RECORD = `CREATE TABLE IF NOT EXISTS schema_migrations
  (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;
const RECORD = "INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)";

async function applyDue(client: pg.Client, migrations: Migration[], url: string): Promise<string[]> {
  await assertMayMigrate(client);
  await takeLock(client);
  await client.query(`SET lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
  await client.query(CREATE_RECORD);
  const due = await dueIn(client, migrations);
  const onCitus = await isCitus(client);
  if (due.some(({ sql }) => TAKES_AWAY.test(sql))) {
    await inTransaction(client, () => dropViews(client));
    if (onCitus) await dropViewsAtNodes(client, url);
  }
  if (onCitus) await allowTriggers(client);
  for (const migration of due)
    await (isOutside(migration) ? applyOutside(client, migration) : apply(client, migration));
  if (onCitus) await distributeDirectory(client, await ownTables());
  const cells = (await readCells(client)).map(({ number }) => number);
  for (const cell of cells.slice(1)) await applyToCell(client, cell, migrations);
  if (cells.length > 1) {
    const tables = await cellTables(client, await ownTables());
    await inTransaction(client, () => makeViews(client, cells, tables));
  }
  return due.map(({ name }) => name);
}

async function dueIn(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  return dueMigrations(migrations, (await client.query<AppliedMigration>(APPLIED)).rows);
}

/** Views over all cells keep a column from being changed or dropped. */
const TAKES_AWAY = /\bDROP (?:COLUMN|TABLE)\b|\bRENAME\b|\bTYPE\b/;

/** The search path begins with the cell's schema, so the cell's tables and its own record are found. */
async function applyToCell(client: pg.Client, cell: number, migrations: Migration[]): Promise<void> {
  const base = await baseSearchPath(client);
  await client.query(`SET search_path = ${searchPathOf(schemaOfCell(cell), base)}`);
  for (const migration of await dueIn(client, migrations)) {
    const own = { ...migration, sql: cellStatements(migration.sql).join(";\n") };
    await (isOutside(migration) ? applyOutside(client, own) : apply(client, own));
  }
  await client.query(`SET search_path = ${base}`);
}

export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  try {
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/**
 * Polls: a statement that waits in the server holds a snapshot, for which an index that is built concurrently waits.
 * Refused while a backup holds locks on every table: a migration that waited for it would block everybody behind it.
 */
export async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken === true) return;
    const { rows: backups } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND mode = 'ShareLock'
         AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [MIGRATION_LOCK],
    );
    if (backups.length > 0)
      throw new MigrationError(
        `a backup is running (database session ${backups[0]!.pid}); migrate when it has ended, or end it`,
      );
    await pause(LOCK_POLL_MS);
  }
}

/** Applies exactly these migrations to an empty database, in the caller's transaction. A restore uses it. */
export async function applyAllAtOnce(client: pg.Client, wanted: readonly AppliedMigration[]): Promise<void> {
  const known = await readMigrations(MIGRATIONS_DIRECTORY);
  const due = dueMigrations(known, [...wanted]);
  await client.query("SET LOCAL check_function_bodies = off");
  await client.query(CREATE_RECORD);
  for (const migration of known.filter((one) => !due.includes(one))) {
    // Without rows an index is built instantly, and inside a transaction it can only be built this way.
    const { sql } = migration;
    await client.query(isOutside(migration) ? sql.replaceAll(" INDEX CONCURRENTLY ", " INDEX ") : sql);
    await client.query(RECORD, [migration.name, migration.checksum]);
  }
}

export type PlannedMigration = { name: string; isOutside: boolean; locks: (LockNote & { rows: number })[] };

/** Describes what `migrate` would do and whom it would block; changes nothing. */
export async function planMigrations({ url, directory }: MigrateOptions): Promise<PlannedMigration[]> {
  const migrations = await readMigrations(directory ?? MIGRATIONS_DIRECTORY);
  return asMigrator(url, async (client) => {
    await readCells(client); // Refuses a database that `migrate` would refuse.
    const due = (await hasRecord(client)) ? await dueIn(client, migrations) : migrations;
    const { rows } = await client.query<{ table: string; rows: number }>(
      `SELECT oid::regclass::text AS table, greatest(reltuples, 0)::float8 AS rows FROM pg_class
        WHERE relkind IN ('r', 'p') AND relnamespace <> 'pg_catalog'::regnamespace`,
    );
    const rowsOf = new Map(rows.map((row) => [row.table, row.rows]));
    // A table that does not exist yet is created by one of these files, so nobody waits for it.
    return due.map((migration) => ({
      name: migration.name,
      isOutside: isOutside(migration),
      locks: describeLocks(migration.sql).flatMap((note) =>
        rowsOf.has(note.table) ? [{ ...note, rows: rowsOf.get(note.table)! }] : [],
      ),
    }));
  });
}

/** The service's own role owns nothing (grant-service.ts): says so before the first statement fails. */
async function assertMayMigrate(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; may: boolean }>(
    `SELECT current_user AS role, coalesce(
       (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('schema_migrations')),
       has_schema_privilege(current_schema(), 'CREATE')) AS may`,
  );
  if (rows[0]!.may) return;
  throw new MigrationError(
    `the database is not at the schema of this version, and the role ${rows[0]!.role} may not change it: run ` +
      `\`corridor migrate\` with DATABASE_OWNER_URL`,
  );
}

/** Whether `migrate` would have nothing to do. It changes nothing, so a read-only role can call it. */
export async function isUpToDate({ url, directory = MIGRATIONS_DIRECTORY }: MigrateOptions): Promise<boolean> {
  return asMigrator(url, async (client) => isCurrent(client, await readMigrations(directory)));
}

/** Tables that our migrations create, as `schema.table`. */
export async function ownTables(): Promise<ReadonlySet<string>> {
  const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
  const tables = migrations.flatMap(({ sql }) => createdTables(sql));
  return new Set(tables.map((table) => (table.includes(".") ? table : `public.${table}`)));
}

/** Runs `work` in a session that migrates; its end releases the lock. */
export function asMigrator<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const config = {
    connectionString: url,
    application_name: "corridor migrate",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Early files define functions that PostgreSQL 15 does not know and later ones replace: calls check the bodies.
    options: "-c TimeZone=UTC -c check_function_bodies=off",
  };
  return withClient(config, work);
}

/** The usual case: few queries, no lock, and no right to change the schema needed. */
async function isCurrent(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  if (!(await hasRecord(client))) return false;
  const cells = await readCells(client);
  if ((await dueIn(client, migrations)).length > 0) return false;
  for (const { number } of cells.slice(1)) {
    const text = APPLIED.replace("schema_migrations", `${schemaOfCell(number)}.schema_migrations`);
    if (dueMigrations(migrations, (await client.query<AppliedMigration>(text)).rows).length > 0) return false;
  }
  return true;
}

async function hasRecord(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS exists",
  );
  return rows[0]!.exists;
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).sort();
  const numbers = new Map<string, string>();
  for (const name of names) {
    if (!FILE_NAME.test(name)) throw new MigrationError(`migration ${name} is not named like 0001-what-it-does.sql`);
    const number = name.slice(0, 4);
    const other = numbers.get(number);
    if (other !== undefined) throw new MigrationError(`migrations ${other} and ${name} have the same number`);
    numbers.set(number, name);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), "utf8");
      // A checkout may turn line endings into CRLF; that changes no statement.
      return { name, sql, checksum: createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex") };
    }),
  );
}

function dueMigrations(migrations: Migration[], applied: AppliedMigration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw new MigrationError(
        `the database has migration ${name}, which this version does not know: it belongs to a newer version`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `migration ${name} was changed after it had been applied: restore the file and put the change into a new one`,
      );
    }
  }
  const last = applied.at(-1)?.name ?? "";
  const due = migrations.filter(({ name }) => !applied.some((row) => row.name === name));
  const late = due.find(({ name }) => name < last);
  if (late !== undefined)
    throw new MigrationError(
      `migration ${late.name} is numbered before ${last}, which is already applied: give it a higher number`,
    );
  return due;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await inTransaction(client, async () => {
      // Statements are sent one by one: Citus refuses a message with several statements once a table is distributed.
      for (const statement of splitStatements(migration.sql)) await client.query(statement);
      await client.query(RECORD, [migration.name, migration.checksum]);
    });
  } catch (error) {
    throw new MigrationError(`migration ${migration.name} failed and left nothing behind: ${describe(error)}`, {
      cause: error,
    });
  }
}

function isOutside({ sql }: Migration): boolean {
  return sql.startsWith(OUTSIDE_MARK);
}

async function applyOutside(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const statements = splitStatements(sql);
  const odd = statements.find((statement) => !ALLOWED_OUTSIDE.some((form) => form.test(statement)));
  if (odd !== undefined)
    throw new MigrationError(
      `migration ${name} runs outside of a transaction and may not have "${odd.slice(0, 60)}"; see CONTRIBUTING.md`,
    );
  try {
    // These statements wait for old transactions, but nobody waits for them.
    await client.query("SET lock_timeout = 0");
    for (const statement of statements) {
      const index = CONCURRENT_INDEX.exec(statement)?.groups?.["index"];
      if (index !== undefined) await dropUnfinished(client, index);
      await client.query(statement);
    }
    await client.query(`SET lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
    await client.query(RECORD, [name, checksum]);
  } catch (error) {
    throw new MigrationError(
      `migration ${name} failed; its finished statements stay, and the next run starts it again: ${describe(error)}`,
      { cause: error },
    );
  }
}

/** An interrupted build leaves an invalid index: it slows writes, serves no read, and IF NOT EXISTS accepts it. */
async function dropUnfinished(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query("SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid", [
    index,
  ]);
  if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY ${index}`);
}

function describe(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  const place = error.position === undefined ? "" : ` (at character ${error.position})`;
  return `${error.message}${place}${error.detail === undefined ? "" : `; ${error.detail}`}`;
}
