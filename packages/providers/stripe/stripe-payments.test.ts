import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { cardPayin } from "@corridor/test/harness/payments.ts";
import type { RawCallback } from "@corridor/provider-kit/provider.ts";
import { type ScriptedServer, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { CARDS, FakeStripe, STRIPE_SETTINGS } from "./stripe.fixtures.ts";

/**
 * Card payments through the whole product, with a simulated Stripe that follows its documentation: the first provider
 * for British cards, before the sandbox.
 */
let app: TestApp;
let stripe: FakeStripe;
let server: ScriptedServer;
/** Overrides the answers to the next requests, for a lost request or answer. */
let instead: FakeStripe["answer"] | null = null;
beforeAll(async () => {
  app = await startTestApp();
  stripe = new FakeStripe(app.clock);
  server = await scriptedServer((response, request, body) => (instead ?? stripe.answer)(response, request, body));
  const settings = { ...STRIPE_SETTINGS, base_url: server.url };
  expect((await app.request(app.callers.admin, "PUT", "/payments/providers/stripe/settings", settings)).status).toBe(
    200,
  );
  const route = { provider: "stripe", country: "GB", payment_method: "card", direction: "inbound", priority: 0 };
  expect((await app.request(app.callers.admin, "POST", "/payments/provider-configs", route)).status).toBe(201);
});
afterAll(async () => {
  await app.close();
  await server.close();
});
afterEach(() => {
  instead = null;
});

const MINUTE_MS = 60_000;
const request = (card: string, change: object = {}) => {
  const body = cardPayin("4242", { return_url: "https://shop.example/thanks", ...change });
  return { ...body, card_details: { ...(body["card_details"] as object), card_number: card, cvv: "739" } };
};
const pay = async (card: string) =>
  (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", request(card))).body.response;
const read = async ({ transaction_id }: { transaction_id: string }) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${transaction_id}`)).body;
const tell = async ({ headers, rawBody }: RawCallback) =>
  (await app.request(null, "POST", "/callbacks/stripe", rawBody.toString(), headers as Record<string, string>)).status;
const comeBack = ({ payment_id }: { payment_id: string }) =>
  app.request(
    null,
    "GET",
    `/returns/${app.callers.apiKey.orgId}/${payment_id}?payment_intent=pi_x&payment_intent_client_secret=pi_x_secret_browser`,
  );
const items = async ({ payment_id }: { payment_id: string }) =>
  (
    await app.db.query<{ kind: string }>("SELECT kind FROM reconciliation_items WHERE payment_id = $1", [payment_id])
  ).map(({ kind }) => kind);
async function passMinutes(minutes: number): Promise<void> {
  for (let i = 0; i < minutes; i++) {
    await app.advance(MINUTE_MS);
    await app.run("payment-checks");
  }
}

describe("a card payment", () => {
  test("goes to 3-D Secure and comes back completed, is told of again without harm, and is refunded", async () => {
    const payment = await pay(CARDS.asksForThreeDSecure);
    expect(payment).toMatchObject({
      status: "pending",
      next_action: "redirect",
      redirect_url: expect.stringContaining("https://hooks.stripe.com/"),
    });
    const intent = stripe.succeed(stripe.intentOf(payment.payment_id));
    expect((await comeBack(payment)).headers.get("location")).toMatch(
      /^https:\/\/shop\.example\/thanks\?status=completed/,
    );
    for (const type of ["payment_intent.requires_action", "payment_intent.succeeded"])
      expect(await tell(stripe.event(type, intent))).toBe(200);
    expect(await read(payment)).toMatchObject({
      status: "completed",
      provider: "stripe",
      provider_payment_id: intent.id,
    });
    const refund = await app.request(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, {
      reason: "returned",
    });
    expect(refund.status).toBeLessThan(300);
    expect(await read(payment)).toMatchObject({ status: "refunded" });
    expect(await items(payment)).toEqual([]);
  });

  test("that is disputed has its money held, and lost or back by what Stripe says; a refund on Stripe's dashboard is booked once", async () => {
    const payment = await pay(CARDS.paid);
    const { id, amount, currency } = stripe.intentOf(payment.payment_id);
    const dispute = {
      id: "du_1",
      object: "dispute",
      amount,
      currency,
      payment_intent: id,
      reason: "fraudulent",
      metadata: {},
      balance_transactions: [],
    };
    const say = (type: string, status: string, change: object = {}) =>
      tell(stripe.event(`charge.dispute.${type}`, { ...dispute, status, ...change }));
    const shown = async () =>
      (await app.request(app.callers.apiKey, "GET", `/disputes?payment_id=${payment.payment_id}`)).body.data;
    expect(await say("created", "needs_response", { evidence_details: { due_by: 1_900_000_000 } })).toBe(200);
    expect(await shown()).toMatchObject([
      { status: "needs_response", provider: "stripe", fee: 0, reason: "fraudulent" },
    ]);
    await say("funds_withdrawn", "needs_response", { balance_transactions: [{ fee: 1500, currency }] });
    expect(await shown()).toMatchObject([{ status: "needs_response", fee: 15 }]);
    await say("closed", "won", { balance_transactions: [{ fee: 1500, currency }] });
    expect(await shown()).toMatchObject([{ status: "won", fee: 15 }]);
    await tell(
      stripe.event("charge.dispute.created", {
        ...dispute,
        id: "du_2",
        status: "needs_response",
        payment_intent: "pi_of_somebody_else",
      }),
    );
    expect(await shown()).toHaveLength(1);

    const refund = {
      id: "re_by_hand",
      object: "refund",
      amount: 100,
      currency,
      payment_intent: id,
      status: "succeeded",
      metadata: {},
    };
    for (const type of ["refund.created", "refund.updated"]) expect(await tell(stripe.event(type, refund))).toBe(200);
    const refunds = (await app.request(app.callers.apiKey, "GET", `/payments/${payment.payment_id}/refunds`)).body.data;
    expect(refunds).toMatchObject([{ status: "completed", amount: 1, requested_by: null }]);
    expect(await read(payment)).toMatchObject({ status: "completed" });
    expect(await items(payment)).toEqual([]);
    expect((await verifyLedger(app.db)).broken).toBeNull();
  });

  test("that the issuer declines ends at no other provider, and the late event of the decline changes nothing", async () => {
    const answer = await app.request(
      app.callers.apiKey,
      "POST",
      "/payments-init/initiate",
      request(CARDS.withoutFunds),
    );
    expect(answer.status).toBeGreaterThanOrEqual(400);
    const [payment] = await app.db.query<{ payment_id: string; transaction_id: string }>(
      "SELECT payment_id, transaction_id FROM payments ORDER BY payment_id DESC LIMIT 1",
    );
    const attempts = [{ provider: "stripe", outcome: "refused", reason: "Your card was declined." }];
    expect(await read(payment!)).toMatchObject({ status: "failed", attempts });
    expect(await tell(stripe.event("payment_intent.payment_failed", stripe.intentOf(payment!.payment_id)))).toBe(200);
    expect(await read(payment!)).toMatchObject({ status: "failed", attempts });
    expect(await items(payment!)).toEqual([]);
  });

  test("of which Stripe says later that it failed, or that something else was paid, stays as it is, and a person is asked to look", async () => {
    const payment = await pay(CARDS.paid);
    const intent = stripe.intentOf(payment.payment_id);
    await tell(stripe.event("payment_intent.canceled", { ...intent, status: "canceled" }));
    await tell(stripe.event("payment_intent.succeeded", { ...intent, currency: "usd" }));
    expect(await read(payment)).toMatchObject({ status: "completed" });
    expect(await items(payment)).toEqual(["contradicts_final_status", "wrong_currency"]);
  });

  test("leaves nothing of its card or of Stripe's secrets in the log or in the database", async () => {
    const payment = await pay(CARDS.paid);
    await pay(CARDS.mistyped);
    expect(await tell(stripe.event("payment_intent.succeeded", stripe.intentOf(payment.payment_id)))).toBe(200);
    const tables = await app.db.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()",
    );
    const rows = await Promise.all(tables.map(({ name }) => app.db.query(`SELECT * FROM "${name}"`)));
    const everything = JSON.stringify(rows) + app.logLines().join("\n");
    for (const secret of [
      STRIPE_SETTINGS.secret_key,
      STRIPE_SETTINGS.webhook_secret,
      ...Object.values(CARDS),
      "_secret_",
      '"739"',
    ])
      expect(everything).not.toContain(secret);
  });
});

describe("an answer that is lost", () => {
  /** Our ids contain the real time, which distinguishes a lost request from one in progress. */
  beforeAll(() => app.clock.set(new Date()));

  test("leaves a payment pending, which is found and completed, and no other provider is tried", async () => {
    const payment = await pay(CARDS.unanswered);
    expect(payment).toMatchObject({ status: "pending", next_action: "check_status" });
    stripe.searchable = () => [];
    await passMinutes(1);
    expect(await read(payment)).toMatchObject({
      status: "completed",
      attempts: [{ provider: "stripe", outcome: "accepted" }],
    });
  });

  test("to a request that never arrived ends the payment once it can no longer arrive", async () => {
    instead = (response, incoming, body) =>
      incoming.url === "/v1/payment_intents" ? void response.destroy() : stripe.answer(response, incoming, body);
    const payment = await pay(CARDS.paid);
    instead = null;
    await passMinutes(9);
    expect(await read(payment)).toMatchObject({ status: "pending" });
    await passMinutes(20);
    expect(await read(payment)).toMatchObject({
      status: "failed",
      attempts: [{ outcome: "unreachable", reason: expect.stringContaining("never reached the provider") }],
    });
    expect(stripe.intentOf(payment.payment_id)).toBeUndefined();
  });

  test("is no end to a payment that waits: past its time it is canceled at Stripe, and then here", async () => {
    const payment = await pay(CARDS.asksForThreeDSecure);
    await passMinutes(31);
    expect(await read(payment)).toMatchObject({ status: "canceled" });
    expect(stripe.intentOf(payment.payment_id).status).toBe("canceled");
  });
});

test("the books agree with all of it", async () => {
  expect(await verifyLedger(app.db)).toMatchObject({
    broken: null,
    transactions: expect.toSatisfy((count: number) => count > 0),
  });
});
