import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { escrowFixtures } from "#src/products/escrow/escrow.fixtures.ts";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { bankPayin, bankPayout, mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { balancesIn, NO_SANDBOX_BALANCE } from "./balances.fixtures.ts";

/** A deployment as in production: nobody starts with money. */
let app: TestApp;
let books: ReturnType<typeof balancesIn>;
let beneficiaryId: string;

beforeAll(async () => {
  app = await startTestApp({ settings: NO_SANDBOX_BALANCE });
  books = balancesIn(app);
  beneficiaryId = app.demo.organizations[0]!.beneficiary_id;
});
afterAll(async () => {
  expect((await verifyLedger(app.db)).broken).toBeNull();
  await app.close();
});

const payout = (amount: number): Record<string, unknown> =>
  bankPayout(beneficiaryId, "6789", { amount, target_amount: amount });

async function completedPayin(amount: number, change: Record<string, unknown> = {}): Promise<string> {
  const answer = await books.initiate(mobileMoneyPayin("4567", { amount, target_amount: amount, ...change }));
  expect(answer.status, answer.text).toBe(200);
  await app.wait(app.sandbox.delayMs);
  expect(await books.record(answer.body.response.payment_id)).toMatchObject({ status: "completed" });
  return answer.body.response.payment_id;
}

const fee = (change: Record<string, unknown>) =>
  books.must(201, app.callers.admin, "POST", "/fees", {
    name: "test",
    org_id: books.orgId,
    currency: "GHS",
    fixed_amount: 10,
    ...change,
  });

describe("an organization without a cent", () => {
  test("cannot pay out 9,000,000,000 NGN, and nothing is sent", async () => {
    const answer = await books.initiate(payout(9_000_000_000));
    expect([answer.status, answer.body], answer.text).toEqual([
      409,
      {
        error: "Conflict",
        message: expect.any(String),
        code: "INSUFFICIENT_FUNDS",
        available: 0,
        needed: 9_000_000_000,
        currency: "NGN",
      },
    ]);
    expect(await books.journal()).toEqual([]);
    expect(await app.db.query("SELECT 1 FROM payments")).toEqual([]);
  });
});

test("a payout is taken from what is available, is reserved while it is under way, and comes back when it fails", async () => {
  await books.fund("1000.00", "NGN");
  const answer = await books.initiate(bankPayout(beneficiaryId, "0005", { amount: 700, target_amount: 700 }));
  expect(answer.status, answer.text).toBe(200);
  expect(await books.balance("NGN")).toMatchObject({
    available: 300,
    reserved: 700,
    pending: 0,
    credit_line: 0,
    spendable: 300,
  });
  const days = await books.must<any[]>(200, app.callers.apiKey, "GET", "/balances/daily?currency=NGN&days=2");
  expect(days).toMatchObject([
    { available: 0, pending: 0, reserved: 0 },
    { available: 300, pending: 0, reserved: 700 },
  ]);
  const short = await books.initiate(payout(300.01));
  expect(short.body).toMatchObject({ code: "INSUFFICIENT_FUNDS", available: 300, needed: 300.01, currency: "NGN" });
  await app.advance(app.sandbox.delayMs);
  expect(await books.record(answer.body.response.payment_id)).toMatchObject({ status: "failed" });
  expect(await books.balance("NGN")).toMatchObject({ available: 1000, reserved: 0 });
});

test("a refund that the balance does not cover is 409 before anything is sent, and goes through when it does", async () => {
  const paymentId = await completedPayin(500);
  const { available } = (await books.balance("GHS"))!;
  expect(available).toBe(500);
  const paidOut = await app.request(app.callers.apiKey, "POST", "/beneficiaries", {
    account_type: "mobile_money",
    beneficiary_type: "individual",
    country: "GH",
    currency: "GHS",
    fname: "Kofi",
    lname: "Mensah",
    phone_number: "+233241234567",
    momo_details: { provider: "MTN", phone_number: "+233241234567" },
  });
  expect(paidOut.status, paidOut.text).toBe(201);
  const spent = await books.initiate(
    mobileMoneyPayin("4567", {
      direction: "payout",
      beneficiary_id: paidOut.body.data.beneficiary_id,
      amount: 400,
      target_amount: 400,
    }),
  );
  expect(spent.status, spent.text).toBe(200);

  const before = (await books.journal()).length;
  const refused = await app.request(app.callers.orgAdmin, "POST", `/payments/${paymentId}/refund`, {
    reason: "returned goods",
  });
  expect([refused.status, refused.body.code]).toEqual([409, "INSUFFICIENT_FUNDS"]);
  expect(refused.body).toMatchObject({ available: 100, needed: 500, currency: "GHS" });
  expect(await books.journal()).toHaveLength(before);
  expect(await books.record(paymentId)).toMatchObject({ status: "completed" });
  await books.must(201, app.callers.orgAdmin, "POST", `/payments/${paymentId}/refund`, {
    amount: 100,
    reason: "returned goods",
  });
});

describe("what has happened is booked wherever it leaves the balance", () => {
  test("the fee of a payin in a currency in which the organization has nothing", async () => {
    const { fee_id } = await fee({
      currency: "KES",
      country: "KE",
      payment_method: "mobile_money",
      direction: "inbound",
    });
    const rate = await books.must(
      200,
      app.callers.apiKey,
      "GET",
      "/organizations/admin/exchange-rate?fromCurrency=KES&toCurrency=USD",
    );
    await completedPayin(10_000, {
      country: "KE",
      currency: "KES",
      target_currency: "USD",
      target_amount: Math.round(10_000 * rate.rate * 100) / 100,
      org_rate_id: rate.org_rate_id,
      payer_details: { name: "Wanjiru", phone: "+254712345678" },
      mobile_money_details: { provider: "M-PESA", phone_number: "+254712344567" },
    });
    expect(await books.balance("KES")).toMatchObject({ available: -10, spendable: 0 });
    await books.must(200, app.callers.admin, "PATCH", `/fees/${fee_id}`, { is_active: false });
  });

  test("an escrow gets a payer's money whole, also where the payin's fee overdraws the organization", async () => {
    const { fee_id } = await fee({
      currency: "NGN",
      country: "NG",
      payment_method: "bank_transfer",
      direction: "inbound",
      fixed_amount: 5_000,
    });
    const spent = await books.initiate(payout((await books.balance("NGN"))!.available));
    expect(spent.status, spent.text).toBe(200);
    const escrow = escrowFixtures(app);
    const { escrowId } = await escrow.activeProject({
      milestones: [700],
      shares: [{ to: { account_id: await escrow.account() }, value: 100 }],
    });
    const { payment } = await escrow.must(201, "POST", `/${escrowId}/fund`, { amount: 700, payment: bankPayin() });
    await books.deposit(payment.account_number, 700, "NGN");
    expect(await escrow.must(200, "GET", `/${escrowId}`)).toMatchObject({ funded_amount: 700 });
    expect(await books.balance("NGN")).toMatchObject({ available: -5_000 });
    await books.must(200, app.callers.admin, "PATCH", `/fees/${fee_id}`, { is_active: false });
  });
});

describe("the fee of a ramp", () => {
  const ramp = async (): Promise<Record<string, unknown>> => ({
    fiat_currency: "ZAR",
    fiat_amount: 1790,
    client_rate: (
      await books.must(
        200,
        app.callers.apiKey,
        "GET",
        "/organizations/admin/exchange-rate?fromCurrency=ZAR&toCurrency=USDT",
      )
    ).rate,
    crypto_currency: "USDT",
    crypto_network: "TRON",
    country: "ZA",
    customer_type: "retail",
    wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  });
  const begin = async () => app.request(app.callers.apiKey, "POST", "/payments-init/ramp", await ramp());

  test("is set aside before anything is sent, or the ramp is 409; it comes back when the ramp ends undelivered", async () => {
    await fee({ currency: "ZAR", country: "ZA", payment_method: "crypto", direction: "external", fixed_amount: 20 });
    const before = (await books.journal()).length;
    const refused = await begin();
    expect([refused.status, refused.body.code], refused.text).toEqual([409, "INSUFFICIENT_FUNDS"]);
    expect(await books.journal()).toHaveLength(before);

    await books.fund("20.00", "ZAR");
    const taken = await begin();
    expect(taken.status, taken.text).toBe(200);
    expect(await books.balance("ZAR")).toMatchObject({ available: 0 });
    const canceled = await app.request(
      app.callers.apiKey,
      "POST",
      `/payments-init/${taken.body.response.payment_id}/action`,
      { action: "cancel" },
    );
    expect(canceled.status, canceled.text).toBe(200);
    expect(await books.balance("ZAR")).toMatchObject({ available: 20 });
  });

  test("is paid once by a ramp that is delivered, whatever the balance holds by then", async () => {
    const taken = await begin();
    expect(taken.status, taken.text).toBe(200);
    const { payment_instructions: instructions, payment_id } = taken.body.response;
    await books.deposit(instructions.account_number, 1790, "ZAR");
    for (let step = 0; step < 20 && (await books.record(payment_id)).status !== "completed"; step++) {
      await app.run("payment-checks");
      await app.advance(app.sandbox.delayMs);
    }
    expect(await books.record(payment_id)).toMatchObject({ status: "completed" });
    expect(await books.balance("ZAR")).toMatchObject({ available: 0 });
    const [fees] = await app.db.query<{ balance: string }>(
      "SELECT balance FROM ledger_accounts WHERE org_id = $1 AND purpose = 'fees' AND currency = 'ZAR'",
      [books.orgId],
    );
    expect(fees!.balance).toBe("20.00");
  });
});
