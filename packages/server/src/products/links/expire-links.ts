import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { expireDue } from "./queries.ts";

const INTERVAL_MS = 10_000;
const BATCH_ROWS = 500;

/**
 * Records which links have expired. Nothing waits for this job: every reader treats a link as expired from its time on.
 */
export function expireLinksJob(deps: { db: Db; clock: Clock }): Job {
  return {
    name: "payment-link-expiry",
    intervalMs: INTERVAL_MS,
    runOnce: () => expireDue(deps.db, deps.clock.now(), BATCH_ROWS),
  };
}
