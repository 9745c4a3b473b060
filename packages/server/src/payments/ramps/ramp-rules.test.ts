import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LedgerTransaction } from "#src/record/ledger/ledger.ts";
import { newAttempt } from "#src/payments/at-providers/dispatch-payment.ts";
import { anAttempt } from "#src/payments/core/payment.fixtures.ts";
import type { Attempt, Payment, RouteCandidate } from "#src/payments/core/payment.ts";
import { isFinal, mayMove } from "#src/payments/core/payment-status.ts";
import type { Decision } from "#src/payments/core/decision.ts";
import type { Move } from "#src/payments/core/moves.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { PaymentUpdate, ProviderName } from "@corridor/provider-kit/provider.ts";
import { rampOf } from "./ramp.ts";
import { aRamp } from "./ramp.fixtures.ts";
import { rampKind } from "./ramp-kind.ts";
import { decideRampMove, liveSettlement, MAX_ROUNDS } from "./ramp-rules.ts";

const { nextCandidate } = rampKind;

const START = new Date("2026-01-05T10:00:00.000Z");

function candidate(provider: ProviderName): RouteCandidate {
  return { provider, config_id: newId(), priority: 1, scope: "global", taken: true, reason: "" };
}

/** A ramp with its books and its clock, advanced by the rules. */
class Story {
  payment: Payment;
  now = START;
  readonly ledger: LedgerTransaction[] = [];
  readonly items: Decision["items"] = [];
  last: Decision["outcome"] = "unchanged";

  constructor(payment: Payment = aRamp()) {
    this.payment = payment;
  }

  apply(move: Move): this {
    const before = this.payment;
    const decision = decideRampMove(before, move, this.now);
    if (decision.payment.status !== before.status)
      expect(mayMove(before.status, decision.payment.status), `${before.status} -> ${decision.payment.status}`).toBe(
        true,
      );
    if (decision.outcome !== "applied") expect(decision.payment).toBe(before);
    if (decision.outcome === "applied") this.ledger.push(...decision.ledger);
    this.items.push(...decision.items);
    this.payment = decision.payment;
    this.last = decision.outcome;
    return this;
  }

  wait(ms: number): this {
    this.now = new Date(this.now.getTime() + ms);
    return this;
  }

  get attempt(): Attempt {
    return this.payment.progress.attempts.at(-1)!;
  }

  say(status: PaymentUpdate["status"], received?: string, attempt: Attempt = this.attempt): this {
    const { currency } = this.payment.amount;
    return this.apply({
      type: "provider_said",
      source: "callback",
      update: {
        kind: "payment",
        reference: attempt.attempt_id,
        providerPaymentId: `at-${attempt.provider}`,
        providerStatus: status,
        status,
        ...(received === undefined ? {} : { receivedAmount: Money.parse(received, currency) }),
      },
    });
  }

  accept(status: "pending" | "processing" | "completed" = "pending"): this {
    return this.apply({
      type: "accepted",
      attemptId: this.attempt.attempt_id,
      result: { outcome: "accepted", providerPaymentId: "p", providerStatus: status, status },
    });
  }

  refuse(): this {
    const next = nextCandidate(this.payment);
    return this.apply({
      type: "refused",
      attemptId: this.attempt.attempt_id,
      reason: "no",
      next: next === null ? null : newAttempt(next, this.attempt.leg, this.now),
    });
  }

  settle(...providers: ProviderName[]): this {
    const pending =
      rampOf(this.payment).round_starts_at === this.payment.progress.attempts.length
        ? null
        : nextCandidate(this.payment);
    const route =
      pending === null
        ? (providers.length === 0 ? ["crypto" as const] : providers).map(candidate)
        : rampOf(this.payment).settle_route;
    return this.apply({ type: "settle_started", attempt: newAttempt(pending ?? route[0]!, "settle", this.now), route });
  }

  /** Balance of every account that the ramp touched, by purpose, owner and currency; empty ones left out. */
  get books(): Record<string, string> {
    const balances = new Map<string, Money>();
    for (const { postings } of this.ledger) {
      for (const { account, amount } of postings) {
        const key =
          `${account.purpose}${account.ownerId === undefined ? "" : `:${account.ownerId}`} ` + `${amount.currency}`;
        balances.set(key, (balances.get(key) ?? Money.zero(amount.currency)).plus(amount));
      }
    }
    return Object.fromEntries(
      [...balances].filter(([, balance]) => !balance.isZero()).map(([key, balance]) => [key, balance.toDatabase()]),
    );
  }

