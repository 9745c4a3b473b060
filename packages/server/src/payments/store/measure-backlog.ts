import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import { countOpenItems } from "./reconciliation-items.ts";

const INTERVAL_MS = 15_000;
const MAX_COUNTED = 10_000;
const OLDEST_CHECK = "SELECT min(due_at) AS at FROM payment_checks";

type Measured = { db: Db; clock: Clock; metrics: Metrics; cell: number };

/**
 * For alerts: work that waits too long for a worker, or for a person. The label keeps a process that does not run this
 * job from exporting a zero.
 */
export function measureBacklogJob({ db, clock, metrics, cell }: Measured): Job {
  const overdue = metrics.gauge(
    "payment_checks_overdue_seconds",
    "How long the unfinished payment that has waited longest has been due for a check",
    ["cell"],
  );
  const items = metrics.gauge("reconciliation_items_open", "Contradictions that wait for a person", ["cell"]);
  return {
    name: "payment-backlog",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const [[oldest], open] = await Promise.all([
        db.query<{ at: Date | null }>(OLDEST_CHECK),
        countOpenItems(db, { every: true }, MAX_COUNTED),
      ]);
      overdue.set(
        { cell },
        oldest!.at === null ? 0 : Math.max(0, (clock.now().getTime() - oldest!.at.getTime()) / 1_000),
      );
      items.set({ cell }, open);
      return 0;
    },
  };
}
