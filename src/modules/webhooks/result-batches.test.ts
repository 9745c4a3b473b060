import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { silentLog } from "#test/harness/database.ts";
import type { AttemptResult } from "./queue-queries.ts";
import { createResultBatches } from "./result-batches.ts";

type Write = { rows: AttemptResult[]; done: string[] };

beforeEach(() => void vi.useFakeTimers());
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
  const batches = createResultBatches({
    log: silentLog,
    maxBatch: 4,
    write: async (rows, done) => {
      const write = { rows: [...rows], done: [...done] };
      const error = fail(write);
      if (error !== undefined) throw error;
      writes.push(write);
      return rows.map(() => true);
    },
  });
  return { writes, batches };
}

const rowFault = () => Object.assign(new Error("invalid text"), { code: "22P05" });

describe("results", () => {
  test("are written together when there are enough, or when they have lingered", async () => {
    const { writes, batches } = collector();
    const all = Array.from({ length: 6 }, () => batches.add(resultOf("claim")));
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(all);
    expect(writes.map(({ rows }) => rows.length)).toEqual([4, 2]);
    const single = batches.add(resultOf("claim"));
    expect(writes).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20);
    await single;
    expect(writes).toHaveLength(3);
  });

  test("are written at once when nothing is on the wire that could join them", async () => {
    const { writes, batches } = collector();
    const single = batches.add(resultOf("claim"));
    batches.flush();
    await single;
    expect(writes).toHaveLength(1);
  });

  test("end their claim with its last one, and never before", async () => {
    const { writes, batches } = collector();
    batches.expect("claim", 5);
    const all = Array.from({ length: 5 }, () => batches.add(resultOf("claim")));
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(all);
    expect(writes.map(({ done }) => done)).toEqual([[], ["claim"]]);
  });

  test("do not wait for deliveries that were given back", async () => {
    const { writes, batches } = collector();
    batches.expect("claim", 3);
    batches.forget("claim", 2);
    const single = batches.add(resultOf("claim"));
    batches.flush();
    await single;
    expect(writes[0]!.done).toEqual(["claim"]);
  });

  test("one that cannot be stored is recorded without the receiver's words, and the others are not harmed", async () => {
    const { writes, batches } = collector(({ rows }) => (rows.some(({ responseBody }) => responseBody === "bad") ? rowFault() : undefined));
    batches.expect("claim", 4);
    const all = ["ok", "bad", "ok", "ok"].map((body) => batches.add(resultOf("claim", body)));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(all)).toEqual([true, true, true, true]);
    expect(writes.flatMap(({ rows }) => rows.map(({ responseBody }) => responseBody)).sort()).toEqual(["", "ok", "ok", "ok"]);
    // Its claim is left to its time.
    expect(writes.flatMap(({ done }) => done)).toEqual([]);
  });

  test("are written again when the database was away for a moment", async () => {
    let failures = 2;
    const { writes, batches } = collector(() => (failures-- > 0 ? new Error("connection lost") : undefined));
    const all = [batches.add(resultOf("claim")), batches.add(resultOf("claim"))];
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await Promise.all(all)).toEqual([true, true]);
    expect(writes).toHaveLength(1);
  });

  test("fail for their callers when the database stays away, and later ones are tried again", async () => {
    let isAway = true;
    const { writes, batches } = collector(() => (isAway ? new Error("connection lost") : undefined));
    const lost = expect(batches.add(resultOf("claim"))).rejects.toThrow("connection lost");
    await vi.advanceTimersByTimeAsync(10_000);
    await lost;
    isAway = false;
    const next = batches.add(resultOf("claim"));
    await vi.advanceTimersByTimeAsync(1_000);
    await next;
    expect(writes).toHaveLength(1);
  });
});