  collected(): this {
    return this.accept().say("completed", this.payment.amount.toDatabase());
  }

  /** Goes through every round, each refused. */
  failedForGood(): this {
    this.collected();
    for (let round = 0; round < MAX_ROUNDS; round++)
      this.wait(10 * 60_000)
        .settle("crypto")
        .refuse();
    return this;
  }
}

test("a late word about the first leg leaves its attempts in front of those of the second, which is under way", () => {
  const story = new Story().collected();
  const first = story.attempt;
  story.settle("crypto").say("completed", "160000.00", first);
  expect(story.items).toMatchObject([{ kind: "unexpected_money" }]);
  expect(story.payment.progress.attempts.map(({ leg, outcome }) => [leg, outcome])).toEqual([
    ["collect", "accepted"],
    ["settle", "dispatching"],
  ]);
});

describe("the first leg", () => {
  test("accepted makes the ramp wait for the customer; collected lets the second leg begin at once", () => {
    const story = new Story().accept();
    expect(story.payment.status).toBe("pending");
    expect(story.books).toEqual({});
    story.say("completed", "155000.00");
    expect(story.payment).toMatchObject({ status: "processing", nextAction: { type: "wait" } });
    expect(rampOf(story.payment)).toMatchObject({ step: "settling", next_step_at: story.now.toISOString() });
    expect(story.books).toEqual({ "provider:crypto NGN": "-155000.00", "ramp_clearing NGN": "155000.00" });
  });

  test("refused by every candidate fails the ramp without a posting", () => {
    const story = new Story().refuse();
    expect(story.payment).toMatchObject({
      status: "failed",
      progress: { failure_reason: "no", ramp: { step: "ended" } },
    });
    expect(story.books).toEqual({});
  });

  test("of an unknown outcome is asked about, never canceled or expired", () => {
    const story = new Story().apply({ type: "unknown", attemptId: new Story().attempt.attempt_id, reason: "x" });
    expect(story.last).toBe("refused");
    const lost = new Story();
    lost
      .apply({ type: "unknown", attemptId: lost.attempt.attempt_id, reason: "timeout", providerPaymentId: "p-1" })
      .wait(60 * 60_000);
    expect(lost.payment).toMatchObject({
      status: "pending",
      nextAction: { type: "check_status" },
      progress: { attempts: [{ provider_payment_id: "p-1" }] },
    });
    expect(lost.apply({ type: "expired" }).last).toBe("unchanged");
    expect(lost.apply({ type: "canceled", note: "", source: "action" }).last).toBe("refused");
  });

  test("paid in part keeps waiting, is news once per total, and completes with the rest", () => {
    const story = new Story().accept().say("pending", "100000.00");
    expect(story.payment).toMatchObject({ status: "pending", progress: { received_amount: "100000.00" } });
    expect(story.say("pending", "100000.00").last).toBe("unchanged");
    story.say("completed", "155000.00");
    expect(story.payment.status).toBe("processing");
    expect(story.items).toEqual([]);
  });

  test("told of a smaller total than before is an old word: money does not go away", () => {
    const story = new Story()
      .accept()
      .say("pending", "100000.00")
      .say("processing", "60000.00")
      .say("pending", "60000.00");
    expect(story.payment.progress.received_amount).toBe("100000.00");
    expect(story.wait(60 * 60_000).apply({ type: "expired" }).books).toEqual({
      "provider:crypto NGN": "-100000.00",
      "suspense NGN": "100000.00",
    });
  });

  test("paid in part when the time is over cancels the ramp; the part goes to suspense with an item", () => {
    const story = new Story()
      .accept()
      .say("pending", "100000.00")
      .wait(60 * 60_000)
      .apply({ type: "expired" });
    expect(story.payment).toMatchObject({ status: "canceled", nextAction: null });
    expect(story.books).toEqual({ "provider:crypto NGN": "-100000.00", "suspense NGN": "100000.00" });
    expect(story.items).toMatchObject([{ kind: "underpaid", provider: "crypto" }]);
  });

  test("paid in full only after the end stays canceled; everything that arrived is in suspense, once", () => {
    const story = new Story()
      .accept()
      .say("pending", "100000.00")
      .wait(60 * 60_000)
      .apply({ type: "expired" })
      .say("completed", "155000.00")
      .say("completed", "155000.00");
    expect(story.payment.status).toBe("canceled");
    expect(story.books).toEqual({ "provider:crypto NGN": "-155000.00", "suspense NGN": "155000.00" });
    expect(story.items.map((item) => item.kind)).toEqual(["underpaid", "unexpected_money"]);
  });

  test("said to have completed without a figure after the end contradicts it; a person who sees the money books it", () => {
    const story = new Story()
      .accept()
      .wait(60 * 60_000)
      .apply({ type: "expired" })
      .say("completed");
    expect(story.books).toEqual({});
    expect(story.items).toMatchObject([{ kind: "contradicts_final_status" }]);
    story
      .wait(24 * 3_600_000)
      .apply({ type: "operator_said", status: "completed", by: "operator", comment: "seen on the statement" });
    expect(story.payment.status).toBe("canceled");
    expect(story.books).toEqual({ "provider:crypto NGN": "-155000.00", "suspense NGN": "155000.00" });
    expect(story.items.at(-1)).toMatchObject({ kind: "unexpected_money" });
  });

  test("that is being confirmed does not expire: it came in time", () => {
    const story = new Story(aRamp({ ramp: "off_ramp" }))
      .accept()
      .say("processing")
      .wait(60 * 60_000)
      .apply({ type: "expired" });
    expect(story.payment.status).toBe("pending");
    story.say("completed", "100.000000");
    expect(story.payment.status).toBe("processing");
    expect(story.books).toEqual({ "provider:crypto USDT": "-100.000000", "ramp_clearing USDT": "100.000000" });
  });

  test("paid too much goes on with its amount; the excess, and what comes later, is in suspense with an item each", () => {
    const story = new Story().accept().say("completed", "156000.00");
    expect(story.payment.status).toBe("processing");
    expect(story.books).toMatchObject({ "ramp_clearing NGN": "155000.00", "suspense NGN": "1000.00" });
    story.say("completed", "157000.00");
    expect(story.books).toMatchObject({
      "provider:crypto NGN": "-157000.00",
      "ramp_clearing NGN": "155000.00",
      "suspense NGN": "2000.00",
    });
    expect(story.items.map((item) => item.kind)).toEqual(["overpaid", "unexpected_money"]);
    expect(new Set(story.ledger.map((transaction) => transaction.cause)).size).toBe(story.ledger.length);
  });

  test("that fails fails the ramp, or cancels it when its time was over anyway", () => {
    expect(new Story().accept().say("failed").payment.status).toBe("failed");
    expect(
      new Story()
        .accept()
        .wait(60 * 60_000)
        .say("failed").payment.status,
    ).toBe("canceled");
  });

  test("said to have failed after it was collected changes nothing and asks a person", () => {
    const story = new Story().collected().say("failed");
    expect(story.payment.status).toBe("processing");
    expect(story.items).toMatchObject([{ kind: "contradicts_final_status" }]);
  });

  test("canceled on request ends the ramp, unless money has arrived", () => {
    expect(new Story().accept().apply({ type: "canceled", note: "", source: "action" }).payment.status).toBe(
      "canceled",
    );
    expect(
      new Story().accept().say("pending", "1.00").apply({ type: "canceled", note: "", source: "action" }).last,
    ).toBe("refused");
  });
});

