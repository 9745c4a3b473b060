import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { InvalidCallback } from "@corridor/provider-kit/errors.ts";
import type { DispatchRequest, Provider } from "@corridor/provider-kit/provider.ts";
import { scriptedServer, type WrittenAnswer } from "@corridor/provider-kit/stage.fixtures.ts";
import {
  answering,
  CARDS,
  type FakeStripe,
  STRIPE_SETTINGS,
  stripeStage,
  type StripeStage,
} from "./stripe.fixtures.ts";
import { STRIPE } from "./stripe.ts";

let stage: StripeStage;
let stripe: FakeStripe;
let provider: Provider;
beforeAll(async () => {
  stage = await stripeStage();
  ({ stripe, provider } = stage);
});
afterAll(() => stage.close());
beforeEach(() => {
  stripe.forms.length = 0;
  stripe.others = 0;
  stripe.searchable = () => [...stripe.intents.values()];
});

const deadline = (): AbortSignal => AbortSignal.timeout(5_000);
const asked = ({ reference }: { reference: string }, providerPaymentId: string | null = null) => ({
  reference,
  providerPaymentId,
  direction: "inbound" as const,
});

async function accepted(request: DispatchRequest): Promise<string> {
  const outcome = await provider.dispatch(request, deadline());
  if (outcome.outcome !== "accepted") throw new Error(`${outcome.outcome}: ${outcome.reason}`);
  return outcome.providerPaymentId;
}

const said = (status: number, error: object): WrittenAnswer => ({ status, body: JSON.stringify({ error }) });

describe("a charge", () => {
  test("keeps the card first, then charges it, in Stripe's own form", async () => {
    const request = stage.withCard("4242 4242 4242 4242", { description: "Order 7" });
    await accepted(request);
    const [card, intent] = stripe.forms;
    expect(card).toMatchObject({
      path: "/v1/payment_methods",
      headers: { "idempotency-key": `${request.reference}-card` },
    });
    expect(card!.form).toEqual({
      type: "card",
      "card[number]": "4242424242424242",
      "card[exp_month]": "7",
      "card[exp_year]": "2031",
      "card[cvc]": "739",
      "billing_details[name]": "A Payer",
      "billing_details[email]": "ada@example.com",
    });
    expect(intent).toMatchObject({
      path: "/v1/payment_intents",
      headers: { "idempotency-key": request.reference, "stripe-version": "2023-08-16" },
    });
    expect(intent!.form).toEqual({
      amount: "2005",
      currency: "gbp",
      confirm: "true",
      payment_method: expect.stringMatching(/^pm_/),
      "payment_method_types[0]": "card",
      return_url: request.returnUrl,
      description: "Order 7",
      "metadata[corridor_reference]": request.reference,
      "metadata[corridor_payment_id]": request.paymentId,
    });
  });

  test("is completed at once when the card is good, with the charge for support to find", async () => {
    const request = stage.withCard(CARDS.paid);
    const outcome = await provider.dispatch(request, deadline());
    expect(outcome).toMatchObject({
      outcome: "accepted",
      status: "completed",
      providerStatus: "succeeded",
      data: { charge_id: expect.stringMatching(/^ch_/) },
    });
  });

  test("of what crosses currencies collects what the payer gives", async () => {
    await accepted(stage.withCard(CARDS.paid, { targetAmount: Money.parse("3000.00", "KES") }));
    expect(stripe.forms[1]!.form).toMatchObject({ amount: "2005", currency: "gbp" });
  });

  test("sends the customer to 3-D Secure when the card asks for it, and completes afterwards", async () => {
    const request = stage.withCard(CARDS.asksForThreeDSecure);
    const outcome = await provider.dispatch(request, deadline());
    const nextAction = { type: "redirect", redirect_url: expect.stringContaining("https://hooks.stripe.com/") };
    expect(outcome).toMatchObject({
      outcome: "accepted",
      status: "pending",
      providerStatus: "requires_action",
      nextAction,
    });
    expect(await provider.fetchStatus(asked(request), deadline())).toMatchObject({
      outcome: "found",
      update: { status: "pending" },
      nextAction,
    });
    stripe.succeed(stripe.intentOf(request.reference));
    const answer = await provider.fetchStatus(asked(request), deadline());
    expect(answer).toMatchObject({ outcome: "found", update: { status: "completed", receivedAmount: request.amount } });
    expect((answer as { nextAction?: unknown }).nextAction).toBeUndefined();
  });

  test("that the issuer declines is refused with its reason, and is found as failed", async () => {
    const request = stage.withCard(CARDS.declined);
    expect(await provider.dispatch(request, deadline())).toEqual({
      outcome: "refused",
      code: "generic_decline",
      reason: "Your card was declined.",
    });
    expect(await provider.fetchStatus(asked(request), deadline())).toMatchObject({
      outcome: "found",
      update: { status: "failed", providerStatus: "requires_payment_method", reason: "Your card was declined." },
    });
  });

  test.each<[string, Partial<DispatchRequest>, string]>([
    [
      "a payout",
      { direction: "outbound", method: "bank_transfer", bankAccount: { account_number: "00012345" } },
      "direction_not_supported",
    ],
    ["a bank transfer", { method: "bank_transfer" }, "method_not_supported"],
    ["a card that is gone", { card: undefined }, "card_missing"],
    ["a currency it does not charge", { amount: Money.parse("10.00", "GHS") }, "currency_not_supported"],
    ["a crypto asset", { amount: Money.parse("10", "USDC") }, "currency_not_supported"],
    ["a fraction of an ariary", { amount: Money.parse("10.50", "MGA") }, "invalid_amount"],
    ["a third decimal that is not 0", { amount: Money.parse("5.124", "KWD") }, "invalid_amount"],
    ["more than a JSON number holds", { amount: Money.parse("90071992547409.92", "IDR") }, "invalid_amount"],
  ])("of %s is refused before anything is sent", async (_, fields, code) => {
    expect(await provider.dispatch(stage.withCard(CARDS.paid, fields), deadline())).toMatchObject({
      outcome: "refused",
      code,
    });
    expect(stripe.forms).toEqual([]);
  });

  test("that is sent again is the same, and another under its reference is unknown", async () => {
    const request = stage.withCard(CARDS.paid);
    expect(await accepted(request)).toBe(await accepted(request));
    const other = { ...request, amount: Money.parse("99.00", "GBP") };
    expect(await provider.dispatch(other, deadline())).toMatchObject({ outcome: "unknown" });
    const otherCard = { ...request, card: { ...request.card!, cvv: "740" } };
    expect(await provider.dispatch(otherCard, deadline())).toMatchObject({ outcome: "unknown" });
    expect(stripe.intentOf(request.reference).amount).toBe(2005);
  });
});

