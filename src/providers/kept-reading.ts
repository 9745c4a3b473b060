import type { Clock } from "#src/platform/clock.ts";

/** One reading for many that wait for it, kept for a while; one that failed is forgotten. `read` brings its own deadline, so that nobody's ends another's. */
export function createKeptReading<T>(read: () => Promise<T>, clock: Clock, keptMs: number): () => Promise<T> {
  let kept: { reading: Promise<T>; untilMs: number } | null = null;
  return () => {
    const nowMs = clock.now().getTime();
    if (kept !== null && nowMs < kept.untilMs) return kept.reading;
    const fresh = { reading: read(), untilMs: nowMs + keptMs };
    fresh.reading.catch(() => {
      if (kept === fresh) kept = null;
    });
    kept = fresh;
    return fresh.reading;
  };
}
