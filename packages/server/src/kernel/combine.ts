import { AsyncLocalStorage } from "node:async_hooks";
import { isLockTimeout } from "./db/unavailable.ts";
import { isTracing, outsideOfTraces, traced } from "./tracing.ts";
import { createTurns, MAX_TURN_MS, type Turns } from "./turns.ts";
import { createWaitGate } from "./wait-gate.ts";

/**
 * Write-combining: concurrent calls of one function become batches.
 *
 *   call -> queue -> (16 queued, or the turn of the event loop ends) -> batch of at most `maxBatch` -> `run` -> each
 *   caller's own answer
 *
 * While a batch is in flight the queue grows, so a batch is as large as the load requires: a single caller waits for
 * nobody. A second batch starts beside it, up to `maxInFlight`, only when half a batch waits: smaller parallel batches
 * would cost more in total. The same queues of several cells take turns (turns.ts), and both numbers count all of them.
 * Every caller waits for the durable commit of its own batch. A batch that fails because of one row (`isRowFault`) was
 * rolled back whole, so it runs again in halves. Any other failure may have committed, so the batch never runs again.
 *
 * No organization waits for another (decision 49): more calls than fit are taken in turns. Organizations of a batch that
 * met a lock stand apart, each with batches of its own, until they have met none for LOCK_PATIENCE_MS; those of a batch
 * that takes longer than MAX_TURN_MS, until it ends.
 */
