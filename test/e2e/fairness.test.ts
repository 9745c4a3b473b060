import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { schemaOfCell } from "@corridor/server/kernel/db/cells.ts";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp, type TestCaller } from "#test/harness/app.ts";
import { countWaiting } from "#test/harness/database.ts";
import { bankPayout, mobileMoneyPayin, mobileMoneyPayout } from "#test/harness/payments.ts";
import { TEST_CELL } from "#test/harness/test-cell.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const initiate = (caller: TestCaller, body: object, headers?: Record<string, string>) =>
  app.request(caller, "POST", "/payments-init/initiate", body, headers);

async function statusOf(caller: TestCaller, { body }: { body: { response: { payment_id: string } } }): Promise<string> {
  return (await app.request(caller, "GET", `/payments/${body.response.payment_id}`)).body.data.status;
}

test("while one organization's ledger is locked another pays in and out, and the held payout is made once, afterwards", async () => {
  const { apiKey: held, otherApiKey: free } = app.callers;
  const [ours, others] = app.demo.organizations;
  const payout = bankPayout(ours!.beneficiary_id);
  const otherPayout = mobileMoneyPayout(others!.beneficiary_id);
  for (const [caller, body] of [
    [held, payout],
    [free, otherPayout],
  ] as const)
    expect((await initiate(caller, body)).status).toBe(200); // Now both have a chain.
  await app.advance(1_000);

  const locker = new pg.Client(app.databaseUrl);
  await locker.connect();
  await locker.query("BEGIN");
  const chain = `SELECT FROM ${schemaOfCell(TEST_CELL)}.ledger_chains WHERE org_id = $1 FOR UPDATE`;
  await locker.query(chain, [held.orgId]);

  const key = { "idempotency-key": "held while the ledger is locked" };
  const kept = initiate(held, payout, key);
  const together = await Promise.all([initiate(free, otherPayout), initiate(free, mobileMoneyPayin())]);
  await vi.waitUntil(async () => (await countWaiting(app.databaseUrl)) > 0, { timeout: 20_000 });
  const later = await Promise.all([initiate(free, mobileMoneyPayin()), initiate(free, otherPayout)]);
  expect([...together, ...later].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await app.advance(1_000);
  expect(await Promise.all([...together, ...later].map((answer) => statusOf(free, answer)))).toEqual(
    Array.from({ length: 4 }, () => "completed"),
  );
  expect((await fetch(`${app.origin}/readyz`)).status).toBe(200);

  await locker.query("ROLLBACK");
  await locker.end();
  const made = await kept;
  expect(made.status).toBe(200);
  expect((await initiate(held, payout, key)).body).toEqual(made.body);
  expect(await app.db.query("SELECT FROM payments WHERE org_id = $1", [held.orgId])).toHaveLength(2);
  await app.advance(1_000);
  expect(await statusOf(held, made)).toBe("completed");
  expect((await verifyLedger(app.db)).broken).toBeNull();
});
