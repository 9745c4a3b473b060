import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DemoFile } from "@corridor/server/commands/greeting.ts";
import { freePort } from "#test/harness/free-port.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";

/**
 * `API_PROCESSES=3`: one port, three processes, real signals. Each request opens a new connection, so that every
 * process gets some.
 */
const PROCESSES = 3;
const EACH_GETS_SOME = PROCESSES * 6;
const DEADLINE_MS = 120_000;
const CONNECTED_WITHIN_MS = 60_000;

let directory: string;
let primary: ChildProcess;
let demo: DemoFile;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "corridor-processes-"));
  // The port is given by --set: settings of the command line must reach every process.
  primary = spawn(process.execPath, ["packages/server/src/main.js", "--set", `PORT=${await freePort()}`, "start"], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(directory, "data"),
      SANDBOX_PORT: String(await freePort()),
      API_PROCESSES: String(PROCESSES),
      SHUTDOWN_GRACE_MS: "0",
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  primary.stdout!.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await until("it is ready", () => Promise.resolve(output.includes("Corridor is ready")));
  demo = JSON.parse(readFileSync(join(directory, "data", "demo.json"), "utf8")) as DemoFile;
}, 180_000);
afterAll(async () => {
  if (primary.exitCode === null && primary.signalCode === null) {
    primary.kill("SIGKILL");
    await once(primary, "exit");
  }
  rmSync(directory, { recursive: true, force: true });
});

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + DEADLINE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadlineMs || primary.exitCode !== null) throw new Error(`waited in vain until ${what}`);
    await pause(20);
  }
}

function apiPids(): number[] {
  const lines = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(primary.pid)], { encoding: "utf8" }).split(
    "\n",
  );
  return lines.filter((line) => line.endsWith(" api")).map((line) => Number(line.trim().split(" ", 1)[0]));
}

/** The headers of an API key or a token. */
const headersOf = (credential: string) =>
  credential.startsWith("ck_")
    ? { authorization: "NONE", "x-api-key": credential }
    : { authorization: `Bearer ${credential}`, "x-api-key": "NONE" };

async function tokenOf({ email, password }: { email: string; password: string }): Promise<string> {
  const url = new URL("/identity/token", demo.base_url);
  const answer = await request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.body.json()) as { token: string }).token;
}

type Reply = { status: number; body: any };

async function call(
  credential: string,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Reply> {
  const dispatcher = new Agent({ connections: 1, pipelining: 0 });
  try {
    const answer = await request(`${demo.base_url}${path}`, {
      method,
      dispatcher,
      headers: { ...headersOf(credential), ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, body: text === "" ? null : JSON.parse(text) };
  } finally {
    await dispatcher.close();
  }
}

const many = (work: () => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: EACH_GETS_SOME }, work));
const keyOf = (organization: number): string => demo.organizations[organization]!.api_key;

test("all processes take payments on one port, and each reads what another wrote", async () => {
  expect(apiPids()).toHaveLength(PROCESSES);
  const payments = await many(() => call(keyOf(0), "POST", "/payments-init/initiate", mobileMoneyPayin()));
  expect(payments.map(({ status }) => status)).toEqual(payments.map(() => 200));
  const [{ body }] = payments as [Reply];
  const looks = await many(() => call(keyOf(0), "GET", `/payments/transaction/${body.response.transaction_id}`));
  expect(new Set(looks.map((look) => `${look.status} ${look.body.payment_id}`))).toEqual(
    new Set([`200 ${body.response.payment_id}`]),
  );
});

test("a key that one process revokes is refused by all of them within a second", async () => {
  const token = await tokenOf(demo.organizations[1]!.org_admin);
  const created = await call(token, "POST", "/public/api-keys", { name: "short-lived" });
  expect(created.status).toBe(201);
  const { api_key, api_key_id } = created.body.data;
  const before = await many(() => call(api_key, "GET", "/beneficiaries"));
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await call(keyOf(1), "DELETE", `/public/api-keys/${api_key_id}`)).status).toBe(204);
  await pause(1_000); // The documented time limit that is tested.
  const after = await many(() => call(api_key, "GET", "/beneficiaries"));
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
});

test("a burst of clients is heard although all processes stand still for a moment", async () => {
  const systemAllows = Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8"));
  const burst = Math.min(2_400, Math.floor(PROCESSES * systemAllows * 0.8));
  const pids = apiPids();
  for (const pid of pids) process.kill(pid, "SIGSTOP");
  const sockets = Array.from({ length: burst }, () => connect(Number(new URL(demo.base_url).port), "127.0.0.1"));
  try {
    const signal = AbortSignal.timeout(CONNECTED_WITHIN_MS); // The stopped processes must be resumed, whatever happens.
    await Promise.all(sockets.map((socket) => once(socket, "connect", { signal })));
  } finally {
    for (const pid of pids) process.kill(pid, "SIGCONT");
    for (const socket of sockets) socket.destroy();
  }
  expect((await call(keyOf(0), "GET", "/beneficiaries")).status).toBe(200);
}, 180_000);

test("a process that is killed is replaced, while the others go on", async () => {
  const [victim] = apiPids() as [number];
  process.kill(victim, "SIGKILL");
  await until("it is gone", async () => !apiPids().includes(victim));
  // A connection that was kept alive to it is reset once; the next call goes to another process.
  await until(
    "the others take payments",
    async () =>
      (await call(keyOf(0), "POST", "/payments-init/initiate", mobileMoneyPayin()).catch(() => null))?.status === 200,
  );
  await until("another has taken its place", async () => apiPids().length === PROCESSES);
  await until("all of them answer", async () => {
    const answers = await many(() => call(keyOf(0), "GET", "/beneficiaries")).catch(() => []);
    return answers.length > 0 && answers.every(({ status }) => status === 200);
  });
  expect(apiPids()).toHaveLength(PROCESSES);
}, 180_000);

test("a stop lets every process answer what it has taken, and leaves none behind", async () => {
  const pids = apiPids();
  const under = Array.from({ length: EACH_GETS_SOME }, () =>
    call(keyOf(0), "POST", "/payments-init/initiate", mobileMoneyPayin()),
  );
  await Promise.race(under); // By now all requests are connected, and most are still running.
  primary.kill("SIGTERM");
  const [exitCode] = (await once(primary, "exit")) as [number];
  expect(exitCode).toBe(0);
  const outcomes = await Promise.allSettled(under);
  const answered = outcomes.filter((outcome) => outcome.status === "fulfilled");
  expect(answered.map(({ value }) => value.status)).toEqual(answered.map(() => 200));
  expect(answered.length).toBeGreaterThan(0);
  expect(pids.filter(isAlive)).toEqual([]);
}, 180_000);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
