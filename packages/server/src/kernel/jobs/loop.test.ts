import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLogger } from "../log.ts";
import { createMetrics } from "../metrics.ts";
import { type Job, runJobs } from "./loop.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(job: Pick<Job, "intervalMs" | "isStandby" | "fullRun">, fails = false) {
  let work = 0;
  let runs = 0;
  const runOnce = async (): Promise<number> => {
    runs += 1;
    if (fails) throw new Error("it fails");
    return work-- > 0 ? 1 : 0;
  };
  const jobs = runJobs([{ name: "job", runOnce, ...job }], createLogger({ level: "silent" }), createMetrics());
  return {
    /** How often the job ran within this time. */
    async runsWithin(ms: number): Promise<number> {
      const before = runs;
      await vi.advanceTimersByTimeAsync(ms);
      return runs - before;
    },
    give: (more: number) => void (work = more),
    async [Symbol.asyncDispose]() {
      await jobs.stop();
    },
  };
}

test("a job that finds nothing runs once in its interval", async () => {
  await using job = start({ intervalMs: 100 });
  await job.runsWithin(0);
  expect(await job.runsWithin(1_000)).toBe(10);
});

test("a job that runs once an hour and fails is tried again within five minutes, so that its alert sees it fail again", async () => {
  await using job = start({ intervalMs: 60 * 60_000 }, true);
  await job.runsWithin(0);
  expect(await job.runsWithin(60 * 60_000)).toBe(12);
});

test("a job on standby looks a tenth as often", async () => {
  await using job = start({ intervalMs: 100, isStandby: () => true });
  await job.runsWithin(0);
  expect(await job.runsWithin(10_000)).toBe(10);
});

test("a job on standby looks every five seconds at least, unless its own interval is longer", async () => {
  await using often = start({ intervalMs: 1_000, isStandby: () => true });
  await using seldom = start({ intervalMs: 60_000, isStandby: () => true });
  await Promise.all([often.runsWithin(0), seldom.runsWithin(0)]);
  expect(await often.runsWithin(60_000)).toBe(12);
  expect(await seldom.runsWithin(540_000)).toBe(9);
});

test("a job on standby that has found work goes on until nothing is left", async () => {
  await using job = start({ intervalMs: 100, isStandby: () => true });
  await job.runsWithin(0);
  job.give(7);
  expect(await job.runsWithin(1_500)).toBe(8);
});

test("a job that did less than a full run waits for its interval", async () => {
  await using job = start({ intervalMs: 100, fullRun: 2 });
  await job.runsWithin(0);
  job.give(1_000);
  expect(await job.runsWithin(1_000)).toBe(10);
});

test("a job whose process takes over runs as often as its interval says", async () => {
  let isStandby = true;
  await using job = start({ intervalMs: 100, isStandby: () => isStandby });
  await job.runsWithin(0);
  isStandby = false;
  await job.runsWithin(1_000);
  expect(await job.runsWithin(1_000)).toBe(10);
});
