import type { AttemptOutcome } from "#src/payments/core/index.ts";
import { Money } from "@corridor/base/money.ts";
import { PLATFORM, type StatChange, type StatStatus } from "./payment-stats.ts";

/**
 * A sum is a cell of a sheet: one sheet per owner (organization or platform), grain, dimension and period, one cell per
 * value and currency. The fold and the readers, who add the changes that are not folded yet, use the same rules.
 */
export type Dimension =
  | "direction"
  | "provider"
  | "method"
  | "country"
  | "corridor"
  | "status"
  | "attempt"
  | "decline"
  | "duration";
export type Grain = "day" | "month";

/** Payments: all, completed (refunded or not), failed, completed volume and fees. Attempts: all, taken, refused. */
export type Sums = {
  count: number;
  completed: number;
  failed: number;
  /** Null where currencies are not distinguished; fees are null there too. */ volume: Money | null;
  fees: Money | null;
};

export type SheetName = { org_id: string; grain: Grain; dimension: Dimension; period: string };

/** A stored cell. Currency, volume and fees are missing if currencies are not distinguished; fees also if none. */
type StoredCell = [
  value: string,
  count: number,
  completed: number,
  failed: number,
  currency?: string,
  volume?: string,
  fees?: string,
];
export type StoredCells = StoredCell[];

export type Cells = Map<string, Sums>;

const KEY_SEPARATOR = " ";

export function keyOf(value: string, currency: string): string {
  return currency === "" ? value : `${value}${KEY_SEPARATOR}${currency}`;
}

export function partsOf(key: string): { value: string; currency: string } {
  const end = key.indexOf(KEY_SEPARATOR);
  return end < 0 ? { value: key, currency: "" } : { value: key.slice(0, end), currency: key.slice(end + 1) };
}

type Result = "completed" | "failed" | null;

/** Payments that are in progress, canceled or rejected by a person say nothing about how well payments go through. */
const RESULT_OF_PAYMENT: Record<StatStatus, Result> = {
  awaiting_review: null,
  initiated: null,
  reviewed: null,
  confirmed: null,
  processing: null,
  pending: null,
  completed: "completed",
  refunded: "completed",
  failed: "failed",
  rejected: null,
  canceled: null,
};
const RESULT_OF_ATTEMPT: Record<AttemptOutcome, Result> = {
  dispatching: null,
  accepted: "completed",
  refused: "failed",
  unreachable: "failed",
  unknown: null,
  failed: "failed",
};

type Counted = { dimension: Dimension; key: string; sums: Sums };

/** The cells in which a change counts. */
export function cellsOf(change: StatChange): Counted[] {
  const { direction, payment_method: method, country, currency, provider, count } = change;
  const result = change.kind === "attempt" ? RESULT_OF_ATTEMPT[change.status] : RESULT_OF_PAYMENT[change.status];
  const isCompleted = result === "completed";
  const plain: Sums = {
    count,
    completed: isCompleted ? count : 0,
    failed: result === "failed" ? count : 0,
    volume: null,
    fees: null,
  };
  if (change.kind === "attempt") return [{ dimension: "attempt", key: provider, sums: plain }];
  const money = (text: string): Money => (isCompleted ? Money.fromDatabase(text, currency) : Money.zero(currency));
  const priced: Sums = { ...plain, volume: money(change.volume), fees: money(change.fees) };
  return [
    ...outcomeCellsOf(change, result, plain),
    { dimension: "direction", key: keyOf(direction, currency), sums: priced },
    { dimension: "provider", key: keyOf(provider, currency), sums: priced },
    { dimension: "method", key: keyOf(method, currency), sums: priced },
    { dimension: "country", key: keyOf(country, currency), sums: priced },
    { dimension: "corridor", key: `${country}/${method}/${direction}`, sums: plain },
    { dimension: "status", key: change.status, sums: plain },
  ];
}

function outcomeCellsOf({ outcome, provider }: StatChange, result: Result, sums: Sums): Counted[] {
  if (outcome === "" || result === null) return [];
  return [
    result === "failed"
      ? { dimension: "decline", key: `${outcome}/${provider}`, sums }
      : { dimension: "duration", key: `${provider}/${outcome}`, sums },
  ];
}

/** What changes add to every sheet they belong to: the organization's and the platform's, the day's and the month's. */
export function sheetsOf(changes: readonly StatChange[]): Map<string, { name: SheetName; cells: Cells }> {
  const sheets = new Map<string, { name: SheetName; cells: Cells }>();
  for (const change of changes) {
    const cells = cellsOf(change);
    for (const org_id of [change.org_id, PLATFORM]) {
      for (const grain of ["day", "month"] as const) {
        const period = grain === "day" ? change.day : `${change.day.slice(0, 7)}-01`;
        for (const { dimension, key, sums } of cells) {
          const id = sheetIdOf({ org_id, grain, dimension, period });
          let sheet = sheets.get(id);
          if (sheet === undefined)
            sheets.set(id, (sheet = { name: { org_id, grain, dimension, period }, cells: new Map() }));
          addTo(sheet.cells, key, sums);
        }
      }
    }
  }
  return sheets;
}

export function sheetIdOf({ org_id, grain, dimension, period }: SheetName): string {
  return `${org_id} ${grain} ${dimension} ${period}`;
}

export function addTo(cells: Cells, key: string, sums: Sums): void {
  const known = cells.get(key);
  if (known === undefined) return void cells.set(key, sums);
  cells.set(key, {
    count: known.count + sums.count,
    completed: known.completed + sums.completed,
    failed: known.failed + sums.failed,
    volume: sumOf(known.volume, sums.volume),
    fees: sumOf(known.fees, sums.fees),
  });
}

function sumOf(one: Money | null, other: Money | null): Money | null {
  return one === null || other === null ? null : one.plus(other);
}

export function readCells(stored: StoredCells): Cells {
  return new Map(
    stored.map(([value, count, completed, failed, currency = "", volume, fees = "0"]) => {
      const money = (text: string): Money | null => (volume === undefined ? null : Money.fromDatabase(text, currency));
      return [keyOf(value, currency), { count, completed, failed, volume: money(volume ?? "0"), fees: money(fees) }];
    }),
  );
}

/** Zero sums are left out. Sorted, so that the same sums are the same bytes, however they were added up. */
export function writeCells(cells: Cells): StoredCells {
  return [...cells]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, { count, completed, failed, volume, fees }]): StoredCells => {
      if (count === 0 && completed === 0 && failed === 0 && (volume === null || volume.isZero())) return [];
      const { value, currency } = partsOf(key);
      if (volume === null) return [[value, count, completed, failed]];
      const priced = [value, count, completed, failed, currency, volume.toDatabase()] as const;
      return [fees === null || fees.isZero() ? [...priced] : [...priced, fees.toDatabase()]];
    });
}