describe("an error", () => {
  const declined = { type: "card_error", code: "card_declined", message: "no" };
  test.each<[number, object, "refused" | "unknown"]>([
    [400, { type: "invalid_request_error", message: "no" }, "refused"],
    [401, { type: "invalid_request_error", message: "Invalid API Key provided" }, "refused"],
    [402, declined, "refused"],
    [403, { type: "invalid_request_error" }, "refused"],
    [404, { type: "invalid_request_error", code: "resource_missing" }, "refused"],
    [402, { ...declined, payment_intent: { status: "requires_payment_method" } }, "refused"],
    [402, { ...declined, payment_intent: { status: "canceled" } }, "refused"],
    [402, { ...declined, payment_intent: { status: "succeeded" } }, "unknown"],
    [402, { ...declined, payment_intent: { status: "processing" } }, "unknown"],
    [402, { ...declined, payment_intent: { status: "requires_action" } }, "unknown"],
    [400, { type: "idempotency_error", message: "same key" }, "unknown"],
    [409, { type: "invalid_request_error", code: "idempotency_key_in_use" }, "unknown"],
    [429, { type: "invalid_request_error", code: "rate_limit" }, "unknown"],
    [424, { type: "api_error" }, "unknown"],
    [500, { type: "api_error" }, "unknown"],
    [500, declined, "unknown"],
    [402, { type: "surprise" }, "unknown"],
  ])("%i %o to a charge is %s", async (status, error, outcome) => {
    const request = stage.withCard(CARDS.paid);
    expect(
      await answering(stage, said(status, error), (elsewhere) => elsewhere.dispatch(request, deadline())),
    ).toMatchObject({ outcome });
  });

  test.each<[number, string, object]>([
    [
      402,
      '{"error":{"type":"card_error","code":"incorrect_number"}}',
      { outcome: "refused", code: "incorrect_number" },
    ],
    [500, '{"error":{"type":"api_error"}}', { outcome: "refused", code: "unreachable" }],
    [
      429,
      '{"error":{"type":"invalid_request_error","code":"rate_limit"}}',
      { outcome: "refused", code: "unreachable" },
    ],
    [502, "<html>", { outcome: "refused", code: "unreachable" }],
    [200, "{}", { outcome: "refused", code: "unreachable" }],
    [409, "{}", { outcome: "unknown" }],
    [400, '{"error":{"type":"idempotency_error"}}', { outcome: "unknown" }],
  ])("%i %s to the card charges nothing", async (status, body, outcome) => {
    const server = await scriptedServer((response) => void response.writeHead(status).end(body));
    expect(await stage.at(server.url).dispatch(stage.withCard(CARDS.paid), deadline())).toMatchObject(outcome);
    expect(server.requests.map(({ url }) => url)).toEqual(["/v1/payment_methods"]);
    await server.close();
  });

  test("that repeats the card and its code does not make us repeat them", async () => {
    const server = await scriptedServer((response, _, body) => {
      response.writeHead(402).end(JSON.stringify({ error: { type: "card_error", code: "odd", message: body } }));
    });
    const outcome = await stage.at(server.url).dispatch(stage.withCard(CARDS.paid), deadline());
    expect(outcome).toMatchObject({ outcome: "refused", reason: expect.stringContaining("[redacted]") });
    expect(JSON.stringify(outcome)).not.toMatch(/4242|739/);
    await server.close();
  });

  test.each([
    ["another amount", { amount: 2006 }],
    ["another currency", { currency: "usd" }],
    ["less received than charged", { status: "succeeded", amount_received: 1000 }],
    ["a status that is none of Stripe's", { status: "done" }],
    ["an action that a card does not have", { next_action: { type: "use_stripe_sdk", use_stripe_sdk: {} } }],
    [
      "an address that is not of the web",
      { next_action: { type: "redirect_to_url", redirect_to_url: { url: "javascript:alert(1)" } } },
    ],
  ])("an acceptance with %s is unknown", async (_, fields) => {
    const request = stage.withCard(CARDS.asksForThreeDSecure);
    await accepted(request);
    const body = JSON.stringify({ ...stripe.intentOf(request.reference), ...fields });
    expect(
      await answering(stage, { status: 200, body }, (elsewhere) => elsewhere.dispatch(request, deadline())),
    ).toMatchObject({ outcome: "unknown" });
  });
});

