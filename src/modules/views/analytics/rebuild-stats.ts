import type { Db } from "#src/platform/db/client.ts";
import { addToSheets } from "./fold-stats.ts";
import { forgetStats, keepFoldersOut, paymentTimes, recountPayments } from "./stat-queries.ts";

/** Rows added at once: few enough that the transaction never idles long. */
const BATCH_ROWS = 20_000;

/**
 * Recounts every payment, for payments that were written without the payment core (an import, a seed). Payments continue meanwhile: everything is
 * read from one snapshot, which contains a payment and its appended changes either both or not at all, and later changes stay.
 */
export async function rebuildStats(deps: { db: Db }): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.query(`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`);
    await keepFoldersOut(tx);
    await forgetStats(tx);
    const times = await paymentTimes(tx);
    if (times === null) return;
    for (const [from, until] of monthsBetween(times.first, times.last)) {
      const changes = await recountPayments(tx, from, until);
      for (let start = 0; start < changes.length; start += BATCH_ROWS) await addToSheets(tx, changes.slice(start, start + BATCH_ROWS));
    }
  });
}

/** One month at a time keeps each statement within the statement timeout. */
function monthsBetween(first: Date, last: Date): [Date, Date][] {
  const months: [Date, Date][] = [];
  for (let from = startOfMonth(first); from <= last; from = nextMonth(from)) months.push([from, nextMonth(from)]);
  return months;
}

function startOfMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}
