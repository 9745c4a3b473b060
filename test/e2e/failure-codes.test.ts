import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { bankPayout } from "#test/harness/payments.ts";

/** Codes that no adapter knows: a payee has no funds, so the sandbox's code means nothing for a payout. */
const MINUTE_MS = 60_000;
const CODE = { provider: "fiat", direction: "outbound", code: "insufficient_funds" };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function payOut(): Promise<{
  status: string;
  failure: unknown;
  attempts: { provider: string; outcome: string }[];
}> {
  const request = bankPayout(app.demo.organizations[0]!.beneficiary_id, "0014");
  const { body } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", request);
  await app.wait(MINUTE_MS);
  await app.followed();
  const path = `/payments/transaction/${body.response.transaction_id}`;
  return (await app.request(app.callers.apiKey, "GET", path)).body;
}
const listed = async () => (await app.request(app.callers.staff, "GET", "/payments/failure-codes")).body.data;
const put = (cause: string | null, change = {}) =>
  app.request(app.callers.admin, "PUT", "/payments/failure-codes", { ...CODE, cause, ...change });

test("a code that no adapter knows is counted with its text, and keeps what follows as it was", async () => {
  expect(await payOut()).toMatchObject({
    status: "failed",
    failure: { code: "insufficient_funds", cause: null },
    attempts: [{ provider: "fiat", outcome: "accepted" }],
  });
  await payOut();
  expect(await listed()).toEqual([
    expect.objectContaining({ ...CODE, example: "insufficient funds", count: 2, cause: null }),
  ]);
});

test("an operator says what it means, without a release, and takes it back", async () => {
  expect((await put("payee_account_blocked")).status).toBe(200);
  expect(await payOut()).toMatchObject({ status: "failed", failure: { cause: "payee_account_blocked" } });
  expect(await listed()).toMatchObject([{ count: 2, cause: "payee_account_blocked" }]);
  expect((await put("provider_error")).status).toBe(200);
  const { attempts } = await payOut();
  expect(attempts[0]).toMatchObject({ provider: "fiat", outcome: "failed", cause: "provider_error" });
  expect(attempts[1]).toMatchObject({ provider: "hybrid" });
  expect((await put(null)).status).toBe(200);
  expect((await put(null)).status).toBe(404);
  expect(await payOut()).toMatchObject({ failure: { cause: null } });
});

test("a code that the adapter documents keeps its meaning", async () => {
  const { status, body } = await put("provider_error", { code: "limit_reached" });
  expect([status, body.message]).toEqual([409, "fiat documents this code: it means payee_limit_exceeded"]);
});

test("payments are found by the cause", async () => {
  await put("payee_account_blocked");
  await payOut();
  const found = await app.request(app.callers.apiKey, "GET", "/transactions?provider_cause=payee_account_blocked");
  expect(found.body.data).toHaveLength(2);
});

test("only a second person lets payouts go on to another provider by a code", async () => {
  await using two = await startStrictApp();
  const body = { ...CODE, cause: "provider_error" };
  const asked = await two.app.request(two.app.callers.admin, "PUT", "/payments/failure-codes", body);
  expect([asked.status, asked.body.code]).toEqual([409, "APPROVAL_REQUIRED"]);
  const harmless = { ...CODE, cause: "payee_account_blocked" };
  const done = await two.app.request(two.app.callers.admin, "PUT", "/payments/failure-codes", harmless);
  expect(done.status).toBe(200);
});

async function startStrictApp() {
  const strict = await startTestApp({ settings: { PLATFORM_SECOND_PERSON: "true" } });
  return { app: strict, [Symbol.asyncDispose]: () => strict.close() };
}
