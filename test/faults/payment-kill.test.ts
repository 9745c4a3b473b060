import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxKeyOf } from "@corridor/server/commands/parts.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { SteppedClock, systemClock } from "@corridor/base/clock.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { type RunningSandbox, startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { type Demo, type DemoPerson, seedDemo } from "@corridor/server/commands/seed.ts";
import { schemaOfCell } from "@corridor/server/kernel/db/cells.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import { createInTestCell } from "#test/harness/app.ts";
import { freePort } from "#test/harness/free-port.ts";
import { countWaiting, createTestDatabase, silentLog, type TestDatabase } from "#test/harness/database.ts";
import { type DatabaseTime, takeOverDatabaseTime } from "#test/harness/database-time.ts";
import { mobileMoneyPayin, mobileMoneyPayout } from "#test/harness/payments.ts";
import { connectToTestCell, TEST_CELL } from "#test/harness/test-cell.ts";

/**
 * The API process is killed with -9 at three moments of a payment. Recovery brings each payment to the state in the
 * provider's journal, and no payment is accepted by two providers. Kills at random moments under load are the prover's
 * (test/prover).
 */
const SECRET = "a secret of the fault tests that is long enough to be one";
const RECOVERY_MS = 30_000;

let database: TestDatabase;
let db: Db;
let databaseTime: DatabaseTime;
let sandbox: RunningSandbox;
let demo: Demo;
let port: number;
const config = { ...loadConfig({ environment: {} }), secret: SECRET };
const sandboxKey = sandboxKeyOf(config);

beforeAll(async () => {
  database = await createTestDatabase("service");
  db = connectToTestCell(database.url);
  databaseTime = await takeOverDatabaseTime(database.url);
  sandbox = await startSandbox({
    host: "127.0.0.1",
    port: 0,
    directory: null,
    delayMs: 100,
    key: sandboxKey,
    log: silentLog,
  });
  demo = await seedDemo({ db, clock: systemClock });
  port = await freePort();
});
afterAll(async () => {
  await sandbox.close();
  await databaseTime.close();
  await db.close();
  await database[Symbol.asyncDispose]();
});

async function startApi(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["packages/server/src/main.js", "api"], {
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
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return child;
    if (child.exitCode !== null) throw new Error("the API did not start");
    await pause(50);
  }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

const initiate = (body: unknown): Promise<unknown> =>
  fetch(`http://127.0.0.1:${port}/v1/payments-init/initiate`, {
    method: "POST",
    headers: { authorization: "NONE", "x-api-key": demo.organizations[0]!.api_key, "content-type": "application/json" },
    body: JSON.stringify(body),
  }).then(
    (answer) => answer.json(),
    () => null,
  );

async function approve({ email, password }: DemoPerson, paymentId: string): Promise<unknown> {
  const post = (path: string, body: object, headers = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const { token } = (await (await post("/identity/token", { email, password })).json()) as { token: string };
  return post(
    `/v1/payments/${paymentId}/review`,
    { decision: "approve" },
    { authorization: `Bearer ${token}`, "x-api-key": "NONE" },
  ).then(
    (answer) => answer.json(),
    () => null,
  );
}

/** The provider accepts a request at once and answers it after two seconds. */
const slowDown = () => fault({ mode: "slow", delay_ms: 2_000 });
const fault = (given: object) =>
  fetch(`${sandbox.url}/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ provider: "fiat", share: 1, seconds: 60, ...given }),
  });
const mend = () => fetch(`${sandbox.url}/faults`, { method: "DELETE" });

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 4_000; i++) {
    if (await isSo()) return;
    await pause(25);
  }
  throw new Error("it did not come to that");
}

/** The work of a worker half a minute later, repeated every half minute. */
async function recover(): Promise<void> {
  const clock = new SteppedClock(new Date(Date.now() + RECOVERY_MS));
  const corridor = await createInTestCell({
    config: { ...config, port, publicBaseUrl: `http://127.0.0.1:${port}` },
    databaseUrl: database.url,
    clock,
    log: silentLog,
    metrics: createMetrics(),
    sandbox: { url: sandbox.url, key: sandboxKey },
    webDirectory: "",
  });
  const check = corridor.jobs.find((job) => job.name === "payment-checks")!;
  for (let round = 1; round <= 20; round++) {
    await databaseTime.shift(round * RECOVERY_MS);
    await check.runOnce();
    const open = await db.query(
      `SELECT 1 FROM payments WHERE status IN ('initiated', 'confirmed', 'processing', 'pending')`,
    );
    if (open.length === 0) break;
    await pause(150); // The sandbox completes what it accepted in its own time.
    clock.advance(RECOVERY_MS);
  }
  await databaseTime.shift(0);
  await corridor.close();
}

type Operation = { provider: string; payment_id: string; reference: string; status: string };

async function readJournal(): Promise<Operation[]> {
  const journal: Operation[] = [];
  for (let cursor = ""; ;) {
    const page = (await (await fetch(`${sandbox.url}/journal${cursor}`)).json()) as {
      operations: Operation[];
      next_cursor: string | null;
    };
    journal.push(...page.operations);
    if (page.next_cursor === null) return journal;
    cursor = `?cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

/** Resolves with the number of payments. */
async function expectTruth(): Promise<number> {
  const journal = await readJournal();
  const payments = await db.query<{
    payment_id: string;
    status: string;
    provider: string | null;
    progress: { attempts: { attempt_id: string; outcome: string }[] };
  }>(`SELECT payment_id, status, provider, progress FROM payments`);
  for (const payment of payments) {
    const operations = journal.filter((operation) => operation.payment_id === payment.payment_id);
    expect(
      operations.length,
      `${payment.payment_id} was accepted by ${operations.map((operation) => operation.provider).join(" and ")}`,
    ).toBeLessThanOrEqual(1);
    const [operation] = operations;
    if (operation === undefined) expect(payment.status).toBe("failed");
    else {
      expect([payment.status, payment.provider]).toEqual([operation.status, operation.provider]);
      expect(payment.progress.attempts.find((attempt) => attempt.attempt_id === operation.reference)?.outcome).toBe(
        "accepted",
      );
    }
  }
  expect(new Set(journal.map((operation) => operation.payment_id)).size).toBe(journal.length);
  expect(journal.every((operation) => payments.some((payment) => payment.payment_id === operation.payment_id))).toBe(
    true,
  );
  return payments.length;
}

test("killed between commit 1 and the provider's answer: recovery finds what the provider did", async () => {
  const api = await startApi();
  await slowDown();
  const answers = Array.from({ length: 5 }, () => initiate(mobileMoneyPayin()));
  await until(async () => (await db.query(`SELECT 1 FROM payments WHERE status = 'initiated'`)).length === 5);
  await kill(api);
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 5 }, () => null));
  await mend();
  await recover();
  expect(await expectTruth()).toBe(5);
});

test("killed between the provider's answer and commit 2: the payment ends as the provider accepted it, once", async () => {
  const api = await startApi();
  await slowDown();
  const answer = initiate(mobileMoneyPayin("4567", { client_reference: "between" }));
  await until(async () => (await db.query(`SELECT 1 FROM payments WHERE client_reference = 'between'`)).length === 1);
  // Commit 2 waits for this lock; the provider meanwhile accepts and answers.
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query("BEGIN");
  await blocker.query(
    `SELECT 1 FROM ${schemaOfCell(TEST_CELL)}.payments WHERE client_reference = 'between' FOR UPDATE`,
  );
  await until(async () => (await countWaiting(database.url)) > 0);
  await kill(api);
  await blocker.query("ROLLBACK");
  await blocker.end();
  await mend();
  expect(await answer).toBeNull();
  await recover();
  const [payment] = await db.query<{ status: string; provider: string }>(
    `SELECT status, provider FROM payments WHERE client_reference = 'between'`,
  );
  expect(payment).toEqual({ status: "completed", provider: "fiat" });
  await expectTruth();
});

test("killed between the last approval and the provider's answer: recovery continues the payout, sent or not", async () => {
  const [{ org_id: orgId, beneficiary_id: payee, org_admin: person }] = demo.organizations as [
    Demo["organizations"][0],
  ];
  const settings = { payout_review_above: { GHS: "10.00" } };
  const STORED = `SELECT status, json_array_length(progress->'attempts') AS attempts FROM payments
    WHERE payment_id = $1`;
  await db.query(`UPDATE organizations SET settings = $2 WHERE org_id = $1`, [orgId, settings]);
  await db.query(`UPDATE api_keys SET user_id = $2, made_by = $2 WHERE org_id = $1`, [
    orgId,
    demo.organizations[0]!.org_member.user_id,
  ]);
  for (const [mode, attempts] of [
    ["slow", 1],
    ["timeout", 2],
  ] as const) {
    const api = await startApi();
    const made = (await initiate(mobileMoneyPayout(payee))) as { response: { payment_id: string; status: string } };
    expect(made.response.status).toBe("initiated");
    const { payment_id: paymentId } = made.response;
    // `slow` takes the request at once and answers it later, `timeout` does neither.
    await fault({ mode, delay_ms: 20_000 });
    const answer = approve(person, paymentId);
    const stored = () => db.query<{ status: string }>(STORED, [paymentId]);
    await until(async () => (await stored())[0]!.status === "confirmed");
    if (mode === "slow")
      await until(async () => (await readJournal()).some((operation) => operation.payment_id === paymentId));
    await kill(api);
    await mend();
    expect(await answer).toBeNull();
    await recover();
    expect(await stored()).toEqual([{ status: "completed", attempts }]);
  }
  await expectTruth();
});
