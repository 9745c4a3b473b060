import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import { newId } from "@corridor/base/ids.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { compileProgram, decide, type Facts, type Knowledge, shareOf } from "./decide.ts";
import { readProgram } from "./program.ts";

const PAYMENT: Facts = {
  paymentId: "0190c5f0-0000-7000-8000-000000000001",
  orgId: "0190c5f0-0000-7000-8000-0000000000aa",
  orgTags: [],
  amount: Money.parse("600", "GHS"),
  country: "GH",
  paymentMethod: "mobile_money",
  direction: "inbound",
  network: "MTN",
  cardBrand: null,
  cardBin: null,
  customerId: null,
  beneficiaryId: null,
  metadata: {},
  at: new Date("2026-11-20T23:30:00Z"),
};
const ELIGIBLE: ProviderName[] = ["paystack", "flutterwave", "pawapay", "manual"];

const NOTHING: Knowledge = { success: () => ({ succeeded: 0, failed: 0 }), cost: () => null };
const compiled = (...rules: object[]) => compileProgram(readProgram({ rules }));
const by = (...providers: ProviderName[]) => ({ by: "order", providers });
const ask = (program: ReturnType<typeof compiled>, facts: Partial<Facts> = {}, knowledge = NOTHING) =>
  decide(program, { ...PAYMENT, ...facts }, ELIGIBLE, knowledge);

/** By name: successes, failures and cost. */
const knowing = (known: Partial<Record<ProviderName, [number, number, string?]>>): Knowledge => ({
  success: (provider) => ({ succeeded: known[provider]?.[0] ?? 0, failed: known[provider]?.[1] ?? 0 }),
  cost: (provider) => (known[provider]?.[2] === undefined ? null : Money.parse(known[provider][2], "GHS")),
});

describe("which rule matches", () => {
  const MATCHING: Record<string, [when: object, facts: Partial<Facts>, other: Partial<Facts>]> = {
    amount: [{ amount: { currency: "GHS", min: 500, max: 700 } }, {}, { amount: Money.parse("700.01", "GHS") }],
    "amount of another currency": [
      { amount: { currency: "GHS", min: 500 } },
      {},
      { amount: Money.parse("600", "NGN") },
    ],
    currency: [{ currency: ["GHS"] }, {}, { amount: Money.parse("600", "KES") }],
    country: [{ country: ["GH", "KE"] }, { country: "KE" }, { country: "NG" }],
    network: [{ network: ["MTN"] }, {}, { network: null }],
    method: [{ payment_method: ["card"] }, { paymentMethod: "card" }, {}],
    direction: [{ direction: ["outbound"] }, { direction: "outbound" }, {}],
    "card brand": [{ card_brand: ["visa"] }, { cardBrand: "visa" }, { cardBrand: "amex" }],
    BIN: [{ card_bin: [{ from: "400000", to: "409999" }] }, { cardBin: "409999" }, { cardBin: "410000" }],
    customer: [{ customer_id: [PAYMENT.orgId] }, { customerId: PAYMENT.orgId }, {}],
    beneficiary: [{ beneficiary_id: [PAYMENT.orgId] }, { beneficiaryId: PAYMENT.orgId }, { beneficiaryId: "c" }],
    "tag of the organization": [{ org_tag: ["vip", "new"] }, { orgTags: ["large", "vip"] }, { orgTags: ["large"] }],
    organization: [{ org_id: [PAYMENT.orgId] }, {}, { orgId: "other" }],
    metadata: [{ metadata: { tier: ["gold", "1"] } }, { metadata: { tier: 1 } }, { metadata: { tier: "silver" } }],
    "hour, over midnight": [
      { hours: { from: 22, to: 6 }, time_zone: "Africa/Accra" },
      {},
      { at: new Date("2026-11-20T06:00:00Z") },
    ],
    "weekday, in its zone": [
      { weekday: ["sat"], time_zone: "Africa/Nairobi" },
      {},
      { at: new Date("2026-11-20T20:59:00Z") },
    ],
  };
  for (const [what, [when, matching, other]] of Object.entries(MATCHING))
    test(`${what} decides`, () => {
      const program = compiled({ when, then: by("pawapay") });
      expect(ask(program, matching)?.order[0]).toBe("pawapay");
      expect(ask(program, other)).toBeNull();
    });

  test("the first of many that match wins, as in a search through them all", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ country: fc.constantFrom("GH", "KE", "NG"), min: fc.integer({ min: 1, max: 900 }) }), {
          minLength: 1,
          maxLength: 150,
        }),
        (given) => {
          const rules = given.map(({ country, min }) => ({
            when: { country: [country], amount: { currency: "GHS", min } },
            then: by("pawapay"),
          }));
          // Covered rules are refused by readProgram; what is compiled may have them.
          const program = compileProgram({ rules } as never);
          const first = given.findIndex(({ country, min }) => country === "GH" && min <= 600);
          expect(ask(program)?.rule ?? 0).toBe(first + 1);
        },
      ),
    );
  });
});

