import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type { Evidence, Provider } from "@corridor/provider-kit/provider.ts";
import { type ScriptedServer, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { readEvent } from "./stripe-wire.ts";
import { STRIPE_SETTINGS } from "./stripe.fixtures.ts";
import { STRIPE } from "./stripe.ts";

/** A dispute as Stripe's documentation shows it. */
const dispute = {
  id: "du_1MtJUT2eZvKYlo2CNaw2HvEv",
  object: "dispute",
  amount: 1000,
  balance_transactions: [] as object[],
  charge: "ch_1AZtxr2eZvKYlo2CJDX8whov",
  created: 1680651737,
  currency: "usd",
  evidence_details: { due_by: 1682294399, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: true,
  livemode: false,
  metadata: {},
  payment_intent: "pi_1",
  reason: "general",
  status: "needs_response",
};
const eventOf = (type: string, object: object) =>
  Buffer.from(
    JSON.stringify({ id: "evt_1", object: "event", type, created: 1680651738, livemode: false, data: { object } }),
  );
const read = (change: object = {}, type = "charge.dispute.created") =>
  readEvent(eventOf(type, { ...dispute, ...change }), null, (text) => text);
const usd = (text: string) => Money.parse(text, "USD");

test("a dispute names the PaymentIntent, the amount and the deadline", () => {
  expect(read()).toEqual([
    {
      kind: "dispute",
      disputeId: dispute.id,
      reference: null,
      providerPaymentId: "pi_1",
      providerStatus: "needs_response",
      status: "needs_response",
      amount: usd("10.00"),
      reason: "general",
      respondBy: new Date(1682294399_000),
      occurredAt: new Date(1680651738_000),
    },
  ]);
});

test.each([
  ["charge.dispute.updated", "under_review"],
  ["charge.dispute.closed", "won"],
  ["charge.dispute.closed", "lost"],
])("%s says %s", (type, status) => {
  expect(read({ status }, type)).toMatchObject([{ kind: "dispute", status }]);
});

test("the fee is what Stripe keeps of all its fees, and not known in another currency", () => {
  const withdrawn = { amount: -1000, fee: 1500, currency: "usd" };
  expect(read({ balance_transactions: [withdrawn] }, "charge.dispute.funds_withdrawn")).toMatchObject([
    { fee: usd("15.00") },
  ]);
  const back = { amount: 1000, fee: -1500, currency: "usd" };
  expect(read({ status: "won", balance_transactions: [withdrawn, back] })).toMatchObject([{ fee: usd("0.00") }]);
  expect(read({ balance_transactions: [{ ...withdrawn, currency: "eur" }] })[0]).not.toHaveProperty("fee");
});

test("an inquiry takes no money, and says what the bank asks and until when", () => {
  expect(read({ status: "warning_needs_response" })).toEqual([
    {
      kind: "warning",
      warningId: dispute.id,
      of: "an inquiry",
      reference: null,
      providerPaymentId: "pi_1",
      amount: usd("10.00"),
      reason: "general",
      respondBy: new Date(1682294399_000),
    },
  ]);
});

test.each(["warning_under_review", "warning_closed", "prevented"])(
  "%s takes no money, and is nothing to book",
  (status) => {
    expect(read({ status })).toEqual([]);
  },
);

test("a dispute of a charge without a PaymentIntent is not ours, and a word that is not documented cannot be read", () => {
  expect(read({ payment_intent: null })).toEqual([]);
  expect(() => read({ status: "something_new" })).toThrow(/malformed/);
});

test("a refund that bears no reference of ours was made elsewhere, and counts once it has succeeded", () => {
  const refund = {
    id: "re_1",
    object: "refund",
    amount: 500,
    currency: "usd",
    payment_intent: "pi_1",
    status: "succeeded",
    metadata: {},
  };
  const told = (change: object = {}) =>
    readEvent(eventOf("refund.updated", { ...refund, ...change }), null, (text) => text);
  const booked = {
    kind: "refund_elsewhere",
    providerRefundId: "re_1",
    reference: null,
    providerPaymentId: "pi_1",
    amount: usd("5.00"),
  };
  expect(told()).toEqual([booked]);
  expect(told({ status: "pending" })).toEqual([]);
  expect(told({ metadata: { corridor_reference: "ours" } })).toMatchObject([{ kind: "refund", reference: "ours" }]);
});

let server: ScriptedServer;
let provider: Provider;
const outbound = createOutbound();
let answer: { status: number; body: object };
beforeAll(async () => {
  server = await scriptedServer(
    (response) =>
      void response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body)),
  );
  provider = STRIPE.create({ ...STRIPE_SETTINGS, base_url: server.url }, { outbound, clock: new SteppedClock() });
});
afterAll(async () => {
  await server.close();
  await outbound.close();
});
const request = { disputeId: dispute.id, paymentReference: "x", amount: usd("10.00") };
const submit = (evidence: readonly Evidence[]) =>
  provider.submitEvidence!({ ...request, evidence }, AbortSignal.timeout(5_000));

