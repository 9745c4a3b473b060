import type { Clock } from "@corridor/base/clock.ts";

/** A binary heap and one timer for its first entry. A stepped clock has no timer: whoever steps it calls `runDue`. */
type Task = { atMs: number; order: number; run: () => void };

const MAX_TIMER_MS = 2 ** 31 - 1;

export class Scheduler {
  readonly #clock: Clock;
  readonly #usesTimer: boolean;
  readonly #heap: Task[] = [];
  #order = 0;
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Number.POSITIVE_INFINITY;
  #stopped = false;

  constructor(clock: Clock, usesTimer: boolean) {
    this.#clock = clock;
    this.#usesTimer = usesTimer;
  }

  at(atMs: number, run: () => void): void {
    this.#push({ atMs, order: this.#order++, run });
    this.#setTimer();
  }

  /** Runs everything due, in order; tasks of one instant in the order they were added. Returns how many ran. */
  runDue(): number {
    const nowMs = this.#clock.now().getTime();
    let ran = 0;
    while (!this.#stopped && this.#heap.length > 0 && this.#heap[0]!.atMs <= nowMs) {
      this.#pop().run();
      ran += 1;
    }
    this.#setTimer();
    return ran;
  }

  /** The clock has jumped: the timer for the first entry would fire too late. */
  clockMoved(): void {
    clearTimeout(this.#timer);
    this.#timerAtMs = Number.POSITIVE_INFINITY;
    this.runDue();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #setTimer(): void {
    const first = this.#heap[0];
    if (!this.#usesTimer || this.#stopped || first === undefined || first.atMs >= this.#timerAtMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = first.atMs;
    const inMs = Math.min(Math.max(first.atMs - this.#clock.now().getTime(), 0), MAX_TIMER_MS);
    this.#timer = setTimeout(() => {
      this.#timerAtMs = Number.POSITIVE_INFINITY;
      this.runDue();
    }, inMs);
  }

  #push(task: Task): void {
    const heap = this.#heap;
    let child = heap.push(task) - 1;
    while (child > 0) {
      const parent = (child - 1) >>> 1;
      if (!isBefore(task, heap[parent]!)) break;
      heap[child] = heap[parent]!;
      child = parent;
    }
    heap[child] = task;
  }

  #pop(): Task {
    const heap = this.#heap;
    const first = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return first;
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[parent] = heap[child]!;
      parent = child;
    }
    heap[parent] = last;
    return first;
  }
}

function isBefore(a: Task, b: Task): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
}
