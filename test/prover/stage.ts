import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Demo, seedDemo } from "@corridor/server/commands/seed.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { connect } from "@corridor/server/kernel/db/client.ts";
import { type EmbeddedServer, startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import type { FaultyDatabase } from "#test/faults/database-faults.ts";
import { until } from "#test/faults/database-stage.ts";
import { freePort } from "#test/harness/free-port.ts";
import { type NetworkProxy, startNetworkProxy } from "#test/harness/network-proxy.ts";
import { type Receiver, startReceiver } from "#test/harness/receiver.ts";
import { TEST_AUTHORITY } from "#test/harness/receiver-certificate.ts";
import { type CallbackRelay, startCallbackRelay } from "./callback-relay.ts";

/**
 * A deployment of real processes on one machine: two APIs, workers, the sandbox and PostgreSQL, with a breakable
 * network between each pair. A supervisor restarts everything that dies.
 */
const SECRET = "a secret of the prover that is long enough to be one";
/** Processes start on a machine that others may keep busy. */
export const READY_WITHIN_MS = 300_000;
const RELAUNCH_MS = 100;
const SANDBOX_DELAY_MS = 150;
/**
 * How late the providers may still process a request. The prover's faults respect it, because beyond it no orchestrator
 * can know the outcome.
 */
const SETTLES_WITHIN_MS = 4_000;

export type Process = {
  readonly name: string;
  pid(): number | undefined;
  /** Kills it; the supervisor starts it again. */
  kill(): void;
  pause(): void;
  resume(): void;
  stepClock(byMs: number): void;
  readonly starts: () => number;
};

export type Endpoint = {
  readonly name: string;
  readonly orgId: string;
  readonly receiver: Receiver;
  secret: string;
  isHealthy: boolean;
};

export type Stage = FaultyDatabase & {
  readonly demo: Demo;
  readonly processes: readonly Process[];
  readonly origins: readonly string[];
  readonly sandboxUrl: string;
  /** From each process of the service to the database and to the providers. */
  readonly databaseLinks: readonly NetworkProxy[];
  readonly providerLinks: readonly NetworkProxy[];
  readonly relay: CallbackRelay;
  readonly endpoints: Endpoint[];
  isReady(): Promise<boolean>;
  verify(): Promise<{ exitCode: number | null; text: string }>;
  close(): Promise<void>;
};

export async function openStage({ workers }: { readonly workers: number }): Promise<Stage> {
  const directory = mkdtempSync(join(tmpdir(), "corridor-prove-"));
  chmodSync(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
  const databaseDirectory = join(directory, "database");
  mkdirSync(databaseDirectory, { mode: 0o711 });
  const launch = (): Promise<EmbeddedServer> => startEmbedded({ directory: databaseDirectory, durable: false });
  let server = await launch();
  await migrate({ url: server.url });
  const seeding = connect({
    url: server.url,
    maxConnections: 2,
    applicationName: "seed",
    log: createLogger({ level: "silent" }),
  });
  const demo = await seedDemo({ db: seeding, clock: systemClock });
  // fsync is off, but committed data must survive the death of the server process.
  await seeding.query("ALTER ROLE corridor SET synchronous_commit = on");
  await seeding.close();

  const [sandboxPort, ...apiPorts] = [await freePort(), await freePort(), await freePort()];
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const origins = apiPorts.map((port) => `http://127.0.0.1:${port}`);
  const relay = await startCallbackRelay(origins);
  const authority = join(directory, "authority.pem");
  writeFileSync(authority, TEST_AUTHORITY);
  const common = {
    PATH: process.env["PATH"],
    CORRIDOR_SECRET: SECRET,
    PLATFORM_SECOND_PERSON: "true",
    DATA_DIR: join(directory, "data"),
    SANDBOX_SETTLES_WITHIN_MS: String(SETTLES_WITHIN_MS),
    SANDBOX_DELAY_MS: String(SANDBOX_DELAY_MS),
    PUBLIC_BASE_URL: relay.url,
    // Receivers speak TLS, but on this machine.
    ALLOW_INSECURE_WEBHOOKS: "true",
    NODE_EXTRA_CA_CERTS: authority,
    SHUTDOWN_GRACE_MS: "0",
    LOG_LEVEL: process.env["PROVER_LOG_LEVEL"] ?? "fatal",
  };
  const sandbox = supervise("sandbox", ["sandbox"], { ...common, SANDBOX_PORT: String(sandboxPort) });
  const databaseLinks: NetworkProxy[] = [];
  const providerLinks: NetworkProxy[] = [];
  const services: Supervised[] = [];
  const roles = [
    ...apiPorts.map((port) => ({ command: "api", port })),
    ...Array.from({ length: workers }, () => ({ command: "worker", port: null })),
  ];
  for (const [at, { command, port }] of roles.entries()) {
    const [database, provider] = [await startNetworkProxy(server.url), await startNetworkProxy(sandboxUrl)];
    databaseLinks.push(database);
    providerLinks.push(provider);
    const settings = {
      DATABASE_URL: database.url,
      SANDBOX_PORT: new URL(provider.url).port,
      ...(port === null ? {} : { PORT: String(port) }),
    };
    services.push(supervise(`${command} ${at + 1}`, [command], { ...common, ...settings }));
  }
  const processes = [...services, sandbox];
  const isReady = async (): Promise<boolean> =>
    (await Promise.all([...origins.map((origin) => `${origin}/readyz`), `${sandboxUrl}/healthz`].map(statusOf))).every(
      (status) => status === 200,
    );

  const endpoints: Endpoint[] = [];
  for (const organization of demo.organizations)
    for (const [name, isHealthy] of [
      ["healthy", true],
      ["unsteady", false],
    ] as const)
      endpoints.push({
        name: `${name} of ${organization.name}`,
        orgId: organization.org_id,
        receiver: await startReceiver(),
        secret: "",
        isHealthy,
      });

  const stage: Stage = {
    directory,
    demo,
    processes,
    origins,
    sandboxUrl,
    databaseLinks,
    providerLinks,
    proxy: databaseLinks[0]!,
    relay,
    endpoints,
    isReady,
    server: () => server,
    async startServer() {
      server = await launch();
    },
    async asSuperuser(work) {
      const url = new URL(server.url);
      [url.username, url.password] = [
        "postgres",
        readFileSync(join(server.directory, "superuser-password"), "utf8").trim(),
      ];
      const client = new pg.Client({ connectionString: url.href });
      client.on("error", () => undefined);
      await client.connect();
      try {
        return await work(client);
      } finally {
        await client.end();
      }
    },
    verify: () =>
      new Promise((resolve) => {
        const env = { ...common, DATABASE_URL: server.url };
        execFile(process.execPath, ["packages/server/src/main.js", "verify"], { env }, (error, text) =>
          resolve({ exitCode: error === null ? 0 : Number(error.code ?? 1), text }),
        );
      }),
    async close() {
      await Promise.all([...databaseLinks, ...providerLinks].map((link) => link.set("open")));
      await Promise.all(processes.map(({ stop }) => stop()));
      await Promise.all([...databaseLinks, ...providerLinks].map((link) => link.close()));
      await Promise.all(endpoints.map(({ receiver }) => receiver.close()));
      await relay.close();
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await until("the deployment is ready", isReady, READY_WITHIN_MS);
  return stage;
}

export function isSignedBy(secret: string, { headers, body }: Receiver["received"][0]): boolean {
  return headers["x-service-signature"] === createHmac("sha256", secret).update(body).digest("hex");
}

export async function statusOf(url: string): Promise<number> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

type Supervised = Process & { stop(): Promise<void> };

function supervise(name: string, command: readonly string[], env: Record<string, string | undefined>): Supervised {
  let stopping = false;
  let starts = 0;
  let child: ChildProcess;
  const start = (): void => {
    starts += 1;
    child = spawn(
      process.execPath,
      ["--import", "./test/harness/stepped-date-process.ts", "packages/server/src/main.js", ...command],
      {
        env: env as NodeJS.ProcessEnv,
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      },
    );
    child.on("error", () => undefined);
    child.once("exit", () => {
      if (!stopping) void pause(RELAUNCH_MS).then(() => (stopping ? undefined : start()));
    });
  };
  start();
  return {
    name,
    pid: () => child.pid,
    kill: () => void child.kill("SIGKILL"),
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    stepClock: (byMs) => {
      if (child.connected) child.send(byMs, () => undefined);
    },
    starts: () => starts,
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
