import type { PaymentStatus } from "#src/payments/core/index.ts";
import { Money } from "@corridor/base/money.ts";
import { type DateRange, eachDay } from "./date-range.ts";
import type { Stats } from "./queries.ts";
import { addTo, type Cells, cellsOf, type Dimension, partsOf, readCells } from "./stat-cells.ts";

/**
 * Volume is money that really moved: the amounts of completed payments, refunded or not, never added across currencies.
 * Payments in progress, canceled or rejected by a person say nothing about success, so they are not in its rate.
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

export type Figures = Counts & { volume: DirectedVolume[] };

/** Adds in place: a year of a platform is some ten thousand cells, and each would otherwise be three objects. */
type Tally = { count: number; completed: number; failed: number; volumes: Map<string, DirectedVolume> };

export function figuresByDay(stats: Stats): Map<string, Figures> {
  const days = new Map<string, Tally>();
  const tallyOf = (day: string): Tally => {
    let tally = days.get(day);
    if (tally === undefined) days.set(day, (tally = newTally()));
    return tally;
  };
  for (const { dimension, grain, period, cells } of stats.sheets) {
    if (dimension !== "direction" || grain !== "day") continue;
    const tally = tallyOf(period);
    for (const [value, count, completed, failed, currency, volume] of cells) {
      addCounts(tally, count, completed, failed);
      if (completed !== 0) addVolume(tally, value, Money.fromDatabase(volume!, currency!));
    }
  }
  for (const change of stats.unfolded) {
    const tally = tallyOf(change.day);
    for (const { dimension, key, sums } of cellsOf(change)) {
      if (dimension !== "direction") continue;
      addCounts(tally, sums.count, sums.completed, sums.failed);
      if (sums.volume !== null) addVolume(tally, partsOf(key).value, sums.volume);
    }
  }
  return new Map([...days].map(([day, tally]) => [day, figuresOf(tally)]));
}

export function daysOf(byDay: ReadonlyMap<string, Figures>, range: DateRange): ({ date: string } & Figures)[] {
  return eachDay(range).map((date) => ({ date, ...(byDay.get(date) ?? NOTHING) }));
}

const NOTHING: Figures = { count: 0, completed: 0, failed: 0, success_rate: null, volume: [] };

export function totalOf(byDay: ReadonlyMap<string, Figures>): Figures {
  const tally = newTally();
  for (const { count, completed, failed, volume } of byDay.values()) {
    addCounts(tally, count, completed, failed);
    for (const { inbound, outbound, external } of volume) {
      addVolume(tally, "inbound", inbound);
      addVolume(tally, "outbound", outbound);
      addVolume(tally, "external", external);
    }
  }
  return figuresOf(tally);
}

function newTally(): Tally {
  return { count: 0, completed: 0, failed: 0, volumes: new Map() };
}

function addCounts(tally: Tally, count: number, completed: number, failed: number): void {
  tally.count += count;
  tally.completed += completed;
  tally.failed += failed;
}

function addVolume(tally: Tally, direction: string, volume: Money): void {
  if (volume.isZero()) return;
  const { currency } = volume;
  let sums = tally.volumes.get(currency);
  if (sums === undefined) {
    const zero = Money.zero(currency);
    tally.volumes.set(currency, (sums = { currency, inbound: zero, outbound: zero, external: zero, total: zero }));
  }
  const side = direction as "inbound" | "outbound" | "external";
  sums[side] = sums[side].plus(volume);
  sums.total = sums.total.plus(volume);
}

function figuresOf({ count, completed, failed, volumes }: Tally): Figures {
  const volume = [...volumes.values()].filter(({ total }) => !total.isZero());
  volume.sort((a, b) => (a.currency < b.currency ? -1 : 1));
  return { count, completed, failed, success_rate: rateOf(completed, completed + failed), volume };
}

/* ---- totals along the other dimensions ---- */

export function totalsOf(stats: Stats): Map<Dimension, Cells> {
  const totals = new Map<Dimension, Cells>();
  const cellsAlong = (dimension: Dimension): Cells => {
    let cells = totals.get(dimension);
    if (cells === undefined) totals.set(dimension, (cells = new Map()));
    return cells;
  };
  for (const { dimension, cells } of stats.sheets)
    for (const [key, sums] of readCells(cells)) addTo(cellsAlong(dimension), key, sums);
  for (const change of stats.unfolded)
    for (const { dimension, key, sums } of cellsOf(change)) addTo(cellsAlong(dimension), key, sums);
  return totals;
}

/** The busiest first; zero sums are left out. */
export function linesOf(cells: Cells | undefined): ({ value: string; volume: Volume[] } & Counts)[] {
  const byValue = Map.groupBy(
    [...(cells ?? [])].filter(([, { count }]) => count !== 0),
    ([key]) => partsOf(key).value,
  );
  return [...byValue]
    .map(([value, ofValue]) => ({
      value,
      ...countsOf(ofValue.map(([, sums]) => sums)),
      volume: ofValue
        .flatMap(([, { volume, completed }]) =>
          volume === null || completed === 0 ? [] : [{ currency: volume.currency, amount: volume }],
        )
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
  return [...counts]
    .filter(([, count]) => count !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([status, count]) => ({ status: status as PaymentStatus, count }));
}

export type AttemptCounts = { attempts: number; accepted: number; acceptance_rate: number | null };

/** How often finished payments tried each provider, and how often it accepted them. */
export function attemptsOf(cells: Cells | undefined): Map<string, AttemptCounts> {
  return new Map(
    [...(cells ?? [])].map(([provider, { count, completed }]) => [
      provider,
      { attempts: count, accepted: completed, acceptance_rate: rateOf(completed, count) },
    ]),
  );
}
