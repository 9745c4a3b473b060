import { describe, expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import type { Accepted, PaymentUpdate } from "@corridor/provider-kit/provider.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import type { Payment } from "#src/payments/core/payment.ts";
import { PAYMENT_STATUSES } from "#src/payments/core/payment-status.ts";
import { changeStatus, news, withTimeline } from "#src/payments/core/decision.ts";
import type { Move } from "#src/payments/core/moves.ts";
import { objectionToCancel, objectionToOtp, objectionToRefund } from "#src/payments/core/objections.ts";
import { isLastTryWrong } from "#src/payments/core/otp-tries.ts";
import { decideMove } from "./payment-rules.ts";

/** What a move writes down, move by move. What holds whatever happens in whatever order is in payment-rules.test.ts. */
const NOW = new Date("2026-01-05T10:00:00.000Z");
const ngn = (text: string): Money => Money.parse(text, "NGN");
const movesOf = ({ ledger }: ReturnType<typeof decideMove>) =>
  ledger.flatMap(({ postings }) => postings.map(({ account, amount }) => [account.purpose, amount.toDatabase()]));

describe("a change of status", () => {
  test("is stamped and told in the timeline: when, from where, to where, by whom and why", () => {
    const { outcome, payment } = changeStatus(
      aPayment({ status: "initiated" }),
      "processing",
      "poll",
      "the provider is at it",
      NOW,
    );
    expect(outcome).toBe("applied");
    expect(payment).toMatchObject({ status: "processing", updatedAt: NOW });
    expect(payment.progress.timeline).toEqual([
      { at: NOW.toISOString(), from: "initiated", to: "processing", source: "poll", note: "the provider is at it" },
    ]);
  });

  test("to where the payment stands is applied without an entry", () => {
    const payment = aPayment({ status: "pending" });
    expect(changeStatus(payment, "pending", "poll", null, NOW)).toEqual({
      outcome: "applied",
      payment: { ...payment, updatedAt: NOW },
      ledger: [],
      items: [],
    });
  });

  test("that the table does not have is refused, and says so", () => {
    const payment = aPayment({ status: "failed" });
    expect(changeStatus(payment, "completed", "poll", null, NOW)).toEqual({
      outcome: "refused",
      reason: "a failed payment cannot become completed",
      payment,
      ledger: [],
      items: [],
    });
  });

  test("that is none is an entry all the same when it is news", () => {
    const decision = news(aPayment({ status: "pending" }), "callback", "a part came", NOW);
    expect(decision).toMatchObject({ outcome: "applied", isNews: true, payment: { updatedAt: NOW } });
    expect(decision.payment.progress.timeline).toMatchObject([
      { from: "pending", to: "pending", source: "callback", note: "a part came" },
    ]);
  });

  test("number one hundred keeps the hundred, the next one lets the second entry go", () => {
    const entry = (n: number) =>
      ({ at: NOW.toISOString(), from: null, to: "pending", source: "poll", note: String(n) }) as const;
    const withEntries = (count: number): Payment => {
      const payment = aPayment();
      return {
        ...payment,
        progress: { ...payment.progress, timeline: Array.from({ length: count }, (_, n) => entry(n)) },
      };
    };
    const notesAfter = (count: number) =>
      withTimeline(withEntries(count), "pending", "poll", "last", NOW).progress.timeline.map(({ note }) => note);
    expect(notesAfter(99)).toEqual([...Array.from({ length: 99 }, (_, n) => String(n)), "last"]);
    expect(notesAfter(100)).toEqual(["0", ...Array.from({ length: 98 }, (_, n) => String(n + 2)), "last"]);
  });
});

test("who began a move is told: a dispatch, a recovery, a person or the time", () => {
  const dispatching = aPayment({ status: "initiated", attempts: [anAttempt({ outcome: "dispatching" })] });
  const attemptId = dispatching.progress.attempts[0]!.attempt_id;
  const sourceOf = (payment: Payment, move: Move) =>
    decideMove(payment, move, NOW).payment.progress.timeline.at(-1)?.source;
  const result = { outcome: "accepted", providerPaymentId: "p", providerStatus: "s", status: "processing" } as const;
  expect(sourceOf(dispatching, { type: "accepted", attemptId, result })).toBe("dispatch");
  expect(sourceOf(dispatching, { type: "accepted", attemptId, result, source: "recovery" })).toBe("recovery");
  expect(sourceOf(dispatching, { type: "refused", attemptId, reason: "no", next: null })).toBe("dispatch");
  expect(sourceOf(dispatching, { type: "unknown", attemptId, reason: "timeout" })).toBe("dispatch");
  const unreached = aPayment({ status: "pending", attempts: [anAttempt({ outcome: "unreachable" })] });
  expect(
    sourceOf(unreached, { type: "sent_again", attemptId: unreached.progress.attempts[0]!.attempt_id, next: null }),
  ).toBe("recovery");
  const pending = aPayment({ status: "pending", expiresAt: NOW });
  expect(sourceOf(pending, { type: "expired" })).toBe("expiry");
  expect(sourceOf(pending, { type: "canceled", note: "no longer wanted", source: "action" })).toBe("action");
  const manual = aPayment({ status: "pending", provider: "manual", attempts: [anAttempt({ provider: "manual" })] });
  expect(sourceOf(manual, { type: "operator_said", status: "completed", by: "operator", comment: "seen" })).toBe(
    "person",
  );
});

test("a move about an attempt of another payment is refused", () => {
  const payment = aPayment({ status: "pending" });
  expect(decideMove(payment, { type: "unknown", attemptId: "another", reason: "timeout" }, NOW)).toMatchObject({
    outcome: "refused",
    reason: "this payment has no attempt with that reference",
  });
});

test("what the customer is to do next is kept while the payment is open", () => {
  const move: Move = { type: "next_action", nextAction: { type: "collect_otp" } };
  expect(decideMove(aPayment({ status: "pending" }), move, NOW)).toMatchObject({
    outcome: "applied",
    payment: { nextAction: { type: "collect_otp" } },
  });
  expect(decideMove(aPayment({ status: "failed" }), move, NOW)).toMatchObject({
    outcome: "unchanged",
    payment: { nextAction: null },
  });
});

describe("a provider that holds the payment", () => {
  const accepted = (payment: Payment, more: Partial<Accepted> = {}) => {
    const result: Accepted = {
      outcome: "accepted",
      providerPaymentId: "p",
      providerStatus: "s",
      status: "pending",
      ...more,
    };
    return decideMove(payment, { type: "accepted", attemptId: payment.progress.attempts[0]!.attempt_id, result }, NOW)
      .payment;
  };
  const said = (payment: Payment, update: Partial<PaymentUpdate> & Pick<PaymentUpdate, "status">) => {
    const reference = payment.progress.attempts[0]!.attempt_id;
    return decideMove(
      payment,
      {
        type: "provider_said",
        source: "poll",
        update: { kind: "payment", reference, providerStatus: "accepted", ...update },
      },
      NOW,
    );
  };

  test("has what it needs for later calls kept with the payment", () => {
    const dispatching = aPayment({ status: "initiated", attempts: [anAttempt({ outcome: "dispatching" })] });
    expect(accepted(dispatching, { data: { session: "x" } }).progress.provider_data).toEqual({ session: "x" });
    expect(accepted(dispatching).progress).not.toHaveProperty("provider_data");
  });

  test("tells the customer what to do, by card too", () => {
    const nextAction = { type: "redirect", redirect_url: "https://bank.example.com/" } as const;
    const card = aPayment({
      status: "initiated",
      paymentMethod: "card",
      attempts: [anAttempt({ outcome: "dispatching" })],
    });
    expect(accepted(card, { nextAction }).nextAction).toEqual(nextAction);
  });

  test("whose poll says nothing new changes nothing", () => {
    const same = { providerPaymentId: "provider-1" };
    expect(said(aPayment({ status: "pending" }), { status: "pending", ...same }).outcome).toBe("unchanged");
    const processing = aPayment({ status: "processing", nextAction: { type: "wait" } });
    expect(said(processing, { status: "processing", ...same }).outcome).toBe("unchanged");
    expect(said(processing, { status: "pending", ...same }).outcome).toBe("applied");
  });

  test("and processes it leaves the customer nothing to transfer", () => {
    const nextAction = {
      type: "bank_transfer",
      account_name: "N",
      account_number: "1",
      bank_name: "B",
      bank_code: null,
      reference: "R",
      expires_at: "2026-01-05T11:00:00.000Z",
    } as const;
    expect(said(aPayment({ nextAction }), { status: "processing" }).payment).toMatchObject({
      status: "processing",
      nextAction: { type: "wait" },
    });
  });

  test("and has received a part while it processes leaves the payment processing", () => {
    const part = said(aPayment({ status: "processing" }), { status: "completed", receivedAmount: ngn("600.00") });
    expect(part.payment).toMatchObject({ status: "processing", progress: { received_amount: "600.00" } });
  });

  test("or may hold it is asked, and the customer waits", () => {
    const lost = aPayment({ status: "initiated", attempts: [anAttempt({ outcome: "dispatching" })] });
    const { payment } = decideMove(
      lost,
      { type: "unknown", attemptId: lost.progress.attempts[0]!.attempt_id, reason: "timeout" },
      NOW,
    );
    expect(payment).toMatchObject({ status: "pending", nextAction: { type: "check_status" } });
  });

  test("books nothing by a word for which the payment is not ready", () => {
    const decision = said(aPayment({ status: "reviewed" }), { status: "completed" });
    expect(decision).toMatchObject({
      outcome: "refused",
      ledger: [],
      reason: "a reviewed payment cannot become completed",
    });
  });
});

describe("a person who settles a payment", () => {
  const manual = (status: Payment["status"], direction: Payment["direction"] = "inbound") =>
    aPayment({ status, direction, provider: "manual", attempts: [anAttempt({ provider: "manual" })] });
  const says = (payment: Payment, status: "completed" | "failed") =>
    decideMove(payment, { type: "operator_said", status, by: "operator", comment: "seen" }, NOW);

  test("is named with the comment, and no amount is made up", () => {
    const { payment } = says(manual("pending"), "completed");
    expect(payment).toMatchObject({
      status: "completed",
      providerStatus: "confirmed by operator",
      progress: { comments: "seen", timeline: [{ note: "seen" }] },
    });
    expect(payment.progress).not.toHaveProperty("received_amount");
  });

  test("may still see the money of a payin after its end, and nothing else", () => {
    const found = says(manual("canceled"), "completed");
    expect(found).toMatchObject({
      outcome: "applied",
      payment: { status: "canceled" },
      items: [{ kind: "unexpected_money" }],
    });
    expect(movesOf(found)).toEqual([
      ["provider", "-1500.00"],
      ["suspense", "1500.00"],
    ]);
    for (const refused of [
      says(manual("canceled"), "failed"),
      says(manual("failed", "outbound"), "completed"),
      says(manual("completed"), "failed"),
    ])
      expect(refused).toMatchObject({
        outcome: "refused",
        reason: expect.stringContaining("the payment is already"),
        ledger: [],
        items: [],
      });
  });
});

describe("a refund through us", () => {
  const refund = { refundId: "refund", amount: ngn("500.00") };
  const reserved = decideMove(aPayment({ status: "completed" }), { type: "refund_reserved", ...refund }, NOW);
  const settled = (status: "completed" | "failed", payment = reserved.payment, amount = refund.amount) =>
    decideMove(payment, { type: "refund_settled", ...refund, amount, status }, NOW);

  test("takes its money from the balance at once, and gives it to the provider or back", () => {
    expect(movesOf(reserved)).toEqual([
      ["settlement", "-500.00"],
      ["refunds_in_transit", "500.00"],
    ]);
    expect(movesOf(settled("completed"))).toEqual([
      ["refunds_in_transit", "-500.00"],
      ["provider", "500.00"],
    ]);
    expect(movesOf(settled("failed"))).toEqual([
      ["refunds_in_transit", "-500.00"],
      ["settlement", "500.00"],
    ]);
  });

  test("is told in the timeline as an action, whether of a part, failed or of all", () => {
    const rest = decideMove(
      settled("completed").payment,
      { type: "refund_reserved", ...refund, amount: ngn("1000.00") },
      NOW,
    ).payment;
    const lastOf = ({ payment }: ReturnType<typeof decideMove>) => payment.progress.timeline.at(-1);
    expect(lastOf(settled("completed"))).toMatchObject({ source: "action", to: "completed" });
    expect(lastOf(settled("failed"))).toMatchObject({ source: "action", to: "completed" });
    expect(lastOf(settled("completed", rest, ngn("1000.00")))).toMatchObject({
      source: "action",
      to: "refunded",
      note: "refunded in full",
    });
  });
});

describe("a cancellation", () => {
  test("ends a payment for which nothing came, and gives a payout's money back", () => {
    const canceled = (direction: Payment["direction"]) =>
      decideMove(
        aPayment({ status: "pending", direction }),
        { type: "canceled", note: "no longer wanted", source: "action" },
        NOW,
      );
    expect(canceled("inbound")).toMatchObject({
      outcome: "applied",
      payment: { status: "canceled" },
      ledger: [],
      items: [],
    });
    expect(movesOf(canceled("outbound"))).toEqual([
      ["in_transit", "-1500.00"],
      ["settlement", "1500.00"],
      ["fees", "-15.00"],
      ["settlement", "15.00"],
    ]);
  });

  test("is refused once money has come, or when it is not known who has the payment", () => {
    const withReceived = (received_amount: string): Payment => {
      const payment = aPayment({ status: "pending" });
      return { ...payment, progress: { ...payment.progress, received_amount } };
    };
    expect(objectionToCancel(withReceived("0.01"))).toBe("money has already arrived for this payment");
    expect(objectionToCancel(withReceived("0.00"))).toBeNull();
    expect(objectionToCancel(aPayment({ status: "pending", attempts: [anAttempt({ outcome: "unknown" })] }))).toContain(
      "not known yet",
    );
    expect(objectionToCancel(aPayment({ status: "pending", attempts: [] }))).toContain("not known yet");
    expect(objectionToCancel(aPayment({ status: "completed" }))).toBe(
      "The payment is completed and cannot be canceled",
    );
  });
});

describe("a part that came before the time ran out", () => {
  const payment = aPayment({ status: "pending", expiresAt: NOW });
  const partly: Payment = { ...payment, progress: { ...payment.progress, received_amount: "600.00" } };

  test("is kept apart, with the figures for the person who decides", () => {
    const decision = decideMove(partly, { type: "expired" }, NOW);
    expect(decision.payment.status).toBe("canceled");
    expect(decision.items).toEqual([
      {
        kind: "underpaid",
        provider: "fiat",
        message: "only 600.00 NGN of 1500.00 NGN arrived before the payment ended",
        detail: { received: "600.00", in_suspense: "600.00", currency: "NGN" },
      },
    ]);
    expect(movesOf(decision)).toEqual([
      ["provider", "-600.00"],
      ["suspense", "600.00"],
    ]);
  });

  test("of nothing is none", () => {
    expect(decideMove(payment, { type: "expired" }, NOW)).toMatchObject({
      payment: { status: "canceled" },
      ledger: [],
      items: [],
    });
  });
});

test("money beyond the amount is told with its figures: the total, and the part in suspense", () => {
  const payment = aPayment({ status: "pending" });
  const reference = payment.progress.attempts[0]!.attempt_id;
  const update = {
    kind: "payment",
    reference,
    providerStatus: "s",
    status: "completed",
    receivedAmount: ngn("1600.00"),
  } as const;
  expect(decideMove(payment, { type: "provider_said", source: "callback", update }, NOW).items).toEqual([
    {
      kind: "overpaid",
      provider: "fiat",
      message: "received 1600.00 NGN for a payment of 1500.00 NGN",
      detail: { received: "1600.00", in_suspense: "100.00", currency: "NGN" },
    },
  ]);
  const late = decideMove(
    aPayment({ ...payment, status: "canceled" }),
    { type: "provider_said", source: "callback", update },
    NOW,
  );
  expect(late).toMatchObject({
    isNews: true,
    items: [{ message: "received 1600.00 NGN for a payment that was already canceled" }],
  });
});

describe("one-time passwords", () => {
  const withOtp = (otp: { checking: number; wrong: number } | undefined): Payment => {
    const payment = aPayment({ status: "pending", nextAction: { type: "collect_otp" } });
    return { ...payment, progress: { ...payment.progress, ...(otp === undefined ? {} : { otp }) } };
  };

  test("are counted while they are checked, and as wrong or not at all afterwards", () => {
    const otpAfter = (payment: Payment, move: Move) => decideMove(payment, move, NOW).payment.progress.otp;
    expect(otpAfter(withOtp(undefined), { type: "otp_taken" })).toEqual({ checking: 1, wrong: 0 });
    expect(otpAfter(withOtp({ checking: 2, wrong: 0 }), { type: "otp_judged", isRight: false })).toEqual({
      checking: 1,
      wrong: 1,
    });
    expect(otpAfter(withOtp({ checking: 2, wrong: 0 }), { type: "otp_judged", isRight: true })).toEqual({
      checking: 1,
      wrong: 0,
    });
    expect(otpAfter(withOtp({ checking: 0, wrong: 1 }), { type: "otp_judged", isRight: true })).toEqual({
      checking: 0,
      wrong: 1,
    });
  });

  test("are over with the third, checked or wrong", () => {
    expect(objectionToOtp(withOtp({ checking: 1, wrong: 1 }))).toBeNull();
    expect(objectionToOtp(withOtp({ checking: 1, wrong: 2 }))).toBe("All 3 attempts at the one-time password are used");
    expect(
      [undefined, { checking: 3, wrong: 2 }, { checking: 0, wrong: 3 }].map((otp) => isLastTryWrong(withOtp(otp))),
    ).toEqual([false, false, true]);
  });
});

describe("a review", () => {
  const initiated = aPayment({ status: "initiated", direction: "outbound", attempts: [] });
  const reviewed = decideMove(initiated, { type: "reviewed", by: "second", comment: "looks fine" }, NOW).payment;
  const next = anAttempt({ outcome: "dispatching" });

  test("that is begun is told with its comment", () => {
    expect(reviewed).toMatchObject({
      status: "reviewed",
      progress: { reviewed_by: "second", comments: "looks fine", timeline: [{ source: "person" }] },
    });
  });

  test("that confirms lets the first attempt begin, and gives the payer as much time as without it", () => {
    const waited: Payment = {
      ...reviewed,
      createdAt: new Date("2026-01-05T08:00:00.000Z"),
      expiresAt: new Date("2026-01-05T08:30:00.000Z"),
    };
    const { payment, ledger } = decideMove(waited, { type: "confirmed", by: "second", comment: null, next }, NOW);
    expect(payment).toMatchObject({
      status: "confirmed",
      expiresAt: new Date("2026-01-05T10:30:00.000Z"),
      progress: { attempts: [next] },
    });
    expect(ledger).toEqual([]);
    // Only the latest decision's comment is kept, and this one has none.
    expect(payment.progress).not.toHaveProperty("comments");
    expect(
      decideMove(reviewed, { type: "confirmed", by: "second", comment: null, next }, NOW).payment.expiresAt,
    ).toBeNull();
  });

  test("is begun once and decided once", () => {
    const sent = aPayment({ status: "initiated", direction: "outbound" });
    expect(decideMove(sent, { type: "reviewed", by: "second", comment: null }, NOW).outcome).toBe("refused");
    expect(decideMove(reviewed, { type: "reviewed", by: "second", comment: null }, NOW).outcome).toBe("refused");
    for (const type of ["confirmed", "rejected"] as const)
      expect(decideMove(initiated, { type, by: "second", comment: null, next }, NOW)).toMatchObject({
        outcome: "refused",
        reason: "a initiated payment is not under review",
      });
  });

  test("that rejects asks nothing more of the customer", () => {
    const asking: Payment = { ...reviewed, nextAction: { type: "wait" } };
    expect(decideMove(asking, { type: "rejected", by: "second", comment: null }, NOW).payment.nextAction).toBeNull();
  });
});

describe("a refund at the provider that did not go through us", () => {
  const completed = aPayment({ status: "completed" });
  const move = (amount: Money, from: "fiat" | "hybrid" = "fiat"): Move => ({
    type: "refunded_elsewhere",
    refundId: "refund",
    providerRefundId: "re_1",
    amount,
    from,
  });

  test("is booked as a fact and counted, up to the whole amount", () => {
    const part = decideMove(completed, move(ngn("500.00")), NOW);
    expect(part).toMatchObject({
      outcome: "applied",
      isNews: true,
      payment: { status: "completed", progress: { refunds_completed: "500.00" } },
    });
    expect(part.payment.refundedAmount.equals(ngn("500.00"))).toBe(true);
    expect(part.ledger).toMatchObject([{ hasHappened: true }]);
    expect(movesOf(part)).toEqual([
      ["settlement", "-500.00"],
      ["provider", "500.00"],
    ]);
    expect(decideMove(part.payment, move(ngn("1000.00")), NOW).payment.status).toBe("refunded");
  });

  test.each<[string, Payment, Move]>([
    ["more than is left", completed, move(ngn("1500.01"))],
    ["of another currency", completed, move(Money.parse("1.00", "USD"))],
    ["of a payment of another provider", completed, move(ngn("1.00"), "hybrid")],
    ["of a payout", aPayment({ ...completed, direction: "outbound" }), move(ngn("1.00"))],
    ["of a payment that was never completed", aPayment({ ...completed, status: "failed" }), move(ngn("1.00"))],
  ])("is left to a person when it is %s", (_, payment, refund) => {
    const decision = decideMove(payment, refund, NOW);
    expect(decision).toMatchObject({
      outcome: "unchanged",
      ledger: [],
      items: [{ kind: "refunded_elsewhere", detail: { provider_refund_id: "re_1" } }],
    });
    expect(decision.payment).toBe(payment);
  });
});

describe("a dispute", () => {
  const completed = aPayment({ status: "completed" });
  const disputed = (status: "needs_response" | "won" | "lost") =>
    decideMove(completed, { type: "disputed", dispute: { dispute_id: "dispute", status } }, NOW);

  test("is news of the payment, which stays as it is", () => {
    expect(disputed("needs_response")).toMatchObject({
      outcome: "applied",
      isNews: true,
      payment: {
        status: "completed",
        progress: {
          dispute: { status: "needs_response" },
          timeline: [{ source: "callback", note: "dispute: needs response" }],
        },
      },
    });
  });

  test("keeps the payment from being refunded until it is won: the payer would be paid twice", () => {
    const refund: Move = { type: "refund_reserved", refundId: "refund", amount: ngn("1.00") };
    for (const status of ["needs_response", "lost"] as const) {
      expect(objectionToRefund(disputed(status).payment)).toContain(
        `The payment is disputed (${status.replace("_", " ")})`,
      );
      expect(decideMove(disputed(status).payment, refund, NOW).outcome).toBe("refused");
    }
    expect(objectionToRefund(disputed("won").payment)).toBeNull();
    expect(decideMove(disputed("won").payment, refund, NOW).outcome).toBe("applied");
  });
});

test("only a ramp has a second leg", () => {
  const moves: Move[] = [
    { type: "settle_started", attempt: anAttempt(), route: [] },
    { type: "settle_impossible", reason: "nobody", route: [] },
    { type: "refund_impossible", reason: "nobody" },
  ];
  for (const status of PAYMENT_STATUSES)
    for (const move of moves)
      expect(decideMove(aPayment({ status }), move, NOW)).toMatchObject({
        outcome: "refused",
        reason: "only a ramp has a second leg",
      });
});
