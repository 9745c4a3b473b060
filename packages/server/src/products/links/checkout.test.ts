import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import {
  bankForm,
  cardForm,
  createLink,
  mobileMoneyForm,
  pay,
  paymentsOf,
  readLink,
  see,
} from "./checkout.fixtures.ts";

/** A customer's browser that knows only the link: from the first read of the page to the paid link. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const DELAY_MS = 1_000;
const act = (token: string, body: Record<string, unknown>) =>
  app.request(null, "POST", `/checkout/payments/${token}/action`, body);
const view = async (linkRef: string) => (await app.request(null, "GET", `/checkout/links/${linkRef}`)).body.data;

describe("reading a link", () => {
  test("shows what is to be paid, to whom, and every way to pay it", async () => {
    const link = await createLink(app, { email: "ama@example.com" });
    const answer = await app.request(null, "GET", `/checkout/links/${link.link_ref}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.body.data).toMatchObject({
      link_ref: link.link_ref,
      organization: { name: "Lagos Fresh Foods" },
      test: true,
      status: "active",
      amount_type: "fixed",
      amount: 150.25,
      currency: "GHS",
      payer_currency: "GHS",
      payer_amount: 150.25,
      quote: null,
      description: "Invoice 7",
      email: "ama@example.com",
      expires_at: null,
      paid_at: null,
      country: "NG",
    });
    const ghana = answer.body.data.countries.find((offer: { country: string }) => offer.country === "GH");
    expect(ghana.methods).toEqual(["mobile_money", "card", "bank_transfer"]);
    expect(ghana.networks).toContainEqual({ name: "MTN", code: "MTN_GH", currency: "GHS" });
  });

  test("offers mobile money and bank transfers only where the payer's currency is used, and cards everywhere", async () => {
    const { countries } = await view((await createLink(app)).link_ref);
    const kenya = countries.find((offer: { country: string }) => offer.country === "KE");
    expect(kenya).toEqual({ country: "KE", methods: ["card"], networks: [] });
  });

  test("offers nothing above a route's limit, and follows a change of the routes", async () => {
    const link = await createLink(app, { amount: 90_000_000, currency: "KES" });
    const kenya = async () =>
      (await view(link.link_ref)).countries.find((offer: { country: string }) => offer.country === "KE")?.methods;
    expect(await kenya()).toEqual(["mobile_money", "card", "bank_transfer"]);
    const configs = (
      await app.request(
        app.callers.admin,
        "GET",
        "/payments/provider-configs?country=KE&payment_method=mobile_money&direction=inbound&limit=100",
      )
    ).body.data;
    for (const config of configs)
      expect(
        (
          await app.request(
            app.callers.admin,
            "PATCH",
            `/payments/provider-configs/${config.provider}/${config.config_id}`,
            { max_amount: 1000 },
          )
        ).status,
      ).toBe(200);
    expect(await kenya()).toEqual(["card", "bank_transfer"]);
    const refused = await pay(
      app,
      link,
      mobileMoneyForm("4567", {
        country: "KE",
        mobile_money_details: { provider: "M-PESA", phone_number: "+254712345678" },
      }),
    );
    expect([refused.status, refused.body.code]).toEqual([422, "ROUTING_CONFIG_NOT_FOUND"]);
  });

  test("tells nothing of the organization's inside", async () => {
    const link = await createLink(app);
    const { text } = await app.request(null, "GET", `/checkout/links/${link.link_ref}`);
    for (const secret of [link.link_id, link.org_id, link.created_by, "fiat", "hybrid"])
      expect(text).not.toContain(secret);
  });

  test("an unknown reference is a 404, and one that cannot be paid says why and offers nothing", async () => {
    expect((await app.request(null, "GET", `/checkout/links/${"A".repeat(24)}`)).status).toBe(404);
    const link = await createLink(app, { expires_at: new Date(app.clock.now().getTime() + 60_000).toISOString() });
    await app.advance(60_000);
    expect(await view(link.link_ref)).toMatchObject({ status: "expired", countries: [] });
    const late = await pay(app, link, mobileMoneyForm());
    expect([late.status, late.body.code]).toEqual([409, "LINK_NOT_PAYABLE"]);
    const disabled = await createLink(app);
    await app.request(app.callers.orgAdmin, "DELETE", `/orgs/${disabled.org_id}/payment-links/${disabled.link_id}`);
    expect(await view(disabled.link_ref)).toMatchObject({ status: "disabled", countries: [] });
    expect((await pay(app, disabled, mobileMoneyForm())).body.code).toBe("LINK_NOT_PAYABLE");
  });

  test("the links of an organization that lost the feature collect nothing", async () => {
    const link = await createLink(app);
    const path = `/organizations/${link.org_id}`;
    const { features } = (await app.request(app.callers.admin, "GET", path)).body.data;
    await app.request(app.callers.admin, "PATCH", path, {
      features: features.filter((feature: string) => feature !== "payment_links"),
    });
    expect((await view(link.link_ref)).status).toBe("disabled");
    expect((await pay(app, link, mobileMoneyForm())).body.code).toBe("LINK_NOT_PAYABLE");
    await app.request(app.callers.admin, "PATCH", path, { features });
    expect((await view(link.link_ref)).status).toBe("active");
  });
});

test("a payer's contact makes or finds the organization's customer, whose erasure reaches payment, answers and events", async () => {
  const link = await createLink(app, {
    custom_fields: [{ key: "note", label: "A note" }],
    amount: null,
    amount_type: "open",
    currency: "GHS",
  });
  const payAs = async (payer_details: object) => {
    const answer = await pay(
      app,
      link,
      mobileMoneyForm("4567", { amount: 12, payer_details, custom_fields: { note: "for Esi Quartey" } }),
    );
    expect(answer.status).toBe(201);
  };
  const findBy = async (query: string) =>
    (await app.request(app.callers.apiKey, "GET", `/customers?status=active&${query}`)).body.data;
  await payAs({ name: "Esi Quartey", email: "Esi.Quartey@example.com" });
  await payAs({ name: "E. Q.", email: "esi.quartey@example.com" });
  await payAs({ name: "Kojo Mills" });
  await payAs({ name: "Kojo Mills" });
  const [esi, ...others] = await findBy("email=esi.quartey@example.com");
  expect([esi, others]).toEqual([
    expect.objectContaining({ name: "Esi Quartey", phone: "+233241234567", country: "GH" }),
    [],
  ]);
  // Without an e-mail address the phone number decides: the newest customer with it, who is Esi.
  expect(await findBy("phone=%2B233241234567")).toHaveLength(1);
  await app.advance(DELAY_MS);
  await app.followed();
  const payments = (await app.request(app.callers.apiKey, "GET", `/transactions?customer_id=${esi.customer_id}`)).body
    .data;
  expect(payments.map((one: { status: string }) => one.status)).toEqual([
    "completed",
    "completed",
    "completed",
    "completed",
  ]);

  expect((await app.request(app.callers.orgAdmin, "DELETE", `/customers/${esi.customer_id}`)).status).toBe(204);
  await app.run("customer-erasure");
  for (const table of ["customers", "payments", "events", "audit_log"])
    expect([table, await app.db.query(`SELECT FROM ${table} AS t WHERE t::text ~* 'quartey'`)]).toEqual([table, []]);
  await payAs({ name: "Esi Quartey", email: "esi.quartey@example.com" });
  expect((await findBy("email=esi.quartey@example.com"))[0].customer_id).not.toBe(esi.customer_id);
});

test("two first payments of one e-mail address at the same moment have one customer", async () => {
  const link = await createLink(app, { amount: null, amount_type: "open", currency: "GHS" });
  const payer_details = { name: "Yaw Darko", email: "yaw.darko@example.com" };
  const payments = await app.db.transaction(async (tx) => {
    // Nobody can write a customer until both payers have looked for theirs.
    await tx.query("LOCK TABLE customers IN SHARE MODE");
    const both = [1, 2].map(() => pay(app, link, mobileMoneyForm("4567", { amount: 12, payer_details })));
    const waiting =
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await tx.query<{ n: number }>(waiting))[0]!.n).toBe(2);
    return both;
  });
  expect((await Promise.all(payments)).map(({ status }) => status)).toEqual([201, 201]);
  expect(
    (await app.request(app.callers.apiKey, "GET", "/customers?email=yaw.darko@example.com")).body.data,
  ).toHaveLength(1);
});

describe("paying", () => {
  test("by mobile money: the payer is told to approve on the phone, completed by callback, the link paid once and told once", async () => {
    const link = await createLink(app, { return_url: "https://shop.example/thanks?cart=9" });
    const started = await pay(app, link, mobileMoneyForm());
    expect(started.status).toBe(201);
    expect(started.body.data).toMatchObject({
      organization: { name: "Lagos Fresh Foods" },
      test: true,
      link_ref: link.link_ref,
      status: "pending",
      amount: 150.25,
      currency: "GHS",
      description: "Invoice 7",
      payment_method: "mobile_money",
      next_action: "wait",
      mobile_money: { network: "MTN", phone_hint: "•••• 4567", prompt_code: "*170*6*3*1#" },
      card: null,
      otp: null,
      provider_text: null,
      return_url: expect.stringMatching(/thanks\?cart=9&reference=[^&]+$/),
    });
    await app.advance(DELAY_MS);
    const done = await see(app, started.body.data.checkout_token);
    expect(done).toMatchObject({ status: "completed", next_action: null, mobile_money: null, link_ref: null });
    expect(done.return_url).toBe(`https://shop.example/thanks?cart=9&status=completed&reference=${done.reference}`);
    const [payment] = await paymentsOf(app, link);
    expect(await readLink(app, link.link_id)).toMatchObject({
      status: "paid",
      paid_at: app.clock.now().toISOString(),
      payment_id: payment!.payment_id,
      payments_count: 1,
      paid_total: 150.25,
    });
    const events = await app.db.query<{ types: string[]; data: string }>(
      `SELECT types, payload AS data FROM events WHERE resource_id = $1 AND sequence = 1`,
      [link.link_id],
    );
    expect(events).toHaveLength(1);
    expect({ types: events[0]!.types, data: JSON.parse(events[0]!.data) }).toMatchObject({
      types: ["payment_link.paid"],
      data: {
        link_id: link.link_id,
        status: "paid",
        previous_status: "active",
        payment_id: payment!.payment_id,
      },
    });
    const record = (await app.request(app.callers.orgAdmin, "GET", `/payments/${payment!.payment_id}`)).body.data;
    expect(record).toMatchObject({
      user_id: app.callers.orgAdmin.userId,
      user_metadata: { origin: { type: "payment_link", id: link.link_id } },
    });
    expect((await pay(app, link, mobileMoneyForm())).body.code).toBe("LINK_NOT_PAYABLE");
    expect(
      (
        await app.request(app.callers.orgAdmin, "PATCH", `/orgs/${link.org_id}/payment-links/${link.link_id}`, {
          amount: 1,
        })
      ).status,
    ).toBe(409);
    expect(
      (await app.request(app.callers.orgAdmin, "DELETE", `/orgs/${link.org_id}/payment-links/${link.link_id}`)).status,
    ).toBe(409);
  });

  test("with a one-time password: wrong codes are counted, the right one goes on", async () => {
    const link = await createLink(app);
    const { checkout_token, ...waiting } = (await pay(app, link, mobileMoneyForm("0001"))).body.data;
    expect(waiting).toMatchObject({
      status: "pending",
      next_action: "collect_otp",
      otp: { phone_hint: "•••• 0001", attempts_left: 3 },
    });
    const wrong = await act(checkout_token, { action: "submit_otp", otp: "000000" });
    expect([wrong.status, wrong.body.code]).toEqual([400, "INVALID_OTP"]);
    expect((await see(app, checkout_token)).otp.attempts_left).toBe(2);
    expect((await act(checkout_token, { action: "resend_otp" })).status).toBe(200);
    for (const nothing of [{}, { otp: " " }])
      expect((await act(checkout_token, { action: "submit_otp", ...nothing })).status).toBe(400);
    expect((await act(checkout_token, { action: "submit_otp", otp: "123456" })).body.data).toMatchObject({
      status: "processing",
      otp: null,
      provider_text: null,
    });
    await app.advance(DELAY_MS);
    expect((await see(app, checkout_token)).status).toBe("completed");
    expect((await readLink(app, link.link_id)).status).toBe("paid");
    const late = await act(checkout_token, { action: "submit_otp", otp: "123456" });
    expect([late.status, late.body.code]).toEqual([409, "INVALID_STATE"]);
  });

  test("three wrong codes fail the payment with a reason for the payer, and free the link", async () => {
    const link = await createLink(app);
    const { checkout_token } = (await pay(app, link, mobileMoneyForm("0001"))).body.data;
    for (let i = 0; i < 3; i++) await act(checkout_token, { action: "submit_otp", otp: "999999" });
    expect(await see(app, checkout_token)).toMatchObject({
      status: "failed",
      failure_reason: "The one-time password was wrong too often",
      link_ref: link.link_ref,
    });
    expect((await pay(app, link, mobileMoneyForm())).status).toBe(201);
  });

  test("by card with a redirect: back through our return endpoint to our own page, then to the merchant's", async () => {
    const link = await createLink(app, { return_url: "https://shop.example/thanks" });
    const started = (await pay(app, link, cardForm("0007"))).body.data;
    expect(started).toMatchObject({
      status: "pending",
      next_action: "redirect",
      redirect_url: expect.stringMatching(/^http/),
      card: { brand: "visa", last4: "0007" },
    });
    const approved = await fetch(started.redirect_url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "decision=approve",
    });
    await app.advance(DELAY_MS);
    const back = await fetch(approved.headers.get("location")!, { redirect: "manual" });
    const page = new URL(back.headers.get("location")!);
    expect(page.origin).toBe(app.origin);
    const token = decodeURIComponent(page.pathname.split("/").at(-1)!);
    expect(await see(app, token)).toMatchObject({
      status: "completed",
      return_url: expect.stringMatching(/^https:\/\/shop\.example\/thanks\?status=completed&reference=/),
    });
    expect((await readLink(app, link.link_id)).status).toBe("paid");
  });

  test("card data is kept nowhere", async () => {
    const link = await createLink(app);
    const key = "card form";
    expect((await pay(app, link, cardForm("4242"), { "idempotency-key": key })).status).toBe(201);
    await app.advance(DELAY_MS);
    const tables = await app.db.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema IN ('public', 'cell_0') AND table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables) {
      const [rows] = await app.db.query<{ leaks: number }>(
        `SELECT count(*)::int AS leaks FROM "${name}" t WHERE t::text LIKE '%4242424242424242%'`,
      );
      expect([name, rows!.leaks]).toEqual([name, 0]);
    }
    expect(app.logLines().join("\n")).not.toContain("4242424242424242");
  });

  test("by bank transfer: instructions without asking for an account, what arrived so far, then paid", async () => {
    const link = await createLink(app, { amount: 50_000, currency: "NGN" });
    const { checkout_token, ...started } = (await pay(app, link, bankForm())).body.data;
    expect(started).toMatchObject({
      status: "pending",
      next_action: "bank_transfer",
      bank_transfer: {
        account_number: expect.any(String),
        reference: expect.any(String),
        amount: 50_000,
        currency: "NGN",
        received_amount: null,
      },
    });
    const deposit = async (amount: number) => {
      await fetch(`${app.sandbox.url}/deposits`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ account_number: started.bank_transfer.account_number, amount, currency: "NGN" }),
      });
      await app.advance(DELAY_MS);
    };
    await deposit(20_000);
    expect(await see(app, checkout_token)).toMatchObject({
      status: "pending",
      bank_transfer: { received_amount: 20_000 },
    });
    await deposit(30_000);
    expect((await see(app, checkout_token)).status).toBe("completed");
    expect((await readLink(app, link.link_id)).status).toBe("paid");
  });

  test("a refusal by every provider is a 502 without their names, and the link can be paid another way", async () => {
    const link = await createLink(app);
    const refused = await pay(app, link, mobileMoneyForm("0002"));
    expect([refused.status, refused.body.code]).toEqual([502, "ALL_PROVIDERS_FAILED"]);
    const [payment] = await paymentsOf(app, link);
    for (const secret of ["fiat", "hybrid", "sandbox", payment!.payment_id]) expect(refused.text).not.toContain(secret);
    expect((await pay(app, link, cardForm())).status).toBe(201);
  });

  test("a payment that fails later frees the link, and its page points back to it", async () => {
    const link = await createLink(app);
    const { checkout_token } = (await pay(app, link, mobileMoneyForm("0005"))).body.data;
    await app.advance(DELAY_MS);
    expect(await see(app, checkout_token)).toMatchObject({
      status: "failed",
      failure_reason: "The payer's bank or network did not allow the payment",
      failure_cause: "not_allowed",
      link_ref: link.link_ref,
    });
    expect((await pay(app, link, mobileMoneyForm())).status).toBe(201);
  });

  test("a customer may cancel while nothing has moved, and not afterwards", async () => {
    const link = await createLink(app);
    const { checkout_token } = (await pay(app, link, mobileMoneyForm("0001"))).body.data;
    expect((await act(checkout_token, { action: "cancel" })).body.data).toMatchObject({ status: "canceled" });
    const again = await act(checkout_token, { action: "cancel" });
    expect([again.status, again.body.code]).toEqual([409, "INVALID_STATE"]);
    expect((await pay(app, link, mobileMoneyForm())).status).toBe(201);
  });

  test("an open link: the payer says how much, again and again, and each payment is counted and told", async () => {
    const link = await createLink(app, { amount_type: "open", amount: 20 });
    expect(await view(link.link_ref)).toMatchObject({
      amount_type: "open",
      amount: null,
      payer_amount: null,
      suggested_amount: 20,
    });
    expect((await pay(app, link, mobileMoneyForm())).body.details[0].path).toBe("amount");
    expect((await pay(app, link, mobileMoneyForm("4567", { amount: 1.005 }))).status).toBe(400);
    const answers = await Promise.all(
      [10, 15.5, 4.5].map((amount) => pay(app, link, mobileMoneyForm("4567", { amount }))),
    );
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    await app.advance(DELAY_MS);
    expect(await readLink(app, link.link_id)).toMatchObject({
      status: "active",
      payments_count: 3,
      paid_total: 30,
      paid_at: expect.any(String),
    });
    const events = await app.db.query<{ sequence: number }>(
      `SELECT sequence FROM events WHERE resource_id = $1 AND types = '{payment_link.paid}' ORDER BY sequence`,
      [link.link_id],
    );
    expect(events.map((event) => event.sequence)).toEqual([1, 2, 3]);
  });

  test.each([
    ["no name", mobileMoneyForm("4567", { payer_details: { email: "ama@example.com" } }), "payer_details.name"],
    ["no wallet", mobileMoneyForm("4567", { mobile_money_details: null }), "mobile_money_details"],
    [
      "a network of another country",
      mobileMoneyForm("4567", { mobile_money_details: { provider: "M-PESA", phone_number: "+233241234567" } }),
      "mobile_money_details.provider",
    ],
    ["no card", cardForm("4242", { card_details: null }), "card_details"],
    [
      "a card number that is too short",
      cardForm("4242", { card_details: { card_number: "4242", expiry_month: "12", expiry_year: "2030" } }),
      "card_details.card_number",
    ],
    ["neither e-mail nor phone", cardForm("4242", { payer_details: { name: "Ama" } }), "payer_details"],
    ["an unknown method", cardForm("4242", { payment_method: "crypto" }), "payment_method"],
    ["a country in words", cardForm("4242", { country: "Ghana" }), "country"],
  ])("refuses a form with %s by the field's name, and the link stays free", async (_, form, field) => {
    const link = await createLink(app);
    const answer = await pay(app, link, form);
    expect(answer.status).toBe(400);
    expect(answer.body.details[0].path).toBe(field);
    const [row] = await app.db.query(`SELECT held_by FROM payment_links WHERE link_id = $1`, [link.link_id]);
    expect(row).toEqual({ held_by: null });
  });

  test("a form that is sent twice with its key makes one payment", async () => {
    const link = await createLink(app, { amount_type: "open" });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        pay(app, link, mobileMoneyForm("4567", { amount: 5 }), { "idempotency-key": "form 1" }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.data.checkout_token)).size).toBe(1);
    expect(await paymentsOf(app, link)).toHaveLength(1);
  });
});

describe("a link that asks", () => {
  const FIELDS = [
    { key: "size", label: "Size", required: true, options: ["S", "L"] },
    { key: "note", label: "A note" },
  ];

  test("is paid for as many as the payer wants, and the answers and the number stand in the payment", async () => {
    const link = await createLink(app, {
      max_quantity: 3,
      custom_fields: FIELDS,
      success_message: "Your mangoes come on Monday.",
    });
    expect(await view(link.link_ref)).toMatchObject({
      quantity: 1,
      max_quantity: 3,
      payer_amount: 150.25,
      custom_fields: FIELDS,
    });
    const three = (await app.request(null, "GET", `/checkout/links/${link.link_ref}?quantity=3`)).body.data;
    expect(three).toMatchObject({ quantity: 3, amount: 450.75, payer_amount: 450.75 });
    const answers = { quantity: 3, amount: 450.75, custom_fields: { size: "L" } };
    const stale = await pay(app, link, mobileMoneyForm("4567", { ...answers, amount: 150.25 }));
    expect([stale.status, stale.body.code]).toEqual([400, "AMOUNT_MISMATCH"]);
    const started = await pay(app, link, mobileMoneyForm("4567", answers));
    expect(started.body.data).toMatchObject({ amount: 450.75, description: "3 × Invoice 7", success_message: null });
    await app.advance(DELAY_MS);
    expect(await see(app, started.body.data.checkout_token)).toMatchObject({
      status: "completed",
      success_message: "Your mangoes come on Monday.",
    });
    expect(await readLink(app, link.link_id)).toMatchObject({
      status: "paid",
      amount: 150.25,
      paid_total: 450.75,
      max_quantity: 3,
    });
    const { payment_id: id } = (await paymentsOf(app, link))[0]!;
    expect((await app.request(app.callers.orgAdmin, "GET", `/payments/${id}`)).body.data.user_metadata).toEqual({
      origin: { type: "payment_link", id: link.link_id, quantity: 3, custom_fields: { size: "L" } },
    });
  });

  test("costs in another currency what so many are worth, at the rate that was shown", async () => {
    const link = await createLink(app, { amount: 1.01, currency: "EUR", payer_currency: "GHS", max_quantity: 7 });
    const { quote, payer_amount: amount } = (
      await app.request(null, "GET", `/checkout/links/${link.link_ref}?quantity=7`)
    ).body.data;
    const started = await pay(app, link, mobileMoneyForm("4567", { quantity: 7, amount, quote_id: quote.quote_id }));
    expect(started.body.data.amount).toBe(amount);
    await app.wait(DELAY_MS);
    expect((await readLink(app, link.link_id)).paid_total).toBe(7.07);
  });

  test.each([
    ["more than may be bought", { quantity: 4, custom_fields: { size: "L" } }, "quantity"],
    ["none", { quantity: 0, custom_fields: { size: "L" } }, "quantity"],
    ["no answer where one is required", { custom_fields: {} }, "custom_fields.size"],
    ["a choice that is not offered", { custom_fields: { size: "M" } }, "custom_fields.size"],
    ["a card number as an answer", { custom_fields: { size: "L", note: "4242 4242 4242 4242" } }, "custom_fields.note"],
  ])("refuses %s by the field's name", async (_, change, field) => {
    const link = await createLink(app, { max_quantity: 3, custom_fields: FIELDS });
    const refused = await pay(app, link, mobileMoneyForm("4567", change));
    expect([refused.status, refused.body.details.map(({ path }: { path: string }) => path)]).toEqual([400, [field]]);
    expect(await paymentsOf(app, link)).toEqual([]);
  });

  test.each([
    ["several of an open link", { amount: null, max_quantity: 2 }, "max_quantity"],
    ["more than an amount can be", { amount: 99_999_999_999_999, max_quantity: 100 }, "max_quantity"],
    ["one key twice", { custom_fields: [FIELDS[1], FIELDS[1]] }, "custom_fields.1.key"],
  ])("cannot be made with %s", async (_, fields, field) => {
    const { orgId } = app.callers.orgAdmin;
    const refused = await app.request(app.callers.orgAdmin, "POST", `/orgs/${orgId}/payment-links`, {
      amount: 5,
      currency: "GHS",
      ...fields,
    });
    expect([refused.status, refused.body.details[0].path]).toEqual([400, field]);
  });

  test("asks something else after a change, and nothing after null", async () => {
    const link = await createLink(app, { max_quantity: 3, custom_fields: FIELDS, success_message: "Thanks" });
    const path = `/orgs/${link.org_id}/payment-links/${link.link_id}`;
    const change = async (body: object) => (await app.request(app.callers.orgAdmin, "PATCH", path, body)).body.data;
    expect(await change({ max_quantity: 2, custom_fields: [FIELDS[1]] })).toMatchObject({
      max_quantity: 2,
      success_message: "Thanks",
    });
    const emptied = await change({ max_quantity: null, custom_fields: null, success_message: null });
    expect(["max_quantity", "custom_fields", "success_message"].filter((field) => field in emptied)).toEqual([]);
  });
});

test("a fixed link is never charged at another amount than the payer was shown", async () => {
  const link = await createLink(app, { amount: 150.25, currency: "GHS" });
  const { payer_amount } = await view(link.link_ref);
  await app.request(app.callers.orgAdmin, "PATCH", `/orgs/${link.org_id}/payment-links/${link.link_id}`, {
    amount: 5000,
  });
  const refused = await pay(app, link, cardForm("4242", { amount: payer_amount }));
  expect([refused.status, refused.body.code, refused.body.details]).toEqual([
    400,
    "AMOUNT_MISMATCH",
    [{ path: "amount", message: "is not what this link costs now; read the link again" }],
  ]);
  expect(await paymentsOf(app, link)).toEqual([]);
  expect(
    (await pay(app, link, cardForm("4242", { amount: (await view(link.link_ref)).payer_amount }))).body.data,
  ).toMatchObject({ amount: 5000 });
});

describe("in another currency", () => {
  test("the organization gets exactly its amount, the payer pays what was shown, at a rate that is locked and shared", async () => {
    const link = await createLink(app, { amount: 100, currency: "USD", payer_currency: "GHS" });
    const shown = await view(link.link_ref);
    expect(shown).toMatchObject({
      amount: 100,
      currency: "USD",
      payer_currency: "GHS",
      payer_amount: 1240,
      quote: { quote_id: expect.any(String), expires_at: expect.any(String) },
    });
    expect((await view(link.link_ref)).quote.quote_id).toBe(shown.quote.quote_id);
    await app.request(app.callers.admin, "PUT", "/organizations/admin/rates", {
      rates: [{ currency: "GHS", per_usd: 13 }],
    });
    const started = (await pay(app, link, mobileMoneyForm("4567", { quote_id: shown.quote.quote_id }))).body.data;
    expect(started).toMatchObject({ amount: 1240, currency: "GHS" });
    await app.wait(DELAY_MS);
    const [payment] = await paymentsOf(app, link);
    const record = (await app.request(app.callers.orgAdmin, "GET", `/payments/${payment!.payment_id}`)).body.data;
    expect(record).toMatchObject({
      status: "completed",
      amount: 1240,
      currency: "GHS",
      target_amount: 100,
      target_currency: "USD",
    });
    expect(await readLink(app, link.link_id)).toMatchObject({ status: "paid", paid_total: 100 });
  });

  test("a quote that has run out, or belongs to another pair, is refused; without one the present price counts", async () => {
    const link = await createLink(app, { amount: 10, currency: "USD", payer_currency: "KES" });
    const other = await view((await createLink(app, { amount: 10, currency: "USD", payer_currency: "UGX" })).link_ref);
    const form = cardForm("4242", { country: "KE" });
    expect((await pay(app, link, { ...form, quote_id: other.quote.quote_id })).body.code).toBe("RATE_MISMATCH");
    const { quote } = await view(link.link_ref);
    await app.advance(16 * 60_000);
    expect((await pay(app, link, { ...form, quote_id: quote.quote_id })).body.code).toBe("RATE_MISMATCH");
    expect((await view(link.link_ref)).quote.quote_id).not.toBe(quote.quote_id);
    expect((await pay(app, link, form)).body.data).toMatchObject({ amount: 1292, currency: "KES" });
  });

  test("payers who were shown one quote each pay at a lock of their own, as long as the price is the same", async () => {
    const link = await createLink(app, { amount_type: "open", amount: null, currency: "USD", payer_currency: "KES" });
    const { quote } = await view(link.link_ref);
    const payShown = () => pay(app, link, cardForm("4242", { country: "KE", amount: 646, quote_id: quote.quote_id }));
    expect([(await payShown()).status, (await payShown()).status]).toEqual([201, 201]);
    const locks = (await paymentsOf(app, link)).map(({ org_rate_id }) => org_rate_id);
    expect(new Set(locks).size).toBe(2);
    expect(locks).toContain(quote.quote_id);
    expect((await view(link.link_ref)).quote.quote_id).not.toBe(quote.quote_id);
    await app.request(app.callers.admin, "PUT", "/organizations/admin/rates", {
      rates: [{ currency: "KES", per_usd: 130 }],
    });
    expect((await payShown()).body).toMatchObject({ code: "RATE_MISMATCH", details: [{ path: "quote_id" }] });
    await app.request(app.callers.admin, "PUT", "/organizations/admin/rates", {
      rates: [{ currency: "KES", per_usd: 129.2 }],
    });
  });

  test("an open link converts what the payer gives", async () => {
    const link = await createLink(app, { amount_type: "open", amount: null, currency: "USD", payer_currency: "KES" });
    expect((await pay(app, link, cardForm("4242", { country: "KE", amount: 646 }))).status).toBe(201);
    await app.wait(DELAY_MS);
    expect(await readLink(app, link.link_id)).toMatchObject({ payments_count: 1, paid_total: 5, currency: "USD" });
  });
});

describe("the hosted page of a payment made through the API", () => {
  test("is given to the payment's organization and to platform admins, and leads to its return_url", async () => {
    const initiated = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", {
      amount: 20,
      target_amount: 20,
      currency: "GHS",
      target_currency: "GHS",
      country: "GH",
      payment_method: "mobile_money",
      direction: "payin",
      client_reference: "order 7",
      payer_details: { name: "Ama Owusu", phone: "+233241230001" },
      mobile_money_details: { provider: "MTN", phone_number: "+233241230001" },
      return_url: "https://shop.example/done",
    });
    const { payment_id } = initiated.body.response;
    expect((await app.request(app.callers.otherApiKey, "POST", `/payments/${payment_id}/checkout`)).status).toBe(404);
    expect((await app.request(null, "POST", `/payments/${payment_id}/checkout`)).status).toBe(401);
    const created = await app.request(app.callers.apiKey, "POST", `/payments/${payment_id}/checkout`);
    expect(created.status).toBe(201);
    expect((await app.request(app.callers.admin, "POST", `/payments/${payment_id}/checkout`)).status).toBe(201);
    const { checkout_token, checkout_url } = created.body.data;
    expect(checkout_url).toBe(`${app.origin}/checkout/${checkout_token}`);
    expect(await see(app, checkout_token)).toMatchObject({
      status: "pending",
      next_action: "collect_otp",
      link_ref: null,
      reference: "order 7",
    });
    await act(checkout_token, { action: "submit_otp", otp: "123456" });
    await app.advance(DELAY_MS);
    expect((await see(app, checkout_token)).return_url).toBe(
      "https://shop.example/done?status=completed&reference=order+7",
    );
  });
});

describe("tokens and limits", () => {
  test("a token tells nothing, and one that was changed, cut or made up opens nothing", async () => {
    const link = await createLink(app);
    const { checkout_token } = (await pay(app, link, mobileMoneyForm())).body.data;
    const [payment] = await paymentsOf(app, link);
    const clear = Buffer.from(checkout_token.split(".").at(-1)!, "base64url").toString("latin1");
    expect(checkout_token + clear).not.toContain(payment!.payment_id);
    // Not the last character, because some of its bits may be unused.
    const flipped =
      checkout_token.slice(0, -10) + (checkout_token.at(-10) === "A" ? "B" : "A") + checkout_token.slice(-9);
    for (const token of [flipped, checkout_token.slice(0, 60), payment!.payment_id, "v1.00000000.AAAA", "x"]) {
      expect((await app.request(null, "GET", `/checkout/payments/${token}`)).status).toBe(404);
      expect((await act(token, { action: "cancel" })).status).toBe(404);
    }
  });

  test("one address that pays a link too often is slowed down", async () => {
    const link = await createLink(app);
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) statuses.push((await pay(app, link, mobileMoneyForm("0002"))).status);
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 502));
    expect(statuses[30]).toBe(429);
    await app.advance(60_000);
    expect((await pay(app, link, mobileMoneyForm("0002"))).status).toBe(502);
  });

  test("is over thirty days after the payment", async () => {
    const { checkout_token } = (await pay(app, await createLink(app), mobileMoneyForm())).body.data;
    await app.advance(DELAY_MS);
    expect((await see(app, checkout_token)).status).toBe("completed");
    app.clock.advance(31 * 24 * 60 * 60_000);
    expect(await see(app, checkout_token)).toBe(404);
  });
});
