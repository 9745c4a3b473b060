import { appendEvents } from "#src/record/webhooks/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { itemInserts, type NewReconciliationItem } from "./queries.ts";

export type ReconciliationRow = RowOf<typeof RESOLVE_ITEM>;

/** The same contradiction seen twice is one item. */
export async function openReconciliationItems(tx: Tx, items: readonly NewReconciliationItem[]): Promise<void> {
  await writeTogether(tx, itemInserts(items));
}

/**
 * Only the INSERT knows whether an item is new: the same contradiction seen twice is one item. So this job publishes
 * each new item, once, from its row.
 */
const INTERVAL_MS = 1_000;
const BATCH = 100;

export function announceItemsJob({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: "reconciliation-events",
    intervalMs: INTERVAL_MS,
    runOnce: () =>
      db.transaction(async (tx) => {
        const items = await takeUnannounced(tx, { itemId: null, limit: BATCH });
        await publishItems(tx, "reconciliation.item_opened", items, clock.now());
        return items.length;
      }),
  };
}

/** Followers get the "opened" event before the "resolved" one. */
export async function announceItem(tx: Tx, itemId: string, now: Date): Promise<void> {
  await publishItems(tx, "reconciliation.item_opened", await takeUnannounced(tx, { itemId, limit: 1 }), now);
}

type ItemEvent = "reconciliation.item_opened" | "reconciliation.item_resolved";

export async function publishItems(tx: Tx, type: ItemEvent, items: readonly ReconciliationRow[], at: Date) {
  if (items.length === 0) return;
  const events = items.map(({ event_sequence: sequence, ...data }) => ({
    orgId: data.org_id,
    type,
    resourceType: "reconciliation_item",
    resourceId: data.item_id,
    sequence,
    data,
    at,
  }));
  await appendEvents(tx, events);
}

const RESOLVE_ITEM = statement("store.RESOLVE_ITEM")`
  UPDATE reconciliation_items SET status = 'resolved', resolution = $3, resolved_by = $4, resolved_at = $5,
    event_sequence = event_sequence + 1 WHERE org_id = $1 AND item_id = $2 AND status = 'open' RETURNING *`;

/** Undefined when the item was already resolved. */
export async function resolveItem(tx: Tx, orgId: string, itemId: string, resolution: string, by: string, at: Date) {
  return (await tx.query(RESOLVE_ITEM, [orgId, itemId, resolution, by, at]))[0];
}

const TAKE_UNANNOUNCED = statement("store.TAKE_UNANNOUNCED")`
  UPDATE reconciliation_items SET event_sequence = 1 WHERE (org_id, item_id) IN
      (SELECT org_id, item_id FROM reconciliation_items WHERE event_sequence = 0 AND ($1::uuid IS NULL OR item_id = $1)
        ORDER BY item_id LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING *`;

/** Takes unpublished items (all, or one) and sets their event sequence to 1, for the caller to publish. */
export async function takeUnannounced(tx: Tx, { itemId, limit }: { itemId: string | null; limit: number }) {
  return tx.query(TAKE_UNANNOUNCED, [itemId, limit]);
}

const COUNT_ALL = statement("store.COUNT_ALL")`
  SELECT count(*)::bigint AS count /* not null */ FROM (SELECT 1 FROM reconciliation_items
    WHERE status = 'open' LIMIT $1) open`;
const COUNT_OWN = statement("store.COUNT_OWN")`SELECT count(*)::bigint AS count /* not null */
    FROM (SELECT 1 FROM reconciliation_items WHERE status = 'open' AND org_id = $2
    LIMIT $1) open`;

/** Counts to `limit` at most: a larger number is of no use, and counting takes time. */
export async function countOpenItems(db: Queryable, scope: Scope, limit: number): Promise<number> {
  const [row] = await ("every" in scope ? db.query(COUNT_ALL, [limit]) : db.query(COUNT_OWN, [limit, scope.orgId]));
  return row!.count;
}
