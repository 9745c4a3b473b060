import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MTN_SETTINGS } from "@corridor/providers/mtn_momo/mtn-momo.fixtures.ts";
import { startFakePawapay, TEST_CALLBACK_SECRET, TEST_TOKEN } from "@corridor/providers/pawapay/pawapay.fixtures.ts";
import { PAYSTACK } from "@corridor/providers/paystack/paystack.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { changeConfig, createConfig } from "./write-config.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Route = [provider: string, country: string, payment_method: string, direction: string];
const create = ([provider, country, payment_method, direction]: Route, more: object = {}) =>
  app.request(app.callers.admin, "POST", "/payments/provider-configs", {
    provider,
    country,
    payment_method,
    direction,
    ...more,
  });
const setUp = (provider: string, settings: object) =>
  app.request(app.callers.admin, "PUT", `/payments/providers/${provider}/settings`, settings);

describe("a route that cannot work is refused with the reason", () => {
  test.each<[Route, string, string]>([
    [["mpesa", "KE", "card", "inbound"], "payment_method", "M-PESA makes no payins by card, only by mobile_money"],
    [["mpesa", "GH", "mobile_money", "inbound"], "country", "M-PESA makes no payins by mobile_money in GH, only in KE"],
    [["wise", "GB", "bank_transfer", "inbound"], "direction", "Wise makes no payins"],
    [
      ["wise", "NG", "bank_transfer", "outbound"],
      "country",
      "Wise makes no payouts by bank_transfer in NG, only in AD, AT",
    ],
    [["stripe", "US", "card", "outbound"], "direction", "Stripe makes no payouts"],
    [
      ["stripe", "GH", "mobile_money", "inbound"],
      "payment_method",
      "Stripe makes no payins by mobile_money, only by card",
    ],
    [["adyen", "GB", "card", "outbound"], "payment_method", "Adyen makes no payouts by card, only by bank_transfer"],
    [
      ["paystack", "GH", "bank_transfer", "inbound"],
      "country",
      "Paystack makes no payins by bank_transfer in GH, only in NG",
    ],
    [
      ["flutterwave", "NG", "mobile_money", "inbound"],
      "country",
      "Flutterwave makes no payins by mobile_money in NG, only in BF, CI",
    ],
    [
      ["pawapay", "ZM", "bank_transfer", "outbound"],
      "payment_method",
      "pawaPay makes no payouts by bank_transfer, only by mobile_money",
    ],
    [
      ["yellowcard", "ZA", "bank_transfer", "inbound"],
      "country",
      "Yellow Card makes no payins by bank_transfer in ZA, only in BF, BJ",
    ],
    [["mtn_momo", "KE", "mobile_money", "inbound"], "country", "MTN MoMo makes no payins by mobile_money in KE"],
    [
      ["manual", "NG", "mobile_money", "inbound"],
      "payment_method",
      "Manual makes no payins by mobile_money, only by bank_transfer",
    ],
  ])("%j", async (route, path, message) => {
    const { status, body } = await create(route);
    expect([status, body.details]).toEqual([400, [{ path, message: expect.stringContaining(message) }]]);
  });

  test("by what the settings allow, once there are some", async () => {
    const {
      disbursement_subscription_key: _,
      disbursement_api_user: _user,
      disbursement_api_key: _key,
      ...collecting
    } = MTN_SETTINGS;
    expect((await create(["mtn_momo", "UG", "mobile_money", "outbound"])).status).toBe(201);
    expect((await setUp("mtn_momo", collecting)).status).toBe(200);
    expect((await create(["mtn_momo", "GH", "mobile_money", "outbound"])).body.details).toEqual([
      { path: "direction", message: "MTN MoMo makes no payouts" },
    ]);
    expect((await create(["mtn_momo", "UG", "mobile_money", "inbound"])).body.details).toMatchObject([
      { path: "country" },
    ]);
    expect((await create(["mtn_momo", "GH", "mobile_money", "inbound"])).status).toBe(201);
  });

  test("when it is changed into one; what does not touch the route may always be changed", async () => {
    const { config_id } = (await create(["pawapay", "ZM", "mobile_money", "inbound"])).body.data;
    const change = (body: object) =>
      app.request(app.callers.admin, "PATCH", `/payments/provider-configs/pawapay/${config_id}`, body);
    expect((await change({ country: "GB" })).body.details).toMatchObject([{ path: "country" }]);
    expect((await change({ is_active: false, description: "off" })).status).toBe(200);
  });
});

