import { formatMoney } from "@corridor/shared/money-text.ts";
import type { Organization } from "./organization.ts";

export type Settings = Organization["settings"];
type Stored<Part extends "policies" | "limits"> = Settings["controls"][Part][number];
type Loose<Rule extends { currency: string }, Field extends keyof Rule> = Omit<Rule, Field> &
  Partial<Pick<Rule, Field>>;
/** A request may leave out what has a default. */
type Policy = Loose<Stored<"policies">, "currency" | "approvers">;
type Limit = Loose<Stored<"limits">, "currency">;

export const EVERY_CURRENCY = "*";

export const CONDITION_NAMES: Record<Policy["when"], string> = {
  amount: "A payout of at least",
  daily_total: "Payouts of a day that reach together",
  daily_beneficiary_total: "Payouts of a day to one beneficiary that reach",
  new_beneficiary: "The first payout to an account",
  destination_mismatch: "A payout to another account than the beneficiary's own",
  always: "Every payout",
};
export const SCOPE_NAMES: Record<Limit["per"], string> = {
  organization: "the whole organization",
  key: "each person and API key",
  beneficiary: "each beneficiary",
  customer: "each customer",
};

const amountText = (amount: number, currency = EVERY_CURRENCY): string =>
  currency === EVERY_CURRENCY ? `${amount.toLocaleString()} in any currency` : formatMoney(amount, currency);

export function policySentence({ when, above, currency, approvers = 1, role }: Policy): string {
  const amount = above === undefined ? "" : ` ${amountText(above, currency)}`;
  const people = approvers === 1 ? "another person" : `${approvers} other people`;
  return `${CONDITION_NAMES[when]}${amount} waits for ${people}${role === undefined ? "" : ", administrators"}`;
}

export function limitSentence({ per, window, currency, count, amount, action }: Limit): string {
  const parts = [
    ...(count === undefined ? [] : [`${count} payouts`]),
    ...(amount === undefined ? [] : [amountText(amount, currency)]),
  ];
  const beyond = action === "refuse" ? "is refused" : "waits for another person";
  return `At most ${parts.join(" and ")} within ${window === "day" ? "a day" : "an hour"} by ${SCOPE_NAMES[per]}; more ${beyond}`;
}

/** What holds or refuses payouts, each rule as a sentence. */
export function sentencesOf({ payout_review_above: review, controls, ...settings }: Partial<Settings>): string[] {
  const single = Object.entries(review ?? {}).map(([currency, above]) =>
    policySentence({ when: "amount", currency, above, approvers: 1 }),
  );
  const hours = controls?.beneficiary_cool_off_hours ?? 0;
  return [
    ...single,
    ...(controls?.policies ?? []).map(policySentence),
    ...(controls?.limits ?? []).map(limitSentence),
    ...(hours === 0 ? [] : [`A new beneficiary can be paid after ${hours} hours`]),
    ...(controls?.escrow_separation === true
      ? ["Different people submit, approve and release an escrow milestone"]
      : []),
    ...(settings.payout_destinations === "registered" ? ["Payouts go to registered accounts only"] : []),
    ...(settings.require_second_factor === true ? ["Members sign in with a second factor"] : []),
    ...(settings.unique_client_reference === true ? ["A reference is accepted once"] : []),
  ];
}
