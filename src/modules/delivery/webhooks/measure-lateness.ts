import type { Clock } from "#src/platform/clock.ts";
import type { CellsInUse } from "#src/platform/db/cells-in-use.ts";
import type { Job } from "#src/platform/jobs/loop.ts";
import type { Metrics } from "#src/platform/metrics.ts";
import { findOldestDue } from "./queue-queries.ts";

const INTERVAL_MS = 15_000;

/** Measures how late deliveries are, for alerts. A delivery is due at once, or at the time of its retry, so a late one waits for a worker. */
export function measureLatenessJob({ cells, clock, metrics }: { cells: Pick<CellsInUse, "each">; clock: Clock; metrics: Metrics }): Job {
  const late = metrics.gauge("webhook_oldest_due_seconds", "How long the webhook delivery that has waited longest has been due");
  return {
    name: "webhook-lateness",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const now = clock.now();
      const oldest = await Promise.all(cells.each().map((db) => findOldestDue(db, now)));
      late.set(Math.max(...oldest.map((at) => (at === null ? 0 : (now.getTime() - at.getTime()) / 1_000))));
      return 0;
    },
  };
}
