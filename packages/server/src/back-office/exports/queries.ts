import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { Export, ExportFilters, ExportFormat, ExportKind, ExportStatus } from "./export.ts";

const COLUMNS = `org_id, export_id, kind, format, filters, until, status, cursor, part_count, rows_done, rows_total,
  size_bytes, tries, failure_reason,
  requested_by, created_at, updated_at, finished_at, expires_at`;

type Row = {
  org_id: string;
  export_id: string;
  kind: ExportKind;
  format: ExportFormat;
  filters: ExportFilters;
  until: Date;
  status: ExportStatus;
  cursor: string | null;
  part_count: number;
  rows_done: number;
  rows_total: number | null;
  size_bytes: number;
  tries: number;
  failure_reason: string | null;
  requested_by: string;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
};

function exportOf(row: Row): Export {
  return {
    orgId: row.org_id,
    exportId: row.export_id,
    kind: row.kind,
    format: row.format,
    filters: row.filters,
    until: row.until,
    status: row.status,
    cursor: row.cursor,
    partCount: row.part_count,
    rowsDone: row.rows_done,
    rowsTotal: row.rows_total,
    sizeBytes: row.size_bytes,
    tries: row.tries,
    failureReason: row.failure_reason,
    requestedBy: row.requested_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
  };
}

/** False when this id is already stored: the request that stored it is being repeated. */
export async function insertExport(tx: Tx, one: Export): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO exports (org_id, export_id, kind, format, filters, until, status, requested_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'pending', $7, $8, $8) ON CONFLICT (org_id, export_id) DO NOTHING RETURNING 1`,
    [
      one.orgId,
      one.exportId,
      one.kind,
      one.format,
      JSON.stringify(one.filters),
      one.until,
      one.requestedBy,
      one.createdAt,
    ],
  );
  return rows.length === 1;
}

export async function countOpen(db: Queryable, orgId: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM exports WHERE org_id = $1 AND status IN ('pending', 'running')`,
    [orgId],
  );
  return row!.n;
}

export async function findExport(db: Queryable, scope: Scope, exportId: string): Promise<Export | undefined> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM exports WHERE export_id = $1 AND ($2::uuid IS NULL OR org_id = $2)`,
    [exportId, "orgId" in scope ? scope.orgId : null],
  );
  return row === undefined ? undefined : exportOf(row);
}

export async function listExports(
  db: Queryable,
  scope: Scope,
  beforeId: string | null,
  limit: number,
): Promise<Export[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM exports WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::uuid IS NULL OR export_id < $2)
      ORDER BY export_id DESC LIMIT $3`,
    ["orgId" in scope ? scope.orgId : null, beforeId, limit],
  );
  return rows.map(exportOf);
}

/** The export that has waited longest, so that a small one does not wait for a large one. The row lock is the claim. */
export async function takeUnfinished(tx: Tx): Promise<Export | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM exports WHERE status IN ('pending', 'running') ORDER BY updated_at LIMIT 1
      FOR UPDATE SKIP LOCKED`,
  );
  return row === undefined ? undefined : exportOf(row);
}

export async function updateExport(tx: Queryable, one: Export): Promise<void> {
  await tx.query(
    `UPDATE exports SET status = $3, cursor = $4, part_count = $5, rows_done = $6, rows_total = $7, size_bytes = $8,
       tries = $9, failure_reason = $10, updated_at = $11,
       finished_at = $12, expires_at = $13
     WHERE org_id = $1 AND export_id = $2`,
    [
      one.orgId,
      one.exportId,
      one.status,
      one.cursor,
      one.partCount,
      one.rowsDone,
      one.rowsTotal,
      one.sizeBytes,
      one.tries,
      one.failureReason,
      one.updatedAt,
      one.finishedAt,
      one.expiresAt,
    ],
  );
}

export async function insertPart(
  tx: Tx,
  { orgId, exportId, partCount }: Export,
  content: Buffer,
  rowGroup: string | null,
): Promise<void> {
  const values = [orgId, exportId, partCount, content, rowGroup];
  await tx.query(
    `INSERT INTO export_parts (org_id, export_id, part, content, row_group) VALUES ($1, $2, $3, $4, $5)`,
    values,
  );
}

/** The footer entries of a Parquet file's parts, in order: some kilobytes each. */
export async function readRowGroups(tx: Tx, { orgId, exportId }: Export): Promise<string[]> {
  const rows = await tx.query<{ row_group: string }>(
    `SELECT row_group FROM export_parts WHERE org_id = $1 AND export_id = $2 AND row_group IS NOT NULL ORDER BY part`,
    [orgId, exportId],
  );
  return rows.map((row) => row.row_group);
}

export async function readPart(
  db: Queryable,
  { orgId, exportId }: Pick<Export, "orgId" | "exportId">,
  part: number,
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ content: Buffer }>(
    `SELECT content FROM export_parts WHERE org_id = $1 AND export_id = $2 AND part = $3`,
    [orgId, exportId, part],
  );
  return row?.content;
}

/** Returns how many files were deleted. */
export async function expireExports(tx: Tx, now: Date, limit: number): Promise<number> {
  const rows = await tx.query<{ org_id: string; export_id: string }>(
    `WITH due AS (SELECT org_id, export_id FROM exports WHERE status = 'completed' AND expires_at <= $1
     ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     UPDATE exports e SET status = 'expired', updated_at = $1 FROM due
       WHERE e.org_id = due.org_id AND e.export_id = due.export_id
     RETURNING e.org_id, e.export_id`,
    [now, limit],
  );
  for (const row of rows)
    await tx.query(`DELETE FROM export_parts WHERE org_id = $1 AND export_id = $2`, [row.org_id, row.export_id]);
  return rows.length;
}