describe("the second leg", () => {
  test("settled completes the ramp: clearing is empty, the other side went out, the fee is the organization's", () => {
    const story = new Story().collected().settle().accept("processing").say("completed");
    expect(story.payment).toMatchObject({
      status: "completed",
      nextAction: null,
      progress: { ramp: { step: "ended" } },
    });
    expect(story.books).toEqual({
      "provider:crypto NGN": "-155000.00",
      "fx NGN": "155000.00",
      "fx USDT": "-100.000000",
      "provider:crypto USDT": "100.000000",
      "settlement NGN": "-2.00",
      "fees NGN": "2.00",
    });
  });

  test("is never started twice, before its time, or for a ramp that is not collected", () => {
    expect(new Story().accept().settle().last).toBe("refused");
    const story = new Story().collected().settle();
    expect(story.settle().last).toBe("refused");
    story.apply({ type: "unknown", attemptId: story.attempt.attempt_id, reason: "timeout" });
    expect(story.settle().last).toBe("refused");
    story.say("processing");
    expect(story.settle().last).toBe("refused");
  });

  test("refused goes to the next of the route in the same round", () => {
    const story = new Story().collected().settle("crypto", "hybrid").refuse();
    expect(story.attempt).toMatchObject({ provider: "hybrid", leg: "settle", outcome: "dispatching" });
    story.accept("processing").say("completed");
    expect(story.books).toMatchObject({ "provider:hybrid USDT": "100.000000", "provider:crypto NGN": "-155000.00" });
  });

  test("taken and then failed goes to the next of the route, since the provider itself ended it", () => {
    const story = new Story().collected().settle("crypto", "hybrid").accept("processing").say("failed");
    expect(rampOf(story.payment).next_step_at).toBe(story.now.toISOString());
    story.settle();
    expect(story.attempt.provider).toBe("hybrid");
  });

  test("failing round after round, with growing pauses, is given up for good after the last", () => {
    const story = new Story().collected();
    const pauses: number[] = [];
    for (let round = 0; round < MAX_ROUNDS; round++) {
      expect(rampOf(story.payment).step).toBe("settling");
      story
        .wait(10 * 60_000)
        .settle("crypto")
        .refuse();
      pauses.push(new Date(rampOf(story.payment).next_step_at!).getTime() - story.now.getTime());
    }
    expect(pauses).toEqual([5_000, 30_000, 120_000, 0]);
    expect(story.payment).toMatchObject({ status: "processing", progress: { ramp: { step: "refunding" } } });
  });

  test("without anybody to carry it is a round like any other", () => {
    const story = new Story().collected();
    for (let round = 0; round < MAX_ROUNDS; round++)
      story.apply({ type: "settle_impossible", reason: "nobody", route: [] });
    expect(rampOf(story.payment).step).toBe("refunding");
  });

  test("that was given up and delivered after all is believed while nothing else is in motion", () => {
    const story = new Story().collected().settle("crypto").accept("processing").say("failed");
    expect(liveSettlement(story.payment)).toBeUndefined();
    story.say("completed");
    expect(story.payment.status).toBe("completed");
    expect(story.items).toEqual([]);
  });

  test("that was given up and delivered after another way was taken asks a person", () => {
    const story = new Story().collected().settle("crypto", "hybrid").accept("processing").say("failed");
    const givenUp = story.attempt;
    story.settle().say("completed", undefined, givenUp);
    expect(story.payment.status).toBe("processing");
    expect(story.items).toMatchObject([{ kind: "settled_twice", provider: "crypto" }]);
  });
});

