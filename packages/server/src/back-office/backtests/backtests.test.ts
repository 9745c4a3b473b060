import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { cardPayin, mobileMoneyPayin } from "@corridor/test/harness/payments.ts";

/** Over HTTP, on payments of the sandbox. What a replay says is tested in replay.test.ts. */
let app: TestApp;
let today: string;
beforeAll(async () => {
  app = await startTestApp();
  today = app.clock.now().toISOString().slice(0, 10);
  for (const [caller, body] of [
    [app.callers.apiKey, mobileMoneyPayin()],
    [app.callers.apiKey, cardPayin()],
    [app.callers.otherApiKey, mobileMoneyPayin()],
  ] as const)
    await app.request(caller, "POST", "/payments-init/initiate", body);
  await app.advance(app.sandbox.delayMs);
  await app.advance(60_000);
});
afterAll(() => app.close());

const HYBRID_FIRST = { rules: [{ when: {}, then: { by: "order", providers: ["hybrid"] } }] };
const ask = (body: object, caller = app.callers.staff, headers = {}) =>
  app.request(caller, "POST", "/payments/routing/backtest", { from: today, to: today, ...body }, headers);
const read = async (id: string) =>
  (await app.request(app.callers.staff, "GET", `/payments/routing/backtests/${id}`)).body.data;

test("a backtest is made in the background, of all organizations or of one", async () => {
  const asked = (await ask({ program: HYBRID_FIRST })).body.data;
  expect(asked).toMatchObject({ status: "pending", progress: 0, org_id: null, result: null, finished_at: null });
  const org_id = app.demo.organizations[0]!.org_id;
  const ofOne = (await ask({ program: HYBRID_FIRST, org_id })).body.data;
  await app.run("backtests");
  const done = await read(asked.backtest_id);
  expect(done).toMatchObject({
    status: "completed",
    progress: 100,
    payments: 3,
    program: HYBRID_FIRST,
    result: { payments: 3, changed: 3, covered: 0, success: null, left_out: 0 },
  });
  expect(done.result.corridors.map(({ unknown }: any) => unknown)).toEqual([
    [{ provider: "hybrid", payments: 2 }],
    [{ provider: "hybrid", payments: 1 }],
  ]);
  expect(await read(ofOne.backtest_id)).toMatchObject({ org_id, payments: 2, result: { payments: 2 } });
  const { data } = (await app.request(app.callers.staff, "GET", "/payments/routing/backtests?limit=1")).body;
  expect(data).toMatchObject([{ backtest_id: ofOne.backtest_id, status: "completed" }]);
  expect(data[0]).not.toHaveProperty("result");
  const entries = await app.db.query<{ action: string }>("SELECT action FROM audit_log WHERE resource_id = $1", [
    asked.backtest_id,
  ]);
  expect(entries).toEqual([{ action: "backtest.requested" }]);
});

test("a worker that ends leaves its backtest to another, which begins anew", async () => {
  const { backtest_id: id } = (await ask({ program: HYBRID_FIRST })).body.data;
  await app.db.query(
    `UPDATE routing_backtests SET status = 'running', progress = 40, payments = 2, tries = 1,
      claimed_by = backtest_id, claimed_until = $2 WHERE backtest_id = $1`,
    [id, new Date(app.clock.now().getTime() + 30_000)],
  );
  await app.run("backtests");
  expect(await read(id)).toMatchObject({ status: "running", payments: 2 });
  await app.advance(31_000);
  await app.run("backtests");
  expect(await read(id)).toMatchObject({ status: "completed", payments: 3, result: { payments: 3 } });
});

test("a backtest that ends its worker three times fails", async () => {
  const { backtest_id: id } = (await ask({ program: HYBRID_FIRST })).body.data;
  await app.db.query("UPDATE routing_backtests SET status = 'running', tries = 3 WHERE backtest_id = $1", [id]);
  await app.run("backtests");
  expect(await read(id)).toMatchObject({ status: "failed", result: null });
});

test("a wrong program is refused with the place of the rule, and a time with what to mend", async () => {
  const split = {
    by: "split",
    shares: [
      { provider: "fiat", percent: 60 },
      { provider: "hybrid", percent: 30 },
    ],
  };
  const wrong = await ask({ program: { rules: [{ when: {}, then: split }] } });
  expect(wrong.status).toBe(400);
  expect(wrong.body.details).toMatchObject([
    { path: "rules.0.then.shares", message: expect.stringContaining("sum to 90") },
  ]);
  const refused = async (body: object) => (await ask(body)).body.details[0].path;
  expect(await refused({})).toBe("program");
  expect(await refused({ program: HYBRID_FIRST, program_id: app.demo.organizations[0]!.org_id })).toBe("program");
  expect(await refused({ program: HYBRID_FIRST, to: "2020-01-01" })).toBe("to");
  expect(await refused({ program: HYBRID_FIRST, from: "2020-01-01" })).toBe("to");
});

test("only platform people may ask, as costs are the operator's, and only a few at a time", async () => {
  for (const caller of [app.callers.orgAdmin, app.callers.apiKey])
    expect((await ask({ program: HYBRID_FIRST }, caller)).status).toBe(403);
  const key = { "idempotency-key": "once" };
  const first = await ask({ program: HYBRID_FIRST }, app.callers.staff, key);
  const again = await ask({ program: HYBRID_FIRST }, app.callers.staff, key);
  expect(again.body.data.backtest_id).toBe(first.body.data.backtest_id);
  await ask({ program: HYBRID_FIRST });
  await ask({ program: HYBRID_FIRST });
  expect(await ask({ program: HYBRID_FIRST })).toMatchObject({ status: 409, body: { code: "LIMIT_EXCEEDED" } });
  await app.run("backtests");
});