describe("a status", () => {
  const failure = { type: "card_error", code: "card_declined", message: "Your card has insufficient funds." };
  test.each<[string, object, object]>([
    ["requires_payment_method", { last_payment_error: null }, { status: "pending" }],
    [
      "requires_payment_method",
      { last_payment_error: failure },
      { status: "failed", reason: "Your card has insufficient funds." },
    ],
    ["requires_confirmation", {}, { status: "pending" }],
    ["requires_action", {}, { status: "pending" }],
    ["processing", {}, { status: "processing" }],
    ["requires_capture", {}, { status: "processing" }],
    ["succeeded", { amount_received: 1900 }, { status: "completed", receivedAmount: Money.parse("19.00", "GBP") }],
    ["canceled", { cancellation_reason: "abandoned" }, { status: "failed", reason: "canceled: abandoned" }],
    ["canceled", { cancellation_reason: null }, { status: "failed", reason: "canceled" }],
  ])("%s %o", async (status, fields, update) => {
    const request = stage.withCard(CARDS.asksForThreeDSecure);
    const id = await accepted(request);
    Object.assign(stripe.intents.get(id)!, { status, ...fields });
    expect(await provider.fetchStatus(asked(request, id), deadline())).toMatchObject({
      outcome: "found",
      update: { ...update, providerStatus: status },
    });
    const [told] = provider.parseCallback(stripe.event("payment_intent.processing", stripe.intents.get(id)!));
    expect(told).toMatchObject({
      kind: "payment",
      reference: request.reference,
      ...update,
      occurredAt: stage.clock.now(),
    });
  });

  test("is found in the list at once, whatever a lagging search says", async () => {
    const request = stage.withCard(CARDS.paid);
    await accepted(request);
    stripe.searchable = () => [];
    for (const others of [0, 99, 100, 250]) {
      stripe.others = others;
      expect(await provider.fetchStatus(asked(request), deadline())).toMatchObject({
        outcome: "found",
        update: { status: "completed" },
      });
    }
  });

  test("of what neither a list without end nor a lagging search shows is unknown, never not_found", async () => {
    const request = stage.withCard(CARDS.paid);
    const id = await accepted(request);
    stripe.others = 100_000;
    expect(await provider.fetchStatus(asked(request), deadline())).toMatchObject({ outcome: "found" });
    stripe.searchable = () => [];
    expect(await provider.fetchStatus(asked(request), deadline())).toMatchObject({ outcome: "unknown" });
    expect(await provider.fetchStatus(asked(request, id), deadline())).toMatchObject({ outcome: "found" });
  });

  test("of what neither a whole list nor the search shows is not_found", async () => {
    expect(await provider.fetchStatus(asked({ reference: newId() }), deadline())).toEqual({ outcome: "not_found" });
    expect(await provider.fetchStatus(asked({ reference: "no id of ours" }), deadline())).toMatchObject({
      outcome: "unknown",
    });
  });

  test("is found although the reference or the time of sending is of a clock that was a day ahead", async () => {
    const request = stage.withCard(CARDS.paid);
    const id = await accepted(request);
    const tomorrow = new Date(Date.now() + 86_400_000);
    const reference = withTimeOf(request.reference, tomorrow);
    stripe.intents.get(id)!.metadata["corridor_reference"] = reference;
    expect(await provider.fetchStatus({ ...asked({ reference }), sentAt: tomorrow }, deadline())).toMatchObject({
      outcome: "found",
      update: { reference },
    });
    stripe.searchable = () => [];
    expect(await provider.fetchStatus({ ...asked({ reference }), sentAt: new Date() }, deadline())).toMatchObject({
      outcome: "found",
    });
  });

  /** The id that the same process would have created at another time. */
  function withTimeOf(id: string, at: Date): string {
    const digits = at.getTime().toString(16).padStart(12, "0");
    return `${digits.slice(0, 8)}-${digits.slice(8)}${id.slice(13)}`;
  }

  test("is not taken from the search, which may show how it was", async () => {
    const request = stage.withCard(CARDS.asksForThreeDSecure);
    const before = structuredClone(stripe.intents.get(await accepted(request))!);
    stripe.succeed(stripe.intentOf(request.reference));
    stripe.others = 100_000;
    stripe.searchable = () => [before];
    expect(await provider.fetchStatus(asked(request), deadline())).toMatchObject({
      outcome: "found",
      update: { status: "completed" },
    });
  });

  test("of a reference that two payments bear is unknown, as is one of an id that Stripe does not know or that is another's", async () => {
    const [one, other] = [stage.withCard(CARDS.paid), stage.withCard(CARDS.paid)];
    const id = await accepted(one);
    const otherId = await accepted(other);
    expect(await provider.fetchStatus(asked(one, "pi_none"), deadline())).toMatchObject({ outcome: "unknown" });
    expect(await provider.fetchStatus(asked(one, otherId), deadline())).toMatchObject({ outcome: "unknown" });
    stripe.intents.set("pi_twin", { ...stripe.intents.get(id)!, id: "pi_twin" });
    for (stripe.others of [0, 100_000])
      expect(await provider.fetchStatus(asked(one), deadline())).toMatchObject({ outcome: "unknown" });
  });
});

