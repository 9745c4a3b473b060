import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { createLink, pay as payLink, paymentsOf, see } from "@corridor/server/products/links/checkout.fixtures.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { bankPayout, cardPayin } from "@corridor/test/harness/payments.ts";
import type { RawCallback } from "@corridor/provider-kit/provider.ts";
import { type AdyenServer, settingsAt, standardWebhook, startAdyen } from "./adyen.fixtures.ts";

/**
 * Payments through the whole product, with a simulated Adyen that follows its documentation: the first provider for
 * Britain, before the sandbox.
 */
let app: TestApp;
let adyen: AdyenServer;
beforeAll(async () => {
  app = await startTestApp();
  adyen = await startAdyen();
  expect(
    (await app.request(app.callers.admin, "PUT", "/payments/providers/adyen/settings", settingsAt(adyen.url))).status,
  ).toBe(200);
  for (const way of [
    { payment_method: "card", direction: "inbound" },
    { payment_method: "bank_transfer", direction: "outbound" },
  ])
    expect(
      (
        await app.request(app.callers.admin, "POST", "/payments/provider-configs", {
          provider: "adyen",
          country: "GB",
          priority: 0,
          ...way,
        })
      ).status,
    ).toBe(201);
});
afterAll(async () => {
  await app.close();
  await adyen.close();
});

const HOUR_MS = 3_600_000;
type Named = { payment_id: string };
const card = (ending: string) => ({
  card_number: `421234567890${ending}`,
  expiry_month: "12",
  expiry_year: "2030",
  cvv: "739",
  card_holder_name: "Ama Owusu",
});
const pay = async (ending: string) =>
  (
    await app.request(
      app.callers.apiKey,
      "POST",
      "/payments-init/initiate",
      cardPayin("4242", { return_url: "https://shop.example/thanks", card_details: card(ending) }),
    )
  ).body.response;
