import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin, mobileMoneyPayout } from "@corridor/test/harness/payments.ts";
import type { RawCallback } from "@corridor/provider-kit/provider.ts";
import { type FakeMpesa, MPESA_SETTINGS, startFakeMpesa } from "./mpesa.fixtures.ts";

/** Tests of M-PESA that need the whole product. */
const RECOVERY_MS = 20_000;
const DAY_MS = 86_400_000;
const LOST = "0004";
let app: TestApp;
let mpesa: FakeMpesa;
beforeAll(async () => {
  app = await startTestApp();
  for (const direction of ["inbound", "outbound"]) {
    const config = { provider: "mpesa", country: "KE", payment_method: "mobile_money", direction, priority: 0 };
    expect((await app.request(app.callers.admin, "POST", "/payments/provider-configs", config)).status).toBe(201);
  }
  mpesa = await startFakeMpesa();
  await setUp();
});
afterEach(async () => {
  expect((await verifyLedger(app.db)).broken).toBeNull();
});
afterAll(async () => {
  await app.close();
  await mpesa.close();
});

const { callback_secret: _, ...GIVEN } = MPESA_SETTINGS;
const setUp = async (change: object = {}): Promise<void> => {
  const given = { ...GIVEN, certificate: GIVEN.certificate.trim(), base_url: mpesa.url, ...change };
  expect((await app.request(app.callers.admin, "PUT", "/payments/providers/mpesa/settings", given)).status).toBe(200);
};
type Initiated = { payment_id: string; transaction_id: string };
const initiate = async (body: object): Promise<Initiated> =>
  (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body)).body.response;
let phones = 0;
const inKenya = (ending: string) => ({
  amount: 1500,
  target_amount: 1500,
  currency: "KES",
  target_currency: "KES",
  country: "KE",
  mobile_money_details: { provider: "M-PESA", phone_number: `+2547${String(++phones).padStart(4, "0")}${ending}` },
});
const payin = (ending = "1234") => initiate(mobileMoneyPayin(ending, inKenya(ending)));
const payout = (ending = "1234") =>
  initiate(mobileMoneyPayout(app.demo.organizations[0]!.beneficiary_id, ending, inKenya(ending)));
