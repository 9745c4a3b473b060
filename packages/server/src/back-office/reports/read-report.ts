import { type AccountPurpose, type BalanceAt, readBalancesAt } from "#src/record/ledger/index.ts";
import { PLATFORM_ORGANIZATION } from "#src/parties/notifications/index.ts";
import { type DateRange, type DaySums, readSums } from "#src/back-office/analytics/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { Money } from "@corridor/base/money.ts";
import { momentsOf, type Report, type ReportDimension, type ReportRow } from "./report.ts";

export type Asked = { range: DateRange; periods: DateRange[]; by: ReportDimension; currency: string | null };
type LedgerReport = Exclude<Report, "volume">;

/** A provider's account is negative while the provider holds our money; people want to see that amount as positive. */
const ACCOUNTS: Readonly<Record<LedgerReport, { purposes: readonly AccountPurpose[]; isNegated?: true }>> = {
  fees: { purposes: ["fees"] },
  fx: { purposes: ["fx"] },
  settlement: { purposes: ["provider"], isNegated: true },
  costs: { purposes: ["provider_costs"], isNegated: true },
};

/** Payments by the day of their creation, from the sums that analytics stores. */
export async function readVolume(db: Queryable, scope: Scope, asked: Asked): Promise<ReportRow[]> {
  const { range, periods, by, currency } = asked;
  const sums = (await readSums(db, scope, range, by)).filter((one) => currency === null || one.currency === currency);
  return periods.flatMap((period) => volumeOf(sums, period));
}

function volumeOf(sums: readonly DaySums[], { from, to }: DateRange): ReportRow[] {
  const groups = Map.groupBy(
    sums.filter(({ day }) => day >= from && day <= to),
    ({ value, currency }) => `${currency} ${value}`,
  );
  return [...groups.values()]
    .map((group): ReportRow => {
      const { value, currency } = group[0]!;
      const add = (pick: (one: DaySums) => number): number => group.reduce((total, one) => total + pick(one), 0);
      const money = (pick: (one: DaySums) => Money | null): Money =>
        group.reduce((total, one) => total.plus(pick(one) ?? Money.zero(currency)), Money.zero(currency));
      return {
        ...NO_ACCOUNT,
        from,
        to,
        currency,
        // Unfinished payments belong to no provider.
        key: value === "" ? null : value,
        amount: money((one) => one.volume),
        fees: money((one) => one.fees),
        count: add((one) => one.count),
        completed: add((one) => one.completed),
        failed: add((one) => one.failed),
      };
    })
    .filter(({ count, amount }) => count !== 0 || !amount.isZero())
    .toSorted(byCurrencyAndKey);
}

const NO_ACCOUNT = { account_id: null, opening: null, closing: null } as const;
const NO_COUNTS = { fees: null, count: null, completed: null, failed: null } as const;

type Shown = (money: Money) => Money;

/** An account that did not change in a period and has no balance is left out. */
export async function readBooked(db: Queryable, orgId: string, report: LedgerReport, asked: Asked) {
  const { periods, currency } = asked;
  const { purposes, isNegated = false } = ACCOUNTS[report];
  const balances = await readBalancesAt(db, orgId, purposes, momentsOf(periods), currency);
  const shown: Shown = (money) => (isNegated ? money.negate() : money);
  return [...Map.groupBy(balances, ({ accountId }) => accountId).values()]
    .flatMap((ofAccount) =>
      periods.flatMap((period, index) => bookedIn(period, ofAccount[index]!, ofAccount[index + 1]!, shown)),
    )
    .toSorted(byPeriod);
}

function bookedIn({ from, to }: DateRange, before: BalanceAt, after: BalanceAt, shown: Shown): ReportRow[] {
  const [opening, closing] = [shown(before.balance), shown(after.balance)];
  if (opening.isZero() && closing.isZero()) return [];
  const key = after.ownerId === "" ? null : after.ownerId;
  const account = { account_id: after.accountId, opening, closing };
  return [{ ...NO_COUNTS, from, to, currency: closing.currency, key, amount: closing.minus(opening), ...account }];
}

/**
 * Each provider's charges, on the day a statement was matched, beside our fees on the payments that it completed, on
 * the day they were created. Over a month the two are comparable, on a single day they need not be.
 */
export async function readCosts(db: Queryable, asked: Asked): Promise<ReportRow[]> {
  const [volume, booked] = await Promise.all([
    readVolume(db, { every: true }, { ...asked, by: "provider" }),
    readBooked(db, PLATFORM_ORGANIZATION, "costs", asked),
  ]);
  const idOf = ({ from, currency: of, key }: ReportRow): string => `${from} ${of} ${key ?? ""}`;
  const charged = new Map(
    volume.filter(({ key }) => key !== null).map((row) => [idOf(row), { ...row, amount: Money.zero(row.currency) }]),
  );
  for (const cost of booked) {
    const nothing = { count: 0, completed: 0, failed: 0, fees: Money.zero(cost.currency) };
    const { count, completed, failed, fees } = charged.get(idOf(cost)) ?? nothing;
    charged.set(idOf(cost), { ...cost, count, completed, failed, fees });
  }
  return [...charged.values()]
    .filter(({ amount, fees }) => !amount.isZero() || fees?.isZero() === false)
    .toSorted(byPeriod);
}

function byPeriod(a: ReportRow, b: ReportRow): number {
  return a.from === b.from ? byCurrencyAndKey(a, b) : a.from < b.from ? -1 : 1;
}

function byCurrencyAndKey(a: ReportRow, b: ReportRow): number {
  if (a.currency !== b.currency) return a.currency < b.currency ? -1 : 1;
  return (a.key ?? "") < (b.key ?? "") ? -1 : 1;
}
