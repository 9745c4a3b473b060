import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { type Mapping, READY_SOURCES, type Source } from "./mapping.ts";
import type { ImportStatus } from "./settlement.ts";

/** Sources, imports and the parts of their files. Lines are in line-queries.ts. */
export type ImportProblem = { row: number; message: string };

export type Import = {
  readonly importId: string;
  readonly source: string;
  readonly account: string;
  readonly fileName: string;
  readonly status: ImportStatus;
  readonly mapping: Mapping;
  readonly header: { cells: readonly string[]; separator: string } | null;
  readonly parts: number;
  readonly readParts: number;
  readonly carry: string;
  /** How often each row without a key was seen so far, by digest of the row. */
  readonly repeats: Readonly<Record<string, number>>;
  readonly rowCount: number;
  readonly lineCount: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly problems: ImportProblem[];
  readonly failure: string | null;
  readonly requestedBy: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

const SELECT = `SELECT ${inCamelCase(
  "i",
  `import_id, source, account, file_name, status, mapping, header, parts, read_parts, carry, repeats, row_count,
   line_count, duplicates, refused, problems, failure, requested_by, created_at, finished_at`,
)} FROM settlement_imports i`;

/* ---- sources ---- */

/** The product's mappings, each replaced by the operator's of the same name, then the operator's others. */
export async function readSources(db: Queryable): Promise<Source[]> {
  const rows = await db.query<Source>("SELECT source, name, account, mapping FROM settlement_sources ORDER BY source");
  const own = new Map(rows.map((row) => [row.source, row]));
  const ready = new Set(READY_SOURCES.map(({ source }) => source));
  return [
    ...READY_SOURCES.map((source) => own.get(source.source) ?? source),
    ...rows.filter(({ source }) => !ready.has(source)),
  ];
}

export async function writeSource(tx: Tx, one: Source, by: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO settlement_sources (source, name, account, mapping, updated_by, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (source) DO UPDATE SET name = excluded.name, account = excluded.account, mapping = excluded.mapping,
       updated_by = excluded.updated_by,
       updated_at = excluded.updated_at`,
    [one.source, one.name, one.account, JSON.stringify(one.mapping), by, at],
  );
}

export async function countOtherSources(db: Queryable, source: string): Promise<number> {
  const [row] = await db.query<{ n: number }>("SELECT count(*)::int AS n FROM settlement_sources WHERE source <> $1", [
    source,
  ]);
  return row!.n;
}

/* ---- imports ---- */

/** Files of one source are completed one after another, so that a second upload of the same file finds the first. */
export async function holdSource(tx: Tx, source: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('settlement_imports'), hashtext($1))", [source]);
}

export async function insertImport(
  tx: Tx,
  one: Pick<Import, "importId" | "source" | "account" | "fileName" | "mapping" | "requestedBy" | "createdAt">,
): Promise<Import> {
  await tx.query("INSERT INTO settlement_accounts (account) VALUES ($1) ON CONFLICT (account) DO NOTHING", [
    one.account,
  ]);
  await tx.query(
    `INSERT INTO settlement_imports (import_id, source, account, file_name, status, mapping, requested_by, created_at)
     VALUES ($1, $2, $3, $4, 'receiving', $5, $6, $7)`,
    [one.importId, one.source, one.account, one.fileName, JSON.stringify(one.mapping), one.requestedBy, one.createdAt],
  );
  return (await findImport(tx, one.importId))!;
}

export async function findImport(db: Queryable, importId: string): Promise<Import | undefined> {
  const [found] = await db.query<Import>(`${SELECT} WHERE import_id = $1`, [importId]);
  return found;
}

export async function lockImport(tx: Tx, importId: string): Promise<Import | undefined> {
  const [found] = await tx.query<Import>(`${SELECT} WHERE import_id = $1 FOR NO KEY UPDATE`, [importId]);
  return found;
}

/** Newest first. */
export async function listImports(db: Queryable, account: string | null, beforeId: string | null, limit: number) {
  return db.query<Import>(
    `${SELECT} WHERE ($1::text IS NULL OR account = $1)
     AND import_id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
     ORDER BY import_id DESC LIMIT $3`,
    [account, beforeId, limit],
  );
}

export async function insertParts(tx: Tx, importId: string, after: number, contents: readonly string[]): Promise<void> {
  await tx.query(
    `WITH added AS (
       INSERT INTO settlement_file_parts (import_id, part, content) SELECT $1, $2 + n, content
         FROM unnest($3::text[]) WITH ORDINALITY AS c (content, n)
     ) UPDATE settlement_imports SET parts = $2 + cardinality($3::text[]) WHERE import_id = $1`,
    [importId, after, contents],
  );
}

export async function readPart(db: Queryable, importId: string, part: number): Promise<string> {
  const [row] = await db.query<{ content: string }>(
    "SELECT content FROM settlement_file_parts WHERE import_id = $1 AND part = $2",
    [importId, part],
  );
  return row!.content;
}

/** The import that an earlier upload of the same file to the same source created. */
export async function findSameFile(tx: Tx, source: string, hash: Buffer): Promise<Import | undefined> {
  const [found] = await tx.query<Import>(`${SELECT} WHERE source = $1 AND file_hash = $2`, [source, hash]);
  return found;
}

/** Releases the file's hash, so that another import can read the same file again. */
export async function releaseFile(tx: Tx, importId: string): Promise<void> {
  await tx.query("UPDATE settlement_imports SET file_hash = NULL WHERE import_id = $1", [importId]);
}

export async function deleteImport(tx: Tx, importId: string): Promise<void> {
  await tx.query("DELETE FROM settlement_file_parts WHERE import_id = $1", [importId]);
  await tx.query("DELETE FROM settlement_imports WHERE import_id = $1 AND status = 'receiving'", [importId]);
}

/** The file is complete. From here on only the job reads it. */
export async function beginReading(tx: Tx, importId: string, hash: Buffer): Promise<void> {
  await tx.query("UPDATE settlement_imports SET status = 'reading', file_hash = $2 WHERE import_id = $1", [
    importId,
    hash,
  ]);
}

/** The oldest waiting import of the account. */
export async function takeImport(tx: Tx, account: string): Promise<Import | undefined> {
  const [found] = await tx.query<Import>(
    `${SELECT} WHERE account = $1 AND status = 'reading' ORDER BY import_id LIMIT 1
      FOR NO KEY UPDATE`,
    [account],
  );
  return found;
}

export async function updateProgress(tx: Tx, one: Import): Promise<void> {
  await tx.query(
    `UPDATE settlement_imports SET status = $2, header = $3, read_parts = $4, carry = $5, row_count = $6,
       line_count = $7, duplicates = $8, refused = $9, problems = $10,
       failure = $11, finished_at = $12, repeats = $13
     WHERE import_id = $1`,
    [
      one.importId,
      one.status,
      one.header === null ? null : JSON.stringify(one.header),
      one.readParts,
      one.carry,
      one.rowCount,
      one.lineCount,
      one.duplicates,
      one.refused,
      JSON.stringify(one.problems),
      one.failure,
      one.finishedAt,
      JSON.stringify(one.status === "reading" ? one.repeats : {}),
    ],
  );
}

/** Marks every import of the account whose lines were all matched or reported. */
export async function finishImports(tx: Tx, account: string, at: Date): Promise<void> {
  await tx.query(
    "UPDATE settlement_imports SET status = 'finished', finished_at = $2 WHERE account = $1 AND status = 'matching'",
    [account, at],
  );
}

/* ---- retention ---- */

/** A finished import whose file is old enough to be erased, whether it was read or failed. */
export async function takeRead(tx: Tx, before: Date): Promise<string | undefined> {
  const [row] = await tx.query<{ import_id: string }>(
    `SELECT import_id FROM settlement_imports WHERE finished_at < $1 AND purged_at IS NULL ORDER BY finished_at LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED`,
    [before],
  );
  return row?.import_id;
}

/** A file that is fetched page by page is never abandoned: the fetching job continues it or starts its day again. */
export async function takeAbandoned(tx: Tx, before: Date): Promise<string | undefined> {
  const [row] = await tx.query<{ import_id: string }>(
    `SELECT import_id FROM settlement_imports i WHERE status = 'receiving' AND created_at < $1
       AND NOT EXISTS (SELECT FROM settlement_fetches f WHERE f.import_id = i.import_id) ORDER BY created_at LIMIT 1
         FOR NO KEY UPDATE OF i SKIP LOCKED`,
    [before],
  );
  return row?.import_id;
}

export async function deleteParts(tx: Tx, importId: string, limit: number): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM settlement_file_parts WHERE import_id = $1
       AND part IN (SELECT part FROM settlement_file_parts WHERE import_id = $1 ORDER BY part LIMIT $2) RETURNING 1`,
    [importId, limit],
  );
  return rows.length;
}

export async function markPurged(tx: Tx, importId: string, at: Date): Promise<void> {
  await tx.query("UPDATE settlement_imports SET purged_at = $2 WHERE import_id = $1", [importId, at]);
}
