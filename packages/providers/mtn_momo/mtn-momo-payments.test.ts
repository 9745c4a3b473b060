import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin, mobileMoneyPayout } from "@corridor/test/harness/payments.ts";
import { uuidV4Of } from "@corridor/provider-kit/derived-id.ts";
import { UNPROMISED_SETTLING_MS } from "@corridor/provider-kit/provider.ts";
import { type FakeMtn, MTN_SETTINGS, startFakeMtn } from "./mtn-momo.fixtures.ts";

/** Tests of MTN that need the whole product. */
const SETTLING_MS = 10_000;
const LOST = "0004";
let app: TestApp;
let mtn: FakeMtn;
beforeAll(async () => {
  app = await startTestApp();
  for (const direction of ["inbound", "outbound"]) {
    const config = { provider: "mtn_momo", country: "GH", payment_method: "mobile_money", direction, priority: 0 };
    expect((await app.request(app.callers.admin, "POST", "/payments/provider-configs", config)).status).toBe(201);
  }
});
beforeEach(async () => {
  mtn = await startFakeMtn();
  await setUp();
  await app.advance(SETTLING_MS);
});
afterEach(async () => {
  expect((await verifyLedger(app.db)).broken).toBeNull();
  await mtn.close();
});
afterAll(() => app.close());

const setUp = async (change: object = {}): Promise<void> => {
  const given = { ...MTN_SETTINGS, base_url: mtn.url, ...change };
  expect((await app.request(app.callers.admin, "PUT", "/payments/providers/mtn_momo/settings", given)).status).toBe(
    200,
  );
};
type Initiated = { payment_id: string; transaction_id: string };
const initiate = async (body: object): Promise<Initiated> =>
  (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body)).body.response;
const payin = (ending?: string) => initiate(mobileMoneyPayin(ending));
const payout = (ending?: string) => initiate(mobileMoneyPayout(app.demo.organizations[0]!.beneficiary_id, ending));
const read = async (payment: Initiated) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${payment.transaction_id}`)).body;
const end = (payment: Initiated, status: string) => mtn.end(payment.payment_id, { status });
const notify = async (path: string, body: string): Promise<void> =>
  expect(
    (await app.request(null, "PUT", path.replace(/^\/v1/, ""), body, { "content-type": "application/json" })).status,
  ).toBe(200);
const itemsOf = (payment: Initiated) =>
  app.db.query("SELECT kind FROM reconciliation_items WHERE payment_id = $1", [payment.payment_id]);

test("a lost answer is found again by our own id: the customer is told to wait once more, and no other provider is tried", async () => {
  const [collected, paid] = [await payin(LOST), await payout(LOST)];
  for (const each of [collected, paid])
    expect(await read(each)).toMatchObject({ status: "pending", next_action: "check_status" });
  await app.wait(20_000);
  expect(await read(collected)).toMatchObject({
    status: "pending",
    next_action: "wait",
    attempts: [{ provider: "mtn_momo", outcome: "accepted" }],
  });
  expect(await read(paid)).toMatchObject({
    status: "processing",
    next_action: "wait",
    attempts: [{ outcome: "accepted" }],
  });
  for (const each of [collected, paid]) await notify(end(each, "SUCCESSFUL").path, "{}");
  for (const each of [collected, paid])
    expect(await read(each)).toMatchObject({
      status: "completed",
      provider_data: { financial_transaction_id: "506567530" },
    });
});

test("what MTN says that it never had goes to the next provider, once MTN can no longer be at work on it", async () => {
  const payment = await payin(LOST);
  mtn.booked.delete(uuidV4Of(payment.payment_id));
  await app.wait(UNPROMISED_SETTLING_MS);
  expect((await read(payment)).attempts).toMatchObject([{ provider: "mtn_momo", outcome: "unknown" }]);
  await app.wait(120_000);
  expect((await read(payment)).attempts).toMatchObject([
    { provider: "mtn_momo", outcome: "unreachable" },
    { provider: "fiat" },
  ]);
});

test("after a change of the settings MTN's word that it never had a payment is no proof: the account may be another", async () => {
  const payment = await payin(LOST);
  const another = await startFakeMtn();
  await setUp({ base_url: another.url });
  await app.wait(UNPROMISED_SETTLING_MS + 120_000);
  expect(await read(payment)).toMatchObject({
    status: "pending",
    attempts: [{ provider: "mtn_momo", outcome: "unknown" }],
  });
  await setUp();
  await app.wait(600_000);
  expect(await read(payment)).toMatchObject({
    status: "pending",
    attempts: [{ provider: "mtn_momo", outcome: "accepted" }],
  });
  await another.close();
});

test("what arrived decides, not the word alone: less is waited for, more is kept apart, and a failure that comes late is for a person to look at", async () => {
  const payment = await payin();
  const { path } = end(payment, "SUCCESSFUL");
  const { shown } = mtn.booked.get(uuidV4Of(payment.payment_id))!;
  for (const [amount, status] of [
    ["1499.99", "pending"],
    ["1500.01", "completed"],
  ]) {
    shown["amount"] = amount;
    await notify(path, `"${amount}"`);
    expect(await read(payment)).toMatchObject({ status, received_amount: Number(amount) });
  }
  end(payment, "FAILED");
  await notify(path, '"failed"');
  expect(await read(payment)).toMatchObject({ status: "completed" });
  expect(await itemsOf(payment)).toEqual([{ kind: "overpaid" }, { kind: "contradicts_final_status" }]);
});

test("refunds end by being asked about, and after a change of the settings none is taken for one that MTN never had", async () => {
  const payment = await payin();
  await notify(end(payment, "SUCCESSFUL").path, "{}");
  const refund = async (amount: number): Promise<string> =>
    (
      await app.request(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, {
        amount,
        reason: "returned",
      })
    ).body.data.refund_id;
  const statuses = async () =>
    (await app.request(app.callers.orgAdmin, "GET", `/payments/${payment.payment_id}/refunds`)).body.data
      .toSorted((a: { amount: number }, b: { amount: number }) => a.amount - b.amount)
      .map((one: { status: string }) => one.status);
  const [first, second] = [await refund(500), await refund(1000)];
  const another = await startFakeMtn();
  await setUp({ base_url: another.url });
  await app.wait(UNPROMISED_SETTLING_MS + 120_000);
  expect(await statuses()).toEqual(["pending", "pending"]);
  await setUp();
  mtn.end(first, { status: "FAILED" });
  mtn.end(second, { status: "SUCCESSFUL" });
  await app.wait(UNPROMISED_SETTLING_MS / 2);
  expect(await statuses()).toEqual(["failed", "completed"]);
  expect(await read(payment)).toMatchObject({ status: "completed", refunded_amount: 1000 });
  await another.close();
});

test("the log holds no callback address that somebody else could use", async () => {
  const payment = await payin();
  const { path } = end(payment, "SUCCESSFUL");
  await notify(path, "{}");
  expect(app.logLines().join("\n")).not.toContain(path.split("/").at(-1));
});
