import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { bankPayout } from "@corridor/test/harness/payments.ts";
import { balancesIn } from "./balances.fixtures.ts";

const MINUTE_MS = 60_000;

let app: TestApp;
let books: ReturnType<typeof balancesIn>;

beforeAll(async () => {
  app = await startTestApp();
  books = balancesIn(app);
});
afterAll(() => app.close());

type Float = {
  provider: string;
  currency: string;
  expected: number;
  reported: number | null;
  difference: number | null;
  threshold: number | null;
  is_low: boolean;
};

async function float(provider: string, currency: string): Promise<Float | undefined> {
  const floats = await books.must<Float[]>(200, app.callers.staff, "GET", "/balances/float");
  return floats.find((one) => one.provider === provider && one.currency === currency);
}
const report = async (provider: string, currency: string, amount: number): Promise<void> => {
  await books.atSandbox("/floats", { provider, currency, amount });
  await app.run("provider-floats");
};
const pay = (amount: number) =>
  books.initiate(bankPayout(app.demo.organizations[0]!.beneficiary_id, "6789", { amount, target_amount: amount }));
const unread = async (): Promise<{ type: string; title: string }[]> =>
  books.must(200, app.callers.admin, "GET", "/users/notifications?unread=true");

describe("the float at a provider", () => {
  test("is what the ledger expects beside what the provider says", async () => {
    const paid = await pay(1_000);
    expect(paid.status, paid.text).toBe(200);
    await app.advance(app.sandbox.delayMs);
    expect(await float("fiat", "NGN")).toMatchObject({ expected: -1_000, reported: null, difference: null });
    await report("fiat", "NGN", 5_000);
    expect(await float("fiat", "NGN")).toMatchObject({ expected: -1_000, reported: 5_000, difference: 6_000 });
    expect((await app.request(app.callers.orgMember, "GET", "/balances/float")).status).toBe(403);
    // An organization sees what is at its own accounts: it has none.
    expect((await app.request(app.callers.orgAdmin, "GET", "/balances/float")).body.data).toEqual([]);
  });

  test("that does not cover a payout sends it to the next provider, and the route says why", async () => {
    const { body } = await pay(5_000.01);
    const { provider, route } = await books.record(body.response.payment_id);
    expect(provider).toBe("hybrid");
    expect(route).toContainEqual(
      expect.objectContaining({
        provider: "fiat",
        taken: false,
        reason: "the float at this provider does not cover the payout",
      }),
    );
    expect((await books.record((await pay(5_000)).body.response.payment_id)).provider).toBe("fiat");
  });

  test("is compared with what the provider pays out, in the currency in which it pays", async () => {
    const preview = (direction: string, amount: number) =>
      books.must(200, app.callers.apiKey, "POST", "/payments/route-preview", {
        country: "NG",
        payment_method: "bank_transfer",
        direction,
        amount,
        currency: "NGN",
      });
    expect((await preview("payout", 6_000)).provider).toBe("hybrid");
    expect((await preview("payin", 6_000)).provider).toBe("fiat");
  });

  test("stops nothing when it is old: routing does not guess", async () => {
    await app.advance(15 * MINUTE_MS + 1);
    expect((await books.record((await pay(5_000.01)).body.response.payment_id)).provider).toBe("fiat");
  });

  test("of nobody suffices: the payout is refused before anything exists, and the message says why", async () => {
    for (const provider of ["fiat", "hybrid"]) await report(provider, "NGN", 10);
    const configs = await books.must(
      200,
      app.callers.admin,
      "GET",
      "/payments/provider-configs?provider=manual&direction=outbound&country=NG",
    );
    await books.must(200, app.callers.admin, "PATCH", `/payments/provider-configs/manual/${configs[0].config_id}`, {
      is_active: false,
    });
    const answer = await pay(11);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain("fiat: the float at this provider does not cover the payout");
  });
});

