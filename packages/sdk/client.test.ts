import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { bankPayin, bankPayout, mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { type Client, createClient } from "./client.ts";
import { CorridorError } from "./error.ts";
import type { PaymentRequest } from "./records.ts";

/** The client against the whole service, over real HTTP. */
let app: TestApp;
let corridor: Client;
let ours: TestApp["demo"]["organizations"][0];
beforeAll(async () => {
  app = await startTestApp();
  ours = app.demo.organizations[0]!;
  corridor = createClient({ baseUrl: app.url, apiKey: ours.api_key });
});
afterAll(() => app.close());

const payin = (ending = "4567", change: Partial<PaymentRequest> = {}) =>
  mobileMoneyPayin(ending, change) as PaymentRequest;

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const failureOf = (work: Promise<unknown>): Promise<CorridorError> =>
  work.then(
    () => Promise.reject(new Error("it succeeded")),
    (error: CorridorError) => error,
  );

async function completedPayin(): Promise<string> {
  const { payment_id } = await corridor.payments.initiate(payin());
  await app.advance(1_000);
  return payment_id;
}

describe("payments", () => {
  test("are initiated, read by either id, and completed", async () => {
    const started = await corridor.payments.initiate(payin("4567", { client_reference: "invoice-7" }));
    expect(started).toMatchObject({
      success: true,
      status: "pending",
      next_action: "wait",
      mobile_money: { network: "MTN", phone_hint: "•••• 4567" },
    });
    await app.advance(1_000);
    const payment = await corridor.payments.get(started.payment_id);
    expect(payment).toMatchObject({
      payment_id: started.payment_id,
      status: "completed",
      amount: 1500,
      client_reference: "invoice-7",
    });
    expect(await corridor.payments.getByTransaction(started.transaction_id)).toEqual(payment);
  });

  test("that ask for a one-time password take it", async () => {
    const { payment_id, next_action } = await corridor.payments.initiate(payin("0001"));
    expect(next_action).toBe("collect_otp");
    const wrong = await failureOf(corridor.payments.act(payment_id, { action: "submit_otp", otp: "000000" }));
    expect(wrong).toMatchObject({ status: 400, code: "INVALID_OTP", refused: true });
    expect(await corridor.payments.act(payment_id, { action: "submit_otp", otp: "123456" })).toMatchObject({
      payment_id,
      success: true,
    });
  });

  test("are refunded in part, and their refunds listed", async () => {
    const payment_id = await completedPayin();
    const refund = await corridor.payments.refund(payment_id, { amount: 10.5, reason: "one glass was broken" });
    expect(refund).toMatchObject({ payment_id, amount: 10.5, reason: "one glass was broken" });
    expect((await all(corridor.payments.refunds(payment_id))).map(({ refund_id }) => refund_id)).toEqual([
      refund.refund_id,
    ]);
  });

  test("with the same key are one payment, and with another body a conflict", async () => {
    const idempotencyKey = "order-17";
    const first = await corridor.payments.initiate(payin(), { idempotencyKey });
    expect(await corridor.payments.initiate(payin(), { idempotencyKey })).toEqual(first);
    const conflict = await failureOf(
      corridor.payments.initiate(payin("4567", { amount: 2, target_amount: 2 }), { idempotencyKey }),
    );
    expect(conflict).toMatchObject({ status: 409, code: "IDEMPOTENCY_CONFLICT", refused: false, idempotencyKey });
    expect(await corridor.payments.initiate(payin())).not.toEqual(first);
  });

  test("that every provider refuses are an error that is the last word", async () => {
    const error = await failureOf(corridor.payments.initiate(payin("0002")));
    expect(error).toMatchObject({ status: 502, code: "ALL_PROVIDERS_FAILED", refused: true });
  });
});

describe("a list", () => {
  const reference = "paged";
  beforeAll(async () => {
    for (let made = 0; made < 7; made++)
      await corridor.payments.initiate(payin("4567", { client_reference: reference, description: `number ${made}` }));
  });

  test("is walked through to its end, page by page, newest first", async () => {
    const found = await all(corridor.payments.list({ client_reference: reference, limit: 3 }));
    expect(found.map(({ description }) => description)).toEqual([6, 5, 4, 3, 2, 1, 0].map((made) => `number ${made}`));
  });

  test("is read no further than it is walked", async () => {
    const descriptions: (string | null)[] = [];
    for await (const payment of corridor.payments.list({ client_reference: reference, limit: 2 })) {
      descriptions.push(payment.description);
      if (descriptions.length === 1)
        await corridor.payments.initiate(payin("4567", { client_reference: reference, description: "came later" }));
      if (descriptions.length === 4) break;
    }
    expect(descriptions).not.toContain("came later");
  });

  test("takes either name of the cursor", async () => {
    const token = app.callers.admin.headers["authorization"]!.replace("Bearer ", "");
    const platform = createClient({ baseUrl: app.url, token: () => token });
    const names = (await all(platform.list("/organizations", { query: { limit: 1 } }))).map(({ org_id }) => org_id);
    expect(names.toSorted()).toEqual(app.demo.organizations.map(({ org_id }) => org_id).toSorted());
  });

  test("fails where the service refuses a page", async () => {
    expect(await failureOf(all(corridor.payments.list({ limit: 1_000 })))).toMatchObject({
      status: 400,
      refused: true,
    });
  });
});

describe("the other names", () => {
  test("lock a rate, at which a payment crosses currencies", async () => {
    const rate = await corridor.rates.lock("GBP", "NGN", { amount: 100 });
    expect(rate).toMatchObject({ fromCurrency: "GBP", toCurrency: "NGN", amount: 100 });
    const crossing = {
      currency: "GBP",
      amount: 100,
      target_amount: Number((100 * rate.rate).toFixed(2)),
      org_rate_id: rate.org_rate_id,
    };
    const { payment_id } = await corridor.payments.initiate(bankPayin("6789", crossing) as PaymentRequest);
    expect(await corridor.rates.get(rate.org_rate_id!)).toMatchObject({ status: "used", used_by: payment_id });
  });

  test("initiate a ramp at the rate of the moment", async () => {
    const { rate } = await corridor.rates.lock("NGN", "USDT");
    const ramp = await corridor.ramps.initiate({
      fiat_currency: "NGN",
      fiat_amount: 155000,
      client_rate: rate,
      crypto_currency: "USDT",
      crypto_network: "TRON",
      country: "NG",
      wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      bank_details: { account_number: "0011223344", bank_code: "058", bank_name: "GTBank" },
    });
    expect(ramp).toMatchObject({ success: true, direction: "on_ramp", status: "pending", fiat_amount: 155000 });
  });

  test("keep beneficiaries", async () => {
    const made = await corridor.beneficiaries.create({
      account_type: "bank",
      beneficiary_type: "individual",
      country: "NG",
      currency: "NGN",
      fname: "Chidi",
      lname: "Eze",
      bank_details: {
        account_name: "Chidi Eze",
        account_number: "0123456789",
        bank_code: "044",
        bank_name: "Access Bank",
      },
    });
    expect(await corridor.beneficiaries.change(made.beneficiary_id, { lname: "Okafor" })).toMatchObject({
      lname: "Okafor",
    });
    expect(await corridor.beneficiaries.get(made.beneficiary_id)).toMatchObject({ fname: "Chidi", lname: "Okafor" });
    expect((await all(corridor.beneficiaries.list())).map(({ beneficiary_id }) => beneficiary_id)).toContain(
      made.beneficiary_id,
    );
    await corridor.beneficiaries.delete(made.beneficiary_id);
    expect(await failureOf(corridor.beneficiaries.get(made.beneficiary_id))).toMatchObject({
      status: 404,
      message: "Beneficiary not found",
    });
  });

  test("keep payment links", async () => {
    const link = await corridor.paymentLinks.create(ours.org_id, { amount: 25.5, currency: "GHS" });
    expect(link.url).toContain(link.link_ref);
    expect(await corridor.paymentLinks.change(ours.org_id, link.link_id, { description: "Invoice 7" })).toMatchObject({
      description: "Invoice 7",
    });
    await corridor.paymentLinks.disable(ours.org_id, link.link_id);
    const disabled = await corridor.paymentLinks.get(ours.org_id, link.link_id);
    expect(disabled).toMatchObject({ status: "disabled", description: "Invoice 7" });
    expect(await all(corridor.paymentLinks.list(ours.org_id, { status: "disabled", limit: 1 }))).toEqual([disabled]);
  });

  test("move money between virtual accounts", async () => {
    const open = (userId: string) =>
      corridor.virtualAccounts.open({ org_id: ours.org_id, user_id: userId, currency: "NGN" });
    const [from, to] = [await open(ours.org_admin.user_id), await open(ours.org_member.user_id)];
    await fetch(`${app.sandbox.url}/deposits`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account_number: from.account_number, amount: 100.5, currency: "NGN" }),
    });
    await app.advance(0);
    await corridor.virtualAccounts.transfer(from.account_id, { to_account_id: to.account_id, amount: 40.25 });
    await corridor.virtualAccounts.withdraw(to.account_id, { amount: 40, beneficiary_id: ours.beneficiary_id });
    expect(await corridor.virtualAccounts.get(from.account_id)).toMatchObject({ balance: 60.25 });
    expect(
      (await all(corridor.virtualAccounts.transactions(from.account_id))).map(({ type, amount }) => [type, amount]),
    ).toEqual([
      ["debit", 40.25],
      ["credit", 100.5],
    ]);
    expect((await all(corridor.virtualAccounts.list({ currency: "NGN" }))).length).toBeGreaterThanOrEqual(2);
  });

  test("keep webhook endpoints", async () => {
    const local = await failureOf(corridor.webhooks.register({ endpoint_url: "http://127.0.0.1:1/hooks" }));
    expect(local).toMatchObject({ status: 400, refused: true });
    expect(await all(corridor.webhooks.list())).toEqual([]);
  });

  test("read the events", async () => {
    const payment_id = await completedPayin();
    const events = await all(corridor.events.list({ resource_id: payment_id }));
    expect(events.map(({ event_type }) => event_type)).toEqual([
      "transaction.updated",
      "payment.completed",
      "transaction.updated",
      "payment.pending",
      "payment.processing",
      "transaction.updated",
    ]);
    expect(await corridor.events.get(events[1]!.event_id)).toEqual(events[1]);
  });
});

