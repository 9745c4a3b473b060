import { type BlockList, isIPv6 } from "node:net";
import type { Clock } from "../clock.ts";
import type { Caller, Feature, OrganizationRole, Permission, PlatformRole } from "./caller.ts";
import { ApiError, conflict, forbidden, unauthorized } from "./errors.ts";
import type { KeyScope } from "./key-scopes.ts";
import type { TokenVerifier, VerifiedToken } from "./verify-token.ts";

/**
 * Who is calling: two headers in, one Caller out, or a 401.
 *
 *   Authorization   X-Api-Key     caller
 *   NONE            <key>         the member who made the key, in the key's organization
 *   Bearer <JWT>    NONE          the token's user, in its active organization
 *   Bearer <JWT>    <key>         only if both are good and name the same user and organization
 *   NONE            NONE          401
 *   anything else                 401, also a header that is absent, doubled or merely looks like NONE
 *
 * The dashboard's own calls, known by their path, carry the session cookie instead; on any other path the cookie counts for nothing.
 *
 * Once its entries are in the caches behind `CallerSources`, an authentication makes no query and costs one SHA-256. Whatever time
 * decides (a key's or a token's end) is compared with the clock on every call and never cached as an answer.
 */
export type ApiKeyRecord = {
  readonly apiKeyId: string;
  readonly orgId: string;
  readonly userId: string;
  readonly madeBy: string;
  readonly revoked: boolean;
  readonly expiresAtMs: number | null;
  /** Null: whatever the member may do. */
  readonly scopes: ReadonlySet<KeyScope> | null;
  /** Null: from anywhere. */
  readonly allowedAddresses: BlockList | null;
};

export type CredentialUse = { readonly at: Date; readonly address: string; readonly userAgent: string | null };

export type Membership = { readonly role: OrganizationRole; readonly permissions: ReadonlySet<Permission> };

export type Person = {
  readonly userId: string;
  readonly platformRole: PlatformRole | null;
  readonly defaultOrgId: string | null;
  readonly memberships: ReadonlyMap<string, Membership>;
  /** Null for somebody who never had a password here. */
  readonly tokenGeneration: number | null;
  readonly revokedTokenIds: ReadonlySet<string>;
  /** Has one at the embedded identity provider, and can give it afresh. */
  readonly hasSecondFactor: boolean;
};

export type OrganizationAccess = { readonly suspended: boolean; readonly features: ReadonlySet<Feature>; readonly requiresSecondFactor: boolean };

/** Where the facts come from. Each is answered from memory and refreshed across processes within a second of a change. */
export type CallerSources = {
  /** Takes the key as it was presented; null when it is malformed or unknown. */
  findApiKey(presented: string): Promise<ApiKeyRecord | null>;
  findUserOf(token: VerifiedToken): Promise<string | null>;
  findPerson(userId: string): Promise<Person | null>;
  findOrganization(orgId: string): Promise<OrganizationAccess | null>;
  /** Notes the use for what a key or session shows of its last one; must not wait for anything. */
  noteKeyUse(key: ApiKeyRecord, use: CredentialUse): void;
  noteSessionUse(sessionId: string, use: CredentialUse): void;
};

export type CallerRequest = {
  readonly method: string;
  /** Name, value, name, value, as they came in: the parsed form hides a header that was sent twice. */
  readonly rawHeaders: readonly string[];
  /** The request came in under the path that is the dashboard's own. */
  readonly fromDashboard: boolean;
  /** Network address of the client. */
  readonly address: string;
};

export type Authenticate = (request: CallerRequest) => Promise<Caller>;

export const SESSION_COOKIE = "corridor_session";
/** A page of another origin cannot send this header without our leave, which CORS never gives it. */
export const DASHBOARD_HEADER = "corridor";
const SHOWN_SESSION_HEADER = "x-shown-session";

const NO_CREDENTIAL = "NONE";
/** The name of a scheme is read in any case (RFC 9110). */
const BEARER = /^bearer /i;
const MAX_API_KEY_CHARACTERS = 200;
const NO_PERMISSIONS: ReadonlySet<Permission> = new Set();
const NO_FEATURES: ReadonlySet<Feature> = new Set();

type Identified = { token: VerifiedToken; person: Person };
/** Whose token this is, if it is good and was not withdrawn. */
export type Identify = (presented: string) => Promise<Identified>;

export function createIdentify(deps: { sources: Pick<CallerSources, "findUserOf" | "findPerson">; verifyToken: TokenVerifier }): Identify {
  return async (presented) => {
    const token = await deps.verifyToken(presented);
    const userId = token === null ? null : await deps.sources.findUserOf(token);
    const person = userId === null ? null : await deps.sources.findPerson(userId);
    if (token === null || person === null || isWithdrawn(token, person)) throw unauthorized();
    return { token, person };
  };
}

