import { AsyncLocalStorage } from "node:async_hooks";
import { isTracing, outsideOfTraces, traced } from "./tracing.ts";
import { createTurns, MAX_TURN_MS, type Turns } from "./turns.ts";
import { createWaitGate, type WaitGate } from "./wait-gate.ts";

/**
 * Write-combining: concurrent calls of one function become batches.
 *
 *   call -> queue -> (16 queued, or the turn of the event loop ends) -> batch of at most `maxBatch` -> `run` -> each
 *   caller's own answer
 *
 * While a batch is in flight the queue grows, so a batch is as large as the load requires: a single caller waits for
 * nobody. A second batch starts beside it, up to `maxInFlight`, only when half a batch waits: then commits are slow
 * beside the arrival rate, and their waits should overlap; smaller parallel batches would cost more in total. The same
 * queues of several cells take turns (turns.ts), and both numbers count all of them. Every caller waits for the durable
 * commit of its own batch. A batch that fails because of one row (`isRowFault`) was rolled back whole, so it runs again
 * in halves until the bad row is alone. Any other failure may have committed, so the batch never runs again.
 */
export type CombineOptions<I, O> = {
  /** The name of its spans in a trace; without a name, calls are not traced. */
  name?: string;
  run(items: readonly I[]): Promise<readonly O[]>;
  maxBatch: number;
  maxInFlight: number;
  maxQueued: number;
  /** Refuses also while one of these later queues is too slow (wait-gate.ts): only for a request that has not begun. */
  refusesBehind?: readonly Pick<Combined<never, never>, "waitMs">[];
  isRowFault?: (error: unknown) => boolean;
  /** Turns that the same queue of other cells shares, so that the limits count the batches of all cells. */
  turns?: Turns;
};

export type Combined<I, O> = {
  (item: I): Promise<O>;
  drain(): Promise<void>;
  /** The age of the oldest call while more wait than fit into the next batch, otherwise 0. */
  waitMs(): number;
  /** Age of the oldest call without an answer, whether it waits or is in flight. */
  oldestMs(): number;
};

export class Overloaded extends Error {
  override name = "Overloaded";
  readonly statusCode = 503;
  readonly code = "OVERLOADED";
  constructor() {
    super("The service is busy; try again shortly");
  }
}

const EAGER_FLUSH_ROWS = 16;
const BATCH_SPAN = { kind: "client", attributes: { "db.system.name": "postgresql" } } as const;

/** A batch takes 10 to 20 ms under full load. The longest pause of a healthy disk is half a second. */
const WAIT_LIMITS = { targetMs: 200, patienceMs: 600, calmMs: 3_000 };

/** SQLSTATE classes that blame the data: data exception, integrity violation, errors of triggers and checks. */
const ROW_FAULT_CLASSES = new Set(["22", "23", "P0"]);

export function isRowFault(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && code.length === 5 && ROW_FAULT_CLASSES.has(code.slice(0, 2));
}

type Waiting<I, O> = { item: I; sinceMs: number; resolve(value: O): void; reject(error: unknown): void };

export function combine<I, O>(options: CombineOptions<I, O>): Combined<I, O> {
  const rowFault = options.isRowFault ?? isRowFault;
  const besideRows = Math.max(1, options.maxBatch >> 1);
  const gate: WaitGate | null = options.refusesBehind === undefined ? null : createWaitGate(WAIT_LIMITS);
  const turns = options.turns ?? createTurns();
  // The end of another cell's batch may start this one. Ids that are created in it must belong to this cell.
  const runHere = options.turns === undefined ? runBatch : AsyncLocalStorage.bind(runBatch);
  let queue: Waiting<I, O>[] = [];
  const underWaySinceMs = new Set<{ sinceMs: number }>();
  let inFlight = 0;
  let flushScheduled = false;
  const idleWaiters: (() => void)[] = [];

  async function runBatch(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const answers = await options.run(batch.map((waiting) => waiting.item));
      if (answers.length !== batch.length) throw new Error(`a batch of ${batch.length} got ${answers.length} answers`);
      for (let i = 0; i < batch.length; i++) batch[i]!.resolve(answers[i]!);
    } catch (error) {
      if (batch.length > 1 && rowFault(error)) {
        const half = batch.length >> 1;
        await runBatch(batch.slice(0, half));
        await runBatch(batch.slice(half));
        return;
      }
      for (const waiting of batch) waiting.reject(error);
    }
  }

  function isTime(): boolean {
    if (queue.length === 0 || turns.inFlight === 0) return queue.length > 0;
    if (turns.inFlight < options.maxInFlight && turns.waiting() >= besideRows) return true;
    return turns.inFlight > inFlight && inFlight === 0 && performance.now() - queue[0]!.sinceMs >= MAX_TURN_MS;
  }

  function begin(): void {
    while (isTime()) {
      const batch = queue.length <= options.maxBatch ? queue : queue.slice(0, options.maxBatch);
      queue = queue.length <= options.maxBatch ? [] : queue.slice(options.maxBatch);
      inFlight += 1;
      turns.inFlight += 1;
      // Not the call itself: tables that the set has outgrown would keep it and its request over many collections.
      const oldest = { sinceMs: batch[0]!.sinceMs };
      underWaySinceMs.add(oldest);
      void outsideOfTraces(() => runHere(batch)).then(() => {
        inFlight -= 1;
        turns.inFlight -= 1;
        underWaySinceMs.delete(oldest);
        turns.next();
        if (queue.length === 0 && inFlight === 0) for (const resolve of idleWaiters.splice(0)) resolve();
      });
    }
  }

  function flush(): void {
    flushScheduled = false;
    turns.next();
  }

  function waitMs(): number {
    return queue.length <= options.maxBatch ? 0 : performance.now() - queue[0]!.sinceMs;
  }

  function oldestMs(): number {
    return [...underWaySinceMs].reduce(
      (longest, { sinceMs }) => Math.max(longest, performance.now() - sinceMs),
      queue.length === 0 ? 0 : performance.now() - queue[0]!.sinceMs,
    );
  }

  function isTooSlow(nowMs: number): boolean {
    if (gate === null) return false;
    const longestMs = options.refusesBehind!.reduce((longest, behind) => Math.max(longest, behind.waitMs()), waitMs());
    return gate.refuses(longestMs, nowMs);
  }

  const call = (item: I): Promise<O> => {
    const sinceMs = performance.now();
    if (queue.length >= options.maxQueued || isTooSlow(sinceMs)) return Promise.reject(new Overloaded());
    return new Promise<O>((resolve, reject) => {
      queue.push({ item, sinceMs, resolve, reject });
      if (turns.inFlight > 0 && !isTime()) return turns.nextLater(); // These calls start when a batch in flight ends.
      if (queue.length >= EAGER_FLUSH_ROWS) flush();
      else if (!flushScheduled) {
        flushScheduled = true;
        setImmediate(flush);
      }
    });
  };

  turns.join({ waiting: () => queue.length, sinceMs: () => queue[0]!.sinceMs, begin });

  const { name } = options;
  const tracedCall =
    name === undefined
      ? call
      : (item: I): Promise<O> => (isTracing() ? traced(name, BATCH_SPAN, () => call(item)) : call(item));

  return Object.assign(tracedCall, {
    waitMs,
    oldestMs,
    drain: (): Promise<void> =>
      queue.length === 0 && inFlight === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => idleWaiters.push(resolve)),
  });
}
