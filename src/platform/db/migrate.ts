import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { OperatorError } from "#src/platform/operator-error.ts";

/**
 * Brings a database to the schema of this code: plain SQL files, in the order of their numbers, each in a transaction of its own together
 * with the record that it was applied. Forward only. Any number of processes may call it at once; one works, the others wait and find it done.
 */
export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, "migrations");

/** An arbitrary number that every version of this code must share. */
export const MIGRATION_LOCK = 7_305_113;
/** A migration that cannot get its table must give up, since every statement behind it waits as well. */
const TABLE_LOCK_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const FILE_NAME = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/;

type Migration = { name: string; sql: string; checksum: string };
type AppliedMigration = { name: string; checksum: string };

const APPLIED = "SELECT name, checksum FROM schema_migrations ORDER BY name";

export class MigrationError extends OperatorError {
  override name = "MigrationError";
}

/**
 * What depends on the server and not on the rows alone is for a migration to say, in this function: rows that were restored to another server
 * came with facts of the old one.
 */
const ADOPT_SERVER = "DO $$ BEGIN IF to_regprocedure('adopt_server()') IS NOT NULL THEN PERFORM adopt_server(); END IF; END $$";

/** Returns the names of the files that were applied by this call. */
export async function migrate(options: { url: string; directory?: string }): Promise<string[]> {
  const migrations = await readMigrations(options.directory ?? MIGRATIONS_DIRECTORY);
  const client = await connectTo(options.url);
  try {
    const applied = (await isCurrent(client, migrations)) ? [] : await applyDue(client, migrations);
    await client.query(ADOPT_SERVER);
    return applied;
  } finally {
    await client.end(); // The session's end gives the lock back.
  }
}

async function applyDue(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await assertMayMigrate(client);
  await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
  await client.query(`SET lock_timeout = ${TABLE_LOCK_TIMEOUT_MS}`);
  await client.query(
    "CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
  );
  const { rows } = await client.query<AppliedMigration>(APPLIED);
  const due = dueMigrations(migrations, rows);
  for (const migration of due) await apply(client, migration);
  return due.map(({ name }) => name);
}

/** The service's own role owns nothing (see grant-service.ts). It says so here, instead of failing at the first statement of a migration. */
async function assertMayMigrate(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; may: boolean }>(
    `SELECT current_user AS role, coalesce(
       (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('schema_migrations')),
       has_schema_privilege(current_schema(), 'CREATE')) AS may`,
  );
  if (rows[0]!.may) return;
  throw new MigrationError(
    `the database is not at the schema of this version, and the role ${rows[0]!.role} may not change it: run \`corridor migrate\` with DATABASE_OWNER_URL`,
  );
}

/** Whether `migrate` would have nothing to do; changes nothing, so a role that may only read can ask. */
export async function isUpToDate({ url }: { url: string }): Promise<boolean> {
  const client = await connectTo(url);
  try {
    return await isCurrent(client, await readMigrations(MIGRATIONS_DIRECTORY));
  } finally {
    await client.end();
  }
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "corridor migrate",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: "-c TimeZone=UTC",
  });
  await client.connect();
  return client;
}

/** The usual case: one question, no lock, and no right to change the schema needed. */
async function isCurrent(client: pg.Client, migrations: Migration[]): Promise<boolean> {
  const { rows: tables } = await client.query<{ exists: boolean }>("SELECT to_regclass('schema_migrations') IS NOT NULL AS exists");
  if (tables[0]?.exists !== true) return false;
  const { rows } = await client.query<AppliedMigration>(APPLIED);
  return dueMigrations(migrations, rows).length === 0;
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
      // A checkout may turn line ends into CRLF; that changes no statement.
      return { name, sql, checksum: createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex") };
    }),
  );
}

function dueMigrations(migrations: Migration[], applied: AppliedMigration[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw new MigrationError(`the database has migration ${name}, which this version does not know: it belongs to a newer version`);
    }
    if (migration.checksum !== checksum) {
      throw new MigrationError(`migration ${name} was changed after it had been applied: restore the file and put the change into a new one`);
    }
  }
  const last = applied.at(-1)?.name ?? "";
  const due = migrations.filter(({ name }) => !applied.some((row) => row.name === name));
  const late = due.find(({ name }) => name < last);
  if (late !== undefined) throw new MigrationError(`migration ${late.name} is numbered before ${last}, which is already applied: give it a higher number`);
  return due;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(migration.sql);
    await client.query("INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)", [migration.name, migration.checksum]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new MigrationError(`migration ${migration.name} failed and left nothing behind: ${describe(error)}`, { cause: error });
  }
}

function describe(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return String(error);
  const place = error.position === undefined ? "" : ` (at character ${error.position})`;
  return `${error.message}${place}${error.detail === undefined ? "" : `; ${error.detail}`}`;
}