export function createAuthenticate(deps: {
  sources: CallerSources;
  identify: Identify;
  clock: Clock;
  /** Where the dashboard is served, for the check that its calls come from there. */
  publicOrigin: string;
  /** Whether people of the platform need a second factor. */
  platformSecondFactor: boolean;
  apiKeysMayAdminister?: boolean;
}): Authenticate {
  const { sources, identify, clock } = deps;

  return async ({ method, rawHeaders, fromDashboard, address }) => {
    const from = { address, userAgent: optionalHeader(rawHeaders, "user-agent") };
    if (fromDashboard) {
      requireOwnPage(method, rawHeaders, deps.publicOrigin);
      const session = await identify(readSessionCookie(rawHeaders) ?? refuse("Sign in first"));
      requireShownSession(rawHeaders, session);
      return callerOf(session, from);
    }
    const authorization = onlyHeader(rawHeaders, "authorization");
    const apiKey = onlyHeader(rawHeaders, "x-api-key");
    if (authorization === NO_CREDENTIAL && apiKey === NO_CREDENTIAL) throw unauthorized();
    if (authorization === NO_CREDENTIAL) return callerOfKey(apiKey, from);
    const token = bearerToken(authorization);
    const byToken = await callerOf(await identify(token), from);
    if (apiKey === NO_CREDENTIAL) return byToken;

    const byKey = await callerOfKey(apiKey, from);
    if (byToken.userId !== byKey.userId || byToken.orgId !== byKey.orgId) throw unauthorized();
    return byKey;
  };

  async function callerOfKey(presented: string, from: Omit<CredentialUse, "at">): Promise<Caller> {
    if (presented.length > MAX_API_KEY_CHARACTERS) throw unauthorized();
    const key = await sources.findApiKey(presented);
    const now = clock.now();
    if (key === null || key.revoked || (key.expiresAtMs !== null && key.expiresAtMs <= now.getTime())) throw unauthorized();
    const person = await sources.findPerson(key.userId);
    const membership = person?.memberships.get(key.orgId);
    if (membership === undefined) throw unauthorized();
    const features = await featuresOf(key.orgId);
    if (key.allowedAddresses?.check(from.address, isIPv6(from.address) ? "ipv6" : "ipv4") === false)
      throw forbidden(`This API key may not be used from ${from.address}; add it to the key's allowed_addresses`);
    sources.noteKeyUse(key, { at: now, ...from });
    return {
      kind: "api-key",
      credentialId: key.apiKeyId,
      userId: key.userId,
      keyMadeBy: key.madeBy,
      orgId: key.orgId,
      // A key is the organization's: it never carries its maker's power over the platform.
      platformRole: null,
      role: membership.role,
      permissions: membership.permissions,
      features,
      ...(key.scopes === null ? {} : { scopes: key.scopes }),
      ...(key.scopes === null && deps.apiKeysMayAdminister === true ? { mayAdminister: true } : {}),
    };
  }

  async function callerOf({ token, person }: Identified, from: Omit<CredentialUse, "at">): Promise<Caller> {
    if (token.sessionId !== null) sources.noteSessionUse(token.sessionId, { at: clock.now(), ...from });
    const orgId = await usableOrganization(person, activeOrganization(token, person));
    if (token.secondFactorAtMs === null) await assertNoFactorNeeded(person, orgId);
    const membership = orgId === null ? undefined : person.memberships.get(orgId);
    return {
      kind: "jwt",
      // Not the token's id: somebody who fetches a new token must not get a new allowance with it.
      credentialId: person.userId,
      userId: person.userId,
      sessionId: token.sessionId,
      orgId,
      platformRole: person.platformRole,
      role: membership?.role ?? null,
      permissions: membership?.permissions ?? NO_PERMISSIONS,
      features: orgId === null ? NO_FEATURES : await featuresOf(orgId),
      hasSecondFactor: person.hasSecondFactor,
      secondFactorAtMs: token.secondFactorAtMs,
    };
  }

  async function assertNoFactorNeeded(person: Person, orgId: string | null): Promise<void> {
    const byRole = deps.platformSecondFactor && person.platformRole !== null;
    const byOrganization = orgId !== null && (await sources.findOrganization(orgId))?.requiresSecondFactor === true;
    if (!byRole && !byOrganization) return;
    const whose = byRole ? "The platform requires its people" : "This organization requires its members";
    throw new ApiError(403, "SECOND_FACTOR_REQUIRED", `${whose} to sign in with a second factor; set one up under Your account, and sign in with it`);
  }

  /** Platform people who belong to a suspended organization act in none: it must not lock out whoever could lift the suspension. */
  async function usableOrganization(person: Person, orgId: string | null): Promise<string | null> {
    if (orgId === null || person.platformRole === null) return orgId;
    return (await sources.findOrganization(orgId))?.suspended === true ? null : orgId;
  }

  async function featuresOf(orgId: string): Promise<ReadonlySet<Feature>> {
    const organization = await sources.findOrganization(orgId);
    if (organization === null) throw unauthorized();
    if (organization.suspended) throw forbidden("The organization is suspended");
    return organization.features;
  }
}