const read = async (payment: Initiated) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${payment.transaction_id}`)).body;
const tell = async ({ path, rawBody }: Pick<RawCallback, "path" | "rawBody">): Promise<number> =>
  (
    await app.request(null, "POST", path.replace(/^\/v1/, ""), rawBody.toString(), {
      "content-type": "application/json",
    })
  ).status;
const check = async (ms: number): Promise<void> => {
  await app.advance(ms);
  await app.run("payment-checks");
};
const itemsOf = (payment: Initiated) =>
  app.db.query("SELECT kind FROM reconciliation_items WHERE payment_id = $1", [payment.payment_id]);

test("changing other settings leaves the addresses of payments under way as they were, and none of them in the log", async () => {
  const payment = await payout();
  await setUp({ till_number: "654321" });
  const callback = mpesa.end(payment.payment_id);
  expect(await tell(callback)).toBe(200);
  expect(await read(payment)).toMatchObject({ status: "completed" });
  expect(app.logLines().join("\n")).not.toContain(callback.path.split("/").at(-1));
});

/** With confirmations of payments by hand, whose addresses were registered by testing the settings. */
async function withConfirmations(): Promise<void> {
  await setUp({ pay_bill_confirmations: true });
  const tried = async () => (await app.request(app.callers.admin, "POST", "/payments/providers/mpesa/try")).body.data;
  // The second time Safaricom answers that the addresses are already registered.
  expect([await tried(), await tried()]).toMatchObject([{ works: true }, { works: true }]);
}
const accountShownFor = ({ payment_id }: Initiated) =>
  mpesa.prompts.get(payment_id)!.body["AccountReference"] as string;
let receipts = 0;
const newReceipt = () => `RKT${String(++receipts).padStart(7, "0")}`;

test("a payin that the customer pays by hand is completed by what M-PESA answers about the receipt, and not by the confirmation", async () => {
  await withConfirmations();
  const payment = await payin();
  const receipt = newReceipt();
  expect(await tell(mpesa.payByHand(accountShownFor(payment).toLowerCase(), 9, receipt))).toBe(200);
  await app.advance(0);
  expect(await read(payment)).toMatchObject({ status: "pending" });
  expect(await tell(mpesa.answerReceipt(receipt, 1500, "Cancelled"))).toBe(200);
  expect(await read(payment)).toMatchObject({ status: "pending" });
  expect(await tell(mpesa.answerReceipt(receipt, 1500))).toBe(200);
  expect(await read(payment)).toMatchObject({ status: "completed", received_amount: 1500, provider_data: { receipt } });
  // The confirmation that is processed again finds its receipt posted.
  await check(120_000);
  await app.run("callback-retries");
  const open = await app.db.query("SELECT 1 FROM provider_callbacks WHERE provider = 'mpesa' AND applied_at IS NULL");
  expect([await itemsOf(payment), open]).toEqual([[], []]);
});

test("the confirmation of an ordinary payin says nothing new; a second receipt for it is left to a person, and another account's is nobody's", async () => {
  const payment = await payin();
  await tell(mpesa.end(payment.payment_id));
  await tell(mpesa.payByHand(accountShownFor(payment), 1500, "NLJ7RT61SV"));
  expect([await read(payment), await itemsOf(payment)]).toMatchObject([
    { status: "completed", provider_data: { receipt: "NLJ7RT61SV" } },
    [],
  ]);
  await tell(mpesa.payByHand(accountShownFor(payment), 1500, newReceipt()));
  await app.advance(0);
  expect(await itemsOf(payment)).toEqual([{ kind: "unexpected_money" }]);
  expect(await tell(mpesa.payByHand("invoice008", 10, newReceipt()))).toBe(200);
  const forged = mpesa.payByHand(accountShownFor(payment), 10, newReceipt());
  expect(await tell({ ...forged, path: `${forged.path.slice(0, -1)}x` })).toBe(401);
});

test("a payin is refunded by the reversal of its receipt, whole, when M-PESA's result says so", async () => {
  const [returned, kept] = [await payin(), await payin()];
  for (const each of [returned, kept]) {
    await tell(mpesa.payByHand(accountShownFor(each), 1500, newReceipt()));
    await app.advance(0);
    await tell(mpesa.answerReceipt(`RKT${String(receipts).padStart(7, "0")}`, 1500));
  }
  const refund = ({ payment_id }: Initiated, body: object) =>
    app.request(app.callers.orgAdmin, "POST", `/payments/${payment_id}/refund`, { reason: "returned", ...body });
  const refundsOf = async ({ payment_id }: Initiated) =>
    (await app.request(app.callers.orgAdmin, "GET", `/payments/${payment_id}/refunds`)).body.data as {
      status: string;
    }[];
  expect((await refund(returned, { amount: 500 })).body).toMatchObject({ code: "REFUND_REFUSED" });
  expect((await refund(returned, {})).body.data).toMatchObject({ status: "pending" });
  const { receipt } = (await read(returned)).provider_data;
  expect(mpesa.reversals.get(receipt)).toMatchObject({ Amount: 1500, ReceiverParty: "174379" });
  await tell(mpesa.endReversal(receipt));
  expect((await read(returned)).status).toBe("refunded");
  await refund(kept, {});
  await tell(mpesa.endReversal((await read(kept)).provider_data.receipt, "R000002"));
  expect([(await refundsOf(kept)).map(({ status }) => status), (await read(kept)).status]).toEqual([
    ["failed"],
    "completed",
  ]);
});

test("a prompt whose answer was lost waits for the callback that names it, and no other provider prompts the customer meanwhile", async () => {
  const payment = await payin(LOST);
  await check(RECOVERY_MS);
  await check(DAY_MS);
  expect(await read(payment)).toMatchObject({
    status: "pending",
    next_action: "check_status",
    attempts: [{ provider: "mpesa", outcome: "unknown" }],
  });
  const callback = mpesa.end(payment.payment_id);
  expect(await tell(callback)).toBe(200);
  expect(await tell(callback)).toBe(200);
  const { checkoutRequestId } = mpesa.prompts.get(payment.payment_id)!;
  const completed = {
    status: "completed",
    provider_payment_id: checkoutRequestId,
    provider_data: { receipt: "NLJ7RT61SV" },
  };
  expect(await read(payment)).toMatchObject({ ...completed, attempts: [{ outcome: "accepted" }] });
});

test("a callback cannot make a payin complete by naming a prompt that somebody else has paid", async () => {
  const [paid, unpaid] = [await payin(), await payin()];
  expect(await tell(mpesa.end(paid.payment_id))).toBe(200);
  const { path } = mpesa.end(unpaid.payment_id, 4999);
  expect(await tell({ path, rawBody: mpesa.end(paid.payment_id).rawBody })).toBe(200);
  expect(await read(paid)).toMatchObject({ status: "completed" });
  expect(await read(unpaid)).toMatchObject({ status: "pending", next_action: "wait" });
});

test("a callback that is quicker than the answer counts, and the answer does not undo it", async () => {
  const told: Promise<number>[] = [];
  mpesa.beforeAnswer = async () => {
    const [reference] = [mpesa.prompts, mpesa.payouts]
      .flatMap((kind) => [...kind.keys()])
      .toSorted()
      .slice(-1);
    told.push(tell(mpesa.end(reference!)));
    await told.at(-1);
  };
  for (const payment of [await payin(), await payout()])
    expect(await read(payment)).toMatchObject({ status: "completed", attempts: [{ outcome: "accepted" }] });
  expect(await Promise.all(told)).toEqual([200, 200]);
  mpesa.beforeAnswer = async () => undefined;
});

test("a payout ends by the result at its own address and by nothing else; a contrary one that comes later is for a person to look at", async () => {
  const [payment, other] = [await payout(), await payout(LOST)];
  expect(await read(other)).toMatchObject({ status: "pending", attempts: [{ provider: "mpesa", outcome: "unknown" }] });
  const { path, rawBody } = mpesa.end(payment.payment_id);
  const { body } = mpesa.payouts.get(payment.payment_id)!;
  expect(await tell({ path: `${path.slice(0, -4)}AAAA`, rawBody })).toBe(401);
  expect(await tell({ path: new URL(String(body["QueueTimeOutURL"])).pathname, rawBody })).toBe(200);
  expect(await tell({ path: mpesa.end(other.payment_id).path, rawBody })).toBe(200);
  await check(DAY_MS);
  expect(await read(payment)).toMatchObject({ status: "processing", attempts: [{ provider: "mpesa" }] });
  expect(await read(other)).toMatchObject({ status: "pending", attempts: [{ provider: "mpesa", outcome: "unknown" }] });
  expect(await tell({ path, rawBody })).toBe(200);
  expect(await read(payment)).toMatchObject({ status: "completed", provider_data: { receipt: "NLJ41HAY6Q" } });
  expect(await tell(mpesa.end(payment.payment_id, 1, "insufficient"))).toBe(200);
  expect(await read(payment)).toMatchObject({ status: "completed" });
  expect(await itemsOf(payment)).toEqual([{ kind: "contradicts_final_status" }]);
  expect(await tell(mpesa.end(other.payment_id, 2040, "not registered"))).toBe(200);
  expect(await read(other)).toMatchObject({ status: "failed", failure_reason: "not registered" });
});

test("a payout whose result was lost ends by the answer to the transaction status query", async () => {
  const [answered, unanswered] = [await payout(), await payout(LOST)];
  for (const [payment, status] of [
    [answered, "processing"],
    [unanswered, "pending"],
  ] as const) {
    await check(DAY_MS);
    expect(await read(payment)).toMatchObject({ status });
    expect(await tell(mpesa.answerQuery(payment.payment_id, "Completed"))).toBe(200);
    expect(await read(payment)).toMatchObject({ status: "completed", provider_data: { receipt: "NLJ41HAY6Q" } });
  }
});
