import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { deleteImport, deleteParts, markPurged, takeAbandoned, takeRead } from "./import-queries.ts";

/**
 * A statement's text names people, and is not needed once its lines are stored: it is erased
 * SETTLEMENT_FILE_RETENTION_DAYS after it was read. The file's hash stays, so it is still recognized. A file that was
 * never completely uploaded is deleted with its import.
 */
const INTERVAL_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
const ABANDONED_AFTER_DAYS = 7;
/** About a megabyte each. */
const PARTS_PER_RUN = 100;

type Deps = { db: Db; clock: Clock; settings: { readonly settlementFileRetentionDays: number } };

export function purgeSettlementFilesJob({ db, clock, settings }: Deps): Job {
  return {
    name: "settlement-file-retention",
    intervalMs: INTERVAL_MS,
    runOnce: () =>
      db.transaction(async (tx) => {
        const now = clock.now();
        const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
        const read = await takeRead(tx, daysAgo(settings.settlementFileRetentionDays));
        const importId = read ?? (await takeAbandoned(tx, daysAgo(ABANDONED_AFTER_DAYS)));
        if (importId === undefined) return 0;
        if ((await deleteParts(tx, importId, PARTS_PER_RUN)) === PARTS_PER_RUN) return 1;
        if (read === undefined) await deleteImport(tx, importId);
        else await markPurged(tx, importId, now);
        return 1;
      }),
  };
}
