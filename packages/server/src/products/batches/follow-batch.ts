import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { storeBatch } from "./batch-record.ts";
import type { Batch } from "./payout-batch.ts";
import { followAgain, takeFollowed } from "./queries.ts";
import { followRows } from "./row-queries.ts";

/**
 * Copies payments' outcomes to rows, in rounds. Outside the payments' own transactions, which would otherwise need one
 * more write per change, so a row is some seconds behind its payment.
 */
const INTERVAL_MS = 1_000;
const FOLLOW_ROWS = 1_000;
const ROUND_PAUSE_MS = 3_000;

export function followBatchesJob(deps: { db: Db; clock: Clock }): Job {
  return {
    name: "payout-batch-progress",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      let taken: Batch | undefined;
      try {
        return await deps.db.transaction(async (tx) => {
          taken = await takeFollowed(tx);
          return taken === undefined ? 0 : followSome(tx, deps, taken);
        });
      } catch (error) {
        // A batch that failed is postponed. Otherwise it would always be first, and no other batch would be followed.
        if (taken !== undefined) await followAgain(deps.db, taken, ROUND_PAUSE_MS);
        throw error;
      }
    },
  };
}

async function followSome(tx: Tx, { clock }: { clock: Clock }, batch: Batch): Promise<number> {
  const { last, completed, failed } = await followRows(tx, batch, batch.followedTo, FOLLOW_ROWS);
  const after: Batch = {
    ...batch,
    followedTo: last ?? 0,
    sentRows: batch.sentRows - completed - failed,
    completedRows: batch.completedRows + completed,
    failedRows: batch.failedRows + failed,
    updatedAt: completed + failed > 0 ? clock.now() : batch.updatedAt,
  };
  const isOver = after.sentRows === 0;
  const pauseMs = last === null ? ROUND_PAUSE_MS : 0;
  await followAgain(tx, batch, isOver && batch.status !== "sending" ? null : pauseMs);
  const isCompleted = isOver && batch.status === "sent";
  const completion = isCompleted ? ({ status: "completed", finishedAt: clock.now() } as const) : {};
  await storeBatch(tx, batch, { ...after, ...completion });
  return 1;
}
