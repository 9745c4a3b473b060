import type { Controls, Limit, LimitScope, Policy } from "#src/parties/organizations/index.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import type { Money } from "@corridor/base/money.ts";

/** Money leaves by these; the controls of an organization judge and count them all. */
export type MoneyOut = "payout" | "payout batch" | "refund" | "accepted dispute";

/** Whether a payment continues by itself, waits for other people, or is refused. Pure: all facts are passed in. */
export type PayoutFacts = {
  /** Absent: a payout. */ what?: MoneyOut;
  amount: Money;
  /** In the payment's currency; null when the scope does not apply, for example without a named customer. */
  before(scope: LimitScope, window: "hour" | "day"): Counted | null;
  /** The beneficiary was never paid at its current account. */
  isNewBeneficiary: boolean;
  accountAgeHours: number | null;
  /** The money goes to an account that is not the beneficiary's own. */
  isElsewhere: boolean;
  isCard: boolean;
};

export type Counted = { count: number; amount: Decimal };

/** Of several names of one person or account, each counted, the highest counts decide; null: there is none. */
export function mostOf(counted: readonly Counted[]): Counted | null {
  return counted.length === 0
    ? null
    : counted.reduce((most, { count, amount }) => ({
        count: Math.max(most.count, count),
        amount: amount.compare(most.amount) > 0 ? amount : most.amount,
      }));
}

export type PayoutVerdict =
  | { verdict: "pass" }
  | { verdict: "hold"; reasons: string[]; approvers: number; role: "org-admin" | null }
  | { verdict: "refuse"; refusal: "over_limit" | "card_not_kept"; reason: string };

export function judgePayout(controls: Controls, facts: PayoutFacts): PayoutVerdict {
  const coolOff = controls.beneficiary_cool_off_hours ?? 0;
  if (facts.accountAgeHours !== null && facts.accountAgeHours < coolOff)
    return {
      verdict: "refuse",
      refusal: "over_limit",
      reason: `a beneficiary can be paid ${coolOff} hours after its account was entered`,
    };
  const exceeded = controls.limits.flatMap((limit) =>
    isExceeded(limit, facts) ? [{ limit, reason: wordsOf(limit) }] : [],
  );
  const refusal = exceeded.find(({ limit }) => limit.action === "refuse");
  if (refusal !== undefined)
    return { verdict: "refuse", refusal: "over_limit", reason: `${refusal.reason} would be exceeded` };
  const matched = controls.policies.filter(
    (policy) => isOf(policy, facts) && POLICY_RULES[policy.when].matches(facts, policy.above),
  );
  const reasons = [
    ...matched.map(({ when, above, currency }) => POLICY_RULES[when].reason(amountIn(above, currency), facts.what)),
    ...exceeded.map(({ reason }) => `${reason} would be exceeded`),
  ];
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

const CARD_NOT_KEPT =
  "a card payment needs an approval here, and card data is not kept until then; use another payment_method";
export const NEVER_PAID = "the beneficiary was never paid at this account before";
const ELSEWHERE = "the destination is not the beneficiary's own account";

function isOf({ currency, except }: { currency: string; except?: readonly string[] }, { amount }: PayoutFacts) {
  return currency === amount.currency || (currency === "*" && except?.includes(amount.currency) !== true);
}

type PolicyRule = {
  matches(facts: PayoutFacts, above: string | undefined): boolean;
  reason(amount: string, what?: MoneyOut): string;
};

/** When each kind of policy holds a payout, and what the approvers are told. */
const POLICY_RULES: Readonly<Record<Policy["when"], PolicyRule>> = {
  always: { matches: () => true, reason: (_, what = "payout") => `every ${what} is approved` },
  amount: {
    matches: ({ amount }, above) => reaches(decimalOf(amount), above),
    reason: (amount, what = "payout") => `the ${what} is ${amount} or more`,
  },
  daily_total: {
    matches: (facts, above) => reaches(dailyTotal(facts, "organization"), above),
    reason: (amount) => `the payouts of 24 hours reach ${amount}`,
  },
  daily_beneficiary_total: {
    matches: (facts, above) => reaches(dailyTotal(facts, "beneficiary"), above),
    reason: (amount) => `the payouts of 24 hours to this beneficiary reach ${amount}`,
  },
  new_beneficiary: { matches: ({ isNewBeneficiary }) => isNewBeneficiary, reason: () => NEVER_PAID },
  destination_mismatch: { matches: ({ isElsewhere }) => isElsewhere, reason: () => ELSEWHERE },
};

function dailyTotal(facts: PayoutFacts, scope: LimitScope): Decimal {
  return decimalOf(facts.amount).plus(facts.before(scope, "day")?.amount ?? Decimal.ZERO);
}

function amountIn(amount: string | undefined, currency: string): string {
  return `${amount}${currency === "*" ? "" : ` ${currency}`}`;
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
    ...(amount === undefined ? [] : [amountIn(amount, currency)]),
  ];
  return `the limit of ${most.join(" and ")} within ${window === "hour" ? "an hour" : "24 hours"} for the ${per}`;
}

function reaches(value: Decimal, above: string | undefined): boolean {
  return above !== undefined && value.compare(Decimal.parse(above)) >= 0;
}

function decimalOf(amount: Money): Decimal {
  return Decimal.of(amount.minor, amount.scale);
}
