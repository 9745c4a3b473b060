import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { combine, isRowFault, Overloaded } from "./combine.ts";
import { cellDigitsOf, inCell, newId } from "@corridor/base/ids.ts";
import { DatabaseUnavailable } from "./db/unavailable.ts";
import { createTurns, MAX_TURN_MS } from "./turns.ts";

const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** `performance.now` alone, since servers of this process measure their event loop by the rest of `performance`. */
function stepTime(...timers: ("setTimeout" | "clearTimeout")[]): void {
  const beginMs = Math.round(performance.now());
  vi.useFakeTimers({ toFake: ["Date", ...timers], now: 0 });
  vi.spyOn(performance, "now").mockImplementation(() => beginMs + Date.now());
}

function stopStepping(): void {
  vi.useRealTimers();
  vi.restoreAllMocks();
}

function rowFault(): Error {
  return Object.assign(new Error("violates check constraint"), { code: "23514" });
}

describe("combine", () => {
  test("each caller gets the answer to its own item, in batches no larger than allowed and no more at once than allowed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer(), { minLength: 1, maxLength: 200 }),
        fc.integer({ min: 1, max: 64 }),
        fc.integer({ min: 1, max: 3 }),
        async (items, maxBatch, maxInFlight) => {
          let running = 0;
          let mostRunning = 0;
          let largest = 0;
          const double = combine<number, number>({
            maxBatch,
            maxInFlight,
            maxQueued: 1_000,
            run: async (batch) => {
              running += 1;
              mostRunning = Math.max(mostRunning, running);
              largest = Math.max(largest, batch.length);
              await later();
              running -= 1;
              return batch.map((n) => n * 2);
            },
          });
          expect(await Promise.all(items.map((n) => double(n)))).toEqual(items.map((n) => n * 2));
          expect(largest).toBeLessThanOrEqual(maxBatch);
          expect(mostRunning).toBeLessThanOrEqual(maxInFlight);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("items reach the writer in the order of the calls when one batch runs at a time", async () => {
    const seen: number[] = [];
    const write = combine<number, null>({
      maxBatch: 7,
      maxInFlight: 1,
      maxQueued: 1_000,
      run: async (batch) => {
        seen.push(...batch);
        await later();
        return batch.map(() => null);
      },
    });
    await Promise.all(Array.from({ length: 100 }, (_, i) => write(i)));
    expect(seen).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  test("a bad row fails alone: every other caller of its batch succeeds, whichever rows are bad", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 80 }), async (badRows) => {
        const committed: number[] = [];
        const write = combine<number, number>({
          maxBatch: 64,
          maxInFlight: 2,
          maxQueued: 1_000,
          run: async (batch) => {
            await later();
            if (batch.some((i) => badRows[i])) throw rowFault();
            committed.push(...batch);
            return batch.slice();
          },
        });
        const results = await Promise.allSettled(badRows.map((_, i) => write(i)));
        expect(results.map((r) => r.status === "rejected")).toEqual(badRows);
        expect(committed.toSorted((a, b) => a - b)).toEqual(badRows.flatMap((bad, i) => (bad ? [] : [i])));
      }),
      { numRuns: 100 },
    );
  });

  test("a failure that may have committed is reported to the whole batch and never run again", async () => {
    let runs = 0;
    const write = combine<number, number>({
      maxBatch: 64,
      maxInFlight: 1,
      maxQueued: 100,
      run: () => {
        runs += 1;
        return Promise.reject(new Error("Connection terminated unexpectedly"));
      },
    });
    const results = await Promise.allSettled([write(1), write(2), write(3)]);
    expect(results.every((r) => r.status === "rejected")).toBe(true);
    expect(runs).toBe(1);
  });

  test("a second batch goes beside the one under way when half a batch is waiting, and not before", async () => {
    const gate = Promise.withResolvers<void>();
    const begun: number[] = [];
    const write = combine<number, null>({
      maxBatch: 8,
      maxInFlight: 2,
      maxQueued: 100,
      run: async (batch) => {
        begun.push(batch.length);
        await gate.promise;
        return batch.map(() => null);
      },
    });
    const calls = [write(0)];
    await later();
    await later();
    for (let i = 0; i < 3; i++) calls.push(write(i));
    await later();
    await later();
    expect(begun).toEqual([1]);
    calls.push(write(4));
    await later();
    expect(begun).toEqual([1, 4]);
    calls.push(...Array.from({ length: 8 }, (_, i) => write(i)));
    await later();
    expect(begun).toEqual([1, 4]); // Two batches in flight are allowed.
    gate.resolve();
    await Promise.all(calls);
    expect(begun).toEqual([1, 4, 8]);
  });

  test("calls beyond the queue's limit are refused at once, and the queue works on", async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const write = combine<number, number>({
      maxBatch: 1,
      maxInFlight: 1,
      maxQueued: 2,
      run: async (batch) => {
        await gate;
        return batch.slice();
      },
    });
    const first = write(0);
    await later();
    await later();
    const queued = [write(1), write(2)];
    await expect(write(3)).rejects.toBeInstanceOf(Overloaded);
    release();
    expect(await Promise.all([first, ...queued])).toEqual([0, 1, 2]);
  });

  test("drain waits for everything that was queued before it", async () => {
    let done = 0;
    const write = combine<number, null>({
      maxBatch: 2,
      maxInFlight: 1,
      maxQueued: 100,
      run: async (batch) => {
        await later();
        done += batch.length;
        return batch.map(() => null);
      },
    });
    const calls = Array.from({ length: 9 }, (_, i) => write(i));
    await write.drain();
    expect(done).toBe(9);
    await Promise.all(calls);
  });

  test("only errors that name the data count as a row's fault", () => {
    expect(isRowFault(rowFault())).toBe(true);
    expect(isRowFault(Object.assign(new Error("timeout"), { code: "57014" }))).toBe(false);
    expect(isRowFault(Object.assign(new Error("reset"), { code: "ECONNRESET" }))).toBe(false);
    expect(isRowFault(null)).toBe(false);
  });
});

