import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import { countOutcomes } from "./count-outcomes.ts";
import type { StatChange } from "./payment-stats.ts";
import { addTo, type Cells, readCells, sheetIdOf, sheetsOf, writeCells } from "./stat-cells.ts";
import { findSheets, isOnlyFolder, shrinkQueue, takeChanges, writeSheets } from "./stat-queries.ts";

/** Adds appended changes to the stored sums. Not urgent: readers count what is not folded yet, so it is kept small. */
const INTERVAL_MS = 10_000;
const BATCH_ROWS = 20_000;

export function foldStatsJob(deps: { db: Db; metrics: Metrics }): Job {
  const count = countOutcomes(deps.metrics);
  return {
    name: "payment-stats",
    intervalMs: INTERVAL_MS,
    fullRun: BATCH_ROWS,
    async runOnce() {
      const { taken, changes } = await deps.db.transaction(foldBatch);
      count(changes);
      if (taken === 0) await shrinkQueue(deps.db);
      return taken;
    },
  };
}

async function foldBatch(tx: Tx): Promise<{ taken: number; changes: StatChange[] }> {
  if (!(await isOnlyFolder(tx))) return { taken: 0, changes: [] };
  const batch = await takeChanges(tx, BATCH_ROWS);
  if (batch.changes.length > 0) await addToSheets(tx, batch.changes);
  return batch;
}

export async function addToSheets(tx: Tx, changes: readonly StatChange[]): Promise<void> {
  const added = sheetsOf(changes);
  const names = [...added.values()].map(({ name }) => name);
  const stored = new Map((await findSheets(tx, names)).map((sheet) => [sheetIdOf(sheet), sheet.cells]));
  const sheets = [...added].map(([id, { name, cells }]) => {
    const before: Cells = readCells(stored.get(id) ?? []);
    for (const [key, sums] of cells) addTo(before, key, sums);
    return { ...name, cells: writeCells(before) };
  });
  await writeSheets(tx, sheets);
}
