import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { composeService } from "@corridor/server/compose.ts";
import type { Service } from "@corridor/server/deployment.ts";
import { movable, openSharedClock } from "@corridor/server/commands/shared-clock.ts";
import { type Config, loadConfig } from "@corridor/server/config.ts";
import { runJobs } from "@corridor/server/kernel/jobs/loop.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { type RunningSandbox, startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { TEST_SECRET } from "#test/harness/app.ts";
import { createTestDatabase, type TestDatabase } from "#test/harness/database.ts";
import { freePort } from "#test/harness/free-port.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { type Receiver, startReceiver } from "#test/harness/receiver.ts";

/**
 * Real clocks, and the parts of three processes: API, worker and sandbox. The test never waits for real time to pass.
 */
const KEY = "test-sandbox-key-0123456789abcdef";
const SLOW_MS = 10 * 60_000;
const log = createLogger({ level: "silent" });
const closings: (() => Promise<unknown>)[] = [];
let database: TestDatabase;
let sandbox: RunningSandbox;
let receiver: Receiver;
let config: Config & { secret: string };
let api: Service;

async function startProcess(
  change: Partial<Config> = {},
): Promise<{ service: Service; whenMoved(wake: () => void): void }> {
  const shared = await openSharedClock(database.url, log);
  closings.unshift(() => shared.close());
  const own = { ...config, ...change };
  const { clock, testClock, whenMoved } = await movable(own, shared, { log, sandbox: { url: sandbox.url, key: KEY } });
  const service = await composeService({
    config: own,
    databaseUrl: database.url,
    clock,
    log,
    metrics: createMetrics(),
    sandbox: { url: sandbox.url, key: KEY },
    webDirectory: "",
    testClock,
  });
  closings.unshift(() => service.close());
  return { service, whenMoved };
}

beforeAll(async () => {
  database = await createTestDatabase("seeded");
  closings.push(() => database[Symbol.asyncDispose]());
  sandbox = await startSandbox({ host: "127.0.0.1", port: 0, directory: null, delayMs: SLOW_MS, key: KEY, log });
  receiver = await startReceiver({ tls: false });
  closings.unshift(
    () => sandbox.close(),
    () => receiver.close(),
  );
  await database.db.query(
    "UPDATE provider_configs SET settlement_delay_hours = 24 WHERE country = 'GH' AND payment_method = 'mobile_money'",
  );
  const port = await freePort();
  config = {
    ...loadConfig({ environment: { HOST: "127.0.0.1", PORT: String(port), ALLOW_INSECURE_WEBHOOKS: "true" } }),
    secret: TEST_SECRET,
  };
  api = (await startProcess()).service;
  await api.server.listen({ host: "127.0.0.1", port });
  const worker = await startProcess();
  const jobs = runJobs(worker.service.jobs, log, createMetrics());
  closings.unshift(() => jobs.stop());
  worker.whenMoved(jobs.wakeAll);
});
afterAll(async () => {
  for (const close of closings) await close();
});