describe("the refund of the first leg", () => {
  const refundId = newId();

  test("ends the ramp as failed once the money is back, with every account of the ramp empty", () => {
    const story = new Story().failedForGood();
    story.apply({ type: "refund_reserved", refundId, amount: story.payment.amount });
    expect(story.payment.status).toBe("processing");
    expect(story.books).toEqual({ "provider:crypto NGN": "-155000.00", "refunds_in_transit NGN": "155000.00" });
    story.apply({ type: "refund_settled", refundId, amount: story.payment.amount, status: "completed" });
    expect(story.payment.status).toBe("failed");
    expect(story.payment.refundedAmount.equals(story.payment.amount)).toBe(true);
    expect(story.books).toEqual({});
  });

  test("is the whole amount, once, and only after the second leg failed for good", () => {
    const early = new Story().collected();
    expect(early.apply({ type: "refund_reserved", refundId, amount: early.payment.amount }).last).toBe("refused");
    const story = new Story().failedForGood();
    expect(story.apply({ type: "refund_reserved", refundId, amount: Money.parse("1.00", "NGN") }).last).toBe("refused");
    story.apply({ type: "refund_reserved", refundId, amount: story.payment.amount });
    expect(story.apply({ type: "refund_reserved", refundId: newId(), amount: story.payment.amount }).last).toBe(
      "refused",
    );
  });

  test("that fails is tried again, and in the end handed to a person with the money in suspense", () => {
    const story = new Story().failedForGood();
    for (let tries = 1; tries <= 3; tries++) {
      const id = newId();
      story
        .apply({ type: "refund_reserved", refundId: id, amount: story.payment.amount })
        .apply({ type: "refund_settled", refundId: id, amount: story.payment.amount, status: "failed" });
    }
    expect(story.payment.status).toBe("failed");
    expect(story.payment.refundedAmount.isZero()).toBe(true);
    expect(story.books).toEqual({ "provider:crypto NGN": "-155000.00", "suspense NGN": "155000.00" });
    expect(story.items).toMatchObject([{ kind: "ramp_refund_needed", provider: "crypto" }]);
  });

  test("by a provider that has no refunds is handed to a person at once", () => {
    const story = new Story().failedForGood().apply({ type: "refund_impossible", reason: "no refunds" });
    expect(story.payment.status).toBe("failed");
    expect(story.books).toEqual({ "provider:crypto NGN": "-155000.00", "suspense NGN": "155000.00" });
    expect(story.items).toMatchObject([{ kind: "ramp_refund_needed" }]);
  });
});

