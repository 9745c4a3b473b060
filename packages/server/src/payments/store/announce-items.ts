import { appendEvents } from "#src/record/webhooks/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { type ReconciliationRow, takeUnannounced } from "./list-queries.ts";

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
