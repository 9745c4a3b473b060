import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import pg from "pg";
import { newClient } from "../open-client.ts";
import { OperatorError } from "../../operator-error.ts";
import type { Progress } from "../../progress.ts";
import { FIRST_CELL } from "@corridor/base/ids.ts";
import { readCells, schemaOfCell } from "../cells.ts";
import { findApplied, MIGRATION_LOCK, ownTables } from "../migrate.ts";
import { type Manifest, noteFrame, rowsFrame } from "./backup-frames.ts";
import type { BackupPlace } from "./backup-place.ts";
import { copyOut } from "./copy-rows.ts";
import { type BackupKey, sealBackup } from "./seal-backup.ts";

/**
 * A backup while the service runs: every row of every table as of one moment, compressed and sealed, in one pass with
 * bounded memory, and the names of the migrations that create its schema. Copying the server's files was rejected: it
 * needs programs that the embedded server lacks, the same version at the restore, and rights on a hosted database.
 */
export type BackupReport = {
  readonly name: string;
  readonly takenAt: string;
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
  /** Tables of other software in the same database: no migration would create them at the restore. */
  readonly leftOut: readonly string[];
};

type Table = { schema: string; name: string; columns: string[]; bytes: number };

const SERVER_VERSION = "SELECT current_setting('server_version') AS version";
const CELL_SCHEMA = /^cell_\d+$/;
const CONNECT_TIMEOUT_MS = 10_000;
/** For the lock that keeps a table's columns unchanged; readers and writers of rows do not conflict with it. */
const LOCK_TIMEOUT_MS = 10_000;

const TABLES = `SELECT namespace.nspname AS schema, class.relname AS name,
    array_agg(attribute.attname::text ORDER BY attribute.attnum) FILTER (WHERE attribute.attgenerated = '') AS columns,
    coalesce((SELECT sum(pg_table_size(relid)) FROM pg_partition_tree(class.oid)), pg_table_size(class.oid))::float8
      AS bytes
  FROM pg_class class
  JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
  JOIN pg_attribute attribute ON attribute.attrelid = class.oid AND attribute.attnum > 0 AND NOT attribute.attisdropped
  WHERE class.relkind IN ('r', 'p') AND NOT class.relispartition AND class.relpersistence = 'p' AND namespace.nspname NOT LIKE 'pg\\_%'
    AND namespace.nspname <> 'information_schema'
    AND class.relname <> 'schema_migrations'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = class.oid AND deptype = 'e')
  GROUP BY 1, 2, class.oid ORDER BY 1, 2`;

const MONTHS = `SELECT format('%I.%I', nspname, class.relname) AS table,
    array_agg(replace(right(month.relname, 7), '_', '-') || '-01' ORDER BY month.relname) AS days
  FROM pg_class class JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
  JOIN pg_inherits ON inhparent = class.oid JOIN pg_class month ON month.oid = inhrelid
  WHERE class.relkind = 'p' AND month.relname ~ '_\\d{4}_\\d{2}$' GROUP BY 1 ORDER BY 1`;

/** Session settings: a backup may take hours, and so may a restore's statements. */
export async function connectForBackup(url: string): Promise<pg.Client> {
  const client = newClient({
    connectionString: url,
    application_name: "corridor backup",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    options:
      "-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c " +
      `lock_timeout=${LOCK_TIMEOUT_MS}`,
  });
  await client.connect();
  return client;
}

export async function listTables(client: pg.Client): Promise<{ ours: Table[]; others: Table[] }> {
  const own = await ownTables();
  const isOurs = ({ schema, name }: Table): boolean =>
    own.has(`${CELL_SCHEMA.test(schema) ? schemaOfCell(FIRST_CELL) : schema}.${name}`);
  const { rows } = await client.query<Table>(TABLES);
  return { ours: rows.filter(isOurs), others: rows.filter((table) => !isOurs(table)) };
}

