import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setRates } from "@corridor/server/pricing/rates/set-rates.ts";
import { newId } from "@corridor/base/ids.ts";
import { acceptedBy } from "#test/clock/kill-proof.ts";
import { startTestApp, type TestAnswer, type TestApp } from "#test/harness/app.ts";
import { countWaiting } from "#test/harness/database.ts";
import { bankPayin, bankPayout, mobileMoneyPayin } from "#test/harness/payments.ts";

/**
 * Rate locks against an organization that exploits rate changes: production defaults, with limits low enough to be
 * reached.
 */
const MAX_OPEN = 20;
const HOURLY_USD = 20_000;
const NAIRA_PER_USD = 1550;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    settings: {
      RATE_LOCK_DRIFT_BPS: "50",
      RATE_LOCK_MAX_OPEN: String(MAX_OPEN),
      RATE_LOCK_HOURLY_USD: String(HOURLY_USD),
    },
  });
});
afterAll(() => app.close());

/** Keys do not expire; the clock is moved by days. */
const caller = () => app.callers.apiKey;
const RATE = "/organizations/admin/exchange-rate";
type Lock = { org_rate_id: string; rate: number };
const askLock = (from: string, to: string, amount?: number, by = caller()): Promise<TestAnswer> =>
  app.request(
    by,
    "GET",
    `${RATE}?fromCurrency=${from}&toCurrency=${to}${amount === undefined ? "" : `&amount=${amount}`}`,
  );
async function lock(from: string, to: string, amount?: number): Promise<Lock> {
  const answer = await askLock(from, to, amount);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const readLock = async (id: string) => (await app.request(caller(), "GET", `${RATE}/${id}`)).body.data;
const setNaira = (perUsd: number) =>
  setRates(app, [{ currency: "NGN", per_usd: perUsd }], { type: "system", id: "test" });
const setMargin = (bps: number) =>
  app.db.transaction(async (tx) => {
    await tx.query(
      `UPDATE organizations SET settings = jsonb_set(settings, '{margin_bps}', to_jsonb($2::integer))
        WHERE org_id = $1`,
      [caller().orgId, bps],
    );
    tx.notify("organizations", caller().orgId!);
  });
const HOUR_MS = 60 * 60_000;
/** Limits count per hour and locks expire, so every test starts in a new hour. */
const nextHour = () => app.advance(HOUR_MS - (app.clock.now().getTime() % HOUR_MS));
beforeEach(async () => {
  await setMargin(0);
  await setNaira(NAIRA_PER_USD);
});

async function account(currency: string, amount: number): Promise<string> {
  const userId = newId();
  const { orgId } = caller();
  await app.db.query(
    "INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'org-viewer', $3, $3)",
    [orgId, userId, app.clock.now()],
  );
  const { body } = await app.request(caller(), "POST", "/virtual-accounts/internal/bank", {
    org_id: orgId,
    user_id: userId,
    currency,
  });
  if (amount > 0)
    await fetch(`${app.sandbox.url}/deposits`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account_number: body.data.account_number, amount, currency }),
    });
  await app.advance(0);
  return body.data.account_id;
}
const balance = async (id: string): Promise<number> =>
  (await app.request(caller(), "GET", `/virtual-accounts/${id}`)).body.data.balance;
const transfer = (from: string, to: string, amount: number, orgRateId: string) =>
  app.request(caller(), "POST", `/virtual-accounts/${from}/transfer`, {
    to_account_id: to,
    amount,
    org_rate_id: orgRateId,
  });
const payIn = (locked: Lock, amount = 15_500, change: Record<string, unknown> = {}, headers = {}) =>
  app.request(
    caller(),
    "POST",
    "/payments-init/initiate",
    bankPayin("6784", {
      amount,
      target_amount: amount * locked.rate,
      target_currency: "USD",
      org_rate_id: locked.org_rate_id,
      ...change,
    }),
    headers,
  );

