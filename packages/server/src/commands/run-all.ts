import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Service } from "#src/deployment.ts";
import { createCells } from "#src/cells.ts";
import { setSandboxBalance } from "#src/record/ledger/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { DataDirectory } from "#src/kernel/db/data-directory.ts";
import type { EmbeddedServer } from "#src/kernel/db/embedded.ts";
import { runJobs } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import { createMetrics, type Metrics } from "#src/kernel/metrics.ts";
import type { RunningSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { type Demo, isEmpty, seedDemo } from "./seed.ts";
import { type ApiProcesses, createApiProcesses } from "./api-processes.ts";
import { type DemoFile, greeting } from "./greeting.ts";
import { loggerOf, type ReadyConfig, runSandbox, sandboxKeyOf, stopOnSignal, WEB_DIRECTORY } from "./parts.ts";
import { movable, openSharedClock } from "./shared-clock.ts";
import { startTracing } from "./start-tracing.ts";

/** The second half of `start`: everything that runs on an existing, current database. */
const DEMO_FILE = "demo.json";

export type OpenDatabase = {
  readonly url: string;
  /** Null when DATABASE_URL names a server that this process did not start. */
  readonly embedded: EmbeddedServer | null;
};
export type RunAllOptions = {
  config: ReadyConfig;
  assignments: readonly string[];
  directory: DataDirectory;
  database: OpenDatabase;
  quiet: boolean;
};

export async function runAll({ config, assignments, directory, database, quiet }: RunAllOptions): Promise<void> {
  const log = loggerOf(config);
  const { url: databaseUrl, embedded } = database;
  const [shared, sandbox] = await Promise.all([
    openSharedClock(databaseUrl, log),
    sandboxOf(config, directory.path, log),
  ]);
  const metrics = createMetrics({ processMetrics: true });
  const stopTracing = await startTracing("all", config, log, metrics);
  const atSandbox = sandbox === null ? null : { url: sandbox.url, key: sandboxKeyOf(config) };
  const { clock, testClock, whenMoved } = await movable(config, shared, { log, sandbox: atSandbox });
  const ground = { config, databaseUrl, clock, log, metrics, testClock };
  const service = await createCells({ ...ground, sandbox: atSandbox, webDirectory: WEB_DIRECTORY });
  await setSandboxBalance(service.db, config.sandboxBalanceUsd, clock.now());
  const demo = await demoData(config, service, clock, directory.path, sandbox?.url ?? null);
  const api = createApi({ config, assignments, service, databaseUrl, log, metrics });
  const jobs = runJobs([...service.jobs, ...service.serverJobs, ...service.processJobs], log, metrics);
  whenMoved(jobs.wakeAll);

  const end = stopOnSignal(config, log, async () => {
    await api.stop();
    await jobs.stop();
    await service.close();
    await shared.close();
    await stopTracing();
    await sandbox?.close();
    await embedded?.stop();
    directory.release();
  });
  void embedded?.exited.then(() => end("the embedded database has stopped", 1));
  if (await api.start())
    process.stdout.write(greeting({ config, demo, databaseDirectory: embedded?.directory ?? null, quiet }));
}

async function sandboxOf(config: ReadyConfig, directory: string, log: Logger): Promise<RunningSandbox | null> {
  return config.sandbox ? runSandbox(config, directory, log) : null;
}

type ApiOptions = Pick<RunAllOptions, "config" | "assignments"> & {
  service: Service;
  databaseUrl: string;
  log: Logger;
  metrics: Metrics;
};

/** One API process is this process itself; several share its port and leave the jobs to it. */
function createApi({ config, assignments, service, databaseUrl, log, metrics }: ApiOptions): ApiProcesses {
  // The role was checked at the start, if the database is not our own.
  const database = { DATABASE_URL: databaseUrl, DATABASE_OWNER_MAY_SERVE: "true" };
  if (config.apiProcesses > 1) return createApiProcesses(config, assignments, log, database, metrics.registry);
  return {
    async start() {
      await service.server.listenWide({ host: config.host, port: config.port });
      return true;
    },
    stop: async () => {
      await service.server.drain(config.shutdownGraceMs);
      await service.server.close();
    },
  };
}

/** Created once, in an empty development database; later starts show what the first start stored in a file. */
async function demoData(
  config: ReadyConfig,
  service: Service,
  clock: Clock,
  directory: string,
  sandboxUrl: string | null,
): Promise<DemoFile | null> {
  if (config.environment !== "development") return null;
  const file = join(directory, DEMO_FILE);
  const fresh: Demo | null = (await isEmpty(service.db)) ? await seedDemo({ db: service.db, clock }) : null;
  const kept = fresh === null && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as DemoFile) : null;
  if (fresh === null && kept === null) return null;
  const { admin, second_admin, staff, organizations } = (fresh ?? kept)!;
  const { publicBaseUrl, environment } = config;
  const demo: DemoFile = {
    base_url: `${publicBaseUrl}/v1`,
    dashboard_url: `${publicBaseUrl}/dashboard`,
    docs_url: `${publicBaseUrl}/docs`,
    sandbox_url: sandboxUrl,
    identity_url: `${publicBaseUrl}/identity`,
    environment,
    admin,
    second_admin,
    staff,
    organizations,
  };
  writeFileSync(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return demo;
}
