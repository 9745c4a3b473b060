import type { PaymentStatus } from "#src/modules/payments/payment.ts";
import { Money } from "#src/platform/money.ts";
import type { DateRange } from "./date-range.ts";
import { eachDay } from "./date-range.ts";
import type { DayRow, Dimension, TotalRow } from "./queries.ts";

/**
 * Rows of counts as a person reads them. Pure.
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
  const sum = (field: "count" | "completed" | "failed") => rows.reduce((total, row) => total + row[field], 0);
  const [count, completed, failed] = [sum("count"), sum("completed"), sum("failed")];
  return { count, completed, failed, success_rate: rateOf(completed, completed + failed) };
}

/* ---- days ---- */

export function daysOf(rows: readonly DayRow[], range: DateRange): ({ date: string; volume: DirectedVolume[] } & Counts)[] {
  const byDay = Map.groupBy(rows, (row) => row.day);
  return eachDay(range).map((date) => {
    const ofDay = byDay.get(date) ?? [];
    return { date, ...countsOf(ofDay), volume: directedVolumeOf(ofDay) };
  });
}

export function directedVolumeOf(rows: readonly DayRow[]): DirectedVolume[] {
  const byCurrency = Map.groupBy(rows, (row) => row.currency);
  return [...byCurrency].toSorted(byKey).flatMap(([currency, ofCurrency]) => {
    const sum = (direction: string | null) => sumOf(ofCurrency.filter((row) => direction === null || row.direction === direction), currency);
    const total = sum(null);
    return total.isZero() ? [] : [{ currency, inbound: sum("inbound"), outbound: sum("outbound"), external: sum("external"), total }];
  });
}

/* ---- totals along a dimension ---- */

export function totalsAlong(rows: readonly TotalRow[], dimension: Dimension): ({ value: string; volume: Volume[] } & Counts)[] {
  const byValue = Map.groupBy(rows.filter((row) => row.dimension === dimension), (row) => row.value);
  return [...byValue]
    .map(([value, ofValue]) => ({ value, ...countsOf(ofValue.map(outcomeOf)), volume: volumeOf(ofValue) }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

export function statusesOf(rows: readonly TotalRow[]): { status: PaymentStatus; count: number }[] {
  const byStatus = Map.groupBy(rows.filter((row) => row.dimension === "direction"), (row) => (row.status === "awaiting_review" ? "initiated" : row.status));
  return [...byStatus].toSorted(byKey).map(([status, ofStatus]) => ({ status: status as PaymentStatus, count: ofStatus.reduce((sum, row) => sum + row.count, 0) }));
}

export type AttemptCounts = { attempts: number; accepted: number; acceptance_rate: number | null };

/** How often each provider was tried by finished payments, and how often it took them. */
export function attemptsBy(rows: readonly TotalRow[]): Map<string, AttemptCounts> {
  const byProvider = Map.groupBy(rows.filter((row) => row.dimension === "attempt"), (row) => row.value);
  return new Map([...byProvider].map(([provider, ofProvider]) => {
    const attempts = ofProvider.reduce((sum, row) => sum + row.count, 0);
    const accepted = ofProvider.filter((row) => row.status === "accepted").reduce((sum, row) => sum + row.count, 0);
    return [provider, { attempts, accepted, acceptance_rate: rateOf(accepted, attempts) }];
  }));
}

export function volumeOf(rows: readonly TotalRow[]): Volume[] {
  const byCurrency = Map.groupBy(rows.filter((row) => row.currency !== "" && isSuccess(row.status)), (row) => row.currency);
  return [...byCurrency].toSorted(byKey).map(([currency, ofCurrency]) => ({ currency, amount: sumOf(ofCurrency, currency) }));
}

export function outcomeOf(row: { status: string; count: number }): { count: number; completed: number; failed: number } {
  return { count: row.count, completed: isSuccess(row.status) ? row.count : 0, failed: row.status === "failed" ? row.count : 0 };
}

function isSuccess(status: string): boolean {
  return status === "completed" || status === "refunded";
}

function sumOf(rows: readonly { volume: string }[], currency: string): Money {
  return rows.reduce((sum, row) => sum.plus(Money.fromDatabase(row.volume, currency)), Money.zero(currency));
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