/** Signed out, or issued before the password was changed. Another issuer's tokens carry no generation; their end is its business. */
function isWithdrawn(token: VerifiedToken, person: Person): boolean {
  if (token.tokenId !== null && person.revokedTokenIds.has(token.tokenId)) return true;
  if (token.sessionId !== null && person.revokedTokenIds.has(token.sessionId)) return true;
  return token.issuer.subjects === "user-id" && person.tokenGeneration !== null && token.generation !== person.tokenGeneration;
}

/** The organization that the token names, or else the only or default one of its user. */
export function activeOrganization(token: VerifiedToken, person: Person): string | null {
  if (token.orgId !== null) {
    if (!person.memberships.has(token.orgId)) throw unauthorized();
    return token.orgId;
  }
  if (person.defaultOrgId !== null && person.memberships.has(person.defaultOrgId)) return person.defaultOrgId;
  return person.memberships.size === 1 ? person.memberships.keys().next().value! : null;
}

/** The value of a header that must be there exactly once. Node keeps the first of two `Authorization` headers without a word. */
export function onlyHeader(rawHeaders: readonly string[], name: string): string {
  let value: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const candidate = rawHeaders[i]!;
    if (candidate.length !== name.length || candidate.toLowerCase() !== name) continue;
    if (value !== undefined) throw unauthorized();
    value = rawHeaders[i + 1]!;
  }
  if (value === undefined || value === "") throw unauthorized();
  return value;
}

export function bearerToken(authorization: string): string {
  if (!BEARER.test(authorization)) throw unauthorized();
  return authorization.slice("bearer ".length);
}

function refuse(message: string): never {
  throw unauthorized(message);
}

/**
 * Refuses a call with a cookie that does not certainly come from our own page. The cookie is SameSite=Strict already; the header and the
 * origin make forgery fail even in a browser that does not know that attribute.
 */
export function requireOwnPage(method: string, rawHeaders: readonly string[], publicOrigin: string): void {
  const requestedWith = optionalHeader(rawHeaders, "x-requested-with");
  if (requestedWith !== DASHBOARD_HEADER) throw unauthorized(`Calls of the dashboard carry X-Requested-With: ${DASHBOARD_HEADER}`);
  const fetchSite = optionalHeader(rawHeaders, "sec-fetch-site");
  if (fetchSite !== null && fetchSite !== "same-origin") throw unauthorized("The call comes from another site");
  const origin = optionalHeader(rawHeaders, "origin");
  if (origin !== null && origin !== publicOrigin && origin !== hostOrigin(rawHeaders, publicOrigin)) {
    throw unauthorized("The call comes from another origin");
  }
  const changesSomething = method !== "GET" && method !== "HEAD";
  if (changesSomething && origin === null && fetchSite === null) throw unauthorized("The call does not say where it comes from");
}

/**
 * All windows of a browser share one cookie, and with it one person and organization. A page that was opened before another window switched
 * says whose session it shows, and is refused: what was meant for one organization must not happen in another.
 */
function requireShownSession(rawHeaders: readonly string[], { token, person }: Identified): void {
  const shown = optionalHeader(rawHeaders, SHOWN_SESSION_HEADER);
  if (shown === null || shown === `${person.userId} ${activeOrganization(token, person) ?? "none"}`) return;
  throw conflict("Another window switched to another organization or person. Nothing was done here.", "SESSION_SWITCHED");
}

/** The same process may be reached as localhost and as 127.0.0.1; a browser's Host names the page's own origin and cannot be set by one. */
function hostOrigin(rawHeaders: readonly string[], publicOrigin: string): string | null {
  const host = optionalHeader(rawHeaders, "host");
  return host === null ? null : `${new URL(publicOrigin).protocol}//${host}`;
}

function optionalHeader(rawHeaders: readonly string[], name: string): string | null {
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.toLowerCase() === name) return rawHeaders[i + 1]!;
  return null;
}

export function readSessionCookie(rawHeaders: readonly string[]): string | null {
  return readCookie(rawHeaders, SESSION_COOKIE);
}

/** A cookie that is there twice was planted by somebody: then there is none. */
export function readCookie(rawHeaders: readonly string[], name: string): string | null {
  const values: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.toLowerCase() !== "cookie") continue;
    for (const pair of rawHeaders[i + 1]!.split(";")) {
      const equals = pair.indexOf("=");
      if (equals > 0 && pair.slice(0, equals).trim() === name) values.push(pair.slice(equals + 1).trim());
    }
  }
  return values.length === 1 ? values[0]! : null;
}
