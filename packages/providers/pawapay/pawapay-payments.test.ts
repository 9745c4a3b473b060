import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin, mobileMoneyPayout } from "@corridor/test/harness/payments.ts";
import { uuidV4Of } from "@corridor/provider-kit/derived-id.ts";
import { UNPROMISED_SETTLING_MS } from "@corridor/provider-kit/provider.ts";
import {
  type FakePawapay,
  signedCallback,
  startFakePawapay,
  TEST_CALLBACK_SECRET,
  TEST_PUBLIC_KEY,
  TEST_TOKEN,
} from "./pawapay.fixtures.ts";

/** pawaPay through the whole product: tests that need the route, the record and the jobs together. */
let app: TestApp;
let pawapay: FakePawapay;
beforeAll(async () => {
  app = await startTestApp();
  // First on the route, before the sandbox's providers, which would otherwise accept the payment.
  for (const [country, direction] of [
    ["GH", "inbound"],
    ["GH", "outbound"],
    ["SN", "inbound"],
  ] as const) {
    const config = { provider: "pawapay", country, payment_method: "mobile_money", direction, priority: 0 };
    expect((await app.request(app.callers.admin, "POST", "/payments/provider-configs", config)).status).toBe(201);
  }
});
afterAll(() => app.close());
beforeEach(async () => {
  pawapay = await startFakePawapay();
  expect((await setUp()).status).toBe(200);
  // For a request that is sent during a change of the settings, nobody knows which settings were used.
  await app.advance(SETTLING_MS);
});
afterEach(() => pawapay.close());

const SETTLING_MS = 10_000;
const SIGNED = { callback_public_key: TEST_PUBLIC_KEY, callback_secret: null };
const UNSIGNED = { callback_public_key: null, callback_secret: TEST_CALLBACK_SECRET };
const setUp = (change: object = SIGNED) =>
  app.request(app.callers.admin, "PUT", "/payments/providers/pawapay/settings", {
    base_url: pawapay.url,
    api_token: TEST_TOKEN,
    ...change,
  });
