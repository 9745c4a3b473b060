import type { Row } from "#src/kernel/db/statement.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { showSettings } from "./settings.ts";
import type { PlatformRules } from "./controls.ts";

export const ORGANIZATION_STATUSES = ["active", "suspended"] as const;
export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number];

export const KYB_STATUSES = ["not_started", "pending", "approved", "rejected"] as const;
export type KybStatus = (typeof KYB_STATUSES)[number];

export type KybReview = { readonly status: KybStatus; readonly reason: string | null; readonly occurred_at: string };

/** `kyb_decided_by`: the person who decided the verification; null while it is open, or when the verifier decided. */
export type Organization = Row<"organizations.FIND_ORGANIZATION">;

/** The topic of notifications about organizations. The payload is the id of one whose cached facts have changed. */
export const ORGANIZATION_TOPIC = "organizations";

/** As its read endpoint and events show it: without the person who decided and the verifier's contradiction. */
export function showOrganization(
  { kyb_decided_by: _decidedBy, kyb_review: _review, ...organization }: Organization,
  rules: PlatformRules,
) {
  const settings = showSettings(organization.settings, rules);
  return { ...organization, features: [...organization.features], settings };
}

export function showToPlatform(organization: Organization, rules: PlatformRules) {
  return {
    ...showOrganization(organization, rules),
    kyb_decided_by: organization.kyb_decided_by,
    kyb_review: organization.kyb_review,
  };
}

export function showTo({ platformRole }: Pick<Caller, "platformRole">, one: Organization, rules: PlatformRules) {
  return platformRole === null ? showOrganization(one, rules) : showToPlatform(one, rules);
}
