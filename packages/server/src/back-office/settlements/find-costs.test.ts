import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";

/** What a provider charges, found in a statement with its payments, over HTTP and by the jobs. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PAYMENTS = 40;
const WITH_LINES = 35;
const MAPPING = {
  format: "csv",
  columns: {
    line_key: ["id"],
    value_date: "date",
    currency: "currency",
    kind: "type",
    gross: ["gross"],
    fee: ["fee"],
    provider_reference: "reference",
  },
  kinds: { charge: "charge" },
};

test("a price is found in the lines of payments, with the share of payments that has one", async () => {
  for (let n = 0; n < PAYMENTS; n++) {
    const amount = 20 + n * 35;
    const payin = mobileMoneyPayin("4567", { amount, target_amount: amount });
    const { status, text } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", payin);
    expect(status, text).toBe(200);
  }
  await app.advance(app.sandbox.delayMs);
  const paid = await app.db.query<{ amount: string; reference: string }>(
    "SELECT amount::text, provider_payment_id AS reference FROM payments WHERE status = 'completed' ORDER BY amount",
  );
  expect(paid).toHaveLength(PAYMENTS);
  const day = app.clock.now().toISOString().slice(0, 10);
  const lines = paid.slice(0, WITH_LINES).map(({ amount, reference }, n) => {
    const fee = (Number(amount) * 0.015 + 0.25).toFixed(2);
    return `${n},${day},charge,GHS,${amount},${fee},${reference}`;
  });
  const content = ["id,date,type,currency,gross,fee,reference", ...lines].join("\n");
  const must = async (method: string, path: string, body?: object) => {
    const answer = await app.request(app.callers.admin, method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  await must("PUT", "/settlements/sources/fiat-test", { name: "Test", account: "fiat", mapping: MAPPING });
  await must("POST", "/settlements/imports", { source: "fiat-test", file_name: "1.csv", content });
  await app.run("settlements");
  await app.run("provider-costs");
  const costs = await must("GET", "/payments/provider-costs");
  expect(costs).toMatchObject([
    {
      provider: "fiat",
      country: "GH",
      payment_method: "mobile_money",
      direction: "inbound",
      network: null,
      currency: "GHS",
      source: "settlements",
      fit: { since: day, until: day, payments: PAYMENTS, lines: WITH_LINES, previous: null },
    },
  ]);
  expect(costs[0].percent).toBeCloseTo(1.5, 2);
  expect(costs[0].fixed_amount).toBeCloseTo(0.25, 1);
  expect(costs[0].fit.error_percent).toBeLessThan(1);
  await app.run("provider-costs");
  expect((await must("GET", "/payments/provider-costs"))[0].cost_id).toBe(costs[0].cost_id);
});
