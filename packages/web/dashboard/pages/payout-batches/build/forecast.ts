import { limitSentence, policySentence, type Settings } from "../../settings/control-sentences.ts";
import type { Person } from "./read-people.ts";

/** What a rule of the organization does with a list: it refuses payouts, or somebody else must approve them. */
export type RuledBy = { sentence: string; effect: "refuses" | "waits" };

type Rules = Pick<Settings, "payout_review_above" | "controls">;
type Group = { count: number; amount: number };

/**
 * The rules that a list meets by itself, in the words of the page of controls, before anything is made of it. What was
 * paid earlier counts, too: that, and every exact verdict, is the check's.
 */
export function rulesMet(people: readonly Person[], { payout_review_above: single, controls }: Rules): RuledBy[] {
  const currencies = [...new Set(people.map(({ currency }) => currency))];
  const groupsIn = (wanted: string, nameOf: (person: Person) => string): Group[] =>
    currencies
      .filter((currency) => wanted === "*" || wanted === currency)
      .flatMap((currency) => {
        const groups = new Map<string, Group>();
        for (const person of people.filter((one) => one.currency === currency)) {
          const { count, amount } = groups.get(nameOf(person)) ?? { count: 0, amount: 0 };
          groups.set(nameOf(person), { count: count + 1, amount: amount + person.amount });
        }
        return [...groups.values()];
      });
  const inAll = (currency = "*") => groupsIn(currency, () => "");
  const byPayee = (currency = "*") => groupsIn(currency, payeeOf);
  const hasNew = people.some(({ payee }) => payee?.kind === "new");
  const reaches = (groups: readonly Group[], above = 0) => groups.some(({ amount }) => amount >= above);
  const reviews = Object.entries(single ?? {}).map(([currency, above]) => ({
    when: "amount" as const,
    currency,
    above,
  }));
  const met = [...reviews, ...controls.policies].filter(({ when, above, currency }) => {
    switch (when) {
      // A list is one decision: its sum is judged like the amount of one payout.
      case "amount":
      case "daily_total":
      case "always":
        return reaches(inAll(currency), above);
      case "daily_beneficiary_total":
        return reaches(byPayee(currency), above);
      case "new_beneficiary":
        return hasNew;
      case "destination_mismatch":
        return false;
    }
  });
  const exceeded = controls.limits.filter(({ per, currency, count, amount }) => {
    const groups = per === "customer" ? [] : per === "beneficiary" ? byPayee(currency) : inAll(currency);
    return groups.some((one) => one.count > (count ?? Infinity) || one.amount > (amount ?? Infinity));
  });
  const hours = controls.beneficiary_cool_off_hours ?? 0;
  return [
    ...(hours > 0 && hasNew
      ? [{ sentence: `A new beneficiary can be paid after ${hours} hours`, effect: "refuses" as const }]
      : []),
    ...exceeded.map((limit): RuledBy => ({
      sentence: limitSentence(limit),
      effect: limit.action === "refuse" ? "refuses" : "waits",
    })),
    ...met.map((policy): RuledBy => ({ sentence: policySentence(policy), effect: "waits" })),
  ];
}

const payeeOf = ({ payee }: Person): string =>
  payee === null ? "" : payee.kind === "known" ? payee.beneficiary.beneficiary_id : payee.account;
