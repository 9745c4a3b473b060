import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import type { DemoFile } from "@corridor/server/commands/greeting.ts";
import { freePort } from "#test/harness/free-port.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { cpuMicrosecondsOf } from "../bench/usage.ts";

/**
 * `npm run prove -- cells [<rounds>]`: two deployments side by side, one with one cell and one with three, each with
 * three organizations. The same load of payments goes to one and then to the other, in alternating rounds. Ends with an
 * error when three cells do less than 0.95 of one, or when the books of one do not hold afterwards.
 */
const ROUNDS = Number(process.argv[2] ?? 6);
const CELLS = 3;
const CONNECTIONS = 64;
/**
 * For each cell. V8 compiles for each what they do not share (closures, validators, serializers); a payment's CPU time
 * falls by half in the first 25 seconds of load.
 */
const WARM_UPS = 5;
const ROUND_MS = 5_000;
const GOAL = 0.95;
const SETTINGS = {
  SANDBOX_DELAY_MS: "0",
  LOG_LEVEL: "error",
  RATE_LIMIT_PER_MINUTE: "10000000",
  ORGANIZATION_RATE_LIMIT_PER_MINUTE: "10000000",
};

type Service = {
  readonly name: string;
  readonly cells: number;
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly origin: string;
  child: ChildProcess;
  keys: string[];
};

const services: Service[] = [];
let holds = true;
try {
  services.push(await open("one cell", 1), await open("three cells", CELLS));
  for (const service of services)
    for (let warmUp = 0; warmUp < WARM_UPS * service.cells; warmUp++)
      console.log(`warming up: ${service.name}: ${textOf(await load(service))}`);
  const done = new Map(services.map(({ name }) => [name, [] as Round[]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const service of round % 2 === 0 ? services : services.toReversed()) {
      const measured = await load(service);
      done.get(service.name)!.push(measured);
      console.log(`round ${round + 1}: ${service.name}: ${textOf(measured)}`);
    }
  const [one, three] = services.map(({ name }) => medianOf(done.get(name)!)) as [Round, Round];
  holds = three.perSecond / one.perSecond >= GOAL;
  console.log(`one cell: ${textOf(one)}; three cells: ${textOf(three)}`);
  console.log(
    `ratio ${(three.perSecond / one.perSecond).toFixed(3)} (goal ${GOAL}); CPU time ` +
      `${(three.cpuUs / one.cpuUs).toFixed(3)}; load of the machine ${loadavg()[0]!.toFixed(1)}`,
  );
  for (const service of services) {
    await stop(service);
    const report = run(service, "verify").trim().split("\n");
    console.log(`${service.name}: ${report.join(" ")}`);
  }
} finally {
  for (const service of services) {
    await stop(service);
    rmSync(service.directory, { recursive: true, force: true });
  }
}
console.log(holds ? "Three cells do what one does." : "It does not hold.");
process.exitCode = holds ? 0 : 1;

async function open(name: string, cells: number): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), "corridor-cells-"));
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const environment = {
    PATH: process.env["PATH"],
    DATA_DIR: directory,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    ...SETTINGS,
  };
  const service: Service = {
    name,
    cells,
    directory,
    environment,
    origin: `http://127.0.0.1:${port}`,
    child: start(environment),
    keys: [],
  };
  await untilReady(service.child);
  if (cells > 1) {
    await stop(service);
    for (let added = 1; added < cells; added++) console.log(run(service, "cells", "add").trim());
    service.child = start(environment);
    await untilReady(service.child);
    for (let number = 1; number < cells; number++) run(service, "cells", "open", String(number));
    console.log(run(service, "cells", "list").trim());
  }
  const demo = JSON.parse(readFileSync(join(directory, "demo.json"), "utf8")) as DemoFile;
  const person = demo.organizations[0]!.org_admin;
  const admin = await signIn(service, demo.admin);
  for (let n = 0; n < CELLS; n++) {
    const { data } = await post(service, admin, "/v1/organizations", {
      name: `Load ${n}`,
      country: "GH",
      ...(cells > 1 ? { cell: n } : {}),
    });
    await post(service, admin, `/v1/organizations/${data.org_id}/members`, {
      user_id: person.user_id,
      role: "org-admin",
    });
    const member = await signIn(service, { ...person, org_id: data.org_id });
    service.keys.push((await post(service, member, "/v1/public/api-keys", { name: "load" })).data.api_key);
  }
  return service;
}

function start(environment: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ["packages/server/src/main.js", "start"], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function run({ environment }: Service, ...command: string[]): string {
  return execFileSync(process.execPath, ["packages/server/src/main.js", ...command], {
    env: environment,
    encoding: "utf8",
  });
}

async function stop({ child }: Service): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function signIn(
  { origin }: Service,
  { email, password, org_id }: { email: string; password: string; org_id?: string },
): Promise<string> {
  const body = JSON.stringify({ email, password, ...(org_id === undefined ? {} : { org_id }) });
  const answer = await fetch(`${origin}/identity/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return ((await answer.json()) as { token: string }).token;
}

async function post({ origin }: Service, token: string, path: string, body: object): Promise<any> {
  const headers = { authorization: `Bearer ${token}`, "x-api-key": "NONE", "content-type": "application/json" };
  const answer = await fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** `cpuUs`: of the service, its sandbox and its PostgreSQL, for each payment. */
type Round = { readonly perSecond: number; readonly cpuUs: number };

/** By all connections, whose organizations take turns. */
async function load({ origin, keys, child }: Service): Promise<Round> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const body = JSON.stringify(mobileMoneyPayin());
  const usedBefore = cpuMicrosecondsOf(child.pid!);
  const beganMs = performance.now();
  let made = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, n) => {
      const headers = {
        authorization: "NONE",
        "x-api-key": keys[n % keys.length]!,
        "content-type": "application/json",
      };
      while (performance.now() - beganMs < ROUND_MS) {
        const answer = await pool.request({ method: "POST", path: "/v1/payments-init/initiate", headers, body });
        const text = await answer.body.text();
        if (answer.statusCode >= 300) throw new Error(`a payment was refused: ${answer.statusCode} ${text}`);
        made += 1;
      }
    }),
  );
  const seconds = (performance.now() - beganMs) / 1_000;
  await pool.close();
  return { perSecond: made / seconds, cpuUs: (cpuMicrosecondsOf(child.pid!) - usedBefore) / made };
}

function textOf({ perSecond, cpuUs }: Round): string {
  return `${Math.round(perSecond)} payments a second, ${Math.round(cpuUs)} us of CPU time each`;
}

function medianOf(rounds: readonly Round[]): Round {
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    cpuUs: median(rounds.map(({ cpuUs }) => cpuUs)),
  };
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
