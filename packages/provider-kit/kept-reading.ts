import type { Clock } from "@corridor/base/clock.ts";

/**
 * Many callers share it. A failed reading is dropped. `read` has its own deadline: no caller's ends another's wait.
 * `anew`: what was kept was refused, such as a key that the provider revoked.
 */
export function createKeptReading<T>(read: () => Promise<T>, clock: Clock, keptMs: number) {
  let kept: { reading: Promise<T>; untilMs: number } | null = null;
  return (anew?: true): Promise<T> => {
    const nowMs = clock.now().getTime();
    if (anew === undefined && kept !== null && nowMs < kept.untilMs) return kept.reading;
    const fresh = { reading: read(), untilMs: nowMs + keptMs };
    fresh.reading.catch(() => {
      if (kept === fresh) kept = null;
    });
    kept = fresh;
    return fresh.reading;
  };
}

/** For callers that must not wait: asking refreshes in the background. Undefined while no reading is fresh enough. */
export type LatestReading<T> = {
  latest(): T | undefined;
  /** Resolves when nothing is being read. */ settled(): Promise<void>;
};

type Lifetime = { refreshAfterMs: number; countsForMs: number };
const RETRY_AFTER_MS = 10_000;

export function createLatestReading<T>(
  read: () => Promise<T>,
  clock: Clock,
  { refreshAfterMs, countsForMs }: Lifetime,
): LatestReading<T> {
  let last: { value: T; atMs: number } | null = null;
  let nextAtMs = -Infinity;
  let reading: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    try {
      const value = await read();
      last = { value, atMs: clock.now().getTime() };
      nextAtMs = last.atMs + refreshAfterMs;
    } catch {
      // The reader logs the failure. An earlier reading counts until it would have expired.
      nextAtMs = clock.now().getTime() + RETRY_AFTER_MS;
    } finally {
      reading = undefined;
    }
  }

  return {
    latest() {
      const nowMs = clock.now().getTime();
      if (nowMs >= nextAtMs) reading ??= refresh();
      return last !== null && nowMs - last.atMs < countsForMs ? last.value : undefined;
    },
    settled: async () => reading,
  };
}
