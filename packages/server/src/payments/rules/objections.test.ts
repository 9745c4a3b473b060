import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import { RECORD_DIRECTIONS } from "@corridor/provider-kit/provider.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { currentAttempt, type Payment, type RampProgress } from "#src/payments/core/payment.ts";
import { isFinal, PAYMENT_STATUSES } from "#src/payments/core/payment-status.ts";
import {
  objectionToActingAt,
  objectionToCancel,
  objectionToOtp,
  objectionToRefund,
  objectionToRefundAt,
  objectionToReview,
  objectionToSettle,
} from "#src/payments/core/objections.ts";
import type { Move } from "#src/payments/core/moves.ts";
import { decideMove } from "./payment-rules.ts";

const NOW = new Date("2026-01-05T10:00:00.000Z");
const HOUR_MS = 3_600_000;
const CENT = Money.ofMinor(1n, "NGN");
const REVIEWER = "somebody else";

const anyPayment = fc
  .record({
    status: fc.constantFrom(...PAYMENT_STATUSES),
    direction: fc.constantFrom(...RECORD_DIRECTIONS.filter((direction) => direction !== "external")),
    provider: fc.constantFrom("fiat", "manual"),
    outcome: fc.constantFrom("dispatching", "accepted", "refused", "unknown", null),
    sentHoursAgo: fc.constantFrom(0, 23, 24, 48),
    received: fc.constantFrom(undefined, "0.00", "1.00", "1500.00"),
    refunded: fc.constantFrom("0.00", "10.00", "1500.00"),
  })
  .map(({ outcome, provider, sentHoursAgo, received, refunded, ...fields }): Payment => {
    const startedAt = new Date(NOW.getTime() - sentHoursAgo * HOUR_MS).toISOString();
    const attempts = outcome === null ? [] : [anAttempt({ provider, outcome, started_at: startedAt })];
    const payment = aPayment({ ...fields, attempts, refundedAmount: Money.parse(refunded, "NGN") });
    return {
      ...payment,
      progress: { ...payment.progress, ...(received === undefined ? {} : { received_amount: received }) },
    };
  });

const never = (): Promise<never> => Promise.reject(new Error("an objection calls no provider"));
const isAllowed = (payment: Payment, move: Move): boolean => decideMove(payment, move, NOW).outcome === "applied";
const reviewOf = (payment: Payment): Move => ({
  type: payment.status === "initiated" ? "reviewed" : "rejected",
  by: REVIEWER,
  comment: null,
});

describe("nothing is objected to that the move would do, and everything that it refuses:", () => {
  const cases: [name: string, objection: (payment: Payment) => string | null, move: (payment: Payment) => Move][] = [
    ["cancel", objectionToCancel, () => ({ type: "canceled", note: "", source: "action" })],
    ["review", (payment) => objectionToReview(payment, REVIEWER), reviewOf],
    [
      "refund",
      (payment) => objectionToRefund(payment),
      () => ({ type: "refund_reserved", refundId: "r", amount: CENT }),
    ],
  ];
  test.each(cases)("%s", (_name, objection, move) => {
    fc.assert(
      fc.property(anyPayment, (payment) => {
        expect(objection(payment) === null).toBe(isAllowed(payment, move(payment)));
      }),
      { numRuns: 1_000 },
    );
  });

  test("settle, but for money that is seen after the end", () => {
    fc.assert(
      fc.property(anyPayment, fc.constantFrom("completed" as const, "failed" as const), (payment, status) => {
        const move: Move = { type: "operator_said", status, by: "an operator", comment: "seen" };
        if (objectionToSettle(payment, NOW) === null) expect(isFinal(payment.status)).toBe(false);
        // A payment under review has no attempt in the product, so provider moves do not apply to it.
        if (!isFinal(payment.status) && payment.status !== "reviewed")
          expect(objectionToSettle(payment, NOW) === null).toBe(decideMove(payment, move, NOW).outcome !== "refused");
      }),
      { numRuns: 1_000 },
    );
  });
});

test("a person speaks for a silent provider a day after the payment was sent, not before", () => {
  const sent = (hoursAgo: number) =>
    aPayment({ attempts: [anAttempt({ started_at: new Date(NOW.getTime() - hoursAgo * HOUR_MS).toISOString() })] });
  expect(objectionToSettle(sent(23.99), NOW)).toContain("silent for 24 hours");
  expect(objectionToSettle(sent(24), NOW)).toBeNull();
});

