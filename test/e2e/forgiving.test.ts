import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bankPayout, cardPayin, mobileMoneyPayin } from "#test/harness/payments.ts";
import { PHRASES } from "@corridor/shared/languages/all.ts";
import { startRampApp, WALLETS } from "./ramps.fixtures.ts";

/** Requests may be written in more than one way. Where a guess could cost money, the answer says what to correct. */
let app: Awaited<ReturnType<typeof startRampApp>>;
beforeAll(async () => {
  app = await startRampApp();
});
afterAll(() => app.close());

const key = () => app.callers.apiKey;
const initiate = (body: unknown) => app.request(key(), "POST", "/payments-init/initiate", body);
const ramp = (body: unknown) => app.request(key(), "POST", "/payments-init/ramp", body);

test.each(["bearer", "BEARER", "Bearer"])("the scheme %s is read in any case", async (scheme) => {
  const { authorization } = app.callers.orgAdmin.headers as { authorization: string };
  const caller = {
    ...app.callers.orgAdmin,
    headers: { authorization: authorization.replace("Bearer", scheme), "x-api-key": "NONE" },
  };
  expect((await app.request(caller, "GET", "/balances")).status).toBe(200);
});

test("a cancelation that worked says success, although the payment it ended did not succeed", async () => {
  const { payment_id } = (await initiate(mobileMoneyPayin("0001"))).body.response;
  const answer = await app.request(key(), "POST", `/payments-init/${payment_id}/action`, { action: "cancel" });
  expect([answer.status, answer.body.response?.success, answer.body.response?.status]).toEqual([200, true, "canceled"]);
});

test("a payment that every provider refused is a 502 that names it in fields of its own", async () => {
  const answer = await initiate(mobileMoneyPayin("0002"));
  expect([answer.status, answer.body.code]).toEqual([502, "ALL_PROVIDERS_FAILED"]);
  const { payment_id, transaction_id } = answer.body;
  const record = (await app.request(key(), "GET", `/payments/${payment_id}`)).body.data;
  expect([record.transaction_id, record.status]).toEqual([transaction_id, "failed"]);
});

