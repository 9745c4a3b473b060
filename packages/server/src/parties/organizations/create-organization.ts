import { audit, type AuditActor } from "#src/record/audit/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Organization } from "./organization.ts";
import { findOrganization, insertOrganization } from "./queries.ts";
import type { StoredSettings } from "./controls.ts";

export type NewOrganization = Pick<Organization, "name" | "country" | "features"> & {
  /** The id that an `Idempotency-Key` reserved: an organization under it was created by the same request. */
  repeatableId?: string | undefined;
  settings?: StoredSettings;
  actor: AuditActor;
  at: Date;
};

export async function createOrganization(tx: Tx, input: NewOrganization): Promise<Organization> {
  const before = input.repeatableId === undefined ? null : await findOrganization(tx, input.repeatableId);
  if (before !== null) return before;
  const organization: Organization = {
    org_id: input.repeatableId ?? newId(),
    name: input.name.trim(),
    country: input.country,
    status: "active",
    features: [...new Set(input.features)],
    settings: input.settings ?? {},
    kyb_status: "not_started",
    kyb_provider: null,
    kyb_customer_id: null,
    kyb_reason: null,
    kyb_decided_by: null,
    kyb_review: null,
    created_at: input.at,
    updated_at: input.at,
  };
  await insertOrganization(tx, organization);
  const { org_id: orgId, name, country, features, settings } = organization;
  await audit(tx, { ...input, orgId }, "organization.created", orgId, { name, country, features, settings });
  return organization;
}