const read = async ({ transaction_id }: { transaction_id: string }) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${transaction_id}`)).body;
const tell = async ({ headers, rawBody }: RawCallback) =>
  app.request(null, "POST", "/callbacks/adyen", rawBody.toString(), headers as Record<string, string>);
const comeBack = async ({ payment_id }: Named, redirectResult: string) =>
  (
    await app.request(
      null,
      "GET",
      `/returns/${app.callers.apiKey.orgId}/${payment_id}?redirectResult=${encodeURIComponent(redirectResult)}`,
    )
  ).headers.get("location");
const items = async ({ payment_id }: Named) =>
  (
    await app.db.query<{ kind: string }>("SELECT kind FROM reconciliation_items WHERE payment_id = $1", [payment_id])
  ).map(({ kind }) => kind);
const authorisation = (payment: Named, success = "true") => {
  const { id, amount } = adyen.find(payment.payment_id);
  return standardWebhook([
    { eventCode: "AUTHORISATION", merchantReference: payment.payment_id, pspReference: id, amount, success },
  ]);
};

describe("who pays, from where and with what", () => {
  const address = { line1: "17 Threadneedle Street", city: "London", postal_code: "EC2R 8AH", country: "GB" };
  const screen = {
    color_depth: 24,
    screen_height: 1080,
    screen_width: 1920,
    time_zone_offset: 0,
    java_enabled: false,
    language: "en-GB",
  };
  const sentFor = (reference: string) => adyen.find(reference).body;

  test("reaches Adyen and nobody else; without it there is no browser, and what is malformed is left out", async () => {
    const device = {
      ...screen,
      ip_address: "203.0.113.77",
      user_agent: "Firefox-of-Ama/1",
      accept_header: "text/html",
    };
    const payBy = async (more: object) => {
      const payer_details = { name: "Ama Owusu", email: "ama@example.com", ...more };
      const body = cardPayin("4242", { card_details: card("1234"), payer_details });
      const answer = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body);
      return sentFor(answer.body.response.payment_id);
    };
    expect(await payBy({ address, device })).toMatchObject({
      shopperIP: "203.0.113.77",
      browserInfo: {
        userAgent: "Firefox-of-Ama/1",
        acceptHeader: "text/html",
        colorDepth: 24,
        timeZoneOffset: 0,
        javaEnabled: false,
      },
      billingAddress: {
        street: "Threadneedle Street",
        houseNumberOrName: "17",
        city: "London",
        postalCode: "EC2R 8AH",
        country: "GB",
      },
    });
    for (const more of [
      {},
      { address: "London", device: "a phone" },
      { address: { city: "London" }, device: { user_agent: "Firefox" } },
    ])
      for (const field of ["browserInfo", "shopperIP", "billingAddress"])
        expect(await payBy(more)).not.toHaveProperty(field);
    const tables = await app.db.query(
      `SELECT p.*, (SELECT json_agg(e) FROM events e) AS events, (SELECT json_agg(a) FROM audit_log a) AS audit
        FROM payments p`,
    );
    const kept = `${app.logLines().join("\n")}${JSON.stringify(tables)}`;
    for (const secret of ["203.0.113.77", "Firefox-of-Ama", "Threadneedle"]) expect(kept).not.toContain(secret);
  });

  test("is known to the hosted checkout, whose form cannot claim another", async () => {
    const link = await createLink(app, { amount: 20, currency: "GBP" });
    const payer_details = {
      name: "Ama Owusu",
      email: "ama@example.com",
      device: { ...screen, ip_address: "198.51.100.1", user_agent: "forged" },
    };
    const form = { payment_method: "card", country: "GB", payer_details, card_details: card("1234") };
    expect(
      (await payLink(app, link, form, { "user-agent": "Firefox-of-Efua/2", accept: "application/json" })).status,
    ).toBe(201);
    const [payment] = await paymentsOf(app, link);
    const sent = sentFor(payment!.payment_id);
    expect(sent).toMatchObject({
      shopperIP: "127.0.0.1",
      browserInfo: { userAgent: "Firefox-of-Efua/2", language: "en-GB" },
    });
    expect(JSON.stringify(sent)).not.toMatch(/forged|198\.51/);
  });
});

describe("a payment on Adyen's page", () => {
  const setTo = (settings: object) =>
    app.request(app.callers.admin, "PUT", "/payments/providers/adyen/settings", settings);
  beforeAll(async () => {
    const { direct_card_charges: _, ...ordinary } = settingsAt(adyen.url);
    expect((await setTo(ordinary)).status).toBe(200);
  });
  afterAll(() => setTo(settingsAt(adyen.url)));

  // The items are the examples of Adyen's schema of webhooks (version 1).
  test("outlives every try that ends; only the page's own end ends it, and what ends the try that paid goes to a person", async () => {
    const payment = await pay("1234");
    const amount = adyen.links.get((await read(payment)).provider_payment_id)!["amount"];
    const merchantReference: string = payment.payment_id;
    const endOf = (pspReference: string) => [
      { eventCode: "OFFER_CLOSED", pspReference },
      { eventCode: "CANCELLATION", pspReference: "QFQTPCQ8HXSKGK82", originalReference: pspReference },
      { eventCode: "TECHNICAL_CANCEL", pspReference: "8515208516304269", originalReference: pspReference },
      { eventCode: "EXPIRE", pspReference },
      { eventCode: "AUTHORISATION", pspReference, success: "false" },
    ];
    for (const item of endOf("9913140798220028"))
      await tell(standardWebhook([{ ...item, merchantReference, amount }], { reason: "" }));
    expect(await read(payment)).toMatchObject({ status: "pending", next_action: "redirect" });

    const paid = { eventCode: "AUTHORISATION", pspReference: "8313547924770610", merchantReference, amount };
    await tell(standardWebhook([paid]));
    expect(await read(payment)).toMatchObject({ status: "completed", provider_payment_id: "8313547924770610" });
    const late = { merchantReference, amount: { ...amount, value: amount.value - 1 } };
    await tell(standardWebhook([{ ...endOf("9913140798220028")[0]!, ...late }]));
    expect(await items(payment)).toEqual([]);
    await tell(standardWebhook([{ ...endOf("8313547924770610")[1]!, ...late }]));
    expect(await items(payment)).toEqual(["contradicts_final_status"]);

    const left = await pay("1234");
    adyen.links.get((await read(left)).provider_payment_id)!["status"] = "expired";
    await app.advance(HOUR_MS / 6);
    await app.run("payment-checks");
    expect(await read(left)).toMatchObject({ status: "failed" });
  });
});

describe("a card payment", () => {
  test("that is charged back has its money held, and back when that is reversed; a refund on Adyen's own pages is booked once", async () => {
    const payment = await pay("1234");
    await comeBack(payment, `${payment.payment_id}!Authorised`);
    const { id, amount } = adyen.find(payment.payment_id);
    const say = (eventCode: string, change: object = {}) =>
      tell(
        standardWebhook([
          {
            eventCode,
            merchantReference: payment.payment_id,
            pspReference: "DISPUTE1",
            originalReference: id,
            amount,
            ...change,
          },
        ]),
      );
    const shown = async () =>
      (await app.request(app.callers.apiKey, "GET", `/disputes?payment_id=${payment.payment_id}`)).body.data;
    for (const eventCode of ["NOTIFICATION_OF_CHARGEBACK", "CHARGEBACK"])
      expect((await say(eventCode)).text).toBe("[accepted]");
    expect(await shown()).toMatchObject([
      { status: "needs_response", provider: "adyen", provider_dispute_id: "DISPUTE1" },
    ]);
    await say("CHARGEBACK_REVERSED");
    expect(await shown()).toMatchObject([{ status: "won" }]);
    await say("SECOND_CHARGEBACK");
    expect(await shown()).toMatchObject([{ status: "lost" }]);

    const part = { pspReference: "REFUND1", amount: { ...amount, value: 100 } };
    for (let i = 0; i < 2; i++) await say("REFUND", part);
    const refunds = (await app.request(app.callers.apiKey, "GET", `/payments/${payment.payment_id}/refunds`)).body.data;
    expect(refunds).toMatchObject([{ status: "completed", amount: 1, requested_by: null }]);
    expect((await verifyLedger(app.db)).broken).toBeNull();
  });

  test("that a bank calls fraud is shown to a person once, and nothing of it is held", async () => {
    const payment = await pay("1234");
    await comeBack(payment, `${payment.payment_id}!Authorised`);
    const { id, amount } = adyen.find(payment.payment_id);
    const about = { merchantReference: payment.payment_id, pspReference: "FRAUD1", originalReference: id, amount };
    for (const eventDate of ["2026-01-05T10:00:00+01:00", "2026-01-06T10:00:00+01:00"])
      await tell(standardWebhook([{ eventCode: "NOTIFICATION_OF_FRAUD", ...about }], { eventDate }));
    await app.run("callback-retries");
    expect(await items(payment)).toEqual(["dispute_warning"]);
    expect((await read(payment)).dispute).toBeNull();
  });

  test("goes to 3D Secure and comes back completed; its webhook, told twice, changes nothing; its refund ends by its own", async () => {
    const payment = await pay("1234");
    expect(payment).toMatchObject({
      status: "pending",
      next_action: "redirect",
      redirect_url: expect.stringContaining("https://checkoutshopper"),
    });
    expect(await comeBack(payment, `${payment.payment_id}!Authorised`)).toMatch(
      /^https:\/\/shop\.example\/thanks\?status=completed/,
    );
    for (let i = 0; i < 2; i++)
      expect(await tell(authorisation(payment))).toMatchObject({ status: 200, text: "[accepted]" });
    const { id } = adyen.find(payment.payment_id);
    expect(await read(payment)).toMatchObject({ status: "completed", provider: "adyen", provider_payment_id: id });
    const { body } = await app.request(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, {
      reason: "returned",
    });
    const refundId = body.data.refund_id;
    const refund = {
      eventCode: "REFUND",
      merchantReference: refundId,
      pspReference: adyen.find(refundId).id,
      originalReference: id,
    };
    expect((await tell(standardWebhook([{ ...refund, amount: adyen.find(refundId).amount }]))).status).toBe(200);
    expect(await read(payment)).toMatchObject({ status: "refunded" });
    expect(await items(payment)).toEqual([]);
  });

  test("whose customer comes back while Adyen cannot be reached for a moment is completed all the same", async () => {
    const payment = await pay("1234");
    adyen.lose(1);
    expect(await comeBack(payment, `${payment.payment_id}!Authorised`)).toContain("status=completed");
  });

  test("whose answer was lost is pending until its webhook comes", async () => {
    const payment = await pay("0004");
    expect(payment).toMatchObject({ status: "pending", next_action: "check_status" });
    await tell(authorisation(payment));
    expect(await read(payment)).toMatchObject({
      status: "completed",
      provider_payment_id: adyen.find(payment.payment_id).id,
    });
  });

  test("that waits for 3D Secure is given up when Adyen gives it up, and not before: its page can still be paid on", async () => {
    const link = await createLink(app, { amount: 20, currency: "GBP" });
    const form = {
      payment_method: "card",
      country: "GB",
      payer_details: { name: "Ama Owusu", email: "ama@example.com" },
      card_details: card("1234"),
    };
    const { checkout_token } = (await payLink(app, link, form)).body.data;
    await passHours(12);
    expect(await see(app, checkout_token)).toMatchObject({ status: "pending", next_action: "redirect" });
    expect((await payLink(app, link, form)).body.code).toBe("LINK_BUSY");
    const [payment] = await paymentsOf(app, link);
    await tell(authorisation(payment!));
    expect(await see(app, checkout_token)).toMatchObject({ status: "completed" });

    const abandoned = await pay("1234");
    await passHours(15);
    expect(await read(abandoned)).toMatchObject({ status: "canceled" });
  });

  async function passHours(hours: number): Promise<void> {
    for (let i = 0; i < hours; i++) {
      await app.advance(HOUR_MS);
      await app.run("payment-checks");
    }
  }
});

describe("a payout", () => {
  test("is completed by its webhook, and a person is asked to look when the bank sends it back", async () => {
    const bank_account = { account_number: "12345678", bank_code: "20-00-00", bank_name: "Barclays" };
    const body = bankPayout(app.demo.organizations[0]!.beneficiary_id, "6789", { country: "GB", bank_account });
    const payment = (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body)).body.response;
    expect(payment).toMatchObject({ status: "processing", provider: "adyen" });
    await tell(adyen.transferWebhook(payment.payment_id, "booked"));
    expect(await read(payment)).toMatchObject({ status: "completed" });
    await tell(adyen.transferWebhook(payment.payment_id, "returned"));
    expect(await read(payment)).toMatchObject({ status: "completed" });
    expect(await items(payment)).toEqual(["contradicts_final_status"]);
  });
});

test("the books agree with all of it", async () => {
  expect(await verifyLedger(app.db)).toMatchObject({
    broken: null,
    transactions: expect.toSatisfy((count: number) => count > 0),
  });
});
