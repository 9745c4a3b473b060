import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Pool } from "undici";
import type { DemoFile } from "#src/commands/greeting.ts";
import { CITUS_URLS, createDistributedDatabase, dropDistributedDatabase, onNode } from "#test/harness/citus.ts";
import { freePort } from "#test/harness/free-port.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";

/**
 * `CITUS_URLS=<coordinator>,<node>,... npm run prove:citus [-- suites|cost|move]`: the product on a Citus cluster, with its organization in a cell.
 * - suites: payments, webhooks, ledger, ramps and escrow, as `npm test` has them.
 * - cost: payments a second through the coordinator, and on plain PostgreSQL (PLAIN_URL, otherwise the embedded one), in turns.
 * - move: the cell goes to another node under a steady load, and the service is killed meanwhile. Each request is repeated under its idempotency key until
 *   it is answered; there must be one payment for each, and the books must hold.
 *
 * The addresses are a superuser's, without a database: databases are made and dropped there.
 */
const SUITES = [
  "src/modules/money/payments",
  "src/modules/money/ramps",
  "src/modules/money/escrow",
  "src/modules/delivery/webhooks",
  "src/modules/delivery/events",
  "src/modules/books/ledger",
  "test/e2e/ramps",
  "test/e2e/payment-concurrency",
];
const CELL = 1;
const CONNECTIONS = 64;
const ROUNDS = 3;
const ROUND_MS = 5_000;
const STEADY_PER_SECOND = 100;
const STEADY_MS = 40_000;
const MOVE_AFTER_MS = 8_000;
const KILL_AFTER_MS = 25_000;
const RETRY_MS = 200;
const SETTINGS = { SANDBOX_DELAY_MS: "0", LOG_LEVEL: "error", RATE_LIMIT_PER_MINUTE: "10000000", ORGANIZATION_RATE_LIMIT_PER_MINUTE: "10000000" };

type Service = {
  readonly name: string;
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly origin: string;
  child: ChildProcess;
  key: string;
};

if (CITUS_URLS.length < 2) {
  console.log("CITUS_URLS is not set: name the coordinator and the nodes of a Citus cluster, separated by commas.");
  process.exit(2);
}
const parts: Record<string, () => Promise<boolean>> = { suites: proveSuites, cost: proveCost, move: proveMove };
const asked = process.argv.slice(2);
let holds = true;
for (const [name, prove] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) holds = (await prove()) && holds;
console.log(holds ? "It holds on Citus." : "It does not hold on Citus.");
process.exitCode = holds ? 0 : 1;

async function proveSuites(): Promise<boolean> {
  const { status } = spawnSync("npx", ["vitest", "run", ...SUITES, "--no-file-parallelism"], {
    env: { ...process.env, TEST_CELL: String(CELL) },
    stdio: "inherit",
  });
  return status === 0;
}

async function proveCost(): Promise<boolean> {
  await using cluster = await makeCluster();
  await using plain = await makePlain();
  const services: Service[] = [];
  try {
    services.push(await open("plain PostgreSQL", plain.url));
    services.push(await open("coordinator", cluster.url));
    for (const service of services) await load(service); // Opens connections and compiles; not counted.
    const done = services.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) for (const [index, service] of services.entries()) done[index]!.push(await load(service));
    const [onPlain, onCitus] = done.map((rounds) => median(rounds)) as [number, number];
    console.log(`through the coordinator: ${(onCitus / onPlain).toFixed(2)} of plain PostgreSQL`);
    return true;
  } finally {
    for (const service of services) await close(service);
  }
}