test("a provider that tells what its account may do is believed, and its limits too; while it does not answer its documents count", async () => {
  const pawapay = await startFakePawapay();
  expect(
    (await setUp("pawapay", { base_url: pawapay.url, api_token: TEST_TOKEN, callback_secret: TEST_CALLBACK_SECRET }))
      .status,
  ).toBe(200);
  expect((await create(["pawapay", "UG", "mobile_money", "inbound"])).status).toBe(201);
  const closed = await create(["pawapay", "UG", "mobile_money", "outbound"]);
  expect(closed.body.details).toEqual([
    { path: "country", message: expect.stringContaining("pawaPay makes no payouts by mobile_money in UG") },
  ]);
  expect((await create(["pawapay", "RW", "mobile_money", "inbound"])).status).toBe(400);
  const tooMuch = await create(["pawapay", "ZM", "mobile_money", "inbound"], { min_amount: 20_001 });
  expect(tooMuch.body.details).toEqual([
    { path: "min_amount", message: "pawaPay accepts nothing above 20000 in this corridor" },
  ]);
  await pawapay.close();
  await setUp("pawapay", {
    base_url: "http://127.0.0.1:1",
    api_token: TEST_TOKEN,
    callback_secret: TEST_CALLBACK_SECRET,
  });
  expect((await create(["pawapay", "RW", "mobile_money", "inbound"])).status).toBe(201);
});

const preview = async (provider: string, wish: object) =>
  (
    await app.request(app.callers.admin, "POST", "/payments/route-preview", {
      org_id: app.demo.organizations[0]!.org_id,
      payment_method: "mobile_money",
      direction: "payin",
      amount: 10,
      ...wish,
    })
  ).body.data.candidates.find((one: { provider: string }) => one.provider === provider);

test("a provider that says it is closed, or that an amount is beyond its limits, is left out of the route with the reason; its documents count until it has said so", async () => {
  const pawapay = await startFakePawapay();
  const settings = { api_token: TEST_TOKEN, callback_secret: TEST_CALLBACK_SECRET };
  const inZambia = (amount: number) => preview("pawapay", { country: "ZM", currency: "ZMW", amount });
  // For a corridor that was set up while it was open, or while the provider did not answer.
  await setUp("pawapay", { ...settings, base_url: "http://127.0.0.1:1" });
  for (const route of [
    ["pawapay", "ZM", "mobile_money", "inbound"],
    ["pawapay", "RW", "mobile_money", "inbound"],
  ] as Route[])
    await create(route, { priority: 50 });
  expect(await inZambia(20_001)).toMatchObject({ taken: true });
  await setUp("pawapay", { ...settings, base_url: pawapay.url });
  await expect
    .poll(() => inZambia(20_001))
    .toMatchObject({ taken: false, reason: "the amount is above the maximum of 20000 that the provider names" });
  expect(await inZambia(20_000)).toMatchObject({ taken: true });
  expect(await preview("pawapay", { country: "RW", currency: "RWF" })).toMatchObject({
    taken: false,
    reason: "the provider says that this corridor is closed at present",
  });
  // A reading that cannot be renewed counts for a while. After that the provider's documentation counts.
  await pawapay.close();
  await app.advance(14 * 60_000);
  expect(await inZambia(20_001)).toMatchObject({ taken: false });
  await app.advance(2 * 60_000);
  expect(await inZambia(20_001)).toMatchObject({ taken: true });
});

test("a payment in a currency that the provider does not move there is not sent to it", async () => {
  expect(await preview("mtn_momo", { country: "GH", currency: "GHS" })).toMatchObject({ taken: true });
  expect(await preview("mtn_momo", { country: "GH", currency: "USD" })).toMatchObject({
    taken: false,
    reason: "the provider mtn_momo is not set up here for this corridor and currency",
  });
});

test("a provider that was never certified is put on a route of production only when that is confirmed", async () => {
  const { displayName, corridors } = PAYSTACK;
  const deps = { ...app, corridorsOf: async () => ({ displayName, corridors, needsConfirmation: true }) };
  const wish = { provider: "paystack", country: "KE", payment_method: "mobile_money", direction: "inbound" } as const;
  const creating = (more: object = {}) => createConfig(deps, { ...wish, ...more }, { type: "system", id: "test" });
  await expect(creating()).rejects.toMatchObject({ details: [{ path: "confirm_uncertified" }] });
  const { configId } = await creating({ confirm_uncertified: true });
  await changeConfig(deps, configId, { max_amount: 1_000 }, { type: "system", id: "test" });
});
