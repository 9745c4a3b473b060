/**
 * How many requests may be under way while the event loop is the bottleneck.
 *
 *   open (the greatest number) --late, or never idle, for `patienceMs` on end--> tight (the least number)
 *   tight: every measurement that finds the loop late takes a fifth away, every measurement that finds it idle for a
 *   while adds a few, until it is open again
 *
 * Not the lateness is limited: if all requests were admitted while the loop is on time, one turn would fill with
 * hundreds, and later ones, refusals included, would wait for it. A loop that is on time but never idle is at its
 * capacity. While open, bursts and pauses of the machine cause no refusal.
 */
type Options = { min: number; max: number; targetMs: number; patienceMs: number };
/** The loop's delay, and the share of time in which it worked since the last measurement. */
type Look = { readonly latenessMs: number; readonly utilization: number; readonly nowMs: number };

const KEPT_WHEN_LATE = 0.8;
const GAINED_WHEN_IDLE = 16;
/** A loop that is busy for a larger share of the time has no capacity left. */
const BUSY_UTILIZATION = 0.9;

export function createInFlightLimit({ min, max, targetMs, patienceMs }: Options) {
  let limit = max;
  let busySinceMs: number | null = null;
  return {
    observe({ latenessMs, utilization, nowMs }: Look): void {
      const isLate = latenessMs > targetMs;
      if (!isLate && utilization < BUSY_UTILIZATION) {
        busySinceMs = null;
        limit = Math.min(max, limit + GAINED_WHEN_IDLE);
        return;
      }
      busySinceMs ??= nowMs;
      if (limit === max && nowMs - busySinceMs >= patienceMs) limit = min;
      else if (limit < max && isLate) limit = Math.max(min, Math.floor(limit * KEPT_WHEN_LATE));
    },
    limit: (): number => limit,
  };
}
