import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import {
  bankPayin,
  bankPayout,
  cardPayin,
  cardPayout,
  mobileMoneyPayin,
  mobileMoneyPayout,
} from "#test/harness/payments.ts";

/**
 * Every row of the sandbox's table, from the public API to the final record, with attempts, events and the sandbox's
 * own journal to prove it.
 */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const DELAY_MS = 1_000;
const POLL_MS = 4_000;

type Flow = { name: string; request(ending: string): Record<string, unknown> };
const FLOWS: Flow[] = [
  { name: "mobile money payin", request: (ending) => mobileMoneyPayin(ending) },
  { name: "card payin", request: (ending) => cardPayin(ending) },
  {
    name: "mobile money payout",
    request: (ending) => mobileMoneyPayout(app.demo.organizations[0]!.beneficiary_id, ending),
  },
  { name: "bank transfer payout", request: (ending) => bankPayout(app.demo.organizations[0]!.beneficiary_id, ending) },
  { name: "card payout", request: (ending) => cardPayout(app.demo.organizations[0]!.beneficiary_id, ending) },
];

async function initiate(body: Record<string, unknown>) {
  return app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body);
}
async function record(transactionId: string) {
  const answer = await app.request(app.callers.apiKey, "GET", `/payments/transaction/${transactionId}`);
  expect(answer.status).toBe(200);
  return answer.body;
}
async function eventTypes(paymentId: string): Promise<string[]> {
  const rows = await app.db.query<{ type: string; sequence: number }>(
    `SELECT unnest(types) AS type, generate_series(sequence, sequence + cardinality(types) - 1) AS sequence FROM events WHERE resource_id = $1 ORDER BY sequence`,
    [paymentId],
  );
  expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows.map((row) => row.type);
}
/** The providers whose journal contains the payment: never more than one. */
async function acceptedBy(paymentId: string): Promise<string[]> {
  const accepted: string[] = [];
  let cursor = "";
  for (;;) {
    const page = (await (await fetch(`${app.sandbox.url}/journal${cursor}`)).json()) as {
      operations: { payment_id: string; provider: string; kind: string }[];
      next_cursor: string | null;
    };
    accepted.push(
      ...page.operations
        .filter((operation) => operation.payment_id === paymentId && operation.kind !== "refund")
        .map((operation) => operation.provider),
    );
    if (page.next_cursor === null) return accepted;
    cursor = `?cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}
const attemptsOf = (payment: { attempts: { provider: string; outcome: string }[] }) =>
  payment.attempts.map((attempt) => [attempt.provider, attempt.outcome]);

describe.each(FLOWS)("$name", ({ name, request }) => {
  /** A payer approves mobile money on the phone. */
  const accepted = name === "mobile money payin" ? "pending" : "processing";

  test("any other ending: accepted, then completed by a signed callback", async () => {
    const { status, body } = await initiate(request("4567"));
    expect(status).toBe(200);
    expect(body.response).toMatchObject({ success: true, status: accepted, next_action: "wait", provider: "fiat" });
    await app.advance(DELAY_MS);
    const payment = await record(body.response.transaction_id);
    expect(payment).toMatchObject({ status: "completed", provider: "fiat" });
    expect(payment.timeline.map((entry: { to: string; source: string }) => [entry.to, entry.source])).toEqual([
      ["initiated", "api"],
      [accepted, "dispatch"],
      ["completed", "callback"],
    ]);
    expect(await eventTypes(payment.payment_id)).toEqual([
      "transaction.updated",
      "payment.processing",
      ...(accepted === "pending" ? ["payment.pending"] : []),
      "transaction.updated",
      "payment.completed",
      "transaction.updated",
    ]);
    expect(await acceptedBy(payment.payment_id)).toEqual(["fiat"]);
  });

  test("0002: refused by every provider is a 502, and the payment is stored as failed with every attempt", async () => {
    const { status, body } = await initiate(request("0002"));
    expect(status).toBe(502);
    expect(body).toMatchObject({
      code: "ALL_PROVIDERS_FAILED",
      error: expect.any(String),
      message: expect.any(String),
    });
    const [payment] = (await app.request(app.callers.apiKey, "GET", "/transactions?limit=1")).body.data;
    expect(body.message).toContain(payment.payment_id);
    expect(payment.status).toBe("failed");
    expect(
      payment.attempts.every(
        (attempt: { outcome: string; reason: string }) => attempt.outcome === "refused" && attempt.reason.length > 0,
      ),
    ).toBe(true);
    expect(payment.attempts.length).toBeGreaterThanOrEqual(2);
    expect(await acceptedBy(payment.payment_id)).toEqual([]);
  });

  test.each([
    ["0003", "refused by the primary", "refused"],
    ["0010", "primary unreachable before anything is sent", "unreachable"],
  ])("%s: %s, accepted by the fallback", async (ending, _what, outcome) => {
    const { body } = await initiate(request(ending));
    expect(body.response).toMatchObject({ success: true, provider: "hybrid" });
    await app.advance(DELAY_MS);
    const payment = await record(body.response.transaction_id);
    expect(payment).toMatchObject({ status: "completed", provider: "hybrid" });
    expect(attemptsOf(payment)).toEqual([
      ["fiat", outcome],
      ["hybrid", "accepted"],
    ]);
    expect(await acceptedBy(payment.payment_id)).toEqual(["hybrid"]);
  });

  test("0004: the answer never arrives: pending and check_status, no other provider is called, polling finds the outcome", async () => {
    const { status, body } = await initiate(request("0004"));
    expect(status).toBe(200);
    expect(body.response).toMatchObject({ success: true, status: "pending", next_action: "check_status" });
    expect(attemptsOf(await record(body.response.transaction_id))).toEqual([["fiat", "unknown"]]);
    await app.advance(POLL_MS);
    await app.run("payment-checks");
    const payment = await record(body.response.transaction_id);
    expect(payment.status).toBe("completed");
    expect(attemptsOf(payment)).toEqual([["fiat", "accepted"]]);
    expect(payment.attempts[0].reason).toBeNull();
    expect(JSON.stringify(payment)).not.toMatch(/127\.0\.0\.1:|UND_ERR|ECONN/);
    expect(await acceptedBy(payment.payment_id)).toEqual(["fiat"]);
  });

  test("0005: accepted, then fails by callback", async () => {
    const { body } = await initiate(request("0005"));
    expect(body.response.status).toBe(accepted);
    await app.advance(DELAY_MS);
    const payment = await record(body.response.transaction_id);
    expect(payment.status).toBe("failed");
    expect(payment.failure_reason).toEqual(expect.any(String));
    expect((await eventTypes(payment.payment_id)).slice(-2)).toEqual(["payment.failed", "transaction.updated"]);
  });

  test("0008: the callback comes three times and out of order: one completion, one set of events", async () => {
    const { body } = await initiate(request("0008"));
    await app.advance(DELAY_MS);
    await app.advance(DELAY_MS);
    await app.advance(DELAY_MS);
    const payment = await record(body.response.transaction_id);
    expect(payment.status).toBe("completed");
    expect((await eventTypes(payment.payment_id)).filter((type) => type === "payment.completed")).toHaveLength(1);
    const [callbacks] = await app.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM provider_callbacks WHERE body LIKE '%' || $1 || '%'`,
      [payment.attempts[0].attempt_id],
    );
    expect(callbacks!.count).toBeGreaterThanOrEqual(2);
  });

  test("0009: the callback never comes, polling finds the outcome", async () => {
    const { body } = await initiate(request("0009"));
    await app.advance(DELAY_MS);
    expect((await record(body.response.transaction_id)).status).toBe(accepted);
    await app.advance(POLL_MS);
    await app.run("payment-checks");
    const payment = await record(body.response.transaction_id);
    expect(payment.status).toBe("completed");
    expect(payment.timeline.at(-1).source).toBe("poll");
  });
});

