import { invalidField } from "#src/kernel/http/errors.ts";
import { dayOf } from "./payment-stats.ts";

/** A range of UTC days, both ends included. Pure. */
export type DateRange = { from: string; to: string };

const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 30;
export const MAX_DAYS = 366;
/** From the year 1000 on: the thirty days before an earlier date may begin before the year 0, which is no text. */
const DATE = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** The default range: the last thirty days, today included. */
export function readDateRange(query: { dateFrom?: string; dateTo?: string }, now: Date): DateRange {
  const to = query.dateTo === undefined ? dayOf(now) : readDate(query.dateTo, "dateTo");
  const from = query.dateFrom === undefined ? addDays(to, 1 - DEFAULT_DAYS) : readDate(query.dateFrom, "dateFrom");
  if (from > to)
    throw invalidField(
      "dateFrom",
      query.dateTo === undefined ? "must not be in the future" : "must not be after dateTo",
    );
  if (daysBetween(from, to) + 1 > MAX_DAYS)
    throw invalidField("dateTo", `must be at most ${MAX_DAYS} days from dateFrom`);
  return { from, to };
}

function readDate(text: string, path: string): string {
  // A date that does not exist, such as 30 February, would silently become another one.
  const day = text.includes("T") && !Number.isNaN(Date.parse(text)) ? dayOf(new Date(text)) : text;
  const isDate = DATE.test(day) && !Number.isNaN(Date.parse(day)) && dayOf(new Date(day)) === day;
  if (!isDate) throw invalidField(path, "must be a date such as 2026-01-31");
  return day;
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

/** Splits the range into whole months and the days at its ends: a year is then some seventy periods, not 366. */
export function periodsOf(range: DateRange): { days: string[]; months: string[] } {
  // Counted, not compared as texts: the day after 9999-12-31 sorts before it, so a loop up to it would never end.
  const all = eachDay(range);
  const days: string[] = [];
  const months: string[] = [];
  for (let index = 0; index < all.length;) {
    const day = all[index]!;
    const monthEnd = index + daysInMonth(day);
    if (day.endsWith("-01") && monthEnd <= all.length) {
      months.push(day);
      index = monthEnd;
    } else {
      days.push(day);
      index += 1;
    }
  }
  return { days, months };
}

function daysInMonth(day: string): number {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
