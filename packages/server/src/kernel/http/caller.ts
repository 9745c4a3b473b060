import type { Queryable } from "../db/client.ts";
import { isId } from "@corridor/base/ids.ts";
import type { KeyScope } from "./key-scopes.ts";
import type { Resource } from "./error-codes.ts";
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
  "exports:write",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const FEATURES = ["payments", "ramps", "virtual_accounts", "escrow", "payment_links"] as const;
export type Feature = (typeof FEATURES)[number];

/** The caller, as authentication established it. No part of it comes from a request body. */
export type Caller = {
  readonly kind: "api-key" | "jwt";
  /** Identifies the credential for rate limits and the audit log; never the secret itself. */
  readonly credentialId: string;
  readonly userId: string;
  /** For an API key: the person who created it. That person may differ from the member as whom it acts. */
  readonly keyMadeBy?: string;
  /** For an API key: the one that was rotated to it, or itself. Limits per key count it. */
  readonly firstKeyId?: string;
  readonly scopes?: ReadonlySet<KeyScope> | undefined;
  /** Whether an API key may decide over people, keys, controls and approvals, which a leaked key must not. */
  readonly mayAdminister?: true;
  /** Whether the person has a second factor here and can be asked for it again. */
  readonly hasSecondFactor?: boolean;
  /** When a second factor was given in this session or for this token; null or absent: never. */
  readonly secondFactorAtMs?: number | null;
  /** When another issuer signed the person in, 0 if it does not say; null or absent: the person signed in here. */
  readonly signedInElsewhereAtMs?: number | null;
  readonly sessionId?: string | null;
  readonly orgId: string | null;
  readonly platformRole: PlatformRole | null;
  readonly role: OrganizationRole | null;
  readonly permissions: ReadonlySet<Permission>;
  readonly features: ReadonlySet<Feature>;
};

/** The people behind a call: its user, and the maker of its key, who counts as its user wherever two people must act. */
export function peopleBehind({ userId, keyMadeBy = userId }: Pick<Caller, "userId" | "keyMadeBy">): string[] {
  return [...new Set([userId, keyMadeBy])];
}

/** A request in which somebody acts: the caller, and the id of the request. */
export type Call = { readonly caller: Caller; readonly id: string };

/** The organizations that a call may see. Only platform people ever get `every`. */
export type Scope = { readonly orgId: string } | { readonly every: true };

/** For a query that filters by one organization; null: by none. */
export function orgIdIn(scope: Scope): string | null {
  return "orgId" in scope ? scope.orgId : null;
}

/** A caller's text as an id. Text that is no id names nothing. */
export function idOf(text: string, what: Resource): string {
  if (!isId(text)) throw notFound(what);
  return text.toLowerCase();
}

export function scopeOf(caller: Caller, requested?: string): Scope {
  const requestedOrgId = requested === undefined ? undefined : idOf(requested, "Organization");
  if (caller.platformRole !== null) {
    if (requestedOrgId !== undefined) return { orgId: requestedOrgId };
    return caller.orgId === null ? { every: true } : { orgId: caller.orgId };
  }
  if (caller.orgId === null) throw notFound("Organization");
  if (requestedOrgId !== undefined && requestedOrgId !== caller.orgId) throw notFound("Organization");
  return { orgId: caller.orgId };
}

/** The one organization in which a call acts: the caller's own, or the one that a platform person named. */
export function organizationOf(caller: Caller, requestedOrgId?: string): string {
  const scope = scopeOf(caller, requestedOrgId);
  if ("every" in scope) throw invalidField("org_id", "is required: name the organization", "ORGANIZATION_REQUIRED");
  return scope.orgId;
}

/** Whether the organization that a platform person named exists; the organizations module provides it. */
export type OrganizationExists = (db: Queryable, orgId: string) => Promise<boolean>;

/** Of the caller's credential: payment initiation takes the organization from nowhere else. */
export function ownOrganizationOf(caller: Caller): string {
  if (caller.orgId === null)
    throw badRequest(
      "This endpoint acts on the caller's organization, and your credential belongs to none; use a key created " +
        "inside one",
      [],
      "ORGANIZATION_REQUIRED",
    );
  return caller.orgId;
}
