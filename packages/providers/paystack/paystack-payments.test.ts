import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { createLink, mobileMoneyForm, pay as payLink, see } from "@corridor/server/products/links/checkout.fixtures.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { bankPayin, bankPayout, cardPayin, mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { type FakePaystack, startFakePaystack, TEST_KEY } from "./paystack.fixtures.ts";

/** Paystack in the whole product: behavior that needs the adapter and the core together. */
let app: TestApp;
let paystack: FakePaystack;
const RECOVERY_MS = 20_000;

beforeAll(async () => {
  app = await startTestApp();
  for (const [country, payment_method, direction] of [
    ["GH", "mobile_money", "inbound"],
    ["NG", "bank_transfer", "inbound"],
    ["NG", "card", "inbound"],
    ["NG", "bank_transfer", "outbound"],
  ])
    expect(
      (
        await app.request(app.callers.admin, "POST", "/payments/provider-configs", {
          provider: "paystack",
          country,
          payment_method,
          direction,
          priority: 0,
        })
      ).status,
    ).toBe(201);
});
afterAll(() => app.close());
beforeEach(async () => {
  paystack = await startFakePaystack(app.clock);
  await setUp({});
});
afterEach(() => paystack.close());

const setUp = async (change: object): Promise<void> => {
  const answer = await app.request(app.callers.admin, "PUT", "/payments/providers/paystack/settings", {
    secret_key: TEST_KEY,
    base_url: paystack.url,
    ...change,
  });
  expect(answer.status, answer.text).toBe(200);
};
const from = (name: string) => ({ payer_details: { name: "Ada Obi", email: `${name}@example.com` } });
const byPhone = (name = "ama") => mobileMoneyPayin("4567", from(name));
const byTransfer = (name = "ama") => bankPayin("6789", from(name));
const byCard = (name = "ama") =>
  cardPayin("4242", {
    ...from(name),
    currency: "NGN",
    target_currency: "NGN",
    country: "NG",
    return_url: "https://shop.example/done",
  });
