import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cardPayin, mobileMoneyPayin } from "#test/harness/payments.ts";
import { startRampApp, WALLETS } from "./ramps.fixtures.ts";

/** What clients write in more than one way is taken; where a guess could cost money, the answer says what to mend. */
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
  const caller = { ...app.callers.orgAdmin, headers: { authorization: authorization.replace("Bearer", scheme), "x-api-key": "NONE" } };
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
  test("may lead into an app, with the outcome in its query", async () => {
    const { payment_id } = (await initiate(cardPayin("4242", { return_url: "myapp://paid?order=7" }))).body.response;
    await app.advance(1_000);
    const answer = await app.request(null, "GET", `/returns/${key().orgId}/${payment_id}`);
    expect(answer.status, answer.text).toBe(303);
    const address = new URL(answer.headers.get("location")!);
    expect([address.protocol, address.host, address.searchParams.get("order"), address.searchParams.has("status")]).toEqual(["myapp:", "paid", "7", true]);
  });

  test.each(["javascript://x%0aalert(1)", "data://text/html,x", "FILE:///etc/passwd", "intent://scan/", "mailto:a@b.example", "//no.scheme", "blob://x"])(
    "is never %s",
    async (return_url) => {
      const answer = await initiate(cardPayin("4242", { return_url }));
      expect([answer.status, answer.body.details?.[0].path]).toEqual([400, "return_url"]);
    },
  );
});

describe("a ramp with every field filled", () => {
  const both = { destination: { accountNumber: "0123456789", bankCode: "044", bankName: "Access Bank" }, wallet_address: WALLETS.TRON };

  test("goes the way whose live rate client_rate is", async () => {
    const [bought, sold] = [await ramp(await app.buying(both)), await ramp(await app.selling(both))];
    expect([bought.body.response?.direction, sold.body.response?.direction]).toEqual(["on_ramp", "off_ramp"]);
  });

  test("is refused when the rate is that of neither way", async () => {
    const answer = await ramp({ ...(await app.buying(both)), client_rate: 2 });
    expect([answer.status, answer.body.code]).toEqual([400, "RATE_MISMATCH"]);
  });

  test("must say its way where the rate is the same either way", async () => {
    const answer = await ramp({ ...(await app.buying({ ...both, fiat_currency: "USD", fiat_amount: 100, country: "US" })), client_rate: 1 });
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
  ])("of %s that is misspelt is a 400 that names it", async (path, query, name) => {
    const answer = await app.request(key(), "GET", `${path}?${query}`);
    expect([answer.status, answer.body.details?.[0].path]).toEqual([400, name]);
  });

  test("by date is taken in every spelling of the specification", async () => {
    const counts = await Promise.all(
      ["date_from", "dateFrom", "from"].map(async (name) => (await app.request(key(), "GET", `/transactions?${name}=2999-01-01`)).body.meta?.count),
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
