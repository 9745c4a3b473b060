import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Decimal } from "@corridor/base/decimal.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { costsInMemory, type ProviderCost } from "./cost.ts";
import { type ChargesOfDay, fitPrice } from "./fit-price.ts";
import { costsOfNow } from "./set-costs.ts";

const AT_MTN = { country: "GH", paymentMethod: "mobile_money", direction: "inbound", network: "MTN" } as const;
type Place = Omit<typeof AT_MTN, "network"> & { network: string };
const ROW = { direction: "inbound", method: "mobile_money", countries: ["GH"], currencies: ["GHS"] } as const;
const LISTED = new Map([["pawapay", { corridors: [{ ...ROW, charges: { percent: "1.5", fixed: "0.1" } }] }]]);
const ghs = (text: string): Money => Money.parse(text, "GHS");

describe("what a payment costs", () => {
  const cost = (change: Partial<ProviderCost>): ProviderCost => ({
    cost_id: newId(),
    provider: "pawapay",
    country: null,
    payment_method: null,
    direction: null,
    network: null,
    currency: "GHS",
    percent: Decimal.parse("1"),
    fixed_amount: ghs("0"),
    fx_percent: Decimal.ZERO,
    source: "operator",
    fit: null,
    updated_at: new Date(0),
    ...change,
  });
  const found = (error_percent: number) =>
    ({
      source: "settlements",
      country: "GH",
      percent: Decimal.parse("3"),
      fit: { since: "", until: "", payments: 40, lines: 40, error_percent, previous: null },
    }) as const;
  const ofHundred = (costs: ProviderCost[], place: Place = AT_MTN, providers: typeof LISTED = new Map()) =>
    costsInMemory(costs, providers)("pawapay", place, ghs("100"))?.toDatabase();

  test("is percent plus fixed, and what is kept for the exchange", () => {
    expect(ofHundred([cost({ fixed_amount: ghs("0.25"), fx_percent: Decimal.parse("2") })])).toBe("3.25");
  });
  test("follows the price that names more of the lane", () => {
    const costs = [cost({}), cost({ network: "MTN", percent: Decimal.parse("2") })];
    expect(ofHundred(costs)).toBe("2.00");
    expect(ofHundred(costs, { ...AT_MTN, network: "Telecel" })).toBe("1.00");
  });
  test("follows what an operator set before what was found", () => {
    expect(ofHundred([cost(found(1)), cost({})])).toBe("1.00");
    expect(ofHundred([cost(found(1))])).toBe("3.00");
  });
  test("is by the price list of the provider's package where nothing better is known", () => {
    expect(ofHundred([], AT_MTN, LISTED)).toBe("1.60");
    expect(ofHundred([cost({})], AT_MTN, LISTED)).toBe("1.00");
    expect(ofHundred([cost({ currency: "KES" })], AT_MTN, LISTED)).toBe("1.60");
    expect(costsInMemory([], LISTED)("pawapay", AT_MTN, Money.parse("100", "KES"))).toBeNull();
  });
  test("is not known from lines that no percentage plus fixed explains", () => {
    expect(ofHundred([cost(found(21))])).toBeUndefined();
  });
});

