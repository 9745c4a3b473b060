import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { ageInSeconds, MAX_COUNTED, type Measure } from "#src/kernel/jobs/measure.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import { countOpenExceptions } from "./exception-queries.ts";

/** Lines of statements that match no movement of the ledger, and movements that no statement has. */
export function measureExceptions(deps: { db: Db; clock: Clock; metrics: Metrics; cell: number }): Measure {
  const { db, clock, metrics, cell } = deps;
  const open = metrics.gauge("settlement_exceptions_open", "Unmatched settlement lines and movements", ["cell"]);
  const oldest = metrics.gauge("settlement_exceptions_seconds", "How long the oldest of them is open", ["cell"]);
  return async () => {
    const { count, since } = await countOpenExceptions(db, MAX_COUNTED);
    open.set({ cell }, count);
    oldest.set({ cell }, ageInSeconds(since, clock.now()));
  };
}
