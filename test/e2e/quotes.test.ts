import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setRates } from "@corridor/server/pricing/rates/set-rates.ts";
import { startTestApp, type TestAnswer, type TestApp } from "#test/harness/app.ts";
import { bankPayin, bankPayout, mobileMoneyPayin } from "#test/harness/payments.ts";
import { WALLETS } from "./ramps.fixtures.ts";

/** A quote binds both sides: exactly one payment gets its price. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ settings: { RATE_LOCK_DRIFT_BPS: "50" } });
});
afterAll(() => app.close());

const caller = () => app.callers.apiKey;
const PAYIN = {
  amount: 15_500,
  currency: "NGN",
  target_currency: "USD",
  payment_method: "bank_transfer",
  direction: "payin",
  country: "NG",
};
const ask = (change: Record<string, unknown> = {}): Promise<TestAnswer> =>
  app.request(caller(), "POST", "/quotes", { ...PAYIN, ...change });
async function quoted(change: Record<string, unknown> = {}) {
  const answer = await ask(change);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}
const read = async (quoteId: string) => (await app.request(caller(), "GET", `/quotes/${quoteId}`)).body.data;
type Quote = { quote_id: string; amount: number; target_amount: number; target_currency: string };
const pay = (
  { quote_id, amount, target_amount, target_currency }: Quote,
  change: Record<string, unknown> = {},
  headers = {},
) =>
  app.request(
    caller(),
    "POST",
    "/payments-init/initiate",
    bankPayin("6784", { amount, target_amount, target_currency, quote_id, ...change }),
    headers,
  );
const record = async (answer: TestAnswer) => {
  expect(answer.status, answer.text).toBe(200);
  return (await app.request(caller(), "GET", `/payments/${answer.body.response.payment_id}`)).body.data;
};
const refusalOf = ({ status, body }: TestAnswer) => [status, body.code, body.details?.[0]?.path];
const FEE = {
  name: "Payins",
  country: "NG",
  payment_method: "bank_transfer",
  direction: "inbound",
  currency: "NGN",
  fixed_amount: 100,
  percent: 1,
};

describe("a payment that names a quote", () => {
  test("gets its rate and its fee, whatever rate and fee are by then, and is the only one to get them", async () => {
    const { body } = await app.request(app.callers.admin, "POST", "/fees", FEE);
    const quote = await quoted();
    expect(quote).toMatchObject({
      status: "open",
      target_amount: 10,
      total_fees: 255,
      fee_ids: [body.data.fee_id],
      route: ["fiat", "hybrid", "manual"],
    });
    await app.request(app.callers.admin, "PATCH", `/fees/${body.data.fee_id}`, { percent: 5 });
    await setRates(app, [{ currency: "NGN", per_usd: 1550 * 1.004 }], { type: "system", id: "test" });
    const payment = await record(await pay(quote));
    expect(payment).toMatchObject({
      quote_id: quote.quote_id,
      target_amount: 10,
      total_fees: 255,
      fee_ids: [body.data.fee_id],
    });
    expect(await read(quote.quote_id)).toMatchObject({ status: "used", used_by: payment.payment_id });
    expect(refusalOf(await pay(quote))).toEqual([400, "QUOTE_EXPIRED", "quote_id"]);
    await setRates(app, [{ currency: "NGN", per_usd: 1550 }], { type: "system", id: "test" });
    await app.request(app.callers.admin, "PATCH", `/fees/${body.data.fee_id}`, { is_active: false });
  });

  test("is one of many that come at once", async () => {
    for (const target_currency of ["USD", "NGN"]) {
      const quote = await quoted({ target_currency });
      const answers = await Promise.all(Array.from({ length: 8 }, () => pay(quote)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    }
  });

  test("is found again under its Idempotency-Key", async () => {
    const quote = await quoted({ target_currency: "NGN" });
    const [first, again] = [
      await pay(quote, {}, { "idempotency-key": "quote-1" }),
      await pay(quote, {}, { "idempotency-key": "quote-1" }),
    ];
    expect(again.body.response.payment_id).toBe(first.body.response.payment_id);
  });

  test("leaves the quote open when it ends without success", async () => {
    const quote = await quoted({ target_currency: "NGN" });
    const refused = await pay(quote, { bank_account: { account_number: "0123450002", bank_code: "044" } });
    expect(refused.status).toBe(502);
    expect((await read(quote.quote_id)).status).toBe("open");
    expect((await pay(quote)).status).toBe(200);
  });

  test("may leave the country out, and a payout goes by the same rules", async () => {
    const quote = await quoted({ amount: 700, target_currency: "NGN", direction: "payout" });
    const payout = bankPayout(app.demo.organizations[0]!.beneficiary_id, "6784", { quote_id: quote.quote_id });
    expect(await record(await app.request(caller(), "POST", "/payments-init/initiate", payout))).toMatchObject({
      country: "NG",
      quote_id: quote.quote_id,
    });
  });

  test.each([
    ["amount", { amount: 15_499, target_amount: 15_499 }],
    ["target_currency", { target_currency: "USD", target_amount: 10 }],
    ["direction", { direction: "payout" }],
    ["payment_method", { payment_method: "card" }],
    ["country", { country: "GH" }],
  ])("is refused when its %s is not the quoted one", async (field, change) => {
    const quote = await quoted({ target_currency: "NGN" });
    const answer = await pay(quote, change);
    expect(refusalOf(answer)).toEqual([400, "QUOTE_MISMATCH", "quote_id"]);
    expect(answer.body.message).toContain(`${field} is `);
    expect((await read(quote.quote_id)).status).toBe("open");
  });

  test("is refused after the quote has expired, or the live rate has left it", async () => {
    const late = await quoted();
    await app.advance(15 * 60_000);
    expect(refusalOf(await pay(late))).toEqual([400, "QUOTE_EXPIRED", "quote_id"]);
    expect((await read(late.quote_id)).status).toBe("expired");
    const left = await quoted();
    await setRates(app, [{ currency: "NGN", per_usd: 1550 * 1.02 }], { type: "system", id: "test" });
    expect(refusalOf(await pay(left))).toEqual([400, "QUOTE_EXPIRED", "quote_id"]);
    await setRates(app, [{ currency: "NGN", per_usd: 1550 }], { type: "system", id: "test" });
  });

  test("names no rate beside it, and a quote is no rate lock", async () => {
    const quote = await quoted();
    expect(refusalOf(await pay(quote, { org_rate_id: quote.quote_id }))).toEqual([
      400,
      "VALIDATION_ERROR",
      "org_rate_id",
    ]);
    expect(refusalOf(await pay(quote, { quote_id: null, org_rate_id: quote.quote_id }))).toEqual([
      400,
      "RATE_MISMATCH",
      "org_rate_id",
    ]);
    const lock = await app.request(
      caller(),
      "GET",
      "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=USD",
    );
    expect(refusalOf(await pay(quote, { quote_id: lock.body.data.org_rate_id }))).toEqual([
      400,
      "QUOTE_NOT_FOUND",
      "quote_id",
    ]);
  });
});

describe("a ramp that names a quote", () => {
  const RAMP = {
    direction: "on_ramp",
    amount: 155_000,
    currency: "NGN",
    crypto_currency: "USDT",
    crypto_network: "TRON",
    payment_method: "bank_transfer",
  };
  const quotedRamp = (change: Record<string, unknown> = {}) =>
    quoted({ target_currency: undefined, ...RAMP, ...change });
  type RampQuote = { quote_id: string; rate: number };
  const ramp = ({ quote_id, rate }: RampQuote, change: Record<string, unknown> = {}) =>
    app.request(caller(), "POST", "/payments-init/ramp", {
      fiat_currency: "NGN",
      fiat_amount: 155_000,
      client_rate: rate,
      crypto_currency: "USDT",
      crypto_network: "tron",
      quote_id,
      ...change,
    });
  const TO_WALLET = { wallet_address: WALLETS.TRON };
  const TO_PAYEE = {
    destination: { accountNumber: "0123456784", bankCode: "044", bankName: "Access Bank" },
    beneficiary_name: "Ikeja Farms",
  };
  const FIXED = { name: "Ramps", country: "NG", payment_method: "crypto", direction: "external", percent: 1 };

  test.each([
    ["on_ramp", TO_WALLET, "NGN", "USDT"],
    ["off_ramp", TO_PAYEE, "USDT", "NGN"],
  ])(
    "gets what an %s was quoted: rate, amounts and fee, and is the only one to get them",
    async (direction, target, currency, targetCurrency) => {
      const { fee_id } = (await app.request(app.callers.admin, "POST", "/fees", { ...FIXED, currency })).body.data;
      const quote = await quotedRamp({ direction });
      expect(quote).toMatchObject({
        direction,
        currency,
        target_currency: targetCurrency,
        crypto_network: "TRON",
        fee_ids: [fee_id],
        route: ["crypto", "hybrid"],
      });
      expect([quote.amount, quote.target_amount]).toContain(155_000);
      await app.request(app.callers.admin, "PATCH", `/fees/${fee_id}`, { percent: 5 });
      await setRates(app, [{ currency: "NGN", per_usd: 1550 * 1.004 }], { type: "system", id: "test" });
      const payment = await record(await ramp(quote, target));
      const { quote_id, amount, target_amount, total_fees } = quote;
      expect(payment).toMatchObject({
        quote_id,
        amount,
        currency,
        target_amount,
        target_currency: targetCurrency,
        total_fees,
      });
      expect(await read(quote_id)).toMatchObject({ status: "used", used_by: payment.payment_id });
      expect(refusalOf(await ramp(quote, target))).toEqual([400, "QUOTE_EXPIRED", "quote_id"]);
      await setRates(app, [{ currency: "NGN", per_usd: 1550 }], { type: "system", id: "test" });
      await app.request(app.callers.admin, "PATCH", `/fees/${fee_id}`, { is_active: false });
    },
  );

  test("is refused when it is not the quoted one, and leaves the quote open", async () => {
    const quote = await quotedRamp();
    for (const [field, change] of [
      ["fiat_amount", { ...TO_WALLET, fiat_amount: 155_001 }],
      ["crypto_network", { wallet_address: WALLETS.ETHEREUM, crypto_network: "ETHEREUM" }],
      ["payment_method", { ...TO_WALLET, mobile_money_details: { provider: "MTN", phone_number: "+2348031234567" } }],
      ["country", { ...TO_WALLET, country: "GH" }],
      ["direction", { ...TO_PAYEE, direction: "off_ramp" }],
    ] as const) {
      const answer = await ramp(quote, change);
      expect([field, ...refusalOf(answer)]).toEqual([field, 400, "QUOTE_MISMATCH", "quote_id"]);
      expect(answer.body.message).toContain(`${field} is `);
    }
    expect(refusalOf(await ramp(quote, { ...TO_WALLET, client_rate: quote.rate * 1.01 }))).toEqual([
      400,
      "RATE_MISMATCH",
      "client_rate",
    ]);
    expect(refusalOf(await ramp({ ...(await quoted()), rate: quote.rate }, TO_WALLET))).toEqual([
      400,
      "QUOTE_MISMATCH",
      "quote_id",
    ]);
    expect(refusalOf(await pay(quote, { amount: 155_000, target_currency: "USD" }))).toEqual([
      400,
      "QUOTE_MISMATCH",
      "quote_id",
    ]);
    expect((await read(quote.quote_id)).status).toBe("open");
  });

  test("is quoted only with what a ramp has", async () => {
    const wrong = async (change: Record<string, unknown>) =>
      refusalOf(await ask({ target_currency: undefined, ...RAMP, ...change }));
    expect(await wrong({ crypto_network: undefined })).toEqual([400, "VALIDATION_ERROR", "crypto_network"]);
    expect(await wrong({ crypto_network: "BITCOIN" })).toEqual([400, "VALIDATION_ERROR", "crypto_network"]);
    expect(await wrong({ payment_method: "card" })).toEqual([400, "VALIDATION_ERROR", "payment_method"]);
    expect(await wrong({ target_currency: "USDT" })).toEqual([400, "VALIDATION_ERROR", "target_currency"]);
    expect(await wrong({ country: "AQ" })).toEqual([422, "ROUTING_CONFIG_NOT_FOUND", undefined]);
    expect(refusalOf(await ask({ crypto_currency: "USDT" }))).toEqual([400, "VALIDATION_ERROR", "crypto_currency"]);
  });
});

describe("a quote", () => {
  test("says when the money arrives by what the corridor took lately, and nothing before anything arrived", async () => {
    const corridor = {
      amount: 1500,
      currency: "GHS",
      target_currency: "GHS",
      payment_method: "mobile_money",
      country: "GH",
    };
    expect(await quoted(corridor)).not.toHaveProperty("expected_arrival_at");
    await app.request(caller(), "POST", "/payments-init/initiate", mobileMoneyPayin());
    await app.advance(app.sandbox.delayMs);
    const quote = await quoted(corridor);
    expect(new Date(quote.expected_arrival_at).getTime()).toBe(app.clock.now().getTime() + app.sandbox.delayMs);
  });

  test("is not made where nobody would carry the payment, or nothing is bought", async () => {
    expect(refusalOf(await ask({ payment_method: "card", country: "AQ", currency: "USD" }))).toEqual([
      422,
      "ROUTING_CONFIG_NOT_FOUND",
      undefined,
    ]);
    expect(refusalOf(await ask({ amount: 0.01 }))).toEqual([400, "VALIDATION_ERROR", "amount"]);
    expect(refusalOf(await ask({ target_currency: "USDT" }))).toEqual([400, "VALIDATION_ERROR", "target_currency"]);
  });
});