const payout = (ending = "1234") => bankPayout(app.demo.organizations[0]!.beneficiary_id, ending);
const pay = async (body: object) => {
  const answer = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body);
  return { ...answer, payment: answer.body.response };
};
const read = async (payment: { transaction_id: string }) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${payment.transaction_id}`)).body;
const deliver = async (event: string, record: any, changes: object = {}) => {
  const { rawBody, headers } = paystack.tell(event, record.attempts[0].attempt_id, changes as never);
  return app.request(null, "POST", "/callbacks/paystack", rawBody.toString(), headers as Record<string, string>);
};

const items = async ({ payment_id }: { payment_id: string }) =>
  (await app.request(app.callers.orgAdmin, "GET", `/payments/reconciliation-items?payment_id=${payment_id}`)).body.data;
const act = (payment: { payment_id: string }, body: object) =>
  app.request(app.callers.apiKey, "POST", `/payments-init/${payment.payment_id}/action`, body);
const check = async (ms: number): Promise<void> => {
  await app.advance(ms);
  await app.run("payment-checks");
};
afterEach(async () => {
  expect((await verifyLedger(app.db)).broken).toBeNull();
  const said = app.logLines().join("\n");
  for (const secret of [TEST_KEY, "4242424242424242", '"737"', "482913"]) expect(said).not.toContain(secret);
});

describe("a payout", () => {
  test.each([
    ["0004", "whose answer was lost"],
    ["0007", "that is there although a no came back"],
  ])("%s %s is paid by Paystack alone, and its signed word completes it", async (ending) => {
    const { payment } = await pay(payout(ending));
    await check(RECOVERY_MS);
    const record = await read(payment);
    expect(record.attempts).toMatchObject([{ provider: "paystack", outcome: "accepted" }]);
    expect(record).toMatchObject({ status: "processing", provider_payment_id: "TRF_0" });
    expect((await deliver("transfer.success", record)).status).toBe(200);
    expect((await deliver("transfer.success", record)).status).toBe(200);
    expect(await read(payment)).toMatchObject({ status: "completed" });
    expect((await deliver("transfer.reversed", record)).status).toBe(200);
    expect(await read(payment)).toMatchObject({ status: "completed" });
    expect(await items(payment)).toMatchObject([{ kind: "contradicts_final_status" }]);
    expect(paystack.transfers.size).toBe(1);
  });

  test("waits for the password of the account's owner", async () => {
    const { payment } = await pay(payout("0006"));
    expect(payment).toMatchObject({ status: "pending", next_action: "collect_otp" });
    expect((await act(payment, { action: "resend_otp" })).status).toBe(200);
    expect((await act(payment, { action: "submit_otp", otp: "000000" })).status).toBe(409);
    expect((await act(payment, { action: "submit_otp", otp: "482913" })).status).toBe(200);
    const record = await read(payment);
    expect(record).toMatchObject({ status: "processing" });
    await deliver("transfer.failed", record);
    expect(await read(payment)).toMatchObject({ status: "failed" });
  });
});

describe("one-time passwords, which Paystack does not count", () => {
  const guess = (payment: { payment_id: string }, otp = "000000") => act(payment, { action: "submit_otp", otp });
  const guessesThere = (path = "/charge/submit_otp") => paystack.calls.filter((call) => call.path === path).length;
  const charge = async () => {
    await setUp({ direct_card_charges: true });
    return (await pay(byCard("otp"))).payment;
  };

  test("are counted by us: after the third wrong one the payment fails, and no further one is sent", async () => {
    const payment = await charge();
    const answers = [];
    for (let n = 0; n < 55; n++) answers.push(await guess(payment));
    expect(answers.slice(0, 3).map(({ status, body }) => [status, body.code, body.message])).toEqual([
      [400, "INVALID_OTP", "otp: is wrong; 2 tries are left"],
      [400, "INVALID_OTP", "otp: is wrong; 1 try is left"],
      [400, "INVALID_OTP", "otp: is wrong, and no attempts are left; the payment has failed"],
    ]);
    expect(new Set(answers.slice(3).map(({ status }) => status))).toEqual(new Set([409]));
    expect(guessesThere()).toBe(3);
    expect(await read(payment)).toMatchObject({
      status: "failed",
      failure_reason: "the one-time password was wrong too often",
    });
  });

  test("are counted when they come at once: three are sent, and the payment fails", async () => {
    const payment = await charge();
    const answers = await Promise.all(Array.from({ length: 20 }, () => guess(payment)));
    expect(answers.every(({ status }) => status === 400 || status === 409)).toBe(true);
    expect(guessesThere()).toBe(3);
    expect(await read(payment)).toMatchObject({ status: "failed" });
  });

  test("that are right after two wrong ones are taken", async () => {
    const payment = await charge();
    for (let n = 0; n < 2; n++) expect((await guess(payment)).status).toBe(400);
    expect((await guess(payment, "482913")).status).toBe(200);
    expect(await read(payment)).toMatchObject({ status: "processing" });
  });

  test("are counted on when a new one is sent, and when Paystack refuses them without calling them wrong", async () => {
    const { payment } = await pay(payout("0006"));
    for (const expected of [409, 409, 400]) {
      expect((await act(payment, { action: "resend_otp" })).status).toBe(200);
      expect((await guess(payment)).status).toBe(expected);
    }
    // Paystack could still pay it out, so its money is not released before Paystack gives it up. But no further
    // password is accepted.
    expect(await read(payment)).toMatchObject({ status: "pending" });
    const refused = await guess(payment, "482913");
    expect([refused.status, refused.body.message]).toEqual([409, "All 3 attempts at the one-time password are used"]);
    expect(guessesThere("/transfer/finalize_transfer")).toBe(3);
    expect((await deliver("transfer.failed", await read(payment))).status).toBe(200);
    expect(await read(payment)).toMatchObject({ status: "failed" });
  });
});

describe("a payin", () => {
  test("is completed by a signed word only, for what arrived", async () => {
    const { payment } = await pay(byTransfer());
    const record = await read(payment);
    const { rawBody, headers } = paystack.tell("charge.success", record.attempts[0].attempt_id);
    const other = rawBody.toString().replace("5000000", "5000001");
    expect(
      (await app.request(null, "POST", "/callbacks/paystack", other, headers as Record<string, string>)).status,
    ).toBe(401);
    expect((await app.request(null, "POST", "/callbacks/paystack", rawBody.toString())).status).toBe(401);
    expect((await deliver("charge.success", record, { amount: 4_000_000 })).status).toBe(200);
    expect(await read(payment)).toMatchObject({
      status: "pending",
      received_amount: 40_000,
      next_action: "bank_transfer",
    });
    expect((await deliver("charge.success", record, { amount: 5_000_100 })).status).toBe(200);
    expect(await read(payment)).toMatchObject({
      status: "completed",
      received_amount: 50_001,
      provider_data: { channel: "bank_transfer" },
    });
    expect(await items(payment)).toMatchObject([{ kind: "overpaid" }]);
  });

  test("on Paystack's page survives a declined card, and the way back completes it", async () => {
    const { payment } = await pay(byCard());
    const record = await read(payment);
    paystack.tell("charge.failed", record.attempts[0].attempt_id);
    await check(5_000);
    expect(await read(payment)).toMatchObject({ status: "pending", next_action: "redirect" });
    paystack.tell("charge.success", record.attempts[0].attempt_id);
    const back = await app.request(null, "GET", `/returns/${record.org_id}/${record.payment_id}?trxref=1&reference=1`);
    expect([back.status, back.headers.get("location")]).toEqual([303, expect.stringContaining("status=completed")]);
    expect(JSON.stringify(paystack.calls)).not.toContain("4242424242424242");
  });

  test("by a card that we send asks for its password, and is completed when the amount is seen", async () => {
    await setUp({ direct_card_charges: true });
    const { payment } = await pay(byCard("otp"));
    expect(payment).toMatchObject({ next_action: "collect_otp" });
    expect((await act(payment, { action: "submit_otp", otp: "000000" })).body).toMatchObject({ code: "INVALID_OTP" });
    expect((await act(payment, { action: "submit_otp", otp: "482913" })).status).toBe(200);
    expect(await read(payment)).toMatchObject({ status: "processing" });
    await check(5_000);
    expect(await read(payment)).toMatchObject({ status: "completed" });
  });

  // Paystack asks Telecel's customers for a voucher, which they get by a code that only `display_text` names.
  test("by Telecel shows the payer Paystack's own words about the voucher, as text", async () => {
    const words = "Please dial *110# and follow the <prompts> to generate a voucher";
    const telecel = { mobile_money_details: { provider: "Telecel", phone_number: "+233501234567" } };
    const { payment } = await pay({ ...byPhone(), ...telecel });
    expect(payment).toMatchObject({ next_action: "collect_otp", provider_text: words });
    expect(await read(payment)).toMatchObject({ instructions: words });

    const link = await createLink(app, { amount: 20 });
    const { checkout_token: token } = (await payLink(app, link, mobileMoneyForm("4567", telecel))).body.data;
    expect(await see(app, token)).toMatchObject({ next_action: "collect_otp", provider_text: words });
  });

  test("is refunded once, also when the answer to that was lost", async () => {
    const { payment } = await pay(byPhone("paid"));
    expect(await read(payment)).toMatchObject({ status: "completed" });
    const refund = (body: object) =>
      app.request(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, body);
    expect((await refund({ amount: 500, reason: "silent" })).body.data).toMatchObject({ status: "pending" });
    await app.advance(RECOVERY_MS);
    await app.run("refund-checks");
    expect(paystack.refunds).toHaveLength(1);
    paystack.refunds[0]!["status"] = "processed";
    await app.advance(RECOVERY_MS);
    await app.run("refund-checks");
    expect(await read(payment)).toMatchObject({ status: "completed", refunded_amount: 500 });
    expect((await refund({ reason: "the rest" })).status).toBe(201);
    paystack.refunds[1]!["status"] = "processed";
    await app.advance(RECOVERY_MS);
    await app.run("refund-checks");
    expect(await read(payment)).toMatchObject({ status: "refunded", refunded_amount: 1_500 });
    expect((await refund({ reason: "once more" })).status).toBe(409);
  });

  test("is found by asking when its key was exchanged and its word is no longer believed", async () => {
    const { payment } = await pay(byPhone());
    const record = await read(payment);
    await setUp({ secret_key: `${TEST_KEY}_new` });
    expect((await deliver("charge.success", record)).status).toBe(401);
    await setUp({});
    await check(5_000);
    expect(await read(payment)).toMatchObject({ status: "completed" });
  });

  test("that Paystack refuses goes to the next provider, once it is sure that nothing stands there", async () => {
    const { payment } = await pay(byPhone("refused"));
    expect((await read(payment)).attempts).toMatchObject([
      { provider: "paystack", outcome: "refused", reason: "Declined by the merchant's rules" },
      { provider: "fiat", outcome: "accepted" },
    ]);
  });

  // The last test, because people's sessions last one hour.
  test("whose account nobody pays into ends, and money that comes all the same is kept apart", async () => {
    const { payment } = await pay(byTransfer());
    await check(60 * 60_000);
    expect(await read(payment)).toMatchObject({ status: "pending" });
    expect((await act(payment, { action: "cancel" })).status).toBe(409);
    await check(16 * 60_000);
    const record = await read(payment);
    expect(record).toMatchObject({ status: "canceled" });
    await deliver("charge.success", record);
    expect(await read(payment)).toMatchObject({ status: "canceled", received_amount: 50_000 });
    expect(
      await app.db.query("SELECT kind FROM reconciliation_items WHERE payment_id = $1", [payment.payment_id]),
    ).toEqual([{ kind: "unexpected_money" }]);
  });
});
