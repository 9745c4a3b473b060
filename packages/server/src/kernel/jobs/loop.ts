import { FIRST_CELL } from "@corridor/base/ids.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { tracedRoot } from "../tracing.ts";

/** `runOnce` does the work that is due and returns how much: again at once while there may be more; tests step it. */
export type Job = {
  readonly name: string;
  /** How metrics and log call a job of a further cell, whose name is unique in the process by another ending. */
  readonly known?: { readonly name: string; readonly cell: number };
  readonly intervalMs: number;
  runOnce(): Promise<number>;
  /**
   * A run that did less has left nothing; by default one that did nothing. For jobs whose work arrives with every
   * payment: a run right after the other would do few rows at the cost of a thousand.
   */
  readonly fullRun?: number;
  /** Another process looks for this work. This one looks less often, to share much work, or when that one ends. */
  isStandby?(): boolean;
  /** Ends a running `runOnce` early, for a job that may run long. */
  close?(): Promise<void>;
};

const FAILURE_PAUSE_MS = 1_000;
/** The alert CorridorJobFailing needs two failures within ten minutes, also of a job that runs once an hour. */
const MAX_FAILURE_PAUSE_MS = 5 * 60_000;
const STANDBY_FACTOR = 10;
/** A process that hangs keeps its lead. Nobody's work may wait longer for another process than this. */
const MAX_STANDBY_MS = 5_000;
const WORTH_A_TRACE = { isWorthIt: (worked: unknown) => worked !== 0 };

export type RunningJobs = {
  wake(name: string): void;
  /** Runs all jobs at once, for a test clock that was moved ahead. */ wakeAll(): void;
  stop(): Promise<void>;
};

export function runJobs(jobs: readonly Job[], log: Logger, metrics: Metrics): RunningJobs {
  const runs = metrics.counter("job_runs_total", "Runs of background jobs, by how they ended", [
    "cell",
    "name",
    "outcome",
  ]);
  const help = "When a background job last ended without an error";
  const lastSuccess = metrics.gauge("job_last_success_timestamp_seconds", help, ["cell", "name"]);
  let stopping = false;
  const wakers = new Map<string, () => void>();

  const pause = (name: string, ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        wakers.delete(name);
        resolve();
      }
      wakers.set(name, done);
    });

  const wakeAll = (): void => {
    for (const wake of wakers.values()) wake();
  };

  const running = jobs.map(async (job) => {
    const { name, cell } = job.known ?? { name: job.name, cell: FIRST_CELL };
    while (!stopping) {
      let worked = 0;
      let failed = false;
      try {
        worked = await tracedRoot(`job ${job.name}`, WORTH_A_TRACE, () => job.runOnce());
        runs.inc({ name, cell, outcome: worked > 0 ? "worked" : "idle" });
        lastSuccess.setToCurrentTime({ name, cell });
      } catch (error) {
        failed = true;
        runs.inc({ name, cell, outcome: "failed" });
        log.error({ err: error, job: name, cell }, "job failed; it is tried again");
      }
      if (stopping) return;
      if (failed) await pause(job.name, Math.min(Math.max(FAILURE_PAUSE_MS, job.intervalMs), MAX_FAILURE_PAUSE_MS));
      else if (worked < (job.fullRun ?? 1)) await pause(job.name, pauseOf(job));
      else await new Promise((resolve) => setImmediate(resolve));
    }
  });

  return {
    wake: (name) => wakers.get(name)?.(),
    wakeAll,
    stop: async () => {
      stopping = true;
      wakeAll();
      await Promise.all(jobs.map(async (job) => job.close?.()));
      await Promise.all(running);
    },
  };
}

function pauseOf({ intervalMs, isStandby }: Job): number {
  if (isStandby?.() !== true) return intervalMs;
  return Math.max(intervalMs, Math.min(intervalMs * STANDBY_FACTOR, MAX_STANDBY_MS));
}
