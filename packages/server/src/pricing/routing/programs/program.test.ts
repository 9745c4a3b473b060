import { describe, expect, test } from "vitest";
import { ApiError } from "#src/kernel/http/errors.ts";
import { readProgram } from "./program.ts";

const then = { by: "order", providers: ["paystack"] };
const faultsOf = (...rules: unknown[]): string[] => {
  try {
    readProgram({ rules });
    return [];
  } catch (error) {
    return (error as ApiError).details!.map(({ path, message }) => `${path}: ${message}`);
  }
};

describe("a program is refused with the rule's place and what to mend", () => {
  const REFUSED: Record<string, [rules: unknown[], fault: string]> = {
    "an empty one": [[], "rules: "],
    "an unknown field": [[{ when: { contry: ["GH"] }, then }], "rules.0.when.contry: is not a field"],
    "an unknown provider": [
      [{ when: {}, then: { ...then, providers: ["paypal"] } }],
      "rules.0.then.providers.0: must be one of",
    ],
    "shares that do not sum to 100": [
      [
        {
          when: {},
          then: {
            by: "split",
            shares: [
              { provider: "paystack", percent: 60 },
              { provider: "wise", percent: 30 },
            ],
          },
        },
      ],
      "rules.0.then.shares: sum to 90 and must sum to 100 (rule 1)",
    ],
    "min above max": [
      [{ when: { amount: { currency: "GHS", min: 5, max: 4 } }, then }],
      "rules.0.when.amount: never matches: min must not be above max (rule 1)",
    ],
    "an amount with too many decimals": [
      [{ when: { amount: { currency: "UGX", min: 0.5 } }, then }],
      "rules.0.when.amount.min: must have no decimals in UGX",
    ],
    "two currencies": [
      [{ when: { amount: { currency: "GHS", min: 5 }, currency: ["KES"] }, then }],
      "rules.0.when.currency: contradicts the amount, which is in GHS",
    ],
    "a card's brand of mobile money": [
      [{ when: { card_brand: ["visa"], payment_method: ["mobile_money"] }, then }],
      "rules.0.when.card_brand: never matches",
    ],
    "no hour": [[{ when: { hours: { from: 3, to: 3 }, time_zone: "UTC" }, then }], "rules.0.when.hours: never matches"],
    "hours of nowhere": [[{ when: { hours: { from: 3, to: 4 } }, then }], "rules.0.when.time_zone: is required"],
    "an unknown zone": [[{ when: { weekday: ["mon"], time_zone: "Ghana" }, then }], "rules.0.when.time_zone: must be"],
    "an order of nobody": [[{ when: {}, then: { by: "order" } }], "rules.0.then.providers: is required for order"],
    "no margin": [[{ when: {}, then: { by: "expected_value" } }], "rules.0.then.margin_percent: must be there"],
    "a rule behind one for all": [
      [
        { when: {}, then },
        { when: { country: ["GH"] }, then },
      ],
      "rules.1.when: never matches, because rule 1 matches all of its payments; move it up or remove it (rule 2)",
    ],
    "a rule within a wider one": [
      [
        { when: { country: ["GH", "KE"], amount: { currency: "GHS", min: 10 } }, then },
        { when: { country: ["GH"], network: ["MTN"], amount: { currency: "GHS", min: 20, max: 30 } }, then },
      ],
      "rules.1.when: never matches",
    ],
    "hours within wider ones": [
      [
        { when: { hours: { from: 20, to: 6 }, time_zone: "UTC" }, then },
        { when: { hours: { from: 22, to: 4 }, weekday: ["mon"], time_zone: "UTC" }, then },
      ],
      "rules.1.when: never matches",
    ],
    "too many": [Array.from({ length: 201 }, (_, at) => ({ when: { network: [`n${at}`] }, then })), "rules: "],
  };
  for (const [what, [rules, fault]] of Object.entries(REFUSED))
    test(`${what}`, () => expect(faultsOf(...rules)[0]).toContain(fault));

  test("and 200 rules of which none hides another are accepted", () => {
    const rules = Array.from({ length: 200 }, (_, at) => ({ when: { network: [`n${at}`] }, then }));
    expect(readProgram({ rules }).rules).toHaveLength(200);
    expect(
      faultsOf({ when: { country: ["GH"] }, then }, { when: { network: ["MTN"] }, then }, { when: {}, then }),
    ).toEqual([]);
  });
});
