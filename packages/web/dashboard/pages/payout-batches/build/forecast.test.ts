import { expect, test } from "vitest";
import { rulesMet } from "./forecast.ts";
import type { Person } from "./read-people.ts";

const person = (account: string, amount: number, currency = "NGN"): Person =>
  ({ payee: { kind: "new", account }, amount, currency }) as unknown as Person;
const PEOPLE = [person("1", 60), person("1", 50), person("2", 40), person("3", 900, "GHS")];
const NONE = { policies: [], limits: [] };
type Rules = Parameters<typeof rulesMet>[1];
const effects = (rules: object): string[] =>
  rulesMet(PEOPLE, { payout_review_above: null, controls: NONE, ...rules } as unknown as Rules).map(
    ({ effect }) => effect,
  );

test("a list meets a rule by its sum in the currency of the rule, and not by that of another", () => {
  const above = (amount: number) => ({ payout_review_above: { NGN: amount } });
  expect(effects(above(150))).toEqual(["waits"]);
  expect(effects(above(151))).toEqual([]);
});

test("a limit of each beneficiary counts the lines of one account together, and one of the organization all", () => {
  const limit = (rule: object) => ({
    controls: { policies: [], limits: [{ window: "day", currency: "NGN", action: "refuse", ...rule }] },
  });
  expect(effects(limit({ per: "beneficiary", amount: 110 }))).toEqual([]);
  expect(effects(limit({ per: "beneficiary", amount: 109 }))).toEqual(["refuses"]);
  expect(effects(limit({ per: "beneficiary", count: 1 }))).toEqual(["refuses"]);
  expect(effects(limit({ per: "organization", amount: 150, action: "review" }))).toEqual([]);
  expect(effects(limit({ per: "organization", count: 2, action: "review" }))).toEqual(["waits"]);
  expect(effects(limit({ per: "customer", count: 1 }))).toEqual([]);
});

test("new payees meet the rules for new payees", () => {
  const policies = [{ when: "new_beneficiary", currency: "*", approvers: 1 }];
  expect(effects({ controls: { ...NONE, policies, beneficiary_cool_off_hours: 24 } })).toEqual(["refuses", "waits"]);
});
