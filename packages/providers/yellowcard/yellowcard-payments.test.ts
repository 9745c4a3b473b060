import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { bankPayin, bankPayout, mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import type { RawCallback } from "@corridor/provider-kit/provider.ts";
import { API_KEY, SECRET_KEY, SETTINGS, startYellowCard, type TestYellowCard } from "./yellowcard.fixtures.ts";

/** Tests that need the whole product: payments through Yellow Card from start to end, and their ledger postings. */
let app: TestApp;
let yellowCard: TestYellowCard;
beforeAll(async () => {
  app = await startTestApp();
  yellowCard = await startYellowCard(app.clock);
  const settings = await app.request(app.callers.admin, "PUT", "/payments/providers/yellowcard/settings", {
    ...SETTINGS,
    base_url: yellowCard.url,
  });
  expect(settings.status).toBe(200);
  for (const corridor of [
    { country: "UG", payment_method: "mobile_money", direction: "inbound" },
    { country: "NG", payment_method: "bank_transfer", direction: "inbound" },
    { country: "NG", payment_method: "bank_transfer", direction: "outbound" },
  ])
    await app.request(app.callers.admin, "POST", "/payments/provider-configs", {
      provider: "yellowcard",
      priority: 0,
      ...corridor,
    });
});
afterAll(async () => {
  await yellowCard.close();
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
const cancel = ({ payment_id }: Initiated) =>
  app.request(app.callers.apiKey, "POST", `/payments-init/${payment_id}/action`, { action: "cancel" });
const notify = async ({ rawBody, headers }: RawCallback) =>
  (await app.request(null, "POST", "/callbacks/yellowcard", rawBody.toString(), headers as Record<string, string>))
    .status;
const itemsOf = async ({ payment_id }: Initiated): Promise<string[]> =>
  (
    await app.db.query<{ kind: string }>("SELECT kind FROM reconciliation_items WHERE payment_id = $1", [payment_id])
  ).map(({ kind }) => kind);
async function later(seconds: number): Promise<void> {
  await app.advance(seconds * 1_000);
  await app.run("payment-checks");
}

const ugandanPayin = (): object =>
  mobileMoneyPayin("1234", {
    amount: 15_000,
    target_amount: 15_000,
    currency: "UGX",
    target_currency: "UGX",
    country: "UG",
    mobile_money_details: { provider: "MTN", phone_number: "+256770001234" },
  });
const nigerianPayout = (ending: string): object => bankPayout(app.demo.organizations[0]!.beneficiary_id, ending);

describe("a payin by bank transfer", () => {
  test("shows where to pay, completes by what the look-up says after a callback, and is refunded whole", async () => {
    const payment = await pay(bankPayin());
    expect(payment).toMatchObject({ status: "pending", next_action: "bank_transfer", account_number: "4550440202" });
    const callback = yellowCard.move(payment.reference, "complete");
    expect(
      await notify({ ...callback, rawBody: Buffer.from(callback.rawBody.toString().replace("RECEIVE", "SEND")) }),
    ).toBe(401);
    expect([await notify(callback), await notify(callback)]).toEqual([200, 200]);
    expect(await read(payment)).toMatchObject({ status: "completed", received_amount: 50_000 });

    const refund = (body: object) =>
      app.request(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, body);
    expect((await refund({ amount: 100, reason: "returned" })).status).toBe(502);
    expect((await refund({ reason: "returned" })).body.data).toMatchObject({ status: "pending" });
    await notify(yellowCard.move(payment.reference, "refunded"));
    await app.advance(30_000);
    await app.run("refund-checks");
    expect([(await read(payment)).status, await itemsOf(payment)]).toEqual(["refunded", []]);
  });

  test("is called off at Yellow Card too, on request and when its time is over", async () => {
    const [asked, forgotten] = [await pay(bankPayin()), await pay(bankPayin())];
    expect((await cancel(asked)).body.response).toMatchObject({ status: "canceled" });
    await later(31 * 60);
    expect((await read(forgotten)).status).toBe("canceled");
    expect([asked, forgotten].map(({ reference }) => yellowCard.booked(reference)!.status)).toEqual([
      "cancelled",
      "cancelled",
    ]);
  });
});

describe("a payin by mobile money", () => {
  test("stays open when its time is over, until Yellow Card ends it: the customer may have paid", async () => {
    const [paid, unpaid] = [await pay(ugandanPayin()), await pay(ugandanPayin())];
    await later(31 * 60);
    expect([(await read(paid)).status, (await read(unpaid)).status]).toEqual(["pending", "pending"]);
    expect((await cancel(paid)).status).toBe(409);
    await notify(yellowCard.move(paid.reference, "complete"));
    yellowCard.move(unpaid.reference, "failed", { errorCode: "REFUSED" });
    await later(31 * 60);
    expect([(await read(paid)).status, await itemsOf(paid)]).toEqual(["completed", []]);
    expect(await read(unpaid)).toMatchObject({
      status: "failed",
      failure_reason: "the customer did not approve the payment (REFUSED)",
    });
  });
});

describe("a payout", () => {
  test("ends by a signed callback, cannot be called off, and a failure that is told of later is left to a person", async () => {
    const payment = await pay(nigerianPayout("1234"));
    expect((await cancel(payment)).status).toBe(409);
    await notify(yellowCard.move(payment.reference, "complete", { sessionId: "0192102837711029102930" }));
    expect(await read(payment)).toMatchObject({
      status: "completed",
      provider_data: { session_id: "0192102837711029102930" },
    });
    await notify(yellowCard.move(payment.reference, "failed"));
    expect([(await read(payment)).status, await itemsOf(payment)]).toEqual(["completed", ["contradicts_final_status"]]);
  });

  test("whose answer was lost is found by our reference and goes to nobody else", async () => {
    const payment = await pay(nigerianPayout("0004"));
    expect(payment).toMatchObject({ status: "pending", next_action: "check_status" });
    await later(20);
    await notify(yellowCard.move(payment.reference, "complete"));
    expect(await read(payment)).toMatchObject({
      status: "completed",
      attempts: [{ provider: "yellowcard", outcome: "accepted" }],
    });
  });
});

test("no secret is written down, and the books are whole after all that", async () => {
  const written = `${app.logLines().join("\n")}${JSON.stringify(await app.db.query(`SELECT details, progress FROM payments`))}`;
  for (const secret of [SECRET_KEY, API_KEY]) expect(written).not.toContain(secret);
  expect((await verifyLedger(app.db)).broken).toBeNull();
});
