const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** The last moment that PostgreSQL can read in this form. */
const END_OF_TIME_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A plain date means the whole day, at either end. */
export function dateRange(from: string | undefined, to: string | undefined): { date_from?: Date; date_to?: Date } {
  const endOf = (day: string): Date => new Date(Math.min(new Date(day).getTime() + DAY_MS, END_OF_TIME_MS));
  return {
    ...(from === undefined ? {} : { date_from: new Date(from) }),
    ...(to === undefined ? {} : { date_to: DATE_ONLY.test(to) ? endOf(to) : new Date(to) }),
  };
}
