import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Pool } from "undici";
import { connect } from "@corridor/server/kernel/db/client.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { pay, statusOf, until } from "./faults/rolling-restarts.ts";
import { freePort } from "#test/harness/free-port.ts";
import { startCallbackRelay } from "#test/prover/callback-relay.ts";

/**
 * `npm run prove -- upgrade`: goes from an earlier version to this one and back, while clients pay and read. The earlier
 * version is laid out from git and is installed as its people did. It makes the database and fills it. Then, in turn:
 *
 *   migrate     this version, under two API processes and a worker of the earlier one
 *   beside      one API process and a worker of each version
 *   restart     the earlier API process and worker start again on the new schema
 *   there       this version alone
 *   back        the earlier version alone, on the new schema
 *
 * It ends with an error when a call failed, when no call was answered for longer than a second, when a payment that was
 * acknowledged is not there or one is that was not, when a payment does not end, or when `verify` of either version
 * finds the books broken.
 */
const { values: options } = parseArgs({
  options: {
    from: { type: "string" },
    payments: { type: "string", default: "500000" },
    clients: { type: "string", default: "8" },
    "per-second": { type: "string", default: "20" },
    "phase-seconds": { type: "string", default: "15" },
  },
});
const MAX_STALL_MS = 1_000;
const LOOK_EVERY_MS = 50;
const READ_EVERY = 4;
const MAX_ENDING_MS = 300_000;
const SECRET = "a secret of the prover of upgrades that is long enough to be one";
const ROOT = join(import.meta.dirname, "..");
const MAIN = "packages/server/src/main.ts";
const DECIDED = ["completed", "failed", "refunded", "rejected", "canceled"];

type Version = { readonly name: string; readonly root: string };
type Process = { readonly at: Version; readonly child: ChildProcess };

const git = (...args: string[]): string => execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
const fail = (message: string): never => {
  console.error(message);
  process.exit(2);
};

/** Of the newest release that is recorded, unless it is named. */
function commitToComeFrom(): string {
  if (options.from !== undefined) return git("rev-parse", `${options.from}^{commit}`);
  const releases = globSync("docs/releases/*/commit", { cwd: ROOT });
  const byNumber = new Intl.Collator("en", { numeric: true });
  const newest = releases
    .toSorted((one, other) => byNumber.compare(basename(dirname(one)), basename(dirname(other))))
    .at(-1);
  if (newest === undefined) return fail("docs/releases has no release yet: name a commit with --from");
  return readFileSync(join(ROOT, newest), "utf8").trim();
}

