import { balanceBefore, positionAt } from "#src/modules/books/ledger/read-postings.ts";
import type { Queryable } from "#src/platform/db/client.ts";
import type { Money } from "#src/platform/money.ts";

const DAY_MS = 86_400_000;

/**
 * The balance of the settlement account at the end of each day (UTC), and the current balance for the last day. Each is found by binary search in the
 * organization's chain: some dozen reads by key per day, however much was posted.
 */
export async function readDailyBalances(
  db: Queryable,
  orgId: string,
  currency: string,
  days: number,
  now: Date,
): Promise<{ date: string; available: Money }[]> {
  const today = Math.floor(now.getTime() / DAY_MS);
  const account = { orgId, purpose: "settlement", ownerId: "", currency };
  const dates = Array.from({ length: days }, (_, index) => today - days + 1 + index);
  return Promise.all(
    dates.map(async (day) => ({
      date: new Date(day * DAY_MS).toISOString().slice(0, 10),
      available: await balanceBefore(db, account, await positionAt(db, orgId, new Date((day + 1) * DAY_MS))),
    })),
  );
}
