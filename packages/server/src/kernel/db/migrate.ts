import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { OperatorError } from "../operator-error.ts";
import {
  baseSearchPath,
  DIRECTORY_SCHEMA,
  dropViews,
  guardIds,
  makeViews,
  readCells,
  schemaOfCell,
  searchPathOf,
} from "./cells.ts";
import {
  allowTriggers,
  distributeCell,
  distributeDirectory,
  dropViewsAtNodes,
  isCitus,
  prepareNodes,
  tablesToShare,
  undistributed,
} from "./citus.ts";
import {
  createdTables,
  describeLocks,
  keepsEarlierVersion,
  type LockNote,
  splitStatements,
} from "./migration-statements.ts";
import { withClient } from "./open-client.ts";
import { FIRST_CELL } from "@corridor/base/ids.ts";

/**
 * Brings a database to the schema of this code: plain SQL files in the order of their numbers, each in a transaction
 * with the record that it was applied. Forward only. Of processes that call it at once, one works and the others wait.
 * The files of `directory` are applied once, and those of `cell` in the schema of every cell (cells.ts).
 *
 * A file that begins with OUTSIDE_MARK runs statement by statement outside of a transaction, where PostgreSQL builds an
 * index without blocking writers. An interrupted run begins anew, so each statement must be repeatable; the rest of an
 * unfinished index is removed.
 */
export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, "migrations");
const KINDS = ["directory", "cell"] as const;
type Kind = (typeof KINDS)[number];

/** An arbitrary number that every version of this code must share. */
export const MIGRATION_LOCK = 7_305_113;
/**
 * Every later statement on a table waits behind a migration that waits for it. So a migration waits shortly, lets them
 * pass, and tries again: traffic stands still for no longer than this, and no deadlock with it is final.
 */
const TABLE_LOCK_TIMEOUT_MS = 500;
const LOCK_RETRY_PAUSE_MS = 500;
/** Two minutes at most: somebody holds the table for longer than any request. */
const MAX_LOCK_TRIES = 120;
const NOT_GRANTED: ReadonlySet<string | undefined> = new Set(["55P03", "40P01"]);
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

type Migration = { name: string; kind: Kind; sql: string; checksum: string };
/** `keeps_earlier`: the version before it runs on the schema too, so that there is a way back. */
export type AppliedMigration = { name: string; checksum: string; keeps_earlier?: boolean };

export class MigrationError extends OperatorError {
  override name = "MigrationError";
}

/** Recomputes facts that depend on the server: rows restored to another server carry those of the old one. */
const ADOPT_SERVER =
  "DO $$ BEGIN IF to_regprocedure('adopt_server()') IS NOT NULL THEN PERFORM adopt_server(); END IF; END $$";

/** Positions of events go on above all that there are, when `adopt_server` is called next. */
const FORGET_SERVER = `UPDATE event_log SET server = '', first_generation = first_generation +
  coalesce((SELECT max(base::bigint) FROM jsonb_each_text(bases) AS by_node (node, base)), 0)`;
/** A log with a base was continued at nodes of a cluster: what comes next may be at any server. */
const SPREAD_LOG = `${FORGET_SERVER}, bases = '{"0": 0}'`;
export const GATHER_LOG = `${FORGET_SERVER}, bases = '{}' WHERE bases <> '{}'`;

export function migrationNames(kind: Kind): string[] {
  return readdirSync(join(MIGRATIONS_DIRECTORY, kind));
}

type MigrateOptions = { url: string; directory?: string | undefined };

/** Returns the names of the files that were applied by this call. */
export async function migrate({ url, directory = MIGRATIONS_DIRECTORY }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(directory);
  return asMigrator(url, async (client) => {
    const applied = (await isCurrent(client, migrations)) ? [] : await applyDue(client, migrations, url);
    const isNew = await distribute(client);
    await client.query(ADOPT_SERVER);
    if (applied.length > 0 || isNew) await prepareNodes({ url });
    return applied;
  });
}

function recordIn(schema: string): string {
  return `CREATE TABLE IF NOT EXISTS ${schema}.schema_migrations
    (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
     keeps_earlier boolean NOT NULL DEFAULT true)`;
}