describe.each(FLOWS.slice(0, 2))("$name, with the customer's help", ({ request }) => {
  test("0001: collects a one-time password; the right code goes on, a wrong one is INVALID_OTP, a blank one is not sent", async () => {
    const { body } = await initiate(request("0001"));
    expect(body.response).toMatchObject({ status: "pending", next_action: "collect_otp" });
    const path = `/payments-init/${body.response.payment_id}/action`;
    const wrong = await app.request(app.callers.apiKey, "POST", path, { action: "submit_otp", otp: "000000" });
    expect([wrong.status, wrong.body.code]).toEqual([400, "INVALID_OTP"]);
    expect((await app.request(app.callers.apiKey, "POST", path, { action: "resend_otp" })).status).toBe(200);
    const blank = await app.request(app.callers.apiKey, "POST", path, { action: "submit_otp", otp: " " });
    expect([blank.status, blank.body.code, blank.body.message]).toEqual([
      400,
      "VALIDATION_ERROR",
      "otp: must not be blank",
    ]);
    const right = await app.request(app.callers.apiKey, "POST", path, { action: "submit_otp", otp: "123456" });
    expect(right.status).toBe(200);
    expect(right.body.response).toMatchObject({ payment_id: body.response.payment_id, status: "processing" });
    await app.advance(DELAY_MS);
    expect((await record(body.response.transaction_id)).status).toBe("completed");
  });

  test("0001: the third wrong one-time password fails the payment", async () => {
    const { body } = await initiate(request("0001"));
    const path = `/payments-init/${body.response.payment_id}/action`;
    for (let i = 0; i < 3; i++)
      expect(
        (await app.request(app.callers.apiKey, "POST", path, { action: "submit_otp", otp: "999999" })).body.code,
      ).toBe("INVALID_OTP");
    expect((await record(body.response.transaction_id)).status).toBe("failed");
    expect((await app.request(app.callers.apiKey, "POST", path, { action: "submit_otp", otp: "123456" })).status).toBe(
      409,
    );
  });

  test("0006: pay_by_link returns the link at top level", async () => {
    const { body } = await initiate(request("0006"));
    expect(body.response).toMatchObject({
      status: "pending",
      next_action: "pay_by_link",
      payment_link: expect.stringMatching(/^http/),
    });
  });

  test("0007: redirect to the provider's page; approving there completes, and the way back asks for the truth and keeps the query", async () => {
    const { body } = await initiate({
      ...request("0007"),
      client_reference: "order 7/a",
      return_url: "https://shop.example/done?cart=9",
    });
    expect(body.response).toMatchObject({
      status: "pending",
      next_action: "redirect",
      redirect_url: expect.stringMatching(/^http/),
    });
    const page = await fetch(body.response.redirect_url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("form");
    const approved = await fetch(body.response.redirect_url, {
      method: "POST",
      redirect: "manual",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "decision=approve",
    });
    expect(approved.status).toBe(303);
    await app.advance(DELAY_MS);
    const back = await fetch(approved.headers.get("location")!, { redirect: "manual" });
    expect(back.status).toBe(303);
    expect(back.headers.get("location")).toBe(
      "https://shop.example/done?cart=9&status=completed&reference=order+7%2Fa",
    );
    expect((await record(body.response.transaction_id)).status).toBe("completed");
  });

  test.each([undefined, ""])(
    "0007: declining fails the payment, and the way back says so with the payment id's first 18 characters where client_reference is %j",
    async (client_reference) => {
      const { body } = await initiate({
        ...request("0007"),
        client_reference,
        return_url: "https://shop.example/done",
      });
      const declined = await fetch(body.response.redirect_url, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "decision=decline",
      });
      await app.advance(DELAY_MS);
      const back = await fetch(declined.headers.get("location")!, { redirect: "manual" });
      expect(back.headers.get("location")).toBe(
        `https://shop.example/done?status=failed&reference=${body.response.payment_id.slice(0, 18)}`,
      );
      expect((await record(body.response.transaction_id)).status).toBe("failed");
    },
  );
});

