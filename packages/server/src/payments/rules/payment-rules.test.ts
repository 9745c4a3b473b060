import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import type { PaymentUpdate } from "@corridor/provider-kit/provider.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { isGivenUp, type Payment } from "#src/payments/core/payment.ts";
import { isFinal, mayMove, PAYMENT_STATUSES } from "#src/payments/core/payment-status.ts";
import { decideMove } from "./payment-rules.ts";
import type { Move } from "#src/payments/core/moves.ts";
import { MAX_OTP_TRIES, otpTriesLeft } from "#src/payments/core/objections.ts";

const NOW = new Date("2026-01-05T10:00:00.000Z");

const said = (payment: Payment, status: PaymentUpdate["status"], extra: Partial<PaymentUpdate> = {}): Move => ({
  type: "provider_said",
  source: "callback",
  update: {
    kind: "payment",
    reference: payment.progress.attempts.at(-1)!.attempt_id,
    providerStatus: status,
    status,
    ...extra,
  },
});

const anyMove = (payment: Payment): fc.Arbitrary<Move> => {
  const attempt = payment.progress.attempts[0]!;
  return fc.oneof(
    fc
      .constantFrom("pending", "processing", "completed", "failed")
      .map((status): Move => said(payment, status as PaymentUpdate["status"])),
    fc
      .record({
        status: fc.constantFrom("pending", "processing", "completed"),
        received: fc.integer({ min: 1, max: 300_000 }),
      })
      .map(({ status, received }): Move =>
        said(payment, status as PaymentUpdate["status"], { receivedAmount: Money.ofMinor(BigInt(received), "NGN") }),
      ),
    fc.constantFrom("pending", "processing", "completed").map((status): Move => ({
      type: "accepted",
      attemptId: attempt.attempt_id,
      result: { outcome: "accepted", providerPaymentId: "p", providerStatus: "s", status: status as "pending" },
    })),
    fc.constant<Move>({ type: "refused", attemptId: attempt.attempt_id, reason: "no", next: null }),
    fc.constant<Move>({ type: "unknown", attemptId: attempt.attempt_id, reason: "timeout" }),
    fc.constant<Move>({ type: "canceled", note: "", source: "action" }),
    fc.constant<Move>({ type: "expired" }),
    fc.constant<Move>({ type: "reviewed", by: "someone", comment: null }),
    fc.constant<Move>({ type: "rejected", by: "someone", comment: null }),
    fc.integer({ min: 1, max: 200_000 }).map((minor): Move => ({
      type: "refund_reserved",
      refundId: "0190a000-0000-7000-8000-000000000001",
      amount: Money.ofMinor(BigInt(minor), "NGN"),
    })),
  );
};

