import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { addToSheets } from "./fold-stats.ts";
import type { StatChange } from "./payment-stats.ts";
import { forgetStats, keepFoldersOut, paymentTimes, recountPayments } from "./stat-queries.ts";

/** Rows added at once: few enough that the transaction never idles long. */
const BATCH_ROWS = 20_000;
const DAY_MS = 86_400_000;

const REBUILD_STATS = statement("analytics.REBUILD_STATS")`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`;

/**
 * Recounts every payment, for payments that were written without the payment core (an import, a seed). One snapshot
 * contains a payment and its changes either both or not at all, so payments continue meanwhile.
 */
export async function rebuildStats(deps: { db: Db }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.query(REBUILD_STATS);
    await keepFoldersOut(tx);
    await forgetStats(tx);
    const times = await paymentTimes(tx);
    if (times === null) return;
    let counted: StatChange[] = [];
    // One day at a time keeps each statement within the statement timeout: a month of 250,000 payments took longer.
    const firstDay = Math.floor(times.first.getTime() / DAY_MS) * DAY_MS;
    for (let fromMs = firstDay; fromMs <= times.last.getTime(); fromMs += DAY_MS) {
      counted = counted.concat(await recountPayments(tx, new Date(fromMs), new Date(fromMs + DAY_MS)));
      while (counted.length >= BATCH_ROWS) await addToSheets(tx, counted.splice(0, BATCH_ROWS));
    }
    if (counted.length > 0) await addToSheets(tx, counted);
  });
}
