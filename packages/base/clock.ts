/**
 * Time is an argument: all code that compares, expires or stamps reads the clock it was given, so tests can step it.
 *
 *   now          the date, for values that are stored or shown; it never runs backwards within one process
 *   monotonicMs  measures durations and limits inside this process; setting any clock does not move it. It may stand
 *   still while the machine is
 *                suspended, so it never claims that more time has passed than really has.
 */
export type Clock = { now(): Date; monotonicMs(): number };

/**
 * This machine's own clock, which may step. For tools that run alone; processes that share a database follow the
 * database's clock (`db/database-clock.ts`).
 */
export const systemClock: Clock = { now: () => new Date(), monotonicMs: () => performance.now() };

export class SteppedClock implements Clock {
  #nowMs: number;
  #monotonicMs = 0;

  constructor(start: Date | string = "2026-01-05T09:00:00.000Z") {
    this.#nowMs = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  set(instant: Date | string): void {
    this.advance(new Date(instant).getTime() - this.#nowMs);
  }

  /** A negative step moves only the date, never the monotonic clock. */
  advance(ms: number): void {
    this.#nowMs += ms;
    this.#monotonicMs += Math.max(ms, 0);
  }
}

/**
 * Another clock plus the time by which a developer moved the deployment ahead (`reference/test-clock`). It only moves
 * forward, like every clock here. The monotonic clock moves with it: all code that waits for time to pass must believe
 * that the time has passed.
 */
export class MovedClock implements Clock {
  readonly #base: Clock;
  #shiftMs = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  now(): Date {
    return new Date(this.#base.now().getTime() + this.#shiftMs);
  }

  monotonicMs(): number {
    return this.#base.monotonicMs() + this.#shiftMs;
  }

  get shiftMs(): number {
    return this.#shiftMs;
  }

  /** Returns whether the time has moved. */
  moveTo(shiftMs: number): boolean {
    if (shiftMs <= this.#shiftMs) return false;
    this.#shiftMs = shiftMs;
    return true;
  }
}
