import type { Clock } from "../clock.ts";
import type { Logger } from "../log.ts";
import type { Queryable } from "./client.ts";

/**
 * The time of the database, told by this machine's clock and corrected every minute. Processes on several machines judge each other by the
 * clock: a worker that believes an attempt's deadline has passed asks its provider and may go on to the next one. With a clock that is
 * seconds ahead it would do so while the first request is still on its way, and two providers could accept one payment. So all of them
 * follow one clock, the one that they share already.
 */
export type DatabaseClock = Clock & { /** Measures anew; never throws. */ correct(): Promise<void>; stop(): void };

const CORRECT_EVERY_MS = 60_000;
/**
 * A measurement is wrong by at most half of the time that it took, so the quickest of a few is believed: the first one often opens the
 * connection, or meets a busy moment. If even that one was slow, it is worth less than the last correction.
 */
const MAX_MEASUREMENTS = 5;
const QUICK_ROUND_TRIP_MS = 2;
const MAX_ROUND_TRIP_MS = 1_000;
/** Worth telling whoever runs the machine. */
const NOTABLE_OFFSET_MS = 1_000;

export async function followDatabaseClock({ db, log, localNow = Date.now }: { db: Queryable; log: Logger; localNow?: () => number }): Promise<DatabaseClock> {
  let offsetMs = 0;

  async function measure(): Promise<{ roundTripMs: number; offsetMs: number }> {
    const askedMs = localNow();
    const [row] = await db.query<{ ms: string }>("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::text AS ms");
    const answeredMs = localNow();
    return { roundTripMs: answeredMs - askedMs, offsetMs: Math.round(Number(row!.ms) - (askedMs + answeredMs) / 2) };
  }

  async function correct(): Promise<void> {
    try {
      let best = await measure();
      for (let count = 1; count < MAX_MEASUREMENTS && best.roundTripMs > QUICK_ROUND_TRIP_MS; count++) {
        const next = await measure();
        if (next.roundTripMs < best.roundTripMs) best = next;
      }
      if (best.roundTripMs > MAX_ROUND_TRIP_MS) return;
      ({ offsetMs } = best);
      if (Math.abs(offsetMs) > NOTABLE_OFFSET_MS)
        log.warn({ offset_ms: offsetMs }, "this machine's clock differs from the database's, which counts; is it synchronised?");
    } catch (error) {
      log.warn({ err: error }, "the database could not be asked for the time; the last correction stands");
    }
  }

  await correct();
  const timer = setInterval(() => void correct(), CORRECT_EVERY_MS).unref();
  return { now: () => new Date(localNow() + offsetMs), correct, stop: () => clearInterval(timer) };
}
