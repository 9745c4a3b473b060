import type { PaymentStatus } from "#src/modules/payments/payment.ts";
import { Money } from "#src/platform/money.ts";
import { type DateRange, eachDay } from "./date-range.ts";
import type { Stats } from "./queries.ts";
import { addTo, type Cells, cellsOf, type Dimension, partsOf, readCells } from "./stat-cells.ts";

/**
 * Sums as a person reads them. Pure.
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

export function countsOf(sums: Iterable<{ count: number; completed: number; failed: number }>): Counts {
  let [count, completed, failed] = [0, 0, 0];
  for (const one of sums) {
    count += one.count;
    completed += one.completed;
    failed += one.failed;
  }
  return { count, completed, failed, success_rate: rateOf(completed, completed + failed) };
}

/* ---- days: the dimension `direction`, read day by day ---- */

export function cellsByDay(stats: Stats): Map<string, Cells> {
  const days = new Map<string, Cells>();
  for (const { dimension, grain, period, cells } of stats.sheets) if (dimension === "direction" && grain === "day") days.set(period, readCells(cells));
  for (const change of stats.unfolded) {
    const cells = days.get(change.day) ?? new Map();
    days.set(change.day, cells);
    for (const { dimension, key, sums } of cellsOf(change)) if (dimension === "direction") addTo(cells, key, sums);
  }
  return days;
}

export function daysOf(byDay: ReadonlyMap<string, Cells>, range: DateRange): ({ date: string; volume: DirectedVolume[] } & Counts)[] {
  return eachDay(range).map((date) => {
    const cells: Cells = byDay.get(date) ?? new Map();
    return { date, ...countsOf(cells.values()), volume: directedVolumeOf(cells) };
  });
}

export function totalOf(byDay: ReadonlyMap<string, Cells>): Cells {
  const total: Cells = new Map();
  for (const cells of byDay.values()) for (const [key, sums] of cells) addTo(total, key, sums);
  return total;
}

export function directedVolumeOf(cells: Cells): DirectedVolume[] {
  const volumes = new Map<string, DirectedVolume>();
  for (const [key, { volume }] of cells) {
    if (volume === null || volume.isZero()) continue;
    const { currency } = volume;
    let sums = volumes.get(currency);
    if (sums === undefined) {
      const zero = Money.zero(currency);
      volumes.set(currency, (sums = { currency, inbound: zero, outbound: zero, external: zero, total: zero }));
    }
    sums[partsOf(key).value as "inbound" | "outbound" | "external"] = volume;
    sums.total = sums.total.plus(volume);
  }
  return [...volumes.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/* ---- totals along the other dimensions ---- */

export function totalsOf(stats: Stats): Map<Dimension, Cells> {
  const totals = new Map<Dimension, Cells>();
  const cellsAlong = (dimension: Dimension): Cells => {
    let cells = totals.get(dimension);
    if (cells === undefined) totals.set(dimension, (cells = new Map()));
    return cells;
  };
  for (const { dimension, cells } of stats.sheets) for (const [key, sums] of readCells(cells)) addTo(cellsAlong(dimension), key, sums);
  for (const change of stats.unfolded) for (const { dimension, key, sums } of cellsOf(change)) addTo(cellsAlong(dimension), key, sums);
  return totals;
}

/** The busiest first; what came to nothing is left out. */
export function linesOf(cells: Cells | undefined): ({ value: string; volume: Volume[] } & Counts)[] {
  const byValue = Map.groupBy([...(cells ?? [])].filter(([, { count }]) => count !== 0), ([key]) => partsOf(key).value);
  return [...byValue]
    .map(([value, ofValue]) => ({
      value,
      ...countsOf(ofValue.map(([, sums]) => sums)),
      volume: ofValue
        .flatMap(([, { volume, completed }]) => (volume === null || completed === 0 ? [] : [{ currency: volume.currency, amount: volume }]))
        .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
    }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

export function statusesOf(cells: Cells | undefined): { status: PaymentStatus; count: number }[] {
  const counts = new Map<string, number>();
  for (const [value, { count }] of cells ?? []) {
    const status = value === "awaiting_review" ? "initiated" : value;
    counts.set(status, (counts.get(status) ?? 0) + count);
  }
  return [...counts].filter(([, count]) => count !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([status, count]) => ({ status: status as PaymentStatus, count }));
}

export type AttemptCounts = { attempts: number; accepted: number; acceptance_rate: number | null };

/** How often each provider was tried by finished payments, and how often it took them. */
export function attemptsOf(cells: Cells | undefined): Map<string, AttemptCounts> {
  return new Map([...(cells ?? [])].map(([provider, { count, completed }]) => [provider, { attempts: count, accepted: completed, acceptance_rate: rateOf(completed, count) }]));
}
