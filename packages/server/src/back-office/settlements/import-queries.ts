import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { assigned, columnsOf, inCamelCase, rowSource, sourceOf } from "#src/kernel/db/row-source.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { READY_SOURCES, type Source } from "./mapping.ts";

/** Sources, imports and the parts of their files. Lines are in line-queries.ts. */
export type ImportProblem = { row: number; message: string };

/** `repeats`: how often each row without a key was seen so far, by digest of the row. */
export type Import = Row<"settlements.FIND_IMPORT">;

const SELECT = `SELECT ${inCamelCase(
  "i",
  `import_id, source, account, file_name, status, mapping, header, parts, read_parts, carry, repeats, row_count,
   line_count, duplicates, refused, problems, failure, requested_by, created_at, finished_at`,
)} FROM settlement_imports i`;

/* ---- sources ---- */

const READ_SOURCES = statement("settlements.READ_SOURCES")`
  SELECT source, name, account, mapping FROM settlement_sources ORDER BY source`;

/** The product's mappings, each replaced by the operator's of the same name, then the operator's others. */
export async function readSources(db: Queryable): Promise<Source[]> {
  const rows = await db.query(READ_SOURCES);
  const own = new Map(rows.map((row) => [row.source, row]));
  const ready = new Set(READY_SOURCES.map(({ source }) => source));
  return [
    ...READY_SOURCES.map((source) => own.get(source.source) ?? source),
    ...rows.filter(({ source }) => !ready.has(source)),
  ];
}

const WRITE_SOURCE = statement("settlements.WRITE_SOURCE")`
  INSERT INTO settlement_sources (source, name, account, mapping, updated_by, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (source) DO UPDATE SET name = excluded.name, account = excluded.account, mapping = excluded.mapping,
      updated_by = excluded.updated_by,
      updated_at = excluded.updated_at`;

export async function writeSource(tx: Tx, one: Source, by: string, at: Date): Promise<void> {
  await tx.query(WRITE_SOURCE, [one.source, one.name, one.account, JSON.stringify(one.mapping), by, at]);
}

const COUNT_OTHER_SOURCES = statement("settlements.COUNT_OTHER_SOURCES")`
  SELECT count(*)::int AS n /* not null */ FROM settlement_sources WHERE source <> $1`;

export async function countOtherSources(db: Queryable, source: string): Promise<number> {
  const [row] = await db.query(COUNT_OTHER_SOURCES, [source]);
  return row!.n;
}

/* ---- imports ---- */

const HOLD_SOURCE = statement("settlements.HOLD_SOURCE")`
  SELECT pg_advisory_xact_lock(hashtext('settlement_imports'), hashtext($1))`;

/** Files of one source are completed one after another, so that a second upload of the same file finds the first. */
export async function holdSource(tx: Tx, source: string): Promise<void> {
  await tx.query(HOLD_SOURCE, [source]);
}

const INSERT_SETTLEMENT_ACCOUNTS = statement("settlements.INSERT_SETTLEMENT_ACCOUNTS")`
  INSERT INTO settlement_accounts (account) VALUES ($1) ON CONFLICT (account) DO NOTHING`;

type NewImport = Pick<Import, "importId" | "source" | "account" | "fileName" | "mapping" | "requestedBy" | "createdAt">;
const NEW_IMPORTS = sourceOf<NewImport>({
  uuid: ["importId", "requestedBy"],
  text: ["source", "account", "fileName"],
  jsonb: ["mapping"],
  timestamptz: ["createdAt"],
  others: { status: ["text", () => "receiving"] },
});
const INSERT_SETTLEMENT_IMPORTS = statement("settlements.INSERT_SETTLEMENT_IMPORTS")`
  INSERT INTO settlement_imports (${NEW_IMPORTS.names}) SELECT ${NEW_IMPORTS.names} FROM ${NEW_IMPORTS.source}`;

