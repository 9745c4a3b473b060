/** Time is an argument: everything that compares, expires or stamps asks the clock it was given, so tests can step it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export class SteppedClock implements Clock {
  #nowMs: number;

  constructor(start: Date | string = "2026-01-05T09:00:00.000Z") {
    this.#nowMs = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  set(instant: Date | string): void {
    this.#nowMs = new Date(instant).getTime();
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }
}