export function qualified({ schema, name }: Pick<Table, "schema" | "name">): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

type Backup = { url: string; key: BackupKey; place: BackupPlace; progress?: Progress };

export async function writeBackup({ url, key, place, progress = { done: 0, total: 0 } }: Backup) {
  const client = await connectForBackup(url);
  try {
    const { ours, others } = await openSnapshot(client);
    const leftOut = others.map(qualified);
    const report = { takenAt: await takenAt(client), tables: ours.length, rows: 0, bytes: 0, leftOut };
    progress.total = ours.reduce((sum, { bytes }) => sum + bytes, 0);
    const compress = createZstdCompress();
    // A failure of the rows' source must reach the reader of the compressed stream, and the other way round.
    const compressing = pipeline(Readable.from(contentOf(client, ours, report, progress)), compress);
    compressing.catch(() => undefined);
    const name = await place.write(nameOf(report.takenAt), counted(sealBackup(compress, key), report));
    await compressing;
    return { ...report, name } satisfies BackupReport;
  } finally {
    await client.end();
  }
}

/** Locks first: no column changes from then on. A migration sees the advisory lock and says so, and blocks nobody. */
async function openSnapshot(client: pg.Client): Promise<{ ours: Table[]; others: Table[] }> {
  const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock_shared($1) AS locked", [
    MIGRATION_LOCK,
  ]);
  if (rows[0]?.locked !== true) throw new OperatorError("A migration is running; take the backup when it has ended.");
  const tables = await listTables(client);
  if (tables.ours.length === 0) throw new OperatorError("The database is empty; there is nothing to back up.");
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query(`LOCK TABLE ${tables.ours.map(qualified).join(", ")} IN ACCESS SHARE MODE`);
  return tables;
}

async function takenAt(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ at: string }>(`SELECT to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`);
  return rows[0]!.at;
}

/** Whether a file name is that of a backup. Names in alphabetical order are in the order of time. */
export function isBackup(name: string): boolean {
  return /^corridor-\d{8}T\d{9}Z\.backup$/.test(name);
}

function nameOf(at: string): string {
  return `corridor-${at.replaceAll(/[-:.]/g, "")}.backup`;
}

async function* contentOf(
  client: pg.Client,
  tables: readonly Table[],
  report: { readonly takenAt: string; rows: number },
  progress: Progress,
): AsyncGenerator<Buffer> {
  const migrations = await findApplied(client);
  const { rows: servers } = await client.query<{ version: string }>(SERVER_VERSION);
  const cells = (await readCells(client)).map(({ number }) => number);
  const { rows: months } = await client.query<Manifest["months"][number]>(MONTHS);
  yield noteFrame({
    kind: "manifest",
    taken_at: report.takenAt,
    server_version: servers[0]!.version,
    migrations,
    cells,
    months,
  });
  for (const table of tables) {
    yield noteFrame({ kind: "table", schema: table.schema, table: table.name, columns: table.columns });
    const rows = yield* framed(
      copyOut(
        client,
        `COPY (SELECT ${table.columns.map(pg.escapeIdentifier).join(", ")} FROM ${qualified(table)}) TO STDOUT`,
      ),
      progress,
    );
    report.rows += rows;
    yield noteFrame({ kind: "table-end", rows });
  }
  yield noteFrame({ kind: "end", tables: tables.length, rows: report.rows });
}

async function* framed(pieces: AsyncGenerator<Buffer, number>, progress: Progress): AsyncGenerator<Buffer, number> {
  try {
    let next = await pieces.next();
    for (; next.done !== true; next = await pieces.next()) {
      progress.done += next.value.length;
      yield rowsFrame(next.value);
    }
    return next.value;
  } finally {
    await pieces.return(0); // A reader that stops early ends the COPY too.
  }
}

async function* counted(pieces: AsyncIterable<Buffer>, report: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    report.bytes += piece.length;
    yield piece;
  }
}
