import type { Job } from "#src/kernel/jobs/loop.ts";
import { ApiError, conflict } from "#src/kernel/http/errors.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { storeBatch } from "./batch-record.ts";
import { type ChangeDeps, locked, releaseBatch } from "./change-batch.ts";
import { type Batch, nextRunAt } from "./payout-batch.ts";
import { findBatch, insertBatch, lockBatch, takeRepeating, takeUnsubmittedRun } from "./queries.ts";
import { contentHash, copyApproved } from "./row-queries.ts";

/**
 * Batches that are sent again by the calendar. Each run is a separate batch: the approved rows, checked again, at the
 * rates of its day.
 *
 *   the first is sent -> its next time comes: a run is made of its rows -> the run is previewed -> it submits itself,
 *   if its rows are still those that were approved -> and so on, until as many runs were made as were approved
 *
 * A run is made in the transaction that moves the next time on, so it is made once. A time that passed while nothing
 * ran is not made up for: several months' wages in one day help nobody. A run that cannot be submitted stays `ready`.
 */
const INTERVAL_MS = 30_000;

export function repeatBatchesJob(deps: ChangeDeps): Job {
  return {
    name: "payout-batch-repeats",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const made = await deps.db.transaction(async (tx) => makeRun(tx, deps));
      const run = await takeUnsubmittedRun(deps.db);
      if (run !== undefined) await submitRun(deps, run);
      return made + (run === undefined ? 0 : 1);
    },
  };
}

async function makeRun(tx: Tx, deps: ChangeDeps): Promise<number> {
  const source = await takeRepeating(tx);
  if (source === undefined) return 0;
  const now = deps.clock.now();
  const repeat = { ...source.repeat!, made: source.repeat!.made + 1 };
  const { orgId, batchId: repeatOf, checksNames, requester } = source;
  const batchId = newId();
  const rowCount = await copyApproved(tx, source, batchId, repeat.made);
  const name = `${source.name} (run ${repeat.made} of ${repeat.runs})`;
  // The previous run pays the same people; the run's number distinguishes its references.
  const run = { repeatOf, repeatRun: repeat.made, submitsItself: true, duplicates: "allow" } as const;
  await insertBatch(tx, { orgId, batchId, name, checksNames, rowCount, requester, ...run, createdAt: now });
  // After the database's time too, which may be ahead of our clock: else the same calendar time would come twice.
  const after = new Date(Math.max(now.getTime(), source.nextRunAt!.getTime()));
  const next = repeat.made >= repeat.runs ? null : nextRunAt(repeat, after);
  await storeBatch(tx, source, { ...source, repeat, nextRunAt: next, updatedAt: now });
  return 1;
}

async function submitRun(deps: ChangeDeps, key: Batch): Promise<void> {
  try {
    await deps.db.transaction(async (tx) => {
      const source = (await findBatch(tx, { orgId: key.orgId }, key.repeatOf!))!;
      const run = await locked(tx, key, "submit");
      if (!run.submitsItself) return;
      if (run.invalidRows > 0 || (await contentHash(tx, run)) !== source.repeat!.content_hash)
        throw conflict(
          "A row of this run differs from the approved one, or can no longer be sent; check the rows, and submit the " +
            "batch if you agree",
        );
      const release = { by: source.releasedBy!, scheduledAt: null, repeat: null, coveredBy: source };
      await releaseBatch(tx, deps, { ...run, submitsItself: false }, release);
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await leaveToPeople(deps, key, error.message);
  }
}

async function leaveToPeople(deps: ChangeDeps, key: Batch, message: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const run = await lockBatch(tx, key);
    if (run?.status !== "ready" || !run.submitsItself) return;
    const problems = [...run.problems, { code: "RUN_HELD", message }];
    await storeBatch(tx, run, { ...run, problems, submitsItself: false, updatedAt: deps.clock.now() });
  });
}