test("whoever initiated a payout never reviews it", () => {
  const payout = aPayment({ status: "initiated", direction: "outbound", attempts: [] });
  expect(objectionToReview(payout, payout.userId)).toBe("The person who initiated a payment cannot review it");
  expect(objectionToReview(payout, REVIEWER)).toBeNull();
});

test("a one-time password is taken while the provider waits for one", () => {
  expect(objectionToOtp(aPayment({ nextAction: { type: "collect_otp" } }))).toBeNull();
  for (const nextAction of [{ type: "wait" } as const, null])
    expect(objectionToOtp(aPayment({ nextAction }))).toBe("The payment does not wait for a one-time password");
  expect(objectionToOtp(aPayment({ nextAction: { type: "collect_otp" }, attempts: [] }))).toContain("not known yet");
  expect(
    objectionToOtp(aPayment({ nextAction: { type: "collect_otp" }, attempts: [anAttempt({ outcome: "unknown" })] })),
  ).toContain("not known yet");
});

test("the manual provider's payment is settled once it was accepted, and at any age", () => {
  const manual = (outcome: "accepted" | "unknown") =>
    aPayment({ attempts: [anAttempt({ provider: "manual", outcome, started_at: NOW.toISOString() })] });
  expect(objectionToSettle(manual("accepted"), NOW)).toBeNull();
  expect(objectionToSettle(manual("unknown"), NOW)).toBe("the manual provider has not accepted the payment yet");
});

test("a provider without the method, or one that is not set up here, is named", () => {
  const payment = aPayment({ status: "completed" });
  expect(objectionToActingAt({ name: "manual" })).toBe("The provider manual supports no actions");
  expect(objectionToActingAt(undefined)).toContain("not known yet");
  expect(objectionToActingAt({ name: "fiat", submitAction: never })).toBeNull();
  expect(objectionToRefundAt(payment, { refund: never })).toBeNull();
  expect(objectionToRefundAt(payment, {})).toBe("The provider fiat does not support refunds; send a payout instead");
  expect(objectionToRefundAt(payment, undefined)).toContain("The provider fiat is not set up here");
});

test("money that has moved on is refunded only from where it went", () => {
  const payment = aPayment({ status: "completed", details: { refunded_by: "escrow" } });
  expect(objectionToRefund(payment)).toBe(
    "The money of this payin has moved on to escrow, and can only be refunded from there",
  );
  expect(objectionToRefund(payment, "escrow")).toBeNull();
  expect(objectionToRefund(aPayment({ status: "completed" }), "escrow")).toBeNull();
});

describe("a ramp", () => {
  const ramp: RampProgress = {
    step: "collecting",
    next_step_at: null,
    collection_under_way: false,
    settle_round: 0,
    settle_route: [],
    round_starts_at: 0,
    failed_attempts: [],
    refund_id: null,
    refund_tries: 0,
  };
  const details = {
    ramp: {
      direction: "on_ramp",
      fiat_method: "bank_transfer",
      crypto_currency: "USDT",
      crypto_network: "TRON",
      customer_type: "retail",
      rate: "0.00065",
    },
  } as const;
  const aRamp = (
    leg: "collect" | "settle",
    progress: Partial<RampProgress>,
    status: Payment["status"] = "processing",
  ): Payment => {
    const payment = aPayment({
      kind: "ramp",
      direction: "external",
      status,
      details,
      attempts: [anAttempt({ leg, started_at: "2026-01-01T00:00:00.000Z" })],
    });
    return { ...payment, progress: { ...payment.progress, ramp: { ...ramp, ...progress } } };
  };

  test("is neither reviewed nor refunded by a person", () => {
    for (const status of PAYMENT_STATUSES) {
      expect(objectionToReview(aRamp("collect", {}, status), REVIEWER)).toContain("a ramp is not reviewed");
      expect(objectionToRefund(aRamp("collect", {}, status))).toBe("Only payins can be refunded");
    }
  });

  test("is settled by a person while a leg is under way, not between its legs or while the first is given back", () => {
    expect(objectionToSettle(aRamp("collect", {}, "pending"), NOW)).toBeNull();
    expect(objectionToSettle(aRamp("settle", { step: "settling" }), NOW)).toBeNull();
    for (const between of [aRamp("collect", { step: "settling" }), aRamp("settle", { step: "refunding" })])
      expect(objectionToSettle(between, NOW)).toBe("the current leg has already ended");
    const given = aRamp("settle", { step: "settling" });
    const failed = { ...given.progress.ramp!, failed_attempts: [currentAttempt(given)!.attempt_id] };
    expect(objectionToSettle({ ...given, progress: { ...given.progress, ramp: failed } }, NOW)).toBe(
      "the current leg has already ended",
    );
  });
});