describe("an organization that knows the rates to come", () => {
  test("does not wait for the market with a payout under review: it is approved while its rate is true, and not after", async () => {
    await app.request(app.callers.orgAdmin, "PATCH", `/organizations/${caller().orgId}`, {
      settings: { payout_review_above: 10_000 },
    });
    const locked = await lock("NGN", "USD");
    const payout = bankPayout(app.demo.organizations[0]!.beneficiary_id, "6784", {
      amount: 15_500,
      target_amount: 10,
      target_currency: "USD",
      org_rate_id: locked.org_rate_id,
    });
    const made = await app.request(app.callers.orgMember, "POST", "/payments-init/initiate", payout);
    expect(made.status, made.text).toBe(200);
    const review = (decision: string) =>
      app.request(app.callers.orgAdmin, "POST", `/payments/${made.body.response.payment_id}/review`, { decision });
    await setNaira(NAIRA_PER_USD * 1.02);
    const refused = await review("approve");
    expect([refused.status, refused.body.code]).toEqual([400, "RATE_MISMATCH"]);
    expect((await readLock(locked.org_rate_id)).status).toBe("used");
    expect((await review("reject")).status).toBe(200);
    expect((await readLock(locked.org_rate_id)).status).toBe("open");
  });

  describe("with a payout to another currency", () => {
    beforeAll(async () => {
      const settings = { payout_review_above: 10_000 };
      await app.request(app.callers.orgAdmin, "PATCH", `/organizations/${caller().orgId}`, { settings });
    });

    const review = (paymentId: string, decision = "approve") =>
      app.request(app.callers.orgAdmin, "POST", `/payments/${paymentId}/review`, { decision });
    const stored = async (paymentId: string) =>
      (await app.request(caller(), "GET", `/payments/${paymentId}`)).body.data;
    const accepted = async (paymentId: string) => (await acceptedBy(app.sandbox.url)).get(paymentId)?.size ?? 0;
    const fault = (mode: string) =>
      fetch(`${app.sandbox.url}/faults`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ provider: "fiat", mode, share: 1, seconds: 60 }),
      });
    const mend = () => fetch(`${app.sandbox.url}/faults`, { method: "DELETE" });
    afterEach(mend);

    async function payOut(amount: number): Promise<TestAnswer> {
      const { org_rate_id, rate } = await lock("NGN", "USD");
      const terms = { amount, target_amount: amount * rate, target_currency: "USD", org_rate_id };
      const payout = bankPayout(app.demo.organizations[0]!.beneficiary_id, "6784", terms);
      return app.request(app.callers.orgMember, "POST", "/payments-init/initiate", payout);
    }

    /**
     * Lets the market move while a request waits for a row, which it needs between its checks and the next dispatch.
     */
    async function moveWhileWaiting(row: string, request: () => Promise<TestAnswer>): Promise<TestAnswer> {
      const { answer } = await app.db.transaction(async (tx) => {
        await tx.query(row);
        const asked = request();
        await vi.waitUntil(async () => (await countWaiting(app.databaseUrl)) === 1, { timeout: 20_000 });
        await setNaira(NAIRA_PER_USD * 1.02);
        return { answer: asked };
      });
      return answer;
    }

    test("is not sent when the market moves between the last approval's check and its commit", async () => {
      const { payment_id: paymentId } = (await payOut(15_500)).body.response;
      const row = `SELECT 1 FROM approvals WHERE subject = '${paymentId}' FOR UPDATE`;
      expect((await moveWhileWaiting(row, () => review(paymentId))).status).toBe(200);
      const failed = await stored(paymentId);
      expect([failed.status, failed.failure_reason]).toEqual(["failed", expect.stringContaining("0.5 percent")]);
      expect(await accepted(paymentId)).toBe(0);
      expect(await app.db.query("SELECT 1 FROM org_rates WHERE used_by = $1", [paymentId])).toEqual([]);
    });

    test("is not sent by a later approval if it was left behind approved and the market has moved; it can be rejected", async () => {
      const { payment_id: paymentId } = (await payOut(15_500)).body.response;
      await app.db.query(`UPDATE approvals SET status = 'approved', decided_at = created_at WHERE subject = $1`, [
        paymentId,
      ]);
      await setNaira(NAIRA_PER_USD * 1.02);
      const refused = await review(paymentId);
      expect([refused.status, refused.body.code]).toEqual([400, "RATE_MISMATCH"]);
      expect(await accepted(paymentId)).toBe(0);
      expect((await review(paymentId, "reject")).status).toBe(200);
      expect((await stored(paymentId)).status).toBe("rejected");
    });

    test("is not sent to the next provider when the market moves while the first one refuses", async () => {
      await fault("refuse");
      // The second attempt is recorded with its reference, the first one has none.
      const row = "LOCK TABLE payment_references IN SHARE MODE";
      const answer = await moveWhileWaiting(row, () => payOut(1_550));
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        502,
        "ALL_PROVIDERS_FAILED",
        expect.stringContaining("0.5 percent"),
      ]);
    });

    test("that its provider may have accepted is followed by its reference, however far the market moves", async () => {
      await fault("lost_answer");
      const { payment_id: paymentId, status } = (await payOut(1_550)).body.response;
      expect(status).toBe("pending");
      await setNaira(NAIRA_PER_USD * 1.2);
      await mend();
      await app.wait(2 * 60_000);
      expect([(await stored(paymentId)).status, await accepted(paymentId)]).toEqual(["completed", 1]);
    });
  });

  test("earns nothing by locks of both directions around a move of one percent, however often it uses them", async () => {
    await nextHour();
    const [naira, dollars] = [await account("NGN", 1_000_000), await account("USD", 0)];
    await setMargin(50);
    const there = await lock("NGN", "USD");
    await setNaira(1565.5);
    const back = await lock("USD", "NGN");
    for (let round = 0; round < 20; round++) {
      await transfer(naira, dollars, await balance(naira), there.org_rate_id);
      await transfer(dollars, naira, await balance(dollars), back.org_rate_id);
    }
    expect(await balance(naira)).toBeLessThanOrEqual(1_000_000);
  });

  test("earns nothing by a new lock for every transfer, each made before the rate moves its way", async () => {
    await nextHour();
    await setMargin(50);
    const [naira, dollars] = [await account("NGN", 1_000_000), await account("USD", 0)];
    for (let round = 0; round < 8; round++) {
      // Buys dollars at the old rate after their price rose, and sells them at the old rate after it fell.
      const buy = await lock("NGN", "USD");
      await setNaira(NAIRA_PER_USD * 1.0049);
      await transfer(naira, dollars, await balance(naira), buy.org_rate_id);
      const sell = await lock("USD", "NGN");
      await setNaira(NAIRA_PER_USD);
      await transfer(dollars, naira, await balance(dollars), sell.org_rate_id);
    }
    expect((await balance(naira)) + (await balance(dollars)) * NAIRA_PER_USD).toBeLessThanOrEqual(1_000_000);
    expect(await balance(naira)).toBeLessThan(1_000_000);
  });

  test("gets no cent for half of one: a withdrawal of 7.75 NGN for 0.01 USD is refused", async () => {
    await nextHour();
    const { body: payee } = await app.request(caller(), "POST", "/beneficiaries", {
      account_type: "bank",
      country: "NG",
      currency: "USD",
      fname: "Ikeja",
      bank_details: { account_number: "0123456784", bank_code: "044" },
    });
    const naira = await account("NGN", 100);
    const withdraw = async (amount: number, target: number) =>
      app.request(caller(), "POST", `/virtual-accounts/${naira}/withdraw`, {
        amount,
        target_amount: target,
        org_rate_id: (await lock("NGN", "USD")).org_rate_id,
        beneficiary_id: payee.data.beneficiary_id,
      });
    const refused = await withdraw(7.75, 0.01);
    expect([refused.status, refused.body.details?.[0]?.path]).toEqual([400, "amount"]);
    expect(await balance(naira)).toBe(100);
    expect((await withdraw(15.5, 0.01)).status).toBe(201);
  });
});

