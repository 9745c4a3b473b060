import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { silentLog } from "@corridor/test/harness/database.ts";
import type { AttemptResult } from "./queue-queries.ts";
import { createResultBatches } from "./result-batches.ts";

/** The pauses between retries use the real clock. */
const PATIENCE_MS = 10_000;
const TAKEN_OVER = "taken over";
type Write = { rows: AttemptResult[]; done: string[] };

// Only the timers under test are faked, because servers of other tests in this process use the clock too.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function resultOf(claimId: string, body = "ok"): AttemptResult {
  return {
    delivery: { claim: { claim_id: claimId }, delivery_id: newId() } as AttemptResult["delivery"],
    status: "delivered",
    dueAt: null,
    startedAt: new Date(),
    latencyMs: 1,
    statusCode: 200,
    failure: null,
    responseBody: body,
  };
}

function collector(fail: (write: Write) => unknown = () => undefined) {
  const writes: Write[] = [];
  const recorded: AttemptResult[] = [];
  const lost: AttemptResult[] = [];
  const failures: unknown[] = [];
  const batches = createResultBatches({
    log: silentLog,
    maxBatch: 4,
    write: async (rows, done) => {
      const write = { rows: [...rows], done: [...done] };
      const error = fail(write);
      if (error !== undefined) throw error;
      writes.push(write);
      return new Set(rows.filter(({ delivery }) => delivery.claim.claim_id !== TAKEN_OVER));
    },
    written: (batch, those) => {
      for (const result of batch) (those.has(result) ? recorded : lost).push(result);
    },
    failed: (batch, error) => void failures.push(...batch.map(() => error)),
  });
  return { writes, recorded, lost, failures, batches };
}

const rowFault = () => Object.assign(new Error("invalid text"), { code: "22P05" });

describe("results", () => {
  test("are written together when there are enough, or when they have lingered", async () => {
    const { writes, recorded, batches } = collector();
    batches.add(Array.from({ length: 6 }, () => resultOf("claim")));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writes.map(({ rows }) => rows.length)).toEqual([4, 2]);
    batches.add([resultOf("claim")]);
    expect(writes).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20);
    expect(writes).toHaveLength(3);
    expect(recorded).toHaveLength(7);
  });

  test("are written at once when nothing is on the wire that could join them", async () => {
    const { writes, batches } = collector();
    batches.add([resultOf("claim")]);
    batches.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(writes).toHaveLength(1);
  });

  test("whose claim had been taken over are told apart from those that were recorded", async () => {
    const { recorded, lost, batches } = collector();
    const [kept, gone] = [resultOf("claim"), resultOf(TAKEN_OVER)];
    batches.add([kept, gone]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([recorded, lost]).toEqual([[kept], [gone]]);
  });

  test("end their claim with its last one, and never before", async () => {
    const { writes, batches } = collector();
    batches.expect("claim", 5);
    batches.add(Array.from({ length: 5 }, () => resultOf("claim")));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writes.map(({ done }) => done)).toEqual([[], ["claim"]]);
  });

  test("do not wait for deliveries that were given back", async () => {
    const { writes, batches } = collector();
    batches.expect("claim", 3);
    batches.forget("claim", 2);
    batches.add([resultOf("claim")]);
    batches.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(writes[0]!.done).toEqual(["claim"]);
  });

  test("one that cannot be stored is recorded without the receiver's words, and the others are not harmed", async () => {
    const { writes, recorded, batches } = collector(({ rows }) =>
      rows.some(({ responseBody }) => responseBody === "bad") ? rowFault() : undefined,
    );
    batches.expect("claim", 4);
    const all = ["ok", "bad", "ok", "ok"].map((body) => resultOf("claim", body));
    batches.add(all);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(recorded.map(({ delivery }) => delivery)).toEqual(all.map(({ delivery }) => delivery));
    expect(writes.flatMap(({ rows }) => rows.map(({ responseBody }) => responseBody)).sort()).toEqual([
      "",
      "ok",
      "ok",
      "ok",
    ]);
    // Its claim is left to expire.
    expect(writes.flatMap(({ done }) => done)).toEqual([]);
  });

  test("are written again when the database was away for a moment", async () => {
    let failures = 2;
    const { writes, recorded, batches } = collector(() => (failures-- > 0 ? new Error("connection lost") : undefined));
    batches.add([resultOf("claim"), resultOf("claim")]);
    await vi.waitFor(() => expect(recorded).toHaveLength(2), PATIENCE_MS);
    expect(writes).toHaveLength(1);
  });

  test("fail when the database stays away, and later ones are tried again", async () => {
    let isAway = true;
    const { writes, recorded, failures, batches } = collector(() =>
      isAway ? new Error("connection lost") : undefined,
    );
    batches.add([resultOf("claim"), resultOf("claim")]);
    await vi.waitFor(
      () => expect(failures).toEqual([new Error("connection lost"), new Error("connection lost")]),
      PATIENCE_MS,
    );
    isAway = false;
    batches.add([resultOf("claim")]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(recorded).toHaveLength(1);
    expect(writes).toHaveLength(1);
  });
});