test("evidence is handed over as one text and submitted", async () => {
  answer = { status: 200, body: { ...dispute, status: "under_review" } };
  expect(await submit([{ name: "receipt", text: "Signed." }])).toEqual({
    outcome: "done",
    status: "under_review",
    providerStatus: "under_review",
  });
  const sent = server.requests.at(-1)!;
  expect([sent.url, Object.fromEntries(new URLSearchParams(sent.body))]).toEqual([
    `/v1/disputes/${dispute.id}`,
    { "evidence[uncategorized_text]": "receipt\nSigned.", submit: "true" },
  ]);
});

test("a file is uploaded first, and named beside the text; without its upload nothing is submitted", async () => {
  answer = { status: 200, body: { ...dispute, status: "under_review" } };
  const photo = { name: "photo", contentType: "image/png", content: Buffer.from("picture") };
  expect(await submit([photo, { name: "receipt", text: "Signed." }])).toMatchObject({ outcome: "done" });
  const [upload, submitted] = server.requests.slice(-2);
  expect(upload).toMatchObject({
    url: "/v1/files",
    body: expect.stringMatching(/name="purpose"\r\n\r\ndispute_evidence\r\n[^]*image\/png\r\n\r\npicture\r\n/),
  });
  const fields = {
    "evidence[uncategorized_text]": "receipt\nSigned.",
    "evidence[uncategorized_file]": dispute.id,
    submit: "true",
  };
  expect(Object.fromEntries(new URLSearchParams(submitted!.body))).toEqual(fields);
  const before = server.requests.length;
  answer = { status: 400, body: { error: { type: "invalid_request_error", message: "The file is too large" } } };
  expect(await submit([photo])).toMatchObject({ outcome: "refused", reason: "The file is too large" });
  expect(server.requests.length).toBe(before + 1);
});

test("a refusal of Stripe's is one", async () => {
  answer = {
    status: 400,
    body: { error: { type: "invalid_request_error", message: "This dispute is already closed" } },
  };
  expect(await submit([{ name: "receipt", text: "Signed." }])).toMatchObject({ outcome: "refused" });
});

test("a dispute that is closed at our wish is accepted, and one that Stripe does not answer is unknown", async () => {
  answer = { status: 200, body: { ...dispute, status: "lost" } };
  const accept = () => provider.acceptDispute!(request, AbortSignal.timeout(5_000));
  expect(await accept()).toEqual({ outcome: "done", status: "accepted", providerStatus: "lost" });
  expect(server.requests.at(-1)!.url).toBe(`/v1/disputes/${dispute.id}/close`);
  answer = { status: 500, body: {} };
  expect(await accept()).toMatchObject({ outcome: "unknown" });
});

test("a PaymentIntent that bears no reference is nobody's of ours", async () => {
  answer = { status: 200, body: { id: "pi_9", object: "payment_intent", metadata: {} } };
  const find = () =>
    provider.fetchByOwnId!({ providerPaymentId: "pi_9", direction: "inbound" }, AbortSignal.timeout(5_000));
  expect(await find()).toEqual({ outcome: "not_found" });
  answer = {
    status: 200,
    body: {
      id: "pi_9",
      object: "payment_intent",
      amount: 1,
      amount_received: 1,
      currency: "usd",
      status: "succeeded",
      metadata: { corridor_reference: "ours" },
    },
  };
  expect(await find()).toMatchObject({ outcome: "found", update: { reference: "ours" } });
});