describe("a cancelation", () => {
  const cancel = (reference: string, providerPaymentId: string) =>
    provider.submitAction!({ action: "cancel", reference, providerPaymentId }, deadline());

  test("ends what waits for the customer, and is done when it is asked for again", async () => {
    const request = stage.withCard(CARDS.asksForThreeDSecure);
    const id = await accepted(request);
    for (let i = 0; i < 2; i++)
      expect(await cancel(request.reference, id)).toEqual({
        outcome: "done",
        status: "failed",
        providerStatus: "canceled",
      });
    expect(stripe.intents.get(id)!.status).toBe("canceled");
    expect(stripe.forms.at(-1)!.headers["idempotency-key"]).toBeUndefined();
  });

  test("of what was paid is refused", async () => {
    const request = stage.withCard(CARDS.paid);
    expect(await cancel(request.reference, await accepted(request))).toMatchObject({
      outcome: "refused",
      reason: expect.stringContaining("succeeded"),
    });
  });

  test("is the only action: there is no one-time password to submit or to send again", async () => {
    const payment = { reference: newId(), providerPaymentId: "pi_1" };
    expect(await provider.submitAction!({ ...payment, action: "submit_otp", otp: "123456" }, deadline())).toMatchObject(
      { outcome: "refused" },
    );
    expect(await provider.submitAction!({ ...payment, action: "resend_otp" }, deadline())).toMatchObject({
      outcome: "refused",
    });
    expect(stripe.forms).toEqual([]);
  });
});

