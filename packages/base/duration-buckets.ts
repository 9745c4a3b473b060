/**
 * Durations of payments, counted in buckets: counts can be added up over days and organizations, medians cannot. A
 * bucket's number is how many thresholds a duration reached (`width_bucket`); it is stored, so they must not change.
 */
export const THRESHOLDS_SECONDS: readonly number[] = [
  1, 2, 3, 5, 8, 12, 20, 30, 45, 60, 90, 120, 180, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400,
  172_800, 604_800,
];
const LAST = THRESHOLDS_SECONDS.at(-1)!;

export function bucketOf(durationMs: number): number {
  return THRESHOLDS_SECONDS.filter((threshold) => durationMs >= threshold * 1_000).length;
}

/** The median in seconds, assuming that durations are spread evenly within their bucket; null when there are none. */
export function medianSecondsOf(counts: ReadonlyMap<number, number>): number | null {
  const buckets = [...counts].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b);
  const half = buckets.reduce((sum, [, count]) => sum + count, 0) / 2;
  let before = 0;
  for (const [bucket, count] of buckets) {
    if (before + count >= half) {
      const [from, to] = [THRESHOLDS_SECONDS[bucket - 1] ?? 0, THRESHOLDS_SECONDS[bucket] ?? LAST * 2];
      return Number((from + ((to - from) * (half - before)) / count).toFixed(1));
    }
    before += count;
  }
  return null;
}