describe("bank transfer payin", () => {
  test("returns instructions at top level; a deposit completes it", async () => {
    const { body } = await initiate(bankPayin());
    expect(body.response).toMatchObject({
      status: "pending",
      next_action: "bank_transfer",
      account_name: expect.any(String),
      account_number: expect.any(String),
      bank_name: expect.any(String),
      bank_code: expect.any(String),
      reference: expect.any(String),
      amount: 50000,
      currency: "NGN",
      expires_at: expect.any(String),
    });
    await deposit(body.response.account_number, 50000);
    expect(await record(body.response.transaction_id)).toMatchObject({ status: "completed", received_amount: 50000 });
  });

  test("partly paid goes on waiting; the rest completes it", async () => {
    const { body } = await initiate(bankPayin());
    await deposit(body.response.account_number, 20000);
    expect(await record(body.response.transaction_id)).toMatchObject({ status: "pending", received_amount: 20000 });
    await deposit(body.response.account_number, 30000);
    expect(await record(body.response.transaction_id)).toMatchObject({ status: "completed", received_amount: 50000 });
  });

  test("overpaid completes and opens a reconciliation item, which a person resolves once", async () => {
    const { body } = await initiate(bankPayin());
    await deposit(body.response.account_number, 50001);
    expect((await record(body.response.transaction_id)).status).toBe("completed");
    const items = await app.request(
      app.callers.orgAdmin,
      "GET",
      `/payments/reconciliation-items?payment_id=${body.response.payment_id}`,
    );
    expect(items.body.data).toMatchObject([{ kind: "overpaid", status: "open" }]);
    const path = `/payments/reconciliation-items/${items.body.data[0].item_id}/resolve`;
    expect(
      (await app.request(app.callers.orgAdmin, "POST", path, { resolution: "refunded by hand" })).body.data,
    ).toMatchObject({
      status: "resolved",
      resolution: "refunded by hand",
    });
    expect((await app.request(app.callers.orgAdmin, "POST", path, { resolution: "again" })).status).toBe(409);
  });

  test("unpaid in time is canceled; money that comes later is kept apart and opens an item", async () => {
    const { body } = await initiate(bankPayin());
    await app.advance(31 * 60_000);
    await app.run("payment-checks");
    expect((await record(body.response.transaction_id)).status).toBe("canceled");
    expect((await eventTypes(body.response.payment_id)).slice(-2)).toEqual(["payment.canceled", "transaction.updated"]);
  });

  test("of any organization can be canceled by a platform admin", async () => {
    const { body } = await initiate(bankPayin());
    const path = `/payments-init/${body.response.payment_id}/action`;
    const canceled = await app.request(app.callers.admin, "POST", path, { action: "cancel" });
    expect([canceled.status, canceled.body.response?.status]).toEqual([200, "canceled"]);
    const unknown = await app.request(
      app.callers.admin,
      "POST",
      "/payments-init/018f0000-0000-7000-8000-000000000000/action",
      { action: "cancel" },
    );
    expect([unknown.status, unknown.body.code]).toEqual([404, "PAYMENT_NOT_FOUND"]);
  });

  test("can be canceled while it waits, and not twice", async () => {
    const { body } = await initiate(bankPayin());
    const path = `/payments-init/${body.response.payment_id}/action`;
    expect((await app.request(app.callers.apiKey, "POST", path, { action: "cancel" })).body.response).toMatchObject({
      status: "canceled",
      success: true,
    });
    expect((await app.request(app.callers.apiKey, "POST", path, { action: "cancel" })).status).toBe(409);
  });
});

async function deposit(accountNumber: string, amount: number): Promise<void> {
  const answer = await fetch(`${app.sandbox.url}/deposits`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ account_number: accountNumber, amount, currency: "NGN" }),
  });
  expect(answer.ok).toBe(true);
  await app.advance(DELAY_MS);
}
