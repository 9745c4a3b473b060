import { describe, expect, test } from "vitest";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import type { Payment } from "#src/payments/core/payment.ts";
import { statChangesOf } from "./payment-stats.ts";

const payment = aPayment({ status: "initiated", provider: null, attempts: [anAttempt({ outcome: "dispatching" })] });
const as = (status: Payment["status"], change: Partial<Payment> = {}): Payment => ({ ...payment, status, ...change });
const shown = (changes: ReturnType<typeof statChangesOf>) =>
  changes.map(({ kind, provider, status, count, volume }) => [kind, provider, status, count, volume]);

describe("what a change of a payment does to the counts", () => {
  test("nothing while it is being sent; in from its first answer on, without a provider", () => {
    expect(statChangesOf([{ before: null, after: payment }])).toEqual([]);
    expect(shown(statChangesOf([{ before: payment, after: as("processing", { provider: "fiat" }) }]))).toEqual([
      ["payment", "", "processing", 1, "1500.00"],
    ]);
  });

  test("out of one status and into another; a finished one has a provider, and its attempts count", () => {
    const attempts = [anAttempt({ outcome: "refused" }), anAttempt({ provider: "hybrid" })];
    const done = as("completed", { provider: "hybrid", progress: { route: [], attempts, timeline: [] } });
    expect(shown(statChangesOf([{ before: as("processing", { provider: "fiat" }), after: done }]))).toEqual([
      ["payment", "", "processing", -1, "-1500.00"],
      ["payment", "hybrid", "completed", 1, "1500.00"],
      ["attempt", "fiat", "refused", 1, "0.00"],
      ["attempt", "hybrid", "accepted", 1, "0.00"],
    ]);
    expect(shown(statChangesOf([{ before: done, after: { ...done, status: "refunded" } }]))).toEqual([
      ["payment", "hybrid", "completed", -1, "-1500.00"],
      ["payment", "hybrid", "refunded", 1, "1500.00"],
    ]);
  });

  test("a failed one counts with its cause, a completed one with how long it took, also after its refund", () => {
    const progress = { route: [], attempts: [], timeline: [] };
    const failed = as("failed", { progress: { ...progress, failure_reason: "insufficient funds" } });
    const at = new Date(payment.createdAt.getTime() + 4_000).toISOString();
    const done = as("completed", {
      progress: {
        ...progress,
        timeline: [{ at, from: "processing", to: "completed", source: "callback", note: null }],
      },
    });
    const outcomes = (changes: ReturnType<typeof statChangesOf>) =>
      changes.map(({ status, outcome }) => [status, outcome]);
    expect(outcomes(statChangesOf([{ before: as("processing"), after: failed }]))).toEqual([
      ["processing", ""],
      ["failed", "funds"],
    ]);
    expect(outcomes(statChangesOf([{ before: done, after: { ...done, status: "refunded" } }]))).toEqual([
      ["completed", "3"],
      ["refunded", "3"],
    ]);
  });

  test("a payout that waits for a review counts from its creation, until somebody decides", () => {
    const waiting = aPayment({ status: "initiated", direction: "outbound", provider: null, attempts: [] });
    expect(shown(statChangesOf([{ before: null, after: waiting }]))).toEqual([
      ["payment", "", "awaiting_review", 1, "1500.00"],
    ]);
    expect(shown(statChangesOf([{ before: waiting, after: { ...waiting, status: "reviewed" } }]))).toEqual([
      ["payment", "", "awaiting_review", -1, "-1500.00"],
      ["payment", "", "reviewed", 1, "1500.00"],
    ]);
  });

  test("a ramp that has no attempt yet does not", () => {
    expect(
      statChangesOf([
        { before: null, after: aPayment({ kind: "ramp", direction: "external", status: "initiated", attempts: [] }) },
      ]),
    ).toEqual([]);
  });

  test("a batch is added up, and what cancels out is left out", () => {
    const change = { before: as("processing"), after: as("completed", { provider: "fiat" }) };
    expect(shown(statChangesOf([change, change, change]))).toContainEqual([
      "payment",
      "fiat",
      "completed",
      3,
      "4500.00",
    ]);
    expect(
      statChangesOf([
        { before: as("processing"), after: as("pending") },
        { before: as("pending"), after: as("processing") },
      ]),
    ).toEqual([]);
  });
});
