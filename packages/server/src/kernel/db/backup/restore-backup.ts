import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import pg from "pg";
import { OperatorError } from "../../operator-error.ts";
import { DIRECTORY_SCHEMA, makeViews } from "../cells.ts";
import { applyAllAtOnce, GATHER_LOG, migrate, MIGRATION_LOCK } from "../migrate.ts";
import { type Frame, type Manifest, readFrames, type TableNote } from "./backup-frames.ts";
import { copyIn } from "./copy-rows.ts";
import { type BackupKey, BackupUnreadable, openBackup } from "./seal-backup.ts";
import { connectForBackup, listTables, qualified } from "./write-backup.ts";

/**
 * Restores a backup into an empty database: first the migrations that its rows belong to, then the rows, in one
 * transaction, which commits only after the authenticated end of the file: a wrong key, a truncated file or a full disk
 * leaves the database empty. Later migrations follow. The owner may not switch foreign keys off, so they are dropped
 * and created again, which checks all rows at once. Indexes without a constraint are built once from all rows, too.
 */
export type RestoreReport = { takenAt: string; tables: number; rows: number; migrations: readonly string[] };

type ForeignKey = { table: string; name: string; definition: string };
type Index = { name: string; definition: string };

/** The indexes of partitions go and come with those of their table. */
const INDEXES = `SELECT indexrelid::regclass::text AS name,
    replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS definition
  FROM pg_index JOIN pg_class ON pg_class.oid = indrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname NOT LIKE 'pg\\_%' AND NOT EXISTS (SELECT FROM pg_constraint
    WHERE conindid = indexrelid AND contype <> 'f')
  AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = indexrelid)`;
const PARTITIONS = "SELECT oid::regclass::text AS name FROM pg_class WHERE relispartition AND relkind = 'r'";
const MAKE_MONTH = "SELECT make_months($1::text::regclass, $2::text::timestamptz, $2::text::timestamptz)";

/** Columns that number their rows: the next number follows the greatest that was restored. */
const IDENTITIES = `SELECT attrelid::regclass::text AS table, attname AS column FROM pg_attribute
  WHERE attidentity <> '' AND NOT attisdropped`;
const FOREIGN_KEYS = `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
  pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 ORDER BY 1, 2`;

type Restore = { url: string; key: BackupKey; file: AsyncIterable<Buffer> };

export async function restoreBackup({ url, key, file }: Restore): Promise<RestoreReport> {
  const decompress = createZstdDecompress();
  const decompressing = pipeline(Readable.from(openBackup(file, key)), decompress);
  decompressing.catch(() => undefined); // Its reader gets the error.
  const frames = readFrames(decompress);
  try {
    const manifest = await readManifest(frames);
    const client = await connectForBackup(url);
    try {
      const counts = await load(client, manifest, frames);
      await client.query("ANALYZE");
      await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
      return { takenAt: manifest.taken_at, ...counts, migrations: await migrate({ url }) };
    } finally {
      await client.end();
    }
  } catch (error) {
    throw await rootOf(error, decompressing);
  } finally {
    decompress.destroy();
  }
}

/** The read error is the cause; the early end of the stream behind it is only the symptom. */
async function rootOf(error: unknown, decompressing: Promise<void>): Promise<unknown> {
  if (error instanceof OperatorError || error instanceof pg.DatabaseError) return error;
  const cause = await decompressing.then(() => error).catch((failure: unknown) => failure);
  return cause instanceof Error && "code" in cause && String(cause.code).startsWith("ZSTD")
    ? new BackupUnreadable("The content of the backup cannot be read.", { cause })
    : cause;
}

async function readManifest(frames: AsyncGenerator<Frame>): Promise<Manifest> {
  const first = await frames.next();
  if (first.done === true || first.value.kind !== "manifest")
    throw new BackupUnreadable("The content of the backup has no manifest.");
  return first.value;
}

type Counts = { tables: number; rows: number };