export async function insertImport(tx: Tx, one: NewImport): Promise<Import> {
  await tx.query(INSERT_SETTLEMENT_ACCOUNTS, [one.account]);
  await tx.query(INSERT_SETTLEMENT_IMPORTS, NEW_IMPORTS.values([one]));
  return (await findImport(tx, one.importId))!;
}

const FIND_IMPORT = statement("settlements.FIND_IMPORT")`${SELECT} WHERE import_id = $1`;

export async function findImport(db: Queryable, importId: string): Promise<Import | undefined> {
  return (await db.query(FIND_IMPORT, [importId]))[0];
}

const LOCK_IMPORT = statement("settlements.LOCK_IMPORT")`${SELECT} WHERE import_id = $1 FOR NO KEY UPDATE`;

export async function lockImport(tx: Tx, importId: string): Promise<Import | undefined> {
  return (await tx.query(LOCK_IMPORT, [importId]))[0];
}

const LIST_IMPORTS = statement("settlements.LIST_IMPORTS")`${SELECT} WHERE ($1::text IS NULL OR account = $1)
  AND import_id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  ORDER BY import_id DESC LIMIT $3`;

/** Newest first. */
export async function listImports(db: Queryable, account: string | null, beforeId: string | null, limit: number) {
  return db.query(LIST_IMPORTS, [account, beforeId, limit]);
}

const INSERT_PARTS = statement("settlements.INSERT_PARTS")`WITH added AS (
    INSERT INTO settlement_file_parts (import_id, part, content) SELECT $1, $2 + n, content
      FROM unnest($3::text[]) WITH ORDINALITY AS c (content, n)
  ) UPDATE settlement_imports SET parts = $2 + cardinality($3::text[]) WHERE import_id = $1`;

export async function insertParts(tx: Tx, importId: string, after: number, contents: readonly string[]): Promise<void> {
  await tx.query(INSERT_PARTS, [importId, after, contents]);
}

const READ_PART = statement("settlements.READ_PART")`
  SELECT content FROM settlement_file_parts WHERE import_id = $1 AND part = $2`;

export async function readPart(db: Queryable, importId: string, part: number): Promise<string> {
  const [row] = await db.query(READ_PART, [importId, part]);
  return row!.content;
}

const FIND_SAME_FILE = statement("settlements.FIND_SAME_FILE")`${SELECT} WHERE source = $1 AND file_hash = $2`;

/** The import that an earlier upload of the same file to the same source created. */
export async function findSameFile(tx: Tx, source: string, hash: Buffer): Promise<Import | undefined> {
  return (await tx.query(FIND_SAME_FILE, [source, hash]))[0];
}

const RELEASE_FILE = statement("settlements.RELEASE_FILE")`
  UPDATE settlement_imports SET file_hash = NULL WHERE import_id = $1`;

/** Releases the file's hash, so that another import can read the same file again. */
export async function releaseFile(tx: Tx, importId: string): Promise<void> {
  await tx.query(RELEASE_FILE, [importId]);
}

const DELETE_SETTLEMENT_FILE_PARTS = statement("settlements.DELETE_SETTLEMENT_FILE_PARTS")`
  DELETE FROM settlement_file_parts WHERE import_id = $1`;

const DELETE_SETTLEMENT_IMPORTS = statement("settlements.DELETE_SETTLEMENT_IMPORTS")`
  DELETE FROM settlement_imports WHERE import_id = $1 AND status = 'receiving'`;

export async function deleteImport(tx: Tx, importId: string): Promise<void> {
  await tx.query(DELETE_SETTLEMENT_FILE_PARTS, [importId]);
  await tx.query(DELETE_SETTLEMENT_IMPORTS, [importId]);
}

const BEGIN_READING = statement("settlements.BEGIN_READING")`
  UPDATE settlement_imports SET status = 'reading', file_hash = $2 WHERE import_id = $1`;

