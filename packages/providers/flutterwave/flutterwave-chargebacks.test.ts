import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { cardPayin } from "@corridor/test/harness/payments.ts";
import type { RawCallback } from "@corridor/provider-kit/provider.ts";
import { callbackOf, type FakeFlutterwave, SETTINGS, startFlutterwave } from "./flutterwave.fixtures.ts";

/** Money that Flutterwave takes back, from the unsigned callback to the ledger. */
let app: TestApp;
let flutterwave: FakeFlutterwave;
beforeAll(async () => {
  [app, flutterwave] = await Promise.all([startTestApp(), startFlutterwave()]);
  await app.request(app.callers.admin, "PUT", "/payments/providers/flutterwave/settings", {
    ...SETTINGS,
    base_url: flutterwave.url,
  });
  const corridor = { country: "NG", payment_method: "card", direction: "inbound" };
  await app.request(app.callers.admin, "POST", "/payments/provider-configs", {
    provider: "flutterwave",
    priority: 0,
    ...corridor,
  });
});
afterAll(async () => {
  const report = await verifyLedger(app.db);
  await flutterwave.close();
  await app.close();
  expect(report.broken).toBeNull();
});

const get = async (path: string) => (await app.request(app.callers.apiKey, "GET", path)).body;
const post = (path: string, body: object = {}) => app.request(app.callers.apiKey, "POST", path, body);
const balance = async () => (await get("/balances?currency=NGN")).data[0] as { available: number; reserved: number };
const notify = async ({ rawBody, headers }: RawCallback) => {
  expect(
    (await app.request(null, "POST", "/callbacks/flutterwave", rawBody.toString(), headers as Record<string, string>))
      .status,
  ).toBe(200);
  await app.advance(0);
};

/** A payin of 1500.00 NGN by card. */
async function paid() {
  const { response } = (
    await post(
      "/payments-init/initiate",
      cardPayin("1234", { amount: 1500, target_amount: 1500, currency: "NGN", target_currency: "NGN", country: "NG" }),
    )
  ).body;
  const record = await get(`/payments/transaction/${response.transaction_id}`);
  expect(record.status).toBe("completed");
  const before = await balance();
  return {
    paymentId: response.payment_id as string,
    reference: record.attempts[0].attempt_id as string,
    disputes: async () => (await get(`/disputes?payment_id=${response.payment_id}`)).data,
    change: async () => {
      const now = await balance();
      return { available: now.available - before.available, reserved: now.reserved - before.reserved };
    },
  };
}
const at = (date: string) => ({ meta: { history: [{ action: "x", date }] } });

test("a chargeback that a callback only hints at is read at Flutterwave, holds its money, is declined with a picture, and is lost", async () => {
  const { reference, disputes, change } = await paid();
  await notify(flutterwave.chargeBack(reference));
  const [dispute] = await disputes();
  const opened = {
    provider: "flutterwave",
    status: "needs_response",
    amount: 1500,
    fee: 0,
    currency: "NGN",
    provider_status: "initiated (new)",
  };
  expect(dispute).toMatchObject({
    ...opened,
    reason: "Product/service not received",
    respond_by: "2026-01-09T15:59:59.000Z",
  });
  expect(await change()).toEqual({ available: -1500, reserved: 1500 });

  const evidence = `/disputes/${dispute.dispute_id}/evidence`;
  const file = { name: 'way"bill', content_type: "image/png", content: Buffer.from("picture").toString("base64") };
  expect((await post(evidence, { ...file, content_type: "application/pdf" })).body).toMatchObject({
    details: [{ path: "content" }],
  });
  expect((await post(evidence, file)).status).toBe(201);
  expect((await post(evidence, file)).status).toBe(400);
  expect((await post(evidence, { name: "note", text: "Delivered." })).status).toBe(201);
  expect((await post(`/disputes/${dispute.dispute_id}/submit`)).body.data).toMatchObject({ status: "under_review" });
  const [upload, answer] = flutterwave.received.slice(-2);
  expect(upload!.path).toBe("/upload_image");
  expect(String(upload!.fields["form"])).toMatch(
    /name="image"; filename="way_bill"\r\ncontent-type: image\/png\r\n\r\npicture\r\n/,
  );
  expect(answer!.fields).toEqual({
    action: "decline",
    comment: 'way"bill\nnote: Delivered.',
    prooflink: "https://cdn.flutterwave.test/proof",
  });

  await notify(
    flutterwave.chargeBack(reference, { status: "lost", stage: "pre-arbitration", ...at("2026-01-12T10:00:00.000Z") }),
  );
  expect(await disputes()).toMatchObject([{ status: "lost", provider_status: "lost (pre-arbitration)" }]);
  expect(await change()).toEqual({ available: -1500, reserved: 0 });
});

