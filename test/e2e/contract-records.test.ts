import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bankPayin, bankPayout, cardPayin, mobileMoneyPayin } from "#test/harness/payments.ts";
import { startWorld, type World } from "./contract.fixtures.ts";
import { initiate } from "./scenes.fixtures.ts";
import { draft } from "./scenes-escrow.fixtures.ts";
import { newMember, verificationBody } from "./scenes-people.fixtures.ts";
import { virtualTransaction } from "./scenes-resources.fixtures.ts";

/**
 * The resources of section 2 of contract.md, field by field with the names and types of the contract. Additional
 * fields are allowed; none may be missing or have another type.
 */
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const TEXT = expect.any(String);
const NUMBER = expect.any(Number);
const OBJECT = expect.objectContaining({});
const key = () => world.callers.apiKey;

/** Every field of the contract exists with its type; an additional field must not use a name from the contract. */
function expectRecord(record: Record<string, unknown>, fields: Record<string, unknown>): void {
  expect(record).toMatchObject(fields);
  expect(Object.keys(fields).filter((name) => !(name in record))).toEqual([]);
}

describe("the initiation response (2.2)", () => {
  const base = (status: string) => ({
    success: true,
    payment_id: UUID,
    transaction_id: UUID,
    status,
    provider: "fiat",
    message: TEXT,
    payment_data: {
      amount: 1500,
      currency: "GHS",
      target_amount: 1500,
      target_currency: "GHS",
      metadata: { order: "7", nested: { list: [1, "a", null] } },
    },
  });
  const body = (ending: string) =>
    mobileMoneyPayin(ending, {
      metadata: { order: "7", nested: { list: [1, "a", null] } },
      return_url: "https://shop.example/back",
    });

  test.each([
    [
      "4567",
      "pending",
      { next_action: "wait", mobile_money: { network: "MTN", phone_hint: "•••• 4567", prompt_code: "*170*6*3*1#" } },
    ],
    ["0001", "pending", { next_action: "collect_otp" }],
    ["0006", "pending", { next_action: "pay_by_link", payment_link: expect.stringMatching(/^https?:\/\//) }],
    ["0007", "pending", { next_action: "redirect", redirect_url: expect.stringMatching(/^https?:\/\//) }],
  ])("ending %s: the fields of the contract and of its next action, and no others", async (ending, status, action) => {
    const answer = await world.request(key(), "POST", "/payments-init/initiate", body(ending));
    expect(answer.body).toEqual({ statusCode: 200, response: { ...base(status), ...action } });
    expect(answer.body.response.payment_id).not.toBe(answer.body.response.transaction_id);
  });

  test("of a bank transfer carries the instructions at its top level", async () => {
    const { body: answer, text } = await world.request(key(), "POST", "/payments-init/initiate", bankPayin());
    expect(answer.response).toEqual({
      success: true,
      payment_id: UUID,
      transaction_id: UUID,
      status: "pending",
      next_action: "bank_transfer",
      provider: "fiat",
      message: TEXT,
      payment_data: { amount: 50000, currency: "NGN", target_amount: 50000, target_currency: "NGN", metadata: null },
      account_name: TEXT,
      account_number: TEXT,
      bank_name: TEXT,
      bank_code: TEXT,
      reference: TEXT,
      amount: 50000,
      currency: "NGN",
      expires_at: MOMENT,
    });
    expect(text).toContain('"amount":50000.00');
  });

  test("metadata comes back exactly as it was sent", async () => {
    const metadata = {
      a: null,
      b: [1, 2.5, "x", { c: true }],
      "": "empty name",
      ünï: "cödé 💥",
      big: 12345678901234,
      deep: { er: { still: {} } },
      amount: 1500,
    };
    const { response } = await world.must(
      key(),
      "POST",
      "/payments-init/initiate",
      mobileMoneyPayin("4567", { metadata }),
    );
    expect(response.payment_data.metadata).toEqual(metadata);
    expect((await world.must(key(), "GET", `/payments/transaction/${response.transaction_id}`)).metadata).toEqual(
      metadata,
    );
  });

  test("every error has exactly error, message and code, with details for a 400 and the ids of a payment that exists for a 502", async () => {
    const refused = await world.request(key(), "POST", "/payments-init/initiate", mobileMoneyPayin("0002"));
    expect([refused.status, refused.body]).toEqual([
      502,
      { error: "Bad Gateway", message: TEXT, code: "ALL_PROVIDERS_FAILED", payment_id: TEXT, transaction_id: TEXT },
    ]);
    const unrouted = await world.request(
      key(),
      "POST",
      "/payments-init/initiate",
      cardPayin("4242", { country: "BR", currency: "BRL", target_currency: "BRL" }),
    );
    expect([unrouted.status, unrouted.body]).toEqual([
      422,
      { error: "Unprocessable Entity", message: TEXT, code: "ROUTING_CONFIG_NOT_FOUND" },
    ]);
    const wrong = await world.request(key(), "POST", "/payments-init/initiate", {});
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        error: "Bad Request",
        message: TEXT,
        code: "VALIDATION_ERROR",
        details: expect.arrayContaining([{ path: "amount", message: "is required" }]),
      },
    ]);
    const missing = await world.request(key(), "POST", "/payments-init/018f0000-0000-7000-8000-000000000000/action", {
      action: "cancel",
    });
    expect([missing.status, missing.body]).toEqual([
      404,
      { error: "Not Found", message: TEXT, code: "PAYMENT_NOT_FOUND" },
    ]);
    const { payment_id } = await initiate(world, mobileMoneyPayin());
    const late = await world.request(key(), "POST", `/payments-init/${payment_id}/action`, {
      action: "submit_otp",
      otp: "123456",
    });
    expect([late.status, late.body]).toEqual([409, { error: "Conflict", message: TEXT, code: "INVALID_STATE" }]);
    const otp = await world.request(
      key(),
      "POST",
      `/payments-init/${(await initiate(world, mobileMoneyPayin("0001"))).payment_id}/action`,
      {
        action: "submit_otp",
        otp: "000000",
      },
    );
    expect([otp.status, otp.body]).toEqual([
      400,
      { error: "Bad Request", message: TEXT, code: "INVALID_OTP", details: expect.any(Array) },
    ]);
  });

  test("a payment that all providers refused is stored as failed and can be read", async () => {
    const before = (await world.must(key(), "GET", "/transactions?status=failed")).data.length;
    expect(
      (
        await world.request(
          key(),
          "POST",
          "/payments-init/initiate",
          mobileMoneyPayin("0002", { client_reference: "refused-1" }),
        )
      ).status,
    ).toBe(502);
    const { data } = await world.must(key(), "GET", "/transactions?client_reference=refused-1");
    expect(data).toMatchObject([
      {
        status: "failed",
        attempts: [
          { provider: "fiat", outcome: "refused", reason: TEXT, started_at: MOMENT, finished_at: MOMENT },
          { provider: "hybrid", outcome: "refused" },
        ],
      },
    ]);
    expect((await world.must(key(), "GET", "/transactions?status=failed")).data.length).toBe(before + 1);
  });
});

test("the ramp response (2.4), in both directions", async () => {
  const rate = async (from: string, to: string) =>
    (await world.must(key(), "GET", `/organizations/admin/exchange-rate?fromCurrency=${from}&toCurrency=${to}`)).data
      .rate;
  const common = {
    fiat_currency: "NGN",
    fiat_amount: 155000.0,
    crypto_currency: "USDT",
    crypto_network: "TRON",
    country: "NG",
    customer_type: "retail",
    user_id: "ignored",
    org_id: "ignored",
  };
  const fields = {
    success: true,
    payment_id: UUID,
    transaction_id: UUID,
    status: "pending",
    fiat_currency: "NGN",
    fiat_amount: 155000,
    crypto_currency: "USDT",
    crypto_network: "TRON",
    crypto_amount: NUMBER,
    provider: TEXT,
    expires_at: MOMENT,
    next_action: "make_transfer",
  };
  const buying = await world.request(key(), "POST", "/payments-init/ramp", {
    ...common,
    client_rate: await rate("NGN", "USDT"),
    wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    bank_details: { account_number: "0011223344", bank_code: "058", bank_name: "GTBank" },
  });
  expect(Object.keys(buying.body)).toEqual(["statusCode", "response"]);
  expectRecord(buying.body.response, {
    ...fields,
    direction: "on_ramp",
    payment_instructions: {
      type: "bank_transfer",
      account_name: TEXT,
      account_number: TEXT,
      bank_name: TEXT,
      amount: 155000,
      currency: "NGN",
      reference: TEXT,
    },
  });
  const selling = await world.request(key(), "POST", "/payments-init/ramp", {
    ...common,
    client_rate: await rate("USDT", "NGN"),
    destination: { accountNumber: "0123456784", bankCode: "044", bankName: "Access Bank" },
    beneficiary_name: "Ikeja Farms",
  });
  expectRecord(selling.body.response, {
    ...fields,
    direction: "off_ramp",
    payment_instructions: {
      type: "crypto_transfer",
      account_number: TEXT,
      bank_name: "TRON",
      amount: selling.body.response.crypto_amount,
      currency: "USDT",
      reference: TEXT,
    },
  });
  for (const answer of [buying, selling])
    expect(answer.text).toMatch(/"fiat_amount":155000\.00,.*"crypto_amount":\d+\.\d+/);
});

test("the payment record (2.5): every field, of a payout and of a payin", async () => {
  const paidOut = await initiate(
    world,
    bankPayout(world.ours.beneficiary_id, "6784", {
      client_reference: "inv-1",
      description: "Invoice 1",
      metadata: { a: 1 },
    }),
  );
  await world.advance(1_000);
  const payout = await world.must(key(), "GET", `/payments/transaction/${paidOut.transaction_id}`);
  const fields = {
    payment_id: UUID,
    amount: NUMBER,
    currency: TEXT,
    user_id: UUID,
    status: "completed",
    org_id: world.ours.org_id,
    transaction_id: UUID,
    target_amount: NUMBER,
    target_currency: TEXT,
    from_currency: TEXT,
    payment_path_method: expect.stringMatching(/^(direct|intermediary|third_party)$/),
    bank_account: OBJECT,
    card_details: OBJECT,
    mobile_money_details: OBJECT,
    payer_details: OBJECT,
    recipient_info: OBJECT,
    metadata: OBJECT,
    user_metadata: OBJECT,
    webhook_metadata: OBJECT,
    fee_ids: expect.any(Array),
    total_fees: NUMBER,
    provider: "fiat",
    provider_payment_id: TEXT,
    provider_status: TEXT,
    provider_data: OBJECT,
    payout_initiated: expect.any(Boolean),
    created_at: MOMENT,
    updated_at: MOMENT,
  };
  expectRecord(payout, {
    ...fields,
    direction: "outbound",
    payment_method: "bank_transfer",
    beneficiary_id: world.ours.beneficiary_id,
    payout_initiated: true,
    payout_id: TEXT,
    client_reference: "inv-1",
    attempts: [OBJECT],
    timeline: expect.any(Array),
  });
  for (const name of ["region_id", "instructions", "comments"]) expect(payout).toHaveProperty(name);

  const paidIn = await initiate(world, cardPayin());
  await world.advance(1_000);
  const payin = await world.must(key(), "GET", `/payments/transaction/${paidIn.transaction_id}`);
  expectRecord(payin, {
    ...fields,
    direction: "inbound",
    payment_method: "card",
    payout_initiated: false,
    payout_id: null,
    card_details: {
      first6: "424242",
      last4: "4242",
      expiry_month: "12",
      expiry_year: TEXT,
      card_holder_name: "Ama Owusu",
    },
  });
  expect(JSON.stringify(payin)).not.toMatch(/4242424242424242|\b737\b/);
  expect(Object.keys(payin).sort()).toEqual(
    Object.keys(payout)
      .filter((name) => name !== "beneficiary_id")
      .sort(),
  );
});

test("the API key (2.6), and that its value is shown once", async () => {
  const created = await world.request(world.callers.orgAdmin, "POST", "/public/api-keys", { name: "Till 3" });
  const fields = {
    api_key_id: UUID,
    prefix: expect.stringMatching(/^ck_test_.{4}$/),
    name: "Till 3",
    org_id: world.ours.org_id,
    user_id: world.ours.org_admin.user_id,
    status: "active",
    created_at: MOMENT,
    updated_at: MOMENT,
  };
  expectRecord(created.body.data, {
    ...fields,
    api_key: expect.stringMatching(/^ck_test_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/),
  });
  expect(created.body.data.api_key.startsWith(created.body.data.prefix)).toBe(true);
  const list = await world.request(key(), "GET", "/public/api-keys");
  expectRecord(list.body.data[0], fields);
  expect(list.text).not.toContain(created.body.data.api_key.slice(12));
  expect(list.body.meta).toEqual({
    count: NUMBER,
    total_count: NUMBER,
    has_more: expect.any(Boolean),
    last_evaluated_key: null,
  });
  expect(Object.keys(list.body)).toEqual(["status", "message", "data", "meta", "last_evaluated_key"]);
});

test("the webhook configuration (2.7): its secret at registration and never again", async () => {
  const { data } = await world.must(key(), "POST", "/public/webhooks", {
    endpoint_url: "http://127.0.0.1:9/records",
    events: ["payment.completed", "kyb.approved"],
  });
  const fields = {
    webhook_id: UUID,
    org_id: world.ours.org_id,
    endpoint_url: "http://127.0.0.1:9/records",
    events: ["payment.completed", "kyb.approved"],
    status: "active",
    created_at: MOMENT,
  };
  expectRecord(data, { ...fields, secret_key: TEXT });
  const reads = [
    await world.request(key(), "GET", `/public/webhooks/${data.webhook_id}`),
    await world.request(key(), "GET", "/public/webhooks"),
  ];
  expectRecord(reads[0]!.body.data, fields);
  for (const secret of ["secret_key", data.secret_key as string])
    for (const read of reads) expect(read.text).not.toContain(secret);
  const all = await world.must(key(), "POST", "/public/webhooks", { endpoint_url: "http://127.0.0.1:9/all" });
  expect(all.data.events).toEqual(
    expect.arrayContaining([
      "payment.completed",
      "payment.failed",
      "payment.processing",
      "virtual_account.deposit",
      "virtual_account.withdrawal",
      "kyb.approved",
      "kyb.rejected",
      "transaction.updated",
    ]),
  );
  expect(
    (
      await world.request(key(), "POST", "/public/webhooks", {
        endpoint_url: "http://127.0.0.1:9/x",
        events: ["no.such"],
      })
    ).status,
  ).toBe(400);
});

test("the test notification (4.7): an event of type transaction.updated with the data and test: true, to every endpoint", async () => {
  const transaction_data = {
    transaction_id: "t-9",
    status: "completed",
    amount: 12.5,
    currency: "GHS",
    updated_at: "2026-01-05T09:00:00.000Z",
  };
  const { data } = await world.must(key(), "POST", "/public/webhooks/notify", {
    org_id: world.ours.org_id,
    transaction_data,
  });
  const endpoints = (await world.must(key(), "GET", "/public/webhooks?limit=100")).meta.total_count;
  expect(data).toEqual({
    event_id: UUID,
    deliveries: Array.from({ length: endpoints }, () => ({ webhook_id: UUID, delivery_id: UUID })),
  });
  const event = await world.must(key(), "GET", `/events/${data.event_id}`);
  expect(event.data).toEqual({
    event_id: data.event_id,
    event_type: "transaction.updated",
    org_id: world.ours.org_id,
    created_at: MOMENT,
    data: { ...transaction_data, test: true, sequence: NUMBER },
  });
});

test("the beneficiary (2.8)", async () => {
  const body = {
    account_type: "bank",
    beneficiary_type: "loan_client",
    country: "NG",
    currency: "NGN",
    fname: "Bisi",
    lname: "Ade",
    email: "bisi@example.com",
    phone_number: "+2348012345678",
    bank_details: { account_number: "0123456784", bank_code: "044", bank_name: "Access Bank" },
    loan_client_details: { loan: 7 },
    external_account_id: "ext-1",
  };
  const { data } = await world.must(key(), "POST", "/beneficiaries", body);
  expectRecord(data, {
    ...body,
    beneficiary_id: UUID,
    beneficiary_of: world.ours.org_admin.user_id,
    momo_details: {},
    created_at: MOMENT,
    updated_at: MOMENT,
  });
  const list = await world.must(key(), "GET", "/beneficiaries?limit=1");
  expect(list).toMatchObject({ data: [data], meta: { count: 1, last_evaluated_key: TEXT } });
});

test("the virtual account and its transaction (2.9)", async () => {
  const user_id = await newMember(world, world.ours.org_id);
  const { data, status } = await world.must(world.callers.orgAdmin, "POST", "/virtual-accounts/internal/bank", {
    org_id: world.ours.org_id,
    user_id,
    currency: "NGN",
    customer_id: "c-1",
    org_name: "Savings",
  });
  expect(status).toBe("success");
  expectRecord(data, {
    account_id: UUID,
    org_id: world.ours.org_id,
    user_id,
    customer_id: "c-1",
    virtual_account_name: "Savings",
    currency: "NGN",
    balance: 0,
    status: "active",
    account_type: "currency",
    provider: TEXT,
    created_at: MOMENT,
    updated_at: MOMENT,
  });
  const transactionId = await virtualTransaction(world);
  const transaction = (await world.must(key(), "GET", `/virtual-accounts/transactions/${transactionId}`)).data;
  expectRecord(transaction, {
    transaction_id: transactionId,
    account_id: UUID,
    org_id: world.ours.org_id,
    user_id: UUID,
    type: "credit",
    status: "completed",
    amount: 5000,
    fee: 0,
    currency: "NGN",
    description: TEXT,
    payment_rail: TEXT,
    reference: TEXT,
    created_at: MOMENT,
    updated_at: MOMENT,
  });
  expect(
    (
      await world.request(
        key(),
        "GET",
        `/virtual-accounts/transactions/${transactionId}?user_id=${transaction.user_id}`,
      )
    ).status,
  ).toBe(200);
  expect(
    (await world.request(key(), "GET", `/virtual-accounts/transactions/${transactionId}?user_id=${user_id}`)).status,
  ).toBe(404);
});

test("the payment link (2.9) in the list of 4.10, which is all of them with a count", async () => {
  const body = {
    amount: 25.5,
    currency: "GHS",
    payer_currency: "NGN",
    amount_type: "fixed",
    description: "Invoice 7",
    email: "ama@example.com",
    expires_at: "2099-01-05T09:00:00.000Z",
  };
  for (let n = 0; n < 12; n++) await world.must(key(), "POST", `/orgs/${world.ours.org_id}/payment-links`, body);
  const list = await world.must(world.callers.staff, "GET", `/orgs/${world.ours.org_id}/payment-links`);
  expect([list.count, list.data.length]).toEqual([12, 12]);
  expectRecord(list.data[0], {
    ...body,
    link_id: UUID,
    org_id: world.ours.org_id,
    link_ref: TEXT,
    status: "active",
    created_at: MOMENT,
    url: expect.stringContaining(list.data[0].link_ref),
  });
});

test("the milestone (2.9) as PUT parties answers it, for a wrapper, one update alone and a bare array", async () => {
  const { escrow_id, milestone_id, party_id } = await draft(world);
  const path = `/virtual-accounts/escrow/${escrow_id}/milestones/${milestone_id}`;
  await world.must(key(), "PATCH", path, { description: "Of brick", due_date: "2026-06-30" });
  for (const body of [
    { parties: [{ party_id, split_value: 60 }] },
    { party_id, split_value: 60 },
    [{ party_id, split_value: 60 }],
  ]) {
    const answer = await world.must(key(), "PUT", `${path}/parties`, body);
    expect([answer.status, answer.message]).toEqual(["success", TEXT]);
    expectRecord(answer.data, {
      milestone_id,
      label: "Walls",
      sequence: 1,
      expected_disbursement: 1000,
      status: "pending",
      disbursed_total: 0,
      description: "Of brick",
      due_date: "2026-06-30",
      parties: [{ party_id, split_type: "percentage", split_value: 60 }],
      funding_status: "unfunded",
      covered_amount: 0,
    });
  }
  for (const body of [
    { parties: [] },
    [],
    {},
    { parties: [{ party_id }] },
    { parties: [{ party_id, split_value: "60" }] },
    { parties: [{ party_id, split_value: 101 }] },
    { parties: [{ party_id, split_value: -1 }] },
  ]) {
    expect([body, (await world.request(key(), "PUT", `${path}/parties`, body)).status]).toEqual([body, 400]);
  }
  expect((await world.must(key(), "GET", path)).data.parties).toEqual([
    { party_id, split_type: "percentage", split_value: 60 },
  ]);
  expect(
    (
      await world.request(world.callers.orgMember, "PUT", `${path}/parties`, {
        parties: [{ party_id, split_value: 1 }],
      })
    ).status,
  ).toBe(403);
});

test("the provider config (2.9), read without an envelope", async () => {
  const body = {
    provider: "hybrid",
    country: "BR",
    payment_method: "crypto",
    direction: "external",
    api_version: "2",
    priority: 3,
    is_active: false,
    webhook_required: true,
    org_id: world.ours.org_id,
    min_amount: 1.5,
    max_amount: 20.25,
    settlement_delay_hours: 24,
    description: "A test",
    webhook_url: "https://example.com/x",
  };
  const { data } = await world.must(world.callers.admin, "POST", "/payments/provider-configs", body);
  const read = await world.request(world.callers.admin, "GET", `/payments/provider-configs/hybrid/${data.config_id}`);
  expect(read.body).toEqual({ ...body, config_id: UUID, created_at: MOMENT, updated_at: MOMENT });
  expect(read.text).toContain('"min_amount":1.5,"max_amount":20.25');
  expect(
    (await world.request(world.callers.admin, "GET", `/payments/provider-configs/fiat/${data.config_id}`)).status,
  ).toBe(404);
  const open = await world.must(world.callers.admin, "POST", "/payments/provider-configs", {
    provider: "hybrid",
    country: "BR",
    payment_method: "crypto",
    direction: "external",
  });
  expect(open.data.org_id).toBeNull();
});

test("the UK validation and the verification request (2.10), without an envelope", async () => {
  const validate = (body: unknown) =>
    world.request(key(), "POST", "/payments/bank-validation/validate-uk-account", body);
  expect((await validate({ sortCode: "20-00-00", accountNumber: "55779911" })).body).toEqual({
    success: true,
    accountDetails: { sortCode: "20-00-00", accountNumber: "55779911", validated: true, message: TEXT },
  });
  for (const [sortCode, accountNumber] of [
    ["200000", "55779911"],
    ["20-00-00", "5577991"],
    ["20-00-0x", "55779911"],
    ["", ""],
  ]) {
    expect([
      (await validate({ sortCode, accountNumber })).status,
      (await validate({ sortCode, accountNumber })).body,
    ]).toEqual([200, { success: false, accountDetails: { sortCode, accountNumber, validated: false, message: TEXT } }]);
  }
  for (const body of [{ sortCode: "20-00-00" }, { sortCode: 200000, accountNumber: "55779911" }, {}])
    expect((await validate(body)).status).toBe(400);

  const request = await verificationBody(world);
  const one = await world.request(key(), "POST", "/users/notifications/verification-request", request);
  expect([one.status, one.body]).toEqual([
    200,
    {
      message: TEXT,
      target_type: "sender",
      verification_type: "bvn",
      transaction_id: request["transaction_id"],
      all_success: true,
    },
  ]);
  const { data } = await world.must(key(), "POST", "/beneficiaries", {
    account_type: "bank",
    fname: "Bisi",
    email: "bisi@example.com",
    country: "NG",
    bank_details: { account_number: "0123456784", bank_code: "044" },
  });
  const both = await world.request(key(), "POST", "/users/notifications/verification-request", {
    ...request,
    target_type: "both",
    beneficiary_id: data.beneficiary_id,
  });
  expect([both.status, both.body.all_success]).toEqual([200, true]);
  expect(both.body.results).toEqual(
    ["beneficiary", "sender"].map((target) => ({
      target,
      message: TEXT,
      target_id: TEXT,
      user_id: TEXT,
      written_to: target,
      request_id: TEXT,
      status: TEXT,
      success: true,
    })),
  );
  for (const missing of ["user_id", "target_type", "transaction_id", "verification_type", "triggered_by"]) {
    const body = Object.fromEntries(Object.entries(request).filter(([name]) => name !== missing));
    expect([
      missing,
      (await world.request(key(), "POST", "/users/notifications/verification-request", body)).status,
    ]).toEqual([missing, 400]);
  }
  for (const target_type of ["beneficiary", "both"])
    expect(
      (await world.request(key(), "POST", "/users/notifications/verification-request", { ...request, target_type }))
        .status,
    ).toBe(400);
  expect(
    (
      await world.request(key(), "POST", "/users/notifications/verification-request", {
        ...request,
        sender_id: undefined,
      })
    ).status,
  ).toBe(400);
});

test("the locked rate (4.4) and the organization detail with its KYB fields (2.10)", async () => {
  const rate = await world.request(key(), "GET", "/organizations/admin/exchange-rate?fromCurrency=GHS&toCurrency=NGN");
  expect(rate.body).toEqual({
    status: "success",
    message: TEXT,
    data: {
      org_rate_id: UUID,
      fromCurrency: "GHS",
      toCurrency: "NGN",
      rate: 125,
      inverse_rate: 0.008,
      source: TEXT,
      margin_bps: 0,
      created_at: MOMENT,
      expires_at: MOMENT,
    },
  });
  expect(Date.parse(rate.body.data.expires_at) - Date.parse(rate.body.data.created_at)).toBe(15 * 60_000);
  const detail = await world.must(key(), "GET", `/organizations/${world.ours.org_id}`);
  expectRecord(detail.data, {
    org_id: world.ours.org_id,
    kyb_status: "not_started",
    kyb_customer_id: null,
    created_at: MOMENT,
    updated_at: MOMENT,
  });
});