async function proveMove(): Promise<boolean> {
  await using cluster = await makeCluster();
  const service = await open("coordinator", cluster.url);
  try {
    const from = await nodeOfCell(cluster.url);
    const to = CITUS_URLS.slice(1).find((url) => new URL(url).port !== new URL(from).port)!;
    const answered = new Map<string, string>();
    const beganMs = performance.now();
    const [steady, movedMs] = await Promise.all([steadyLoad(service, answered, beganMs), moveCell(cluster.url, to), killOnce(service)]);
    console.log(
      `${steady.sent} payments in ${STEADY_MS / 1_000} s, ${steady.repeated} requests repeated, longest without an answer ${Math.round(steady.longestMs)} ms`,
    );
    console.log(`the cell moved in ${Math.round(movedMs)} ms, from ${new URL(from).port} to ${new URL(await nodeOfCell(cluster.url)).port}`);
    await stop(service);
    const stored = await countPayments(cluster.url);
    console.log(`${answered.size} requests answered, ${new Set(answered.values()).size} payments named, ${stored} payments stored`);
    console.log(run(service, "verify").trim());
    return answered.size === steady.sent && new Set(answered.values()).size === steady.sent && stored === steady.sent;
  } finally {
    await close(service);
  }
}

/** Sends a request every few milliseconds, and each again until it is answered. */
async function steadyLoad(
  { origin, key }: Service,
  answered: Map<string, string>,
  beganMs: number,
): Promise<{ sent: number; repeated: number; longestMs: number }> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const body = JSON.stringify(mobileMoneyPayin());
  let [repeated, longestMs] = [0, 0];
  const send = async (name: string): Promise<void> => {
    const headers = { authorization: "NONE", "x-api-key": key, "content-type": "application/json", "idempotency-key": name };
    const sentMs = performance.now();
    for (;;) {
      try {
        const answer = await pool.request({ method: "POST", path: "/v1/payments-init/initiate", headers, body });
        const text = await answer.body.text();
        if (answer.statusCode < 300) {
          answered.set(name, (JSON.parse(text) as { response: { payment_id: string } }).response.payment_id);
          longestMs = Math.max(longestMs, performance.now() - sentMs);
          return;
        }
        if (answer.statusCode < 500 && answer.statusCode !== 409 && answer.statusCode !== 429) throw new Error(`refused: ${answer.statusCode} ${text}`);
      } catch (error) {
        if (error instanceof Error && error.message.startsWith("refused")) throw error;
      }
      repeated += 1;
      await pause(RETRY_MS);
    }
  };
  const all: Promise<void>[] = [];
  for (let n = 0; n < (STEADY_MS / 1_000) * STEADY_PER_SECOND; n++) {
    const dueMs = beganMs + (n * 1_000) / STEADY_PER_SECOND;
    if (performance.now() < dueMs) await pause(dueMs - performance.now());
    all.push(send(`prove-${n}`));
  }
  await Promise.all(all);
  await pool.close();
  return { sent: all.length, repeated, longestMs };
}

async function moveCell(url: string, to: string): Promise<number> {
  await pause(MOVE_AFTER_MS);
  const beganMs = performance.now();
  const { hostname, port } = new URL(to);
  await onDatabase(url, (client) => client.query(`SELECT citus_schema_move('cell_${CELL}', $1::text, $2::int)`, [hostname, Number(port)]));
  return performance.now() - beganMs;
}

async function killOnce(service: Service): Promise<void> {
  await pause(KILL_AFTER_MS);
  service.child.kill("SIGKILL");
  await once(service.child, "exit");
  service.child = start(service.environment);
  await untilReady(service.child);
}

async function countPayments(url: string): Promise<number> {
  const { rows } = await onDatabase(url, (client) => client.query<{ payments: number }>(`SELECT count(*)::int AS payments FROM cell_${CELL}.payments`));
  return rows[0]!.payments;
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { pathname } = new URL(url);
  return onNode(url, pathname.slice(1), work);
}

async function nodeOfCell(url: string): Promise<string> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<{ nodeport: number }>(`SELECT nodeport FROM citus_shards WHERE table_name = 'cell_${CELL}.payments'::regclass LIMIT 1`),
  );
  return CITUS_URLS.find((node) => Number(new URL(node).port) === rows[0]!.nodeport)!;
}

async function makeCluster() {
  const name = `prove_citus_${process.pid}`;
  await dropDistributedDatabase(name);
  await createDistributedDatabase(name);
  return { url: Object.assign(new URL(CITUS_URLS[0]!), { pathname: `/${name}` }).href, [Symbol.asyncDispose]: () => dropDistributedDatabase(name) };
}