/** The file is complete. From here on only the job reads it. */
export async function beginReading(tx: Tx, importId: string, hash: Buffer): Promise<void> {
  await tx.query(BEGIN_READING, [importId, hash]);
}

const TAKE_IMPORT = statement("settlements.TAKE_IMPORT")`
  ${SELECT} WHERE account = $1 AND status = 'reading' ORDER BY import_id LIMIT 1
    FOR NO KEY UPDATE`;

/** The oldest waiting import of the account. */
export async function takeImport(tx: Tx, account: string): Promise<Import | undefined> {
  return (await tx.query(TAKE_IMPORT, [account]))[0];
}

const PROGRESS = columnsOf<Import>({
  text: ["status", "carry", "failure"],
  integer: ["readParts", "rowCount", "lineCount", "duplicates", "refused"],
  jsonb: ["header", "problems", "repeats"],
  timestamptz: ["finishedAt"],
});
const PROGRESSED = rowSource({ ...columnsOf<Import>({ uuid: ["importId"] }), ...PROGRESS });
const UPDATE_PROGRESS = statement("settlements.UPDATE_PROGRESS")`
  UPDATE settlement_imports i SET ${assigned(PROGRESS)} FROM ${PROGRESSED.source} WHERE i.import_id = r.import_id`;

export async function updateProgress(tx: Tx, one: Import): Promise<void> {
  const repeats = one.status === "reading" ? one.repeats : {};
  await tx.query(UPDATE_PROGRESS, PROGRESSED.values([{ ...one, repeats }]));
}

const FINISH_IMPORTS = statement("settlements.FINISH_IMPORTS")`
  UPDATE settlement_imports SET status = 'finished', finished_at = $2 WHERE account = $1 AND status = 'matching'`;

/** Marks every import of the account whose lines were all matched or reported. */
export async function finishImports(tx: Tx, account: string, at: Date): Promise<void> {
  await tx.query(FINISH_IMPORTS, [account, at]);
}

/* ---- retention ---- */

const TAKE_READ = statement("settlements.TAKE_READ")`
  SELECT import_id FROM settlement_imports WHERE finished_at < $1 AND purged_at IS NULL ORDER BY finished_at LIMIT 1
    FOR NO KEY UPDATE SKIP LOCKED`;

/** A finished import whose file is old enough to be erased, whether it was read or failed. */
export async function takeRead(tx: Tx, before: Date): Promise<string | undefined> {
  const [row] = await tx.query(TAKE_READ, [before]);
  return row?.import_id;
}

const TAKE_ABANDONED = statement("settlements.TAKE_ABANDONED")`
  SELECT import_id FROM settlement_imports i WHERE status = 'receiving' AND created_at < $1
    AND NOT EXISTS (SELECT FROM settlement_fetches f WHERE f.import_id = i.import_id) ORDER BY created_at LIMIT 1
      FOR NO KEY UPDATE OF i SKIP LOCKED`;

/** A file that is fetched page by page is never abandoned: the fetching job continues it or starts its day again. */
export async function takeAbandoned(tx: Tx, before: Date): Promise<string | undefined> {
  const [row] = await tx.query(TAKE_ABANDONED, [before]);
  return row?.import_id;
}

const DELETE_PARTS = statement("settlements.DELETE_PARTS")`DELETE FROM settlement_file_parts WHERE import_id = $1
  AND part IN (SELECT part FROM settlement_file_parts WHERE import_id = $1 ORDER BY part LIMIT $2) RETURNING 1`;

export async function deleteParts(tx: Tx, importId: string, limit: number): Promise<number> {
  const rows = await tx.query(DELETE_PARTS, [importId, limit]);
  return rows.length;
}

const MARK_PURGED = statement("settlements.MARK_PURGED")`
  UPDATE settlement_imports SET purged_at = $2 WHERE import_id = $1`;

export async function markPurged(tx: Tx, importId: string, at: Date): Promise<void> {
  await tx.query(MARK_PURGED, [importId, at]);
}
