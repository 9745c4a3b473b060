import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { bankPayin, bankPayout, cardPayin, mobileMoneyPayin, mobileMoneyPayout } from "#test/harness/payments.ts";

/** The rules of the initiation request (contract.md, 2.1), one by one. A refused request writes nothing. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const initiate = (body: unknown, caller = app.callers.apiKey) =>
  app.request(caller, "POST", "/payments-init/initiate", body);

async function countPayments(): Promise<number> {
  const [row] = await app.db.query<{ count: number }>(`SELECT count(*)::int AS count FROM payments`);
  return row!.count;
}

async function expectRefused(body: unknown, path: string, code = "VALIDATION_ERROR", status = 400): Promise<void> {
  const before = await countPayments();
  const answer = await initiate(body);
  expect([
    answer.status,
    answer.body.code,
    (answer.body.details ?? []).map((detail: { path: string }) => detail.path),
  ]).toEqual([status, code, expect.arrayContaining([path])]);
  expect(answer.body).toMatchObject({ error: expect.any(String), message: expect.stringContaining(path) });
  expect(await countPayments()).toBe(before);
}

const without = (body: Record<string, unknown>, ...fields: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)));

describe("required fields", () => {
  test.each(["amount", "target_amount", "currency", "target_currency", "payment_method", "direction"])(
    "%s is required",
    (field) => expectRefused(without(mobileMoneyPayin(), field), field),
  );

  test("payer_details is required for a payin", () =>
    expectRefused(without(mobileMoneyPayin(), "payer_details"), "payer_details"));
  test("payer_details null counts as absent", () =>
    expectRefused(mobileMoneyPayin("4567", { payer_details: null }), "payer_details"));
  test("payer_details needs a name", () =>
    expectRefused(mobileMoneyPayin("4567", { payer_details: { phone: "+233241234567" } }), "payer_details.name"));
  test("payer_details needs an email or a phone", () =>
    expectRefused(mobileMoneyPayin("4567", { payer_details: { name: "Ama" } }), "payer_details"));
  test("payer_details.email must be an e-mail address", () =>
    expectRefused(
      mobileMoneyPayin("4567", { payer_details: { name: "Ama", email: "not one" } }),
      "payer_details.email",
    ));
  test("mobile_money_details is required when payment_method is mobile_money", () =>
    expectRefused(without(mobileMoneyPayin(), "mobile_money_details"), "mobile_money_details"));
  test.each(["provider", "phone_number"])("mobile_money_details.%s is required", (field) =>
    expectRefused(
      mobileMoneyPayin("4567", {
        mobile_money_details: without({ provider: "MTN", phone_number: "+233241234567" }, field),
      }),
      `mobile_money_details.${field}`,
    ),
  );
  test("card_details is required when payment_method is card", () =>
    expectRefused(without(cardPayin(), "card_details"), "card_details"));
  test.each(["card_number", "expiry_month", "expiry_year"])("card_details.%s is required", (field) =>
    expectRefused(
      cardPayin("4242", { card_details: without(cardPayin().card_details as Record<string, unknown>, field) }),
      `card_details.${field}`,
    ),
  );
  test.each(["bank_details", "bank_account"])("%s is required for a bank transfer payin", (field) =>
    expectRefused(without(bankPayin(), field), field),
  );
  const ACCOUNT = { account_number: "0123456784", bank_code: "044" };
  const WALLET = { provider: "MTN", phone_number: "+233241234567" };
  const BANKED = { account_type: "bank", bank_details: ACCOUNT, country: "NG", currency: "NGN" };
  const MOBILE = { account_type: "mobile_money", momo_details: WALLET, country: "GH", currency: "GHS" };
  test.each([
    ["bank_transfer", BANKED, { bank_account: ACCOUNT }, ["mobile_money", "mobile_money_details.provider"]],
    ["mobile_money", MOBILE, { mobile_money_details: WALLET }, ["bank_transfer", "bank_account.account_number"]],
  ] as const)("a %s payout needs no account: the registered one is paid", async (method, own, paid, [other, path]) => {
    const registered = { fname: "Ama", lname: "Owusu", ...own };
    const { data } = (await app.request(app.callers.apiKey, "POST", "/beneficiaries", registered)).body;
    const { beneficiary_id } = data;
    const payout = { payment_method: method, direction: "payout", beneficiary_id, amount: 50, target_amount: 50 };
    const body = { ...payout, currency: own.currency, target_currency: own.currency };
    const answer = await initiate(body);
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    const record = await app.request(app.callers.apiKey, "GET", `/payments/${answer.body.response.payment_id}`);
    expect(record.body.data).toMatchObject(paid);
    await expectRefused({ ...body, payment_method: other }, path);
  });
  test("beneficiary_id is required for a payout", () =>
    expectRefused(without(bankPayout("x"), "beneficiary_id"), "beneficiary_id"));

  test("everything that is wrong is said at once", async () => {
    const answer = await initiate({
      ...mobileMoneyPayin(),
      payer_details: undefined,
      mobile_money_details: undefined,
      return_url: "ftp://x.example/a",
    });
    expect(answer.body.details.map((detail: { path: string }) => detail.path)).toEqual([
      "payer_details",
      "mobile_money_details",
      "return_url",
    ]);
  });
});

describe("amounts", () => {
  test.each([0, -1, -0.01])("an amount of %s is refused", (amount) =>
    expectRefused(mobileMoneyPayin("4567", { amount, target_amount: amount }), "amount"),
  );
  test("a string is no number", () => expectRefused(mobileMoneyPayin("4567", { amount: "1500" }), "amount"));
  test("more decimals than the currency has are refused", () =>
    expectRefused(mobileMoneyPayin("4567", { amount: 10.001, target_amount: 10.001 }), "amount"));
  test("a currency without decimals takes none", () =>
    expectRefused(
      mobileMoneyPayin("4567", { amount: 10.5, target_amount: 10.5, currency: "UGX", target_currency: "UGX" }),
      "amount",
    ));
  test("a float sum is refused with the number of decimals to round it to", async () => {
    const amount = 1.1 + 2.2;
    const answer = await initiate(mobileMoneyPayin("4567", { amount, target_amount: amount }));
    expect(answer.body.details).toContainEqual({
      path: "amount",
      message: "must have at most 2 decimals in GHS; round it",
    });
  });
  test("more than 15 significant digits are refused", () =>
    expectRefused(mobileMoneyPayin("4567", { amount: 1234567890123456, target_amount: 1234567890123456 }), "amount"));
  test("the same currency needs the same amounts", () =>
    expectRefused(mobileMoneyPayin("4567", { target_amount: 1500.01 }), "target_amount"));
  test.each(["currency", "target_currency"])("%s must be an ISO 4217 code", (field) =>
    expectRefused(mobileMoneyPayin("4567", { [field]: "XYZ" }), field),
  );
  test("amounts are answered with their fractional part at the currency's scale", async () => {
    expect((await initiate(mobileMoneyPayin())).text).toContain('"amount":1500.00');
    const francs = await initiate(
      mobileMoneyPayin("4567", {
        amount: 1500,
        target_amount: 1500,
        currency: "UGX",
        target_currency: "UGX",
        country: "UG",
        mobile_money_details: { provider: "MTN", phone_number: "+256772123456" },
      }),
    );
    expect(francs.status).toBe(200);
    expect(francs.text).toContain('"amount":1500.0,');
  });
});

describe("values", () => {
  test.each(["wire", "MOBILE_MONEY", "crypto"])("payment_method %s is refused", (payment_method) =>
    expectRefused(mobileMoneyPayin("4567", { payment_method }), "payment_method"),
  );
  test.each(["inbound", "PAYIN"])("direction %s is refused", (direction) =>
    expectRefused(mobileMoneyPayin("4567", { direction }), "direction"),
  );
  test("country must be an ISO 3166-1 alpha-2 code", () =>
    expectRefused(mobileMoneyPayin("4567", { country: "XX" }), "country"));
  test("a network that the country does not have is NETWORK_NOT_SUPPORTED", () =>
    expectRefused(
      mobileMoneyPayin("4567", { mobile_money_details: { provider: "Orange Money", phone_number: "+233241234567" } }),
      "mobile_money_details.provider",
      "NETWORK_NOT_SUPPORTED",
    ));
  test.each(["MTN", "mtn", " MTN ", "MTN_GH", "MTN MoMo"])(
    "a network written as %s is recorded, and told to the provider, by the name that /externals/networks has",
    async (provider) => {
      const { body } = await initiate(
        mobileMoneyPayin("4567", { mobile_money_details: { provider, phone_number: "024 123 4567" } }),
      );
      const record = await app.request(app.callers.apiKey, "GET", `/payments/${body.response.payment_id}`);
      expect(record.body.data.mobile_money_details).toEqual({ provider: "MTN", phone_number: "+233241234567" });
    },
  );
  test("a phone number that is none is refused", () =>
    expectRefused(
      mobileMoneyPayin("4567", { mobile_money_details: { provider: "MTN", phone_number: "12" } }),
      "mobile_money_details.phone_number",
    ));
  test.each(["424242424242", "42424242424242424242"])("a card number of %s is refused for its length", (card_number) =>
    expectRefused(
      cardPayin("4242", { card_details: { card_number, expiry_month: "12", expiry_year: "2030" } }),
      "card_details.card_number",
    ),
  );
  test.each(["             ", "-------------", "4242 4242 424", "4242-4242-4242"])(
    "a card number of %s is refused: it is 13 characters or more, but not 13 digits",
    async (card_number) => {
      const body = cardPayin("4242", { card_details: { card_number, expiry_month: "12", expiry_year: "2030" } });
      await expectRefused(body, "card_details.card_number");
      expect((await initiate(body)).body.message).toBe("card_details.card_number: must have 13 to 19 digits");
    },
  );
  test.each([
    ["expiry_month", "13", "must be a month, 01 to 12"],
    ["expiry_year", "203", "must be a year of 2 or 4 digits"],
    ["cvv", "12", "must have 3 or 4 digits"],
  ])("card_details.%s of %s is refused in words that a person understands", async (field, value, message) => {
    const card = cardPayin().card_details as object;
    expect((await initiate(cardPayin("4242", { card_details: { ...card, [field]: value } }))).body.details).toEqual([
      { path: `card_details.${field}`, message },
    ]);
  });
  test.each(["4242424242422", "4242 4242 4242 4242", "4242424242424242424"])(
    "a card number of %s is allowed: no Luhn check is ours",
    async (card_number) =>
      expect(
        (await initiate(cardPayin("4242", { card_details: { card_number, expiry_month: "12", expiry_year: "2030" } })))
          .status,
      ).toBe(200),
  );
  test.each([
    "javascript:alert(1)",
    "http://",
    "http://shop.example:99999/",
    "http://256.256.256.256/",
    "http://a%00b/",
  ])("return_url must be an address on the web that a customer can be sent to, which %s is not", (address) =>
    expectRefused(mobileMoneyPayin("4567", { return_url: address }), "return_url"),
  );
  test("metadata must be an object", () => expectRefused(mobileMoneyPayin("4567", { metadata: [1] }), "metadata"));
  test("an unknown beneficiary is BENEFICIARY_NOT_FOUND", () =>
    expectRefused(bankPayout("018f0000-0000-7000-8000-000000000000"), "beneficiary_id", "BENEFICIARY_NOT_FOUND"));
  test("a beneficiary of another organization is BENEFICIARY_NOT_FOUND", () =>
    expectRefused(bankPayout(app.demo.organizations[1]!.beneficiary_id), "beneficiary_id", "BENEFICIARY_NOT_FOUND"));
  test("a beneficiary id that is no id is BENEFICIARY_NOT_FOUND", () =>
    expectRefused(bankPayout("'; DROP TABLE payments;--"), "beneficiary_id", "BENEFICIARY_NOT_FOUND"));
  test("text that PostgreSQL cannot store is refused with 400", async () => {
    for (const client_reference of ["a\u0000b", "\ud800"])
      expect((await initiate(mobileMoneyPayin("4567", { client_reference }))).status).toBe(400);
  });
  test("a platform admin of no organization is told so: the credential alone says for whom a payment is made", async () => {
    const ramp = {
      fiat_currency: "NGN",
      fiat_amount: 1,
      client_rate: 1,
      crypto_currency: "USDT",
      crypto_network: "TRON",
    };
    for (const [path, body] of [
      ["initiate", mobileMoneyPayin("4567", { org_id: app.demo.organizations[0]!.org_id })],
      ["ramp", ramp],
    ] as const) {
      const answer = await app.request(app.callers.admin, "POST", `/payments-init/${path}`, body);
      expect([answer.status, answer.body]).toEqual([
        400,
        {
          error: "Bad Request",
          message:
            "This endpoint acts on the caller's organization, and your credential belongs to none; use a key created " +
            "inside one",
          code: "ORGANIZATION_REQUIRED",
          details: [],
        },
      ]);
    }
  });
  test("a platform admin who asks for a rate must name the organization it is locked for", async () => {
    const path = "/organizations/admin/exchange-rate?fromCurrency=USD&toCurrency=NGN";
    const unnamed = await app.request(app.callers.admin, "GET", path);
    expect([unnamed.status, unnamed.body.details]).toEqual([
      400,
      [{ path: "org_id", message: "is required: name the organization" }],
    ]);
    expect(
      (await app.request(app.callers.admin, "GET", `${path}&org_id=${app.demo.organizations[0]!.org_id}`)).status,
    ).toBe(200);
  });
  test("unknown fields inside an object are ignored too: nothing of them is kept, told to a provider or sent in an event", async () => {
    const unknown = { card_number: "4929123456781234", nested: { a: [1] } };
    const body = bankPayin();
    const { body: answer } = await initiate({
      ...body,
      payer_details: { ...(body.payer_details as object), ...unknown },
      bank_details: { ...(body.bank_details as object), ...unknown },
      bank_account: { ...(body.bank_account as object), ...unknown, country: 7 },
    });
    const { data } = (await app.request(app.callers.apiKey, "GET", `/payments/${answer.response.payment_id}`)).body;
    for (const name of ["payer_details", "bank_details", "bank_account"] as const)
      expect(data[name]).toEqual(body[name]);
    const events = await app.db.query<{ text: string }>(`SELECT e::text AS text FROM events e WHERE e::text LIKE $1`, [
      `%${unknown.card_number}%`,
    ]);
    expect(events).toEqual([]);
  });
  test("unknown fields are ignored, and so are user_id and org_id of the body", async () => {
    const answer = await initiate(
      mobileMoneyPayin("4567", { user_id: "x", org_id: app.demo.organizations[1]!.org_id, colour: "red" }),
    );
    const payment = await app.request(
      app.callers.apiKey,
      "GET",
      `/payments/transaction/${answer.body.response.transaction_id}`,
    );
    expect(payment.body).toMatchObject({
      org_id: app.demo.organizations[0]!.org_id,
      user_id: app.demo.organizations[0]!.org_admin.user_id,
    });
  });
});

describe("the country, when absent", () => {
  const countryOf = async (body: unknown): Promise<string> => {
    const answer = await initiate(body);
    expect(answer.status).toBe(200);
    return (
      await app.request(app.callers.apiKey, "GET", `/payments/transaction/${answer.body.response.transaction_id}`)
    ).body.country;
  };
  test("of a payin comes from bank_details.country", async () => expect(await countryOf(bankPayin())).toBe("NG"));
  test("of a payin comes from the phone next", async () =>
    expect(await countryOf(without(mobileMoneyPayin(), "country"))).toBe("GH"));
  test("of a payin comes from the organization last", async () =>
    expect(await countryOf({ ...without(cardPayin(), "country"), currency: "NGN", target_currency: "NGN" })).toBe(
      "NG",
    ));
  test("of a payout comes from the beneficiary", async () =>
    expect(
      await countryOf(
        bankPayout(app.demo.organizations[0]!.beneficiary_id, "6784", {
          bank_details: { account_number: "1", country: "GB" },
        }),
      ),
    ).toBe("NG"));
});

describe("cross-currency", () => {
  async function lock(from = "GHS", to = "NGN", caller = app.callers.apiKey) {
    return (
      await app.request(caller, "GET", `/organizations/admin/exchange-rate?fromCurrency=${from}&toCurrency=${to}`)
    ).body.data as {
      org_rate_id: string;
      rate: number;
    };
  }
  const crossing = (org_rate_id: unknown, target_amount: number): Record<string, unknown> =>
    mobileMoneyPayin("4567", { amount: 100, target_currency: "NGN", target_amount, org_rate_id });
  const at = (rate: number): number => Math.round(100 * rate * 100) / 100;

  test("at the locked rate is accepted and recorded with both amounts", async () => {
    const { org_rate_id, rate } = await lock();
    const answer = await initiate(crossing(org_rate_id, at(rate)));
    expect(answer.status).toBe(200);
    expect(answer.body.response.payment_data).toMatchObject({
      amount: 100,
      currency: "GHS",
      target_amount: at(rate),
      target_currency: "NGN",
    });
    await app.wait(1_000);
    const payment = (
      await app.request(app.callers.apiKey, "GET", `/payments/transaction/${answer.body.response.transaction_id}`)
    ).body;
    expect(payment).toMatchObject({ status: "completed", payment_path_method: "intermediary", from_currency: "GHS" });
    const postings = await app.db.query<{ purpose: string; currency: string; amount: string }>(
      `SELECT a.purpose, p.currency, p.amount FROM ledger_transactions t JOIN ledger_postings p USING (org_id, position)
        JOIN ledger_accounts a USING (org_id, account_id) WHERE t.cause = $1 || ':completed'
        ORDER BY p.currency, a.purpose`,
      [payment.payment_id],
    );
    expect(postings.map((posting) => [posting.currency, posting.purpose, Number(posting.amount)])).toEqual([
      ["GHS", "fx", 100],
      ["GHS", "provider", -100],
      ["NGN", "fx", -at(rate)],
      ["NGN", "settlement", at(rate)],
    ]);
  });
  test("without org_rate_id is RATE_REQUIRED", () =>
    expectRefused(crossing(undefined, 100), "org_rate_id", "RATE_REQUIRED"));
  test("with an unknown rate is RATE_NOT_FOUND", () =>
    expectRefused(crossing("018f0000-0000-7000-8000-000000000000", 100), "org_rate_id", "RATE_NOT_FOUND"));
  test("with another organization's rate is RATE_NOT_FOUND", async () =>
    expectRefused(
      crossing((await lock("GHS", "NGN", app.callers.otherApiKey)).org_rate_id, 100),
      "org_rate_id",
      "RATE_NOT_FOUND",
    ));
  test("with a rate for another pair is RATE_MISMATCH", async () =>
    expectRefused(crossing((await lock("GHS", "KES")).org_rate_id, 100), "org_rate_id", "RATE_MISMATCH"));
  test("with a rate in the other direction is RATE_MISMATCH", async () =>
    expectRefused(crossing((await lock("NGN", "GHS")).org_rate_id, 100), "org_rate_id", "RATE_MISMATCH"));
  test("with amounts that do not agree is RATE_MISMATCH", async () => {
    const { org_rate_id, rate } = await lock();
    await expectRefused(crossing(org_rate_id, at(rate) + 0.02), "target_amount", "RATE_MISMATCH");
  });
  test.each([0.01, -0.01, 0.004321])(
    "a target_amount that is %d off agrees to one minor unit; ours is stored and echoed",
    async (offset) => {
      const { org_rate_id, rate } = await lock();
      const answer = await initiate(crossing(org_rate_id, at(rate) + offset));
      expect([answer.status, answer.body.response?.payment_data.target_amount], answer.text).toEqual([200, at(rate)]);
    },
  );
  test("a target_amount may have more digits than a double holds", async () => {
    const { org_rate_id, rate } = await lock();
    const body = JSON.stringify(crossing(org_rate_id, 4)).replace(
      '"target_amount":4',
      `"target_amount":${at(rate)}.0012345678901234567890123`,
    );
    const answer = await initiate(body);
    expect([answer.status, answer.body.response?.payment_data.target_amount], answer.text).toEqual([200, at(rate)]);
  });
  test("with an expired rate is RATE_MISMATCH", async () => {
    const { org_rate_id, rate } = await lock();
    await app.advance(15 * 60_000);
    await expectRefused(crossing(org_rate_id, at(rate)), "org_rate_id", "RATE_MISMATCH");
  });
});

describe("routing", () => {
  test("no config for the corridor is 422 ROUTING_CONFIG_NOT_FOUND", async () => {
    const answer = await initiate(cardPayin("4242", { country: "BR", currency: "BRL", target_currency: "BRL" }));
    expect([answer.status, answer.body.code]).toEqual([422, "ROUTING_CONFIG_NOT_FOUND"]);
  });
  test("an organization's own config comes before the global ones, within its limits, and the preview says why", async () => {
    const own = await app.request(app.callers.admin, "POST", "/payments/provider-configs", {
      provider: "hybrid",
      country: "GH",
      payment_method: "mobile_money",
      direction: "inbound",
      priority: 9,
      org_id: app.demo.organizations[0]!.org_id,
      min_amount: 10,
      max_amount: 20,
    });
    expect(own.status).toBe(201);
    expect((await initiate(mobileMoneyPayin("4567", { amount: 15, target_amount: 15 }))).body.response.provider).toBe(
      "hybrid",
    );
    expect((await initiate(mobileMoneyPayin("4567", { amount: 21, target_amount: 21 }))).body.response.provider).toBe(
      "fiat",
    );
    expect(
      (await initiate(mobileMoneyPayin("4567", { amount: 15, target_amount: 15 }), app.callers.otherApiKey)).body
        .response.provider,
    ).toBe("fiat");
    const preview = await app.request(app.callers.apiKey, "POST", "/payments/route-preview", {
      country: "GH",
      payment_method: "mobile_money",
      direction: "payin",
      amount: 21,
      currency: "GHS",
    });
    expect(preview.body.data).toMatchObject({ would_route: true, provider: "fiat", fallbacks: ["hybrid"] });
    expect(
      preview.body.data.candidates.find(
        (candidate: { config_id: string }) => candidate.config_id === own.body.data.config_id,
      ),
    ).toMatchObject({
      taken: false,
      scope: "organization",
      reason: expect.stringContaining("maximum"),
    });
    const read = await app.request(
      app.callers.admin,
      "GET",
      `/payments/provider-configs/hybrid/${own.body.data.config_id}`,
    );
    expect(read.body).toMatchObject({
      config_id: own.body.data.config_id,
      provider: "hybrid",
      min_amount: 10,
      is_active: true,
    });
    expect(
      (await app.request(app.callers.admin, "DELETE", `/payments/provider-configs/hybrid/${own.body.data.config_id}`))
        .status,
    ).toBe(204);
    expect((await initiate(mobileMoneyPayin("4567", { amount: 15, target_amount: 15 }))).body.response.provider).toBe(
      "fiat",
    );
  });
});

describe("review by a second person", () => {
  test("a payout at or above the limit waits; its initiator cannot review it; another approves and it is sent", async () => {
    const orgId = app.demo.organizations[0]!.org_id;
    await app.db.transaction(async (tx) => {
      await tx.query(
        `UPDATE organizations SET settings = '{"payout_review_above":{"NGN":"700.00"}}' WHERE org_id = $1`,
        [orgId],
      );
      tx.notify("organizations", orgId);
    });
    const body = bankPayout(app.demo.organizations[0]!.beneficiary_id);
    const waiting = await initiate(body, app.callers.orgMember);
    expect(waiting.body.response).toMatchObject({ success: true, status: "initiated", provider: null });
    const path = `/payments/${waiting.body.response.payment_id}/review`;
    expect((await app.request(app.callers.orgMember, "POST", path, { decision: "approve" })).status).toBe(403);
    const approved = await app.request(app.callers.orgAdmin, "POST", path, {
      decision: "approve",
      comment: "invoice seen",
    });
    expect(approved.body.data).toMatchObject({ status: "processing", comments: "invoice seen" });
    expect(approved.body.data.timeline.map((entry: { to: string }) => entry.to)).toEqual([
      "initiated",
      "reviewed",
      "confirmed",
      "processing",
    ]);
    expect((await app.request(app.callers.orgAdmin, "POST", path, { decision: "reject" })).status).toBe(409);

    const own = await initiate(body, app.callers.orgAdmin);
    expect(
      (
        await app.request(app.callers.orgAdmin, "POST", `/payments/${own.body.response.payment_id}/review`, {
          decision: "approve",
        })
      ).status,
    ).toBe(403);
    const rejected = await initiate(body, app.callers.orgMember);
    expect(
      (
        await app.request(app.callers.orgAdmin, "POST", `/payments/${rejected.body.response.payment_id}/review`, {
          decision: "reject",
          comment: "unknown payee",
        })
      ).body.data.status,
    ).toBe("rejected");
    const below = await initiate(
      bankPayout(app.demo.organizations[0]!.beneficiary_id, "6784", { amount: 699.99, target_amount: 699.99 }),
      app.callers.orgMember,
    );
    expect(below.body.response.status).toBe("processing");
  });
});

describe("mobile money payouts", () => {
  test("carry the beneficiary as recipient", async () => {
    const { beneficiary_id } = app.demo.organizations[1]!;
    const answer = await initiate(mobileMoneyPayout(beneficiary_id), app.callers.otherApiKey);
    const payment = (
      await app.request(app.callers.otherApiKey, "GET", `/payments/transaction/${answer.body.response.transaction_id}`)
    ).body;
    expect(payment).toMatchObject({
      direction: "outbound",
      recipient_info: { name: "Kofi Mensah" },
      payout_initiated: true,
      beneficiary_id,
    });
  });
});
