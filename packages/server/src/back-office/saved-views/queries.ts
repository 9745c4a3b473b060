import { valuesOf } from "#src/kernel/fields.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import type { Page } from "#src/kernel/http/pagination.ts";

export type SavedView = Row<"saved-views.FIND_VIEW">;

const COLUMNS = "org_id, view_id, user_id, list, name, filters, shared, created_at, updated_at";

/** An arbitrary number that every version of this code must share. */
const SAVING_LOCK = 7_305_393;

const LOCK_SAVING = statement("saved-views.LOCK_SAVING")`SELECT pg_advisory_xact_lock(${SAVING_LOCK}, hashtext($1))`;

/** Views of one organization are saved one after another until commit, so that the limit on their number holds. */
export async function lockSaving(tx: Tx, orgId: string): Promise<void> {
  await tx.query(LOCK_SAVING, [orgId]);
}

const COUNT_VIEWS = statement("saved-views.COUNT_VIEWS")`
  SELECT count(*) FILTER (WHERE user_id = $2)::int AS own /* not null */,
    count(*) FILTER (WHERE shared)::int AS shared /* not null */
    FROM saved_views WHERE org_id = $1 AND NOT (user_id = $2 AND list = $3 AND name = $4)`;

/** Views besides the one that would be replaced: the person's own, and the organization's shared ones. */
export async function countViews(tx: Tx, { org_id, user_id, list, name }: SavedView) {
  const [row] = await tx.query(COUNT_VIEWS, [org_id, user_id, list, name]);
  return row!;
}

const PUT_VIEW = statement("saved-views.PUT_VIEW")`
  INSERT INTO saved_views (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
    ON CONFLICT (org_id, user_id, list, name) DO UPDATE
      SET filters = EXCLUDED.filters, shared = EXCLUDED.shared, updated_at = EXCLUDED.updated_at
    RETURNING ${COLUMNS}`;

/** Replaces the person's view of the same list and name, which keeps its id. */
export async function putView(tx: Tx, view: SavedView): Promise<SavedView> {
  const key = valuesOf(view, "org_id", "view_id", "user_id", "list", "name");
  const [row] = await tx.query(PUT_VIEW, [...key, JSON.stringify(view.filters), view.shared, view.created_at]);
  return row!;
}

const LIST_VIEWS = statement("saved-views.LIST_VIEWS")`SELECT ${COLUMNS} FROM saved_views
  WHERE org_id = $1 AND (user_id = $2 OR shared) AND ($3::text IS NULL OR list = $3)
    AND ($4::uuid IS NULL OR view_id < $4) ORDER BY view_id DESC LIMIT $5`;

/** The person's own views and the shared ones, newest first. */
export async function listViews(db: Queryable, orgId: string, userId: string, list: string | null, page: Page) {
  return db.query(LIST_VIEWS, [orgId, userId, list, page.after?.[0] ?? null, page.limit + 1]);
}

const FIND_VIEW = statement("saved-views.FIND_VIEW")`
  SELECT ${COLUMNS} FROM saved_views WHERE view_id = $1 AND ($2::uuid IS NULL OR org_id = $2)
    AND (user_id = $3 OR shared)`;

/** Undefined when the person can see no view with this id. */
export async function findView(db: Queryable, orgId: string | null, userId: string, viewId: string) {
  return (await db.query(FIND_VIEW, [viewId, orgId, userId]))[0];
}

const DELETE_VIEW = statement("saved-views.DELETE_VIEW")`
  DELETE FROM saved_views WHERE org_id = $1 AND view_id = $2 RETURNING 1`;

export async function deleteView(tx: Tx, orgId: string, viewId: string): Promise<boolean> {
  return (await tx.query(DELETE_VIEW, [orgId, viewId])).length === 1;
}