describe("what a rule orders", () => {
  test("the providers that it names come first, and the other eligible ones follow", () => {
    expect(ask(compiled({ when: {}, then: by("pawapay", "stripe", "paystack") }))?.order).toEqual([
      "pawapay",
      "paystack",
      "flutterwave",
      "manual",
    ]);
  });

  test("nobody follows where the rule says only", () => {
    expect(ask(compiled({ when: {}, then: { ...by("pawapay"), only: true } }))?.order).toEqual(["pawapay"]);
    const none = ask(compiled({ when: {}, then: { ...by("stripe"), only: true } }));
    expect(none).toMatchObject({ order: [], words: "rule 1; none of its providers can take the payment" });
  });

  test("a split gives each provider its share, and one payment always the same", () => {
    const shares = [
      { provider: "paystack", percent: 70 },
      { provider: "pawapay", percent: 30 },
    ];
    const program = compiled({ when: {}, then: { by: "split", shares } });
    const drawn = Array.from({ length: 20_000 }, () => ask(program, { paymentId: newId() })!.order[0]);
    expect(drawn.filter((one) => one === "paystack").length / drawn.length).toBeCloseTo(0.7, 1);
    expect(ask(program)).toEqual(ask(program));
  });

  test("success decides with its sample in words, and an unknown provider is tried first", () => {
    const program = compiled({ name: "GH MTN", when: {}, then: { by: "success" } });
    const known = knowing({ paystack: [166, 39], flutterwave: [293, 19], pawapay: [0, 9] });
    expect(ask(program, {}, known)).toEqual({
      order: ["flutterwave", "paystack", "pawapay", "manual"],
      rule: 1,
      name: "GH MTN",
      words: "rule 1, GH MTN; success 0.94 of 312 against 0.81 of 205",
    });
    expect(ask(program, {}, knowing({ paystack: [166, 39] }))?.order[0]).toBe("flutterwave");
  });

  test("cost puts who is not known to be cheap last, and tells nobody the price", () => {
    const program = compiled({ when: {}, then: { by: "cost" } });
    const known = knowing({ flutterwave: [0, 0, "3.20"], pawapay: [0, 0, "2.90"] });
    expect(ask(program, {}, known)).toMatchObject({
      order: ["pawapay", "flutterwave", "paystack", "manual"],
      words: "rule 1; lowest known cost",
    });
  });

  test("expected value weighs success against cost by the amount", () => {
    const program = compiled({ when: {}, then: { by: "expected_value", margin_percent: 2 } });
    const known = knowing({ paystack: [990, 10, "5"], flutterwave: [800, 200, "1"], pawapay: [0, 900, "0.50"] });
    const order = (amount: string) => ask(program, { amount: Money.parse(amount, "GHS") }, known)?.order[0];
    expect([order("100"), order("9000")]).toEqual(["flutterwave", "paystack"]);
  });

  test("a share explores the others, never above the limit", () => {
    const explore = { percent: 10, up_to: [{ amount: 600, currency: "GHS" }] };
    const program = compiled({ when: {}, then: { by: "success", explore } });
    const known = knowing({ paystack: [99, 1], flutterwave: [50, 50], pawapay: [50, 50] });
    const firsts = (amount: Money) =>
      Array.from({ length: 10_000 }, () => ask(program, { paymentId: newId(), amount }, known)!.order[0]);
    const within = firsts(PAYMENT.amount);
    expect(within.filter((one) => one !== "paystack").length / within.length).toBeCloseTo(0.1, 1);
    expect(new Set(within)).toEqual(new Set(["paystack", "flutterwave", "pawapay"]));
    expect(new Set(firsts(Money.parse("600.01", "GHS")))).toEqual(new Set(["paystack"]));
    expect(new Set(firsts(Money.parse("1", "KES")))).toEqual(new Set(["paystack"]));
  });

  test("shares are even over ids made in one moment, and independent by purpose", () => {
    const ids = Array.from({ length: 20_000 }, () => newId());
    const both = ids.filter((id) => shareOf(id, "split") < 0.5 && shareOf(id, "explore") < 0.5);
    expect(both.length / ids.length).toBeCloseTo(0.25, 1);
  });
});
