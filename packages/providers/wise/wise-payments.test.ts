import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { bankPayout } from "@corridor/test/harness/payments.ts";
import {
  accountEnding,
  type FakeWise,
  signedEvent,
  startFakeWise,
  stateChange,
  TEST_PROFILE,
  TEST_PUBLIC_KEY,
  TEST_TOKEN,
} from "./wise.fixtures.ts";

/** Wise through the whole product: tests that need the route, the record and the jobs together. */
let app: TestApp;
let wise: FakeWise;
beforeAll(async () => {
  app = await startTestApp();
  // First on the route, before the sandbox's providers, which would otherwise pay.
  const config = {
    provider: "wise",
    country: "DE",
    payment_method: "bank_transfer",
    direction: "outbound",
    priority: 0,
  };
  expect((await app.request(app.callers.admin, "POST", "/payments/provider-configs", config)).status).toBe(201);
});
afterAll(() => app.close());
beforeEach(async () => {
  wise = await startFakeWise();
  expect((await setUp()).status).toBe(200);
});
afterEach(() => wise.close());

const RECOVERY_MS = 20_000;
const RETRY_MS = 61_000;
const setUp = (change: object = {}) =>
  app.request(app.callers.admin, "PUT", "/payments/providers/wise/settings", {
    base_url: wise.url,
    api_token: TEST_TOKEN,
    profile_id: TEST_PROFILE,
    callback_public_key: TEST_PUBLIC_KEY.trim(),
    ...change,
  });
