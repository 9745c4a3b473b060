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