async function load(client: pg.Client, manifest: Manifest, frames: AsyncGenerator<Frame>): Promise<Counts> {
  await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
  const { rows: existing } = await client.query<{ name: string }>(
    "SELECT format('%s.%s', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT LIKE 'pg\\_%' AND " +
      "schemaname <> 'information_schema' LIMIT 1",
  );
  if (existing.length > 0)
    throw new OperatorError(
      `The database is not empty (it has ${existing[0]!.name}); a backup is restored into an empty one only.`,
    );
  const { rows: roles } = await client.query<{ role: string; may: boolean }>(
    "SELECT current_user AS role, has_schema_privilege($1, 'CREATE') IS TRUE AS may",
    [DIRECTORY_SCHEMA],
  );
  const { role, may } = roles[0]!;
  if (!may) throw new OperatorError(`The role ${role} may not create tables: name the owner in DATABASE_OWNER_URL.`);
  await client.query("BEGIN");
  await applyAllAtOnce(client, manifest);
  for (const { table, days } of manifest.months) for (const day of days) await client.query(MAKE_MONTH, [table, day]);
  const tables = (await listTables(client)).ours.map(qualified);
  const foreignKeys = (await client.query<ForeignKey>(FOREIGN_KEYS)).rows;
  const indexes = (await client.query<Index>(INDEXES)).rows;
  for (const { table, name } of foreignKeys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  const partitions = (await client.query<{ name: string }>(PARTITIONS)).rows.map(({ name }) => name);
  const guarded = [...tables, ...partitions];
  for (const table of guarded) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${tables.join(", ")}`); // The backup also contains the rows that migrations insert.
  const counts = await loadTables(client, frames);
  for (const { table, column } of (await client.query<{ table: string; column: string }>(IDENTITIES)).rows)
    await client.query(
      `SELECT setval(pg_get_serial_sequence($1, $2), max(${pg.escapeIdentifier(column)})) FROM ${table}`,
      [table, column],
    );
  for (const table of guarded) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  await makeViews(client, manifest.cells);
  await client.query(GATHER_LOG);
  await client.query("COMMIT");
  return counts;
}

/** Reads the frames to the very end: only then is the file known to be complete. */
async function loadTables(client: pg.Client, frames: AsyncGenerator<Frame>): Promise<Counts> {
  const counts = { tables: 0, rows: 0 };
  let end: Counts | null = null;
  for (let next = await frames.next(); next.done !== true; next = await frames.next()) {
    const note = next.value;
    if (note.kind === "end" && end === null) end = note;
    else if (note.kind === "table" && end === null) {
      counts.rows += await loadTable(client, note, frames);
      counts.tables++;
    } else throw new BackupUnreadable(`The content of the backup is out of order at a part "${note.kind}".`);
  }
  if (end?.tables !== counts.tables || end.rows !== counts.rows)
    throw new BackupUnreadable("The content of the backup is incomplete.");
  return counts;
}

type Frames = AsyncGenerator<Frame>;

async function loadTable(client: pg.Client, { schema, table, columns }: TableNote, frames: Frames): Promise<number> {
  let expected = -1;
  async function* rows(): AsyncGenerator<Buffer> {
    for (let next = await frames.next(); next.done !== true; next = await frames.next()) {
      if (next.value.kind === "rows") yield next.value.bytes;
      else if (next.value.kind === "table-end") {
        expected = next.value.rows;
        return;
      } else break;
    }
    throw new BackupUnreadable(`The content of the backup ends within ${schema}.${table}.`);
  }
  const text = `COPY ${qualified({ schema, name: table })} (${columns.map(pg.escapeIdentifier).join(", ")}) FROM STDIN`;
  const copied = await copyIn(client, text, rows());
  if (copied !== expected)
    throw new BackupUnreadable(`${schema}.${table} has ${copied} rows, and the backup says ${expected}.`);
  return copied;
}
