import { afterAll, beforeAll, expect, test } from "vitest";
import { escrowFixtures } from "#src/products/escrow/escrow.fixtures.ts";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { changeConfig } from "#src/pricing/routing/write-config.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { bankPayin, bankPayout, mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { balancesIn, NO_SANDBOX_BALANCE } from "./balances.fixtures.ts";

const HOUR_MS = 3_600_000;

let app: TestApp;
let books: ReturnType<typeof balancesIn>;
let mobileMoneyConfigId: string;

beforeAll(async () => {
  app = await startTestApp({ settings: NO_SANDBOX_BALANCE });
  books = balancesIn(app);
  for (const corridor of ["country=GH&payment_method=mobile_money", "country=NG&payment_method=bank_transfer"]) {
    const configs = await books.must(
      200,
      app.callers.admin,
      "GET",
      `/payments/provider-configs?provider=fiat&direction=inbound&${corridor}`,
    );
    const path = `/payments/provider-configs/fiat/${configs[0].config_id}`;
    expect(await books.must(200, app.callers.admin, "PATCH", path, { settlement_delay_hours: 48 })).toMatchObject({
      settlement_delay_hours: 48,
    });
    mobileMoneyConfigId ??= configs[0].config_id;
  }
  await books.must(201, app.callers.admin, "POST", "/fees", {
    name: "test",
    currency: "GHS",
    country: "GH",
    direction: "inbound",
    fixed_amount: 15,
  });
});
afterAll(async () => {
  expect((await verifyLedger(app.db)).broken).toBeNull();
  await app.close();
});

async function payIn(body: Record<string, unknown>): Promise<string> {
  const answer = await books.initiate(body);
  expect(answer.status, answer.text).toBe(200);
  await app.advance(app.sandbox.delayMs);
  expect(await books.record(answer.body.response.payment_id)).toMatchObject({ status: "completed" });
  return answer.body.response.payment_id;
}

test("pending money cannot be paid out, by itself or through an escrow that it funds", async () => {
  const escrow = escrowFixtures(app);
  const { escrowId } = await escrow.activeProject({
    milestones: [700],
    shares: [{ to: { beneficiary_id: await escrow.beneficiary() }, value: 100 }],
  });
  const { payment } = await escrow.must(201, "POST", `/${escrowId}/fund`, { amount: 700, payment: bankPayin() });
  await books.deposit(payment.account_number, 700, "NGN");
  expect(await books.balance("NGN")).toMatchObject({ available: 0, pending: 700 });
  expect(await escrow.must(200, "GET", `/${escrowId}`)).toMatchObject({ funded_amount: 0, pending_funding: 700 });
  const payout = await books.initiate(
    bankPayout(app.demo.organizations[0]!.beneficiary_id, "6789", { amount: 700, target_amount: 700 }),
  );
  expect(payout.body.code).toBe("INSUFFICIENT_FUNDS");
  await app.run("escrow-disbursements");

  await app.advance(48 * HOUR_MS);
  await app.run("settle-payins");
  const funded = { funded_amount: 700, pending_funding: 0 };
  expect(await books.must(200, app.callers.apiKey, "GET", `/virtual-accounts/escrow/${escrowId}`)).toMatchObject(
    funded,
  );
  expect(await books.balance("NGN")).toMatchObject({ available: 0, pending: 0 });
});

test("a payin whose provider hands it over later is pending until then, less its fee, and available after", async () => {
  await payIn(mobileMoneyPayin());
  expect(await books.balance("GHS")).toMatchObject({ available: 0, pending: 1_485, spendable: 0 });
  await app.advance(47 * HOUR_MS);
  await app.run("settle-payins");
  expect(await books.balance("GHS")).toMatchObject({ available: 0, pending: 1_485 });
  await app.advance(2 * HOUR_MS);
  await Promise.all([app.run("settle-payins"), app.run("settle-payins")]);
  await app.run("settle-payins");
  expect(await books.balance("GHS")).toMatchObject({ available: 1_485, pending: 0, spendable: 1_485 });
});

test("a delay that is changed later does not change when the money of earlier payins comes", async () => {
  await payIn(mobileMoneyPayin());
  // Calls the use case directly, because the admin's token has expired by this test's clock.
  await changeConfig(
    { ...app, corridorsOf: async () => undefined },
    mobileMoneyConfigId,
    { settlement_delay_hours: null },
    { type: "system", id: "test" },
  );
  await app.run("settle-payins");
  expect(await books.balance("GHS")).toMatchObject({ pending: 1_485 });
  await payIn(mobileMoneyPayin());
  expect(await books.balance("GHS")).toMatchObject({ available: 2_970, pending: 1_485 });
  await app.advance(48 * HOUR_MS);
  await app.run("settle-payins");
  expect(await books.balance("GHS")).toMatchObject({ available: 4_455, pending: 0 });
});