describe("queues of several cells that take turns", () => {
  beforeEach(() => stepTime("setTimeout"));
  afterEach(stopStepping);

  function cellsThatTakeTurns() {
    const turns = createTurns();
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const queueOf = (cell: number) =>
      inCell(cell, () =>
        combine<number, number>({
          maxBatch: 8,
          maxInFlight: 2,
          maxQueued: 100,
          turns,
          run: (batch) => {
            begun.push(`cell ${cell}: ${batch.length}, ids of ${cellDigitsOf(newId())}`);
            return new Promise((resolve) => ends.push(() => resolve(batch)));
          },
        }),
      );
    const cells = [1, 2, 3].map(queueOf);
    return {
      call: (cell: number) => (vi.advanceTimersByTime(1), cells[cell - 1]!(0)),
      begun,
      endBatch: async () => (ends.shift()?.(), await later()),
    };
  }

  test("grow while another one's batch is written, and begin in the order in which they waited", async () => {
    const { call, begun, endBatch } = cellsThatTakeTurns();
    const calls = [call(3)];
    await later();
    calls.push(call(2), call(1), call(2));
    await later();
    expect(begun).toEqual(["cell 3: 1, ids of 3"]);
    await endBatch();
    expect(begun.slice(1)).toEqual(["cell 2: 2, ids of 2"]);
    await endBatch();
    expect(begun.slice(2)).toEqual(["cell 1: 1, ids of 1"]);
    await endBatch();
    expect(await Promise.all(calls)).toHaveLength(4);
  });

  test("are as many at once as one queue would have, counted over all of them", async () => {
    const { call, begun, endBatch } = cellsThatTakeTurns();
    const calls = [call(1)];
    await later();
    calls.push(call(2), call(2), call(3), call(3), call(1)); // More than half a batch waits.
    await later();
    expect(begun).toEqual(["cell 1: 1, ids of 1", "cell 2: 2, ids of 2"]);
    for (let i = 0; i < 4; i++) await endBatch();
    expect(await Promise.all(calls)).toHaveLength(6);
  });

  test("do not wait long for a batch of another cell, which may wait for a lock there", async () => {
    const { call, begun } = cellsThatTakeTurns();
    void call(1);
    await later();
    void call(2);
    await later();
    expect(begun).toEqual(["cell 1: 1, ids of 1"]);
    vi.advanceTimersByTime(MAX_TURN_MS);
    expect(begun).toEqual(["cell 1: 1, ids of 1", "cell 2: 1, ids of 2"]);
    void call(2); // Its own cell's batch is waited for, as ever.
    vi.advanceTimersByTime(10 * MAX_TURN_MS);
    expect(begun).toHaveLength(2);
  });
});