describe("an event", () => {
  test("tells nothing when it is of another kind, of somebody else's payment or of a connected account", async () => {
    const request = stage.withCard(CARDS.paid);
    await accepted(request);
    const intent = stripe.intentOf(request.reference);
    expect(provider.parseCallback(stripe.event("customer.created", { id: "cus_1", object: "customer" }))).toEqual([]);
    expect(provider.parseCallback(stripe.event("payment_intent.created", intent))).toEqual([]);
    expect(provider.parseCallback(stripe.event("payment_intent.succeeded", { ...intent, metadata: {} }))).toEqual([]);
    expect(provider.parseCallback(stripe.event("payment_intent.succeeded", intent, { account: "acct_1" }))).toEqual([]);
  });

  test("of the other mode than the key's tells nothing: what a test pays is no money", () => {
    const event = (livemode: boolean) =>
      stripe.event("payment_intent.succeeded", { ...intentOf(newId()), livemode }, { livemode });
    const told = (secret_key: string, livemode: boolean): number =>
      STRIPE.create(
        { ...STRIPE_SETTINGS, secret_key, base_url: "http://127.0.0.1:1" },
        { outbound: createOutbound(), clock: stage.clock },
      ).parseCallback(event(livemode)).length;
    const intentOf = (reference: string) => ({
      object: "payment_intent",
      id: "pi_1",
      status: "succeeded",
      amount: 1,
      amount_received: 1,
      currency: "gbp",
      metadata: { corridor_reference: reference },
    });
    for (const kind of ["sk", "rk"])
      expect([
        told(`${kind}_live_0123456789`, true),
        told(`${kind}_live_0123456789`, false),
        told(`${kind}_test_0123456789`, true),
      ]).toEqual([1, 0, 0]);
    expect([told("a key of a mock server", true), told("a key of a mock server", false)]).toEqual([1, 1]);
  });

  test.each(["succeeded", "payment_failed", "processing", "requires_action", "canceled", "amount_capturable_updated"])(
    "payment_intent.%s tells how the payment stands",
    async (kind) => {
      const request = stage.withCard(CARDS.paid);
      const id = await accepted(request);
      expect(provider.parseCallback(stripe.event(`payment_intent.${kind}`, stripe.intents.get(id)!))).toMatchObject([
        {
          kind: "payment",
          reference: request.reference,
          providerPaymentId: id,
          status: "completed",
          receivedAmount: request.amount,
        },
      ]);
    },
  );

  test.each<[string, object]>([
    ["no amount", { amount_received: undefined }],
    ["half an amount", { amount_received: 10.5 }],
    ["a currency that does not exist", { currency: "zzz" }],
    ["an unknown status", { status: "won" }],
    ["another object", { object: "charge" }],
    ["a charge that is no id", { latest_charge: {} }],
  ])("with %s is not read at all", async (_, fields) => {
    const request = stage.withCard(CARDS.paid);
    await accepted(request);
    const event = stripe.event("payment_intent.succeeded", { ...stripe.intentOf(request.reference), ...fields });
    expect(() => provider.parseCallback(event)).toThrow(InvalidCallback);
  });

  test("whose words hold our keys does not make us repeat them", async () => {
    const request = stage.withCard(CARDS.asksForThreeDSecure);
    const intent = stripe.decline(
      stripe.intents.get(await accepted(request))!,
      `No: ${STRIPE_SETTINGS.secret_key} ${CARDS.paid}`,
    );
    expect(provider.parseCallback(stripe.event("payment_intent.payment_failed", intent))).toMatchObject([
      { reason: "No: [redacted] [redacted]", code: "generic_decline" },
    ]);
  });
});