describe("an operator's word", () => {
  const say = (story: Story, status: "completed" | "failed") =>
    story.apply({ type: "operator_said", status, by: "operator", comment: "seen on the statement" });
  const byHand = () =>
    new Story(aRamp({ attempts: [anAttempt({ leg: "collect", provider: "manual" })], status: "pending" }));

  test("speaks for the leg that the manual provider holds", () => {
    const story = say(byHand(), "completed");
    expect(story.payment).toMatchObject({ status: "processing", progress: { comments: "seen on the statement" } });
    expect(story.books).toEqual({ "provider:manual NGN": "-155000.00", "ramp_clearing NGN": "155000.00" });
    expect(say(story, "completed").last).toBe("refused");
    story.settle("manual").accept("processing");
    expect(say(story, "completed").payment.status).toBe("completed");
    expect(say(byHand(), "failed").payment.status).toBe("failed");
  });

  test("is nothing where another provider holds the leg", () => {
    expect(say(new Story().accept(), "completed").last).toBe("refused");
  });
});

test("a ramp is not reviewed", () => {
  expect(new Story().apply({ type: "reviewed", by: "somebody", comment: null }).last).toBe("refused");
});

describe("whatever happens in whatever order", () => {
  type Step = { what: string; pick: number; received: number; waitMs: number };
  const steps = fc.array(
    fc.record({
      what: fc.constantFrom(
        "accept",
        "refuse",
        "unknown",
        "say pending",
        "say processing",
        "say completed",
        "say completed",
        "say failed",
        "settle",
        "settle",
        "impossible",
        "reserve",
        "refunded",
        "refund failed",
        "no refund",
        "expire",
        "cancel",
      ),
      pick: fc.nat(9),
      received: fc.integer({ min: 0, max: 200 }),
      waitMs: fc.constantFrom(0, 0, 1_000, 600_000),
    }),
    { maxLength: 60 },
  );

  function take(story: Story, { what, pick, received, waitMs }: Step): void {
    story.wait(waitMs);
    const attempts = story.payment.progress.attempts;
    const some = attempts[pick % attempts.length]!;
    const [kind, word] = what.split(" ") as [string, PaymentUpdate["status"] | undefined];
    switch (kind) {
      case "accept":
        return void story.accept(pick % 2 === 0 ? "pending" : "completed");
      case "refuse":
        return void story.refuse();
      case "unknown":
        return void story.apply({ type: "unknown", attemptId: some.attempt_id, reason: "x" });
      case "say":
        return void story.say(
          word!,
          some.leg === "collect" && received > 0 ? String(received * 1_000) : undefined,
          some,
        );
      case "settle":
        return void story.settle("crypto", "hybrid");
      case "impossible":
        return void story.apply({ type: "settle_impossible", reason: "nobody", route: [] });
      case "reserve":
        return void story.apply({ type: "refund_reserved", refundId: newId(), amount: story.payment.amount });
      case "refunded":
      case "refund":
        return void story.apply({
          type: "refund_settled",
          refundId: rampOf(story.payment).refund_id ?? newId(),
          amount: story.payment.amount,
          status: kind === "refunded" ? "completed" : "failed",
        });
      case "no":
        return void story.apply({ type: "refund_impossible", reason: "none" });
      case "expire":
        return void story.apply({ type: "expired" });
      case "cancel":
        return void story.apply({ type: "canceled", note: "", source: "action" });
    }
  }

  /** Random stories seldom reach the late steps, so some begin there. */
  const beginnings = fc.constantFrom(
    () => new Story(),
    () => new Story().accept().wait(60 * 60_000),
    () => new Story().collected(),
    () => new Story().collected().settle("crypto", "hybrid"),
    () => new Story().failedForGood(),
  );

  const totalOf = (story: Story, key: string): Money => Money.parse(story.books[`${key} NGN`] ?? "0", "NGN");

  test("books balance, causes are used once, statuses keep to the table, and an end is an end", () => {
    fc.assert(
      fc.property(beginnings, steps, (begin, sequence) => {
        const story = begin();
        for (const step of sequence) {
          const before = story.payment;
          take(story, step);
          if (isFinal(before.status)) expect(story.payment.status).toBe(before.status);
          expect(
            story.payment.progress.attempts.filter((attempt) => attempt.leg === "settle").length === 0 ||
              totalOf(story, "provider:crypto").isNegative() ||
              story.payment.status === "failed",
          ).toBe(true);
        }
        for (const { postings } of story.ledger) {
          for (const currency of ["NGN", "USDT"]) {
            const sum = postings
              .filter(({ amount }) => amount.currency === currency)
              .reduce((total, { amount }) => total.plus(amount), Money.zero(currency));
            expect(sum.isZero()).toBe(true);
          }
        }
        expect(new Set(story.ledger.map(({ cause }) => cause)).size).toBe(story.ledger.length);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a ramp that has ended has delivered, or given back, or holds in suspense exactly what arrived", () => {
    const ends = { delivered: 0, givenBack: 0, handedOver: 0, canceled: 0, neverCollected: 0 };
    fc.assert(
      fc.property(beginnings, steps, (begin, sequence) => {
        const story = begin();
        for (const step of sequence) take(story, step);
        if (!isFinal(story.payment.status)) return;
        const received = Money.parse(story.payment.progress.received_amount ?? "0", "NGN");
        const givenBack = story.payment.refundedAmount;
        const delivered = story.payment.status === "completed" ? story.payment.amount : Money.zero("NGN");
        expect(totalOf(story, "ramp_clearing").isZero()).toBe(true);
        expect(totalOf(story, "refunds_in_transit").isZero()).toBe(true);
        expect(totalOf(story, "provider:crypto").negate().toString()).toBe(received.minus(givenBack).toString());
        expect(totalOf(story, "suspense").toString()).toBe(received.minus(givenBack).minus(delivered).toString());
        const out = Object.entries(story.books).filter(([key]) => key.startsWith("provider:") && key.endsWith("USDT"));
        expect(out.map(([, amount]) => amount)).toEqual(story.payment.status === "completed" ? ["100.000000"] : []);
        expect(delivered.isZero() || givenBack.isZero()).toBe(true);
        if (totalOf(story, "suspense").isPositive()) expect(story.items.length).toBeGreaterThan(0);
        ends[
          !delivered.isZero()
            ? "delivered"
            : !givenBack.isZero()
              ? "givenBack"
              : story.payment.status === "canceled"
                ? "canceled"
                : story.items.some(({ kind }) => kind === "ramp_refund_needed")
                  ? "handedOver"
                  : "neverCollected"
        ] += 1;
      }),
      { numRuns: 5_000 },
    );
    for (const [end, times] of Object.entries(ends)) expect([end, times > 5]).toEqual([end, true]);
  });

  test("the second leg is never with two providers at once", () => {
    fc.assert(
      fc.property(beginnings, steps, (begin, sequence) => {
        const story = begin();
        for (const step of sequence) {
          const before = story.payment;
          take(story, step);
          const added = story.payment.progress.attempts.length > before.progress.attempts.length;
          if (!added || story.attempt.leg !== "settle") continue;
          const others = story.payment.progress.attempts.slice(0, -1).filter((attempt) => attempt.leg === "settle");
          for (const other of others)
            expect(
              other.outcome === "refused" || rampOf(story.payment).failed_attempts.includes(other.attempt_id),
            ).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
