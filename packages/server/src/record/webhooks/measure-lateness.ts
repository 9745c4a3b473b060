import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import { findOldestDue } from "./queue-queries.ts";

const INTERVAL_MS = 15_000;

type Measured = { db: Db; clock: Clock; metrics: Metrics; cell: number };

/** How late a cell's deliveries are. The label keeps a process without this job from exporting a zero. */
export function measureLatenessJob({ db, clock, metrics, cell }: Measured): Job {
  const help = "How long the webhook delivery that has waited longest has been due";
  const late = metrics.gauge("webhook_oldest_due_seconds", help, ["cell"]);
  return {
    name: "webhook-lateness",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const now = clock.now();
      const oldest = await findOldestDue(db, now);
      late.set({ cell }, oldest === null ? 0 : (now.getTime() - oldest.getTime()) / 1_000);
      return 0;
    },
  };
}
