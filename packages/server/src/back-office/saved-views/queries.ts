import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import type { Page } from "#src/kernel/http/pagination.ts";

export type SavedView = {
  org_id: string;
  view_id: string;
  user_id: string;
  list: string;
  name: string;
  filters: Record<string, string>;
  shared: boolean;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = "org_id, view_id, user_id, list, name, filters, shared, created_at, updated_at";

/** An arbitrary number that every version of this code must share. */
const SAVING_LOCK = 7_305_393;

/** Views of one organization are saved one after another until commit, so that the limit on their number holds. */
export async function lockSaving(tx: Tx, orgId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${SAVING_LOCK}, hashtext($1))`, [orgId]);
}

/** Views besides the one that would be replaced: the person's own, and the organization's shared ones. */
export async function countViews(tx: Tx, { org_id, user_id, list, name }: SavedView) {
  const [row] = await tx.query<{ own: number; shared: number }>(
    `SELECT count(*) FILTER (WHERE user_id = $2)::int AS own, count(*) FILTER (WHERE shared)::int AS shared
     FROM saved_views WHERE org_id = $1 AND NOT (user_id = $2 AND list = $3 AND name = $4)`,
    [org_id, user_id, list, name],
  );
  return row!;
}

/** Replaces the person's view of the same list and name, which keeps its id. */
export async function putView(tx: Tx, view: SavedView): Promise<SavedView> {
  const { org_id, view_id, user_id, list, name, filters, shared, created_at } = view;
  const [row] = await tx.query<SavedView>(
    `INSERT INTO saved_views (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     ON CONFLICT (org_id, user_id, list, name) DO UPDATE
       SET filters = EXCLUDED.filters, shared = EXCLUDED.shared, updated_at = EXCLUDED.updated_at
     RETURNING ${COLUMNS}`,
    [org_id, view_id, user_id, list, name, JSON.stringify(filters), shared, created_at],
  );
  return row!;
}

/** The person's own views and the shared ones, newest first. */
export async function listViews(db: Queryable, orgId: string, userId: string, list: string | null, page: Page) {
  return db.query<SavedView>(
    `SELECT ${COLUMNS} FROM saved_views
     WHERE org_id = $1 AND (user_id = $2 OR shared) AND ($3::text IS NULL OR list = $3)
       AND ($4::uuid IS NULL OR view_id < $4) ORDER BY view_id DESC LIMIT $5`,
    [orgId, userId, list, page.after?.[0] ?? null, page.limit + 1],
  );
}

/** Undefined when the person can see no view with this id. */
export async function findView(db: Queryable, orgId: string | null, userId: string, viewId: string) {
  const [row] = await db.query<SavedView>(
    `SELECT ${COLUMNS} FROM saved_views WHERE view_id = $1 AND ($2::uuid IS NULL OR org_id = $2)
      AND (user_id = $3 OR shared)`,
    [viewId, orgId, userId],
  );
  return row;
}

const DELETE_VIEW = "DELETE FROM saved_views WHERE org_id = $1 AND view_id = $2 RETURNING 1";

export async function deleteView(tx: Tx, orgId: string, viewId: string): Promise<boolean> {
  return (await tx.query(DELETE_VIEW, [orgId, viewId])).length === 1;
}
