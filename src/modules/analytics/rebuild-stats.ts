import type { Db } from "#src/platform/db/client.ts";
import { foldStatsJob } from "./fold-stats.ts";
import { appendRecount, forgetStats, keepFoldersOut, paymentTimes } from "./stat-queries.ts";

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
    for (const [from, until] of monthsBetween(times.first, times.last)) await appendRecount(tx, from, until);
  });
  const fold = foldStatsJob(deps);
  while ((await fold.runOnce()) > 0);
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