describe("organizations that share a queue", () => {
  beforeEach(() => stepTime("setTimeout", "clearTimeout"));
  afterEach(stopStepping);

  /** Calls are named by organization and number. A batch ends when the test says so; one that meets a lock, by itself. */
  function sharedQueue(limits: { maxBatch?: number; refusesBehind?: [] } = {}) {
    const locked = new Set<string>();
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const write = combine<string, string>({
      maxBatch: 8,
      maxInFlight: 2,
      maxQueued: 1_000,
      ...limits,
      orgOf: (name) => name[0]!,
      async run(batch) {
        begun.push(batch.join(" "));
        await later();
        if (batch.some((name) => locked.has(name[0]!))) throw new DatabaseUnavailable("55P03");
        await new Promise<void>((resolve) => ends.push(resolve));
        return batch;
      },
    });
    const settle = async (turns = 8): Promise<void> => {
      for (let turn = 0; turn < turns; turn++) await later();
    };
    return { write, locked, begun, settle, endBatch: async () => (ends.shift()?.(), await settle()) };
  }

  test("are written without the one whose lock is held, which is written when it is free", async () => {
    const { write, locked, begun, settle, endBatch } = sharedQueue();
    locked.add("a");
    const calls = [write("a1"), write("b1"), write("c1")];
    await settle();
    for (let n = 0; n < 2; n++) await endBatch();
    expect(await Promise.all(calls.slice(1))).toEqual(["b1", "c1"]);
    calls.push(write("a2"), write("b2"));
    await settle();
    await endBatch();
    expect(await calls[4]).toBe("b2");
    expect(begun.filter((batch) => batch.includes("a") && /[bc]/.test(batch))).toEqual(["a1 b1 c1"]);
    expect(write.stalledMs()).toBe(0); // What is free is written.
    const drained = write.drain();
    locked.clear();
    for (let n = 0; n < 2; n++) await settle().then(endBatch);
    expect(await Promise.all([...calls, drained])).toHaveLength(6);
  });

  test("stay apart for a while after a lock, since it is rarely the last one, and then share batches again", async () => {
    const { write, locked, begun, settle, endBatch } = sharedQueue();
    const writeBoth = async (...names: string[]): Promise<void> => {
      const calls = names.map((name) => write(name));
      await settle();
      for (let n = 0; n < 2; n++) await endBatch();
      await Promise.all(calls);
    };
    locked.add("a");
    const first = write("a1");
    await settle();
    locked.clear();
    await settle().then(endBatch);
    await first;
    begun.length = 0;
    await writeBoth("a2", "b2");
    expect(begun.toSorted()).toEqual(["a2", "b2"]);
    await write.drain();
    vi.advanceTimersByTime(10_000);
    await writeBoth("a3", "b3");
    begun.length = 0;
    await writeBoth("a4", "b4");
    expect(begun).toEqual(["a4 b4"]);
  });

  test("are refused more than four batches behind a lock, and nothing once what waits is written", async () => {
    const { write, locked, settle, endBatch } = sharedQueue({ maxBatch: 4, refusesBehind: [] });
    locked.add("a");
    const calls = [write("a")];
    await settle();
    calls.push(...Array.from({ length: 20 }, () => write("a")));
    vi.advanceTimersByTime(300);
    await expect(write("a")).rejects.toBeInstanceOf(Overloaded);
    calls.push(write("b"));
    locked.clear();
    for (let n = 0; n < 16; n++) await settle().then(endBatch);
    expect(await Promise.all(calls)).toHaveLength(22);
    calls.push(...Array.from({ length: 20 }, () => write("a")));
    for (let n = 0; n < 16; n++) await settle().then(endBatch);
    expect(await Promise.all(calls)).toHaveLength(42);
  });

  test("go on a few at a time after a long lock, with rests, so that the others keep their pace", async () => {
    const { write, locked, begun, settle, endBatch } = sharedQueue({ maxBatch: 32 });
    locked.add("a");
    const calls = [write("a")];
    await settle();
    calls.push(...Array.from({ length: 31 }, () => write("a")));
    vi.advanceTimersByTime(3_000);
    locked.clear();
    await settle();
    begun.length = 0;
    await endBatch();
    expect(begun).toEqual([]); // It rests.
    for (let n = 0; n < 16; n++) {
      vi.advanceTimersByTime(50);
      await settle().then(endBatch);
    }
    expect(await Promise.all(calls)).toHaveLength(32);
    expect(Math.max(...begun.map((batch) => batch.split(" ").length))).toBeLessThanOrEqual(3);
  });

  test("learn of a lock that is held for too long, each call after its own patience", async () => {
    const { write, locked, settle } = sharedQueue();
    locked.add("a");
    const failed: string[] = [];
    const call = (name: string): Promise<unknown> =>
      write(name).catch((error: DatabaseUnavailable) => failed.push(`${name} ${error.reason}`));
    const calls = [call("a1")];
    await settle();
    vi.advanceTimersByTime(9_000);
    calls.push(call("a2"));
    await settle();
    expect(failed).toEqual([]);
    vi.advanceTimersByTime(1_000);
    await settle();
    expect(failed).toEqual(["a1 55P03"]);
    vi.advanceTimersByTime(9_000);
    await Promise.all([...calls, write.drain()]);
    expect(failed).toEqual(["a1 55P03", "a2 55P03"]);
  });

  test("do not wait for a slow batch of others, and wait for their own", async () => {
    const { write, begun, settle, endBatch } = sharedQueue();
    const calls = [write("a1")];
    await settle();
    calls.push(write("a2"), write("b1"));
    await settle();
    expect(begun).toEqual(["a1"]);
    vi.advanceTimersByTime(MAX_TURN_MS);
    expect(begun).toEqual(["a1", "b1"]);
    calls.push(write("a3"));
    for (let n = 0; n < 3; n++) await settle().then(endBatch);
    expect(begun.slice(2)).toEqual(["a2 a3"]);
    expect(await Promise.all(calls)).toEqual(["a1", "a2", "b1", "a3"]);
  });

  test("take turns when more waits than fits, and only the one that is late itself is refused", async () => {
    const { write, begun, settle, endBatch } = sharedQueue({ maxBatch: 4, refusesBehind: [] });
    const calls = Array.from({ length: 12 }, (_, n) => write(`a${n}`));
    await settle();
    calls.push(write("b0"));
    await endBatch();
    expect(begun.at(-1)).toMatch(/^a\d+ b0 /);
    vi.advanceTimersByTime(300);
    calls.push(...Array.from({ length: 8 }, () => write("a")));
    vi.advanceTimersByTime(1_000);
    await expect(write("a")).rejects.toBeInstanceOf(Overloaded);
    calls.push(write("c0"));
    for (let n = 0; n < 8; n++) await endBatch();
    expect(await Promise.all(calls)).toHaveLength(22);
  });
});

