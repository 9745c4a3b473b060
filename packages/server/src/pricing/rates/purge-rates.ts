import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { deleteExpiredRates, deleteExposures } from "./queries.ts";

/** Kept for questions about a given price; the payment stores what was paid. An exposure serves until its hour ends. */
const RATE_RETENTION_DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
const EXPOSURE_RETENTION_DAYS = 1;
const INTERVAL_MS = 10 * 60_000;
const DELETE_BATCH = 5_000;

export function purgeRatesJob({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: "rate-retention",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const now = clock.now().getTime();
      await deleteExposures(db, new Date(now - EXPOSURE_RETENTION_DAYS * DAY_MS));
      return deleteExpiredRates(db, new Date(now - RATE_RETENTION_DAYS * DAY_MS), DELETE_BATCH);
    },
  };
}
