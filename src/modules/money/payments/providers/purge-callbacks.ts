import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import type { Job } from "#src/platform/jobs/loop.ts";
import { deleteAppliedCallbacks } from "./callback-queries.ts";

/**
 * What callbacks changed is in the payments, their events and the ledger, and stays. The callbacks themselves are kept for disputes with a
 * provider; one that came again after this long would change nothing either, since its payment, refund or deposit knows it.
 */
const CALLBACK_RETENTION_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
const INTERVAL_MS = 10 * 60_000;
const DELETE_BATCH = 5_000;

export function purgeCallbacksJob({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: "callback-retention",
    intervalMs: INTERVAL_MS,
    runOnce: () => deleteAppliedCallbacks(db, new Date(clock.now().getTime() - CALLBACK_RETENTION_DAYS * DAY_MS), DELETE_BATCH),
  };
}
