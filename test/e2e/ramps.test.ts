import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RampApp, startRampApp, WALLETS } from "./ramps.fixtures.ts";

/**
 * Both directions with every method, from the request to the final record, with events, books and the sandbox's
 * journal.
 */
let app: RampApp;
beforeAll(async () => {
  app = await startRampApp();
});
afterAll(() => app.close());

const STORY_OF_SUCCESS = [
  "transaction.updated",
  "payment.processing",
  "payment.pending",
  "transaction.updated",
  "ramp.collected",
  "transaction.updated",
  "ramp.completed",
  "payment.completed",
  "transaction.updated",
];

describe("on_ramp", () => {
  test("by bank transfer: instructions, funds, crypto to the wallet", async () => {
    const answer = await app.submit(await app.buying({ metadata: { order: "A-1" } }));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.statusCode).toBe(200);
    const ramp = answer.body.response;
    expect(ramp).toMatchObject({
      success: true,
      direction: "on_ramp",
      status: "pending",
      fiat_currency: "NGN",
      fiat_amount: 155000,
      crypto_currency: "USDT",
      crypto_network: "TRON",
      provider: "crypto",
      next_action: "make_transfer",
      payment_instructions: {
        type: "bank_transfer",
        account_name: expect.any(String),
        account_number: expect.any(String),
        bank_name: expect.any(String),
        amount: 155000,
        currency: "NGN",
        reference: expect.any(String),
      },
    });
    expect(answer.text).toContain('"fiat_amount":155000.00,');
    expect(answer.text).toContain('"crypto_amount":100.000000,');
    expect(new Date(ramp.expires_at).getTime() - app.clock.now().getTime()).toBe(20 * 60_000);
    expect(ramp.payment_id).not.toBe(ramp.transaction_id);

    await app.payFiat(ramp, "155000.00");
    expect(await app.record(ramp)).toMatchObject({ status: "processing", received_amount: 155000 });
    const done = await app.finish(ramp);
    expect(done).toMatchObject({
      status: "completed",
      direction: "external",
      payment_method: "crypto",
      amount: 155000,
      currency: "NGN",
      target_amount: 100,
      target_currency: "USDT",
      provider: "crypto",
      payout_initiated: true,
      metadata: { order: "A-1" },
      ramp: {
        direction: "on_ramp",
        wallet_address: WALLETS.TRON,
        crypto_network: "TRON",
        settlement: { tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    });
    expect(done["attempts"].map((attempt: any) => [attempt.leg, attempt.provider, attempt.outcome])).toEqual([
      ["collect", "crypto", "accepted"],
      ["settle", "crypto", "accepted"],
    ]);
    expect(done["payout_id"]).toBe(done["attempts"][1].provider_payment_id);
    expect(await app.eventTypes(ramp)).toEqual(STORY_OF_SUCCESS);
    expect(await app.books(ramp)).toEqual({
      "fx NGN": "155000.00",
      "fx USDT": "-100.000000",
      "provider:crypto NGN": "-155000.00",
      "provider:crypto USDT": "100.000000",
    });
    expect(await app.journal(ramp)).toEqual(["crypto payin 155000 NGN completed", "crypto payout 100 USDT completed"]);
    expect(await app.items(ramp)).toEqual([]);
  });

  test("by mobile money: the customer approves on the phone, nothing to transfer", async () => {
    const ramp = await app.begin(
      app.buying({
        country: "GH",
        fiat_currency: "GHS",
        fiat_amount: 1240.0,
        mobile_money_details: { provider: "MTN", phone_number: "+233241234567" },
      }),
    );
    expect(ramp).toMatchObject({
      status: "pending",
      next_action: "wait",
      payment_instructions: { type: "mobile_money", account_number: "+233241234567", amount: 1240, currency: "GHS" },
    });
    await app.advance(1_000);
    const done = await app.finish(ramp);
    expect(done).toMatchObject({ status: "completed", target_amount: 100, mobile_money_details: { provider: "MTN" } });
    expect(await app.eventTypes(ramp)).toEqual(STORY_OF_SUCCESS);
    expect(await app.journal(ramp)).toEqual(["crypto payin 1240 GHS completed", "crypto payout 100 USDT completed"]);
  });

  test("by mobile money with a one-time password", async () => {
    const ramp = await app.begin(
      app.buying({
        country: "GH",
        fiat_currency: "GHS",
        fiat_amount: 1240.0,
        mobile_money_details: { provider: "MTN", phone_number: "+233241230001" },
      }),
    );
    expect(ramp).toMatchObject({ status: "pending", next_action: "collect_otp" });
    const wrong = await app.request(app.caller, "POST", `/payments-init/${ramp.payment_id}/action`, {
      action: "submit_otp",
      otp: "000000",
    });
    expect([wrong.status, wrong.body.code]).toEqual([400, "INVALID_OTP"]);
    const right = await app.request(app.caller, "POST", `/payments-init/${ramp.payment_id}/action`, {
      action: "submit_otp",
      otp: "123456",
    });
    expect(right.status, right.text).toBe(200);
    await app.advance(1_000);
    expect(await app.finish(ramp)).toMatchObject({ status: "completed" });
  });

  test("by bank transfer from any account: bank_details need not be sent", async () => {
    const ramp = await app.begin(app.buying({ bank_details: undefined }));
    await app.payFiat(ramp, "155000.00");
    expect(await app.finish(ramp)).toMatchObject({ status: "completed" });
  });

  test.each([
    ["BTC", "BITCOIN", 8],
    ["ETH", "ETHEREUM", 18],
    ["SOL", "SOLANA", 9],
    ["XLM", "STELLAR", 7],
  ] as const)("of %s on %s shows and sends every decimal of the asset", async (asset, network, scale) => {
    const answer = await app.submit(
      await app.buying({
        crypto_currency: asset,
        crypto_network: network.toLowerCase(),
        wallet_address: WALLETS[network],
      }),
    );
    expect(answer.status, answer.text).toBe(200);
    const amount = /"crypto_amount":([0-9.]+),/.exec(answer.text)![1]!;
    expect(amount.split(".")[1]).toHaveLength(scale);
    expect(answer.body.response.crypto_network).toBe(network);
    await app.payFiat(answer.body.response, "155000.00");
    const done = await app.finish(answer.body.response);
    expect(done["status"]).toBe("completed");
    expect(await app.journal(answer.body.response)).toEqual([
      "crypto payin 155000 NGN completed",
      `crypto payout ${Number(amount)} ${asset} completed`,
    ]);
  });
});

describe("off_ramp", () => {
  test("to a destination: deposit address, confirmations, fiat to the bank account", async () => {
    const answer = await app.submit(await app.selling());
    expect(answer.status, answer.text).toBe(200);
    const ramp = answer.body.response;
    expect(ramp).toMatchObject({
      success: true,
      direction: "off_ramp",
      status: "pending",
      fiat_amount: 155000,
      crypto_amount: 100,
      crypto_currency: "USDT",
      provider: "crypto",
      next_action: "make_transfer",
      payment_instructions: {
        type: "crypto_transfer",
        account_number: expect.stringMatching(/^T/),
        bank_name: "TRON",
        amount: 100,
        currency: "USDT",
      },
    });
    await app.sendCrypto(ramp, "100");
    await app.advance(1_000);
    expect(await app.record(ramp)).toMatchObject({ status: "pending", provider_status: "confirming" });
    await app.advance(2_000);
    expect(await app.record(ramp)).toMatchObject({ status: "processing", received_amount: 100 });
    const done = await app.finish(ramp);
    expect(done).toMatchObject({
      status: "completed",
      direction: "external",
      payment_method: "crypto",
      amount: 100,
      currency: "USDT",
      target_amount: 155000,
      target_currency: "NGN",
      bank_account: { account_number: "0123456784", bank_code: "044", bank_name: "Access Bank" },
      recipient_info: { name: "Ikeja Farms" },
    });
    expect(await app.eventTypes(ramp)).toEqual(STORY_OF_SUCCESS);
    expect(await app.books(ramp)).toEqual({
      "fx NGN": "-155000.00",
      "fx USDT": "100.000000",
      "provider:crypto NGN": "155000.00",
      "provider:crypto USDT": "-100.000000",
    });
    expect(await app.journal(ramp)).toEqual(["crypto payin 100 USDT completed", "crypto payout 155000 NGN completed"]);
  });

  const TARGETS: [string, () => Record<string, unknown>, Record<string, unknown>][] = [
    [
      "a registered bank beneficiary",
      () => ({
        destination: undefined,
        beneficiary_name: undefined,
        beneficiary_id: app.demo.organizations[0]!.beneficiary_id,
      }),
      { bank_account: { account_number: "0123456784" }, recipient_info: { name: "Ikeja Farms" } },
    ],
    [
      "a bank account",
      () => ({
        direction: "off_ramp",
        destination: undefined,
        bank_details: { account_number: "0987654321", bank_code: "058", bank_name: "GTBank" },
      }),
      { bank_account: { account_number: "0987654321", bank_code: "058" } },
    ],
    [
      "mobile money",
      () => ({
        direction: "off_ramp",
        destination: undefined,
        country: "GH",
        fiat_currency: "GHS",
        fiat_amount: 1240.0,
        mobile_money_details: { provider: "MTN", phone_number: "024 123 4567" },
      }),
      { mobile_money_details: { provider: "MTN", phone_number: "+233241234567" } },
    ],
  ];
  test.each(TARGETS)("to %s", async (_, change, shown) => {
    const ramp = await app.begin(app.selling(change()));
    await app.sendCrypto(ramp, "100");
    await app.advance(3_000);
    const done = await app.finish(ramp);
    expect(done).toMatchObject({ status: "completed", ...shown });
    expect(await app.eventTypes(ramp)).toEqual(STORY_OF_SUCCESS);
    expect((await app.journal(ramp)).length).toBe(2);
  });

  test("to a mobile money beneficiary takes the country from it", async () => {
    const created = await app.request(app.caller, "POST", "/beneficiaries", {
      account_type: "mobile_money",
      country: "GH",
      currency: "GHS",
      fname: "Kofi",
      lname: "Mensah",
      momo_details: { provider: "MTN", phone_number: "+233241234567" },
    });
    expect(created.status, created.text).toBe(201);
    const beneficiaryId = created.body.data.beneficiary_id;
    const ramp = await app.begin(
      app.selling({
        country: undefined,
        destination: undefined,
        fiat_currency: "GHS",
        fiat_amount: 1240.0,
        beneficiary_id: beneficiaryId,
      }),
    );
    const waiting = await app.request(app.caller, "DELETE", `/beneficiaries/${beneficiaryId}`);
    expect(waiting.status).toBe(409);
    await app.sendCrypto(ramp, "100");
    await app.advance(3_000);
    expect(await app.finish(ramp)).toMatchObject({ status: "completed", country: "GH", beneficiary_id: beneficiaryId });
  });
});

describe("reading ramps", () => {
  test("they are listed among the transactions as external and crypto, for their own organization only", async () => {
    const ramp = await app.begin(app.buying());
    const listed = await app.request(
      app.caller,
      "GET",
      "/transactions?direction=external&payment_method=crypto&limit=100",
    );
    expect(listed.body.data.map((row: any) => row.payment_id)).toContain(ramp.payment_id);
    expect(
      listed.body.data.every(
        (row: any) => row.direction === "external" && row.payment_method === "crypto" && row.ramp !== null,
      ),
    ).toBe(true);
    expect(
      (await app.request(app.callers.otherApiKey, "GET", `/payments/transaction/${ramp.transaction_id}`)).status,
    ).toBe(404);
    const foreign = await app.request(app.callers.otherApiKey, "GET", "/transactions?limit=100");
    expect(foreign.body.data.map((row: any) => row.payment_id)).not.toContain(ramp.payment_id);
  });
});

test("a customer who sells reads address, network and exact amount on a hosted page, with scripts and without, and how much has arrived", async () => {
  const ramp = await app.begin(app.selling({ crypto_currency: "ETH", crypto_network: "ETHEREUM" }));
  const created = await app.request(app.caller, "POST", `/payments/${ramp.payment_id}/checkout`);
  expect(created.status, created.text).toBe(201);
  const token: string = created.body.data.checkout_token;
  const seen = async () => (await app.request(null, "GET", `/checkout/payments/${token}`)).body.data;
  const { account_number: address, amount } = ramp.payment_instructions;
  expect(await seen()).toMatchObject({
    next_action: "crypto_transfer",
    bank_transfer: null,
    crypto_transfer: { address, network: "ETHEREUM", currency: "ETH", amount, memo: null, received_amount: null },
  });
  const page = await (await fetch(`${app.origin}/checkout/${token}/plain?locale=en`)).text();
  for (const said of ["Send ETH", "on the network ETHEREUM", address]) expect(page).toContain(said);
  await app.sendCrypto(ramp, "0.01");
  await app.advance(3_000);
  await app.work();
  expect((await seen()).crypto_transfer.received_amount).toBe(0.01);
  expect(await (await fetch(`${app.origin}/checkout/${token}/plain?locale=en`)).text()).toContain(
    "0.01\u00a0ETH has arrived so far",
  );
});
