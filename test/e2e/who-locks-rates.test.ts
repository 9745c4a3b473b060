import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { KeyScope } from "@corridor/server/kernel/http/key-scopes.ts";
import { createApiKey } from "@corridor/server/parties/api-keys/write-api-key.ts";
import { createLink, mobileMoneyForm, pay } from "@corridor/server/products/links/checkout.fixtures.ts";
import { startTestApp, type TestApp, type TestCaller } from "#test/harness/app.ts";

/** A lock counts toward limits that a whole organization shares. Only those who may use one make one. */
const HOURLY_USD = 1_000;
const MAX_OPEN = 5;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    settings: { RATE_LOCK_HOURLY_USD: String(HOURLY_USD), RATE_LOCK_MAX_OPEN: String(MAX_OPEN) },
  });
});
afterAll(() => app.close());

const rateFor = (caller: TestCaller, amount?: number) =>
  app.request(
    caller,
    "GET",
    `/organizations/admin/exchange-rate?fromCurrency=USD&toCurrency=NGN${amount === undefined ? "" : `&amount=${amount}`}`,
  );
async function locks(): Promise<number> {
  const [row] = await app.db.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM org_rates WHERE used_by IS NULL AND expires_at > $1",
    [app.clock.now()],
  );
  return row!.n;
}
async function keyWith(scopes: KeyScope[]): Promise<TestCaller> {
  const { orgId, userId } = app.callers.apiKey;
  const actor = { type: "system", id: "test" } as const;
  const made = { name: "test", environment: "development", actor, at: app.clock.now() } as const;
  const { key } = await app.db.transaction((tx) =>
    createApiKey(tx, { ...made, orgId: orgId!, userId: userId!, scopes }),
  );
  return { ...app.callers.apiKey, headers: { authorization: "NONE", "x-api-key": key } };
}

describe("a stranger at a payment link", () => {
  const abroad = () => createLink(app, { amount: 10, currency: "USD", payer_currency: "GHS" });

  test.each([
    ["whose form is refused", { payer_details: { name: "" } }],
    ["whose method is not offered", { country: "FR" }],
    ["whom every provider refuses", {}, "0002"],
  ])("%s leaves no lock behind", async (_, change, ending = "4567") => {
    const link = await abroad();
    for (let time = 0; time < MAX_OPEN + 2; time++) {
      const refused = await pay(app, link, mobileMoneyForm(ending, change));
      expect([400, 422, 502]).toContain(refused.status);
    }
    expect(await locks()).toBe(0);
  });

  test("who is beyond the limit of the hour leaves none either", async () => {
    const link = await createLink(app, { amount: HOURLY_USD + 1, currency: "USD", payer_currency: "GHS" });
    for (let time = 0; time < 3; time++)
      expect((await pay(app, link, mobileMoneyForm("4567"))).body.code).toBe("LIMIT_EXCEEDED");
    expect(await locks()).toBe(0);
  });
});

describe("who may not pay is told the rate, and locks nothing", () => {
  const READERS: Record<string, () => Promise<TestCaller>> = {
    "a viewer": async () => app.callers.orgViewer,
    "a key that only reads": () => keyWith(["payments:read", "settings:write"]),
  };

  test.each(Object.keys(READERS))("%s", async (who) => {
    const reader = await READERS[who]!();
    for (let time = 0; time < MAX_OPEN + 2; time++) {
      const { status, body } = await rateFor(reader, HOURLY_USD);
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ fromCurrency: "USD", toCurrency: "NGN", rate: 1550, amount: HOURLY_USD });
      expect(body.data.expires_at).toBe(body.data.created_at);
      expect(body.data).not.toHaveProperty("org_rate_id");
    }
    expect(await locks()).toBe(0);
  });

  test("so a viewer leaves the hour to those who pay", async () => {
    expect((await rateFor(app.callers.orgViewer, HOURLY_USD)).status).toBe(200);
    const { status, body } = await rateFor(app.callers.orgMember, HOURLY_USD);
    expect([status, body.data.org_rate_id]).toEqual([200, expect.any(String)]);
    await app.advance(60 * 60_000);
  });
});

test.each<KeyScope>(["payins:write", "payouts:write", "ramps:write", "virtual-accounts:write"])(
  "a key with the scope %s gets the lock that it may use",
  async (scope) => {
    const { body } = await rateFor(await keyWith(["payments:read", scope]));
    expect(body.data.org_rate_id).toEqual(expect.any(String));
    await app.advance(15 * 60_000);
  },
);