test("a chargeback is accepted, or won, and an answer that Flutterwave refuses leaves it open", async () => {
  const charged = async () => {
    const payment = await paid();
    await notify(flutterwave.chargeBack(payment.reference));
    return payment;
  };
  const accept = async ({ disputes }: Awaited<ReturnType<typeof paid>>) =>
    post(`/disputes/${(await disputes())[0].dispute_id}/accept`);
  expect((await accept(await charged())).body.data).toMatchObject({ status: "accepted" });
  const won = await charged();
  flutterwave.chargeBack(won.reference, { status: "declined" });
  expect(await accept(won)).toMatchObject({ status: 502, body: { code: "DISPUTE_ANSWER_REFUSED" } });
  const answered = `/disputes/${(await won.disputes())[0].dispute_id}`;
  await post(`${answered}/evidence`, { name: "note", text: "Delivered." });
  expect(await post(`${answered}/submit`)).toMatchObject({ status: 502, body: { code: "DISPUTE_ANSWER_REFUSED" } });
  await notify(flutterwave.chargeBack(won.reference, { status: "won", ...at("2026-01-12T10:00:00.000Z") }));
  expect(await won.disputes()).toMatchObject([{ status: "won" }]);
  expect(await won.change()).toEqual({ available: 0, reserved: 0 });
});

test("a forged hint at a chargeback, one of somebody else's transaction, and one that Flutterwave does not know book nothing", async () => {
  const { reference, disputes } = await paid();
  for (const data of [
    { tx_ref: reference },
    { flw_ref: `FLW-MOCK-${flutterwave.booked(reference)!.id}` },
    { flw_ref: "FLW-MOCK-1" },
  ])
    await notify(callbackOf({ event: "chargeback.lost", data }));
  flutterwave.chargebacks.push({
    id: 1,
    status: "lost",
    amount: 5,
    flw_ref: "FLW-OTHER",
    transaction_id: 1,
    created_at: "2026-01-05T10:00:00.000Z",
  });
  await notify(callbackOf({ event: "chargeback.lost", data: { flw_ref: "FLW-OTHER" } }));
  expect(await disputes()).toEqual([]);
  expect(
    (await app.db.query("SELECT 1 FROM provider_callbacks WHERE provider = 'flutterwave' AND applied_at IS NULL"))
      .length,
  ).toBe(0);
});

test("a refund made on Flutterwave's dashboard is booked once, and one of ours is not taken for it", async () => {
  const { paymentId, reference, change } = await paid();
  const { id } = flutterwave.booked(reference)!;
  expect(
    (
      await app.request(app.callers.orgAdmin, "POST", `/payments/${paymentId}/refund`, {
        amount: 200,
        reason: "returned",
      })
    ).status,
  ).toBe(201);
  flutterwave.refunds.at(-1)!["status"] = "completed-mpgs";
  flutterwave.refunds.push({ id: 77, tx_id: id, amount_refunded: 300, status: "completed-mpgs", comments: "by phone" });
  flutterwave.refunds.push({ id: 78, tx_id: id, amount_refunded: 100, status: "processing", comments: "" });
  const told = { id: 77, AmountRefunded: 300, status: "completed-mpgs", FlwRef: "F", TransactionId: id };
  await notify(callbackOf(told));
  await notify(callbackOf({ ...told, again: true }));
  const refunds = (await get(`/payments/${paymentId}/refunds`)).data as {
    amount: number;
    requested_by: string | null;
  }[];
  expect(refunds.filter(({ requested_by }) => requested_by === null).map(({ amount }) => amount)).toEqual([300]);
  expect(refunds.length).toBe(2);
  expect((await change()).available).toBe(-500);
});