describe("the price that settlement lines say", () => {
  /** Newest first. */
  const days = (
    prices: readonly { percent: number; fixed: number; lines?: number; amounts?: (n: number) => number }[],
  ) =>
    prices.map(({ percent, fixed, lines = 40, amounts = (n) => 10 + n * 25 }, index): ChargesOfDay => {
      const day = { day: `2026-11-${30 - index}`, payments: lines * 2, lines, x: 0, y: 0, xx: 0, xy: 0, yy: 0 };
      for (let n = 0; n < lines; n++) {
        const x = amounts(n);
        const y = Math.round(x * percent + fixed * 100) / 100;
        day.x += x;
        day.y += y;
        day.xx += x * x;
        day.xy += x * y;
        day.yy += y * y;
      }
      return day;
    });
  const priceOf = (...of: Parameters<typeof days>) => {
    const price = fitPrice(days(...of), "GHS");
    return price && { ...price, percent: price.percent.toString(), fixed_amount: price.fixed_amount.toDatabase() };
  };

  test("is found to the cent, with how many payments had a line", () => {
    expect(
      priceOf([
        { percent: 1.5, fixed: 0.5 },
        { percent: 1.5, fixed: 0.5 },
      ]),
    ).toMatchObject({
      percent: expect.stringMatching(/^1\.(?:500\d|5|499\d)$/),
      fixed_amount: "0.50",
      fit: { since: "2026-11-29", until: "2026-11-30", lines: 80, payments: 160, previous: null },
    });
  });
  test("changed on the day from which newer lines disagree with older ones", () => {
    const price = priceOf([...Array(5).fill({ percent: 2, fixed: 0 }), ...Array(5).fill({ percent: 1.5, fixed: 0 })]);
    expect(price?.fit).toMatchObject({ since: "2026-11-26", previous: { until: "2026-11-25" } });
    expect(Number(price!.percent)).toBeCloseTo(2, 2);
    expect(Number(price!.fit.previous!.percent)).toBeCloseTo(1.5, 2);
  });
  test("is never below zero, and all percent where all amounts are the same", () => {
    expect(priceOf([{ percent: 3, fixed: -0.2 }])!.fixed_amount).toBe("0.00");
    expect(priceOf([{ percent: 0, fixed: 0.3 }])).toMatchObject({ percent: "0", fixed_amount: "0.30" });
    expect(priceOf([{ percent: 2, fixed: 1, amounts: () => 50 }])).toMatchObject({
      percent: "4",
      fixed_amount: "0.00",
    });
  });
  test("is not said with fewer than 30 lines, and says how far it is from the lines", () => {
    expect(priceOf([{ percent: 2, fixed: 0, lines: 29 }])).toBeNull();
    const tiers = days([{ percent: 0, fixed: 1 }]).map((day, _, [low]) => {
      const [high] = days([{ percent: 0, fixed: 10, amounts: (n) => 1_000 - n * 20 }]) as [ChargesOfDay];
      return {
        ...day,
        lines: 80,
        x: low!.x + high.x,
        y: low!.y + high.y,
        xx: low!.xx + high.xx,
        xy: low!.xy + high.xy,
        yy: low!.yy + high.yy,
      };
    });
    expect(fitPrice(tiers, "GHS")!.fit.error_percent).toBeGreaterThan(20);
  });
});

describe("prices that an operator sets", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());
  const PRICE = { provider: "fiat", country: "GH", currency: "GHS", percent: 1.25, fixed_amount: 0.1 };
  const set = (body: object, caller = app.callers.admin) =>
    app.request(caller, "PUT", "/payments/provider-costs", body);
  const listed = async (query = "") =>
    (await app.request(app.callers.staff, "GET", `/payments/provider-costs${query}`)).body.data;

  test("are known at once, replaced by place, removed, and audited", async () => {
    const { status, body, text } = await set(PRICE);
    expect(status, text).toBe(200);
    expect(body.data).toMatchObject({ ...PRICE, payment_method: null, fx_percent: 0, source: "operator", fit: null });
    const { cost_id } = (await set({ ...PRICE, percent: 2 })).body.data;
    expect(cost_id).toBe(body.data.cost_id);
    expect(await listed("?provider=fiat")).toMatchObject([{ cost_id, percent: 2 }]);
    expect((await costsOfNow(app.db, new Map()))("fiat", AT_MTN, ghs("100"))?.toDatabase()).toBe("2.10");
    const remove = () => app.request(app.callers.admin, "DELETE", `/payments/provider-costs/${cost_id}`);
    expect((await remove()).status).toBe(204);
    expect(await remove()).toMatchObject({ status: 404, body: { code: "PROVIDER_COST_NOT_FOUND" } });
    expect(await listed()).toEqual([]);
    const entries = await app.db.query<{ action: string }>(
      "SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY audit_id",
      [cost_id],
    );
    expect(entries.map(({ action }) => action)).toEqual([
      "provider_cost.set",
      "provider_cost.set",
      "provider_cost.removed",
    ]);
  });

  test("are the operator's: organizations see none, and staff change none", async () => {
    expect((await set(PRICE, app.callers.staff)).status).toBe(403);
    expect((await app.request(app.callers.orgAdmin, "GET", "/payments/provider-costs")).status).toBe(403);
  });

  test("need decimals that the currency has", async () => {
    const { status, body } = await set({ ...PRICE, fixed_amount: 0.001 });
    expect([status, body.details[0].path]).toEqual([400, "fixed_amount"]);
  });
});