const directory = mkdtempSync(join(tmpdir(), "corridor-upgrade-"));
chmodSync(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.

function layOut(commit: string): Version {
  const root = join(directory, "earlier");
  mkdirSync(root);
  execFileSync("sh", ["-c", `git archive ${commit} | tar -x -C ${root}`], { cwd: ROOT });
  execFileSync("npm", ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return { name: `earlier (${commit.slice(0, 8)})`, root };
}

const commit = commitToComeFrom();
console.log(`installs the earlier version, ${commit}`);
const earlier = layOut(commit);
const current: Version = { name: "this version", root: ROOT };
const server = await startEmbedded({ directory: join(directory, "database"), durable: true });
const log = createLogger({ level: "silent" });
const db = connect({ url: server.url, maxConnections: 2, applicationName: "prove", log });
const origins = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`] as const;
const relay = await startCallbackRelay(origins);
const sandboxPort = await freePort();
const environment = {
  PATH: process.env["PATH"],
  DATABASE_URL: server.url,
  DATA_DIR: join(directory, "data"),
  CORRIDOR_SECRET: SECRET,
  PUBLIC_BASE_URL: relay.url,
  SANDBOX_PORT: String(sandboxPort),
  SANDBOX_DELAY_MS: "200",
  SHUTDOWN_GRACE_MS: "2000",
  LOG_LEVEL: "fatal",
};

function run({ name, root }: Version, ...command: string[]): string {
  const ended = spawnSync(process.execPath, command, {
    cwd: root,
    env: environment,
    encoding: "utf8",
    maxBuffer: 100_000_000,
  });
  if (ended.status !== 0)
    throw new Error(`${name}: ${command.join(" ")} ended with ${ended.status}\n${ended.stdout}${ended.stderr}`);
  return ended.stdout;
}

const running = new Set<Process>();
function begin(at: Version, command: string, more: Record<string, string> = {}): Process {
  const child = spawn(process.execPath, [MAIN, command], {
    cwd: at.root,
    env: { ...environment, ...more },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const one = { at, child };
  running.add(one);
  return one;
}

async function end(one: Process): Promise<void> {
  one.child.kill("SIGTERM");
  const [code] = (await once(one.child, "exit")) as [number | null];
  running.delete(one);
  if (code !== 0) failures.push(`a process of ${one.at.name} ended with ${code}`);
}

/** What the clients see, and when they saw an answer last. */
const failures: string[] = [];
let [calls, acknowledged, slowestMs, stallMs, answeredMs] = [0, 0, 0, 0, 0];
let isStopping = false;
const ready = [false, false];
const pools = origins.map((origin) => new Pool(origin, { connections: Number(options.clients) }));

async function watch(index: 0 | 1): Promise<void> {
  while (!isStopping) {
    ready[index] = (await statusOf(`${origins[index]}/readyz`)) === 200;
    await pause(LOOK_EVERY_MS);
  }
}

async function runClient(turn: number, apiKey: string): Promise<void> {
  const everyMs = (Number(options.clients) * 1_000) / Number(options["per-second"]);
  for (let call = turn; !isStopping; call++) {
    const beganMs = performance.now();
    let open = [0, 1].filter((index) => ready[index]);
    // A load balancer that knows nobody keeps the call waiting, and that counts.
    for (; open.length === 0; open = [0, 1].filter((index) => ready[index])) await pause(LOOK_EVERY_MS);
    const pool = pools[open[call % open.length]!]!;
    const isRead = call % READ_EVERY === 0;
    const failure = await (isRead ? list(pool, apiKey) : pay({ pool }, apiKey));
    const nowMs = performance.now();
    calls += 1;
    slowestMs = Math.max(slowestMs, nowMs - beganMs);
    if (failure === null) {
      // A client that waits for its turn stalls nobody.
      stallMs = Math.max(stallMs, nowMs - Math.max(answeredMs, beganMs));
      answeredMs = nowMs;
      if (!isRead) acknowledged += 1;
    } else failures.push(failure);
    await pause(Math.max(0, everyMs - (nowMs - beganMs)));
  }
}

async function list(pool: Pool, apiKey: string): Promise<string | null> {
  try {
    const headers = { authorization: "NONE", "x-api-key": apiKey };
    const answer = await pool.request({ method: "GET", path: "/v1/transactions?limit=20", headers });
    const text = await answer.body.text();
    return answer.statusCode === 200 ? null : `${answer.statusCode} ${text}`;
  } catch (error) {
    return String(error);
  }
}

/** Says what the clients saw in a phase, and begins the next one. */
let worstMs = 0;
async function phase(name: string, work: () => Promise<unknown>): Promise<void> {
  const [before, failedBefore] = [calls, failures.length];
  [slowestMs, stallMs] = [0, 0];
  await Promise.all([work(), pause(Number(options["phase-seconds"]) * 1_000)]);
  worstMs = Math.max(worstMs, stallMs);
  console.log(
    `  ${name.padEnd(48)}${String(calls - before).padStart(6)} calls ${String(failures.length - failedBefore).padStart(3)} failed, ` +
      `longest without an answer ${Math.round(stallMs)} ms, slowest call ${Math.round(slowestMs)} ms`,
  );
}

const apis: [Process?, Process?] = [];
const startApi = (index: 0 | 1, at: Version): void => {
  apis[index] = begin(at, "api", { PORT: new URL(origins[index]).port });
};
async function startWorker(at: Version): Promise<Process> {
  const port = await freePort();
  const worker = begin(at, "worker", { WORKER_PORT: String(port) });
  let isReady = false;
  for (const deadlineMs = performance.now() + MAX_ENDING_MS; !isReady && performance.now() < deadlineMs;) {
    isReady = (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200;
    await pause(LOOK_EVERY_MS);
  }
  if (!isReady) throw new Error(`the worker of ${at.name} does not become ready`);
  return worker;
}
async function replaceApi(index: 0 | 1, at: Version): Promise<void> {
  await end(apis[index]!);
  ready[index] = false;
  startApi(index, at);
  await until(`an API process of ${at.name} is ready`, () => ready[index]!);
}

let isSound = false;
try {
  run(earlier, MAIN, "migrate");
  const demo = JSON.parse(run(earlier, MAIN, "seed")) as { organizations: { api_key: string }[] };
  const apiKey = demo.organizations[0]!.api_key;
  if (Number(options.payments) > 0) {
    const seeded = run(earlier, "scripts/seed-payments.ts", options.payments);
    console.log(`  ${seeded.trim().split("\n").at(-1)}`);
  }
  const count = async (where: string): Promise<number> =>
    (await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM payments WHERE ${where}`))[0]!.count;
  const [{ now }] = (await db.query<{ now: string }>("SELECT now()::text AS now")) as [{ now: string }];
  const sandbox = begin(earlier, "sandbox");

  const watching = ([0, 1] as const).map(watch);
  startApi(0, earlier);
  startApi(1, earlier);
  let worker = await startWorker(earlier);
  await until("both API processes are ready", () => ready.every(Boolean));
  answeredMs = performance.now();
  const paying = Array.from({ length: Number(options.clients) }, (_, turn) => runClient(turn, apiKey));

  await phase("the earlier version", async () => undefined);
  worstMs = 0; // What comes before the upgrade is the machine's.
  await phase("migrate, under the earlier version", async () => {
    const migrating = begin(current, "migrate");
    const [code] = (await once(migrating.child, "exit")) as [number | null];
    running.delete(migrating);
    if (code !== 0) failures.push(`migrate ended with ${code}`);
  });
  let beside: Process;
  await phase("both beside each other", async () => {
    await replaceApi(1, current);
    beside = await startWorker(current);
  });
  await phase("the earlier processes restart beside this version", async () => {
    await Promise.all([replaceApi(0, earlier), end(worker)]);
    worker = await startWorker(earlier);
  });
  await phase("there: this version alone", () => Promise.all([replaceApi(0, current), end(worker)]));
  await phase("back: one of each", async () => {
    await replaceApi(1, earlier);
    worker = await startWorker(earlier);
  });
  await phase("back: the earlier version alone", () => Promise.all([replaceApi(0, earlier), end(beside)]));
  isStopping = true;
  await Promise.all([...paying, ...watching]);

  const mine = `created_at >= '${now}'`;
  const open = `${mine} AND status NOT IN (${DECIDED.map((status) => `'${status}'`).join(", ")})`;
  const deadlineMs = performance.now() + MAX_ENDING_MS;
  let waiting = await count(open);
  for (; waiting > 0 && performance.now() < deadlineMs; waiting = await count(open)) await pause(1_000);
  const stored = await count(mine);
  await Promise.all([worker, ...apis.map((one) => one!), sandbox].map(end));
  for (const at of [earlier, current]) console.log(`  verify of ${at.name}: ${run(at, MAIN, "verify").trim()}`);
  isSound = failures.length === 0 && worstMs <= MAX_STALL_MS && stored === acknowledged && waiting === 0;
  console.log(
    `${calls} calls, ${failures.length} failed, the longest time without an answer ${Math.round(worstMs)} ms; of ` +
      `${acknowledged} acknowledged payments ${stored} are stored and ${waiting} have not ended`,
  );
  for (const failure of new Set(failures)) console.log(`  ${failure}`);
} finally {
  for (const { child } of running) child.kill("SIGKILL");
  await Promise.all(pools.map((pool) => pool.destroy()));
  await relay.close();
  await db.close();
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
}
console.log(isSound ? "The upgrade holds, there and back." : "NO  the upgrade does not hold");
process.exitCode = isSound ? 0 : 1;
