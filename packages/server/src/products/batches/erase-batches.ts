import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { markErased, takeErasable } from "./queries.ts";
import { eraseRows } from "./row-queries.ts";

/**
 * A finished batch keeps names, accounts, references and texts for PAYOUT_BATCH_RETENTION_DAYS, for retries and
 * questions. Payees, amounts, outcomes and payments stay. The payments erase their own personal data.
 */
const INTERVAL_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

type Deps = { db: Db; clock: Clock; settings: { readonly payoutBatchRetentionDays: number } };

export function eraseBatchesJob({ db, clock, settings }: Deps): Job {
  return {
    name: "payout-batch-retention",
    intervalMs: INTERVAL_MS,
    runOnce: () =>
      db.transaction(async (tx) => {
        const now = clock.now();
        const batch = await takeErasable(tx, new Date(now.getTime() - settings.payoutBatchRetentionDays * DAY_MS));
        if (batch === undefined) return 0;
        await eraseRows(tx, batch);
        await markErased(tx, batch, now);
        return 1;
      }),
  };
}
