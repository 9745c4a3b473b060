/** A batch writes the same few instants dozens of times, and `toISOString` takes a microsecond: so they are cached. */
const REMEMBERED = 256; // A power of two, because the low bits of an instant are the index of its slot.
const instants = new Float64Array(REMEMBERED).fill(Number.NaN);
const texts: string[] = Array.from({ length: REMEMBERED }, () => "");

export function isoOf(date: Date): string {
  const ms = date.getTime();
  const place = ms & (REMEMBERED - 1);
  if (instants[place] !== ms) {
    texts[place] = date.toISOString(); // Throws for an invalid date before anything is cached.
    instants[place] = ms;
  }
  return texts[place]!;
}

const DAY_MS = 86_400_000;
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** The start of the next day. PostgreSQL cannot read the year after 9999: the last day ends a millisecond early. */
export function endOfDay(day: string): Date {
  return new Date(Math.min(Date.parse(day) + DAY_MS, LAST_MS));
}
