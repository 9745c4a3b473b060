import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setRates } from "@corridor/server/pricing/rates/set-rates.ts";
import { countWaiting } from "#test/harness/database.ts";
import { bankPayin, bankPayout } from "#test/harness/payments.ts";
import type { TestAnswer } from "#test/harness/app.ts";
import { type Ramp, type RampApp, startRampApp } from "./ramps.fixtures.ts";

/**
 * A payment at a fixed rate is an option for as long as its customer, its reviewer or its provider may wait. Nothing
 * goes out, and nothing is converted, once the market has left the rate.
 */
/** One more than a round number: the worth of a naira is rounded. */
const OPEN_USD = 301;
const HOURLY_USD = 601;
const NAIRA_PER_USD = 1550;
const BEYOND = 1.05;

let app: RampApp;
beforeAll(async () => {
  app = await startRampApp({
    RATE_LOCK_DRIFT_BPS: "50",
    RATE_LOCK_HOURLY_USD: String(HOURLY_USD),
    RATE_OPEN_USD: String(OPEN_USD),
  });
});
afterAll(() => app.close());
afterEach(() => app.mend());

const HOUR_MS = 60 * 60_000;
const setNaira = (perUsd: number) =>
  setRates(app, [{ currency: "NGN", per_usd: perUsd }], { type: "system", id: "test" });
beforeEach(() => setNaira(NAIRA_PER_USD));
/** Limits count per hour, and what earlier tests left open is over by then. */
async function nextHour(): Promise<void> {
  await app.advance(HOUR_MS - (app.clock.now().getTime() % HOUR_MS));
  await app.work();
}

const rowOf = async (paymentId: string) => {
  const [row] = await app.db.query<{ open: string }>(
    "SELECT coalesce(sum(open_usd), 0)::text AS open FROM org_rates WHERE used_by = $1",
    [paymentId],
  );
  return Number(row!.open);
};
/** What providers were asked to move, without refunds. */
const sent = async (paymentId: string) =>
  (await app.journal({ payment_id: paymentId } as Ramp)).filter((line) => !line.includes(" refund "));

type Lock = { org_rate_id: string; rate: number };
async function lock(from: string, to: string): Promise<Lock> {
  const path = `/organizations/admin/exchange-rate?fromCurrency=${from}&toCurrency=${to}`;
  return (await app.request(app.caller, "GET", path)).body.data;
}

describe("nothing is dispatched beyond the drift", () => {
  /** Lets the market move after the request's checks, while its payment waits to be written. */
  async function moveMeanwhile(request: () => Promise<TestAnswer>): Promise<TestAnswer> {
    const { answer } = await app.db.transaction(async (tx) => {
      await tx.query("LOCK TABLE payments IN SHARE MODE");
      const asked = request();
      await vi.waitUntil(async () => (await countWaiting(app.databaseUrl)) === 1, { timeout: 20_000 });
      await setNaira(NAIRA_PER_USD * BEYOND);
      return { answer: asked };
    });
    return answer;
  }
  const payee = async (): Promise<string> => {
    const { body } = await app.request(app.caller, "POST", "/beneficiaries", {
      account_type: "bank",
      country: "NG",
      currency: "USD",
      fname: "Ikeja",
      bank_details: { account_number: "0123456784", bank_code: "044" },
    });
    return body.data.beneficiary_id;
  };
  const terms = async (amount = 15_500) => {
    const { org_rate_id, rate } = await lock("NGN", "USD");
    return { amount, target_amount: amount * rate, org_rate_id };
  };
  const initiated = async (change: object, by = app.caller) => {
    const asked = { ...(await terms()), target_currency: "USD", ...change };
    const body = bankPayout(app.demo.organizations[0]!.beneficiary_id, "6784", asked);
    return app.request(by, "POST", "/payments-init/initiate", body);
  };
  const newest = async (): Promise<string> =>
    (await app.db.query<{ payment_id: string }>("SELECT payment_id FROM payments ORDER BY payment_id DESC LIMIT 1"))[0]!
      .payment_id;

  /** Each way to a dispatch: it prepares one, moves the market, lets the dispatch come, and names the payment. */
  const PATHS: Record<string, () => Promise<string>> = {
    "a request": async () => {
      await moveMeanwhile(() => initiated({}));
      return newest();
    },
    "a withdrawal": async () => {
      const { body } = await app.request(app.caller, "POST", "/virtual-accounts/internal/bank", {
        org_id: app.caller.orgId,
        user_id: app.caller.userId,
        currency: "NGN",
      });
      const { account_id, account_number } = body.data;
      await app.atSandbox("/deposits", { account_number, amount: "20000.00", currency: "NGN" });
      await app.advance(0);
      const beneficiary_id = await payee();
      const asked = { ...(await terms()), beneficiary_id };
      const before = await newest();
      await moveMeanwhile(() => app.request(app.caller, "POST", `/virtual-accounts/${account_id}/withdraw`, asked));
      expect(await newest()).not.toBe(before);
      return newest();
    },
    "a batch": async () => {
      const rows = [{ beneficiary_id: await payee(), amount: 15_500, currency: "NGN", reference: "beyond-drift" }];
      const made = await app.request(app.caller, "POST", "/payout-batches", { name: "Beyond", rows });
      expect(made.status, made.text).toBe(201);
      const { batch_id } = made.body.data;
      await app.run("payout-batch-previews");
      const { body } = await app.request(app.caller, "GET", `/payout-batches/${batch_id}`);
      const { preview_hash } = body.data;
      const path = `/payout-batches/${batch_id}/submit`;
      const submitted = await app.request(app.caller, "POST", path, { preview_hash });
      expect(submitted.status, submitted.text).toBeLessThan(300);
      await setNaira(NAIRA_PER_USD * BEYOND);
      await app.run("payout-batches");
      const paused = await app.request(app.caller, "GET", `/payout-batches/${batch_id}`);
      expect(paused.body.data).toMatchObject({ status: "paused", rows: { sent: 0 } });
      return batch_id; // It has no payment yet.
    },
    "an approval": async () => {
      const path = `/organizations/${app.caller.orgId}`;
      const admin = app.callers.orgAdmin;
      const control = (above: number | null) =>
        app.request(admin, "PATCH", path, { settings: { payout_review_above: above } });
      await control(10_000);
      const { body } = await initiated({}, app.callers.orgMember);
      const { payment_id } = body.response;
      await setNaira(NAIRA_PER_USD * BEYOND);
      await app.request(admin, "POST", `/payments/${payment_id}/review`, { decision: "approve" });
      await control(null);
      return payment_id;
    },
  };

  test.each(Object.keys(PATHS))("by %s", async (path) => {
    const paymentId = await PATHS[path]!();
    await app.advance(60_000);
    await app.work();
    expect(await sent(paymentId)).toEqual([]);
  });
});

