import { describe, expect, test } from "vitest";
import type { Payment } from "#src/payments/core/payment.ts";
import type { NextAction } from "@corridor/provider-kit/provider.ts";
import { mayGiveWay } from "./hold-link.ts";

describe("whether a payment gives way to another of its link", () => {
  const createdAt = new Date("2026-01-05T09:00:00Z");
  const soon = new Date(createdAt.getTime() + 60_000);
  const late = new Date(createdAt.getTime() + 3 * 60_000);
  const payer = { name: "Ama", email: "ama@example.com" };
  const stranger = { name: "Kofi", phone: "+233241234567" };
  const waiting = (nextAction: NextAction | null, change: Partial<Payment> = {}): Payment =>
    ({
      status: "pending",
      nextAction,
      createdAt,
      details: { origin: { type: "payment_link", id: "1" }, payer_details: payer },
      progress: {},
      ...change,
    }) as Payment;

  test.each<NextAction>([
    { type: "collect_otp" },
    { type: "redirect", redirect_url: "https://x.example" },
    { type: "pay_by_link", payment_link: "https://x.example" },
  ])("%j: to its own payer at once, to others after three minutes", (action) => {
    expect(mayGiveWay(waiting(action), { name: "A", email: "AMA@example.com" }, soon)).toBe(true);
    expect(mayGiveWay(waiting(action), stranger, soon)).toBe(false);
    expect(mayGiveWay(waiting(action), stranger, late)).toBe(true);
  });

  test.each<[string, Payment]>([
    ["being processed", waiting({ type: "wait" }, { status: "processing" })],
    ["approved on a phone at this moment", waiting({ type: "wait" })],
    ["of unknown outcome", waiting({ type: "check_status" })],
    ["being dispatched", waiting(null, { status: "initiated" })],
    [
      "partly paid",
      waiting(
        { type: "collect_otp" },
        { progress: { route: [], attempts: [], timeline: [], received_amount: "1.00" } },
      ),
    ],
    ["not of a link", waiting({ type: "collect_otp" }, { details: { payer_details: payer } })],
  ])("never one that is %s", (_, payment) => {
    expect(mayGiveWay(payment, payer, late)).toBe(false);
  });
});
