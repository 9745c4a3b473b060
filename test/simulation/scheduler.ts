import { setImmediate as microtasksDone } from "node:timers/promises";
import type { Clock } from "@corridor/base/clock.ts";
import type { Random } from "#test/prover/random.ts";

/**
 * Time, the network and crashes of processes under one seed. Every wait of a real process is an event here. One event
 * runs at a time, in the order of simulated time, and the next one runs only when no work is left without it. So a seed
 * determines the whole run.
 */
export type Scheduler = {
  nowMs(): number;
  after(delayMs: number, run: () => void): void;
  /** Runs until no event is left, or the given time is reached. */
  runUntil(endMs: number): Promise<void>;
};

type Event = { readonly atMs: number; readonly order: number; readonly run: () => void };

export function createScheduler(startMs: number): Scheduler {
  const events: Event[] = [];
  let nowMs = startMs;
  let order = 0;
  const isEarlier = (one: Event, other: Event): boolean =>
    one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
  const swap = (a: number, b: number): void => {
    [events[a], events[b]] = [events[b]!, events[a]!];
  };

  function push(event: Event): void {
    let at = events.push(event) - 1;
    for (
      let parent = (at - 1) >> 1;
      at > 0 && isEarlier(events[at]!, events[parent]!);
      at = parent, parent = (at - 1) >> 1
    )
      swap(at, parent);
  }

  function pop(): Event {
    swap(0, events.length - 1);
    const first = events.pop()!;
    for (let at = 0; ;) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < events.length && isEarlier(events[child]!, events[least]!)) least = child;
      if (least === at) return first;
      swap(at, least);
      at = least;
    }
  }

  return {
    nowMs: () => nowMs,
    after: (delayMs, run) => push({ atMs: nowMs + delayMs, order: order++, run }),
    async runUntil(endMs) {
      while (events.length > 0 && events[0]!.atMs <= endMs) {
        const event = pop();
        nowMs = event.atMs;
        event.run();
        await microtasksDone();
      }
    },
  };
}

export type Faults = {
  /** The probability of each at an await, from 0 to 1. */
  crash: number;
  hangs: number;
  databaseFails: number;
};
export const NO_FAULTS: Faults = { crash: 0, hangs: 0, databaseFails: 0 };

/** A process of the service. Once it has crashed, its awaits are never resolved. */
export type SimulatedProcess = {
  readonly clock: Clock;
  isUp(): boolean;
  /** An await: the process may crash or hang at it, and other events run first. */
  pause(leastMs: number, mostMs: number): Promise<void>;
  /** An event from outside: it is lost if the process has crashed meanwhile. */
  whileAlive(run: () => void): () => void;
  /** Returns a function that tells whether the process has crashed since. */
  lifeNow(): () => boolean;
};

const HANGS_MS = [5_000, 300_000] as const;
const DOWN_MS = [500, 30_000] as const;
/** Clocks of a deployment follow the database's and differ by little. */
const SKEW_MS = 500;

type ProcessOptions = {
  scheduler: Scheduler;
  random: Random;
  faults: () => Faults;
  onStart: (process: SimulatedProcess) => void;
};

export function startProcess({ scheduler, random, faults, onStart }: ProcessOptions): SimulatedProcess {
  let life = 0;
  let isUp = true;
  let startedAtMs = scheduler.nowMs();
  const skewMs = random.between(-SKEW_MS, SKEW_MS);

  function crash(): void {
    life += 1;
    isUp = false;
    scheduler.after(random.between(...DOWN_MS), () => {
      isUp = true;
      startedAtMs = scheduler.nowMs();
      onStart(process);
    });
  }

  const process: SimulatedProcess = {
    clock: { now: () => new Date(scheduler.nowMs() + skewMs), monotonicMs: () => scheduler.nowMs() - startedAtMs },
    isUp: () => isUp,
    lifeNow() {
      const mine = life;
      return () => life === mine;
    },
    whileAlive(run) {
      const isSame = process.lifeNow();
      return () => {
        if (isSame()) run();
      };
    },
    pause(leastMs, mostMs) {
      const { crash: crashes, hangs } = faults();
      const drawn = random.next();
      if (drawn < crashes) crash();
      const delayMs =
        random.between(leastMs, mostMs) +
        (drawn >= crashes && drawn < crashes + hangs ? random.between(...HANGS_MS) : 0);
      return new Promise((resolve) => {
        if (isUp) scheduler.after(delayMs, process.whileAlive(resolve));
      });
    },
  };
  onStart(process);
  return process;
}
