import { expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { Money } from "#src/platform/money.ts";
import { readCallback } from "./paystack-wire.ts";

const reference = newId();
/** As Paystack's documentation shows a dispute. */
const dispute = {
  id: 358950,
  refund_amount: 5800,
  currency: "NGN",
  status: "awaiting-merchant-feedback",
  resolution: null,
  domain: "live",
  transaction: { id: 896467688, domain: "live", status: "success", reference, amount: 5800, currency: "NGN" },
  category: "chargeback",
  dueAt: "2026-01-07T18:00:00.000Z",
  resolvedAt: null,
};
const read = (event: string, change: object = {}) => readCallback(Buffer.from(JSON.stringify({ event, data: { ...dispute, ...change } })), (text) => text);

test("a dispute names our payment, the amount and the deadline", () => {
  expect(read("charge.dispute.create")).toEqual([
    {
      kind: "dispute",
      disputeId: "358950",
      reference,
      providerPaymentId: null,
      providerStatus: "awaiting-merchant-feedback",
      status: "needs_response",
      amount: Money.parse("58.00", "NGN"),
      reason: "chargeback",
      respondBy: new Date("2026-01-07T18:00:00.000Z"),
    },
  ]);
});

test.each([
  ["charge.dispute.remind", { status: "awaiting-merchant-feedback" }, "needs_response"],
  ["charge.dispute.create", { status: "awaiting-bank-feedback" }, "under_review"],
  ["charge.dispute.create", { status: "pending" }, "under_review"],
  ["charge.dispute.resolve", { status: "resolved", resolution: "merchant-accepted" }, "accepted"],
  ["charge.dispute.resolve", { status: "resolved", resolution: "declined" }, "won"],
  ["charge.dispute.resolve", { status: "resolved", resolution: "auto-accepted" }, "expired"],
])("%s %j: %s", (event, change, status) => {
  expect(read(event, change)).toMatchObject([{ kind: "dispute", status }]);
});

test("without an amount of its own it is about the whole payment", () => {
  expect(read("charge.dispute.create", { refund_amount: null, currency: null })).toMatchObject([{ amount: Money.parse("58.00", "NGN") }]);
});

test.each([{ status: "resolved", resolution: "something-new" }, { status: "something-new" }, { transaction: null }])(
  "%j cannot be read, and is kept",
  (change) => {
    expect(() => read("charge.dispute.resolve", change)).toThrow(/malformed/);
  },
);