async function applyDue(client: pg.Client, migrations: Migration[], url: string): Promise<string[]> {
  await assertMayMigrate(client);
  await takeLock(client);
  await client.query(`SET lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
  const [base, isNamed] = [await baseSearchPath(client), await isInFirstCell(client)];
  const onCitus = await isCitus(client);
  if (onCitus) await allowTriggers(client);
  const due = await dueIn(client, migrations);
  if ([...due.values()].flat().some(({ sql }) => TAKES_AWAY.test(sql))) {
    await inTransaction(client, () => dropViews(client));
    if (onCitus) await dropViewsAtNodes(client, url);
  }
  for (const [schema, own] of due) {
    const isDirectory = schema === DIRECTORY_SCHEMA;
    if (!isDirectory) await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(recordIn(schema));
    await client.query(`SET search_path = ${isDirectory ? base : searchPathOf(schema, base)}`);
    for (const one of own) await (isOutside(one) ? applyOutside(client, schema, one) : apply(client, schema, one));
    await client.query(`SET search_path = ${base}`);
  }
  const cells = (await readCells(client)).map(({ number }) => number);
  if (cells.length > 1) await inTransaction(client, () => makeViews(client, cells));
  if (!isNamed) await nameFirstCell(client, base);
  return namesOf(due);
}

/**
 * On a Citus cluster, what is not distributed yet: a new database, a restored one, and one that grew on one server. Its
 * log goes on at other nodes, whose transaction ids may be lower. Returns whether there was anything.
 */
async function distribute(client: pg.Client): Promise<boolean> {
  if (!(await isCitus(client))) return false;
  const cells = await undistributed(
    client,
    (await readCells(client)).map(({ number }) => schemaOfCell(number)),
  );
  const own = await ownTables();
  if (cells.length === 0 && (await tablesToShare(client, own)).length === 0) return false;
  await assertMayMigrate(client);
  await takeLock(client);
  await allowTriggers(client);
  await distributeDirectory(client, own);
  if (cells.length > 0) await client.query(SPREAD_LOG);
  for (const schema of cells) await inTransaction(client, () => distributeCell(client, schema));
  return true;
}

/** What each schema still needs. The directory is first: cells use its functions, whatever the numbers of files are. */
async function dueIn(client: pg.Client, migrations: Migration[]): Promise<Map<string, Migration[]>> {
  await assertOfThisLine(client, migrations);
  const cells = (await readCells(client)).map(({ number }) => schemaOfCell(number));
  const due = new Map<string, Migration[]>();
  for (const schema of [DIRECTORY_SCHEMA, ...(cells.length === 0 ? [schemaOfCell(FIRST_CELL)] : cells)]) {
    const kind = schema === DIRECTORY_SCHEMA ? "directory" : "cell";
    const own = migrations.filter((one) => one.kind === kind);
    due.set(schema, dueMigrations(own, await appliedIn(client, schema)));
  }
  return due;
}

function namesOf(due: ReadonlyMap<string, readonly Migration[]>): string[] {
  return [...new Set([...due.values()].flat().map(({ name }) => name))];
}

async function appliedIn(client: pg.Client, schema: string): Promise<AppliedMigration[]> {
  const exists = await client.query("SELECT WHERE to_regclass($1) IS NOT NULL", [`${schema}.schema_migrations`]);
  if (exists.rows.length === 0) return [];
  const text = `SELECT name, checksum, keeps_earlier FROM ${schema}.schema_migrations ORDER BY name`;
  return (await client.query<AppliedMigration>(text)).rows;
}

/** In the caller's transaction, as everything that a restore or a new cell makes: its tables have no rows yet. */
export async function makeCell(client: pg.Client, cell: number, of: { directory?: string | undefined }): Promise<void> {
  const migrations = await readMigrations(of.directory ?? MIGRATIONS_DIRECTORY);
  await makeCellOf(
    client,
    cell,
    migrations.filter(({ kind }) => kind === "cell"),
  );
}

async function makeCellOf(client: pg.Client, cell: number, migrations: readonly Migration[]): Promise<void> {
  const [schema, base] = [schemaOfCell(cell), await baseSearchPath(client)];
  await client.query(`CREATE SCHEMA ${schema}`);
  await client.query(recordIn(schema));
  await client.query(`SET LOCAL search_path = ${searchPathOf(schema, base)}`);
  for (const migration of migrations) await applyAtOnce(client, schema, migration);
  await client.query(`SET LOCAL search_path = ${base}`);
  await guardIds(client, cell);
}

/** Without rows an index is built instantly, and inside a transaction it can only be built this way. */
async function applyAtOnce(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  const sql = isOutside(migration) ? migration.sql.replaceAll(" INDEX CONCURRENTLY ", " INDEX ") : migration.sql;
  for (const statement of splitStatements(sql)) await client.query(statement);
  await note(client, schema, migration);
}

async function note(client: pg.Client, schema: string, { name, checksum, sql }: Migration): Promise<void> {
  await client.query(`INSERT INTO ${schema}.schema_migrations (name, checksum, keeps_earlier) VALUES ($1, $2, $3)`, [
    name,
    checksum,
    keepsEarlierVersion(sql),
  ]);
}

/** Sessions that name no cell are in the first one: ours, those of `psql`, and those of reports. */
async function nameFirstCell(client: pg.Client, base: string): Promise<void> {
  const path = searchPathOf(schemaOfCell(FIRST_CELL), base);
  const { rows } = await client.query<{ name: string; may: boolean }>(
    `SELECT quote_ident(datname) AS name, pg_has_role(datdba, 'USAGE') AS may FROM pg_database
     WHERE datname = current_database()`,
  );
  const { name, may } = rows[0]!;
  const text = `ALTER DATABASE ${name} SET search_path = ${path}`;
  if (!may) throw new MigrationError(`the owner of the database must say where its tables are: ${text}`);
  await client.query(text);
}

/** Views over all cells keep a column from being changed or dropped. */
const TAKES_AWAY = /\bDROP (?:COLUMN|TABLE)\b|\bRENAME\b|\bTYPE\b/;

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

/** What a restore makes, in the caller's transaction: exactly these migrations, in an empty database. */
export async function applyAllAtOnce(
  client: pg.Client,
  { migrations: wanted, cells }: { migrations: readonly AppliedMigration[]; cells: readonly number[] },
): Promise<void> {
  const known = await readMigrations(MIGRATIONS_DIRECTORY);
  const due = dueMigrations(known, [...wanted]);
  const applied = known.filter((one) => !due.includes(one));
  await client.query("SET LOCAL check_function_bodies = off");
  const base = await baseSearchPath(client);
  await client.query(`SET LOCAL search_path = ${base}`);
  await client.query(recordIn(DIRECTORY_SCHEMA));
  for (const migration of applied.filter(({ kind }) => kind === "directory"))
    await applyAtOnce(client, DIRECTORY_SCHEMA, migration);
  const ofCell = applied.filter(({ kind }) => kind === "cell");
  for (const cell of cells) await makeCellOf(client, cell, ofCell);
}

/** All that were applied in the directory and the first cell; the other cells have the same. */
export async function findApplied(client: pg.Client): Promise<AppliedMigration[]> {
  return [...(await appliedIn(client, DIRECTORY_SCHEMA)), ...(await appliedIn(client, schemaOfCell(FIRST_CELL)))];
}

export type PlannedMigration = { name: string; isOutside: boolean; locks: (LockNote & { rows: number })[] };

/** Describes what `migrate` would do and whom it would block; changes nothing. */
export async function planMigrations({ url, directory }: MigrateOptions): Promise<PlannedMigration[]> {
  const migrations = await readMigrations(directory ?? MIGRATIONS_DIRECTORY);
  return asMigrator(url, async (client) => {
    const names = new Set(namesOf(await dueIn(client, migrations)));
    const due = migrations.filter(({ name }) => names.has(name));
    const { rows } = await client.query<{ table: string; rows: number }>(
      `SELECT CASE relnamespace::regnamespace::text WHEN 'identity' THEN 'identity.' ELSE '' END || relname AS table,
         sum(greatest(reltuples, 0))::float8 AS rows
       FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace <> 'pg_catalog'::regnamespace GROUP BY 1`,
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
       (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('${DIRECTORY_SCHEMA}.schema_migrations')),
       has_schema_privilege('${DIRECTORY_SCHEMA}', 'CREATE')) AS may`,
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

/** Tables that our migrations create, as `schema.table`, without partitions; those of a cell stand for all cells. */
export async function ownTables(): Promise<ReadonlySet<string>> {
  const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
  return new Set(
    migrations.flatMap(({ kind, sql }) =>
      createdTables(sql)
        .filter((table) => !table.endsWith("_default"))
        .map((table) =>
          table.includes(".") ? table : `${kind === "cell" ? schemaOfCell(FIRST_CELL) : DIRECTORY_SCHEMA}.${table}`,
        ),
    ),
  );
}

const INDEX = /^(CREATE|DROP) (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF (?:NOT )?EXISTS )?(\w+)/gm;

/** Indexes that our migrations create and do not drop again; those of a cell stand for all cells. */
export async function ownIndexes(): Promise<{ kind: Kind; name: string }[]> {
  const own = new Map<string, Kind>();
  for (const { kind, sql } of await readMigrations(MIGRATIONS_DIRECTORY))
    for (const [, verb, name] of sql.matchAll(INDEX))
      if (verb === "CREATE") own.set(name!, kind);
      else own.delete(name!);
  return [...own].map(([name, kind]) => ({ kind, name }));
}

/** Runs `work` in a session that migrates; its end releases the lock. */
export function asMigrator<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const config = {
    connectionString: url,
    application_name: "corridor migrate",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Functions may name tables of later files, and of cells.
    options: "-c TimeZone=UTC -c check_function_bodies=off",
  };
  return withClient(config, work);
}

/** The usual case: few queries, no lock, and no right to change the schema needed. */
async function isCurrent(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  return namesOf(await dueIn(client, migrations)).length === 0 && (await isInFirstCell(client));
}

async function isInFirstCell(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ search_path: string }>("SHOW search_path");
  return rows[0]!.search_path.startsWith(schemaOfCell(FIRST_CELL));
}