describe("the table of moves", () => {
  test("whatever happens in whatever order, a status only ever moves along the table and the books stay balanced", () => {
    const sequences = fc.constantFrom(...PAYMENT_STATUSES).chain((status) => {
      const payment = aPayment({ status, direction: "inbound", expiresAt: NOW });
      return fc.tuple(fc.constant(payment), fc.array(anyMove(payment), { maxLength: 12 }));
    });
    fc.assert(
      fc.property(sequences, ([start, moves]) => {
        let payment = start;
        for (const move of moves) {
          const decision = decideMove(payment, move, NOW);
          if (decision.payment.status !== payment.status)
            expect(mayMove(payment.status, decision.payment.status)).toBe(true);
          if (decision.outcome !== "applied") expect(decision.payment).toEqual(payment);
          expect(decision.payment.refundedAmount.compare(decision.payment.amount)).toBeLessThanOrEqual(0);
          for (const transaction of decision.ledger) expect(sumsToZero(transaction.postings)).toBe(true);
          payment = decision.payment;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("a provider's word never changes a final status", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PAYMENT_STATUSES.filter(isFinal)),
        fc.constantFrom("pending", "processing", "completed", "failed"),
        (status, word) => {
          const payment = aPayment({ status });
          const decision = decideMove(payment, said(payment, word as PaymentUpdate["status"]), NOW);
          expect(decision.payment.status).toBe(status);
          expect(decision.ledger).toEqual([]);
        },
      ),
    );
  });
});

function sumsToZero(postings: readonly { amount: Money }[]): boolean {
  const sums = new Map<string, bigint>();
  for (const { amount } of postings) sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor);
  return [...sums.values()].every((sum) => sum === 0n);
}

describe("a provider's word", () => {
  test("that contradicts a final status changes nothing and opens a reconciliation item", () => {
    const completed = aPayment({ status: "completed" });
    const decision = decideMove(completed, said(completed, "failed"), NOW);
    expect(decision.outcome).toBe("unchanged");
    expect(decision.items).toMatchObject([{ kind: "contradicts_final_status", provider: "fiat" }]);
  });

  test("about an attempt that was taken as refused opens a reconciliation item", () => {
    const payment = aPayment({
      status: "processing",
      attempts: [anAttempt({ outcome: "refused" }), anAttempt({ outcome: "accepted", provider: "hybrid" })],
    });
    const first = payment.progress.attempts[0]!;
    const decision = decideMove(
      payment,
      {
        type: "provider_said",
        source: "callback",
        update: { kind: "payment", reference: first.attempt_id, providerStatus: "completed", status: "completed" },
      },
      NOW,
    );
    expect(decision.outcome).toBe("unchanged");
    expect(decision.items).toMatchObject([{ kind: "accepted_after_refusal", provider: "fiat" }]);
  });

  test("that was spoken earlier but comes later is not believed", () => {
    const payment = aPayment({ status: "initiated", attempts: [anAttempt({ outcome: "dispatching" })] });
    const processing = decideMove(
      payment,
      said(payment, "processing", { occurredAt: new Date("2026-01-05T09:59:00.000Z") }),
      NOW,
    ).payment;
    const late = decideMove(
      processing,
      said(payment, "pending", { occurredAt: new Date("2026-01-05T09:58:00.000Z") }),
      NOW,
    );
    expect(late).toMatchObject({ outcome: "unchanged", payment: { status: "processing" } });
  });

  test("under the amount leaves the payment waiting; at the amount it completes; over it the excess is kept apart", () => {
    const payment = aPayment({ status: "pending" });
    const partly = decideMove(
      payment,
      said(payment, "completed", { receivedAmount: Money.parse("600.00", "NGN") }),
      NOW,
    );
    expect(partly.payment.status).toBe("pending");
    expect(partly.payment.progress.received_amount).toBe("600.00");
    const whole = decideMove(
      partly.payment,
      said(payment, "completed", { receivedAmount: Money.parse("1500.00", "NGN") }),
      NOW,
    );
    expect(whole.payment.status).toBe("completed");
    expect(whole.items).toEqual([]);
    const over = decideMove(
      payment,
      said(payment, "completed", { receivedAmount: Money.parse("1600.00", "NGN") }),
      NOW,
    );
    expect(over.payment.status).toBe("completed");
    expect(over.items).toMatchObject([{ kind: "overpaid" }]);
    expect(
      over.ledger.at(-1)!.postings.map((posting) => [posting.account.purpose, posting.amount.toDatabase()]),
    ).toEqual([
      ["provider", "-100.00"],
      ["suspense", "100.00"],
    ]);
  });

  test("that it failed with a part received books that part to suspense and opens an item", () => {
    const payment = aPayment({ status: "pending" });
    const decision = decideMove(
      payment,
      said(payment, "failed", { receivedAmount: Money.parse("600.00", "NGN") }),
      NOW,
    );
    expect(decision.payment.status).toBe("failed");
    expect(decision.items).toMatchObject([{ kind: "underpaid", provider: "fiat" }]);
    expect(
      decision.ledger.at(-1)!.postings.map((posting) => [posting.account.purpose, posting.amount.toDatabase()]),
    ).toEqual([
      ["provider", "-600.00"],
      ["suspense", "600.00"],
    ]);
  });

  test("of a part is news once per total", () => {
    const payment = aPayment({ status: "pending" });
    const word = said(payment, "pending", { receivedAmount: Money.parse("600.00", "NGN") });
    const first = decideMove(payment, word, NOW);
    expect(first.isNews).toBe(true);
    expect(decideMove(first.payment, word, NOW).isNews).toBeUndefined();
  });

  test("that ends it without a figure stands for the part that had arrived, or for the whole", () => {
    const payment = aPayment({ status: "pending" });
    const partly = decideMove(
      payment,
      said(payment, "pending", { receivedAmount: Money.parse("600.00", "NGN") }),
      NOW,
    ).payment;
    const failed = decideMove(partly, said(payment, "failed"), NOW);
    expect(failed.items).toMatchObject([{ kind: "underpaid" }]);
    expect(
      failed.ledger.at(-1)!.postings.map((posting) => [posting.account.purpose, posting.amount.toDatabase()]),
    ).toEqual([
      ["provider", "-600.00"],
      ["suspense", "600.00"],
    ]);
    const completed = decideMove(partly, said(payment, "completed"), NOW).payment;
    expect(completed).toMatchObject({ status: "completed", progress: { received_amount: "1500.00" } });
    const again = decideMove(
      completed,
      said(payment, "completed", { receivedAmount: Money.parse("1500.00", "NGN") }),
      NOW,
    );
    expect([again.ledger, again.items]).toEqual([[], []]);
  });

  test("of less than was told before takes no money back", () => {
    const payment = aPayment({ status: "pending", expiresAt: NOW });
    const more = decideMove(
      payment,
      said(payment, "pending", { receivedAmount: Money.parse("900.00", "NGN") }),
      NOW,
    ).payment;
    const late = decideMove(
      more,
      said(payment, "pending", { receivedAmount: Money.parse("600.00", "NGN") }),
      NOW,
    ).payment;
    expect(late.progress.received_amount).toBe("900.00");
    expect(decideMove(late, { type: "expired" }, NOW).ledger.at(-1)!.postings.at(-1)!.amount.toDatabase()).toBe(
      "900.00",
    );
  });

  test("whatever words come in whatever order, the books hold what the provider told of in all, and nothing twice", () => {
    const words = fc.record({
      status: fc.constantFrom<PaymentUpdate["status"]>("pending", "processing", "completed", "failed"),
      received: fc.option(fc.integer({ min: 1, max: 300_000 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 12 }), (all) => {
        let payment = aPayment({ status: "pending" });
        let [told, fromProvider] = [0n, 0n];
        for (const { status, received } of all) {
          const before = payment.status;
          const decision = decideMove(
            payment,
            said(
              payment,
              status,
              received === undefined ? {} : { receivedAmount: Money.ofMinor(BigInt(received), "NGN") },
            ),
            NOW,
          );
          const figure =
            received === undefined
              ? status === "completed" && !isFinal(before)
                ? payment.amount.minor
                : 0n
              : BigInt(received);
          if (figure > told) told = figure;
          for (const { account, amount } of decision.ledger.flatMap(({ postings }) => postings))
            if (account.purpose === "provider") fromProvider -= amount.minor;
          payment = decision.payment;
        }
        if (isFinal(payment.status)) expect(fromProvider).toBe(told);
        else expect(fromProvider).toBe(0n);
      }),
      { numRuns: 1_000 },
    );
  });

  test("from a provider that does not carry the attempt, or of another currency, changes nothing and opens an item", () => {
    const payment = aPayment({ status: "pending" });
    const word = said(payment, "completed") as Extract<Move, { type: "provider_said" }>;
    expect(decideMove(payment, { ...word, from: "hybrid" }, NOW)).toMatchObject({
      outcome: "unchanged",
      payment: { status: "pending" },
      items: [{ kind: "said_by_another", provider: "fiat" }],
    });
    expect(decideMove(payment, { ...word, from: "fiat" }, NOW).payment.status).toBe("completed");
    const dollars = decideMove(
      payment,
      said(payment, "completed", { receivedAmount: Money.parse("1500.00", "USD") }),
      NOW,
    );
    expect(dollars).toMatchObject({
      outcome: "unchanged",
      payment: { status: "pending" },
      ledger: [],
      items: [{ kind: "wrong_currency" }],
    });
  });

  test("that overtakes the answer to our dispatch does not cost the customer the instructions", () => {
    const payment = aPayment({ status: "initiated", attempts: [anAttempt({ outcome: "dispatching" })] });
    const answer: Move = {
      type: "accepted",
      attemptId: payment.progress.attempts[0]!.attempt_id,
      result: {
        outcome: "accepted",
        providerPaymentId: "p",
        providerStatus: "waiting",
        status: "pending",
        nextAction: { type: "redirect", redirect_url: "https://pay.example/1" },
      },
    };
    const told = decideMove(payment, said(payment, "pending"), NOW).payment;
    expect(decideMove(told, answer, NOW)).toMatchObject({
      outcome: "applied",
      isNews: true,
      payment: { status: "pending", nextAction: { type: "redirect" } },
    });
    const paid = decideMove(payment, said(payment, "completed"), NOW).payment;
    expect(decideMove(paid, answer, NOW).outcome).toBe("unchanged");
    // Applies to a deposit too: a deposit that stayed `initiated` would never expire.
    const partly = decideMove(
      payment,
      said(payment, "pending", { receivedAmount: Money.parse("600.00", "NGN") }),
      NOW,
    ).payment;
    expect(partly).toMatchObject({ status: "pending", progress: { received_amount: "600.00" } });
    expect(decideMove(partly, answer, NOW).payment.nextAction).toEqual({
      type: "redirect",
      redirect_url: "https://pay.example/1",
    });
  });

  test("of more money after the end is booked to suspense once per total and opens an item", () => {
    const payment = aPayment({ status: "canceled" });
    const late = decideMove(
      payment,
      said(payment, "completed", { receivedAmount: Money.parse("1500.00", "NGN") }),
      NOW,
    );
    expect(late.payment.status).toBe("canceled");
    expect(late.items).toMatchObject([{ kind: "unexpected_money" }]);
    expect(late.ledger).toHaveLength(1);
    const again = decideMove(
      late.payment,
      said(payment, "completed", { receivedAmount: Money.parse("1500.00", "NGN") }),
      NOW,
    );
    expect(again.ledger).toEqual([]);
  });
});

test("a provider that goes to and fro does not grow the payment: its beginning and the latest of its timeline are kept", () => {
  let payment = aPayment({ status: "pending" });
  for (let n = 0; n < 300; n++)
    payment = decideMove(
      payment,
      said(payment, n % 2 === 0 ? "processing" : "pending", { reason: `word ${n}` }),
      NOW,
    ).payment;
  const notes = payment.progress.timeline.map(({ note }) => note);
  expect(notes).toHaveLength(100);
  expect([notes[0], notes[1], notes.at(-1)]).toEqual(["word 0", "word 201", "word 299"]);
});

describe("an operator's word", () => {
  const attempts = [anAttempt({ provider: "manual" })];
  const completed: Move = { type: "operator_said", status: "completed", by: "operator", comment: "came on Monday" };

  test("that a transfer came after the time had run out keeps the money apart, once, and opens an item", () => {
    const late = decideMove(aPayment({ status: "canceled", provider: "manual", attempts }), completed, NOW);
    expect(late).toMatchObject({
      outcome: "applied",
      payment: { status: "canceled", progress: { received_amount: "1500.00", comments: "came on Monday" } },
      items: [{ kind: "unexpected_money" }],
    });
    expect(
      late.ledger.flatMap(({ postings }) =>
        postings.map(({ account, amount }) => [account.purpose, amount.toDatabase()]),
      ),
    ).toEqual([
      ["provider", "-1500.00"],
      ["suspense", "1500.00"],
    ]);
    expect(decideMove(late.payment, completed, NOW).outcome).toBe("refused");
  });

  describe("about a payment of a provider that speaks for itself", () => {
    const sentAt = (hoursAgo: number, outcome: "accepted" | "unknown" | "refused" = "unknown") =>
      aPayment({
        status: "pending",
        attempts: [
          anAttempt({
            provider: "mpesa",
            outcome,
            started_at: new Date(NOW.getTime() - hoursAgo * 3_600_000).toISOString(),
          }),
        ],
      });

    test("is nothing before that provider has been silent for a day", () => {
      expect(decideMove(sentAt(23.9), completed, NOW)).toMatchObject({ outcome: "refused", ledger: [] });
      expect(decideMove(sentAt(48, "refused"), completed, NOW)).toMatchObject({ outcome: "refused", ledger: [] });
    });

    test("counts from then on, also where it is not known whether the provider ever accepted", () => {
      for (const outcome of ["accepted", "unknown"] as const) {
        const decision = decideMove(sentAt(24, outcome), completed, NOW);
        expect(decision).toMatchObject({
          outcome: "applied",
          payment: {
            status: "completed",
            provider: "mpesa",
            progress: { comments: "came on Monday", attempts: [{ outcome: "accepted" }] },
          },
        });
        expect(decision.ledger.length).toBeGreaterThan(0);
        expect(decideMove(sentAt(24, outcome), { ...completed, status: "failed" }, NOW)).toMatchObject({
          payment: { status: "failed", progress: { failure_reason: "came on Monday" } },
        });
      }
    });

    test("is contradicted, not undone, by what the provider says later", () => {
      const { payment } = decideMove(sentAt(24), { ...completed, status: "failed" }, NOW);
      expect(decideMove(payment, said(payment, "completed"), NOW)).toMatchObject({
        payment: { status: "failed" },
        items: [{ kind: "contradicts_final_status" }],
      });
    });
  });

  test("about what is completed, or was to be paid out, comes too late", () => {
    for (const payment of [
      aPayment({ status: "completed", provider: "manual", attempts }),
      aPayment({ status: "failed", direction: "outbound", provider: "manual", attempts }),
    ]) {
      expect(decideMove(payment, completed, NOW)).toMatchObject({ outcome: "refused", ledger: [] });
    }
  });
});

describe("attempts", () => {
  test("found after a lost answer are accepted without the reason of the doubt", () => {
    const payment = aPayment({
      status: "initiated",
      attempts: [anAttempt({ outcome: "dispatching", provider_payment_id: null, finished_at: null })],
    });
    const lost = decideMove(
      payment,
      { type: "unknown", attemptId: payment.progress.attempts[0]!.attempt_id, reason: "no answer came in time" },
      NOW,
    ).payment;
    expect(lost.progress.attempts).toMatchObject([{ outcome: "unknown", reason: "no answer came in time" }]);
    for (const status of ["pending", "processing", "completed"] as const)
      expect(decideMove(lost, said(lost, status), NOW).payment.progress.attempts).toMatchObject([
        { outcome: "accepted", reason: null },
      ]);
  });

  test("follow each other: the next one begins when the one before it has ended", () => {
    const payment = aPayment({
      status: "initiated",
      attempts: [anAttempt({ outcome: "dispatching", finished_at: null })],
    });
    const next = anAttempt({
      provider: "hybrid",
      outcome: "dispatching",
      started_at: "2026-01-05T09:59:59.990Z",
      finished_at: null,
    });
    const { attempts } = decideMove(
      payment,
      { type: "refused", attemptId: payment.progress.attempts[0]!.attempt_id, reason: "no", next },
      NOW,
    ).payment.progress;
    expect(attempts[1]!.started_at >= attempts[0]!.finished_at!).toBe(true);
  });
});

test("a poll that finds everything as it was leaves the row alone", () => {
  const payment = aPayment({ status: "processing", providerStatus: "processing", nextAction: { type: "wait" } });
  expect(decideMove(payment, said(payment, "processing"), NOW).outcome).toBe("unchanged");
});

describe("an unknown outcome", () => {
  const unknown = aPayment({ status: "pending", attempts: [anAttempt({ outcome: "unknown" })], expiresAt: NOW });

  test("keeps what the provider called it, where it had said so before", () => {
    const payment = aPayment({
      status: "initiated",
      attempts: [anAttempt({ outcome: "dispatching", provider_payment_id: null })],
    });
    const lost = { type: "unknown", attemptId: payment.progress.attempts[0]!.attempt_id, reason: "timeout" } as const;
    const idAfter = (move: Move) => decideMove(payment, move, NOW).payment.progress.attempts[0]!.provider_payment_id;
    expect(idAfter({ ...lost, providerPaymentId: "50000001" })).toBe("50000001");
    expect(idAfter(lost)).toBeNull();
  });

  test("is never canceled or expired: the provider may have accepted", () => {
    expect(decideMove(unknown, { type: "canceled", note: "", source: "action" }, NOW).outcome).toBe("refused");
    expect(decideMove(unknown, { type: "expired" }, NOW)).toMatchObject({
      outcome: "unchanged",
      payment: { status: "pending" },
    });
  });

  test("that turns out as never arrived goes on to the next candidate, and fails when none is left", () => {
    const next = anAttempt({ provider: "hybrid", outcome: "dispatching" });
    const attemptId = unknown.progress.attempts[0]!.attempt_id;
    expect(
      decideMove(
        unknown,
        { type: "refused", attemptId, reason: "never arrived", next },
        NOW,
      ).payment.progress.attempts.at(-1),
    ).toEqual({
      ...next,
      started_at: NOW.toISOString(),
    });
    expect(
      decideMove(unknown, { type: "refused", attemptId, reason: "never arrived", next: null }, NOW).payment.status,
    ).toBe("failed");
  });
});

describe("one-time passwords", () => {
  const waiting = aPayment({
    status: "pending",
    nextAction: { type: "collect_otp" },
    progress: { ...aPayment().progress, attempts: [anAttempt({ outcome: "accepted" })] },
  });
  const anyOtpMove = fc.oneof(
    fc.constant<Move>({ type: "otp_taken" }),
    fc.boolean().map((isRight): Move => ({ type: "otp_judged", isRight })),
    fc.constant<Move>({ type: "next_action", nextAction: { type: "collect_otp" } }),
  );

  test("that are wrong or still being checked are never more than three, whatever is answered in whatever order", () => {
    fc.assert(
      fc.property(fc.array(anyOtpMove, { maxLength: 40 }), (moves) => {
        let payment = waiting;
        let [sent, right] = [0, 0];
        for (const move of moves) {
          // No request was sent that could be answered.
          if (move.type === "otp_judged" && (payment.progress.otp?.checking ?? 0) === 0) continue;
          const decision = decideMove(payment, move, NOW);
          if (move.type === "otp_taken" && decision.outcome === "applied") sent += 1;
          if (move.type === "otp_judged" && move.isRight) right += 1;
          payment = decision.payment;
          expect(sent - right).toBeLessThanOrEqual(MAX_OTP_TRIES);
          expect(otpTriesLeft(payment)).toBe(MAX_OTP_TRIES - (sent - right));
        }
      }),
    );
  });

  test("are neither taken nor counted when the payment does not wait for one", () => {
    for (const payment of [
      aPayment({ ...waiting, nextAction: { type: "check_status" } }),
      aPayment({ ...waiting, status: "failed" }),
    ]) {
      expect(decideMove(payment, { type: "otp_taken" }, NOW).outcome).toBe("refused");
    }
    const ended = aPayment({ ...waiting, status: "failed" });
    expect(decideMove(ended, { type: "otp_judged", isRight: false }, NOW)).toMatchObject({
      outcome: "unchanged",
      payment: ended,
    });
  });
});

describe("review", () => {
  const waiting = aPayment({ status: "initiated", direction: "outbound", attempts: [] });

  test("is refused to the person who initiated the payment", () => {
    expect(decideMove(waiting, { type: "reviewed", by: waiting.userId, comment: null }, NOW)).toMatchObject({
      outcome: "refused",
    });
  });

  test("that rejects returns a payout's money to where it came from, fee included", () => {
    const reviewed = decideMove(waiting, { type: "reviewed", by: "another", comment: "no" }, NOW).payment;
    const decision = decideMove(reviewed, { type: "rejected", by: "another", comment: "no" }, NOW);
    expect(decision.payment.status).toBe("rejected");
    expect(
      decision.ledger[0]!.postings.map((posting) => [posting.account.purpose, posting.amount.toDatabase()]),
    ).toEqual([
      ["in_transit", "-1500.00"],
      ["settlement", "1500.00"],
      ["fees", "-15.00"],
      ["settlement", "15.00"],
    ]);
  });

  test.each(["the payee is not who they say", null])(
    "decided by another one than who looked first (%j) tells the decision's own words, not the look's",
    (comment) => {
      const reviewed = decideMove(waiting, { type: "reviewed", by: "first", comment: "looks fine" }, NOW).payment;
      const { payment } = decideMove(reviewed, { type: "rejected", by: "second", comment }, NOW);
      expect(payment.progress.comments ?? null).toBe(comment);
      expect(payment.progress.reviewed_by).toBe("second");
      expect(payment.progress.timeline.at(-1)).toMatchObject({ to: "rejected", note: comment });
    },
  );
});

describe("refunds", () => {
  test("together never exceed the payment, whatever their order and size", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 150_000 }), { minLength: 1, maxLength: 20 }), (amounts) => {
        let payment = aPayment({ status: "completed" });
        let reserved = 0n;
        amounts.forEach((minor, index) => {
          const amount = Money.ofMinor(BigInt(minor), "NGN");
          const decision = decideMove(
            payment,
            { type: "refund_reserved", refundId: `0190a000-0000-7000-8000-${String(index).padStart(12, "0")}`, amount },
            NOW,
          );
          const fits = reserved + amount.minor <= payment.amount.minor;
          expect(decision.outcome).toBe(fits ? "applied" : "refused");
          if (fits) reserved += amount.minor;
          payment = decision.payment;
        });
        expect(payment.refundedAmount.minor).toBe(reserved);
      }),
    );
  });

  test("of the whole amount make the payment refunded; a failed one frees its amount again", () => {
    const completed = aPayment({ status: "completed" });
    const refund = { refundId: "0190a000-0000-7000-8000-000000000009", amount: completed.amount };
    const reserved = decideMove(completed, { type: "refund_reserved", ...refund }, NOW).payment;
    expect(decideMove(reserved, { type: "refund_settled", ...refund, status: "completed" }, NOW).payment.status).toBe(
      "refunded",
    );
    const failed = decideMove(reserved, { type: "refund_settled", ...refund, status: "failed" }, NOW).payment;
    expect(failed).toMatchObject({ status: "completed" });
    expect(failed.refundedAmount.isZero()).toBe(true);
  });

  test("of a part, and refunds that fail, are told of when they end, although the payment stays completed", () => {
    const completed = aPayment({ status: "completed" });
    const refund = { refundId: "0190a000-0000-7000-8000-000000000009", amount: Money.parse("100.00", "NGN") };
    const reserved = decideMove(completed, { type: "refund_reserved", ...refund }, NOW).payment;
    for (const [status, note] of [
      ["completed", `refunded 100.00 NGN of ${completed.amount.toString()}`],
      ["failed", "a refund of 100.00 NGN failed"],
    ] as const) {
      const decision = decideMove(reserved, { type: "refund_settled", ...refund, status }, NOW);
      expect(decision).toMatchObject({ isNews: true, payment: { status: "completed" } });
      expect(decision.payment.progress.timeline.at(-1)).toMatchObject({ from: "completed", to: "completed", note });
    }
  });
});