const read = async (payment: { transaction_id: string }) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${payment.transaction_id}`)).body;

async function payOut(ending = "1234") {
  const change = {
    currency: "EUR",
    target_currency: "EUR",
    country: "DE",
    amount: 10,
    target_amount: 10,
    bank_account: accountEnding(ending, "EUR"),
  };
  const body = bankPayout(app.demo.organizations[0]!.beneficiary_id, "6789", change);
  const { response } = (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body)).body;
  return read(response);
}

const itemsOf = (payment: { payment_id: string }) =>
  app.db.query("SELECT kind FROM reconciliation_items WHERE payment_id = $1", [payment.payment_id]);

async function check(afterMs = RECOVERY_MS): Promise<void> {
  await app.advance(afterMs);
  await app.run("payment-checks");
}

function tell(body: object) {
  const { rawBody, headers } = signedEvent(body);
  return app.request(null, "POST", "/callbacks/wise", rawBody.toString(), headers as Record<string, string>);
}

test("a payout whose funding was taken and whose answer was lost is paid by nobody else, also while Wise's list does not show it", async () => {
  const payment = await payOut("0004");
  expect(payment).toMatchObject({ status: "pending", attempts: [{ provider: "wise", outcome: "unknown" }] });
  const transfer = wise.transferOf(payment.payment_id);
  wise.unlisted.add(transfer.id);
  await check();
  expect(await read(payment)).toMatchObject({
    status: "processing",
    attempts: [{ provider: "wise", outcome: "accepted" }],
  });
  expect((await tell(stateChange(transfer.id, (transfer.status = "outgoing_payment_sent")))).status).toBe(200);
  expect(await read(payment)).toMatchObject({ status: "completed", provider_payment_id: String(transfer.id) });
  expect(wise.funded.get(transfer.id)).toBe(1);
});

test("a transfer that Wise made and never told us of is nobody's, and its event makes no contradiction of the next provider's payout", async () => {
  const payment = await payOut("9008");
  expect(payment.attempts).toMatchObject([{ provider: "wise", outcome: "unreachable" }, { provider: "fiat" }]);
  const { id } = wise.transferOf(payment.payment_id);
  expect((await tell(stateChange(id, "incoming_payment_waiting"))).status).toBe(200);
  expect(await itemsOf(payment)).toEqual([]);
});

test("a payout that Wise will not fund is cancelled there and goes to the next provider", async () => {
  const payment = await payOut("0005");
  expect(payment.attempts).toMatchObject([{ provider: "wise", outcome: "refused" }, { outcome: "accepted" }]);
  expect(wise.transferOf(payment.payment_id).status).toBe("cancelled");
  expect(wise.funded.size).toBe(0);
});

test("one whose funding never reached Wise waits there, is sent to nobody else, and is cancelled by hand", async () => {
  const payment = await payOut("0004");
  const transfer = wise.transferOf(payment.payment_id);
  transfer.status = "incoming_payment_waiting";
  await check();
  expect(await read(payment)).toMatchObject({
    status: "pending",
    attempts: [{ provider: "wise", outcome: "accepted" }],
  });
  const canceled = await app.request(app.callers.apiKey, "POST", `/payments-init/${payment.payment_id}/action`, {
    action: "cancel",
  });
  expect(canceled.status).toBe(200);
  expect(await read(payment)).toMatchObject({ status: "canceled", attempts: [{ provider: "wise" }] });
  expect(transfer.status).toBe("cancelled");
});

test("money that comes back after a payout was completed is put before a person, once for all its events", async () => {
  const payment = await payOut();
  const transfer = wise.transferOf(payment.payment_id);
  for (const word of ["outgoing_payment_sent", "bounced_back", "processing", "cancelled", "funds_refunded"])
    expect((await tell(stateChange(transfer.id, (transfer.status = word)))).status).toBe(200);
  expect(await read(payment)).toMatchObject({ status: "completed" });
  expect(await itemsOf(payment)).toEqual([{ kind: "contradicts_final_status" }]);
});

test("an event that nobody signed, or that comes while Wise cannot be asked, completes nothing; asked again later, Wise does", async () => {
  const payment = await payOut();
  const transfer = wise.transferOf(payment.payment_id);
  const event = stateChange(transfer.id, (transfer.status = "outgoing_payment_sent"));
  const { rawBody, headers } = signedEvent(event);
  expect(
    (await app.request(null, "POST", "/callbacks/wise", `${rawBody.toString()} `, headers as Record<string, string>))
      .status,
  ).toBe(401);
  await setUp({ api_token: "another" });
  expect((await tell(event)).status).toBe(200);
  expect(await read(payment)).toMatchObject({ status: "processing" });
  await setUp();
  await app.advance(RETRY_MS);
  await app.run("callback-retries");
  expect(await read(payment)).toMatchObject({ status: "completed" });
  expect(app.logLines().join("\n")).not.toContain(TEST_TOKEN);
});

test("an event of a state that only Wise can resolve is not asked about for ever", async () => {
  const payment = await payOut();
  const transfer = wise.transferOf(payment.payment_id);
  for (const word of ["charged_back", "unknown"])
    expect((await tell(stateChange(transfer.id, (transfer.status = word)))).status).toBe(200);
  expect(await app.db.query("SELECT 1 FROM provider_callbacks WHERE applied_at IS NULL")).toEqual([]);
  expect(await read(payment)).toMatchObject({ status: "processing" });
});

test("the books agree with all of it", async () => {
  expect(await verifyLedger(app.db)).toMatchObject({
    broken: null,
    transactions: expect.toSatisfy((count: number) => count > 0),
  });
});

test("what a corridor needs of a payee is asked for there alone, reaches Wise and stays with the beneficiary", async () => {
  const route = {
    provider: "wise",
    country: "US",
    payment_method: "bank_transfer",
    direction: "outbound",
    priority: 0,
  };
  expect((await app.request(app.callers.admin, "POST", "/payments/provider-configs", route)).status).toBe(201);
  const needsIn = async (country: string) =>
    (await app.request(app.callers.apiKey, "GET", `/corridors?country=${country}`)).body.data.find(
      (one: { payment_method: string; direction: string }) =>
        one.payment_method === "bank_transfer" && one.direction === "payout",
    ).needs;
  expect([await needsIn("US"), await needsIn("DE")]).toEqual([["address"], []]);

  const person = {
    account_type: "bank",
    country: "US",
    currency: "USD",
    fname: "Ada",
    lname: "Lovelace",
    bank_details: { account_number: "000123456789", bank_code: "111000025", bank_name: "Bank of America" },
  };
  const { body: added } = await app.request(app.callers.orgAdmin, "POST", "/beneficiaries", person);
  const { beneficiary_id: id } = added.data;
  const money = { currency: "USD", target_currency: "USD", country: "US", amount: 10, target_amount: 10 };
  const pay = async () => {
    const body = bankPayout(id, "6789", { ...money, bank_account: undefined });
    return read((await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body)).body.response);
  };
  const refused = await pay();
  expect(refused.attempts[0]).toMatchObject({ provider: "wise", code: "address_required" });

  const change = (party: object) => app.request(app.callers.orgAdmin, "PATCH", `/beneficiaries/${id}`, { party });
  const party = { line1: "1 Branson Ave", city: "Austin", state: "TX", postal_code: "73301", country: "US" };
  expect((await change({ ...party, country: "Texas", birth_date: "1815-02-30" })).body.details).toMatchObject([
    { path: "party.country" },
    { path: "party.birth_date" },
  ]);
  expect((await change(party)).body.data).toMatchObject({ party });
  const paid = await pay();
  expect(paid.attempts[0]).toMatchObject({ provider: "wise", outcome: "accepted" });
  expect(wise.accounts.at(-1)).toMatchObject({
    type: "aba",
    details: {
      abartn: "111000025",
      address: { firstLine: "1 Branson Ave", city: "Austin", state: "TX", postCode: "73301", country: "US" },
    },
  });
  const kept = await app.db.query("SELECT p.*, (SELECT json_agg(e) FROM events e) AS events FROM payments p");
  expect(`${JSON.stringify(kept)}${app.logLines().join("\n")}`).not.toContain("Branson");
});