describe("money", () => {
  test("keeps every digit as text, of amounts and of assets with more than a number holds", async () => {
    const exact = createClient({ baseUrl: app.url, apiKey: ours.api_key, numbers: "text" });
    const { payment_id } = await exact.payments.initiate(payin());
    expect((await exact.payments.get(payment_id)).amount).toBe("1500.00");

    const { rate } = await corridor.rates.lock("NGN", "ETH");
    const ramp = await exact.ramps.initiate({
      fiat_currency: "NGN",
      fiat_amount: 15500000,
      client_rate: rate,
      crypto_currency: "ETH",
      crypto_network: "ETHEREUM",
      country: "NG",
      wallet_address: "0x52908400098527886E0F7030069857D2E4169EE7",
      bank_details: { account_number: "0011223344", bank_code: "058", bank_name: "GTBank" },
    });
    expect(ramp.crypto_amount).toMatch(/^\d+\.\d{18}$/);
  });

  test("of fifteen digits arrives as it was sent", async () => {
    const amount = 1234567890123.45;
    const { payment_id } = await corridor.payments.initiate(
      bankPayin("6789", { amount, target_amount: amount }) as PaymentRequest,
    );
    expect((await corridor.payments.get(payment_id)).amount).toBe(amount);
    const exact = createClient({ baseUrl: app.url, apiKey: ours.api_key, numbers: "text" });
    expect((await exact.payments.get(payment_id)).amount).toBe("1234567890123.45");
  });

  test("that a computer's arithmetic made up is refused, and never rounded in silence", async () => {
    const amount = 0.1 + 0.2;
    expect(await failureOf(corridor.payments.initiate(payin("4567", { amount, target_amount: amount })))).toMatchObject(
      { status: 400, refused: true },
    );
  });
});

