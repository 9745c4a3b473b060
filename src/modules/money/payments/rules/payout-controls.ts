import type { Controls, Limit, LimitScope, Policy } from "#src/modules/people/organizations/controls.ts";
import { Decimal } from "#src/platform/decimal.ts";
import type { Money } from "#src/platform/money.ts";

/** Whether a payment continues by itself, waits for other people, or is refused. Pure: all facts are passed in. */
export type PayoutFacts = {
  amount: Money;
  /** Earlier payments in the payment's currency; null when the scope does not apply to the payment, for example without a named customer. */
  before(scope: LimitScope, window: "hour" | "day"): Counted | null;
  /** The beneficiary was never paid at its current account. */
  isNewBeneficiary: boolean;
  accountAgeHours: number | null;
  /** The money goes to an account that is not the beneficiary's own. */
  isElsewhere: boolean;
  isCard: boolean;
};

export type Counted = { count: number; amount: Decimal };

export type PayoutVerdict =
  | { verdict: "pass" }
  | { verdict: "hold"; reasons: string[]; approvers: number; role: "org-admin" | null }
  | { verdict: "refuse"; refusal: "over_limit" | "card_not_kept"; reason: string };

export function judgePayout(controls: Controls, facts: PayoutFacts): PayoutVerdict {
  const coolOff = controls.beneficiary_cool_off_hours ?? 0;
  if (facts.accountAgeHours !== null && facts.accountAgeHours < coolOff)
    return { verdict: "refuse", refusal: "over_limit", reason: `a beneficiary can be paid ${coolOff} hours after its account was entered` };
  const exceeded = controls.limits.flatMap((limit) => (isExceeded(limit, facts) ? [{ limit, reason: wordsOf(limit) }] : []));
  const refusal = exceeded.find(({ limit }) => limit.action === "refuse");
  if (refusal !== undefined) return { verdict: "refuse", refusal: "over_limit", reason: `${refusal.reason} would be exceeded` };
  const matched = controls.policies.filter((policy) => matches(policy, facts));
  const reasons = [...matched.map((policy) => reasonOf(policy)), ...exceeded.map(({ reason }) => `${reason} would be exceeded`)];
  // If payouts are reviewed at all, every payout to an account that is not the beneficiary's own is reviewed.
  if (facts.isElsewhere && controls.policies.length > 0) reasons.push(ELSEWHERE);
  if (reasons.length === 0) return { verdict: "pass" };
  if (facts.isCard) return { verdict: "refuse", refusal: "card_not_kept", reason: CARD_NOT_KEPT };
  return {
    verdict: "hold",
    reasons: [...new Set(reasons)],
    approvers: Math.max(1, ...matched.map(({ approvers }) => approvers)),
    role: matched.some(({ role }) => role === "org-admin") ? "org-admin" : null,
  };
}

/** Whether the decision needs counts of earlier payouts. */
export function needsCounts({ policies, limits }: Controls): boolean {
  return limits.length > 0 || policies.some(({ when }) => when === "daily_total" || when === "daily_beneficiary_total");
}

const CARD_NOT_KEPT = "a card payment needs an approval here, and card data is not kept until then; use another payment_method";
export const NEVER_PAID = "the beneficiary was never paid at this account before";
const ELSEWHERE = "the destination is not the beneficiary's own account";

function isOf({ currency, except }: { currency: string; except?: readonly string[] }, { amount }: PayoutFacts): boolean {
  return currency === amount.currency || (currency === "*" && except?.includes(amount.currency) !== true);
}

function matches(policy: Policy, facts: PayoutFacts): boolean {
  if (!isOf(policy, facts)) return false;
  switch (policy.when) {
    case "always":
      return true;
    case "amount":
      return reaches(decimalOf(facts.amount), policy.above);
    case "daily_total":
      return reaches(decimalOf(facts.amount).plus(totalOf(facts, "organization")), policy.above);
    case "daily_beneficiary_total":
      return reaches(decimalOf(facts.amount).plus(totalOf(facts, "beneficiary")), policy.above);
    case "new_beneficiary":
      return facts.isNewBeneficiary;
    case "destination_mismatch":
      return facts.isElsewhere;
  }
}

function totalOf(facts: PayoutFacts, scope: LimitScope): Decimal {
  return facts.before(scope, "day")?.amount ?? Decimal.ZERO;
}

function reasonOf({ when, above, currency }: Policy): string {
  const amount = `${above}${currency === "*" ? "" : ` ${currency}`}`;
  switch (when) {
    case "always":
      return "every payout is approved";
    case "amount":
      return `the payout is ${amount} or more`;
    case "daily_total":
      return `the payouts of 24 hours reach ${amount}`;
    case "daily_beneficiary_total":
      return `the payouts of 24 hours to this beneficiary reach ${amount}`;
    case "new_beneficiary":
      return NEVER_PAID;
    case "destination_mismatch":
      return ELSEWHERE;
  }
}

function isExceeded(limit: Limit, facts: PayoutFacts): boolean {
  if (!isOf(limit, facts)) return false;
  const before = facts.before(limit.per, limit.window);
  if (before === null) return false;
  const { count, amount } = before;
  if (limit.count !== undefined && count + 1 > limit.count) return true;
  return limit.amount !== undefined && amount.plus(decimalOf(facts.amount)).compare(Decimal.parse(limit.amount)) > 0;
}

function wordsOf({ per, window, count, amount, currency }: Limit): string {
  const most = [
    ...(count === undefined ? [] : [`${count} ${per === "customer" ? "payments" : "payouts"}`]),
    ...(amount === undefined ? [] : [`${amount}${currency === "*" ? "" : ` ${currency}`}`]),
  ];
  return `the limit of ${most.join(" and ")} within ${window === "hour" ? "an hour" : "24 hours"} for the ${per}`;
}

function reaches(value: Decimal, above: string | undefined): boolean {
  return above !== undefined && value.compare(Decimal.parse(above)) >= 0;
}

function decimalOf(amount: Money): Decimal {
  return Decimal.of(amount.minor, amount.scale);
}