const read = async (payment: { transaction_id: string }) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${payment.transaction_id}`)).body;
async function pay(body: object = mobileMoneyPayin()) {
  const answer = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body);
  return read(answer.body.response);
}
const idOf = (payment: { attempts: { attempt_id: string }[] }): string => uuidV4Of(payment.attempts[0]!.attempt_id);
const itemsOf = (payment: { payment_id: string }) =>
  app.db.query("SELECT kind FROM reconciliation_items WHERE payment_id = $1", [payment.payment_id]);
async function check(afterMs: number): Promise<void> {
  await app.advance(afterMs);
  await app.run("payment-checks");
}
function tell(body: object) {
  const { rawBody, headers } = signedCallback(body, app.clock.now(), "/v1/callbacks/pawapay", new URL(app.origin).host);
  const { host: _host, ...sent } = headers as Record<string, string>;
  return app.request(null, "POST", "/callbacks/pawapay", rawBody.toString(), sent);
}

test("a signed callback makes us ask, and pawaPay's answer ends the payin", async () => {
  const payment = await pay();
  expect(payment).toMatchObject({ status: "pending", provider: "pawapay" });
  const told = await tell(pawapay.say(idOf(payment), { status: "COMPLETED", providerTransactionId: "1" }));
  expect(told.status, told.text).toBe(200);
  expect(await read(payment)).toMatchObject({ status: "completed", received_amount: 1500 });
});

test("while pawaPay waits for the PIN the payer is told whose request to approve, on which number, and what brings the prompt back", async () => {
  const { response } = (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin()))
    .body;
  const told = { network: "MTN", phone_hint: "•••• 4567", prompt_code: "*170*6*3*1#" };
  expect(response).toMatchObject({
    status: "pending",
    next_action: "wait",
    mobile_money: told,
    message: expect.stringContaining("approves the payment on the phone"),
  });
  const payment = await read(response);
  expect(payment.instructions).toBe(
    "Approve the request of MTN on the phone whose number ends in 4567. If no prompt appears, dial *170*6*3*1# on " +
      "that phone",
  );
  await check(3_100);
  expect(await read(payment)).toMatchObject({ status: "pending", instructions: payment.instructions });
  pawapay.say(idOf(payment), { status: "IN_RECONCILIATION" });
  await check(10_000);
  expect(await read(payment)).toMatchObject({ status: "processing", next_action: "wait", instructions: null });
});

test("a signature that claims to cover a header that is none is turned away, not stumbled over", async () => {
  const digest = `sha-256=:${createHash("sha256").update("{}").digest("base64")}:`;
  const created = Math.floor(app.clock.now().getTime() / 1000);
  for (const name of ["constructor", "set-cookie"]) {
    const headers = {
      "content-digest": digest,
      "set-cookie": "a=b",
      signature: "s=:AAAA:",
      "signature-input": `s=("content-digest" "${name}");created=${created}`,
    };
    expect((await app.request(null, "POST", "/callbacks/pawapay", "{}", headers)).status).toBe(401);
  }
});

test("a secret address is believed, and kept nowhere: not with the callback, nor in the log", async () => {
  await setUp(UNSIGNED);
  const payment = await pay();
  const body = pawapay.say(idOf(payment), { status: "COMPLETED" });
  const shown = (await app.request(app.callers.admin, "GET", "/payments/providers")).body.data.find(
    ({ provider }: { provider: string }) => provider === "pawapay",
  ).callback_url;
  const address = shown.replace(`${app.origin}/v1`, "").replace("{callback_secret}", TEST_CALLBACK_SECRET);
  expect((await app.request(null, "POST", address.slice(0, -1), body)).status).toBe(401);
  expect((await app.request(null, "POST", address, { ...body, status: "no word" })).status).toBe(200);
  expect((await app.request(null, "POST", address, body)).status).toBe(200);
  expect(await read(payment)).toMatchObject({ status: "completed" });
  const stored = JSON.stringify(await app.db.query("SELECT * FROM provider_callbacks"));
  for (const text of [stored, app.logLines().join("\n")]) expect(text).not.toContain(TEST_CALLBACK_SECRET);
});

test("a payin whose answer was lost is found again and asked of nobody else; what pawaPay never had goes on along the route", async () => {
  const lost = await pay(mobileMoneyPayin("0004"));
  expect(lost).toMatchObject({ status: "pending", attempts: [{ provider: "pawapay", outcome: "unknown" }] });
  const never = await pay(mobileMoneyPayin("0004"));
  pawapay.kept.delete(idOf(never));
  await app.wait(UNPROMISED_SETTLING_MS);
  expect(await read(lost)).toMatchObject({
    status: "pending",
    next_action: "wait",
    attempts: [{ provider: "pawapay", outcome: "accepted" }],
  });
  expect((await read(never)).attempts).toMatchObject([{ provider: "pawapay", outcome: "unknown" }]);
  await app.wait(120_000);
  expect((await read(never)).attempts).toMatchObject([
    { provider: "pawapay", outcome: "unreachable" },
    { provider: "fiat" },
  ]);
});

test("a token that pawaPay does not take refuses the payment, so that the next provider is tried", async () => {
  await setUp({ ...SIGNED, api_token: "another" });
  expect((await pay()).attempts).toMatchObject([{ provider: "pawapay", outcome: "refused" }, { provider: "fiat" }]);
});

test("another amount than asked completes nothing; what is said after the end is put before a person", async () => {
  const less = await pay();
  await tell(pawapay.say(idOf(less), { status: "COMPLETED", amount: "1499.99" }));
  expect(await read(less)).toMatchObject({ status: "pending", received_amount: 1499.99 });
  const paid = await pay();
  await tell(pawapay.say(idOf(paid), { status: "COMPLETED" }));
  await tell(pawapay.say(idOf(paid), { status: "PROCESSING" }));
  await tell(pawapay.say(idOf(paid), { status: "FAILED", failureReason: { failureCode: "UNSPECIFIED_FAILURE" } }));
  expect(await read(paid)).toMatchObject({ status: "completed" });
  expect(await itemsOf(paid)).toEqual([{ kind: "contradicts_final_status" }]);
});

test("a payout that fails there fails here, with the reason", async () => {
  const payment = await pay(mobileMoneyPayout(app.demo.organizations[0]!.beneficiary_id));
  expect(payment).toMatchObject({ status: "processing", provider: "pawapay" });
  const failureReason = { failureCode: "RECIPIENT_NOT_FOUND", failureMessage: "no such wallet" };
  await tell(pawapay.say(idOf(payment), { status: "FAILED", failureReason }));
  expect(await read(payment)).toMatchObject({ status: "failed", failure_reason: "no such wallet" });
});

test("a refund ends when pawaPay says so, and one that it never had frees its money", async () => {
  const payment = await pay();
  await tell(pawapay.say(idOf(payment), { status: "COMPLETED" }));
  const refund = (amount: number) =>
    app.request(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, { amount, reason: "returned" });
  expect((await refund(1_000)).body.data).toMatchObject({ status: "pending", provider: "pawapay" });
  expect((await refund(500)).body.data).toMatchObject({ status: "pending", provider: "pawapay" });
  const ids = [...pawapay.kept.entries()].filter(([, kept]) => kept["refundId"] !== undefined).map(([id]) => id);
  pawapay.say(ids[0]!, { status: "COMPLETED" });
  // Simulates a request that never arrived: pawaPay has nothing, and we have no answer.
  pawapay.kept.delete(ids[1]!);
  await app.db.query("UPDATE refunds SET provider_refund_id = NULL WHERE provider_refund_id = $1", [ids[1]]);
  await app.wait(2 * UNPROMISED_SETTLING_MS);
  expect(await read(payment)).toMatchObject({ status: "completed", refunded_amount: 1_000 });
});

const HALF_AN_HOUR_MS = 30 * 60_000;
const wavePayin = () =>
  mobileMoneyPayin("4567", {
    country: "SN",
    currency: "XOF",
    target_currency: "XOF",
    mobile_money_details: { provider: "Wave", phone_number: "+221771234567" },
  });

test("one that the operator and pawaPay do not agree on yet no longer waits for the customer", async () => {
  const payment = await pay(wavePayin());
  pawapay.say(idOf(payment), {
    status: "IN_RECONCILIATION",
    nextStep: "REDIRECT_TO_AUTH_URL",
    authorizationUrl: "https://pay.wave.com/c/1",
  });
  await check(3_100);
  expect(await read(payment)).toMatchObject({ status: "processing", next_action: "wait" });
});

test("a payin on Wave's page first waits for the address, then sends the customer there, and is over only when pawaPay says so", async () => {
  const payment = await pay(wavePayin());
  expect(payment).toMatchObject({ status: "pending", next_action: "check_status" });
  pawapay.say(idOf(payment), {
    status: "PROCESSING",
    nextStep: "REDIRECT_TO_AUTH_URL",
    authorizationUrl: "https://pay.wave.com/c/1",
  });
  await check(3_100);
  expect(await read(payment)).toMatchObject({
    status: "pending",
    next_action: "redirect",
    instructions: expect.stringContaining("https://pay.wave.com/c/1"),
  });
  // pawaPay cannot cancel: the customer may still pay on a page that was opened in time.
  await check(HALF_AN_HOUR_MS);
  expect(await read(payment)).toMatchObject({ status: "pending" });
  const { status } = await app.request(app.callers.apiKey, "POST", `/payments-init/${payment.payment_id}/action`, {
    action: "cancel",
  });
  expect(status).toBe(409);
  pawapay.say(idOf(payment), { status: "COMPLETED" });
  await check(HALF_AN_HOUR_MS);
  expect(await read(payment)).toMatchObject({ status: "completed", received_amount: 1500 });
  expect(await verifyLedger(app.db), "the books of all the tests above").toMatchObject({ broken: null });
});
