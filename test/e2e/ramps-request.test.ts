import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RampApp, startRampApp, WALLETS } from "./ramps.fixtures.ts";

/** The rules of a ramp request, and the answer to each mistake, in the error format of the initiation endpoints. */
let app: RampApp;
beforeAll(async () => {
  app = await startRampApp();
});
afterAll(() => app.close());

async function refusal(
  body: Record<string, unknown>,
): Promise<{ status: number; code: string; paths: string[]; message: string }> {
  const answer = await app.submit(body);
  expect(Object.keys(answer.body)).toEqual(expect.arrayContaining(["error", "message", "code"]));
  expect(answer.body.status).toBeUndefined();
  return {
    status: answer.status,
    code: answer.body.code,
    paths: (answer.body.details ?? []).map((detail: { path: string }) => detail.path),
    message: answer.body.message,
  };
}

describe("direction", () => {
  test("a wallet means on_ramp, a beneficiary or destination means off_ramp, and saying it outright wins", async () => {
    expect((await app.begin(app.buying()))["direction"]).toBe("on_ramp");
    expect((await app.begin(app.selling()))["direction"]).toBe("off_ramp");
    expect(
      (
        await app.begin(
          app.selling({ destination: undefined, beneficiary_id: app.demo.organizations[0]!.beneficiary_id }),
        )
      )["direction"],
    ).toBe("off_ramp");
    expect(
      (
        await app.begin(app.buying({ direction: "on_ramp", beneficiary_id: app.demo.organizations[0]!.beneficiary_id }))
      )["direction"],
    ).toBe("on_ramp");
    expect((await app.begin(app.selling({ direction: "off_ramp", wallet_address: WALLETS.TRON })))["direction"]).toBe(
      "off_ramp",
    );
  });

  test.each([
    ["neither", { wallet_address: undefined }],
    ["only blanks", { wallet_address: "  ", beneficiary_id: "" }],
    ["only an account that fits either", { wallet_address: undefined, bank_details: { account_number: "0123456784" } }],
  ])("%s is a 400 that asks for it", async (_, change) => {
    expect(await refusal(await app.buying(change))).toMatchObject({
      status: 400,
      code: "VALIDATION_ERROR",
      paths: ["direction"],
    });
  });

  test("another word is refused", async () => {
    expect(await refusal(await app.buying({ direction: "sideways" }))).toMatchObject({
      status: 400,
      paths: ["direction"],
    });
  });
});

describe("required fields", () => {
  test.each(["fiat_currency", "fiat_amount", "client_rate", "crypto_currency", "crypto_network"])(
    "%s",
    async (field) => {
      const body = await app.buying();
      delete body[field];
      expect(await refusal(body)).toMatchObject({ status: 400, code: "VALIDATION_ERROR", paths: [field] });
    },
  );

  test("wallet_address for on_ramp, somebody to pay for off_ramp", async () => {
    expect(await refusal(await app.buying({ direction: "on_ramp", wallet_address: undefined }))).toMatchObject({
      status: 400,
      paths: ["wallet_address"],
    });
    expect(await refusal(await app.selling({ direction: "off_ramp", destination: undefined }))).toMatchObject({
      status: 400,
      paths: ["beneficiary_id"],
    });
    expect(await refusal(await app.selling({ destination: { bankName: "Access Bank" } }))).toMatchObject({
      status: 400,
      paths: ["destination.accountNumber"],
    });
  });

  test("everything that is wrong is said at once", async () => {
    const { status, paths } = await refusal({
      fiat_currency: "XXZ",
      fiat_amount: 10,
      client_rate: 1,
      crypto_currency: "DOGE",
      crypto_network: "MARS",
      customer_type: "business",
      country: "ZZ",
    });
    expect(status).toBe(400);
    expect(paths.toSorted()).toEqual([
      "business_id",
      "business_name",
      "country",
      "crypto_currency",
      "crypto_network",
      "direction",
      "fiat_currency",
    ]);
  });

  test("a business names itself; a retail customer need not, and is what nobody says otherwise", async () => {
    expect(await refusal(await app.buying({ customer_type: "business", business_id: "B-1" }))).toMatchObject({
      status: 400,
      paths: ["business_name"],
    });
    expect(await refusal(await app.buying({ customer_type: "charity" }))).toMatchObject({
      status: 400,
      paths: ["customer_type"],
    });
    const business = await app.begin(
      app.buying({ customer_type: "business", business_id: "B-1", business_name: "Eko Traders" }),
    );
    expect((await app.record(business))["ramp"]).toMatchObject({
      customer_type: "business",
      business_id: "B-1",
      business_name: "Eko Traders",
    });
    expect((await app.record(await app.begin(app.buying({ customer_type: undefined }))))["ramp"].customer_type).toBe(
      "retail",
    );
  });
});

