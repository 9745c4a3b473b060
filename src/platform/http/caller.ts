import type { Queryable } from "../db/client.ts";
import { isId } from "../ids.ts";
import type { KeyScope } from "./key-scopes.ts";
import { badRequest, invalidField, notFound } from "./errors.ts";

export const ORGANIZATION_ROLES = ["org-admin", "org-member", "org-viewer"] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

export const PLATFORM_ROLES = ["admin", "staff"] as const;
export type PlatformRole = (typeof PLATFORM_ROLES)[number];

export const PERMISSIONS = [
  "payments:write",
  "payouts:approve",
  "refunds:write",
  "ramps:write",
  "beneficiaries:write",
  "payment-links:write",
  "virtual-accounts:write",
  "escrow:write",
  "webhooks:write",
  "api-keys:write",
  "members:write",
  "organization:write",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const FEATURES = ["payments", "ramps", "virtual_accounts", "escrow", "payment_links"] as const;
export type Feature = (typeof FEATURES)[number];

/** Who is calling, as authentication established it. Nothing of it comes from a request body. */
export type Caller = {
  readonly kind: "api-key" | "jwt";
  /** Identifies the credential for rate limits and the audit log; never the secret itself. */
  readonly credentialId: string;
  readonly userId: string;
  /** Of an API key: who made it. That may be another person than the member whom it acts as. */
  readonly keyMadeBy?: string;
  /** Of an API key that is limited to some. */
  readonly scopes?: ReadonlySet<KeyScope> | undefined;
  /** An API key that may do what a leaked one must not: decide over people, keys, controls and approvals. */
  readonly mayAdminister?: true;
  /** Of a person who has a second factor here: it can be asked for afresh. */
  readonly hasSecondFactor?: boolean;
  /** When this session or token was given a second factor; null or absent: never. */
  readonly secondFactorAtMs?: number | null;
  /** Of a person who signed in here. */
  readonly sessionId?: string | null;
  readonly orgId: string | null;
  readonly platformRole: PlatformRole | null;
  readonly role: OrganizationRole | null;
  readonly permissions: ReadonlySet<Permission>;
  readonly features: ReadonlySet<Feature>;
};

/** The organizations a call may see. Only platform people ever get `every`. */
export type Scope = { readonly orgId: string } | { readonly every: true };

/** `requested` is as the caller wrote it: text that is no id names no organization. */
export function scopeOf(caller: Caller, requested?: string): Scope {
  if (requested !== undefined && !isId(requested)) throw notFound("Organization");
  const requestedOrgId = requested?.toLowerCase();
  if (caller.platformRole !== null) {
    if (requestedOrgId !== undefined) return { orgId: requestedOrgId };
    return caller.orgId === null ? { every: true } : { orgId: caller.orgId };
  }
  if (caller.orgId === null) throw notFound("Organization");
  if (requestedOrgId !== undefined && requestedOrgId !== caller.orgId) throw notFound("Organization");
  return { orgId: caller.orgId };
}

/** The one organization a call acts in: the caller's own, or the one a platform person named. */
export function organizationOf(caller: Caller, requestedOrgId?: string): string {
  const scope = scopeOf(caller, requestedOrgId);
  if ("every" in scope) throw invalidField("org_id", "is required: name the organization");
  return scope.orgId;
}

/** Whether the organization that a platform person named exists. The module of organizations answers; modules below it are given the function. */
export type OrganizationExists = (db: Queryable, orgId: string) => Promise<boolean>;

/** Where the contract takes the organization from the credential and from nowhere else: payment initiation. */
export function ownOrganizationOf(caller: Caller): string {
  if (caller.orgId === null) throw badRequest("This is done for the organization of the credential, and yours is of none");
  return caller.orgId;
}
