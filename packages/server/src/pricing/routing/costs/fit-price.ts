import { scaleOf } from "@corridor/base/currencies.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import type { CostFit } from "./cost.ts";

/**
 * The price that explains the charges of settlement lines: percent plus fixed, by least squares, neither below zero.
 * Sums of a day are enough for that, so the lines need not be kept. It is fitted backwards, from the newest day on:
 * where a day does not agree with the days after it, the provider has changed its price.
 */
export type ChargesOfDay = {
  day: string;
  /** All payments of the day that were looked at, and those with a line that states a charge. */
  payments: number;
  lines: number;
  /** Over the lines: the sums of amount, charge and their products. */
  x: number;
  y: number;
  xx: number;
  xy: number;
  yy: number;
};

/** Fewer say too little. */
const MIN_LINES = 30;
/** A day whose errors are typically this much larger than those of the days after it had another price. */
const MAX_RATIO = 3;
const PERCENT_DECIMALS = 4;

type Price = { percent: Decimal; fixed_amount: Money; fit: CostFit };

/** `days`: newest first. Null: there are too few lines. */
export function fitPrice([newest, ...older]: readonly ChargesOfDay[], currency: string): Price | null {
  if (newest === undefined) return null;
  const scale = scaleOf(currency) ?? 0;
  let sums = newest;
  let line = lineThrough(sums);
  const hasOtherPrice = (day: ChargesOfDay): boolean =>
    day.lines > 0 && errorOf(line, day) > MAX_RATIO * Math.max(errorOf(line, sums), 10 ** -scale / 2);
  let place = 0;
  for (; place < older.length && !(sums.lines >= MIN_LINES && hasOtherPrice(older[place]!)); place++) {
    sums = together(sums, older[place]!);
    line = lineThrough(sums);
  }
  if (sums.lines < MIN_LINES) return null;
  const before = fitPrice(older.slice(place), currency);
  return {
    percent: Decimal.parse((line.slope * 100).toFixed(PERCENT_DECIMALS)),
    fixed_amount: Money.parse(line.fixed.toFixed(scale), currency),
    fit: {
      since: sums.day,
      until: newest.day,
      payments: sums.payments,
      lines: sums.lines,
      error_percent: Math.round((errorOf(line, sums) / (sums.y / sums.lines)) * 1_000) / 10,
      previous: before && {
        percent: before.percent.toString(),
        fixed_amount: before.fixed_amount.toDatabase(),
        until: before.fit.until,
      },
    },
  };
}

type Line = { slope: number; fixed: number };

/** If all amounts are the same, nobody can tell percent from fixed: all of it counts as percent. */
function lineThrough({ lines: n, x, y, xx, xy }: ChargesOfDay): Line {
  const spread = n * xx - x * x;
  if (spread <= 1e-9 * n * xx) return { slope: y / x, fixed: 0 };
  const slope = (n * xy - x * y) / spread;
  const fixed = (y - slope * x) / n;
  if (fixed < 0) return { slope: xy / xx, fixed: 0 };
  return slope < 0 ? { slope: 0, fixed: y / n } : { slope, fixed };
}

/** The root of the mean square of what the line does not explain. */
function errorOf({ slope, fixed }: Line, { lines: n, x, y, xx, xy, yy }: ChargesOfDay): number {
  const squares = yy - 2 * slope * xy - 2 * fixed * y + slope * slope * xx + 2 * slope * fixed * x + n * fixed * fixed;
  return Math.sqrt(Math.max(squares, 0) / n);
}

function together(newer: ChargesOfDay, older: ChargesOfDay): ChargesOfDay {
  const sums = { ...older };
  for (const name of ["payments", "lines", "x", "y", "xx", "xy", "yy"] as const) sums[name] += newer[name];
  return sums;
}