describe("a ramp", () => {
  beforeEach(nextHour);

  test("whose asset becomes dearer before its customer pays is given back: waiting earns nothing", async () => {
    const ramp = await app.begin(app.buying());
    await setNaira(NAIRA_PER_USD * BEYOND);
    await app.payFiat(ramp, "155000.00");
    const ended = await app.finish(ramp);
    expect(ended).toMatchObject({ status: "failed", failure_reason: expect.stringContaining("0.5 percent") });
    expect(await app.journal(ramp)).toEqual([
      "crypto payin 155000 NGN completed",
      "crypto refund 155000 NGN completed",
    ]);
    expect(await app.books(ramp)).toEqual({});
    expect((await app.eventTypes(ramp)).filter((type) => type.startsWith("ramp."))).toEqual([
      "ramp.collected",
      "ramp.refunding",
      "ramp.failed",
    ]);
  });

  test("that collected in time is not delivered by a later try once the market has left its rate", async () => {
    const ramp = await app.begin(
      app.selling({ destination: { accountNumber: "0123450002", bankCode: "044", bankName: "Access Bank" } }),
    );
    await app.sendCrypto(ramp, "100");
    await app.advance(3_000);
    await app.work();
    expect(await app.record(ramp)).toMatchObject({ status: "processing" });
    await setNaira(NAIRA_PER_USD / BEYOND);
    const ended = await app.finish(ramp);
    expect(ended).toMatchObject({ status: "failed", failure_reason: expect.stringContaining("0.5 percent") });
    expect(await sent(ramp.payment_id)).toEqual(["crypto payin 100 USDT completed"]);
    expect(await app.books(ramp)).toEqual({});
  });

  test("within the drift is delivered at its rate", async () => {
    const ramp = await app.begin(app.buying());
    await setNaira(NAIRA_PER_USD * 1.004);
    await app.payFiat(ramp, "155000.00");
    expect(await app.finish(ramp)).toMatchObject({ status: "completed", target_amount: 100 });
    expect(await rowOf(ramp.payment_id)).toBe(0);
  });

  test("waits, with its customer's money, while there is no fresh rate to compare", async () => {
    const ramp = await app.begin(app.buying());
    await app.payFiat(ramp, "155000.00");
    await app.db.query("UPDATE currency_rates SET source = 'feed', updated_at = $1 WHERE currency = 'NGN'", [
      new Date(0),
    ]);
    await app.db.transaction(async (tx) => tx.notify("rates", "all"));
    for (let step = 0; step < 30; step++) {
      await app.work();
      await app.advance(10_000);
    }
    expect(await app.record(ramp)).toMatchObject({ status: "processing" });
    await setNaira(NAIRA_PER_USD);
    await app.advance(15 * 60_000);
    expect(await app.finish(ramp)).toMatchObject({ status: "completed" });
  });

  test("can be paid for twenty minutes, or ten where the asset's price moves by itself", async () => {
    const minutes = async (change: Record<string, unknown>) => {
      const { expires_at } = await app.begin(app.buying({ fiat_amount: 15_500, ...change }));
      return (new Date(expires_at).getTime() - app.clock.now().getTime()) / 60_000;
    };
    expect(await minutes({})).toBe(20);
    const wallet_address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
    expect(await minutes({ crypto_currency: "BTC", crypto_network: "BITCOIN", wallet_address })).toBe(10);
  });
});

