import type { Feature } from "#src/platform/http/caller.ts";
import { showSettings } from "./settings.ts";
import type { StoredSettings } from "./stored-settings.ts";

export const ORGANIZATION_STATUSES = ["active", "suspended"] as const;
export type OrganizationStatus = (typeof ORGANIZATION_STATUSES)[number];

export const KYB_STATUSES = ["not_started", "pending", "approved", "rejected"] as const;
export type KybStatus = (typeof KYB_STATUSES)[number];

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
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** Notified with an organisation's id when anything that a process may remember of it changed. */
export const ORGANIZATION_TOPIC = "organizations";

/** As the read endpoint and the events show it. */
export function showOrganization(organization: Organization) {
  return { ...organization, features: [...organization.features], settings: showSettings(organization.settings) };
}
