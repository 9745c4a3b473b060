import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { deleteAppliedCallbacks } from "./callback-queries.ts";

/** Callbacks are kept for a disagreement with a provider. A repeat after that changes nothing: its payment knows it. */
const CALLBACK_RETENTION_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
const INTERVAL_MS = 10 * 60_000;
const DELETE_BATCH = 5_000;

export function purgeCallbacksJob({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: "callback-retention",
    intervalMs: INTERVAL_MS,
    runOnce: () =>
      deleteAppliedCallbacks(db, new Date(clock.now().getTime() - CALLBACK_RETENTION_DAYS * DAY_MS), DELETE_BATCH),
  };
}