/** Before 1.0.0 every table stood in one schema, and there is no way from there to here. */
async function assertOfThisLine(client: pg.Client, migrations: Migration[]): Promise<void> {
  const { rows } = await client.query<{ is_old: boolean }>(
    `SELECT to_regclass('${DIRECTORY_SCHEMA}.payments') IS NOT NULL
       AND to_regclass('${DIRECTORY_SCHEMA}.schema_migrations') IS NOT NULL AS is_old`,
  );
  if (rows[0]!.is_old && migrations.length > 0)
    throw new MigrationError(
      "the database was made before 1.0.0, and there is no way from its schema to this one: it was left as it is. " +
        "Start with an empty database",
    );
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const found: { name: string; kind: Kind }[] = [];
  for (const kind of KINDS) found.push(...(await readdir(join(directory, kind))).map((name) => ({ name, kind })));
  found.sort((one, other) => (one.name < other.name ? -1 : 1));
  const numbers = new Map<string, string>();
  for (const { name } of found) {
    if (!FILE_NAME.test(name)) throw new MigrationError(`migration ${name} is not named like 0001-what-it-does.sql`);
    const number = name.slice(0, 4);
    const other = numbers.get(number);
    if (other !== undefined) throw new MigrationError(`migrations ${other} and ${name} have the same number`);
    numbers.set(number, name);
  }
  return Promise.all(
    found.map(async ({ name, kind }) => {
      const sql = await readFile(join(directory, kind, name), "utf8");
      // A checkout may turn line endings into CRLF; that changes no statement.
      return { name, kind, sql, checksum: createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex") };
    }),
  );
}

function dueMigrations(migrations: Migration[], applied: AppliedMigration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const newest = migrations.at(-1)?.name ?? "";
  for (const { name, checksum, keeps_earlier } of applied) {
    const migration = known.get(name);
    // A newer version has been here. An older process may start all the same: it is the way back.
    if (migration === undefined && keeps_earlier === true && name > newest) continue;
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

async function apply(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  try {
    await betweenTraffic(() =>
      inTransaction(client, async () => {
        // Statements are sent one by one: Citus refuses a message with several statements once a table is distributed.
        for (const statement of splitStatements(migration.sql)) await client.query(statement);
        await note(client, schema, migration);
      }),
    );
  } catch (error) {
    throw new MigrationError(`migration ${migration.name} failed and left nothing behind: ${describe(error)}`, {
      cause: error,
    });
  }
}

async function betweenTraffic(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!NOT_GRANTED.has((error as pg.DatabaseError).code) || tries === MAX_LOCK_TRIES) throw error;
      await pause(LOCK_RETRY_PAUSE_MS);
    }
  }
}

function isOutside({ sql }: Migration): boolean {
  return sql.startsWith(OUTSIDE_MARK);
}

async function applyOutside(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  const { name, sql } = migration;
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
    await note(client, schema, migration);
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