describe("a low float", () => {
  const PLATFORM = "00000000-0000-0000-0000-000000000000";
  const lowFloats = (): Promise<{ event_id: string; data: Record<string, unknown> }[]> =>
    books.must(200, app.callers.admin, "GET", `/events?type=float.low&org_id=${PLATFORM}`);
  const threshold = (amount: number, caller = app.callers.admin) =>
    app.request(caller, "PUT", "/balances/float/thresholds", { provider: "fiat", currency: "GHS", amount });

  test("is told to platform admins once, in the product and by e-mail, and again when it fell anew", async () => {
    expect((await threshold(100, app.callers.orgAdmin)).status).toBe(403);
    expect((await threshold(100)).body.data).toMatchObject([
      { provider: "fiat", currency: "GHS", threshold: 100, is_low: false },
    ]);
    await report("fiat", "GHS", 100);
    expect(await unread()).toEqual([]);
    await report("fiat", "GHS", 99.99);
    await app.run("provider-floats");
    expect(await unread()).toMatchObject([{ type: "float.low", title: "The float at fiat in GHS is low" }]);
    expect(await float("fiat", "GHS")).toMatchObject({ is_low: true });
    expect(await lowFloats()).toMatchObject([
      { data: { provider: "fiat", currency: "GHS", reported: 99.99, threshold: 100, is_low: true, sequence: 1 } },
    ]);
    const mails = await app.db.query(
      "SELECT 1 FROM email_outbox WHERE subject = 'The float at fiat in GHS is low' AND recipient = $1",
      [app.demo.admin.email],
    );
    expect(mails).toHaveLength(1);
    await report("fiat", "GHS", 200);
    expect(await float("fiat", "GHS")).toMatchObject({ is_low: false });
    await report("fiat", "GHS", 5);
    expect(await unread()).toHaveLength(2);
    expect((await lowFloats()).map(({ data }) => data.sequence)).toEqual([2, 1]);
  });

  test("is no payment's doing: any number of payouts below the threshold tell of it once", async () => {
    const before = await lowFloats();
    for (const amount of [1, 2, 3]) await pay(amount);
    await app.run("provider-floats");
    await app.run("provider-floats");
    expect(await lowFloats()).toEqual(before);
  });

  test("is an event of the platform: no organization sees it, and a webhook of the platform receives it", async () => {
    const hook = { endpoint_url: "https://example.com/floats", events: ["float.low"], org_id: PLATFORM };
    const { webhook_id: webhookId } = await books.must(201, app.callers.admin, "POST", "/public/webhooks", hook);
    expect((await app.request(app.callers.orgAdmin, "POST", "/public/webhooks", hook)).status).toBe(404);
    expect((await app.request(app.callers.orgAdmin, "GET", `/events?type=float.low&org_id=${PLATFORM}`)).status).toBe(
      404,
    );
    expect(await books.must(200, app.callers.orgAdmin, "GET", "/events?type=float.low")).toEqual([]);
    for (const amount of [500, 4]) await report("fiat", "GHS", amount);
    const [event] = await lowFloats();
    const deliveries = await app.db.query(
      "SELECT event_id FROM webhook_deliveries WHERE org_id = $1 AND webhook_id = $2",
      [PLATFORM, webhookId],
    );
    expect(deliveries).toEqual([{ event_id: event!.event_id }]);
  });

  test("is judged by the ledger where the provider cannot be asked, and by nobody without a threshold", async () => {
    await books.must(200, app.callers.admin, "PUT", "/balances/float/thresholds", {
      provider: "manual",
      currency: "NGN",
      amount: 1,
    });
    await app.run("provider-floats");
    expect(await float("manual", "NGN")).toMatchObject({ is_low: true, reported: null });
    expect((await threshold(0)).body.data).toMatchObject([{ threshold: null, is_low: false }]);
    await app.run("provider-floats");
    expect(await float("fiat", "GHS")).toMatchObject({ is_low: false });
  });

  test("a provider that does not answer keeps nothing from being checked", async () => {
    await books.atSandbox("/faults", { provider: "fiat", mode: "error", share: 1, seconds: 60 });
    await app.run("provider-floats");
    await report("hybrid", "GHS", 3);
    expect(await float("hybrid", "GHS")).toMatchObject({ reported: 3 });
  });
});
