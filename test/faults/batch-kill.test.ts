import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { sandboxKeyOf } from "@corridor/server/commands/parts.ts";
import { seedDemo } from "@corridor/server/commands/seed.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { setSandboxBalance } from "@corridor/server/record/ledger/set-sandbox-balance.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { compareWithJournal, seedBeneficiaries } from "#test/batches/batch-proof.ts";
import { createInTestCell } from "#test/harness/app.ts";
import { freePort } from "#test/harness/free-port.ts";
import { createTestDatabase, silentLog } from "#test/harness/database.ts";
import { takeOverDatabaseTime } from "#test/harness/database-time.ts";
import { connectToTestCell } from "#test/harness/test-cell.ts";

/** The same on a hundred thousand rows, with fifty kills: `npm run prove -- batches`. */
const SECRET = "a secret of the fault tests that is long enough to be one";
const ROWS = 200;
const KILLS = 1;
const START_MS = 90_000;
const RECOVERY_MS = 30_000;

test("a worker that is killed at random moments while it sends a payout batch pays every row once", async () => {
  await using database = await createTestDatabase("service");
  const db = connectToTestCell(database.url);
  const time = await takeOverDatabaseTime(database.url);
  const config = { ...loadConfig({ environment: {} }), secret: SECRET };
  const sandbox = await startSandbox({
    host: "127.0.0.1",
    port: 0,
    directory: null,
    delayMs: 50,
    key: sandboxKeyOf(config),
    log: silentLog,
  });
  const clock = new SteppedClock(new Date());
  const { organizations } = await seedDemo({ db, clock });
  const { api_key, org_id, org_admin } = organizations[0]!;
  const parts = {
    config,
    databaseUrl: database.url,
    clock,
    log: silentLog,
    metrics: createMetrics(),
    webDirectory: "",
  };
  const corridor = await createInTestCell({ ...parts, sandbox: { url: sandbox.url, key: sandboxKeyOf(config) } });
  const port = await freePort();
  await corridor.server.listen({ host: "127.0.0.1", port });
  await setSandboxBalance(corridor.db, config.sandboxBalanceUsd, clock.now());
  const call = async (method: "GET" | "POST", path: string, payload?: object) => {
    const headers = {
      authorization: "NONE",
      "x-api-key": api_key,
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
    };
    const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
      method,
      headers,
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    });
    const body = (await answer.json()) as any;
    expect(answer.status, JSON.stringify(body)).toBeLessThan(300);
    return body.data;
  };
  const run = async (name: string) => {
    const job = corridor.jobs.find((one) => one.name === name)!;
    while ((await job.runOnce()) > 0);
  };
  const beneficiaries = await seedBeneficiaries(db, org_id, org_admin.user_id, 50);
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    beneficiary_id: beneficiaries[row % 50]!,
    amount: 5,
    currency: "GHS",
    reference: `row ${row}`,
  }));
  const { batch_id } = await call("POST", "/payout-batches", { name: "Wages", rows });
  await run("payout-batch-previews");
  const { preview_hash } = await call("GET", `/payout-batches/${batch_id}`);
  await call("POST", `/payout-batches/${batch_id}/submit`, { preview_hash });

  const created = async () => (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM payments`))[0]!.n;
  for (let kill = 1; kill <= KILLS; kill++) {
    const worker = spawn(process.execPath, ["packages/server/src/main.js", "worker"], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.url,
        SANDBOX_PORT: new URL(sandbox.url).port,
        CORRIDOR_SECRET: SECRET,
        LOG_LEVEL: "warn",
      },
      stdio: ["ignore", "inherit", "inherit"],
    });
    // The worker process needs time to start on a busy machine.
    await expect.poll(created, { interval: 5, timeout: START_MS }).toBeGreaterThan(((kill - 1) * ROWS) / KILLS);
    await pause(Math.random() * 40);
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await db.query("UPDATE payout_batches SET lease_until = NULL");
  }
  for (let round = 1; round <= 30; round++) {
    await time.shift(round * RECOVERY_MS);
    clock.advance(RECOVERY_MS);
    for (const job of ["payout-batches", "payment-checks", "payout-batch-progress"]) await run(job);
    if ((await call("GET", `/payout-batches/${batch_id}`)).status === "completed") break;
    await pause(100); // The sandbox completes what it accepted in its own time.
  }
  const truth = await compareWithJournal(db, sandbox.url, batch_id);
  expect(truth).toEqual({ doubles: 0, missing: 0, strangers: 0, unfinished: 0, counted: { completed: ROWS } });
  await corridor.close();
  await sandbox.close();
  await time.close();
  await db.close();
});
