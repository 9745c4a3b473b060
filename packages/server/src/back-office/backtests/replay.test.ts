import { describe, expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import { newId } from "@corridor/base/ids.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { compileProgram, type CostOf, type Facts, readProgram } from "#src/pricing/routing/index.ts";
import { createReplay } from "./replay.ts";
import { type Day, rowOf, simulateDay } from "./simulated-day.fixtures.ts";

const program = (then: object) => compileProgram(readProgram({ rules: [{ when: {}, then }] }));
const ordered = (...providers: ProviderName[]) => program({ by: "order", providers });
const BY_SUCCESS = program({
  by: "success",
  explore: { percent: 10, up_to: [{ amount: 2_100, currency: "GHS" }] },
});
const NO_COSTS: CostOf = () => null;
const START = new Date("2026-11-16T00:00:00Z");
const HOUR_MS = 60 * 60_000;

const FACTS: Omit<Facts, "paymentId" | "at"> = {
  orgId: "0190c5f0-0000-7000-8000-0000000000aa",
  orgTags: [],
  amount: Money.parse("50", "GHS"),
  country: "GH",
  paymentMethod: "mobile_money",
  direction: "inbound",
  network: "MTN",
  cardBrand: null,
  cardBin: null,
  customerId: null,
  beneficiaryId: null,
  metadata: {},
};

type Batch = { provider: ProviderName; succeeded: number; failed: number; hour?: number; amount?: string };

/** Payments of an hour, at the same moment, that ended a minute later. */
function replayed(then: ReturnType<typeof program>, batches: readonly Batch[], costOf = NO_COSTS) {
  const replay = createReplay(then, costOf);
  for (const { provider, succeeded, failed, hour = 0, amount = "50" } of batches)
    for (let n = 0; n < succeeded + failed; n++) {
      const at = new Date(START.getTime() + hour * HOUR_MS);
      const facts = { ...FACTS, amount: Money.parse(amount, "GHS"), paymentId: newId(), at };
      const ended = { succeeded: n < succeeded, byPayer: false, updated_at: new Date(at.getTime() + 60_000) };
      replay.add(rowOf({ facts, order: ["fiat", "hybrid"], provider, ...ended }));
    }
  return replay.finish();
}

const A: Batch = { provider: "fiat", succeeded: 50, failed: 50 };
const B: Batch = { provider: "hybrid", succeeded: 90, failed: 10 };

describe("a replay", () => {
  test("expects of a provider what it did for the payments that it got first", () => {
    const result = replayed(ordered("hybrid"), [A, B]);
    expect(result).toMatchObject({
      payments: 200,
      changed: 100,
      covered: 200,
      success: { actual: 0.7, expected: 0.9 },
    });
    expect(result.success!.low).toBeLessThan(0.9);
    expect(result.success!.high).toBeGreaterThan(0.9);
    expect(result.words[0]).toBe("100 of 200 payments (50.0 %) would go to another provider first.");
  });

  test("does not judge what only others saw, and says so", () => {
    const result = replayed(ordered("hybrid"), [A]);
    expect(result).toMatchObject({
      covered: 0,
      success: null,
      corridors: [{ network: "MTN", unknown: [{ provider: "hybrid", payments: 100 }] }],
    });
    expect(result.words.join(" ")).toContain(
      "100 payments of GH mobile_money inbound MTN GHS would go to hybrid, which got none there first: payments that " +
        "only others saw say nothing about it.",
    );
    expect(result.words.join(" ")).toContain("the whole lies between 0.0 % and 100.0 %");
  });

  test("is never certain, however few or uniform the payments are", () => {
    const few = replayed(ordered("hybrid"), [{ ...B, succeeded: 3, failed: 0 }]);
    expect(few.success).toMatchObject({ actual: 1, expected: 1, high: 1 });
    expect(few.success!.low).toBeLessThan(0.5);
    const many = replayed(ordered("hybrid"), [{ ...B, succeeded: 3_000, failed: 0 }]);
    expect(many.success!.low).toBeGreaterThan(0.99);
  });

  test("compares an hour with the same hour, where it saw enough", () => {
    const down = { provider: "fiat", succeeded: 0, failed: 100, hour: 1 } as const;
    const result = replayed(ordered("fiat"), [{ ...A, succeeded: 100, failed: 0 }, down, { ...B, hour: 1 }]);
    expect(result.success!.expected).toBeCloseTo(1 / 3, 4);
  });

  test("does not judge large payments by small ones, where it saw enough", () => {
    const small = { provider: "hybrid", succeeded: 100, failed: 0 } as const;
    const large = { provider: "hybrid", succeeded: 20, failed: 20, amount: "5000" } as const;
    const result = replayed(ordered("hybrid"), [small, large, { ...A, amount: "5000" }]);
    expect(result.success!.expected).toBeCloseTo((100 + 140 * 0.5) / 240, 4);
  });

  test("decides by outcomes that were known when a payment was routed, and by none of later", () => {
    const learns = program({ by: "success" });
    const broken = { provider: "fiat", succeeded: 0, failed: 100 } as const;
    expect(replayed(learns, [broken, B])).toMatchObject({ changed: 100 });
    const later = Array.from({ length: 30 }, (_, n) => ({ ...broken, hour: n / 60, failed: 10 }));
    const { changed } = replayed(learns, later);
    expect(changed).toBeGreaterThan(200);
    expect(changed).toBeLessThan(300);
  });

  test("expects the costs of payments that succeed, beside what was paid", () => {
    const costOf: CostOf = (provider, _, amount) =>
      provider === "fiat" ? Money.parse("1", amount.currency) : Money.parse("2", amount.currency);
    const { corridors } = replayed(ordered("hybrid"), [A, B], costOf);
    expect(corridors[0]!.cost).toMatchObject({ payments: 200, actual: "230.00", expected: "360.00" });
    expect(Number(corridors[0]!.cost!.low)).toBeLessThan(360);
  });

  test("leaves out what has not ended", () => {
    const replay = createReplay(ordered("fiat"), NO_COSTS);
    const facts = { ...FACTS, paymentId: newId(), at: START };
    const ended = { succeeded: false, byPayer: false, updated_at: START };
    replay.add({ ...rowOf({ facts, order: ["fiat"], provider: "fiat", ...ended }), status: "pending" });
    expect(replay.finish()).toMatchObject({ payments: 0, left_out: 1, success: null });
  });
});

describe("a simulated day, on which one of three providers fails on one network for eight hours", () => {
  const LIST = ordered("paystack", "flutterwave", "pawapay");
  const SPLIT = program({
    by: "split",
    shares: [
      { provider: "paystack", percent: 60 },
      { provider: "flutterwave", percent: 20 },
      { provider: "pawapay", percent: 20 },
    ],
  });
  const dayBy = (policy: typeof LIST, seed: number): Day =>
    simulateDay(policy, { seed, start: START, payments: 5_000 });
  const forecastOf = (policy: typeof LIST, { rows }: Day) => {
    const replay = createReplay(policy, NO_COSTS);
    for (const row of rows) replay.add(row);
    return replay.finish();
  };

  test("a program by success is approved more often than an ordered list", () => {
    const gain = dayBy(BY_SUCCESS, 1).approved - dayBy(LIST, 1).approved;
    expect(gain).toBeGreaterThan(0.06);
  });

  test("18 of 20 next days lie within the interval that a day by other rules forecasts", () => {
    const inside = Array.from({ length: 10 }, (_, seed) => seed).flatMap((seed) => {
      const history = dayBy(SPLIT, seed);
      return [BY_SUCCESS, LIST].map((policy) => {
        const { success, covered, payments } = forecastOf(policy, history);
        expect(covered).toBe(payments);
        expect(success!.high - success!.low).toBeLessThan(0.05);
        const next = dayBy(policy, seed + 1_000).approved;
        return success!.low < next && next < success!.high;
      });
    });
    expect(inside.filter(Boolean).length).toBeGreaterThanOrEqual(18);
  });
});
