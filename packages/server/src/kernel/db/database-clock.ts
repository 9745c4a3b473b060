import type { Clock } from "@corridor/base/clock.ts";
import type { Logger } from "../log.ts";
import type { Queryable } from "./client.ts";
import { statement } from "./statement.ts";

/**
 * The database's time, kept by this process's monotonic clock: processes on several machines compare times with each
 * other, so all follow one clock.
 * - It never runs backwards, and setting this machine's clock does not move it.
 * - A measurement does not step it: an error is worked off by running a little faster or slower, so that nothing
 *   expires at once because the database's clock was set.
 * - It jumps only forward, over a time in which this machine was suspended: the monotonic clock missed that time, and
 *   the database's and this machine's own clock agree on how long it was. The jump ends at the database's time: rows of
 *   a clock that gets further ahead would come due that much later.
 * This clock does not decide whether money may go to another provider (`payments/store/proof-of-absence.ts`).
 */
export type DatabaseClock = Clock & { /** Measures anew; never throws. */ correct(): Promise<void>; stop(): void };

/** `wallMs` may be set at any time; `monotonicMs` is never set, and may stand still while the machine is suspended. */
export type MachineTime = { monotonicMs(): number; wallMs(): number };
const THIS_MACHINE: MachineTime = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

/** Often, so that a suspended process catches up soon: one short statement on a dedicated connection. */
const CORRECT_EVERY_MS = 5_000;
/** A measurement is wrong by half of its time at most: the quickest counts. If that is slow, the last one does. */
const MAX_MEASUREMENTS = 5;
const QUICK_ROUND_TRIP_MS = 2;
const MAX_ROUND_TRIP_MS = 1_000;
/** How much faster or slower than real time the clock runs until it is right. */
const SLEW = 0.1;
/** Clocks that differ by no more than this over some seconds still agree. Beyond it, one of them has jumped. */
const AGREEMENT_MS = 1_000;

type Measurement = { databaseMs: number; monotonicMs: number; wallMs: number; roundTripMs: number };

type ClockDeps = { db: Queryable; log: Logger; machine?: MachineTime };

const MEASURE = statement(
  "db.MEASURE",
)`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::text AS ms /* not null */`;

export async function followDatabaseClock({ db, log, machine = THIS_MACHINE }: ClockDeps): Promise<DatabaseClock> {
  let last = await firstMeasurement();
  /** At `monotonicMs` the time was `nowMs`, with an error of `errorMs`. */
  let anchor = { nowMs: last.databaseMs, monotonicMs: last.monotonicMs, errorMs: 0 };

  function nowMs(): number {
    const elapsedMs = machine.monotonicMs() - anchor.monotonicMs;
    const limitMs = elapsedMs * SLEW;
    return anchor.nowMs + elapsedMs + Math.max(-limitMs, Math.min(limitMs, anchor.errorMs));
  }

  async function measure(): Promise<Measurement> {
    const asked = { monotonicMs: machine.monotonicMs(), wallMs: machine.wallMs() };
    const [row] = await db.query(MEASURE);
    const roundTripMs = machine.monotonicMs() - asked.monotonicMs;
    const half = roundTripMs / 2;
    const [monotonicMs, wallMs] = [asked.monotonicMs + half, asked.wallMs + half];
    return { databaseMs: Number(row!.ms), monotonicMs, wallMs, roundTripMs };
  }

  async function measureWell(): Promise<Measurement> {
    let best = await measure();
    for (let count = 1; count < MAX_MEASUREMENTS && best.roundTripMs > QUICK_ROUND_TRIP_MS; count++) {
      const next = await measure();
      if (next.roundTripMs < best.roundTripMs) best = next;
    }
    return best;
  }

  /** A process that loads its code may be too busy at first. Without it the time would be the machine's. */
  async function firstMeasurement(triesLeft = MAX_MEASUREMENTS): Promise<Measurement> {
    try {
      return await measureWell();
    } catch (error) {
      if (triesLeft <= 1) throw error;
      return firstMeasurement(triesLeft - 1);
    }
  }

  /** How long this machine stood still since the last measurement. */
  function missedMs(measured: Measurement): number {
    const byDatabaseMs = measured.databaseMs - last.databaseMs;
    const jumpMs = byDatabaseMs - (measured.monotonicMs - last.monotonicMs);
    if (Math.abs(jumpMs) <= AGREEMENT_MS) return 0;
    const machineAgrees = Math.abs(byDatabaseMs - (measured.wallMs - last.wallMs)) <= AGREEMENT_MS;
    if (jumpMs > 0 && machineAgrees) {
      log.warn(
        { missed_ms: Math.round(jumpMs) },
        "this machine was suspended for a while; its clock continues from the database's time",
      );
      return jumpMs;
    }
    log.error(
      { jump_ms: Math.round(jumpMs) },
      "the database's clock jumped, or this machine was suspended unnoticed; this process adjusts its time slowly, " +
        "or at once after a restart",
    );
    return 0;
  }

  function follow(measured: Measurement): void {
    const databaseNowMs = measured.databaseMs + machine.monotonicMs() - measured.monotonicMs;
    const heldMs = Math.max(nowMs(), Math.min(nowMs() + missedMs(measured), databaseNowMs));
    anchor = { nowMs: heldMs, monotonicMs: machine.monotonicMs(), errorMs: databaseNowMs - heldMs };
    last = measured;
  }

  async function correct(): Promise<void> {
    try {
      const measured = await measureWell();
      if (measured.roundTripMs <= MAX_ROUND_TRIP_MS) follow(measured);
    } catch (error) {
      log.warn({ err: error }, "the database's time could not be read; the last correction stays in use");
    }
  }

  const timer = setInterval(() => void correct(), CORRECT_EVERY_MS).unref();
  return { now: () => new Date(nowMs()), monotonicMs: machine.monotonicMs, correct, stop: () => clearInterval(timer) };
}
