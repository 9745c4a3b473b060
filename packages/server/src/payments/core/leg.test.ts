import { describe, expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import type { Accepted, NextAction, PaymentUpdate } from "@corridor/provider-kit/provider.ts";
import { anAttempt } from "./payment.fixtures.ts";
import { decideLeg, type Leg, type LegInput, type LegTerms, liveAttempt } from "./leg.ts";

/**
 * The machine itself, case by case. What its outcomes do to a payment is tested in payment-rules.test.ts and
 * ramps/ramp-rules.test.ts.
 */
const NOW = new Date("2026-01-05T10:00:00.000Z");
const before = (ms: number): Date => new Date(NOW.getTime() - ms);
const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const ngn = (text: string): Money => Money.parse(text, "NGN");
const TERMS: LegTerms = {
  forCustomer: true,
  deadline: "providers",
  mayGoOn: false,
  sendsAgain: true,
  keepsInstructions: false,
};
const FIRST = anAttempt({
  attempt_id: "first",
  config_id: "config-1",
  outcome: "dispatching",
  provider_payment_id: null,
  finished_at: null,
});
const SECOND = anAttempt({ ...FIRST, attempt_id: "second", config_id: "config-2", provider: "hybrid" });
const held = {
  ...FIRST,
  outcome: "accepted",
  provider_payment_id: "p-1",
  finished_at: "2026-01-05T09:59:30.000Z",
} as const;
const refused = { ...FIRST, outcome: "refused", reason: "no", finished_at: "2026-01-05T09:59:30.000Z" } as const;

function aLeg(change: Partial<Leg> = {}): Leg {
  return {
    name: "payment",
    amount: ngn("1500.00"),
    state: "open",
    stage: null,
    waits: false,
    attempts: [FIRST],
    failedAttempts: [],
    received: undefined,
    provider: null,
    providerPaymentId: null,
    providerStatus: null,
    nextAction: null,
    deadline: null,
    lastUpdateAt: undefined,
    data: undefined,
    hold: undefined,
    terms: TERMS,
    ...change,
  };
}
const waitingLeg = (change: Partial<Leg> = {}): Leg =>
  aLeg({
    stage: "pending",
    waits: true,
    attempts: [held],
    provider: "fiat",
    providerPaymentId: "p-1",
    providerStatus: "waiting",
    ...change,
  });
const decide = (leg: Leg, input: LegInput) => decideLeg(leg, input, NOW);
const isIgnored = (leg: Leg, input: LegInput): boolean => {
  const decision = decide(leg, input);
  if (decision.outcome.type === "ignored") expect(decision.leg).toBe(leg);
  return decision.outcome.type === "ignored";
};

const answer = (change: Partial<Accepted> = {}): Accepted => ({
  outcome: "accepted",
  providerPaymentId: "p-1",
  providerStatus: "s",
  status: "pending",
  ...change,
});
const accepted = (change: Partial<Accepted> = {}, attemptId = "first"): LegInput => ({
  type: "accepted",
  attemptId,
  result: answer(change),
});
const said = (
  status: PaymentUpdate["status"],
  change: Partial<PaymentUpdate> = {},
  more: Partial<Extract<LegInput, { type: "update" }>> = {},
): LegInput => ({
  type: "update",
  update: { kind: "payment", reference: "first", providerStatus: "s", status, ...change },
  ...more,
});
const until = (at: Date): NextAction => ({
  type: "redirect",
  redirect_url: "https://pay.example/1",
  expires_at: at.toISOString(),
});
const TRANSFER: NextAction = {
  type: "bank_transfer",
  account_name: "a",
  account_number: "1",
  bank_name: "b",
  bank_code: null,
  reference: "r",
  expires_at: after(60_000).toISOString(),
};

test("an input about an attempt that the leg does not have is refused", () => {
  for (const input of [accepted({}, "other"), said("completed", { reference: "other" })])
    expect(decide(aLeg(), input).outcome).toMatchObject({ type: "refused" });
});

describe("an acceptance", () => {
  test("makes the provider hold the leg, under the ids and words of its answer", () => {
    const { leg, outcome } = decide(aLeg(), accepted({ nextAction: until(after(1)), data: { a: 1 } }));
    expect(outcome).toEqual({ type: "waiting", stage: "pending", partly: false, note: null, isNews: false });
    expect(leg).toMatchObject({
      provider: "fiat",
      providerPaymentId: "p-1",
      providerStatus: "s",
      data: { a: 1 },
      nextAction: { type: "redirect" },
      deadline: after(1),
    });
    expect(leg.attempts).toEqual([
      { ...FIRST, outcome: "accepted", reason: null, provider_payment_id: "p-1", finished_at: NOW.toISOString() },
    ]);
  });

  test("of what is paid at once succeeds, by the attempt as it is now", () => {
    const { outcome } = decide(aLeg(), accepted({ status: "completed" }));
    expect(outcome).toMatchObject({
      type: "succeeded",
      attempt: { attempt_id: "first", outcome: "accepted" },
      note: null,
    });
    expect(decide(aLeg(), accepted({ status: "processing" })).outcome).toMatchObject({ stage: "processing" });
  });

  test("of a leg that no customer acts on brings no instructions", () => {
    const terms = { ...TERMS, forCustomer: false };
    expect(decide(aLeg({ terms }), accepted({ nextAction: until(after(1)) })).leg).toMatchObject({
      nextAction: null,
      deadline: null,
    });
  });

  test("keeps the time at which the attempt was finished before", () => {
    const lost = { ...FIRST, outcome: "unknown", finished_at: "2026-01-05T09:59:30.000Z" } as const;
    expect(decide(aLeg({ attempts: [lost] }), accepted()).leg.attempts[0]!.finished_at).toBe(lost.finished_at);
  });

  test("of an attempt that was given up is believed while nothing else was started, and then carries the leg", () => {
    expect(decide(aLeg({ attempts: [refused] }), accepted()).leg.attempts).toMatchObject([
      { outcome: "accepted", reason: null },
    ]);
    const both = aLeg({ attempts: [refused, { ...SECOND, outcome: "unreachable" }] });
    expect(decide(both, accepted()).leg.attempts.map(({ attempt_id }) => attempt_id)).toEqual(["second", "first"]);
  });

  test("is of the attempt that it names, wherever that stands in the list", () => {
    const others = [
      { ...SECOND, outcome: "unreachable" } as const,
      refused,
      { ...SECOND, attempt_id: "third", outcome: "refused" } as const,
    ];
    const { leg, outcome } = decide(aLeg({ attempts: others }), accepted({ status: "completed" }));
    expect(leg.attempts.map(({ attempt_id, outcome: end }) => [attempt_id, end])).toEqual([
      ["second", "unreachable"],
      ["third", "refused"],
      ["first", "accepted"],
    ]);
    expect(outcome).toMatchObject({ attempt: { attempt_id: "first" } });
  });

  test("of an attempt that was given up contradicts what was started since, and an end", () => {
    const other = decide(aLeg({ attempts: [refused, SECOND] }), accepted({ data: { at: NOW } }));
    expect(other.outcome).toEqual({
      type: "contradicted",
      item: {
        kind: "accepted_after_refusal",
        provider: "fiat",
        message: "fiat accepted an attempt that was recorded as refused",
        detail: { attempt_id: "first", update: { ...answer(), data: { at: NOW.toISOString() } } },
      },
    });
    expect(decide(aLeg({ attempts: [refused], state: "unsuccessful" }), accepted()).outcome).toMatchObject({
      item: { kind: "accepted_after_refusal" },
    });
    expect(decide(aLeg({ state: "unsuccessful" }), accepted()).outcome).toMatchObject({
      item: { kind: "accepted_after_end" },
    });
  });

  test("that comes after an update adds the instructions, which only it has", () => {
    const leg = waitingLeg({ deadline: after(5) });
    const { leg: told, outcome } = decide(leg, accepted({ nextAction: until(after(9)) }));
    expect(outcome).toEqual({ type: "noted", isNews: true });
    expect(told).toEqual({ ...leg, nextAction: until(after(9)), deadline: after(9) });
    expect(isIgnored(leg, accepted())).toBe(true);
    expect(isIgnored({ ...leg, waits: false }, accepted({ nextAction: until(after(9)) }))).toBe(true);
    expect(isIgnored({ ...leg, nextAction: { type: "wait" } }, accepted({ nextAction: until(after(9)) }))).toBe(true);
    expect(
      isIgnored({ ...leg, terms: { ...TERMS, forCustomer: false } }, accepted({ nextAction: until(after(9)) })),
    ).toBe(true);
  });
});

describe("a deadline", () => {
  const deadlineAfter = (terms: Partial<LegTerms>, ours: Date | null, action: NextAction | undefined): Date | null =>
    decide(
      aLeg({ terms: { ...TERMS, ...terms }, deadline: ours }),
      accepted(action === undefined ? {} : { nextAction: action }),
    ).leg.deadline;

  test("of the provider replaces ours, where it may", () => {
    expect(deadlineAfter({}, after(5), until(after(9)))).toEqual(after(9));
    expect(deadlineAfter({}, after(5), until(after(1)))).toEqual(after(1));
    expect(deadlineAfter({}, null, until(after(9)))).toEqual(after(9));
  });

  test("of the provider only shortens ours, where we bear the rate", () => {
    expect(deadlineAfter({ deadline: "ours" }, after(5), until(after(9)))).toEqual(after(5));
    expect(deadlineAfter({ deadline: "ours" }, after(5), until(after(1)))).toEqual(after(1));
    expect(deadlineAfter({ deadline: "ours" }, null, until(after(9)))).toEqual(after(9));
  });

  test("stays where the provider names none", () => {
    expect(deadlineAfter({}, after(5), undefined)).toEqual(after(5));
    expect(deadlineAfter({}, after(5), { type: "wait" })).toEqual(after(5));
    expect(deadlineAfter({}, after(5), { type: "redirect", redirect_url: "https://pay.example/1" })).toEqual(after(5));
    expect(
      deadlineAfter({}, after(5), { type: "redirect", redirect_url: "https://pay.example/1", expires_at: undefined }),
    ).toEqual(after(5));
  });
});

describe("a refusal", () => {
  const refusal = (change: Partial<Extract<LegInput, { type: "refused" }>> = {}): LegInput => ({
    type: "refused",
    attemptId: "first",
    reason: "no",
    next: null,
    ...change,
  });

  test("marks the attempt and starts the next one at that moment", () => {
    const { leg, outcome } = decide(aLeg(), refusal({ next: SECOND }));
    expect(outcome).toEqual({ type: "noted", isNews: false });
    expect(leg.attempts).toEqual([
      { ...FIRST, outcome: "refused", reason: "no", finished_at: NOW.toISOString() },
      { ...SECOND, started_at: NOW.toISOString() },
    ]);
  });

  test("of an attempt that was accepted or given up before changes nothing", () => {
    expect(isIgnored(waitingLeg(), refusal())).toBe(true);
    expect(isIgnored(aLeg({ attempts: [refused] }), refusal())).toBe(true);
  });

  test("after the end is only noted", () => {
    const { leg, outcome } = decide(aLeg({ state: "unsuccessful" }), refusal({ next: SECOND }));
    expect(outcome).toEqual({ type: "noted", isNews: false });
    expect(leg.attempts).toMatchObject([{ attempt_id: "first", outcome: "refused" }]);
  });

  test("of the last one exhausts the leg, or postpones it where nobody was reached", () => {
    expect(decide(aLeg(), refusal()).outcome).toEqual({ type: "exhausted", reason: "no" });
    expect(decide(aLeg(), refusal({ unreachable: true }))).toMatchObject({
      outcome: { type: "postponed", reason: "no" },
      leg: { attempts: [{ outcome: "unreachable" }] },
    });
    expect(decide(aLeg({ terms: { ...TERMS, sendsAgain: false } }), refusal({ unreachable: true })).outcome.type).toBe(
      "exhausted",
    );
    expect(decide(aLeg({ deadline: NOW }), refusal({ unreachable: true })).outcome.type).toBe("exhausted");
    expect(decide(aLeg({ deadline: after(1) }), refusal({ unreachable: true })).outcome.type).toBe("postponed");
  });

  test("by one exhausts the leg only once it was every unreachable one's", () => {
    const missed = { ...SECOND, outcome: "unreachable" } as const;
    const outcomeWith = (config_id: string) =>
      decide(aLeg({ attempts: [{ ...missed, config_id }, FIRST] }), refusal()).outcome.type;
    expect(outcomeWith("config-2")).toBe("postponed");
    expect(outcomeWith("config-1")).toBe("exhausted");
    const failed = aLeg({ attempts: [{ ...SECOND, outcome: "accepted" }, FIRST], failedAttempts: ["second"] });
    expect(decide(failed, refusal()).outcome.type).toBe("exhausted");
  });
});

describe("sending again", () => {
  const missed = { ...FIRST, outcome: "unreachable", reason: "connection refused" } as const;
  const again = (attemptId = "first", next: typeof SECOND | null = SECOND): LegInput => ({
    type: "sent_again",
    attemptId,
    next,
  });

  test("starts the next attempt", () => {
    expect(decide(aLeg({ attempts: [missed] }), again()).leg.attempts).toEqual([
      missed,
      { ...SECOND, started_at: NOW.toISOString() },
    ]);
  });

  test("is ignored where another attempt was started, or the leg has ended", () => {
    expect(isIgnored(aLeg({ attempts: [missed, SECOND] }), again())).toBe(true);
    expect(isIgnored(aLeg({ attempts: [missed, { ...SECOND, outcome: "unreachable" }] }), again())).toBe(true);
    expect(isIgnored(aLeg({ attempts: [missed], state: "succeeded" }), again())).toBe(true);
  });

  test("exhausts the leg when nobody is left or the time is over, for the reason of the last attempt", () => {
    expect(decide(aLeg({ attempts: [missed] }), again("first", null)).outcome).toEqual({
      type: "exhausted",
      reason: "connection refused",
    });
    expect(decide(aLeg({ attempts: [missed], deadline: NOW }), again()).outcome.type).toBe("exhausted");
    expect(decide(aLeg({ attempts: [{ ...missed, reason: null }] }), again("first", null)).outcome).toMatchObject({
      reason: expect.stringMatching(/./),
    });
  });
});

describe("a lost answer", () => {
  const lost = (providerPaymentId?: string): LegInput => ({
    type: "unknown",
    attemptId: "first",
    reason: "timeout",
    providerPaymentId,
  });

  test("leaves the leg in doubt at its provider, under the id that was named before", () => {
    const { leg, outcome } = decide(aLeg(), lost("p-9"));
    expect(outcome).toEqual({ type: "in_doubt", reason: "timeout" });
    expect(leg.provider).toBe("fiat");
    expect(leg.attempts).toEqual([
      { ...FIRST, outcome: "unknown", reason: "timeout", provider_payment_id: "p-9", finished_at: NOW.toISOString() },
    ]);
    expect(
      decide(aLeg({ attempts: [{ ...FIRST, provider_payment_id: "p-0" }] }), lost()).leg.attempts[0]!
        .provider_payment_id,
    ).toBe("p-0");
  });

  test("means nothing where the outcome is known, or the leg has ended", () => {
    expect(isIgnored(waitingLeg(), lost())).toBe(true);
    expect(isIgnored(aLeg({ attempts: [refused] }), lost())).toBe(true);
    expect(isIgnored(aLeg({ state: "unsuccessful" }), lost())).toBe(true);
  });
});

describe("an update", () => {
  test("ends the leg, with its reason as the note, or else with the provider's own word", () => {
    expect(decide(waitingLeg(), said("completed", { reason: "fine" })).outcome).toMatchObject({
      type: "succeeded",
      note: "fine",
      attempt: { outcome: "accepted" },
    });
    expect(decide(waitingLeg(), said("failed", { reason: "no money" })).outcome).toMatchObject({
      type: "failed",
      reason: "no money",
      note: "no money",
    });
    expect(decide(waitingLeg(), said("failed", { providerStatus: "DECLINED" })).outcome).toMatchObject({
      type: "failed",
      reason: "DECLINED",
      note: null,
    });
  });

  test("is remembered: its id, status, data and time", () => {
    const { leg } = decide(
      waitingLeg({ data: { kept: 1 } }),
      said("processing", { providerPaymentId: "p-2", providerStatus: "WORKING", occurredAt: before(5) }),
    );
    expect(leg).toMatchObject({
      providerPaymentId: "p-2",
      providerStatus: "WORKING",
      data: { kept: 1 },
      lastUpdateAt: before(5).toISOString(),
    });
    expect(leg.attempts[0]!.provider_payment_id).toBe("p-2");
    expect(decide(waitingLeg(), said("processing", { data: { new: 1 } })).leg).toMatchObject({
      data: { new: 1 },
      providerPaymentId: "p-1",
      lastUpdateAt: undefined,
    });
    expect(decide(waitingLeg({ lastUpdateAt: "2026-01-05T09:00:00.000Z" }), said("processing")).leg.lastUpdateAt).toBe(
      "2026-01-05T09:00:00.000Z",
    );
  });

  test("that is older than the last one is ignored, unless it ends the leg", () => {
    const leg = waitingLeg({ lastUpdateAt: before(5).toISOString() });
    expect(isIgnored(leg, said("processing", { occurredAt: before(6) }))).toBe(true);
    expect(isIgnored(leg, said("processing", { occurredAt: before(5) }))).toBe(false);
    expect(isIgnored(leg, said("processing"))).toBe(false);
    expect(decide(leg, said("completed", { occurredAt: before(6) })).outcome.type).toBe("succeeded");
    expect(decide(leg, said("failed", { occurredAt: before(6) })).outcome.type).toBe("failed");
  });

  test.each<[string, Partial<PaymentUpdate>, PaymentUpdate["status"]?]>([
    ["status", {}, "processing"],
    ["provider's status", { providerStatus: "other" }],
    ["provider's id", { providerPaymentId: "p-2" }],
    ["time", { occurredAt: NOW }],
  ])(
    "that brings another %s is news for the row; one that brings nothing is ignored",
    (_, change, status = "pending") => {
      const leg = waitingLeg({ providerStatus: "s" });
      expect(isIgnored(leg, said("pending"))).toBe(true);
      const { outcome } = decide(leg, said(status, change));
      expect(outcome).toMatchObject({ type: "waiting", stage: status, partly: false, note: null, isNews: false });
    },
  );

  test("that brings other instructions is news; the same stage of a leg without a customer is not", () => {
    const leg = waitingLeg({ providerStatus: "s" });
    expect(isIgnored(leg, said("pending", {}, { nextAction: { type: "collect_otp" } }))).toBe(false);
    const settling = { ...leg, stage: null, terms: { ...TERMS, forCustomer: false } };
    expect(isIgnored(settling, said("processing"))).toBe(true);
    expect(isIgnored({ ...leg, stage: null }, said("pending"))).toBe(false);
  });

  test("about an attempt in doubt makes the provider hold the leg, though it says nothing new", () => {
    const leg = waitingLeg({ providerStatus: "s", attempts: [{ ...held, outcome: "unknown" }] });
    expect(decide(leg, said("pending", { reason: "found" })).outcome).toMatchObject({ type: "waiting", note: "found" });
  });

  test("from another than the provider of the attempt is a contradiction", () => {
    const { leg, outcome } = decide(waitingLeg(), said("completed", {}, { from: "hybrid" }));
    expect(outcome).toMatchObject({
      item: {
        kind: "said_by_another",
        provider: "fiat",
        message: "hybrid reported completed for an attempt that fiat carries",
      },
    });
    expect(leg).toEqual(waitingLeg());
    expect(decide(waitingLeg(), said("completed", {}, { from: "fiat" })).outcome.type).toBe("succeeded");
  });

  test("of another currency or of a negative amount is a contradiction, where money arrives", () => {
    for (const receivedAmount of [Money.parse("1500.00", "USD"), ngn("-0.01")])
      expect(decide(waitingLeg(), said("completed", { receivedAmount })).outcome).toMatchObject({
        item: { kind: "wrong_currency" },
      });
    expect(decide(waitingLeg(), said("pending", { receivedAmount: ngn("0.00") })).outcome.type).toBe("waiting");
    const payout = waitingLeg({ terms: { ...TERMS, forCustomer: false } });
    expect(decide(payout, said("completed", { receivedAmount: Money.parse("1.00", "USD") })).outcome.type).toBe(
      "succeeded",
    );
  });
});

describe("money that arrives", () => {
  const received = (text: string) => ({ receivedAmount: ngn(text) });

  test("in part leaves the leg waiting, whatever the provider calls it, and is news once", () => {
    const partly = decide(waitingLeg(), said("completed", received("600.00")));
    expect(partly.outcome).toEqual({
      type: "waiting",
      stage: "pending",
      partly: true,
      note: "received 600.00 NGN of 1500.00 NGN",
      isNews: true,
    });
    expect(partly.leg.received).toEqual(ngn("600.00"));
    expect(isIgnored({ ...partly.leg, stage: "pending" }, said("completed", received("600.00")))).toBe(true);
    expect(decide(partly.leg, said("pending", received("1499.99"))).outcome).toMatchObject({
      type: "waiting",
      partly: true,
    });
    expect(decide(partly.leg, said("completed", received("1500.00"))).outcome.type).toBe("succeeded");
  });

  test("only grows: a smaller total, or an end without one, counts as what has arrived", () => {
    const leg = waitingLeg({ received: ngn("600.00") });
    expect(decide(leg, said("processing", received("500.00"))).leg.received).toEqual(ngn("600.00"));
    expect(decide(leg, said("failed")).leg.received).toEqual(ngn("600.00"));
    expect(decide(leg, said("completed")).leg.received).toEqual(ngn("1500.00"));
    expect(decide(leg, said("processing"))).toMatchObject({
      leg: { received: ngn("600.00") },
      outcome: { type: "waiting", stage: "processing", partly: false },
    });
    expect(decide(waitingLeg(), said("completed")).leg.received).toBeUndefined();
  });

  test("is not counted for a leg that no customer pays", () => {
    expect(
      decide(waitingLeg({ terms: { ...TERMS, forCustomer: false } }), said("processing", received("600.00"))).leg
        .received,
    ).toBeUndefined();
  });

  test("after the end is late money, by what came on top", () => {
    const late = (change: Partial<Leg>, text: string) => decide(waitingLeg(change), said("completed", received(text)));
    expect(late({ state: "unsuccessful" }, "10.00")).toMatchObject({
      leg: { received: ngn("10.00") },
      outcome: { type: "late_money", late: ngn("10.00") },
    });
    expect(late({ state: "unsuccessful", received: ngn("4.00") }, "10.00").outcome).toMatchObject({
      late: ngn("6.00"),
    });
    expect(late({ state: "succeeded" }, "1600.00").outcome).toMatchObject({ type: "late_money", late: ngn("100.00") });
    expect(late({ state: "succeeded" }, "1500.00").outcome.type).toBe("ignored");
  });

  test("for a leg that no customer pays is no late money", () => {
    const leg = waitingLeg({ state: "succeeded", terms: { ...TERMS, forCustomer: false } });
    expect(isIgnored(leg, said("completed", received("1600.00")))).toBe(true);
  });
});

describe("after the end", () => {
  test.each<[Leg["state"], PaymentUpdate["status"], boolean]>([
    ["succeeded", "failed", true],
    ["succeeded", "completed", false],
    ["succeeded", "processing", false],
    ["unsuccessful", "completed", true],
    ["unsuccessful", "failed", false],
    ["unsuccessful", "pending", false],
  ])("of a leg that %s, %s contradicts it: %s", (state, status, contradicts) => {
    const { outcome } = decide(waitingLeg({ state }), said(status));
    expect(outcome).toMatchObject(
      contradicts ? { type: "contradicted", item: { kind: "contradicts_final_status" } } : { type: "ignored" },
    );
    if (outcome.type === "contradicted")
      expect(outcome.item.message).toBe(
        `fiat reported ${status} for a payment that had already ` +
          `${state === "succeeded" ? "succeeded" : "ended without success"}`,
      );
  });
});

describe("an attempt that was given up or failed", () => {
  const failedLeg = (change: Partial<Leg> = {}): Leg =>
    waitingLeg({ failedAttempts: ["other", "first"], providerStatus: "s", ...change });

  test("is not failed again, and is revived by a success alone if its provider failed it itself", () => {
    expect(isIgnored(aLeg({ attempts: [refused] }), said("failed"))).toBe(true);
    expect(isIgnored(failedLeg(), said("failed"))).toBe(true);
    expect(isIgnored(failedLeg(), said("processing"))).toBe(true);
    const revived = decide(failedLeg(), said("completed"));
    expect(revived).toMatchObject({ outcome: { type: "succeeded" }, leg: { failedAttempts: ["other"] } });
  });

  test("is revived by any word where it was only taken as refused", () => {
    expect(decide(aLeg({ attempts: [refused] }), said("processing"))).toMatchObject({
      outcome: { type: "waiting" },
      leg: { attempts: [{ outcome: "accepted" }] },
    });
  });

  test("contradicts what was started since", () => {
    expect(decide(aLeg({ attempts: [refused, SECOND] }), said("processing")).outcome).toMatchObject({
      item: {
        kind: "accepted_after_refusal",
        message: "fiat reported processing for an attempt that was recorded as refused",
      },
    });
    expect(decide(failedLeg({ attempts: [held, SECOND] }), said("completed")).outcome).toMatchObject({
      item: { kind: "settled_twice", message: "fiat reported completed for an attempt that was recorded as failed" },
    });
  });

  test("is not live; the last one that is neither is", () => {
    expect(liveAttempt({ attempts: [held], failedAttempts: [] })).toBe(held);
    expect(liveAttempt({ attempts: [held], failedAttempts: ["first"] })).toBeUndefined();
    expect(
      liveAttempt({ attempts: [held, { ...SECOND, outcome: "unreachable" }], failedAttempts: [] }),
    ).toBeUndefined();
    expect(liveAttempt({ attempts: [], failedAttempts: [] })).toBeUndefined();
  });
});

describe("the customer's instructions", () => {
  const shownAfter = (leg: Partial<Leg>, input: LegInput): NextAction | null =>
    decide(waitingLeg(leg), input).leg.nextAction;

  test("end with the leg, and turn into waiting once the provider works on it", () => {
    const nextAction = until(after(9));
    expect(shownAfter({ nextAction }, said("completed"))).toBeNull();
    expect(shownAfter({ nextAction }, said("failed", {}, { nextAction: TRANSFER }))).toBeNull();
    expect(shownAfter({ nextAction }, said("processing"))).toEqual({ type: "wait" });
    expect(shownAfter({ nextAction, providerStatus: "old" }, said("pending"))).toEqual(nextAction);
    expect(shownAfter({ nextAction }, said("processing", {}, { nextAction: TRANSFER }))).toEqual(TRANSFER);
  });

  test("stay while a part is missing, and those of a transfer also while it is confirmed", () => {
    const part = { receivedAmount: ngn("1.00") };
    expect(shownAfter({ nextAction: TRANSFER }, said("completed", part))).toEqual(TRANSFER);
    expect(shownAfter({ nextAction: TRANSFER }, said("processing", part, { nextAction: { type: "wait" } }))).toEqual(
      TRANSFER,
    );
    expect(shownAfter({ nextAction: TRANSFER }, said("processing", part, { nextAction: until(after(9)) }))).toEqual(
      until(after(9)),
    );
    expect(shownAfter({ nextAction: null }, said("processing", part))).toEqual({ type: "wait" });
    const terms = { ...TERMS, keepsInstructions: true };
    expect(shownAfter({ nextAction: TRANSFER, terms }, said("processing"))).toEqual(TRANSFER);
    expect(shownAfter({ nextAction: TRANSFER }, said("processing"))).toEqual({ type: "wait" });
    expect(shownAfter({ nextAction: until(after(9)), terms }, said("processing"))).toEqual({ type: "wait" });
    const crypto = { ...TRANSFER, type: "crypto_transfer" } as unknown as NextAction;
    expect(shownAfter({ nextAction: crypto, terms }, said("processing"))).toEqual(crypto);
  });

  test("of a payment in doubt were to check the status: they end with the doubt", () => {
    const doubt = { nextAction: { type: "check_status" } as const, providerStatus: "old" };
    expect(shownAfter(doubt, said("pending"))).toBeNull();
    expect(shownAfter(doubt, said("pending", { receivedAmount: ngn("1.00") }))).toBeNull();
  });

  test("bring the provider's deadline with them", () => {
    expect(
      decide(waitingLeg({ deadline: after(5) }), said("pending", {}, { nextAction: until(after(9)) })).leg.deadline,
    ).toEqual(after(9));
    expect(decide(waitingLeg({ deadline: after(5) }), said("failed")).leg.deadline).toEqual(after(5));
  });
});

describe("time", () => {
  const overdue = (change: Partial<Leg> = {}): Leg =>
    waitingLeg({ deadline: NOW, nextAction: { type: "wait" }, ...change });

  test("ends a leg that waits for its customer, at its deadline", () => {
    expect(decide(overdue(), { type: "expired" })).toEqual({
      leg: overdue({ nextAction: null }),
      outcome: { type: "canceled", note: "the payment was not paid in time" },
    });
    expect(isIgnored(overdue({ deadline: after(1) }), { type: "expired" })).toBe(true);
    expect(isIgnored(overdue({ deadline: null }), { type: "expired" })).toBe(true);
  });

  test("ends nothing that a provider works on, or may have accepted", () => {
    expect(isIgnored(overdue({ waits: false }), { type: "expired" })).toBe(true);
    expect(isIgnored(overdue({ stage: "processing" }), { type: "expired" })).toBe(true);
    for (const outcome of ["unknown", "dispatching", "unreachable"] as const)
      expect(isIgnored(overdue({ attempts: [{ ...held, outcome }] }), { type: "expired" })).toBe(true);
    expect(isIgnored(overdue({ attempts: [] }), { type: "expired" })).toBe(true);
  });

  test("a cancellation takes the instructions away", () => {
    expect(decide(overdue(), { type: "canceled", note: "changed my mind" })).toEqual({
      leg: overdue({ nextAction: null }),
      outcome: { type: "canceled", note: "changed my mind" },
    });
  });
});

describe("a payout that fails after it was accepted", () => {
  const PAYOUT: LegTerms = { ...TERMS, mayGoOn: true };
  const taken = (change: Partial<Leg> = {}): Leg => waitingLeg({ terms: PAYOUT, ...change });
  const theirFault = said("failed", { code: "down" }, { cause: "provider_unavailable" });

  test("by a fault of its provider waits for the next candidate, and the attempt says why", () => {
    const { leg, outcome } = decide(taken(), theirFault);
    expect(outcome).toEqual({ type: "postponed", reason: "s" });
    expect(leg.attempts).toMatchObject([
      { outcome: "failed", code: "down", cause: "provider_unavailable", reason: "s" },
    ]);
    expect(liveAttempt(leg)).toBeUndefined();
  });

  test("by the payee's fault ends, and so does one whose code nobody documents", () => {
    const closed = decide(taken(), said("failed", { code: "closed" }, { cause: "payee_account_closed" }));
    expect(closed.outcome.type).toBe("failed");
    expect(closed.leg.attempts).toMatchObject([{ outcome: "accepted", cause: "payee_account_closed" }]);
    expect(decide(taken(), said("failed", { code: "?" }, { cause: null })).outcome.type).toBe("failed");
  });

  test("ends without a candidate, after its deadline, and after too many attempts", () => {
    expect(decide(taken({ terms: TERMS }), theirFault).outcome.type).toBe("failed");
    expect(decide(taken({ deadline: before(1) }), theirFault).outcome.type).toBe("failed");
    const earlier = Array.from({ length: 19 }, (_, n) => ({ ...refused, attempt_id: `a${n}` }));
    expect(decide(taken({ attempts: [...earlier, held] }), theirFault).outcome.type).toBe("failed");
    expect(decide(taken({ attempts: [...earlier.slice(1), held] }), theirFault).outcome.type).toBe("postponed");
  });

  const left = decide(taken(), theirFault).leg;
  const open = { ...left, failedAttempts: ["first"] };

  test("goes to the next candidate once, and ends when there is none", () => {
    const next = { ...SECOND, outcome: "dispatching" } as const;
    const sent = decide(open, { type: "sent_again", attemptId: "first", next });
    expect(sent.leg.attempts.map(({ outcome }) => outcome)).toEqual(["failed", "dispatching"]);
    expect(isIgnored(sent.leg, { type: "sent_again", attemptId: "first", next })).toBe(true);
    expect(decide(open, { type: "sent_again", attemptId: "first", next: null }).outcome.type).toBe("exhausted");
  });

  test("is believed again while nothing else was sent, and contradicts itself afterwards", () => {
    const revived = decide(open, said("completed"));
    expect(revived.outcome.type).toBe("succeeded");
    expect(revived.leg.attempts[0]).toMatchObject({ outcome: "accepted" });
    expect(revived.leg.attempts[0]).not.toHaveProperty("cause");
    const going = { ...open, attempts: [...open.attempts, { ...SECOND, outcome: "accepted" as const }] };
    expect(decide(going, said("completed")).outcome).toMatchObject({
      type: "contradicted",
      item: { kind: "settled_twice" },
    });
    expect(isIgnored(open, said("processing"))).toBe(true);
    expect(isIgnored(open, accepted())).toBe(true);
  });
});

test("a refusal whose cause every provider would find ends the leg, although others are left", () => {
  const refusal = { type: "refused", attemptId: "first", reason: "no", code: "closed", next: SECOND } as const;
  expect(decide(aLeg(), { ...refusal, cause: "card_lost_or_stolen" }).outcome.type).toBe("exhausted");
  expect(decide(aLeg(), { ...refusal, cause: "network_down" }).leg.attempts).toHaveLength(2);
  expect(decide(aLeg(), { ...refusal, cause: null }).leg.attempts).toHaveLength(2);
});
