import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RATES_TOPIC } from "@corridor/server/pricing/rates/live-rates.ts";
import { setRates } from "@corridor/server/pricing/rates/set-rates.ts";
import { type RunningSandbox, startSandbox } from "@corridor/sandbox/start-sandbox.ts";
import { acceptedBy } from "#test/clock/kill-proof.ts";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { silentLog } from "#test/harness/database.ts";
import { bankPayin, bankPayout, cardPayin, mobileMoneyPayin } from "#test/harness/payments.ts";

/** Nothing listens at the providers' addresses, so requests to them provably reach nobody. */
const MINUTE_MS = 60_000;

let app: TestApp;
let revived: RunningSandbox | undefined;
beforeEach(async () => {
  app = await startTestApp();
  await app.sandbox.close();
});
afterEach(async () => {
  await revived?.close();
  revived = undefined;
  await app.close();
});

async function revive(): Promise<void> {
  const port = Number(new URL(app.sandbox.url).port);
  revived = await startSandbox({
    host: "127.0.0.1",
    port,
    directory: null,
    delayMs: app.sandbox.delayMs,
    key: app.sandbox.key,
    log: silentLog,
    clock: app.clock,
  });
}
async function wait(ms: number): Promise<void> {
  await app.wait(ms);
  await revived?.tick();
}
const initiate = (body: object) => app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body);
const read = async (transactionId: string) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${transactionId}`)).body;
const triesOf = (payment: { attempts: { provider: string; outcome: string }[] }) =>
  payment.attempts.map(({ provider, outcome }) => `${provider} ${outcome}`);
const payout = () => bankPayout(app.demo.organizations[0]!.beneficiary_id);
const settlement = async () => {
  const [row] = await app.db.query<{ balance: string }>(
    "SELECT sum(balance) AS balance FROM ledger_accounts WHERE purpose = 'settlement' AND currency = 'NGN'",
  );
  return row!.balance;
};

describe("a payment at a locked rate that reached nobody", () => {
  const NAIRA_PER_USD = 1550;
  const setNaira = (perUsd: number) =>
    setRates(app, [{ currency: "NGN", per_usd: perUsd }], { type: "system", id: "test" });
  const amount = 15_500;

  async function locked(): Promise<{ org_rate_id: string; rate: number }> {
    const path = "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=USD";
    return (await app.request(app.callers.apiKey, "GET", path)).body.data;
  }
  async function begin(direction: "payin" | "payout"): Promise<string> {
    const { org_rate_id, rate } = await locked();
    const terms = { amount, target_amount: amount * rate, target_currency: "USD", org_rate_id };
    const payee = app.demo.organizations[0]!.beneficiary_id;
    const { status, body } = await initiate(
      direction === "payin" ? bankPayin("6784", terms) : bankPayout(payee, "6784", terms),
    );
    expect([status, body.response.status]).toEqual([200, "pending"]);
    return body.response.transaction_id;
  }

  test("is not sent when the market has left its rate meanwhile: it fails, and its money and its lock are free again", async () => {
    const begun = [await begin("payout"), await begin("payin")];
    const setAside = Number(await settlement());
    await wait(MINUTE_MS);
    await setNaira(NAIRA_PER_USD * 1.06);
    await revive();
    await wait(5 * MINUTE_MS);
    for (const transactionId of begun) {
      const failed = await read(transactionId);
      expect([failed.status, failed.failure_reason]).toEqual([
        "failed",
        expect.stringContaining("more than 5 percent; create a new payment"),
      ]);
      expect(failed.attempts.every(({ outcome }: { outcome: string }) => outcome === "unreachable")).toBe(true);
    }
    expect((await acceptedBy(revived!.url)).size).toBe(0);
    expect(Number(await settlement()) - setAside).toBe(amount + (await read(begun[0]!)).total_fees);
    const [{ used }] = (await app.db.query("SELECT count(used_by)::int AS used FROM org_rates")) as [{ used: number }];
    expect(used).toBe(0);
  });

  test("is sent when the market has moved within the limit", async () => {
    const transactionId = await begin("payout");
    await setNaira(NAIRA_PER_USD * 1.04);
    await revive();
    await wait(5 * MINUTE_MS);
    expect(triesOf(await read(transactionId)).at(-1)).toMatch(/ accepted$/);
  });

  test("waits while no live rate is known that is fresh enough, and is sent when there is one", async () => {
    const transactionId = await begin("payout");
    await app.db.query("UPDATE currency_rates SET source = 'feed', updated_at = $1 WHERE currency = 'NGN'", [
      new Date(0),
    ]);
    await app.db.transaction(async (tx) => tx.notify(RATES_TOPIC, "all"));
    await revive();
    await wait(5 * MINUTE_MS);
    const waiting = await read(transactionId);
    expect([waiting.status, (await acceptedBy(revived!.url)).size]).toEqual(["pending", 0]);
    await setNaira(NAIRA_PER_USD);
    await wait(5 * MINUTE_MS);
    expect(triesOf(await read(transactionId)).at(-1)).toMatch(/ accepted$/);
  });
});

describe("a payment that reached nobody", () => {
  test("waits, and is sent again when a provider is back", async () => {
    const { status, body } = await initiate(mobileMoneyPayin());
    expect(status).toBe(200);
    const waiting = await read(body.response.transaction_id);
    expect([waiting.status, waiting.next_action, triesOf(waiting)]).toEqual([
      "pending",
      "wait",
      ["fiat unreachable", "hybrid unreachable"],
    ]);
    await wait(MINUTE_MS);
    expect((await read(waiting.transaction_id)).status).toBe("pending");
    await revive();
    await wait(5 * MINUTE_MS);
    const paid = await read(waiting.transaction_id);
    expect([paid.status, triesOf(paid).at(-1)]).toEqual(["completed", "fiat accepted"]);
    expect((await acceptedBy(revived!.url)).get(paid.payment_id)!.size).toBe(1);
  });

  test("asks each provider in turn, and seldomer the longer it lasts", async () => {
    const { body } = await initiate(mobileMoneyPayin());
    await wait(20 * MINUTE_MS);
    const tries = triesOf(await read(body.response.transaction_id));
    expect(new Set(tries)).toEqual(new Set(["fiat unreachable", "hybrid unreachable"]));
    expect(tries.length).toBeGreaterThan(6);
    expect(tries.length).toBeLessThan(25);
  });

  test("is not put on people's desks: they are for what others have refused", async () => {
    const { body } = await initiate(payout());
    expect(triesOf(await read(body.response.transaction_id))).toEqual(["fiat unreachable", "hybrid unreachable"]);
    await revive();
    await wait(5 * MINUTE_MS);
    expect(triesOf(await read(body.response.transaction_id)).at(-1)).toBe("fiat accepted");
  });

  test("fails when its time is over, and a payout's money is back", async () => {
    const [paid] = [await initiate(payout()), await initiate(mobileMoneyPayin())].map(
      ({ body }) => body.response.transaction_id as string,
    );
    const setAside = await settlement();
    await wait(40 * MINUTE_MS);
    const failed = await read(paid!);
    expect([
      failed.status,
      failed.attempts.some(({ outcome }: { outcome: string }) => outcome !== "unreachable"),
    ]).toEqual(["failed", false]);
    expect(Number(await settlement()) - Number(setAside)).toBe(700 + failed.total_fees);
    const open = await app.db.query("SELECT 1 FROM payments WHERE status NOT IN ('failed')");
    expect(open).toEqual([]);
    expect(await app.db.query("SELECT 1 FROM payment_checks")).toEqual([]);
  });

  test("fails at once where it was by card: card data is not kept to send it again", async () => {
    const { status, body } = await initiate(cardPayin());
    expect([status, body.code]).toEqual([502, "ALL_PROVIDERS_FAILED"]);
  });
});