async function call(method: "GET" | "POST", path: string, body?: object) {
  const headers = { authorization: "NONE", "x-api-key": inject("demo").organizations[0]!.api_key };
  const answer = await api.server.inject({
    method,
    url: `/v1${path}`,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const advance = (seconds: number) => call("POST", "/sandbox/clock", { advance_seconds: seconds });
const pay = async (body: object): Promise<string> =>
  (await call("POST", "/payments-init/initiate", body)).body.response.payment_id;
const statusOf = async (paymentId: string): Promise<string> =>
  (await call("GET", `/payments/${paymentId}`)).body.data.status;

test("production knows no such route", async () => {
  const { service } = await startProcess({ environment: "production" });
  for (const method of ["GET", "POST"] as const)
    expect((await service.server.inject({ method, url: "/v1/sandbox/clock" })).statusCode).toBe(404);
});

test("a move says one of two things, and goes ahead", async () => {
  const { body } = await call("GET", "/sandbox/clock");
  expect(body.data.shift_seconds).toBe(0);
  const yesterday = new Date(new Date(body.data.now).getTime() - 86_400_000).toISOString();
  for (const wrong of [
    {},
    { advance_seconds: 0 },
    { advance_seconds: 1e9 },
    { advance_to: yesterday },
    { advance_seconds: 1, advance_to: body.data.now },
    { seconds: 5 },
  ])
    expect((await call("POST", "/sandbox/clock", wrong)).status).toBe(400);
});

test("the sandbox has sent its callbacks by the answer, and what they say is stored under the new time", async () => {
  const paymentId = await pay(mobileMoneyPayin());
  expect(await statusOf(paymentId)).toBe("pending");
  const moved = await advance(SLOW_MS / 1_000);
  expect(moved).toMatchObject({ status: 200, body: { data: { shift_seconds: SLOW_MS / 1_000 } } });
  const { data } = (await call("GET", `/payments/${paymentId}`)).body;
  expect(data.status).toBe("completed");
  expect(new Date(data.updated_at).getTime() - new Date(data.created_at).getTime()).toBeGreaterThanOrEqual(SLOW_MS);
});

test("rate locks end, and statements that ask the database for the time get the new one", async () => {
  const { data: lock } = (await call("GET", "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=USD")).body;
  await advance(15 * 60);
  expect((await call("GET", `/organizations/admin/exchange-rate/${lock.org_rate_id}`)).body.data.status).toBe(
    "expired",
  );
  const [row] = await database.db.query<{ hours: number }>(
    "SELECT extract(epoch FROM service_time() - clock_timestamp())::float8 / 3600 AS hours",
  );
  expect(row!.hours).toBeCloseTo((SLOW_MS + 15 * 60_000) / 3_600_000, 3);
});

test("the worker, another process, asks about a payment whose callback never comes, and retries webhooks", async () => {
  receiver.answerWith((_request, count) => ({ status: count === 1 ? 500 : 200 }));
  await call("POST", "/public/webhooks", { endpoint_url: `${receiver.url}/hook`, events: ["payment.completed"] });
  const paymentId = await pay(mobileMoneyPayin("0009"));
  expect(await statusOf(paymentId)).toBe("pending");
  await call("POST", "/sandbox/clock", { advance_to: new Date(Date.now() + 2 * 86_400_000).toISOString() });
  await expect.poll(() => statusOf(paymentId)).toBe("completed");
  await expect.poll(() => receiver.received.length).toBe(1);
  await advance(3_600);
  await expect.poll(() => receiver.received.length).toBe(2);
  // A verifier compares the signed time with its own clock, which nobody has moved.
  for (const { headers } of receiver.received)
    for (const name of ["webhook-timestamp", "x-service-timestamp"])
      expect(Math.abs(Number(headers[name]) * 1_000 - Date.now()), name).toBeLessThan(5 * 60_000);
});

test("what a provider hands over after a day is there after a day, though its job runs every half minute", async () => {
  const pending = async (): Promise<number> => (await call("GET", "/balances?currency=GHS")).body.data[0].pending;
  const before = await pending();
  await pay(mobileMoneyPayin());
  await advance(SLOW_MS / 1_000);
  expect(await pending()).toBe(before + 1500);
  await advance(25 * 3_600);
  await expect.poll(pending).toBe(0);
});

test("a process that is started later begins with the moved time, and production not at all", async () => {
  const { service } = await startProcess();
  const { now } = (
    await service.server.inject({
      url: "/v1/sandbox/clock",
      headers: { authorization: "NONE", "x-api-key": inject("demo").organizations[0]!.api_key },
    })
  ).json().data;
  expect(new Date(now).getTime()).toBeGreaterThan(Date.now() + 2 * 86_400_000);
  await expect(startProcess({ environment: "production" })).rejects.toThrow("was moved by POST /sandbox/clock");
});