async function makePlain() {
  const server = process.env["PLAIN_URL"];
  if (server === undefined) return { url: "embedded", [Symbol.asyncDispose]: async () => undefined };
  const name = `prove_plain_${process.pid}`;
  await onNode(server, "postgres", (client) => client.query(`CREATE DATABASE ${name}`));
  const drop = (): Promise<void> => onNode(server, "postgres", async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  return { url: Object.assign(new URL(server), { pathname: `/${name}` }).href, [Symbol.asyncDispose]: drop };
}

/** With one organization in the cell, and nothing in the first one but the demo. */
async function open(name: string, databaseUrl: string): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), "corridor-citus-"));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const environment = {
    PATH: process.env["PATH"],
    DATABASE_URL: databaseUrl,
    DATA_DIR: directory,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    ...SETTINGS,
  };
  const service: Service = { name, directory, environment, origin: `http://127.0.0.1:${port}`, child: start(environment), key: "" };
  await untilReady(service.child);
  await stop(service);
  console.log(run(service, "cells", "add").trim());
  service.child = start(environment);
  await untilReady(service.child);
  run(service, "cells", "open", String(CELL));
  const demo = JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as DemoFile;
  const person = demo.organizations[0]!.org_admin;
  const admin = await signIn(service, demo.admin);
  const { data } = await post(service, admin, "/v1/organizations", { name: "Load", country: "GH", cell: CELL });
  await post(service, admin, `/v1/organizations/${data.org_id}/members`, { user_id: person.user_id, role: "org-admin" });
  const member = await signIn(service, { ...person, org_id: data.org_id });
  service.key = (await post(service, member, "/v1/public/api-keys", { name: "load" })).data.api_key;
  return service;
}

async function close(service: Service): Promise<void> {
  await stop(service);
  rmSync(service.directory, { recursive: true, force: true });
}

function start(environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ["src/main.ts", "start"], { env: environment, stdio: ["ignore", "pipe", "inherit"] });
}

function run({ environment }: Service, ...command: string[]): string {
  return execFileSync(process.execPath, ["src/main.ts", ...command], { env: environment, encoding: "utf8" });
}

async function stop({ child }: Service): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function signIn({ origin }: Service, { email, password, org_id }: { email: string; password: string; org_id?: string }): Promise<string> {
  const body = JSON.stringify({ email, password, ...(org_id === undefined ? {} : { org_id }) });
  const answer = await fetch(`${origin}/identity/token`, { method: "POST", headers: { "content-type": "application/json" }, body });
  return ((await answer.json()) as { token: string }).token;
}

async function post({ origin }: Service, token: string, path: string, body: object): Promise<any> {
  const headers = { authorization: `Bearer ${token}`, "x-api-key": "NONE", "content-type": "application/json" };
  const answer = await fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Payments a second of all connections. */
async function load({ name, origin, key }: Service): Promise<number> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const body = JSON.stringify(mobileMoneyPayin());
  const headers = { authorization: "NONE", "x-api-key": key, "content-type": "application/json" };
  const beganMs = performance.now();
  let [made, failed] = [0, 0];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - beganMs < ROUND_MS) {
        const answer = await pool.request({ method: "POST", path: "/v1/payments-init/initiate", headers, body });
        const text = await answer.body.text();
        if (answer.statusCode >= 300 && answer.statusCode < 500) throw new Error(`${name}: a payment was refused: ${answer.statusCode} ${text}`);
        if (answer.statusCode < 300) made += 1;
        else failed += 1;
      }
    }),
  );
  const seconds = (performance.now() - beganMs) / 1_000;
  await pool.close();
  console.log(`${name}: ${Math.round(made / seconds)} payments a second, ${failed} answered with an error`);
  return made / seconds;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
}

async function untilReady(child: ChildProcess): Promise<void> {
  let output = "";
  child.stdout!.on("data", (chunk: Buffer) => (output += chunk.toString()));
  while (!output.includes("Corridor is ready")) {
    if (child.exitCode !== null) throw new Error(`the service did not start: ${output}`);
    await Promise.race([once(child.stdout!, "data"), once(child, "exit")]);
  }
}