export type CombineOptions<I, O> = {
  /** The name of its spans in a trace; without a name, calls are not traced. */
  name?: string;
  /** Must not wait long for a lock (`BATCH_LOCK_TIMEOUT_MS`). */
  run(items: readonly I[]): Promise<readonly O[]>;
  /** Whose call it is; asked again after a lock, since `run` may have learned it. Absent: all are one's. */
  orgOf?: (item: I) => string;
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
  /** The age of the oldest call, of one organization or of all, while more wait than fit into the next batch. */
  waitMs(org?: string): number;
  /** How long calls have waited while nothing was written; calls that stand apart say nothing of the others. */
  stalledMs(): number;
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
/** A lock that lasts longer is reported: the claim of an `Idempotency-Key` must not end first (idempotency-store.ts). */
const LOCK_PATIENCE_MS = 10_000;
/** Requests of an organization that stands apart would otherwise use up the room of all. */
const MAX_BATCHES_APART = 4;
/** Calls that waited long go on in parts: all at once would take the processors from the others for half a second. */
const KEPT = { ms: 2_000, least: 2, share: 1 / 32, restMs: 50 };
const BATCH_SPAN = { kind: "client", attributes: { "db.system.name": "postgresql" } } as const;

/** A batch takes 10 to 20 ms under full load. The longest pause of a healthy disk is half a second. */
const WAIT_LIMITS = { targetMs: 200, patienceMs: 600, calmMs: 3_000 };

/** SQLSTATE classes that blame the data: data exception, integrity violation, errors of triggers and checks. */
const ROW_FAULT_CLASSES = new Set(["22", "23", "P0"]);

export function isRowFault(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" && code.length === 5 && ROW_FAULT_CLASSES.has(code.slice(0, 2));
}

type Place<I, O> = { calls: Waiting<I, O>[]; inFlight: number; lockedMs: number; isResting: boolean };
type Waiting<I, O> = { item: I; org: string; sinceMs: number; resolve(value: O): void; reject(error: unknown): void };

export function combine<I, O>(options: CombineOptions<I, O>): Combined<I, O> {
  const { name, maxBatch, maxInFlight, orgOf = () => "" } = options;
  const rowFault = options.isRowFault ?? isRowFault;
  const besideRows = Math.max(1, maxBatch >> 1);
  const gate = options.refusesBehind === undefined ? null : createWaitGate(WAIT_LIMITS);
  const turns = options.turns ?? createTurns();
  // The end of another cell's batch may start this one. Ids that are created in it must belong to this cell.
  const runHere = options.turns === undefined ? runBatch : AsyncLocalStorage.bind(runBatch);
  let queue: Waiting<I, O>[] = [];
  const apart = new Map<string, Place<I, O>>();
  let inFlight = 0;
  let besideInFlight = 0; // Batches of organizations that stand apart: no others wait for them.
  let movedMs = 0; // When something was written last, or began to wait.
  let lockError: unknown; // Of the last batch that met a lock.
  let flushScheduled = false;
  const idleWaiters: (() => void)[] = [];

  /** Returns the calls that a lock kept from being written. */
  async function runBatch(batch: readonly Waiting<I, O>[]): Promise<readonly Waiting<I, O>[]> {
    try {
      const answers = await options.run(batch.map((waiting) => waiting.item));
      if (answers.length !== batch.length) throw new Error(`a batch of ${batch.length} got ${answers.length} answers`);
      for (let i = 0; i < batch.length; i++) batch[i]!.resolve(answers[i]!);
      movedMs = performance.now();
      return [];
    } catch (error) {
      if (batch.length > 1 && rowFault(error)) {
        const half = batch.length >> 1;
        return [...(await runBatch(batch.slice(0, half))), ...(await runBatch(batch.slice(half)))];
      }
      if (isLockTimeout(error)) {
        lockError = error;
        return batch;
      }
      for (const waiting of batch) waiting.reject(error);
      return [];
    }
  }

  function isTime(): boolean {
    if (queue.length === 0 || turns.inFlight === 0) return queue.length > 0;
    return turns.inFlight < maxInFlight && turns.waiting() >= besideRows;
  }

  function takeBatch(): Waiting<I, O>[] {
    if (queue.length > maxBatch) {
      const callsOf = new Map<string, number>();
      const rounds = queue.map(({ org }) => callsOf.set(org, (callsOf.get(org) ?? 0) + 1).get(org)!);
      const inTurns = [...queue.keys()].sort((one, other) => rounds[one]! - rounds[other]!);
      queue = inTurns.map((index) => queue[index]!);
    }
    return queue.splice(0, maxBatch);
  }

  function begin(): void {
    while (isTime()) {
      turns.inFlight += 1;
      fly(takeBatch(), []);
    }
    for (const [org, place] of apart) {
      if (besideInFlight >= maxInFlight) return;
      const isOnlyOne = apart.size === 1 && place.calls.length >= besideRows;
      if (place.calls.length === 0 || (place.inFlight > 0 && !isOnlyOne) || place.isResting) continue;
      apart.delete(org); // The others are before it the next time.
      apart.set(org, place);
      place.inFlight += 1;
      besideInFlight += 1;
      let size = maxBatch;
      if (isOlder(place.calls[0]!.sinceMs, KEPT.ms)) {
        size = Math.min(maxBatch, KEPT.least + Math.floor(place.calls.length * KEPT.share));
        place.isResting = true;
        setTimeout(() => {
          place.isResting = false;
          begin();
        }, KEPT.restMs);
      }
      fly(place.calls.splice(0, size), [org]);
    }
  }

  /** `held`: the organizations that stand apart because of this batch. */
  function fly(batch: readonly Waiting<I, O>[], held: string[]): void {
    inFlight += 1;
    const timer = setTimeout(() => {
      if (held.length > 0 || besideInFlight >= maxInFlight) return;
      for (const { org } of batch) hold(org, held);
      turns.inFlight -= 1;
      besideInFlight += 1;
      turns.next();
    }, MAX_TURN_MS);
    void outsideOfTraces(() => runHere(batch)).then((kept) => {
      clearTimeout(timer);
      inFlight -= 1;
      if (held.length > 0) besideInFlight -= 1;
      else turns.inFlight -= 1;
      for (const waiting of kept) hold((waiting.org = orgOf(waiting.item)), held);
      for (const org of held) {
        const [place, again] = [apart.get(org)!, kept.filter((waiting) => waiting.org === org)];
        place.inFlight -= 1;
        place.calls.unshift(...again);
        if (again.length > 0) place.lockedMs = performance.now();
        const late =
          again.length === 0 ? -1 : place.calls.findLastIndex(({ sinceMs }) => isOlder(sinceMs, LOCK_PATIENCE_MS));
        for (const waiting of place.calls.splice(0, late + 1)) waiting.reject(lockError);
      }
      rejoin();
      turns.next();
      begin();
      if (isIdle()) for (const resolve of idleWaiters.splice(0)) resolve();
    });
  }

  function hold(org: string, held: string[]): void {
    if (held.includes(org)) return;
    held.push(org);
    const calls = queue.filter((waiting) => waiting.org === org);
    const place = apart.get(org) ?? { calls, inFlight: 0, lockedMs: Number.NEGATIVE_INFINITY, isResting: false };
    place.inFlight += 1;
    apart.set(org, place);
    queue = queue.filter((waiting) => waiting.org !== org);
  }

  const isOlder = (sinceMs: number, thanMs: number): boolean => performance.now() - sinceMs >= thanMs;

  function rejoin(): void {
    for (const [org, place] of apart) {
      if (place.inFlight > 0 || !isOlder(place.lockedMs, LOCK_PATIENCE_MS)) continue;
      apart.delete(org);
      queue.unshift(...place.calls);
    }
  }

  const isStill = (): boolean => queue.length === 0 && inFlight === besideInFlight;
  const isIdle = (): boolean => isStill() && inFlight === 0 && apart.values().every(({ calls }) => calls.length === 0);

  function flush(): void {
    flushScheduled = false;
    turns.next();
  }

  function waitMs(org?: string): number {
    const calls = apart.get(org ?? "")?.calls ?? queue;
    const first = calls.length <= maxBatch ? undefined : calls.find((one) => org === undefined || one.org === org);
    return first === undefined ? 0 : performance.now() - first.sinceMs;
  }

  function isTooSlow(org: string, nowMs: number): boolean {
    if (gate === null) return false;
    const longestMs = (of?: string): number =>
      options.refusesBehind!.reduce((ms, behind) => Math.max(ms, behind.waitMs(of)), waitMs(of));
    const ownMs = longestMs(org);
    const isFull = (apart.get(org)?.calls.length ?? 0) >= MAX_BATCHES_APART * maxBatch;
    return (isFull || gate.refuses(Math.max(ownMs, longestMs()), nowMs)) && ownMs > WAIT_LIMITS.targetMs;
  }

  const call = (item: I): Promise<O> => {
    const sinceMs = performance.now();
    const org = orgOf(item);
    if (queue.length >= options.maxQueued || isTooSlow(org, sinceMs)) return Promise.reject(new Overloaded());
    return new Promise<O>((resolve, reject) => {
      const place = apart.get(org);
      if (isStill()) movedMs = sinceMs;
      (place?.calls ?? queue).push({ item, org, sinceMs, resolve, reject });
      if (place !== undefined) return begin();
      if (turns.inFlight > 0 && !isTime()) return; // These calls start when a batch in flight ends.
      if (queue.length >= EAGER_FLUSH_ROWS) flush();
      else if (!flushScheduled) {
        flushScheduled = true;
        setImmediate(flush);
      }
    });
  };

  turns.join({ waiting: () => queue.length, sinceMs: () => queue[0]!.sinceMs, begin });

  const tracedCall = (item: I): Promise<O> =>
    name !== undefined && isTracing() ? traced(name, BATCH_SPAN, () => call(item)) : call(item);

  return Object.assign(tracedCall, {
    waitMs,
    stalledMs: () => (isStill() ? 0 : performance.now() - movedMs),
    drain: (): Promise<void> =>
      isIdle() ? Promise.resolve() : new Promise<void>((resolve) => idleWaiters.push(resolve)),
  });
}
