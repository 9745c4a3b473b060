import cluster from "node:cluster";
import { urlOnThisMachine } from "@corridor/base/local-url.ts";
import { setSandboxBalance } from "#src/record/ledger/index.ts";
import { assertServiceRole } from "#src/kernel/db/grant-service.ts";
import { migrate } from "#src/kernel/db/migrate.ts";
import { waitForDatabase } from "#src/kernel/db/wait-for-database.ts";
import { createHealthServer } from "#src/kernel/http/health-server.ts";
import { runJobs } from "#src/kernel/jobs/loop.ts";
import { createMetrics } from "#src/kernel/metrics.ts";
import { readOfAllProcesses } from "./gather-metrics.ts";
import { createApiProcesses, SHARED_PORT, tellListening } from "./api-processes.ts";
import {
  loggerOf,
  readConfig,
  type ReadyConfig,
  runSandbox,
  sandboxKeyOf,
  stopOnSignal,
  WEB_DIRECTORY,
  withSecret,
} from "./parts.ts";
import { movable, openSharedClock } from "./shared-clock.ts";
import { startTracing } from "./start-tracing.ts";

/** One process of a larger deployment: `api` answers requests, `worker` runs the jobs. Any number of each. */
export async function serveApi(assignments: readonly string[]): Promise<void> {
  const settings = readConfig(assignments);
  if (settings.apiProcesses > 1 && cluster.isPrimary) return serveApiProcesses(withSecret(settings), assignments);
  const { config, service, log, metrics, close, whenMoved } = await open("api", assignments);
  const jobs = runJobs([...service.serverJobs, ...service.processJobs], log, metrics);
  whenMoved(jobs.wakeAll);
  // Before the first request can arrive, so that a signal never cuts a request off.
  stopOnSignal(config, log, async () => {
    await service.server.drain(config.shutdownGraceMs);
    await service.server.close();
    await jobs.stop();
    await close();
  });
  await service.server.listenWide({ host: config.host, port: config.port, ...SHARED_PORT });
  tellListening();
  log.info({ url: config.publicBaseUrl }, "the API is ready");
}

async function serveApiProcesses(config: ReadyConfig, assignments: readonly string[]): Promise<void> {
  const log = loggerOf(config);
  const api = createApiProcesses(config, assignments, log);
  stopOnSignal(config, log, () => api.stop());
  if (!(await api.start())) return;
  log.info({ url: config.publicBaseUrl, processes: config.apiProcesses }, "the API is ready");
}

export async function serveWorker(assignments: readonly string[]): Promise<void> {
  const { config, service, log, metrics, close, whenMoved } = await open("worker", assignments);
  const { db, cells, jobReadiness: checks } = service;
  const watch = createHealthServer({ config, db, log, metrics, cells, checks });
  const jobs = runJobs([...service.jobs, ...service.processJobs], log, metrics);
  whenMoved(jobs.wakeAll);
  stopOnSignal(config, log, async () => {
    await jobs.stop();
    await watch.close();
    await close();
  });
  if (config.workerPort !== undefined) await watch.listen({ host: config.host, port: config.workerPort });
  log.info({ jobs: service.jobs.map((job) => job.name) }, "the worker is ready");
}

async function open(role: "api" | "worker", assignments: readonly string[]) {
  const config: ReadyConfig = withSecret(readConfig(assignments));
  const log = loggerOf(config);
  if (config.embeddedDatabase) {
    process.stderr.write("DATABASE_URL must be set: the embedded database belongs to one `start` process.\n");
    process.exit(78);
  }
  // Not imported at the top of the file: a process that only manages others does not need it.
  const [{ createCells }] = await Promise.all([import("#src/cells.ts"), waitForDatabase(config.databaseUrl, log)]);
  const [, shared] = await Promise.all([
    migrate({ url: config.databaseUrl }),
    openSharedClock(config.databaseUrl, log),
  ]);
  await assertServiceRole(config, config.databaseUrl);
  const metrics = createMetrics({ processMetrics: true, readAll: readOfAllProcesses });
  const stopTracing = await startTracing(role, config, log, metrics);
  const { databaseUrl } = config;
  const sandbox = config.sandbox
    ? { url: urlOnThisMachine(config.sandboxHost, config.sandboxPort), key: sandboxKeyOf(config) }
    : null;
  const { clock, testClock, whenMoved } = await movable(config, shared, { log, sandbox });
  const ground = { config, databaseUrl, clock, log, metrics, sandbox, testClock };
  const service = await createCells({ ...ground, webDirectory: WEB_DIRECTORY });
  await setSandboxBalance(service.db, config.sandboxBalanceUsd, clock.now());
  const close = async (): Promise<void> => {
    await service.close();
    await shared.close();
    await stopTracing();
  };
  return { config, service, log, metrics, close, whenMoved };
}

/** The sandbox providers as a separate process, for a split deployment and for load tests. */
export async function serveSandbox(assignments: readonly string[]): Promise<void> {
  const config = withSecret(readConfig(assignments));
  const log = loggerOf(config);
  const sandbox = await runSandbox(config, config.dataDir, log);
  stopOnSignal(config, log, () => sandbox.close());
  log.info({ url: sandbox.url }, "the sandbox is ready");
}
