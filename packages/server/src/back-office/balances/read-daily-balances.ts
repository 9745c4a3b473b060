import {
  type AccountPurpose,
  type BalanceAt,
  readBalances,
  readBalancesAt,
  unusedBalance,
} from "#src/record/ledger/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";

const DAY_MS = 86_400_000;

type DailyBalance = {
  readonly date: string;
  readonly available: Money;
  readonly pending: Money;
  readonly reserved: Money;
  readonly credit_line: Money;
};

const PURPOSES: readonly AccountPurpose[] = [
  "settlement",
  "pending_settlement",
  "in_transit",
  "refunds_in_transit",
  "disputes",
];

/** The balances at the end of each day (UTC) as `readBalances` adds them up, and the current ones for the last day. */
export async function readDailyBalances(
  db: Queryable,
  orgId: string,
  currency: string,
  days: number,
  now: Date,
): Promise<DailyBalance[]> {
  const today = Math.floor(now.getTime() / DAY_MS);
  const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
  const earlier = Array.from({ length: days - 1 }, (_, index) => today - days + 1 + index);
  const ends = earlier.map((day) => new Date((day + 1) * DAY_MS));
  const [balances, [current]] = await Promise.all([
    readBalancesAt(db, orgId, PURPOSES, ends, currency),
    readBalances(db, orgId, currency),
  ]);
  const zero = Money.zero(currency);
  const { available, pending, reserved, creditLine } = current ?? unusedBalance(orgId, currency);
  return [
    ...earlier.map((day, index) => {
      const accounts = balances.filter(({ moment, ownerId }) => moment === index && ownerId === "");
      return { date: dateOf(day), ...dayOf(accounts, zero) };
    }),
    { date: dateOf(today), available, pending, reserved, credit_line: creditLine },
  ];
}

function dayOf(accounts: readonly BalanceAt[], zero: Money): Omit<DailyBalance, "date"> {
  const sums = { available: zero, pending: zero, reserved: zero, credit_line: zero };
  for (const { purpose, balance, held, floor } of accounts)
    if (purpose === "settlement") {
      sums.available = sums.available.plus(balance).minus(held);
      sums.reserved = sums.reserved.plus(held);
      sums.credit_line = sums.credit_line.minus(floor);
    } else if (purpose === "pending_settlement") sums.pending = sums.pending.plus(balance);
    else sums.reserved = sums.reserved.plus(balance);
  return sums;
}
