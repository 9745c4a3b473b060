import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { bankPayin, bankPayout, cardPayin, mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { type RawCallback, UNPROMISED_SETTLING_MS } from "@corridor/provider-kit/provider.ts";
import {
  type FakeFlutterwave,
  OTP,
  SECRET_HASH,
  SECRET_KEY,
  SETTINGS,
  startFlutterwave,
} from "./flutterwave.fixtures.ts";

/** Tests that need the whole product: payments through Flutterwave from start to end, and their ledger postings. */
let app: TestApp;
let flutterwave: FakeFlutterwave;
beforeAll(async () => {
  [app, flutterwave] = await Promise.all([startTestApp(), startFlutterwave()]);
  const settings = await app.request(app.callers.admin, "PUT", "/payments/providers/flutterwave/settings", {
    ...SETTINGS,
    base_url: flutterwave.url,
  });
  expect(settings.status).toBe(200);
  for (const corridor of [
    { country: "KE", payment_method: "mobile_money", direction: "inbound" },
    { country: "NG", payment_method: "card", direction: "inbound" },
    { country: "NG", payment_method: "bank_transfer", direction: "inbound" },
    { country: "NG", payment_method: "bank_transfer", direction: "outbound" },
  ])
    await app.request(app.callers.admin, "POST", "/payments/provider-configs", {
      provider: "flutterwave",
      priority: 0,
      ...corridor,
    });
});
afterAll(async () => {
  await flutterwave.close();
  await app.close();
});

type Initiated = { payment_id: string; transaction_id: string; status: string; next_action?: string };

async function pay(body: object): Promise<Initiated & { reference: string }> {
  const { response } = (
    await app.request<{ response: Initiated }>(app.callers.apiKey, "POST", "/payments-init/initiate", body)
  ).body;
  return { ...response, reference: (await read(response)).attempts[0].attempt_id };
}
const read = async ({ transaction_id }: Pick<Initiated, "transaction_id">) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${transaction_id}`)).body;
const act = ({ payment_id }: Initiated, action: object) =>
  app.request(app.callers.apiKey, "POST", `/payments-init/${payment_id}/action`, action);
const notify = async ({ rawBody, headers }: RawCallback) =>
  (await app.request(null, "POST", "/callbacks/flutterwave", rawBody.toString(), headers as Record<string, string>))
    .status;
const itemsOf = async ({ payment_id }: Initiated): Promise<string[]> =>
  (
    await app.db.query<{ kind: string }>("SELECT kind FROM reconciliation_items WHERE payment_id = $1", [payment_id])
  ).map(({ kind }) => kind);
async function later(seconds: number): Promise<void> {
  await app.advance(seconds * 1_000);
  await app.run("payment-checks");
}

const kenyanPayin = (): object =>
  mobileMoneyPayin("1234", {
    currency: "KES",
    target_currency: "KES",
    country: "KE",
    payer_details: { name: "Wanjiru Kamau", email: "wanjiru@example.com" },
    mobile_money_details: { provider: "M-PESA", phone_number: "+254712341234" },
  });
const nigerianCard = (ending: string): object =>
  cardPayin(ending, { currency: "NGN", target_currency: "NGN", country: "NG" });
const nigerianPayout = (ending: string): object => bankPayout(app.demo.organizations[0]!.beneficiary_id, ending);

describe("a payout whose answer was lost", () => {
  test("goes to nobody else while Flutterwave may be at work on it, and is found when it turns up", async () => {
    const payment = await pay(nigerianPayout("0003"));
    expect(payment).toMatchObject({ status: "pending", next_action: "check_status" });
    for (const seconds of [20, 20, 100]) {
      await later(seconds);
      expect(await read(payment)).toMatchObject({
        status: "pending",
        attempts: [{ provider: "flutterwave", outcome: "unknown" }],
      });
    }
    flutterwave.finish();
    await later(500);
    expect(await read(payment)).toMatchObject({
      status: "processing",
      attempts: [{ provider: "flutterwave", outcome: "accepted" }],
    });
    expect(await notify(flutterwave.complete(payment.reference))).toBe(200);
    expect((await read(payment)).status).toBe("completed");
  });

  test("goes to the next provider once Flutterwave surely never had it", async () => {
    const payment = await pay(nigerianPayout("0003"));
    await app.wait(UNPROMISED_SETTLING_MS);
    expect((await read(payment)).attempts).toMatchObject([{ provider: "flutterwave", outcome: "unknown" }]);
    await app.wait(120_000);
    const { attempts } = await read(payment);
    expect(attempts[0]).toMatchObject({ provider: "flutterwave", outcome: "unreachable" });
    expect(attempts.length).toBeGreaterThan(1);
  });
});

describe("a payin", () => {
  test("completes by a callback that comes twice, and a failure that is told of later is left to a person", async () => {
    const payment = await pay(kenyanPayin());
    expect(payment).toMatchObject({ status: "pending", next_action: "wait" });
    const callback = flutterwave.complete(payment.reference);
    expect(await notify({ ...callback, headers: { "verif-hash": `${SECRET_HASH}x` } })).toBe(401);
    expect([await notify(callback), await notify(callback)]).toEqual([200, 200]);
    expect(await read(payment)).toMatchObject({ status: "completed", received_amount: 1500 });
    await notify(flutterwave.complete(payment.reference, "failed"));
    expect([(await read(payment)).status, await itemsOf(payment)]).toEqual(["completed", ["contradicts_final_status"]]);
  });

  test("that was paid for less than it asked waits for the rest until its time is over, and no longer", async () => {
    const payment = await pay(kenyanPayin());
    flutterwave.booked(payment.reference)!.amount = "1000";
    await notify(flutterwave.complete(payment.reference));
    expect(await read(payment)).toMatchObject({ status: "pending", received_amount: 1000 });
    await later(31 * 60);
    expect([(await read(payment)).status, await itemsOf(payment)]).toEqual(["canceled", ["underpaid"]]);
  });

  test("by bank transfer can be called off at once; what is paid all the same is kept apart", async () => {
    const payment = await pay(bankPayin());
    expect(payment).toMatchObject({ status: "pending", next_action: "bank_transfer", account_number: "0067100155" });
    expect((await act(payment, { action: "cancel" })).body.response).toMatchObject({ status: "canceled" });
    await notify(flutterwave.complete(payment.reference));
    expect([(await read(payment)).status, await itemsOf(payment)]).toEqual(["canceled", ["unexpected_money"]]);
  });

  test("by card asks for a one-time password, or passes on to the next provider where the card wants its PIN", async () => {
    const payment = await pay(nigerianCard("0001"));
    expect(payment).toMatchObject({ status: "pending", next_action: "collect_otp" });
    expect((await act(payment, { action: "submit_otp", otp: "999999" })).status).toBe(409);
    expect((await act(payment, { action: "submit_otp", otp: OTP })).body.response).toMatchObject({
      status: "completed",
    });
    expect((await read(await pay(nigerianCard("0005")))).attempts).toMatchObject([
      { provider: "flutterwave", outcome: "refused" },
      { provider: "fiat" },
    ]);
    const written = `${app.logLines().join("\n")}${JSON.stringify(await app.db.query(`SELECT details, progress FROM payments`))}`;
    for (const secret of [SECRET_KEY, SECRET_HASH, "4242424242420001", "999999"]) expect(written).not.toContain(secret);
  });

  test("is refunded in part once the money is back, and not before", async () => {
    const payment = await pay(kenyanPayin());
    await notify(flutterwave.complete(payment.reference));
    const asked = await app.request(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, {
      amount: 500,
      reason: "returned",
    });
    expect(asked.body.data).toMatchObject({ status: "pending" });
    const refund = async () =>
      (await app.request(app.callers.orgAdmin, "GET", `/payments/${payment.payment_id}/refunds`)).body.data[0];
    for (const [word, status] of [
      ["processing", "pending"],
      ["completed-momo", "completed"],
    ] as const) {
      flutterwave.refunds.at(-1)!["status"] = word;
      await app.advance(30_000);
      await app.run("refund-checks");
      expect((await refund()).status).toBe(status);
    }
  });
});

test("a trial of the settings says whether Flutterwave takes them", async () => {
  const { body } = await app.request(app.callers.admin, "POST", "/payments/providers/flutterwave/try");
  expect(body.data).toMatchObject({ works: true });
});

test("the books are whole after all that", async () => {
  expect((await verifyLedger(app.db)).broken).toBeNull();
});
