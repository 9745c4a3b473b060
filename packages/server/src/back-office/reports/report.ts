import { Type, type Static } from "typebox";
import { Amount, Currency, Id, MoneyNumber, Named, Nullable, Day } from "#src/kernel/http/schemas.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { endOfDay } from "@corridor/base/instant.ts";
import { type DateRange, eachDay } from "#src/back-office/analytics/index.ts";

/** The parts of a report. Pure. */
export const REPORTS = ["volume", "fees", "fx", "settlement", "costs"] as const;
export type Report = (typeof REPORTS)[number];
export const INTERVALS = ["day", "week", "month"] as const;
export type Interval = (typeof INTERVALS)[number];
/** The dimension by which volume is split. */
export const DIMENSIONS = ["direction", "provider", "method", "country"] as const;
export type ReportDimension = (typeof DIMENSIONS)[number];

/** The maximum range: a year of months or weeks, or a quarter of days. */
export const MAX_PERIODS = 93;

const Count = Nullable(Type.Integer());

export const ReportRowSchema = Named("ReportRow", {
  from: [Day, "First day of the period"],
  to: [Day, "Last day of the period"],
  currency: Currency,
  key: Nullable(Type.String({ description: "Provider, method, direction or country" })),
  amount: Amount,
  count: [Count, "How many payments or movements there were; null in reports that count none"],
  completed: [Count, "How many payments completed; null in reports that count none"],
  failed: [Count, "How many payments failed; null in reports that count none"],
  fees: [Nullable(MoneyNumber), "The fees that we charged; null in reports without fees"],
  account_id: [Nullable(Id), "The ledger account; null in reports without accounts"],
  opening: [Nullable(MoneyNumber), "Balance at the start; null in reports without accounts"],
  closing: [Nullable(MoneyNumber), "Balance at the end; null in reports without accounts"],
});
export type ReportRow = Static<typeof ReportRowSchema>;

/** The range in whole weeks (from Monday) or months, cut off at its ends. */
export function periodsIn(range: DateRange, interval: Interval): DateRange[] {
  const periods: { from: string; to: string }[] = [];
  for (const day of eachDay(range)) {
    const last = periods.at(-1);
    if (last === undefined || isFirst(day, interval)) periods.push({ from: day, to: day });
    else last.to = day;
  }
  if (periods.length > MAX_PERIODS)
    throw invalidField(
      "interval",
      `would make ${periods.length} periods; at most ${MAX_PERIODS} are possible: choose a longer one`,
    );
  return periods;
}

const MONDAY = 1;

function isFirst(day: string, interval: Interval): boolean {
  if (interval === "day") return true;
  return interval === "week" ? new Date(day).getUTCDay() === MONDAY : day.endsWith("-01");
}

/** The start of each period, and the end of the last one. */
export function momentsOf(periods: readonly DateRange[]): Date[] {
  return [...periods.map(({ from }) => new Date(from)), endOfDay(periods.at(-1)!.to)];
}

export type ReportTotal = Pick<ReportRow, "currency" | "key" | "amount" | "fees" | "count">;

/** Totals over all periods, by currency and key, the largest of a currency first. */
export function totalsOf(rows: readonly ReportRow[]): ReportTotal[] {
  const totals = new Map<string, ReportTotal>();
  for (const { currency, key, amount, fees, count } of rows) {
    const id = `${currency} ${key ?? ""}`;
    const known = totals.get(id);
    const sum = known && {
      amount: known.amount.plus(amount),
      fees: known.fees === null || fees === null ? null : known.fees.plus(fees),
      count: known.count === null || count === null ? null : known.count + count,
    };
    totals.set(id, { currency, key, ...(sum ?? { amount, fees, count }) });
  }
  return [...totals.values()].toSorted((a, b) =>
    a.currency === b.currency ? b.amount.compare(a.amount) : a.currency < b.currency ? -1 : 1,
  );
}
