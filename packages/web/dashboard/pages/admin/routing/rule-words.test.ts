import { expect, test } from "vitest";
import { placeOfRule, readRules, type Rule, wordsOf } from "./rule-words.ts";

const rule: Rule = {
  when: {
    country: ["GH", "KE"],
    payment_method: ["mobile_money"],
    amount: { currency: "GHS", min: 500 },
    metadata: { tier: ["gold"] },
    hours: { from: 22, to: 6 },
    time_zone: "Africa/Accra",
  },
  then: {
    by: "split",
    shares: [
      { provider: "paystack", percent: 60 },
      { provider: "pawapay", percent: 40 },
    ],
    only: true,
  },
};

test("a rule is said in words", () => {
  expect(wordsOf(rule.when)).toBe(
    "country GH, KE; payment method mobile money; amount currency GHS, min 500; metadata tier gold; " +
      "hours from 22, to 6; time zone Africa/Accra",
  );
  expect(wordsOf(rule.then)).toBe(
    "by split; shares provider paystack, percent 60, provider pawapay, percent 40; only true",
  );
  expect(wordsOf({})).toBe("every payment");
});

test("a rule is found in its text, whatever its names contain", () => {
  const rules = [{ ...rule, name: 'a "{ name ] \\' }, rule];
  for (const spaces of [0, 2]) {
    const text = JSON.stringify(rules, null, spaces);
    const { from, to } = placeOfRule(text, 1)!;
    expect(JSON.parse(text.slice(from, to))).toEqual(rule);
    expect(placeOfRule(text, 2)).toBeNull();
  }
});

test("what is no JSON is said with its line", () => {
  expect(readRules("[\n{,}]")).toMatchObject({ problem: expect.stringContaining("Line 2") });
  expect(readRules("{}")).toEqual({ problem: "The rules are a list: [ ... ]" });
});
