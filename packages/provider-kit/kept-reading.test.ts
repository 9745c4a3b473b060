import { expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createLatestReading } from "./kept-reading.ts";

test("the latest reading is never waited for, is renewed when it is old, and counts for its time while it cannot be", async () => {
  const clock = new SteppedClock();
  let answer: number | Error = 1;
  let readings = 0;
  const read = async () => {
    readings += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const { latest, settled } = createLatestReading(read, clock, { refreshAfterMs: 60_000, countsForMs: 300_000 });
  expect([latest(), latest()]).toEqual([undefined, undefined]);
  await settled();
  expect([latest(), readings]).toEqual([1, 1]);
  answer = 2;
  clock.advance(60_000);
  expect([latest(), latest()]).toEqual([1, 1]);
  await settled();
  expect([latest(), readings]).toEqual([2, 2]);
  answer = new Error("no answer");
  clock.advance(299_999);
  expect(latest()).toBe(2);
  await settled();
  // A failed reading is retried after a pause, and not at every call.
  expect([latest(), latest(), readings]).toEqual([2, 2, 3]);
  clock.advance(10_000);
  expect(latest()).toBeUndefined();
  await settled();
  expect(readings).toBe(4);
});
