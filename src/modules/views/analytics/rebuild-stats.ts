import type { Db } from "#src/platform/db/client.ts";
import { addToSheets } from "./fold-stats.ts";
import { forgetStats, keepFoldersOut, paymentTimes, recountPayments } from "./stat-queries.ts";

/** Added at once: few enough that the transaction never idles long. */
const BATCH_ROWS = 20_000;

/**
 * Counts every payment anew, for payments that were written past the payment core (an import, a seed). Payments go on meanwhile: all is read
 * from one snapshot, in which a payment and the changes it appended are either both there or both not, and what is appended later stays.
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

/** A month at a time keeps each statement within the time that a statement is given. */
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
