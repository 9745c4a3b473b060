import { type Caller, type Feature, type OrganizationRole, type Permission, type Scope, scopeOf } from "./caller.ts";
import { ApiError, forbidden } from "./errors.ts";
import type { KeyScope } from "./key-scopes.ts";

/** `admin` passes everywhere and is never listed. */
export type AccessRole = OrganizationRole | "staff";

/**
 * The requirements of one endpoint for its caller.
 *  - a list of roles: one of them, or the permission as a single grant; then the organization's feature.
 *  - "authenticated": any valid credential.
 *  - "signed": no credential; the handler checks the sender's signature over the raw body.
 *  - "public": anybody.
 */
export type AccessRule = {
  readonly roles: readonly AccessRole[] | "authenticated" | "signed" | "public";
  readonly permission?: Permission;
  readonly feature?: Feature;
  /** Only a signed-in person, unless API keys may administer: for what a leaked key must not be able to do. */
  readonly peopleOnly?: true;
  /** A person with a second factor must give it again; one whom another issuer signed in must sign in there again. */
  readonly stepUp?: true;
  /** Why a second platform admin must approve each request, where the platform requires it. */
  readonly secondPerson?: string;
  /** The organization's own people do it alone; a platform admin who is not one of them needs a second one. */
  readonly byOwnPeople?: true;
  /** In the organization of the credential: a member acts by the membership there, whatever the platform role. */
  readonly asMember?: true;
  /** A change that is allowed while the operator has stopped all others. */
  readonly inReadOnly?: true;
  /** An API key with scopes needs one of these. */
  readonly scopes?: readonly KeyScope[];
};

/** The access rule of each route. The key is `METHOD /path/:parameter`, without the version prefix. */
export type AccessTable = Readonly<Record<string, AccessRule>>;

export function needsCredential(rule: AccessRule): boolean {
  return rule.roles !== "public" && rule.roles !== "signed";
}

/**
 * The caller to continue as, or a 403 that names the missing right. Staff who are let in only by their membership
 * continue as that member: rights in one organization must not extend to those that staff may only read.
 */
export function admit(caller: Caller, rule: AccessRule): Caller {
  const admitted = admittedAs(caller, rule);
  if (admitted instanceof ApiError) throw admitted;
  return admitted;
}

/** The organizations that the caller reaches through a route with this rule; null when the rule refuses the caller. */
export function reachOf(caller: Caller, rule: AccessRule): Scope | null {
  const admitted = admittedAs(caller, rule);
  return admitted instanceof ApiError ? null : scopeOf(admitted);
}

/** Whether the caller's membership lets them through: one who may only look there is no more than the platform's. */
export function mayAsMember(caller: Caller, rule: AccessRule): boolean {
  return !(admittedAs({ ...caller, platformRole: null }, rule) instanceof ApiError);
}

/** The caller, or the reason why it is refused. */
function admittedAs(caller: Caller, rule: AccessRule): Caller | ApiError {
  const objection = objectionToKey(caller, rule);
  if (objection !== null) return objection;
  const isAboveMembers = caller.platformRole === "admin" && (rule.asMember !== true || caller.role === null);
  if (isAboveMembers || typeof rule.roles === "string") return caller;
  if (caller.platformRole === "staff" && rule.roles.includes("staff")) return caller;
  const byRole = caller.role !== null && rule.roles.includes(caller.role);
  const byGrant = caller.role !== null && rule.permission !== undefined && caller.permissions.has(rule.permission);
  if (!byRole && !byGrant) return forbidden(`This needs ${describeRule(rule)}`);
  if (rule.feature !== undefined && !caller.features.has(rule.feature)) return lacksFeature(rule.feature);
  return caller.platformRole === null ? caller : { ...caller, platformRole: null };
}

function objectionToKey(caller: Caller, rule: AccessRule): ApiError | null {
  if (caller.kind !== "api-key") return null;
  if (rule.peopleOnly === true && caller.mayAdminister !== true)
    return forbidden("An API key cannot do this; sign in as a person", "PERSON_REQUIRED");
  const isScoped = caller.scopes !== undefined && rule.scopes !== undefined;
  if (!isScoped || rule.scopes.some((scope) => caller.scopes!.has(scope))) return null;
  return forbidden(`This API key needs the scope ${rule.scopes.join(" or ")}`, "SCOPE_REQUIRED");
}

const STEP_UP_MS = 5 * 60_000;

/** An unattended session or a stolen token must not be enough for an action that cannot be undone. */
export function requireStepUp(caller: Caller, rule: AccessRule, now: Date): void {
  if (rule.stepUp !== true || caller.kind !== "jwt") return;
  if (caller.hasSecondFactor === true) requireFreshFactor(caller.secondFactorAtMs ?? null, now);
  else requireFreshSignIn(caller.signedInElsewhereAtMs ?? null, now);
}

export function requireFreshFactor(secondFactorAtMs: number | null, now: Date): void {
  if (isFresh(secondFactorAtMs, now)) return;
  const message = "Confirm this with your second factor: it was not given within the last 5 minutes";
  throw new ApiError(403, "STEP_UP_REQUIRED", message);
}

/** Null: nobody but us signs this person in. */
export function requireFreshSignIn(signedInElsewhereAtMs: number | null, now: Date): void {
  if (signedInElsewhereAtMs === null || isFresh(signedInElsewhereAtMs, now)) return;
  const message =
    "Confirm this by signing in again at your identity provider (prompt=login, max_age): its token does not say, by " +
    "auth_time and any configured acr, that you did within the last 5 minutes";
  throw new ApiError(403, "STEP_UP_REQUIRED", message);
}

const isFresh = (atMs: number | null, now: Date): boolean => atMs !== null && now.getTime() - atMs <= STEP_UP_MS;

/** For a route that needs different scopes for different requests. */
export function requireScope(caller: Caller, scope: KeyScope): void {
  const objection = objectionToKey(caller, { roles: "authenticated", scopes: [scope] });
  if (objection !== null) throw objection;
}

/** For a route that needs different features for different requests. */
export function requireFeature(caller: Caller, feature: Feature): void {
  if (caller.platformRole === null && !caller.features.has(feature)) throw lacksFeature(feature);
}

function lacksFeature(feature: Feature): ApiError {
  return forbidden(`The feature ${feature} is not enabled for this organization`, "FEATURE_DISABLED");
}

/** The roles that a rule can list: org-admin, org-member, org-viewer and staff. */
const EVERY_ROLE = 4;

export function describeRule(rule: AccessRule): string {
  if (rule.roles === "public") return "no credential";
  if (rule.roles === "signed") return "a signature by the sender instead of a credential";
  if (rule.roles === "authenticated") return "any valid credential";
  const named = rule.asMember === true ? rule.roles : [...rule.roles, "admin"];
  const role = rule.roles.length === EVERY_ROLE ? "any role" : `the role ${named.join(" or ")}`;
  return rule.permission === undefined ? role : `${role}, or the permission ${rule.permission}`;
}
