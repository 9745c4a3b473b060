import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Service } from "@corridor/server/deployment.ts";
import { sandboxKeyOf } from "@corridor/server/commands/parts.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { type Clock, SteppedClock, systemClock } from "@corridor/base/clock.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { type RunningSandbox, startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { type Demo, seedDemo } from "@corridor/server/commands/seed.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import { createInTestCell } from "#test/harness/app.ts";
import { freePort } from "#test/harness/free-port.ts";
import { createTestDatabase, silentLog, type TestDatabase } from "#test/harness/database.ts";
import { type DatabaseTime, takeOverDatabaseTime } from "#test/harness/database-time.ts";
import { connectToTestCell } from "#test/harness/test-cell.ts";

/**
 * The worker is killed with -9 between the legs of ramps: before the second leg starts, while its request is running,
 * and after it was accepted but not recorded. The next worker continues from the provider's journal, and the second leg
 * happens exactly once. Kills at random moments are the prover's (test/prover).
 */
const SECRET = "a secret of the ramp fault tests that is long enough to be one";
const HALF_A_MINUTE_MS = 30_000;
const WALLET = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

let database: TestDatabase;
let db: Db;
let databaseTime: DatabaseTime;
let sandbox: RunningSandbox;
let api: Service;
let demo: Demo;
let port: number;
let worker: ChildProcess | null = null;
const config = { ...loadConfig({ environment: {} }), secret: SECRET };
const sandboxKey = sandboxKeyOf(config);

const corridor = (clock: Clock): Promise<Service> =>
  createInTestCell({
    config: { ...config, port, publicBaseUrl: `http://127.0.0.1:${port}` },
    databaseUrl: database.url,
    clock,
    log: silentLog,
    metrics: createMetrics(),
    sandbox: { url: sandbox.url, key: sandboxKey },
    webDirectory: "",
  });

beforeAll(async () => {
  database = await createTestDatabase("service");
  db = connectToTestCell(database.url);
  databaseTime = await takeOverDatabaseTime(database.url);
  sandbox = await startSandbox({
    host: "127.0.0.1",
    port: 0,
    directory: null,
    delayMs: 20,
    key: sandboxKey,
    log: silentLog,
  });
  demo = await seedDemo({ db, clock: systemClock });
  port = await freePort();
  api = await corridor(systemClock);
  await api.server.listen({ host: "127.0.0.1", port });
});
afterEach(async () => {
  await kill();
  await fetch(`${sandbox.url}/faults`, { method: "DELETE" });
});
afterAll(async () => {
  await api.close();
  await sandbox.close();
  await databaseTime.close();
  await db.close();
  await database[Symbol.asyncDispose]();
});

function startWorker(): void {
  worker = spawn(process.execPath, ["packages/server/src/main.js", "worker"], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      PORT: String(port),
      SANDBOX_PORT: new URL(sandbox.url).port,
      CORRIDOR_SECRET: SECRET,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

async function kill(): Promise<void> {
  if (worker === null) return;
  const child = worker;
  worker = null;
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function call(method: string, path: string, body?: unknown): Promise<any> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: {
      authorization: "NONE",
      "x-api-key": demo.organizations[0]!.api_key,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return answer.json();
}

async function atSandbox(path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

/** A ramp whose first leg is collected and whose second leg has not started, because no worker runs. */
async function collected(): Promise<string> {
  const { data } = await call("GET", "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=USDT");
  const { response } = await call("POST", "/payments-init/ramp", {
    fiat_currency: "NGN",
    fiat_amount: 15500.0,
    client_rate: data.rate,
    crypto_currency: "USDT",
    crypto_network: "TRON",
    country: "NG",
    wallet_address: WALLET,
    bank_details: { account_number: "0011223344" },
  });
  await atSandbox("/deposits", {
    account_number: response.payment_instructions.account_number,
    amount: "15500.00",
    currency: "NGN",
  });
  await until(async () => (await rampsOf([response.payment_id]))[0]!.status === "processing");
  return response.payment_id;
}

type Row = {
  payment_id: string;
  status: string;
  progress: { attempts: { attempt_id: string; leg: string; provider: string; outcome: string }[] };
};
const rampsOf = (ids: string[]): Promise<Row[]> =>
  db.query<Row>(`SELECT payment_id, status, progress FROM payments WHERE payment_id = ANY($1::uuid[])`, [ids]);

async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { interval: 25 }).toBe(true);
}

const anySettling = async (ids: string[]): Promise<boolean> =>
  (await rampsOf(ids)).some((row) => row.progress.attempts.some((attempt) => attempt.leg === "settle"));

/** The work of a worker that starts half a minute later, repeated every half minute. */
async function goOn(ids: string[]): Promise<void> {
  const clock = new SteppedClock(new Date(Date.now() + HALF_A_MINUTE_MS));
  const later = await corridor(clock);
  const check = later.jobs.find((job) => job.name === "payment-checks")!;
  for (let round = 1; round <= 40; round++) {
    await databaseTime.shift(round * HALF_A_MINUTE_MS);
    await check.runOnce();
    if ((await rampsOf(ids)).every((row) => row.status === "completed")) break;
    await pause(100); // The sandbox settles in its own time.
    clock.advance(HALF_A_MINUTE_MS);
  }
  await databaseTime.shift(0);
  await later.close();
}

type Operation = {
  provider: string;
  kind: string;
  payment_id: string;
  reference: string;
  status: string;
  amount: number;
};

async function journal(): Promise<Operation[]> {
  const operations: Operation[] = [];
  for (let cursor = ""; ;) {
    const page = (await (await fetch(`${sandbox.url}/journal${cursor}`)).json()) as {
      operations: Operation[];
      next_cursor: string | null;
    };
    operations.push(...page.operations);
    if (page.next_cursor === null) return operations;
    cursor = `?cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

/**
 * Compares each ramp's record with the provider's journal, verifies the books, and checks that the clearing account is
 * empty.
 */
async function truthOf(ids: string[]): Promise<object[]> {
  expect((await verifyLedger(db)).broken).toBeNull();
  expect(
    await db.query(`SELECT balance FROM ledger_accounts WHERE purpose = 'ramp_clearing' AND balance <> 0`),
  ).toEqual([]);
  const operations = await journal();
  return (await rampsOf(ids)).map((row) => {
    const ofRamp = operations.filter(
      (operation) => operation.payment_id === row.payment_id && operation.kind !== "payin",
    );
    const held = row.progress.attempts.filter((attempt) => attempt.leg === "settle" && attempt.outcome === "accepted");
    return {
      status: row.status,
      accepted: ofRamp.map((operation) => `${operation.kind} ${operation.amount} ${operation.status}`),
      sameAttempts:
        held.map((attempt) => attempt.attempt_id).join() === ofRamp.map((operation) => operation.reference).join(),
    };
  });
}

const ONCE = { status: "completed", accepted: ["payout 10 completed"], sameAttempts: true };

test("killed before the second leg was begun: the next worker begins it at once", async () => {
  startWorker();
  await kill();
  const id = await collected();
  startWorker();
  await until(async () => (await rampsOf([id]))[0]!.status === "completed");
  await kill();
  expect(await truthOf([id])).toEqual([ONCE]);
});

test("killed when the provider has accepted the second leg and its answer is not recorded: it is found, not repeated", async () => {
  const id = await collected();
  await atSandbox("/faults", { provider: "crypto", mode: "slow", share: 1, seconds: 60, delay_ms: 5_000 });
  startWorker();
  await until(async () =>
    (await journal()).some((operation) => operation.payment_id === id && operation.kind === "payout"),
  );
  await kill();
  expect((await rampsOf([id]))[0]!.progress.attempts.at(-1)).toMatchObject({
    leg: "settle",
    outcome: expect.stringMatching(/dispatching|accepted/),
  });
  await fetch(`${sandbox.url}/faults`, { method: "DELETE" });
  await goOn([id]);
  expect(await truthOf([id])).toEqual([ONCE]);
});

test("killed while the second leg is on its way and never arrives: it is made anew, once", async () => {
  const id = await collected();
  await atSandbox("/faults", { provider: "crypto", mode: "timeout", share: 1, seconds: 60 });
  startWorker();
  await until(() => anySettling([id]));
  await kill();
  await fetch(`${sandbox.url}/faults`, { method: "DELETE" });
  await goOn([id]);
  expect(await truthOf([id])).toEqual([ONCE]);
});