describe("an error", () => {
  test("names the field that is wrong, in both forms that the service has for it", async () => {
    const body = { ...payin(), amount: -1 };
    expect(await failureOf(corridor.payments.initiate(body))).toMatchObject({
      status: 400,
      code: "VALIDATION_ERROR",
      details: [{ path: "amount" }],
    });
    expect(await failureOf(corridor.beneficiaries.create({} as never))).toMatchObject({
      status: 400,
      code: "VALIDATION_ERROR",
      refused: true,
    });
  });

  test("of a person without the right, of another organization's payment, and of a key that is none", async () => {
    const viewer = createClient({
      baseUrl: app.url,
      token: () => app.callers.orgViewer.headers["authorization"]!.replace("Bearer ", ""),
    });
    expect(await failureOf(viewer.payments.initiate(payin()))).toMatchObject({
      status: 403,
      code: "FORBIDDEN",
      refused: true,
    });
    const other = createClient({ baseUrl: app.url, apiKey: app.demo.organizations[1]!.api_key });
    const { payment_id } = await corridor.payments.initiate(bankPayout(ours.beneficiary_id) as PaymentRequest);
    expect(await failureOf(other.payments.get(payment_id))).toMatchObject({ status: 404, code: "PAYMENT_NOT_FOUND" });
    const nobody = createClient({ baseUrl: app.url, apiKey: "ck_test_nobody" });
    expect(await failureOf(nobody.payments.get(payment_id))).toMatchObject({
      status: 401,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });
});
