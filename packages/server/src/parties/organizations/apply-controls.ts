import { isDeepStrictEqual } from "node:util";
import { Decimal } from "@corridor/base/decimal.ts";
import { type Controls, NO_CONTROLS, type Policy, type StoredSettings } from "./controls.ts";

/** Everything that holds or refuses a payout: the controls, and `payout_review_above` converted to policies. */
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
  return (
    policies.length > 0 || limits.length > 0 || (beneficiary_cool_off_hours ?? 0) > 0 || escrow_separation === true
  );
}

/** The controls that a change would loosen, in words. Additions and stricter values are not among them. */
export function loosenedControls(before: StoredSettings, after: StoredSettings): string[] {
  const loosened: string[] = [];
  const [reviewed, reviews] = [before.payout_review_above ?? {}, after.payout_review_above ?? {}];
  // A currency that gets its own amount is no longer held by that of `*`, so the currencies of both are compared.
  for (const currency of new Set([...Object.keys(reviewed), ...Object.keys(reviews)])) {
    const [was, is] = [reviewed[currency] ?? reviewed["*"], reviews[currency] ?? reviews["*"]];
    if (was !== undefined && (is === undefined || Decimal.parse(is).compare(Decimal.parse(was)) > 0))
      loosened.push(`payout_review_above of ${currency} would be raised or removed`);
  }
  const [was, is] = [before.controls ?? NO_CONTROLS, after.controls ?? NO_CONTROLS];
  const isKept = <T>(one: T, all: readonly T[]): boolean => all.some((other) => isDeepStrictEqual(one, other));
  if (!was.policies.every((policy) => isKept(policy, is.policies)))
    loosened.push("an approval policy would be changed or removed");
  if (!was.limits.every((limit) => isKept(limit, is.limits))) loosened.push("a limit would be changed or removed");
  if ((was.beneficiary_cool_off_hours ?? 0) > (is.beneficiary_cool_off_hours ?? 0))
    loosened.push("beneficiary_cool_off_hours would be lowered");
  if (before.payout_destinations === "registered" && after.payout_destinations !== "registered")
    loosened.push("payout_destinations would allow any account");
  if (before.require_second_factor === true && after.require_second_factor !== true)
    loosened.push("members would need no second factor");
  if (was.escrow_separation === true && is.escrow_separation !== true)
    loosened.push("escrow_separation would be switched off");
  return loosened;
}
