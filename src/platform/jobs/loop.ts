import type { Logger } from "../log.ts";

/**
 * A piece of background work that is stepped, not slept for: `runOnce` does what is due now and says how much that was.
 * The worker calls it again at once while there was work, else after `intervalMs`; a test calls it by hand.
 */
export type Job = {
  readonly name: string;
  readonly intervalMs: number;
  runOnce(): Promise<number>;
  /** Ends a running `runOnce` early, for a job whose one run may take long. */
  close?(): Promise<void>;
};

const FAILURE_PAUSE_MS = 1_000;

export type RunningJobs = { wake(name: string): void; /** For a time that has leapt. */ wakeAll(): void; stop(): Promise<void> };

export function runJobs(jobs: readonly Job[], log: Logger): RunningJobs {
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
    while (!stopping) {
      let worked = 0;
      let failed = false;
      try {
        worked = await job.runOnce();
      } catch (error) {
        failed = true;
        log.error({ err: error, job: job.name }, "job failed; it is tried again");
      }
      if (stopping) return;
      if (failed) await pause(job.name, Math.max(FAILURE_PAUSE_MS, job.intervalMs));
      else if (worked === 0) await pause(job.name, job.intervalMs);
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
