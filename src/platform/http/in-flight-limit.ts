/**
 * How many requests may be under way while the event loop is the bottleneck.
 *
 *   open (the greatest number) --late, or never idle, for `patienceMs` on end--> tight (the least number)
 *   tight: every look that finds the loop late takes a fifth away, every look that finds it idle for a while gives a few more, until it is open again
 *
 * The number is bounded and not the lateness: a door that lets everybody in whenever the loop happens to be on time fills one turn of the loop with
 * hundreds of requests, and everybody behind them, refusals included, waits for that turn. A loop that is on time but never idle gets no more: it does
 * all it can, and more requests would only wait longer. While open, bursts and stops of the machine pass without a refusal.
 */
export type InFlightLimit = {
  /** One look at the loop: how late it is, and which share of the time since the last look it worked. */
  observe(look: { readonly latenessMs: number; readonly utilization: number; readonly nowMs: number }): void;
  /** Requests that may be under way now. */
  limit(): number;
};

export type InFlightLimitOptions = { readonly min: number; readonly max: number; readonly targetMs: number; readonly patienceMs: number };

const KEPT_WHEN_LATE = 0.8;
const GAINED_WHEN_IDLE = 16;
/** A loop that works more than this has nothing to spare. */
const BUSY_UTILIZATION = 0.9;

export function createInFlightLimit({ min, max, targetMs, patienceMs }: InFlightLimitOptions): InFlightLimit {
  let limit = max;
  let busySinceMs: number | null = null;
  return {
    observe({ latenessMs, utilization, nowMs }) {
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
    limit: () => limit,
  };
}
