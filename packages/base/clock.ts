/**
 * Time is an argument: all code that compares, expires or stamps reads the clock it was given, so tests can step it.
 *
 *   now          the date, for values that are stored or shown; it never runs backwards within one process
 *   monotonicMs  durations and limits inside this process; setting a clock does not move it. It may stand still while
 *                the machine is suspended, so it never claims more time than has really passed.
 *   unmoved      the date of a clock that a developer has moved, as others know it; absent: nobody can move the clock
 */
export type Clock = { now(): Date; monotonicMs(): number; unmoved?(): Date };

/** May step. For tools that run alone; processes that share a database follow its clock (`db/database-clock.ts`). */
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
 * Another clock, moved ahead by a developer (`reference/test-clock`), forward only. The monotonic one moves with it:
 * all code that waits for time to pass must believe that it has passed.
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

  unmoved(): Date {
    return this.#base.now();
  }

  get shiftMs(): number {
    return this.#shiftMs;
  }

  moveTo(shiftMs: number): boolean {
    if (shiftMs <= this.#shiftMs) return false;
    this.#shiftMs = shiftMs;
    return true;
  }
}