describe("a queue that is too slow", () => {
  const LIMITS = { maxBatch: 1, maxInFlight: 1, maxQueued: 1_000 };
  const PATIENCE_MS = 1_000;
  beforeEach(() => stepTime());
  afterEach(stopStepping);

  /** Its batches end when the test says so. */
  function gatedQueue(options: { refusesBehind?: readonly { waitMs(): number }[] }) {
    const ends: (() => void)[] = [];
    const queue = combine<number, number>({
      ...LIMITS,
      ...options,
      run: (batch) => new Promise((resolve) => ends.push(() => resolve(batch))),
    });
    return { queue, endBatch: () => ends.shift()?.() };
  }

  async function threeCalls(queue: (item: number) => Promise<number>): Promise<Promise<number>[]> {
    // One batch is in flight, and more calls than fit into a batch are waiting.
    const calls = [queue(1), queue(2), queue(3)];
    await later();
    return calls;
  }

  test("refuses calls while its oldest one waits, and takes them again when it is answered", async () => {
    const { queue, endBatch } = gatedQueue({ refusesBehind: [] });
    const calls = await threeCalls(queue);
    vi.advanceTimersByTime(300);
    calls.push(queue(4)); // Slow, but possibly only for a moment.
    vi.advanceTimersByTime(PATIENCE_MS);
    await expect(queue(5)).rejects.toThrow(Overloaded);
    for (let i = 0; i < 4; i++) {
      endBatch();
      await later();
      await later();
    }
    expect(await Promise.all(calls)).toEqual([1, 2, 3, 4]);
    const again = queue(6);
    await later();
    endBatch();
    expect(await again).toBe(6);
  });

  test("also holds back the queue before it, which is itself empty", async () => {
    const { queue: behind } = gatedQueue({});
    const { queue: front } = gatedQueue({ refusesBehind: [behind] });
    void (await threeCalls(behind));
    vi.advanceTimersByTime(300);
    void front(1);
    vi.advanceTimersByTime(PATIENCE_MS);
    await expect(front(2)).rejects.toThrow(Overloaded);
  });

  test("never refuses what was begun elsewhere", async () => {
    const { queue, endBatch } = gatedQueue({});
    const calls = await threeCalls(queue);
    for (let i = 4; i < 7; i++) {
      vi.advanceTimersByTime(PATIENCE_MS);
      calls.push(queue(i));
    }
    for (let i = 0; i < 6; i++) {
      endBatch();
      await later();
      await later();
    }
    expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("takes calls as long as the next batch takes all that wait, however long that one takes to begin", async () => {
    const { queue } = gatedQueue({ refusesBehind: [] });
    void queue(1);
    await later();
    vi.advanceTimersByTime(10 * PATIENCE_MS);
    void queue(2);
    vi.advanceTimersByTime(10 * PATIENCE_MS);
    void queue(3);
    expect([queue.waitMs() > 0, queue.stalledMs()]).toEqual([true, 20 * PATIENCE_MS]);
  });
});
