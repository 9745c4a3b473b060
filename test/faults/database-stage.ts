import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { sandboxKeyOf } from "@corridor/server/commands/parts.ts";
import { type Demo, seedDemo } from "@corridor/server/commands/seed.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { choosePlace } from "@corridor/server/kernel/db/embedded-place.ts";
import { type EmbeddedServer, startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { newId } from "@corridor/base/ids.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { type RunningSandbox, startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { freePort } from "#test/harness/free-port.ts";
import { type NetworkProxy, startNetworkProxy } from "#test/harness/network-proxy.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { addCells, TEST_CELL, withTestCell } from "#test/harness/test-cell.ts";

/** An API process on its own PostgreSQL, with a breakable network between them, and clients that never stop paying. */
const SECRET = "a secret of the database faults that is long enough to be one";
const CLIENTS = 4;
const POLL_MS = 20;
const DEADLINE_MS = 60_000;
const NO_ANSWER = 0;
const SILENT = createLogger({ level: "silent" });

export type Answer = { status: number; text: string; retryAfter: string | null; sentMs: number; answeredMs: number };

export type Stage = {
  readonly directory: string;
  readonly proxy: NetworkProxy;
  server(): EmbeddedServer;
  startServer(): Promise<void>;
  /** As the server's superuser, past the proxy. */
  asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  readiness(): Promise<number>;
  /** Resolves when another process is ready, and has stopped again: with the time at which it was ready. */
  startAnother(): Promise<number>;
  /** Clients that make one payment after another, and retry until each is answered. */
  startClients(): Clients;
  close(): Promise<void>;
};

export type Clients = {
  readonly answers: readonly Answer[];
  /**
   * Resolves when every client has its last answer, with the payments that the service confirmed, by idempotency key.
   */
  stop(): Promise<Map<string, string>>;
};

/** `standby`: the folder of the socket of a second server, which the service uses when that one takes the writes. */
type Options = { durable: boolean; directory?: string; standby?: (cluster: string) => string };

export async function openStage(options: Options): Promise<Stage> {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), "corridor-faults-"));
  chmodSync(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
  const databaseDirectory = join(directory, "database");
  mkdirSync(databaseDirectory, { mode: 0o711 });
  const launch = (): Promise<EmbeddedServer> =>
    startEmbedded({ directory: databaseDirectory, durable: options.durable });
  let server = await launch();
  await migrate({ url: server.url });
  await addCells(server.url, TEST_CELL);
  const demo = await withTestCell(server.url, async (db) => {
    // Even without fsync, committed data must survive the death of the server, though not of the machine.
    await db.query("ALTER ROLE corridor SET synchronous_commit = on");
    return seedDemo({ db, clock: systemClock });
  });
  const proxy = await startNetworkProxy(server.url);
  const sandboxKey = sandboxKeyOf({ ...loadConfig({ environment: {} }), secret: SECRET });
  const sandbox = await startSandbox({
    host: "127.0.0.1",
    port: 0,
    directory: null,
    delayMs: 3_600_000,
    key: sandboxKey,
    log: SILENT,
  });
  const databaseUrl = new URL(proxy.url);
  if (options.standby !== undefined) {
    const { cluster } = await choosePlace(databaseDirectory);
    databaseUrl.searchParams.set("host", `127.0.0.1,${options.standby(cluster)}`);
    databaseUrl.searchParams.set("port", `${databaseUrl.port},5432`);
  }
  const api = await startApi(databaseUrl.href, sandbox);

  return {
    directory,
    proxy,
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
    readiness: async () => (await fetch(`${api.origin}/readyz`)).status,
    async startAnother() {
      const another = await startApi(databaseUrl.href, sandbox);
      const readyMs = performance.now();
      await stop(another);
      return readyMs;
    },
    startClients: () => startClients(api.origin, demo),
    async close() {
      await proxy.set("open");
      await stop(api);
      await sandbox.close();
      await proxy.close();
      await server.stop();
      if (options.directory === undefined) rmSync(directory, { recursive: true, force: true });
    },
  };
}

type Api = { readonly child: ChildProcess; readonly origin: string };

async function stop({ child }: Api): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function startApi(databaseUrl: string, sandbox: RunningSandbox): Promise<Api> {
  const port = await freePort();
  const child = spawn(process.execPath, ["packages/server/src/main.js", "api"], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      SANDBOX_PORT: new URL(sandbox.url).port,
      CORRIDOR_SECRET: SECRET,
      SHUTDOWN_GRACE_MS: "0",
      LOG_LEVEL: process.env.FAULTS_LOG_LEVEL ?? "fatal",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const origin = `http://127.0.0.1:${port}`;
  await until("the API answers", async () => {
    if (child.exitCode !== null) throw new Error("the API did not start");
    return (await fetch(`${origin}/readyz`).catch(() => null))?.status === 200;
  });
  return { child, origin };
}

function startClients(origin: string, demo: Demo): Clients {
  const answers: Answer[] = [];
  const payments = new Map<string, string>();
  let stopping = false;

  async function pay(key: string): Promise<Answer> {
    const sentMs = performance.now();
    const said = await fetch(`${origin}/v1/payments-init/initiate`, {
      method: "POST",
      headers: {
        authorization: "NONE",
        "x-api-key": demo.organizations[0]!.api_key,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify(mobileMoneyPayin("4567", { client_reference: key })),
    }).then(
      async (response) => ({
        status: response.status,
        text: await response.text(),
        retryAfter: response.headers.get("retry-after"),
      }),
      (error: unknown) => ({ status: NO_ANSWER, text: String(error), retryAfter: null }),
    );
    const answer = { ...said, sentMs, answeredMs: performance.now() };
    answers.push(answer);
    return answer;
  }

  async function runClient(): Promise<void> {
    while (!stopping && answers.at(-1)?.status !== NO_ANSWER) {
      const key = newId();
      for (;;) {
        const answer = await pay(key);
        if (answer.status === 200)
          payments.set(key, (JSON.parse(answer.text) as { response: { payment_id: string } }).response.payment_id);
        if (answer.status !== 503) break;
        await pause(POLL_MS);
      }
    }
  }

  const running = Array.from({ length: CLIENTS }, runClient);
  return {
    answers,
    async stop() {
      stopping = true;
      await Promise.all(running);
      return payments;
    },
  };
}

export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  withinMs = DEADLINE_MS,
): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`waited in vain until ${what}`);
    await pause(POLL_MS);
  }
}