describe("what reached nobody", () => {
  const dispatching = anAttempt({ outcome: "dispatching", provider_payment_id: null, finished_at: null });
  const other = anAttempt({
    provider: "hybrid",
    config_id: "0190a000-0000-7000-8000-00000000cf02",
    outcome: "dispatching",
    finished_at: null,
  });
  const sent = aPayment({ status: "initiated", attempts: [dispatching], expiresAt: new Date(NOW.getTime() + 60_000) });
  const missed = (payment: Payment, reason = "connection refused", unreachable = true) =>
    decideMove(
      payment,
      { type: "refused", attemptId: payment.progress.attempts.at(-1)!.attempt_id, reason, next: null, unreachable },
      NOW,
    );
  const again = (payment: Payment, now: Date, next: typeof other | null = other) =>
    decideMove(payment, { type: "sent_again", attemptId: payment.progress.attempts.at(-1)!.attempt_id, next }, now);

  test("waits while time is left, is sent again once, and fails when its time is over", () => {
    const waiting = missed(sent).payment;
    expect(waiting).toMatchObject({
      status: "pending",
      nextAction: { type: "wait" },
      progress: { attempts: [{ outcome: "unreachable" }] },
    });
    const resent = again(waiting, NOW);
    expect(resent.payment.progress.attempts.map(({ outcome }) => outcome)).toEqual(["unreachable", "dispatching"]);
    const late = decideMove(
      resent.payment,
      { type: "sent_again", attemptId: dispatching.attempt_id, next: anAttempt({ outcome: "dispatching" }) },
      NOW,
    );
    expect(late.outcome).toBe("unchanged");
    expect(again(waiting, sent.expiresAt!).payment).toMatchObject({
      status: "failed",
      progress: { failure_reason: "connection refused" },
    });
    expect(again(waiting, NOW, null).payment.status).toBe("failed");
  });

  test("of a payout is sent again for half an hour after that was known first", () => {
    const waiting = missed(
      aPayment({ status: "confirmed", direction: "outbound", attempts: [dispatching], expiresAt: null }),
    ).payment;
    const firstMs = new Date(waiting.progress.attempts[0]!.finished_at!).getTime();
    expect(again(waiting, new Date(firstMs + 30 * 60_000 - 1)).payment.status).toBe("pending");
    expect(again(waiting, new Date(firstMs + 30 * 60_000)).payment.status).toBe("failed");
  });

  test("by card fails at once, and so does what its providers have refused since", () => {
    expect(missed({ ...sent, paymentMethod: "card" }).payment.status).toBe("failed");
    const resent = again(missed(sent).payment, NOW, { ...other, config_id: dispatching.config_id }).payment;
    expect(missed(resent, "no", false).payment.status).toBe("failed");
  });

  test("is never sent again while an earlier request may have arrived, whatever happens in whatever order", () => {
    const steps = fc.array(
      fc.record({
        what: fc.constantFrom("missed", "refused", "lost", "accepted", "said", "again", "expired"),
        which: fc.nat(5),
        goesOn: fc.boolean(),
      }),
      { maxLength: 14 },
    );
    fc.assert(
      fc.property(steps, (happenings) => {
        let payment = sent;
        happenings.forEach(({ what, which, goesOn }, index) => {
          const { attempts } = payment.progress;
          const attemptId = attempts[which % attempts.length]!.attempt_id;
          const next = goesOn
            ? {
                ...other,
                attempt_id: `0190a000-0000-7000-8000-0000000000${10 + index}`,
                config_id: `config ${index % 2}`,
              }
            : null;
          const result = {
            outcome: "accepted",
            providerPaymentId: "p",
            providerStatus: "s",
            status: "pending",
          } as const;
          const moves: Record<typeof what, Move> = {
            missed: { type: "refused", attemptId, reason: "connection refused", next, unreachable: true },
            refused: { type: "refused", attemptId, reason: "no", next },
            lost: { type: "unknown", attemptId, reason: "timeout" },
            accepted: { type: "accepted", attemptId, result },
            said: {
              type: "provider_said",
              source: "callback",
              update: { kind: "payment", reference: attemptId, providerStatus: "s", status: "processing" },
            },
            again: { type: "sent_again", attemptId, next },
            expired: { type: "expired" },
          };
          const after = decideMove(payment, moves[what], NOW).payment;
          const open = after.progress.attempts.filter((attempt) => !isGivenUp(attempt));
          expect(open.length).toBeLessThanOrEqual(1);
          if (after.progress.attempts.length > attempts.length && what === "again") {
            expect(attempts.every(isGivenUp)).toBe(true);
            expect(attempts.some(({ outcome }) => outcome === "unreachable")).toBe(true);
          }
          payment = after;
        });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a payin in another currency", () => {
  const rate = "0190a000-0000-7000-8000-000000000002";
  const payin = aPayment({
    direction: "inbound",
    status: "pending",
    amount: Money.parse("1550.00", "NGN"),
    targetAmount: Money.parse("1.00", "USD"),
    totalFees: Money.zero("NGN"),
    orgRateId: rate,
    refundedAmount: Money.zero("NGN"),
    progress: { route: [], timeline: [], attempts: [anAttempt({ outcome: "accepted" })] },
  });
  const after = (...moves: Move[]) => {
    const ledger: string[] = [];
    let payment: Payment = payin;
    let last = decideMove(payment, said(payin, "completed"), NOW);
    for (const move of [undefined, ...moves]) {
      if (move !== undefined) last = decideMove(payment, move, NOW);
      expect(last.outcome, last.reason).toBe("applied");
      payment = last.payment;
      ledger.push(...last.ledger.map(({ cause }) => cause.split(":").slice(1).join(":")));
    }
    return { payment, ledger, items: last.items };
  };
  const refundId = "0190a000-0000-7000-8000-000000000001";
  const amount = payin.amount;
  const reserved: Move = { type: "refund_reserved", refundId, amount };
  const left: Move = { type: "rate_left", reason: "the market has moved" };

  test("that arrived posts nothing until the market was compared with its rate, and is converted once", () => {
    expect(after()).toMatchObject({ payment: { status: "processing" }, ledger: [] });
    const { payment, ledger } = after({ type: "rate_held" });
    expect([payment.status, ledger]).toEqual(["completed", ["completed"]]);
    for (const move of [{ type: "rate_held" }, left] as const)
      expect(decideMove(payment, move, NOW).outcome).toBe("refused");
  });

  test("that is told of again while it waits or goes back changes nothing", () => {
    for (const { payment } of [after(), after(left), after(left, reserved)])
      expect(decideMove(payment, said(payin, "completed"), NOW).outcome).toBe("unchanged");
  });

  test("whose rate the market has left goes back whole, and then has failed", () => {
    const { payment, ledger } = after(left, reserved, {
      type: "refund_settled",
      refundId,
      amount,
      status: "completed",
    });
    expect([payment.status, payment.nextAction]).toEqual(["failed", null]);
    expect(ledger).toEqual(["collected", `refund:${refundId}:reserved`, `refund:${refundId}:completed`]);
    expect(decideMove(payment, reserved, NOW).outcome).toBe("refused");
  });

  test("that nobody can send back is kept apart, with an item for a person", () => {
    const { payment, ledger, items } = after(left, { type: "refund_impossible", reason: "there are no refunds" });
    expect([payment.status, ledger]).toEqual(["failed", ["collected", "handed_over"]]);
    expect(items).toMatchObject([{ kind: "ramp_refund_needed", detail: { in_suspense: "1550.00", currency: "NGN" } }]);
  });
});
