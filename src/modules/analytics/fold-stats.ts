import type { Db } from "#src/platform/db/client.ts";
import type { Job } from "#src/platform/jobs/loop.ts";
import { addToStats, isOnlyFolder, takeChanges } from "./stat-queries.ts";

/** Readers see changes before they are folded, so this need not hurry: it keeps what they must add up small. */
const INTERVAL_MS = 2_000;
const BATCH_ROWS = 20_000;

export function foldStatsJob(deps: { db: Db }): Job {
  return {
    name: "payment-stats",
    intervalMs: INTERVAL_MS,
    runOnce: () =>
      deps.db.transaction(async (tx) => {
        if (!(await isOnlyFolder(tx))) return 0;
        const { taken, facts } = await takeChanges(tx, BATCH_ROWS);
        if (facts.length > 0) await addToStats(tx, facts);
        return taken;
      }),
  };
}
