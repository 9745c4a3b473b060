import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const pay = async (ending: string) => {
  const { body } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin(ending));
  return (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${body.response.transaction_id}`)).body;
};
const providersOf = (payment: { attempts: { provider: string }[] }) =>
  payment.attempts.map((attempt) => attempt.provider);

test("a provider that cannot be reached five times in a row is tried after the others, and first again after half a minute", async () => {
  for (let i = 0; i < 5; i++) expect(providersOf(await pay("0010"))).toEqual(["fiat", "hybrid"]);
  const passedBy = await pay("4567");
  expect(providersOf(passedBy)).toEqual(["hybrid"]);
  expect(passedBy.route.map(({ provider, taken }: { provider: string; taken: boolean }) => [provider, taken])).toEqual([
    ["hybrid", true],
    ["fiat", true],
  ]);
  expect(passedBy.route[1].reason).toContain("circuit");
  expect((await app.request(app.callers.staff, "GET", "/payments/provider-health")).body.data).toEqual([
    expect.objectContaining({ provider: "fiat", state: "open", faults: 5 }),
  ]);
  await app.advance(30_000);
  expect(providersOf(await pay("4567"))).toEqual(["fiat"]);
  expect((await app.request(app.callers.staff, "GET", "/payments/provider-health")).body.data).toEqual([]);
});