describe("an organization", () => {
  beforeEach(nextHour);

  test("has ramps open up to a value, also when it begins them at once, and again when some have ended", async () => {
    const bodies = await Promise.all(Array.from({ length: 5 }, () => app.buying()));
    const answers = await Promise.all(bodies.map((body) => app.submit(body)));
    const begun = answers.filter(({ status }) => status === 200).map(({ body }) => body.response as Ramp);
    expect(begun).toHaveLength(3);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect([refused.status, refused.body.code]).toEqual([409, "LIMIT_EXCEEDED"]);
    expect(refused.body.message).toContain(`worth ${OPEN_USD} USD from NGN to USDT`);
    await app.payFiat(begun[0]!, "155000.00");
    expect(await app.finish(begun[0]!)).toMatchObject({ status: "completed" });
    expect((await app.submit(await app.buying())).status).toBe(200);
  });

  test("converts by ramps no more within an hour than by payments", async () => {
    for (let count = 0; count < 3; count++) {
      const ramp = await app.begin(app.buying({ fiat_amount: 310_000 }));
      await app.payFiat(ramp, "310000.00");
      expect(await app.finish(ramp, 5)).toMatchObject({ status: "completed" });
    }
    const refused = await app.submit(await app.buying({ fiat_amount: 15_500 }));
    expect([refused.status, refused.body.code]).toEqual([409, "LIMIT_EXCEEDED"]);
    expect(refused.body.message).toContain("within an hour");
  });
});

describe("a payin in another currency", () => {
  beforeEach(nextHour);

  async function begin(amount = 15_500): Promise<Ramp> {
    const { org_rate_id, rate } = await lock("NGN", "USD");
    const terms = { amount, target_amount: amount * rate, target_currency: "USD", org_rate_id };
    const answer = await app.request(app.caller, "POST", "/payments-init/initiate", bankPayin("6784", terms));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.response.status).toBe("pending");
    const { account_number } = answer.body.response;
    return { ...answer.body.response, payment_instructions: { account_number, currency: "NGN" } };
  }

  test("that is paid once the market has left its rate is given back: no conversion, no fee, no balance", async () => {
    const payin = await begin();
    expect(await rowOf(payin.payment_id)).toBeCloseTo(10);
    await setNaira(NAIRA_PER_USD / BEYOND);
    await app.payFiat(payin, "15500.00");
    const ended = await app.finish(payin);
    expect(ended).toMatchObject({ status: "failed", failure_reason: expect.stringContaining("0.5 percent") });
    expect((await app.journal(payin)).map((line) => line.replace(/^\w+ /, ""))).toEqual([
      "payin 15500 NGN completed",
      "refund 15500 NGN completed",
    ]);
    expect(await app.books(payin)).toEqual({});
    expect((await app.eventTypes(payin)).slice(-2)).toEqual(["payment.failed", "transaction.updated"]);
    expect(await app.items(payin)).toEqual([]);
  });

  test("within the drift is converted at its rate, and no longer open", async () => {
    const payin = await begin();
    await setNaira(NAIRA_PER_USD / 1.004);
    await app.payFiat(payin, "15500.00");
    expect(await app.finish(payin)).toMatchObject({ status: "completed", target_amount: 10 });
    expect(await app.books(payin)).toMatchObject({ "fx NGN": "15500.00", "fx USD": "-10.00" });
    expect(await rowOf(payin.payment_id)).toBe(0);
  });

  test("is open up to the same value as a ramp", async () => {
    await begin((OPEN_USD - 10) * NAIRA_PER_USD);
    const { org_rate_id, rate } = await lock("NGN", "USD");
    const amount = 20 * NAIRA_PER_USD;
    const terms = { amount, target_amount: amount * rate, target_currency: "USD", org_rate_id };
    const refused = await app.request(app.caller, "POST", "/payments-init/initiate", bankPayin("6784", terms));
    expect([refused.status, refused.body.code]).toEqual([409, "LIMIT_EXCEEDED"]);
  });
});