describe("a lock", () => {
  test("is used by one of many payments that come at once; the others are told", async () => {
    await nextHour();
    const locked = await lock("NGN", "USD");
    const answers = await Promise.all(Array.from({ length: 12 }, () => payIn(locked)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused).toHaveLength(11);
    for (const { body } of refused)
      expect(body).toMatchObject({ code: "RATE_MISMATCH", details: [{ path: "org_rate_id" }] });
    expect(refused[0]!.body.message).toMatch(/used before.*lock a new one/);
    const { payment_id } = answers.find(({ status }) => status === 200)!.body.response;
    expect(await readLock(locked.org_rate_id)).toMatchObject({ status: "used", used_by: payment_id });
  });

  test("is used by a payment or by a transfer, not by both, and not by two transfers at once", async () => {
    await nextHour();
    const [naira, dollars] = [await account("NGN", 100_000), await account("USD", 0)];
    const locked = await lock("NGN", "USD");
    const transfers = await Promise.all(
      Array.from({ length: 5 }, () => transfer(naira, dollars, 15_500, locked.org_rate_id)),
    );
    expect(transfers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400]);
    expect(await balance(dollars)).toBe(10);
    expect((await payIn(locked)).body.code).toBe("RATE_MISMATCH");
    expect(await readLock(locked.org_rate_id)).toMatchObject({
      status: "used",
      used_by: transfers.find(({ status }) => status === 201)!.body.data.transaction_id,
    });
  });

  test("stays with its payment when the request comes again under its Idempotency-Key", async () => {
    await nextHour();
    const locked = await lock("NGN", "USD");
    const headers = { "idempotency-key": newId() };
    const answers = await Promise.all(Array.from({ length: 4 }, () => payIn(locked, 15_500, {}, headers)));
    const later = await payIn(locked, 15_500, {}, headers);
    expect(new Set([...answers, later].map(({ status, body }) => `${status} ${body.response?.payment_id}`)).size).toBe(
      1,
    );
    expect(later.status).toBe(200);
  });

  test("is open again when its payment was refused by every provider, and used by the next one", async () => {
    await nextHour();
    const locked = await lock("GHS", "NGN");
    const body = (ending: string) =>
      mobileMoneyPayin(ending, {
        amount: 100,
        target_amount: 100 * locked.rate,
        target_currency: "NGN",
        org_rate_id: locked.org_rate_id,
      });
    const initiate = (ending: string) => app.request(caller(), "POST", "/payments-init/initiate", body(ending));
    expect((await initiate("0002")).status).toBe(502);
    expect(await readLock(locked.org_rate_id)).toMatchObject({ status: "open" });
    const second = await initiate("4567");
    expect(second.status).toBe(200);
    expect((await initiate("4567")).body.code).toBe("RATE_MISMATCH");
    expect(await readLock(locked.org_rate_id)).toMatchObject({ used_by: second.body.response.payment_id });
  });

  test("stays open when the payment is not made for another reason", async () => {
    await nextHour();
    const [naira, dollars] = [await account("NGN", 100), await account("USD", 0)];
    const locked = await lock("NGN", "USD");
    expect((await transfer(naira, dollars, 15_500, locked.org_rate_id)).body.message).toMatch(/enough/);
    expect(await readLock(locked.org_rate_id)).toMatchObject({ status: "open" });
    expect((await transfer(naira, dollars, 77.5, locked.org_rate_id)).status).toBe(201);
  });

  test("that was made for an amount holds for no more than that", async () => {
    await nextHour();
    const locked = await lock("NGN", "USD", 15_500);
    expect(await readLock(locked.org_rate_id)).toMatchObject({ amount: 15_500, status: "open" });
    const refused = await payIn(locked, 15_500.01);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      400,
      "RATE_MISMATCH",
      expect.stringContaining("at most 15500.00 NGN"),
    ]);
    expect((await payIn(locked, 15_500)).status).toBe(200);
    expect((await askLock("NGN", "USD", 0.001)).status).toBe(400);
    expect((await askLock("NGN", "USD", -1)).status).toBe(400);
  });

  test("is read by its organization only, and says when it is over", async () => {
    await nextHour();
    const locked = await lock("NGN", "USD");
    expect((await app.request(app.callers.otherApiKey, "GET", `${RATE}/${locked.org_rate_id}`)).status).toBe(404);
    expect((await app.request(caller(), "GET", `${RATE}/nonsense`)).status).toBe(404);
    await app.advance(15 * 60_000);
    expect(await readLock(locked.org_rate_id)).toMatchObject({ ...locked, status: "expired" });
  });

  test("holds while the live rate is within the drift, and not beyond it", async () => {
    await nextHour();
    const [first, second] = [await lock("USD", "NGN"), await lock("USD", "NGN")];
    const buy = (locked: Lock) =>
      app.request(
        caller(),
        "POST",
        "/payments-init/initiate",
        bankPayin("6784", {
          amount: 10,
          target_amount: 10 * locked.rate,
          currency: "USD",
          target_currency: "NGN",
          org_rate_id: locked.org_rate_id,
        }),
      );
    await setNaira(NAIRA_PER_USD * 1.005);
    expect((await buy(first)).status).toBe(200);
    await setNaira(NAIRA_PER_USD * 1.0051);
    const refused = await buy(second);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      400,
      "RATE_MISMATCH",
      expect.stringContaining("0.5 percent"),
    ]);
    await setNaira(NAIRA_PER_USD);
    expect((await buy(second)).status).toBe(200);
  });
});

