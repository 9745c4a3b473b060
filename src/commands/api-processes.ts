import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "#src/platform/log.ts";
import { OperatorError } from "#src/platform/operator-error.ts";

/**
 * Several API processes on one port (`API_PROCESSES`). This process serves nothing itself: it puts another in the place of a process that
 * ended. All state is in PostgreSQL, and what each remembers of it is dropped in all of them together, so it does not matter which answers.
 *
 * On Linux each process has a socket of its own on the port, and the kernel spreads connections over them: when a process is killed its
 * connections are reset, and clients know at once. Elsewhere this process hands connections out, and one that it handed to a process in the
 * moment of its death would hang until its client gives up.
 */
export type ApiProcesses = {
  /** Resolves when all are listening, or when they are to stop. Fails when one ends before it has. */ start(): Promise<void>;
  stop(): Promise<void>;
};

export const SHARED_PORT: { reusePort?: true } = cluster.isWorker && process.platform === "linux" ? { reusePort: true } : {};

const LISTENING = "listening";

/** Says to the process that started this one, if one did, that requests may come. */
export function tellListening(): void {
  if (cluster.isWorker) process.send!(LISTENING);
}

/** A process that ends this soon would end again at once; replacing it without a pause would only keep the machine busy. */
const SHORT_LIFE_MS = 10_000;
const RESTART_PAUSE_MS = 1_000;

export type ApiProcessesOptions = {
  count: number;
  /** `--set` of this process: each of the others gets the same. */
  assignments: readonly string[];
  /** What they cannot read for themselves: where an embedded database listens, a generated secret. */
  environment: Readonly<Record<string, string>>;
  log: Logger;
};

export function createApiProcesses({ count, assignments, environment, log }: ApiProcessesOptions): ApiProcesses {
  cluster.setupPrimary({ args: [...assignments.flatMap((assignment) => ["--set", assignment]), "api"] });
  let phase = "starting" as "starting" | "running" | "stopping";

  function fork(): Worker {
    const worker = cluster.fork(environment);
    const bornMs = performance.now();
    let hasListened = false;
    void listening(worker).then(
      () => (hasListened = true),
      () => undefined,
    );
    worker.once("exit", (code, signal) => {
      // One that never listened ends the start itself, see below; there is nothing to take the place of.
      if (phase === "stopping" || (phase === "starting" && !hasListened)) return;
      log.error({ pid: worker.process.pid, code, signal }, "an API process has ended; another takes its place");
      void replace(performance.now() - bornMs < SHORT_LIFE_MS ? RESTART_PAUSE_MS : 0);
    });
    return worker;
  }

  async function replace(pauseMs: number): Promise<void> {
    await pause(pauseMs);
    if (phase !== "stopping") fork();
  }

  return {
    async start() {
      try {
        await Promise.all(Array.from({ length: count }, fork).map(listening));
        if (phase === "starting") phase = "running";
      } catch (error) {
        if (phase === "stopping") return;
        phase = "stopping";
        throw error;
      }
    },
    async stop() {
      phase = "stopping";
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(
        workers.map(
          (worker) =>
            new Promise<void>((resolve) => {
              worker.once("exit", () => resolve());
              worker.process.kill("SIGTERM");
            }),
        ),
      );
    },
  };
}

function listening(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on("message", (message) => (message === LISTENING ? resolve() : undefined));
    worker.once("exit", (code, signal) => reject(new OperatorError(`an API process ended before it listened (${signal ?? code}); its own message is above`)));
  });
}
