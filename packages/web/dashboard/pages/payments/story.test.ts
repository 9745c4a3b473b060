import { expect, test } from "vitest";
import type { Payment, Refund } from "./payment.ts";
import { storyOf } from "./story.ts";

const AT = "2026-01-05T09:00:00.000Z";
const LATER = "2026-01-05T09:00:01.000Z";

/** Only the fields that a story uses. */
const payment = (changed: Partial<Payment>): Payment =>
  ({
    created_at: AT,
    amount: 100,
    currency: "GHS",
    target_amount: 100,
    target_currency: "GHS",
    route: [],
    attempts: [],
    timeline: [],
    ...changed,
  }) as Payment;
const attempt = (
  provider: string,
  outcome: Payment["attempts"][number]["outcome"],
  reason: string | null = null,
): Payment["attempts"][number] => ({
  attempt_id: `a-${provider}`,
  provider,
  config_id: "c",
  leg: "payment",
  outcome,
  reason,
  provider_payment_id: null,
  started_at: AT,
  finished_at: AT,
});
const titles = (story: ReturnType<typeof storyOf>): string[] => story.map((happening) => happening.title);

test("what shares an instant is told in the order of cause and effect", () => {
  const story = storyOf(
    payment({
      route: [
        { provider: "fiat", config_id: "1", priority: 1, scope: "global", taken: true, reason: "first" },
        { provider: "hybrid", config_id: "2", priority: 2, scope: "global", taken: true, reason: "fallback" },
      ],
      attempts: [attempt("fiat", "refused", "no"), attempt("hybrid", "accepted")],
      timeline: [
        { at: AT, from: null, to: "initiated", source: "api", note: null },
        { at: AT, from: "initiated", to: "processing", source: "dispatch", note: null },
        { at: LATER, from: "processing", to: "completed", source: "callback", note: null },
      ],
    }),
    [],
  );
  expect(titles(story)).toEqual([
    "Payment requested",
    "Route chosen: fiat, then hybrid",
    "Sent to fiat",
    "fiat refused",
    "Sent to hybrid",
    "hybrid accepted",
    "Processing",
    "Completed",
  ]);
  expect(story.at(-1)).toMatchObject({ text: "by the provider's callback", tone: "good" });
});

test("the request comes first, although it is written after its route was chosen", () => {
  const route = [{ provider: "fiat", config_id: "1", priority: 1, scope: "global", taken: true, reason: "first" }];
  const timeline = [{ at: LATER, from: null, to: "initiated", source: "api", note: null }] as Payment["timeline"];
  expect(titles(storyOf(payment({ route, timeline } as Partial<Payment>), []))).toEqual([
    "Payment requested",
    "Route chosen: fiat",
  ]);
});

test("what the operator's switch held was not sent anywhere, and nobody failed", () => {
  const note = "payouts in Nigeria are stopped: the bank is closed";
  const timeline = [{ at: AT, from: "initiated", to: "initiated", source: "dispatch", note }] as Payment["timeline"];
  const story = storyOf(payment({ timeline, attempts: [attempt("fiat", "unreachable", note)] }), []);
  expect(story.map(({ title, text, tone }) => [title, text, tone])).toEqual([
    ["Held by the operator", note, "waiting"],
  ]);
});

test("an unknown answer says why nobody else is asked", () => {
  const story = storyOf(payment({ attempts: [attempt("fiat", "unknown")] }), []);
  expect(story.at(-1)).toMatchObject({
    title: "fiat: answer unknown",
    text: "No other provider is tried until this outcome is known",
    tone: "waiting",
  });
});

test("a conversion tells its quote, a payment in one currency has none", () => {
  expect(titles(storyOf(payment({ amount: 1000, target_amount: 81.25, target_currency: "USD" }), []))).toEqual([
    "Quote taken: 1 GHS = 0.08125 USD",
  ]);
  expect(
    storyOf(payment({ amount: 80_000, currency: "NGN", target_amount: 0.00053677, target_currency: "BTC" }), []),
  ).toMatchObject([
    { title: "Quote taken: 1 NGN = 0.000000006709625 BTC", text: "80,000.00\u00a0NGN become 0.00053677\u00a0BTC" },
  ]);
  expect(storyOf(payment({}), [])).toEqual([]);
});

test("refunds are told when they are asked for and when they end, once", () => {
  const refund = {
    refund_id: "r",
    amount: 10,
    currency: "GHS",
    reason: "Bad basket",
    status: "failed",
    failure_reason: "Account closed",
    created_at: AT,
    updated_at: LATER,
  } as Refund;
  const timeline = [
    { at: LATER, from: "completed", to: "completed", source: "action", note: "a refund of 10.00 GHS failed" },
  ] as Payment["timeline"];
  expect(storyOf(payment({ timeline }), [refund]).map(({ title, text }) => [title, text])).toEqual([
    ["Refund of 10.00\u00a0GHS requested", "Bad basket"],
    ["Refund failed", "Account closed"],
  ]);
});
