import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxKeyOf } from "@corridor/server/commands/parts.ts";
import { type Demo, seedDemo } from "@corridor/server/commands/seed.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { postTransactions } from "@corridor/server/record/ledger/post-transactions.ts";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { schemaOfCell } from "@corridor/server/kernel/db/cells.ts";
import type { Db } from "@corridor/server/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { Money } from "@corridor/base/money.ts";
import { type RunningSandbox, startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { createInTestCell } from "#test/harness/app.ts";
import { type DatabaseTime, takeOverDatabaseTime } from "#test/harness/database-time.ts";
import { freePort } from "#test/harness/free-port.ts";
import { countWaiting, createTestDatabase, silentLog, type TestDatabase } from "#test/harness/database.ts";
import { bankPayout } from "#test/harness/payments.ts";
import { connectToTestCell, TEST_CELL } from "#test/harness/test-cell.ts";

/**
 * Two API processes take 200 payouts at once against a balance for ten, and one of them is killed with -9 in the
 * middle. Exactly ten payouts exist afterwards, whichever process made them, and the books account for every cent. The
 * sandbox completes nothing before `recover` advances its clock.
 */
const SECRET = "a secret of the fault tests that is long enough to be one";
const PAYOUT = Money.parse("700.00", "NGN");
const AFFORDABLE = 10;
const ASKED_EACH = 100;
const RECOVERY_STEP_MS = 30_000;
const MAX_RECOVERY_MS = 24 * 3_600_000;

let database: TestDatabase;
let db: Db;
let time: DatabaseTime;
let sandbox: RunningSandbox;
const clock = new SteppedClock(new Date());
let demo: Demo;
let orgId: string;
const config = { ...loadConfig({ environment: { SANDBOX_BALANCE_USD: "0" } }), secret: SECRET };
const sandboxKey = sandboxKeyOf(config);
const running = new Set<ChildProcess>();
let ports: readonly [number, number];
let restarted: ChildProcess;

beforeAll(async () => {
  database = await createTestDatabase("service");
  db = connectToTestCell(database.url);
  time = await takeOverDatabaseTime(database.url);
  sandbox = await startSandbox({
    host: "127.0.0.1",
    port: 0,
    directory: null,
    delayMs: 100,
    key: sandboxKey,
    log: silentLog,
    clock,
  });
  demo = await seedDemo({ db, clock });
  orgId = demo.organizations[0]!.org_id;
});
afterAll(async () => {
  for (const child of running) await kill(child);
  await sandbox.close();
  await time.close();
  await db.close();
  await database[Symbol.asyncDispose]();
});

async function startApi(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["packages/server/src/main.js", "api"], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      PORT: String(port),
      SANDBOX_PORT: new URL(sandbox.url).port,
      SANDBOX_BALANCE_USD: "0",
      CORRIDOR_SECRET: SECRET,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  running.add(child);
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
  running.delete(child);
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function fundForTen(): Promise<void> {
  const amount = Money.ofMinor(PAYOUT.minor * BigInt(AFFORDABLE), "NGN");
  const postings = [
    { account: { purpose: "adjustments" } as const, amount: amount.negate() },
    { account: { purpose: "settlement" } as const, amount },
  ];
  const prefunding = { orgId, cause: `${newId()}:prefunding`, description: "prefunding", at: new Date(), postings };
  expect(await db.transaction((tx) => postTransactions(tx, [prefunding]))).toEqual(["posted"]);
}

/** The status of the answer, or null without an answer. */
const payOut = (port: number): Promise<number | null> =>
  fetch(`http://127.0.0.1:${port}/v1/payments-init/initiate`, {
    method: "POST",
    headers: { authorization: "NONE", "x-api-key": demo.organizations[0]!.api_key, "content-type": "application/json" },
    body: JSON.stringify(bankPayout(demo.organizations[0]!.beneficiary_id)),
  }).then(
    (answer) => answer.status,
    () => null,
  );
const payOutMany = (port: number): Promise<number | null>[] => Array.from({ length: ASKED_EACH }, () => payOut(port));

const payments = (): Promise<{ payment_id: string; status: string }[]> =>
  db.query("SELECT payment_id, status FROM payments");

async function balances(): Promise<Record<string, string>> {
  const rows = await db.query<{ purpose: string; balance: string }>(
    "SELECT purpose, sum(balance) AS balance FROM ledger_accounts WHERE org_id = $1 GROUP BY purpose",
    [orgId],
  );
  return Object.fromEntries(rows.map(({ purpose, balance }) => [purpose, balance]));
}

/** Long enough for a slow machine. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(25);
}

test("200 payouts at once against a balance for ten, one of two processes killed with its payouts at the ledger's lock: exactly ten", async () => {
  await fundForTen();
  const [first, second] = (ports = [await freePort(), await freePort()]);
  const [killed] = await Promise.all([startApi(first), startApi(second)]);
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query("BEGIN");
  await blocker.query(`SELECT 1 FROM ${schemaOfCell(TEST_CELL)}.ledger_chains WHERE org_id = $1 FOR UPDATE`, [orgId]);
  const lost = payOutMany(first);
  const waiting = (): Promise<number> => countWaiting(database.url);
  await until(async () => (await waiting()) > 0);
  const ofFirst = await waiting();
  const kept = payOutMany(second);
  await until(async () => (await waiting()) > ofFirst);
  await kill(killed!);
  await blocker.query("ROLLBACK");
  await blocker.end();

  expect((await Promise.all(lost)).filter((status) => status !== null)).toEqual([]);
  const answers = await Promise.all(kept);
  expect(answers.filter((status) => status === 200)).toHaveLength(AFFORDABLE);
  expect(answers.filter((status) => status === 409)).toHaveLength(ASKED_EACH - AFFORDABLE);
  restarted = await startApi(first);
  expect(new Set(await Promise.all(payOutMany(first)))).toEqual(new Set([409]));
  expect(await payments()).toHaveLength(AFFORDABLE);
  expect((await balances()).settlement).toBe("0.00");
  expect((await verifyLedger(db)).broken).toBeNull();
});

test("killed in the middle of them: ten once more, and after recovery every cent is delivered or back", async () => {
  await fundForTen();
  const before = (await payments()).length;
  const [first, second] = ports;
  const lost = payOutMany(first);
  await until(async () => (await payments()).length > before);
  const kept = payOutMany(second);
  await kill(restarted);
  const answers = [...(await Promise.all(lost)), ...(await Promise.all(kept))];
  expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(AFFORDABLE);
  expect(await payments()).toHaveLength(before + AFFORDABLE);

  await recover(second);
  const ended = await payments();
  const delivered = ended.filter(({ status }) => status === "completed").length;
  const failed = ended.filter(({ status }) => status === "failed").length;
  expect(delivered + failed).toBe(2 * AFFORDABLE);
  const { settlement, in_transit: inTransit, provider } = await balances();
  const times = (count: number): string => Money.ofMinor(PAYOUT.minor * BigInt(count), "NGN").toDatabase();
  expect({ settlement, inTransit, provider }).toEqual({
    settlement: times(failed),
    inTransit: "0.00",
    provider: times(delivered),
  });
  expect((await verifyLedger(db)).broken).toBeNull();
});

/**
 * The work of a worker half a minute later and every half minute after that, until no payout is open. The time is
 * simulated, so the speed of the machine does not matter.
 */
async function recover(port: number): Promise<void> {
  const worker = await createInTestCell({
    config: { ...config, port, publicBaseUrl: `http://127.0.0.1:${port}` },
    databaseUrl: database.url,
    clock,
    log: silentLog,
    metrics: createMetrics(),
    sandbox: { url: sandbox.url, key: sandboxKey },
    webDirectory: "",
  });
  const check = worker.jobs.find((job) => job.name === "payment-checks")!;
  const isOver = async (): Promise<boolean> =>
    (await payments()).every(({ status }) => status === "completed" || status === "failed");
  for (let playedMs = 0; playedMs < MAX_RECOVERY_MS && !(await isOver()); playedMs += RECOVERY_STEP_MS) {
    clock.advance(RECOVERY_STEP_MS);
    await time.shift(playedMs + RECOVERY_STEP_MS);
    await sandbox.tick();
    await check.runOnce();
  }
  await worker.close();
}
