import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { ageInSeconds, MAX_COUNTED, type Measure } from "#src/kernel/jobs/measure.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import { countPending } from "./queries.ts";

export function measureApprovals(deps: { db: Db; clock: Clock; metrics: Metrics; cell: number }): Measure {
  const { db, clock, metrics, cell } = deps;
  const waiting = metrics.gauge("approvals_waiting", "Approvals that a second person has not decided", ["cell"]);
  const oldest = metrics.gauge("approvals_waiting_seconds", "How long the oldest of them has waited", ["cell"]);
  return async () => {
    const { count, since } = await countPending(db, MAX_COUNTED);
    waiting.set({ cell }, count);
    oldest.set({ cell }, ageInSeconds(since, clock.now()));
  };
}
