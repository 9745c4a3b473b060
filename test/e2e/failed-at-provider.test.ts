import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { bankPayout, mobileMoneyPayin } from "#test/harness/payments.ts";

/** Payments that a provider accepts and then fails: the code decides whether another provider is tried. */
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Record = {
  payment_id: string;
  status: string;
  provider: string;
  failure: { code: string | null; cause: string | null; advice: string } | null;
  attempts: { provider: string; outcome: string; code?: string; cause?: string }[];
};
async function begin(body: object): Promise<string> {
  const { status, body: answer } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body);
  expect(status).toBe(200);
  return answer.response.transaction_id;
}
const payout = (ending: string) => begin(bankPayout(app.demo.organizations[0]!.beneficiary_id, ending));
const read = async (transactionId: string): Promise<Record> =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${transactionId}`)).body;
const triesOf = ({ attempts }: Record) => attempts.map(({ provider, outcome }) => `${provider} ${outcome}`);
async function waitFor(transactionId: string, status: string, stepMs = 1_000): Promise<Record> {
  for (let n = 0; n < 60 && (await read(transactionId)).status !== status; n++) await app.wait(stepMs);
  const payment = await read(transactionId);
  expect(payment.status).toBe(status);
  return payment;
}
async function isSetAside(): Promise<string> {
  const [row] = await app.db.query<{ balance: string }>(
    "SELECT coalesce(sum(balance), 0)::text AS balance FROM ledger_accounts WHERE purpose = 'in_transit'",
  );
  return row!.balance;
}

describe("a payout that its provider accepted and then failed", () => {
  test("by a fault of the provider is paid by the next one, once, and its record shows both", async () => {
    const paid = await waitFor(await payout("0019"), "completed");
    expect(triesOf(paid)).toEqual(["fiat failed", "hybrid accepted"]);
    expect(paid.attempts[0]).toMatchObject({ code: "provider_fault", cause: "provider_error" });
    expect([paid.provider, paid.failure]).toEqual(["hybrid", null]);
  });

  test("by the payee's fault ends, its money is free again, and the record says why", async () => {
    const free = await isSetAside();
    const failed = await waitFor(await payout("0018"), "failed");
    expect(triesOf(failed)).toEqual(["fiat accepted"]);
    expect(failed.failure).toEqual({ code: "not_allowed", cause: "payee_not_permitted", advice: "other" });
    expect(await isSetAside()).toBe(free);
  });

  test("after a day goes on as well", async () => {
    const transactionId = await payout("0020");
    await app.wait(DAY_MS - MINUTE_MS);
    expect(triesOf(await read(transactionId))).toEqual(["fiat accepted"]);
    const paid = await waitFor(transactionId, "completed", MINUTE_MS);
    expect(triesOf(paid)).toEqual(["fiat failed", "hybrid accepted"]);
  });

  test("is left to a person when that provider says later that it paid after all, and is not paid a third time", async () => {
    const transactionId = await payout("0021");
    const paid = await waitFor(transactionId, "completed");
    for (let n = 0; n < 30; n++) await app.wait(MINUTE_MS);
    const { body } = await app.request(
      app.callers.apiKey,
      "GET",
      `/payments/reconciliation-items?payment_id=${paid.payment_id}`,
    );
    expect(body.data).toEqual([expect.objectContaining({ kind: "settled_twice", provider: "fiat" })]);
    expect(triesOf(await read(transactionId))).toEqual(triesOf(paid));
  });
});

test("a payin that fails is never sent to a second provider: its payer is not prompted twice", async () => {
  const failed = await waitFor(await begin(mobileMoneyPayin("0019")), "failed");
  expect(triesOf(failed)).toEqual(["fiat accepted"]);
  expect(failed.failure).toEqual({ code: "provider_fault", cause: "provider_error", advice: "other" });
});

test("a payin whose phone has no money says so to its payer, by the provider's code", async () => {
  const failed = await waitFor(await begin(mobileMoneyPayin("0014")), "failed");
  expect(failed.failure).toEqual({ code: "insufficient_funds", cause: "insufficient_funds", advice: "funds" });
});
