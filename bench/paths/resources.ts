import { setTimeout as pause } from "node:timers/promises";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "../environment.ts";
import { runLoad } from "../load.ts";
import { startCommand } from "../processes.ts";
import { addLimit, type Report } from "../report.ts";
import { payins } from "../requests.ts";
import { median } from "../statistics.ts";
import { memoryOf } from "../usage.ts";
import type { Pair } from "./initiate.ts";

/**
 * What the processes need: memory at rest and under load, and the time until the API answers on a database that exists.
 */
const IDLE_REST_MS = 3_000;
const STARTS = 3;

export async function benchIdle(environment: Environment, report: Report): Promise<void> {
  const startsMs: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const port = await environment.freePort();
    const api = await startCommand({
      name: "start-api",
      directory: environment.directory,
      command: "api",
      url: `http://127.0.0.1:${port}`,
      env: {
        DATABASE_URL: environment.databaseUrl,
        CORRIDOR_SECRET: environment.secret,
        PORT: String(port),
        DATA_DIR: environment.directory,
      },
    });
    startsMs.push(api.startedInMs);
    if (start === STARTS - 1) {
      await pause(IDLE_REST_MS);
      addLimit(report, "memory of the API process at rest, MB", memoryOf(api.pid) ?? Number.NaN, 200);
    }
    await api.stop();
  }
  addLimit(report, "API: start to first request on an existing database, ms", median(startsMs), 2_000);

  const [port, sandboxPort] = [await environment.freePort(), await environment.freePort()];
  const dataDir = join(environment.directory, "start");
  mkdirSync(dataDir, { mode: 0o711 });
  const env = { DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const first = await startCommand({
    name: "start-all",
    directory: environment.directory,
    command: "start",
    url: `http://127.0.0.1:${port}`,
    env,
  });
  await first.stop();
  const again = await startCommand({
    name: "start-all",
    directory: environment.directory,
    command: "start",
    url: `http://127.0.0.1:${port}`,
    env,
  });
  addLimit(report, "everything, embedded database included: start to first request, ms", again.startedInMs, 2_000);
  await again.stop();
}

/** Memory counts as flat if the last third of the run needs at most a tenth more than the middle third. */
export async function benchMemory(
  environment: Environment,
  pair: Pair,
  report: Report,
  options: { seconds: number },
): Promise<void> {
  const { directory } = environment;
  const env = { ...pair.env, PORT: String(await environment.freePort()) };
  const worker = await startCommand({ name: "memory-worker", directory, command: "worker", url: null, env });
  const samplesMb: number[] = [];
  const ofWorkerMb: number[] = [];
  const sampling = setInterval(() => {
    samplesMb.push(memoryOf(pair.api.pid) ?? Number.NaN);
    ofWorkerMb.push(memoryOf(worker.pid) ?? Number.NaN);
  }, 1_000);
  await runLoad(directory, {
    url: `${pair.url}/v1/payments-init/initiate`,
    connections: 64,
    seconds: options.seconds,
    method: "POST",
    headers: environment.headers,
    variants: payins(),
  });
  clearInterval(sampling);
  await worker.stop();
  const third = Math.floor(samplesMb.length / 3);
  const [middle, last] = [median(samplesMb.slice(third, 2 * third)), median(samplesMb.slice(2 * third))];
  const under = `under ${options.seconds} s of load, greatest, MB`;
  addLimit(report, `memory of the API process ${under}`, Math.max(...samplesMb), 250);
  addLimit(report, `memory of the worker process ${under}`, Math.max(...ofWorkerMb), 200);
  addLimit(report, "memory under load, last third against middle third", last / middle, 1.1);
}
