/**
 * Time is an argument: everything that compares, expires or stamps asks the clock it was given, so tests can step it.
 *
 *   now          the date, for what is stored and shown; it never runs backwards in one process
 *   monotonicMs  how long something took, and whether a limit inside this process has passed: no step of any clock moves it. It may stand still
 *                while the machine is suspended, so it never says that more time has passed than really has.
 */
export type Clock = { now(): Date; monotonicMs(): number };

/** This machine's own clock, which may step. For tools that run alone; processes that share a database follow its clock (`db/database-clock.ts`). */
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

  /** Backwards it is the date alone that moves. */
  advance(ms: number): void {
    this.#nowMs += ms;
    this.#monotonicMs += Math.max(ms, 0);
  }
}

/**
 * Another clock, ahead of it by as much as a developer moved the time of the deployment (`reference/test-clock`). It goes forward only, like every
 * clock here. The monotonic clock goes along: whatever waits for time to pass must believe that it has passed.
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

  /** Says whether the time has moved. */
  moveTo(shiftMs: number): boolean {
    if (shiftMs <= this.#shiftMs) return false;
    this.#shiftMs = shiftMs;
    return true;
  }
}
