import { isDeepStrictEqual } from "node:util";
import { Decimal } from "#src/platform/decimal.ts";
import type { StoredSettings } from "./settings.ts";

/**
 * The controls of an organization over its payouts, as they are stored: money as decimal text, `*` for every currency. A policy holds a payout
 * until enough other people approve it; a limit refuses it or holds it.
 */
export const POLICY_CONDITIONS = ["always", "amount", "daily_total", "daily_beneficiary_total", "new_beneficiary", "destination_mismatch"] as const;
export type PolicyCondition = (typeof POLICY_CONDITIONS)[number];
/** `except`: currencies that have an amount of their own. */
export type Policy = { when: PolicyCondition; currency: string; above?: string; approvers: number; role?: "org-admin"; except?: readonly string[] };

export const LIMIT_SCOPES = ["organization", "key", "beneficiary"] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];
export type Limit = { per: LimitScope; window: "hour" | "day"; currency: string; count?: number; amount?: string; action: "refuse" | "review" };

export type Controls = {
  policies: readonly Policy[];
  limits: readonly Limit[];
  /** How long after a beneficiary was entered it can be paid. */
  beneficiary_cool_off_hours?: number;
  /** Submitting, approving and releasing an escrow milestone are done by different people. */
  escrow_separation?: boolean;
};

export const NO_CONTROLS: Controls = { policies: [], limits: [] };

/** Everything that holds or refuses a payout: the controls, and `payout_review_above` as the policies that it stands for. */
export function controlsOf(settings: StoredSettings): Controls {
  const controls = settings.controls ?? NO_CONTROLS;
  const review = Object.entries(settings.payout_review_above ?? {});
  const named = review.map(([currency]) => currency);
  const policies = review.map(([currency, above]): Policy => ({
    when: "amount",
    currency,
    above,
    approvers: 1,
    ...(currency === "*" ? { except: named } : {}),
  }));
  return { ...controls, policies: [...policies, ...controls.policies] };
}

export function hasControls(settings: StoredSettings): boolean {
  const { policies, limits, beneficiary_cool_off_hours, escrow_separation } = controlsOf(settings);
  return policies.length > 0 || limits.length > 0 || (beneficiary_cool_off_hours ?? 0) > 0 || escrow_separation === true;
}

/** Which controls a change would loosen, in words. What only adds or tightens is not among them. */
export function loosenedControls(before: StoredSettings, after: StoredSettings): string[] {
  const loosened: string[] = [];
  for (const [currency, amount] of Object.entries(before.payout_review_above ?? {})) {
    const now = after.payout_review_above?.[currency] ?? after.payout_review_above?.["*"];
    if (now === undefined || Decimal.parse(now).compare(Decimal.parse(amount)) > 0)
      loosened.push(`payout_review_above of ${currency} would be raised or removed`);
  }
  const [was, is] = [before.controls ?? NO_CONTROLS, after.controls ?? NO_CONTROLS];
  const isKept = <T>(one: T, all: readonly T[]): boolean => all.some((other) => isDeepStrictEqual(one, other));
  if (!was.policies.every((policy) => isKept(policy, is.policies))) loosened.push("an approval policy would be changed or removed");
  if (!was.limits.every((limit) => isKept(limit, is.limits))) loosened.push("a limit would be changed or removed");
  if ((was.beneficiary_cool_off_hours ?? 0) > (is.beneficiary_cool_off_hours ?? 0)) loosened.push("beneficiary_cool_off_hours would be lowered");
  if (before.payout_destinations === "registered" && after.payout_destinations !== "registered") loosened.push("payout_destinations would allow any account");
  if (was.escrow_separation === true && is.escrow_separation !== true) loosened.push("escrow_separation would be switched off");
  return loosened;
}
