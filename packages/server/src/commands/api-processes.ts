import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { Registry } from "prom-client";
import type { Logger } from "#src/kernel/log.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { createGatherer } from "./gather-metrics.ts";
import type { ReadyConfig } from "./parts.ts";

/**
 * Several API processes on one port (`API_PROCESSES`). This process only replaces those that end; all state is in
 * PostgreSQL, so any of them can answer. On Linux each has its own socket: when one is killed its connections are
 * reset, and clients know at once. On other systems this process distributes connections, and one that it passes to a
 * dying process hangs until its client gives up.
 */
export type ApiProcesses = {
  /** Whether all are listening; false if they were stopped before. Fails when a process ends before it listens. */
  start(): Promise<boolean>;
  stop(): Promise<void>;
};

export const SHARED_PORT: { reusePort?: true } =
  cluster.isWorker && process.platform === "linux" ? { reusePort: true } : {};

const LISTENING = "listening";

/** Tells the parent process, if there is one, that requests may come. */
export function tellListening(): void {
  if (cluster.isWorker) process.send!(LISTENING);
}

/** Such a process would end again at once; replacing it without a pause would only keep the machine busy. */
const SHORT_LIFE_MS = 10_000;
const RESTART_PAUSE_MS = 1_000;

/** `environment`: values that children cannot read themselves, beside a generated secret. `own`: of this process. */
export function createApiProcesses(
  { apiProcesses: count, secret }: ReadyConfig,
  assignments: readonly string[],
  log: Logger,
  environment: Readonly<Record<string, string>> = {},
  own?: Registry,
): ApiProcesses {
  cluster.setupPrimary({ args: [...assignments.flatMap((assignment) => ["--set", assignment]), "api"] });
  let phase = "starting" as "starting" | "running" | "stopping";

  const metrics = createGatherer(count, own);

  function fork(number: number): Worker {
    const worker = cluster.fork({ ...environment, ...metrics.environmentOf(number), CORRIDOR_SECRET: secret });
    metrics.serve(worker, number);
    const bornMs = performance.now();
    let hasListened = false;
    void listening(worker).then(
      () => (hasListened = true),
      () => undefined,
    );
    worker.once("exit", (code, signal) => {
      // A process that never listened makes `start` fail (see below), so it is not replaced.
      if (phase === "stopping" || (phase === "starting" && !hasListened)) return;
      log.error({ pid: worker.process.pid, code, signal }, "an API process has ended; a new one replaces it");
      void replace(number, performance.now() - bornMs < SHORT_LIFE_MS ? RESTART_PAUSE_MS : 0);
    });
    return worker;
  }

  async function replace(number: number, pauseMs: number): Promise<void> {
    await pause(pauseMs);
    if (phase !== "stopping") fork(number);
  }

  return {
    async start() {
      try {
        await Promise.all(Array.from({ length: count }, (_, number) => listening(fork(number + 1))));
        phase = phase === "starting" ? "running" : phase;
      } catch (error) {
        if (phase === "stopping") return false;
        phase = "stopping";
        throw error;
      }
      return phase === "running";
    },
    async stop() {
      phase = "stopping";
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      const ended = (worker: Worker): Promise<void> =>
        new Promise((resolve) => {
          worker.once("exit", () => resolve());
          worker.process.kill("SIGTERM");
        });
      await Promise.all(workers.map(ended));
    },
  };
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on("message", (message) => (message === LISTENING ? resolve() : undefined));
    const message = "an API process ended before it listened";
    worker.once("exit", (code, signal) =>
      reject(new OperatorError(`${message} (${signal ?? code}); its own message is above`)),
    );
  });
}