describe("one organization", () => {
  test("holds no more open locks than the limit, also when it asks for all at once; it is told when to come again", async () => {
    await nextHour();
    const answers = await Promise.all(Array.from({ length: MAX_OPEN + 15 }, () => askLock("NGN", "USD")));
    const granted = answers.filter(({ status }) => status === 200);
    expect(granted).toHaveLength(MAX_OPEN);
    const refused = answers.find(({ status }) => status !== 200)!;
    expect([refused.status, refused.body.message, refused.headers.get("retry-after")]).toEqual([
      409,
      expect.stringContaining("900 s"),
      "900",
    ]);
    expect((await askLock("NGN", "USD", undefined, app.callers.otherApiKey)).status).toBe(200);
    expect((await payIn(granted[0]!.body.data)).status).toBe(200);
    expect((await askLock("NGN", "USD")).status).toBe(200);
    expect((await askLock("NGN", "USD")).status).toBe(409);
    await app.advance(15 * 60_000);
    expect((await askLock("NGN", "USD")).status).toBe(200);
  });

  test("locks no more within an hour than the limit of a pair is worth", async () => {
    await nextHour();
    const naira = (usd: number) => usd * NAIRA_PER_USD;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => askLock("NGN", "USD", naira(HOURLY_USD / 4 - 1))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const refused = await askLock("NGN", "USD", naira(5));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([409, "3600"]);
    expect(refused.body.message).toContain("20000 USD from NGN to USD");
    expect((await askLock("USD", "NGN", 10)).status).toBe(200);
    // A lock counts toward the limit when it is made, not again when it is used.
    expect(
      (await payIn(answers.find(({ status }) => status === 200)!.body.data, naira(HOURLY_USD / 4 - 1))).status,
    ).toBe(200);
    await nextHour();
    expect((await askLock("NGN", "USD", naira(HOURLY_USD - 1))).status).toBe(200);
  });

  test("converts no more within an hour than that at locks without an amount: of six that come at once, four", async () => {
    await nextHour();
    const locks = await Promise.all(Array.from({ length: 6 }, () => lock("NGN", "USD")));
    const answers = await Promise.all(locks.map((locked) => payIn(locked, (HOURLY_USD / 4 - 1) * NAIRA_PER_USD)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe("LIMIT_EXCEEDED");
    const left = locks[answers.findIndex(({ status }) => status === 409)]!;
    expect(await readLock(left.org_rate_id)).toMatchObject({ status: "open" });
    const [naira, dollars] = [await account("NGN", 1_000_000), await account("USD", 0)];
    expect((await transfer(naira, dollars, 15_500, left.org_rate_id)).status).toBe(409);
    expect(await balance(naira)).toBe(1_000_000);
  });

  test("is not charged twice for a lock that its first payment gave back", async () => {
    await nextHour();
    const locked = await lock("GHS", "NGN");
    const amount = HOURLY_USD * 12;
    const initiate = (ending: string) =>
      app.request(
        caller(),
        "POST",
        "/payments-init/initiate",
        mobileMoneyPayin(ending, {
          amount,
          target_amount: amount * locked.rate,
          target_currency: "NGN",
          org_rate_id: locked.org_rate_id,
        }),
      );
    expect((await initiate("0002")).status).toBe(502);
    expect((await initiate("4567")).status).toBe(200);
  });
});
