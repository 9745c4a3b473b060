import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { cancelWaitingDeliveries } from "./delivery-queries.ts";
import {
  deleteFinishedDeliveries,
  deleteLeftClaims,
  findForgottenEndpoints,
  findStoredEndpoints,
} from "./retention-queries.ts";

/** Events are kept forever; their deliveries are kept this long. */
export const DELIVERY_RETENTION_DAYS = 90;
/** Deliveries for a disabled endpoint are held this long, in case it is enabled again. */
export const HELD_DAYS = 30;

const DAY_MS = 24 * 60 * 60_000;
const INTERVAL_MS = 10 * 60_000;
const DELETE_BATCH = 5_000;

/** Deletes old deliveries, one endpoint and batch at a time, and releases what nobody will claim. Returns the rows. */
export function createRetentionJob(deps: { db: Db; clock: Clock; retentionDays?: number }): Job {
  const { db, clock } = deps;
  const retentionMs = (deps.retentionDays ?? DELIVERY_RETENTION_DAYS) * DAY_MS;
  return {
    name: "webhook-retention",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const now = clock.now();
      let worked = await deleteLeftClaims(db, now);
      for (const endpoint of await findForgottenEndpoints(db, new Date(now.getTime() - HELD_DAYS * DAY_MS))) {
        worked += await db.transaction((tx) => cancelWaitingDeliveries(tx, endpoint, now));
      }
      const before = new Date(now.getTime() - retentionMs);
      for (const endpoint of await findStoredEndpoints(db))
        worked += await deleteFinishedDeliveries(db, endpoint, before, DELETE_BATCH);
      return worked;
    },
  };
}
