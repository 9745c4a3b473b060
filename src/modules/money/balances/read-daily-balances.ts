import type { AccountPurpose } from "#src/modules/books/ledger/ledger.ts";
import { balanceBefore, positionAt } from "#src/modules/books/ledger/read-postings.ts";
import type { Queryable } from "#src/platform/db/client.ts";
import { Money } from "#src/platform/money.ts";
import { readBalances } from "./queries.ts";

const DAY_MS = 86_400_000;

type DailyBalance = { readonly date: string; readonly available: Money; readonly pending: Money; readonly reserved: Money };

/** The accounts whose sum is `reserved`, as in `readBalances`. Holds are left out, because the ledger stores only the current ones. */
const RESERVED: readonly AccountPurpose[] = ["in_transit", "refunds_in_transit", "disputes"];

/**
 * The balances at the end of each day (UTC), and the current ones for the last day. Each day is found by binary search in the organization's chain: some dozen
 * reads by key per day, however much was posted.
 */
export async function readDailyBalances(db: Queryable, orgId: string, currency: string, days: number, now: Date): Promise<DailyBalance[]> {
  const today = Math.floor(now.getTime() / DAY_MS);
  const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
  const zero = Money.zero(currency);
  const earlier = Array.from({ length: days - 1 }, (_, index) => today - days + 1 + index).map(async (day): Promise<DailyBalance> => {
    const position = await positionAt(db, orgId, new Date((day + 1) * DAY_MS));
    const balanceOf = (purpose: AccountPurpose): Promise<Money> => balanceBefore(db, { orgId, purpose, ownerId: "", currency }, position);
    const [available, pending, ...reserved] = await Promise.all([balanceOf("settlement"), balanceOf("pending_settlement"), ...RESERVED.map(balanceOf)]);
    return { date: dateOf(day), available, pending, reserved: reserved.reduce((sum, one) => sum.plus(one), zero) };
  });
  const [current] = await readBalances(db, orgId, currency);
  const { available, pending, reserved } = current ?? { available: zero, pending: zero, reserved: zero };
  return [...(await Promise.all(earlier)), { date: dateOf(today), available, pending, reserved }];
}
