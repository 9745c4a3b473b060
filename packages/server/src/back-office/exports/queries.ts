import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Export } from "./export.ts";
import { inCamelCase, sourceOf } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";

const COLUMNS = `org_id, export_id, kind, format, filters, until, status, cursor, part_count, rows_done, rows_total,
  size_bytes, tries, failure_reason, requested_by, created_at, updated_at, finished_at, expires_at`;
const SELECT = `SELECT ${inCamelCase("e", COLUMNS)} FROM exports e`;

const NEW_EXPORTS = sourceOf<Export>({
  uuid: ["orgId", "exportId", "requestedBy"],
  text: ["kind", "format", "status"],
  jsonb: ["filters"],
  timestamptz: ["until", "createdAt", "updatedAt"],
});
const INSERT_EXPORT = statement("exports.INSERT_EXPORT")`
  INSERT INTO exports (${NEW_EXPORTS.names}) SELECT ${NEW_EXPORTS.names} FROM ${NEW_EXPORTS.source}
    ON CONFLICT (org_id, export_id) DO NOTHING RETURNING 1`;

/** False when this id is already stored: the request that stored it is being repeated. */
export async function insertExport(tx: Tx, one: Export): Promise<boolean> {
  return (await tx.query(INSERT_EXPORT, NEW_EXPORTS.values([one]))).length === 1;
}

const COUNT_OPEN = statement("exports.COUNT_OPEN")`
  SELECT count(*)::int AS n /* not null */ FROM exports WHERE org_id = $1 AND status IN ('pending', 'running')`;

export async function countOpen(db: Queryable, orgId: string): Promise<number> {
  const [row] = await db.query(COUNT_OPEN, [orgId]);
  return row!.n;
}

const FIND_EXPORT = statement("exports.FIND_EXPORT")`
  ${SELECT} WHERE export_id = $1 AND ($2::uuid IS NULL OR org_id = $2)`;

export async function findExport(db: Queryable, scope: Scope, exportId: string): Promise<Export | undefined> {
  return (await db.query(FIND_EXPORT, [exportId, orgIdIn(scope)]))[0];
}

const LIST_EXPORTS = statement("exports.LIST_EXPORTS")`
  ${SELECT} WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::uuid IS NULL OR export_id < $2)
    AND ($4 OR kind <> 'audit') ORDER BY export_id DESC LIMIT $3`;

export async function listExports(
  db: Queryable,
  { scope, withAudit, beforeId, limit }: { scope: Scope; withAudit: boolean; beforeId: string | null; limit: number },
) {
  return db.query(LIST_EXPORTS, [orgIdIn(scope), beforeId, limit, withAudit]);
}

const TAKE_UNFINISHED = statement("exports.TAKE_UNFINISHED")`
  ${SELECT} WHERE status IN ('pending', 'running') ORDER BY updated_at LIMIT 1
    FOR UPDATE SKIP LOCKED`;

/** The export that has waited longest, so that a small one does not wait for a large one. The row lock is the claim. */
export async function takeUnfinished(tx: Tx): Promise<Export | undefined> {
  return (await tx.query(TAKE_UNFINISHED))[0];
}

const UPDATE_EXPORT = statement("exports.UPDATE_EXPORT")`
  UPDATE exports SET status = $3, cursor = $4, part_count = $5, rows_done = $6, rows_total = $7, size_bytes = $8,
      tries = $9, failure_reason = $10, updated_at = $11,
      finished_at = $12, expires_at = $13
    WHERE org_id = $1 AND export_id = $2`;

export async function updateExport(tx: Queryable, one: Export): Promise<void> {
  const progress = [one.status, one.cursor, one.partCount, one.rowsDone, one.rowsTotal, one.sizeBytes] as const;
  const times = [one.updatedAt, one.finishedAt, one.expiresAt] as const;
  await tx.query(UPDATE_EXPORT, [one.orgId, one.exportId, ...progress, one.tries, one.failureReason, ...times]);
}

const INSERT_PART = statement("exports.INSERT_PART")`
  INSERT INTO export_parts (org_id, export_id, part, content, row_group) VALUES ($1, $2, $3, $4, $5)`;

export async function insertPart(tx: Tx, one: Export, content: Buffer, rowGroup: string | null): Promise<void> {
  await tx.query(INSERT_PART, [one.orgId, one.exportId, one.partCount, content, rowGroup]);
}

const READ_ROW_GROUPS = statement("exports.READ_ROW_GROUPS")`
  SELECT row_group /* not null */ FROM export_parts WHERE org_id = $1 AND export_id = $2 AND row_group IS NOT NULL
    ORDER BY part`;

/** The footer entries of a Parquet file's parts, in order: some kilobytes each. */
export async function readRowGroups(tx: Tx, { orgId, exportId }: Export): Promise<string[]> {
  const rows = await tx.query(READ_ROW_GROUPS, [orgId, exportId]);
  return rows.map((row) => row.row_group);
}

const READ_PART = statement("exports.READ_PART")`
  SELECT content FROM export_parts WHERE org_id = $1 AND export_id = $2 AND part = $3`;

export async function readPart(db: Queryable, { orgId, exportId }: Export, part: number): Promise<Buffer | undefined> {
  const [row] = await db.query(READ_PART, [orgId, exportId, part]);
  return row?.content;
}

const UPDATE_EXPORTS = statement("exports.UPDATE_EXPORTS")`
  UPDATE exports SET status = 'expired', updated_at = $2, finished_at = coalesce(finished_at, $2), expires_at = $2
    WHERE org_id = $1 AND kind IN ('transactions', 'audit') AND status IN ('running', 'completed')
    RETURNING export_id`;

const DELETE_EXPORT_PARTS = statement("exports.DELETE_EXPORT_PARTS")`
  DELETE FROM export_parts WHERE org_id = $1 AND export_id = ANY($2::uuid[])`;

/** Deletes the files of an organization, finished or not, that may name a person who is being erased. */
export async function forgetExports(tx: Tx, orgId: string, now: Date): Promise<void> {
  const rows = await tx.query(UPDATE_EXPORTS, [orgId, now]);
  await tx.query(DELETE_EXPORT_PARTS, [orgId, rows.map((row) => row.export_id)]);
}

const EXPIRE_EXPORTS = statement("exports.EXPIRE_EXPORTS")`
  WITH due AS (SELECT org_id, export_id FROM exports WHERE status = 'completed' AND expires_at <= $1
    ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    UPDATE exports e SET status = 'expired', updated_at = $1 FROM due
      WHERE e.org_id = due.org_id AND e.export_id = due.export_id
    RETURNING e.org_id, e.export_id`;

const DELETE_PARTS_OF_EXPORT = statement("exports.DELETE_PARTS_OF_EXPORT")`
  DELETE FROM export_parts WHERE org_id = $1 AND export_id = $2`;

/** Returns how many files were deleted. */
export async function expireExports(tx: Tx, now: Date, limit: number): Promise<number> {
  const rows = await tx.query(EXPIRE_EXPORTS, [now, limit]);
  for (const row of rows) await tx.query(DELETE_PARTS_OF_EXPORT, [row.org_id, row.export_id]);
  return rows.length;
}
