import type { PaymentStatus } from "#src/modules/payments/payment.ts";
import { Money } from "#src/platform/money.ts";
import { type DateRange, eachDay } from "./date-range.ts";
import type { DayRow, Dimension, TotalRow } from "./queries.ts";

/**
 * Rows of sums as a person reads them. Pure.
 *
 * Volume is what really moved: the amounts of payments that completed, refunded later or not, never added across currencies.
 * The success rate is completed / (completed + failed), null when there is neither: what is under way, was canceled or was rejected
 * by a person says nothing about how well payments go through.
 */
export type Counts = { count: number; completed: number; failed: number; success_rate: number | null };
export type Volume = { currency: string; amount: Money };
export type DirectedVolume = { currency: string; inbound: Money; outbound: Money; external: Money; total: Money };

const RATE_DIGITS = 4;

export function rateOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Number((part / whole).toFixed(RATE_DIGITS));
}

export function countsOf(rows: readonly { count: number; completed: number; failed: number }[]): Counts {
  let [count, completed, failed] = [0, 0, 0];
  for (const row of rows) {
    count += row.count;
    completed += row.completed;
    failed += row.failed;
  }
  return { count, completed, failed, success_rate: rateOf(completed, completed + failed) };
}

/** Every day of the range; `value` of the rows is the direction. */
export function daysOf(rows: readonly DayRow[], range: DateRange): ({ date: string; volume: DirectedVolume[] } & Counts)[] {
  const byDay = Map.groupBy(rows, (row) => row.day);
  return eachDay(range).map((date) => {
    const ofDay = byDay.get(date) ?? [];
    return { date, ...countsOf(ofDay), volume: directedVolumeOf(ofDay) };
  });
}

export function directedVolumeOf(rows: readonly DayRow[]): DirectedVolume[] {
  const byCurrency = new Map<string, Record<string, Money>>();
  for (const { currency, value: direction, volume } of rows) {
    const amount = Money.fromDatabase(volume, currency);
    if (amount.isZero()) continue;
    const sums = byCurrency.get(currency);
    if (sums === undefined) byCurrency.set(currency, { [direction]: amount });
    else sums[direction] = sums[direction]?.plus(amount) ?? amount;
  }
  return [...byCurrency].toSorted(byKey).map(([currency, { inbound, outbound, external }]) => {
    const zero = Money.zero(currency);
    const sums = { inbound: inbound ?? zero, outbound: outbound ?? zero, external: external ?? zero };
    return { currency, ...sums, total: sums.inbound.plus(sums.outbound).plus(sums.external) };
  });
}

/** The busiest first. */
export function totalsAlong(rows: readonly TotalRow[], dimension: Dimension): ({ value: string; volume: Volume[] } & Counts)[] {
  const byValue = Map.groupBy(rows.filter((row) => row.dimension === dimension), (row) => row.value);
  return [...byValue]
    .map(([value, ofValue]) => ({ value, ...countsOf(ofValue), volume: volumeOf(ofValue) }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function volumeOf(rows: readonly TotalRow[]): Volume[] {
  return rows
    .flatMap(({ currency, completed, volume }) => (currency === "" || completed === 0 ? [] : [{ currency, amount: Money.fromDatabase(volume, currency) }]))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

export function statusesOf(rows: readonly TotalRow[]): { status: PaymentStatus; count: number }[] {
  const byStatus = Map.groupBy(rows.filter((row) => row.dimension === "status"), (row) => (row.value === "awaiting_review" ? "initiated" : row.value));
  return [...byStatus].toSorted(byKey).map(([status, ofStatus]) => ({ status: status as PaymentStatus, count: countsOf(ofStatus).count }));
}

export type AttemptCounts = { attempts: number; accepted: number; acceptance_rate: number | null };

/** How often each provider was tried by finished payments, and how often it took them. */
export function attemptsBy(rows: readonly TotalRow[]): Map<string, AttemptCounts> {
  return new Map(rows.flatMap((row) => (row.dimension === "attempt" ? [[row.value, { attempts: row.count, accepted: row.completed, acceptance_rate: rateOf(row.completed, row.count) }]] : [])));
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
