import type { Caller, Feature } from "#src/kernel/http/caller.ts";
import { showSettings } from "./settings.ts";
import type { PlatformRules, StoredSettings } from "./controls.ts";

export const ORGANIZATION_STATUSES = ["active", "suspended"] as const;
export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number];

export const KYB_STATUSES = ["not_started", "pending", "approved", "rejected"] as const;
export type KybStatus = (typeof KYB_STATUSES)[number];

export type KybReview = { readonly status: KybStatus; readonly reason: string | null; readonly occurred_at: string };

export type Organization = {
  readonly org_id: string;
  readonly name: string;
  readonly country: string;
  readonly status: OrganizationStatus;
  readonly features: readonly Feature[];
  readonly settings: StoredSettings;
  readonly kyb_status: KybStatus;
  readonly kyb_provider: string | null;
  readonly kyb_customer_id: string | null;
  readonly kyb_reason: string | null;
  /** The person who decided the verification; null while it is open, or when the verifier decided. */
  readonly kyb_decided_by: string | null;
  readonly kyb_review: KybReview | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

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
