import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Pool, request } from "undici";
import { sandboxKeyOf } from "@corridor/server/commands/parts.ts";
import { seedDemo } from "@corridor/server/commands/seed.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { systemClock } from "@corridor/base/clock.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { freePort } from "#test/harness/free-port.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";

/**
 * Two deployments of the API behind a load balancer that checks `/readyz`. They are restarted in turns while clients
 * pay over kept-alive connections. A call without an answer, or with a status other than 200, counts as failed.
 */
export type RestartOptions = {
  databaseUrl: string;
  db: Db;
  restarts: number;
  apiProcesses: number;
  clients: number;
  graceMs: number;
  /** The pause between two calls of one client. */
  pauseMs?: number;
  say?: (text: string) => void;
};
export type RestartReport = {
  calls: number;
  failures: string[];
  /** Calls that each deployment answered. */ answered: number[];
};

const SECRET = "a secret of the rolling restarts that is long enough to be one";
const LOOK_EVERY_MS = 50;
const DEADLINE_MS = 120_000;

type Deployment = {
  readonly origin: string;
  readonly pool: Pool;
  child: ChildProcess;
  isReady: boolean;
  answered: number;
};

export async function rollRestarts(options: RestartOptions): Promise<RestartReport> {
  const demo = await seedDemo({ db: options.db, clock: systemClock });
  const log = createLogger({ level: "silent" });
  const key = sandboxKeyOf({ ...loadConfig({ environment: {} }), secret: SECRET });
  const sandbox = await startSandbox({ host: "127.0.0.1", port: 0, directory: null, delayMs: 3_600_000, key, log });

  const launch = (origin: string): ChildProcess =>
    spawn(process.execPath, ["packages/server/src/main.js", "api"], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: options.databaseUrl,
        PORT: new URL(origin).port,
        SANDBOX_PORT: new URL(sandbox.url).port,
        CORRIDOR_SECRET: SECRET,
        API_PROCESSES: String(options.apiProcesses),
        SHUTDOWN_GRACE_MS: String(options.graceMs),
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "inherit", "inherit"],
    });
  const open = async (): Promise<Deployment> => {
    const origin = `http://127.0.0.1:${await freePort()}`;
    return {
      origin,
      pool: new Pool(origin, { connections: options.clients }),
      child: launch(origin),
      isReady: false,
      answered: 0,
    };
  };
  const deployments = [await open(), await open()] as const;

  let stopping = false;
  const failures: string[] = [];
  let calls = 0;

  async function watch(deployment: Deployment): Promise<void> {
    while (!stopping) {
      deployment.isReady = await statusOf(`${deployment.origin}/readyz`).then((status) => status === 200);
      await pause(LOOK_EVERY_MS);
    }
  }

  async function runClient(turn: number): Promise<void> {
    for (let call = turn; !stopping; call++) {
      const ready = deployments.filter(({ isReady }) => isReady);
      const chosen = ready[call % Math.max(1, ready.length)];
      if (chosen === undefined) {
        await pause(LOOK_EVERY_MS);
        continue;
      }
      calls += 1;
      const failure = await pay(chosen, demo.organizations[0]!.api_key);
      if (failure === null) chosen.answered += 1;
      else failures.push(failure);
      await pause(options.pauseMs);
    }
  }

  const watching = deployments.map(watch);
  await until("both are ready", () => deployments.every(({ isReady }) => isReady));
  const paying = Array.from({ length: options.clients }, (_, turn) => runClient(turn));
  for (let restart = 0; restart < options.restarts; restart++) {
    const deployment = deployments[restart % 2]!;
    const answeredBefore = deployments[1 - (restart % 2)]!.answered;
    deployment.child.kill("SIGTERM");
    const [exitCode] = (await once(deployment.child, "exit")) as [number | null];
    if (exitCode !== 0) failures.push(`a deployment ended with ${exitCode}`);
    deployment.isReady = false;
    deployment.child = launch(deployment.origin);
    await until("it is ready again", () => deployment.isReady);
    await until("the other has answered meanwhile", () => deployments[1 - (restart % 2)]!.answered > answeredBefore);
    options.say?.(`restart ${restart + 1}: ${calls} calls, ${failures.length} failed`);
  }
  stopping = true;
  await Promise.all([...paying, ...watching]);
  // Both at once, because each uses its whole grace period.
  await Promise.all(
    deployments.map(async ({ child, pool }) => {
      await pool.close();
      child.kill("SIGTERM");
      await once(child, "exit");
    }),
  );
  await sandbox.close();
  return { calls, failures, answered: deployments.map(({ answered }) => answered) };
}

export async function pay({ pool }: Pick<Deployment, "pool">, apiKey: string): Promise<string | null> {
  try {
    const answer = await pool.request({
      method: "POST",
      path: "/v1/payments-init/initiate",
      headers: { authorization: "NONE", "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify(mobileMoneyPayin()),
    });
    const text = await answer.body.text();
    return answer.statusCode === 200 ? null : `${answer.statusCode} ${text}`;
  } catch (error) {
    return String(error);
  }
}

/** A health check over a new connection, as load balancers do it. */
export async function statusOf(url: string): Promise<number> {
  try {
    const { statusCode, body } = await request(url, { reset: true });
    await body.dump();
    return statusCode;
  } catch {
    return 0;
  }
}

export async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + DEADLINE_MS;
  while (!isSo()) {
    if (performance.now() > deadlineMs) throw new Error(`waited in vain until ${what}`);
    await pause(LOOK_EVERY_MS);
  }
}
