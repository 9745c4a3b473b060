import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeMtn, MTN_SETTINGS, startFakeMtn } from "@corridor/providers/mtn_momo/mtn-momo.fixtures.ts";
import { startTestApp, type TestApp, type TestCaller } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";

let app: TestApp;
let mtn: FakeMtn;
beforeAll(async () => {
  [app, mtn] = await Promise.all([startTestApp(), startFakeMtn()]);
  const corridor = { country: "GH", payment_method: "mobile_money", direction: "inbound", priority: 0 };
  await app.request(app.callers.admin, "POST", "/payments/provider-configs", { provider: "mtn_momo", ...corridor });
});
afterAll(async () => {
  await app.close();
  await mtn.close();
});

const DAY_MS = 24 * 3_600_000;
const NOWHERE = "http://127.0.0.1:1";
const setUp = (admin: TestCaller, base_url: string) =>
  app.request(admin, "PUT", "/payments/providers/mtn_momo/settings", { ...MTN_SETTINGS, base_url });
const pay = async () =>
  (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin())).body.response;
const read = async (payment: { transaction_id: string }) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${payment.transaction_id}`)).body;
const settle = (admin: TestCaller, payment: { payment_id: string }) =>
  app.request(admin, "POST", `/payments/${payment.payment_id}/settle`, {
    status: "failed",
    comment: "not in MTN's portal",
  });

/** Signs in again, because yesterday's session has ended. */
async function signInAgain(): Promise<TestCaller> {
  const { email, password } = app.demo.admin;
  const answer = await fetch(`${app.origin}/identity/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { ...app.callers.admin, headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" } };
}

test("an admin speaks for a provider that has been silent for a day; one that answers when it is asked speaks for itself", async () => {
  await setUp(app.callers.admin, mtn.url);
  const [silent, answered] = [await pay(), await pay()];
  await setUp(app.callers.admin, NOWHERE);
  expect((await settle(app.callers.admin, silent)).status).toBe(409);

  await app.advance(DAY_MS);
  const admin = await signInAgain();
  expect((await settle(admin, silent)).body.data).toMatchObject({
    status: "failed",
    provider: "mtn_momo",
    failure_reason: "not in MTN's portal",
  });

  await setUp(admin, mtn.url);
  mtn.end((await read(answered)).attempts[0].attempt_id, { status: "SUCCESSFUL" });
  const { status, body } = await settle(admin, answered);
  expect([status, body.message]).toEqual([
    409,
    "mtn_momo reports a status for this payment, so nobody can settle it by hand: it is completed",
  ]);
  expect(await read(answered)).toMatchObject({ status: "completed" });
});
