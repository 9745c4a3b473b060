import { invalidField } from "#src/platform/http/errors.ts";
import { dayOf } from "./payment-stats.ts";

/** A range of UTC days, both ends included. Pure. */
export type DateRange = { from: string; to: string };

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 30;
export const MAX_DAYS = 366;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Without dates the last thirty days, today included. */
export function readDateRange(query: { dateFrom?: string; dateTo?: string }, now: Date): DateRange {
  const to = query.dateTo === undefined ? dayOf(now) : readDate(query.dateTo, "dateTo");
  const from = query.dateFrom === undefined ? addDays(to, 1 - DEFAULT_DAYS) : readDate(query.dateFrom, "dateFrom");
  if (from > to) throw invalidField("dateFrom", query.dateTo === undefined ? "must not be in the future" : "must not be after dateTo");
  if (daysBetween(from, to) + 1 > MAX_DAYS) throw invalidField("dateTo", `must be at most ${MAX_DAYS} days from dateFrom`);
  return { from, to };
}

function readDate(text: string, path: string): string {
  // A date that does not exist, such as 30 February, would silently become another one.
  const isDate = DATE.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(new Date(text)) === text;
  if (!isDate) throw invalidField(path, "must be a date such as 2026-01-31");
  return text;
}

export function addDays(day: string, count: number): string {
  return dayOf(new Date(Date.parse(day) + count * DAY_MS));
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

export function eachDay({ from, to }: DateRange): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

/** The range as whole months and the days at its ends: a year of sums is read from some seventy periods instead of 366. */
export function periodsOf(range: DateRange): { days: string[]; months: string[] } {
  const days: string[] = [];
  const months: string[] = [];
  for (let day = range.from; day <= range.to;) {
    const lastOfMonth = endOfMonth(day);
    if (day.endsWith("-01") && lastOfMonth <= range.to) {
      months.push(day);
      day = addDays(lastOfMonth, 1);
    } else {
      days.push(day);
      day = addDays(day, 1);
    }
  }
  return { days, months };
}

function endOfMonth(day: string): string {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return dayOf(new Date(Date.UTC(year, month, 0)));
}