describe("values", () => {
  test.each([
    ["too many decimals", { fiat_amount: 10.001 }, "fiat_amount"],
    ["zero", { fiat_amount: 0 }, "fiat_amount"],
    ["negative", { fiat_amount: -5 }, "fiat_amount"],
    ["text for a number", { fiat_amount: "100" }, "fiat_amount"],
    ["more digits than a number holds", { fiat_amount: 1e15 }, "fiat_amount"],
    ["a rate of zero", { client_rate: 0 }, "client_rate"],
    ["a rate in text", { client_rate: "1550" }, "client_rate"],
    ["a crypto asset as fiat", { fiat_currency: "USDT" }, "fiat_currency"],
    ["a network without the asset", { crypto_currency: "USDC" }, "crypto_network"],
    ["metadata beyond measure", { metadata: { text: "x".repeat(70_000) } }, "metadata"],
  ])("%s is a 400", async (_, change, path) => {
    expect(await refusal({ ...(await app.buying()), ...change })).toMatchObject({
      status: 400,
      code: "VALIDATION_ERROR",
      paths: [path],
    });
  });

  test("less than the smallest unit of the asset is a 400", async () => {
    expect(
      await refusal(
        await app.buying({
          fiat_amount: 0.01,
          crypto_currency: "BTC",
          crypto_network: "BITCOIN",
          wallet_address: WALLETS.BITCOIN,
        }),
      ),
    ).toMatchObject({ status: 400, paths: ["fiat_amount"] });
  });

  test.each([
    ["ETH", "ETHEREUM", "0x52908400098527886E0F7030069857D2E4169Ee7"],
    ["ETH", "BASE", "0x5290840009852788"],
    ["USDT", "TRON", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u"],
    ["USDT", "TRON", WALLETS.ETHEREUM],
    ["BTC", "BITCOIN", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"],
    ["BTC", "BITCOIN", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    ["SOL", "SOLANA", "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCta"],
    ["XLM", "STELLAR", "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGA"],
  ])("a %s wallet on %s that cannot be right is a 400: %s", async (crypto_currency, crypto_network, wallet_address) => {
    expect(await refusal(await app.buying({ crypto_currency, crypto_network, wallet_address }))).toMatchObject({
      status: 400,
      code: "VALIDATION_ERROR",
      paths: ["wallet_address"],
    });
  });

  test("mobile money needs a network of the country and a phone number", async () => {
    const wallet = (details: object) =>
      app.buying({ country: "GH", fiat_currency: "GHS", mobile_money_details: details });
    expect(await refusal(await wallet({ provider: "Safaricom", phone_number: "+233241234567" }))).toMatchObject({
      status: 400,
      code: "NETWORK_NOT_SUPPORTED",
      paths: ["mobile_money_details.provider"],
    });
    expect(await refusal(await wallet({ provider: "MTN", phone_number: "12" }))).toMatchObject({
      status: 400,
      paths: ["mobile_money_details.phone_number"],
    });
    expect(await refusal(await wallet({ provider: "MTN" }))).toMatchObject({
      status: 400,
      paths: ["mobile_money_details.phone_number"],
    });
  });

  test("a beneficiary must be one of the organization, and be paid in fiat", async () => {
    const of = (beneficiary_id: string) => app.selling({ destination: undefined, beneficiary_id });
    expect(await refusal(await of("0190a000-0000-7000-8000-000000000001"))).toMatchObject({
      status: 400,
      code: "BENEFICIARY_NOT_FOUND",
    });
    expect(await refusal(await of("no id at all"))).toMatchObject({ status: 400, code: "BENEFICIARY_NOT_FOUND" });
    expect(await refusal(await of(app.demo.organizations[1]!.beneficiary_id))).toMatchObject({
      status: 400,
      code: "BENEFICIARY_NOT_FOUND",
    });
    const crypto = await app.request(app.caller, "POST", "/beneficiaries", {
      account_type: "crypto",
      currency: "USDT",
      fname: "Ada",
      crypto_details: { network: "TRON", wallet_address: WALLETS.TRON },
    });
    expect(await refusal(await of(crypto.body.data.beneficiary_id))).toMatchObject({
      status: 400,
      paths: ["beneficiary_id"],
    });
  });

  test("fields that nobody knows inside bank_details are ignored, on either side", async () => {
    const bank_details = { account_number: "0011223344", bank_code: "058", bank_name: "GTBank" };
    const asked = { bank_details: { ...bank_details, pin: "9999" } };
    expect((await app.record(await app.begin(app.buying(asked))))["bank_details"]).toEqual(bank_details);
    const sold = await app.begin(app.selling({ direction: "off_ramp", destination: undefined, ...asked }));
    expect((await app.record(sold))["bank_account"]).not.toHaveProperty("pin");
  });

  test("user_id, org_id and fields nobody knows are ignored: the credential says who asks", async () => {
    const ramp = await app.begin(
      app.buying({ user_id: "somebody", org_id: app.demo.organizations[1]!.org_id, favourite_colour: "blue" }),
    );
    expect(await app.record(ramp)).toMatchObject({
      org_id: app.demo.organizations[0]!.org_id,
      user_id: app.demo.organizations[0]!.org_admin.user_id,
    });
  });

  test("names are matched without regard to case, and shown as they are", async () => {
    expect(await app.begin(app.buying({ crypto_currency: "USDT", crypto_network: "tRoN" }))).toMatchObject({
      crypto_currency: "USDT",
      crypto_network: "TRON",
    });
  });
});

describe("the rate", () => {
  test("of the direction of the funds passes up to half a percent off; the amounts are at the live rate", async () => {
    const live = await app.rate("USDT", "NGN");
    expect(live).toBe(1550);
    for (const client_rate of [1557.75, 1542.25, 1550]) {
      const ramp = await app.begin(app.selling({ client_rate }));
      expect(ramp).toMatchObject({ crypto_amount: 100, fiat_amount: 155000, rate: 1550 });
    }
    for (const client_rate of [1557.76, 1542.24, 1557.7500001, 1542.2499999]) {
      expect(await refusal(await app.selling({ client_rate }))).toMatchObject({
        status: 400,
        code: "RATE_MISMATCH",
        paths: ["client_rate"],
      });
    }
  });

  test("of the wrong direction is a mismatch, both ways", async () => {
    expect(await refusal(await app.buying({ client_rate: await app.rate("USDT", "NGN") }))).toMatchObject({
      status: 400,
      code: "RATE_MISMATCH",
    });
    expect(await refusal(await app.selling({ client_rate: await app.rate("NGN", "USDT") }))).toMatchObject({
      status: 400,
      code: "RATE_MISMATCH",
    });
  });

  test("that moved since it was fetched is a mismatch; fetched again it passes", async () => {
    const body = await app.buying({ fiat_currency: "ZAR", country: "ZA", fiat_amount: 1790.0 });
    const moved = await app.request(app.callers.admin, "PUT", "/organizations/admin/rates", {
      rates: [{ currency: "ZAR", per_usd: 18.1 }],
    });
    expect(moved.status, moved.text).toBe(200);
    expect(await refusal(body)).toMatchObject({ status: 400, code: "RATE_MISMATCH" });
    expect(
      (await app.begin(app.buying({ fiat_currency: "ZAR", country: "ZA", fiat_amount: 1810.0 })))["crypto_amount"],
    ).toBe(100);
  });

  test("of a pair that has none is named", async () => {
    expect(
      await refusal(await app.buying({ fiat_currency: "NGN" }).then((body) => ({ ...body, fiat_currency: "KPW" }))),
    ).toMatchObject({
      status: 400,
      code: "RATE_NOT_FOUND",
    });
  });
});

describe("who may, and how often", () => {
  test("without credentials 401, for a viewer 403, in the body of the initiation endpoints", async () => {
    const body = await app.buying();
    const nobody = await app.request(null, "POST", "/payments-init/ramp", body);
    expect([nobody.status, nobody.body.code]).toEqual([401, "CREDENTIALS_MISSING"]);
    const viewer = await app.request(app.callers.orgViewer, "POST", "/payments-init/ramp", body);
    expect([viewer.status, viewer.body.code]).toEqual([403, "FORBIDDEN"]);
  });

  test("where payouts are held until the business is verified, ramps are too", async () => {
    const strict = await startRampApp({ HOLD_PAYOUTS_UNTIL_KYB: "true" });
    try {
      for (const body of [await strict.buying(), await strict.selling()]) {
        const answer = await strict.submit(body);
        expect([answer.status, answer.body.code]).toEqual([403, "KYB_REQUIRED"]);
      }
    } finally {
      await strict.close();
    }
  });

  test("a corridor without a provider is a 422", async () => {
    expect(await refusal(await app.buying({ country: "AQ" }))).toMatchObject({
      status: 422,
      code: "ROUTING_CONFIG_NOT_FOUND",
    });
  });

  test("the same Idempotency-Key gives the same ramp, and only one", async () => {
    const body = await app.buying();
    const headers = { "idempotency-key": "ramp-1" };
    const [first, second] = await Promise.all([app.submit(body, headers), app.submit(body, headers)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect(await app.journal(first.body.response)).toHaveLength(1);
    const other = await app.submit({ ...body, fiat_amount: 31000.0 }, headers);
    expect([other.status, other.body.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
  });

  test("a repeat after a crash finds its ramp, even when the rate has moved since", async () => {
    const body = await app.buying({ fiat_currency: "EUR", country: "DE", fiat_amount: 917.0 });
    const headers = { "idempotency-key": "ramp-crash" };
    const first = await app.submit(body, headers);
    expect(first.status, first.text).toBe(200);
    // The state after a process died before its answer: the ramp exists, the idempotency key is free.
    await app.db.query(
      `UPDATE idempotency_keys SET status_code = NULL, response = NULL, locked_until = created_at
        WHERE key = 'ramp-crash'`,
    );
    await app.request(app.callers.admin, "PUT", "/organizations/admin/rates", {
      rates: [{ currency: "EUR", per_usd: 0.98 }],
    });
    const again = await app.submit(body, headers);
    expect(again.status, again.text).toBe(200);
    expect(again.body.response).toEqual(first.body.response);
    expect(await app.journal(first.body.response)).toHaveLength(1);
  });

  test("the audit log tells who began it", async () => {
    const ramp = await app.begin(app.selling());
    const rows = await app.db.query<{ action: string; actor_type: string }>(
      `SELECT action, actor_type FROM audit_log WHERE resource_id = $1`,
      [ramp.payment_id],
    );
    expect(rows).toEqual([{ action: "ramp.initiated", actor_type: "api-key" }]);
  });
});