describe("a way back", () => {
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  const tokenIn = (page: string): string => new URL(page).pathname.slice("/checkout/".length);

  test("before the end leads to our page, which knows the shop by the reference alone; afterwards with the outcome", async () => {
    const shop = { client_reference: "order 7", return_url: "https://shop.example/thanks?lang=fr" };
    const { payment_id, redirect_url } = (await initiate(cardPayin("0007", shop))).body.response;
    // As the provider's page has it.
    const { checkout_token } = (await app.request(key(), "POST", `/payments/${payment_id}/checkout`)).body.data;
    const path = `/returns/${key().orgId}/${checkout_token}`;
    const open = await app.request(null, "GET", path, undefined, browser);
    const token = tokenIn(open.headers.get("location")!);
    const wayBack = async () => (await app.request(null, "GET", `/checkout/payments/${token}`)).body.data.return_url;
    expect(await wayBack()).toBe("https://shop.example/thanks?lang=fr&reference=order+7");
    // A program, and whoever knows the ids alone, are told as little.
    for (const way of [path, `/returns/${key().orgId}/${payment_id}`])
      expect((await app.request(null, "GET", way)).headers.get("location")).toBe(await wayBack());

    const body = new URLSearchParams({ decision: "decline" });
    await fetch(redirect_url, { method: "POST", body, redirect: "manual" });
    const ended = "https://shop.example/thanks?lang=fr&status=failed&reference=order+7";
    expect((await app.request(null, "GET", path, undefined, browser)).headers.get("location")).toBe(ended);
    expect(await wayBack()).toBe(ended);
  });

  test("may lead into an app, with the outcome in its query", async () => {
    const { payment_id } = (await initiate(cardPayin("4242", { return_url: "myapp://paid?order=7" }))).body.response;
    await app.advance(1_000);
    const answer = await app.request(null, "GET", `/returns/${key().orgId}/${payment_id}`);
    expect(answer.status, answer.text).toBe(303);
    const address = new URL(answer.headers.get("location")!);
    expect([
      address.protocol,
      address.host,
      address.searchParams.get("order"),
      address.searchParams.has("status"),
    ]).toEqual(["myapp:", "paid", "7", true]);
  });

  test("without a return_url is our page for the payer's browser, and for nobody who only knows the ids", async () => {
    const { payment_id, redirect_url } = (await initiate(cardPayin("0007"))).body.response;
    const body = new URLSearchParams({ decision: "approve" });
    const address = (await fetch(redirect_url, { method: "POST", body, redirect: "manual" })).headers.get("location")!;
    expect(address).not.toContain(payment_id);
    const path = address.slice(`${app.origin}/v1`.length);
    const returned = await app.request(null, "GET", path, undefined, browser);
    expect([returned.status, returned.headers.get("cache-control")]).toEqual([303, "no-store"]);
    const token = tokenIn(returned.headers.get("location")!);
    const seen = (await app.request(null, "GET", `/checkout/payments/${token}`)).body.data;
    expect(seen).toMatchObject({ status: "completed", amount: 25.5, return_url: null, receipt_url: null });

    const program = await app.request(null, "GET", path);
    expect([program.status, program.body]).toEqual([200, { status: "completed", payment_id }]);
    const french = { ...browser, "accept-language": "fr" };
    const byIds = await fetch(`${app.origin}/v1/returns/${key().orgId}/${payment_id}`, { headers: french });
    expect([byIds.status, byIds.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const page = await byIds.text();
    expect(page).toContain(PHRASES.fr.success);
    for (const secret of [payment_id, token, "25"]) expect(page).not.toContain(secret);
    const otherOrganization = path.replace(key().orgId!, app.callers.otherApiKey.orgId!);
    for (const changed of [`${path.slice(0, -10)}AAAAAAAAAA`, otherOrganization, `/returns/${key().orgId}/x`])
      expect((await app.request(null, "GET", changed, undefined, browser)).status).toBe(404);
  });

  test.each([
    "javascript://x%0aalert(1)",
    "data://text/html,x",
    "FILE:///etc/passwd",
    "intent://scan/",
    "mailto:a@b.example",
    "//no.scheme",
    "blob://x",
  ])("is never %s", async (return_url) => {
    const answer = await initiate(cardPayin("4242", { return_url }));
    expect([answer.status, answer.body.details?.[0].path]).toEqual([400, "return_url"]);
  });
});

describe("a ramp with every field filled", () => {
  const both = {
    destination: { accountNumber: "0123456784", bankCode: "044", bankName: "Access Bank" },
    wallet_address: WALLETS.TRON,
  };

  test("goes the way whose live rate client_rate is", async () => {
    const [bought, sold] = [await ramp(await app.buying(both)), await ramp(await app.selling(both))];
    expect([bought.body.response?.direction, sold.body.response?.direction]).toEqual(["on_ramp", "off_ramp"]);
  });

  test("is refused when the rate is that of neither way", async () => {
    const answer = await ramp({ ...(await app.buying(both)), client_rate: 2 });
    expect([answer.status, answer.body.code]).toEqual([400, "RATE_MISMATCH"]);
  });

  test("must say its way where the rate is the same either way", async () => {
    const answer = await ramp({
      ...(await app.buying({ ...both, fiat_currency: "USD", fiat_amount: 100, country: "US" })),
      client_rate: 1,
    });
    expect([answer.status, answer.body.details?.[0].path]).toEqual([400, "direction"]);
  });
});

test("a ramp keeps the caller's own reference, and is found by it", async () => {
  const client_reference = "order-of-crypto-77";
  const { payment_id } = (await ramp(await app.buying({ client_reference }))).body.response;
  const found = await app.request(key(), "GET", `/transactions?client_reference=${client_reference}`);
  expect(found.body.data.map((one: { payment_id: string }) => one.payment_id)).toEqual([payment_id]);
});

describe("a filter", () => {
  test.each([
    ["/transactions", "sttaus=completed", "sttaus"],
    ["/events", "types=payment.completed", "types"],
    ["/refunds", "state=failed", "state"],
  ])("of %s that is misspelt is a 400 that names it", async (path, query, name) => {
    const answer = await app.request(key(), "GET", `${path}?${query}`);
    expect([answer.status, answer.body.details?.[0].path]).toEqual([400, name]);
  });

  test("by date is taken in every spelling of the specification", async () => {
    const counts = await Promise.all(
      ["date_from", "dateFrom", "from"].map(
        async (name) => (await app.request(key(), "GET", `/transactions?${name}=2999-01-01`)).body.meta?.count,
      ),
    );
    expect(counts).toEqual([0, 0, 0]);
  });

  test("by page is taken in the usual spellings, and a cursor goes on under any of them", async () => {
    const first = await app.request(key(), "GET", "/transactions?page_size=1");
    expect(first.body.data).toHaveLength(1);
    const next = await app.request(key(), "GET", `/transactions?per_page=1&cursor=${first.body.last_evaluated_key}`);
    expect(next.status, next.text).toBe(200);
    expect(next.body.data[0].payment_id).not.toBe(first.body.data[0].payment_id);
  });
});

describe("an organization that takes a client_reference once", () => {
  const set = (unique_client_reference: boolean) =>
    app.request(app.callers.orgAdmin, "PATCH", `/organizations/${key().orgId}`, {
      settings: { unique_client_reference },
    });
  const payin = (client_reference: string, change = {}) =>
    initiate(mobileMoneyPayin("4567", { client_reference, ...change }));
  beforeAll(async () => expect((await set(true)).body.data?.settings.unique_client_reference).toBe(true));
  afterAll(() => set(false));

  test("refuses a used one with the ids of the payment that used it, whatever became of that payment", async () => {
    const first = await initiate(mobileMoneyPayin("0002", { client_reference: "order-refused" }));
    expect(first.status).toBe(502);
    const again = await payin("order-refused");
    expect([again.status, again.body.code]).toEqual([409, "REFERENCE_USED"]);
    expect([again.body.payment_id, again.body.transaction_id]).toEqual([
      first.body.payment_id,
      first.body.transaction_id,
    ]);
  });

  test("knows the references of before the setting, and of ramps", async () => {
    await set(false);
    const before = (await payin("order-of-before")).body.response;
    expect((await payin("order-of-before")).status).toBe(200);
    await set(true);
    expect((await payin("order-of-before")).body.payment_id).toBe(before.payment_id);
    expect((await ramp(await app.buying({ client_reference: "order-of-before" }))).body.code).toBe("REFERENCE_USED");
  });

  test("takes one of many that come at once, and not the reference of a payment that was never made", async () => {
    const [rich, broke] = [
      bankPayout(app.demo.organizations[0]!.beneficiary_id),
      { amount: 9_000_000_000_000, target_amount: 9_000_000_000_000 },
    ];
    const answers = await Promise.all([
      initiate({ ...rich, ...broke, client_reference: "order-at-once" }),
      ...Array.from({ length: 7 }, () => payin("order-at-once")),
      initiate({ ...rich, ...broke, client_reference: "order-never-made" }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 8 }, () => 409)]);
    const [made] = answers.filter(({ status }) => status === 200);
    const used = answers.filter(({ body }) => body.code === "REFERENCE_USED");
    expect(new Set(used.map(({ body }) => body.payment_id))).toEqual(new Set([made!.body.response.payment_id]));
    expect((await payin("order-never-made")).status).toBe(200);
  });

  test("answers a repeated request with its own payment, and lets other organizations use the reference", async () => {
    const headers = { "Idempotency-Key": "order-repeated" };
    const body = mobileMoneyPayin("4567", { client_reference: "order-repeated" });
    const [first, again] = [
      await app.request(key(), "POST", "/payments-init/initiate", body, headers),
      await app.request(key(), "POST", "/payments-init/initiate", body, headers),
    ];
    expect([first.status, again.body.response?.payment_id]).toEqual([200, first.body.response.payment_id]);
    expect((await app.request(app.callers.otherApiKey, "POST", "/payments-init/initiate", body)).status).toBe(200);
  });
});

describe("a setting that is misspelt is a 400 that names it:", () => {
  test.each([
    ["PATCH", "/organizations/{org_id}", { setings: {} }, "setings"],
    ["POST", "/public/api-keys", { name: "till", expires: "2030-01-01T00:00:00Z" }, "expires"],
    [
      "POST",
      "/payments/provider-configs",
      { provider: "fiat", country: "GH", payment_method: "card", direction: "inbound", maxAmount: 5 },
      "maxAmount",
    ],
    ["PATCH", "/payments/provider-configs/fiat/none", { maxAmount: 5 }, "maxAmount"],
    ["POST", "/fees", { name: "card", fixed: 5 }, "fixed"],
    ["PUT", "/organizations/admin/rates", { rates: [{ currency: "GHS", per_usd: 15, perUsd: 16 }] }, "rates.0.perUsd"],
  ] as const)("%s %s", async (method, path, body, name) => {
    const answer = await app.request(app.callers.admin, method, path.replace("{org_id}", key().orgId!), body);
    expect([answer.status, answer.body.details?.map((detail: { path: string }) => detail.path)]).toEqual([
      400,
      expect.arrayContaining([name]),
    ]);
  });
});

describe("refunds", () => {
  test("are listed with filters and read one by one, by those who may see them", async () => {
    const { payment_id } = (await initiate(cardPayin())).body.response;
    await app.advance(1_000);
    const refund = (amount: number) =>
      app.request(app.callers.orgAdmin, "POST", `/payments/${payment_id}/refund`, { amount, reason: "returned" });
    const [first, second] = [(await refund(5)).body.data, (await refund(2.5)).body.data];
    const list = async (caller: typeof app.callers.admin, query: string) =>
      (await app.request(caller, "GET", `/refunds?${query}`)).body.data;
    for (const reader of [key(), app.callers.orgViewer, app.callers.staff])
      expect(await list(reader, `payment_id=${payment_id}`)).toEqual([second, first]);
    expect(await list(app.callers.otherApiKey, "")).toEqual([]);
    expect(await list(key(), `payment_id=${payment_id}&status=failed`)).toEqual([]);
    expect(await list(key(), "dateFrom=2999-01-01")).toEqual([]);
    for (const reader of [key(), app.callers.staff])
      expect((await app.request(reader, "GET", `/refunds/${first.refund_id}`)).body.data).toEqual(first);
    for (const foreign of [`/refunds/${payment_id}`, "/refunds/none"])
      expect((await app.request(key(), "GET", foreign)).status).toBe(404);
    expect((await app.request(app.callers.otherApiKey, "GET", `/refunds/${first.refund_id}`)).status).toBe(404);
    await app.advance(2_000);
    const events = (await app.request(key(), "GET", `/events?resource_id=${first.refund_id}`)).body.data as {
      event_type: string;
      data: { sequence: number };
    }[];
    expect(events.map(({ event_type, data }) => [event_type, data.sequence])).toEqual([
      ["refund.completed", 2],
      ["refund.requested", 1],
    ]);
  });
});

describe("a payment's own notes", () => {
  const change = (id: string, body: unknown, caller = key()) => app.request(caller, "PATCH", `/payments/${id}`, body);

  test("change field by field in any status, with an event and an audit entry each, and are searched for as they are now", async () => {
    const { payment_id } = (await initiate(mobileMoneyPayin("4567", { metadata: { order: 7, shop: "Accra" } }))).body
      .response;
    await app.advance(1_000);
    const sequence = async () =>
      (await app.request(key(), "GET", `/events?resource_id=${payment_id}`)).body.data[0].data.sequence;
    const before = await sequence();
    const changed = await change(payment_id, { description: "Two baskets", metadata: { order: null, till: "T-9" } });
    expect([changed.body.data.status, changed.body.data.description, changed.body.data.metadata]).toEqual([
      "completed",
      "Two baskets",
      { shop: "Accra", till: "T-9" },
    ]);
    expect((await app.request(key(), "GET", `/payments/${payment_id}`)).body.data).toEqual(changed.body.data);
    expect(await sequence()).toBe(before + 1);
    expect((await change(payment_id, { metadata: { till: "T-9" } })).status).toBe(200);
    expect(await sequence()).toBe(before + 1); // Nothing changed, so no event is published.
    await app.followed();
    const found = async (metadata: string) =>
      (await app.request(key(), "GET", `/transactions?metadata=${metadata}`)).body.data.length;
    expect([await found("till:T-9"), await found("order:7")]).toEqual([1, 0]);
    const audit = (await app.request(app.callers.orgAdmin, "GET", `/organizations/${key().orgId}/audit-log?limit=5`))
      .body.data;
    expect(audit.map((entry: { action: string }) => entry.action)).toContain("payment.changed");
    // The refund works on a payment whose description and metadata were changed.
    expect(
      (await app.request(app.callers.orgAdmin, "POST", `/payments/${payment_id}/refund`, { reason: "returned" }))
        .status,
    ).toBe(201);
    expect((await change(payment_id, { metadata: null, description: null })).body.data).toMatchObject({
      metadata: {},
      description: null,
    });
  });

  test("are all that can be changed, by those who work with payments, up to their limit", async () => {
    const { payment_id } = (await initiate(mobileMoneyPayin())).body.response;
    const refused = async (body: unknown, caller = key()) => (await change(payment_id, body, caller)).status;
    expect(await refused({ amount: 1 })).toBe(400);
    expect(await refused({ metadata: { text: "x".repeat(100_000) } })).toBe(400);
    expect(await refused({ description: "mine" }, app.callers.orgViewer)).toBe(403);
    expect(await refused({ description: "mine" }, app.callers.otherApiKey)).toBe(404);
  });
});

test("payments are found by their payer, address, phone, amount and the beginning of their reference", async () => {
  const payer_details = { name: "Efua Mensah-Bonsu", email: "Efua@Example.com", phone: "+233501112223" };
  const body = mobileMoneyPayin("4567", {
    payer_details,
    client_reference: "INV-2031-77",
    amount: 77.31,
    target_amount: 77.31,
  });
  const { payment_id } = (await initiate(body)).body.response;
  await app.followed();
  for (const query of [
    "payer=efua%20men",
    "email=efua@example.com",
    "phone=%2B233%2050%20111%202223",
    "reference_prefix=INV-2031",
    "amount_from=77.30&amount_to=77.32&currency=GHS",
    "search=INV-20",
    "search=Efua",
    "search=EFUA@example.com",
    "search=%2B233501112223",
  ]) {
    const answer = await app.request(key(), "GET", `/transactions?${query}`);
    expect([query, answer.body.data?.map((one: { payment_id: string }) => one.payment_id)]).toEqual([
      query,
      [payment_id],
    ]);
  }
  for (const [query, name] of [
    ["amount_from=ten", "amount_from"],
    ["metadata=order", "metadata"],
  ])
    expect((await app.request(key(), "GET", `/transactions?${query}`)).body.details?.[0].path).toBe(name);
});

test("a caller reads which corridors are open to it, with their limits and what each costs", async () => {
  const country = "SN";
  const config = {
    provider: "fiat",
    country,
    payment_method: "card",
    direction: "inbound",
    min_amount: 5,
    max_amount: 900,
    settlement_delay_hours: 24,
  };
  const corridor = async (caller = key()) =>
    (await app.request(caller, "GET", `/corridors?country=${country}`)).body.data.find(
      (one: { payment_method: string; direction: string }) =>
        one.payment_method === "card" && one.direction === "payin",
    );
  const before = await corridor();
  expect(before).toMatchObject({ country, settlement_delay_hours: 0 });
  expect(Object.keys(before)).not.toContain("max_amount");
  const made = [];
  for (const { config_id, provider } of (
    await app.request(
      app.callers.admin,
      "GET",
      `/payments/provider-configs?country=${country}&payment_method=card&limit=100`,
    )
  ).body.data)
    made.push(
      await app.request(app.callers.admin, "PATCH", `/payments/provider-configs/${provider}/${config_id}`, {
        is_active: false,
      }),
    );
  expect(made.map(({ status }) => status)).not.toContain(400);
  expect(await corridor()).toBeUndefined();
  await app.request(app.callers.admin, "POST", "/payments/provider-configs", { ...config, org_id: key().orgId });
  await app.request(app.callers.admin, "POST", "/payments/provider-configs", {
    ...config,
    provider: "hybrid",
    max_amount: 500,
    org_id: key().orgId,
  });
  const fee = {
    name: "cards",
    country,
    payment_method: "card",
    currency: "XOF",
    fixed_amount: 100,
    percent: 1.5,
    max_fee: 5000,
  };
  await app.request(app.callers.admin, "POST", "/fees", { ...fee, percent: 9 });
  await app.request(app.callers.admin, "POST", "/fees", { ...fee, org_id: key().orgId });
  expect(await corridor()).toMatchObject({ min_amount: 5, max_amount: 900, settlement_delay_hours: 24 });
  expect((await corridor()).fees).toContainEqual(
    expect.objectContaining({ currency: "XOF", fixed_amount: 100, percent: 1.5, max_fee: 5000 }),
  );
  expect(await corridor(app.callers.otherApiKey)).toBeUndefined();
});

test("without a country all corridors are listed, and only those that a provider and a network serve", async () => {
  type Corridor = Record<"country" | "payment_method" | "direction" | "health", string> & Record<string, string[]>;
  const read = async (query: string) => (await app.request(key(), "GET", `/corridors?${query}`)).body;
  const all: Corridor[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await read(`limit=100${cursor === "" ? "" : `&last_evaluated_key=${cursor}`}`);
    expect(page.data.length).toBeLessThanOrEqual(100);
    all.push(...page.data);
    cursor = page.last_evaluated_key;
  }
  const nameOf = ({ country, direction, payment_method }: Corridor) => `${country} ${direction} ${payment_method}`;
  expect(new Set(all.map(nameOf)).size).toBe(all.length);
  expect(all.filter(({ country }) => country === "KE")).toEqual((await read("country=KE")).data);
  expect((await read("country=DE")).data.map(nameOf)).toEqual([
    "DE ramp crypto",
    "DE payin bank_transfer",
    "DE payin card",
    "DE payout bank_transfer",
    "DE payout card",
  ]);
  expect(all.find((one) => nameOf(one) === "KE payout mobile_money")).toMatchObject({
    currencies: ["KES"],
    networks: expect.arrayContaining(["M-PESA"]),
    health: "healthy",
  });
  expect(all.find((one) => nameOf(one) === "DE payin bank_transfer")!["currencies"]).toEqual(["EUR"]);
});

test("crypto assets are listed with the networks that a ramp of them can name", async () => {
  const assets = (await app.request(key(), "GET", "/crypto-assets")).body.data;
  expect(assets).toContainEqual({ code: "BTC", name: "Bitcoin", decimals: 8, networks: ["BITCOIN"] });
  expect(assets.find(({ code }: { code: string }) => code === "USDC").networks).not.toContain("TRON");
});
