import { type BlockList, isIPv6 } from "node:net";
import type { Clock } from "@corridor/base/clock.ts";
import type { Caller, Feature, OrganizationRole, Permission, PlatformRole } from "./caller.ts";
import { ApiError, conflict, forbidden, unauthorized, unavailable } from "./errors.ts";
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
 * The dashboard's calls, known by their path, carry the session cookie instead, which counts on no other path. Once the
 * caches behind `CallerSources` are filled, an authentication makes no query and costs one SHA-256. What time decides
 * (the end of a key or token) is compared with the clock on every call and never cached as an answer.
 */
export type ApiKeyRecord = {
  readonly apiKeyId: string;
  readonly orgId: string;
  readonly userId: string;
  readonly madeBy: string;
  /** The key of which it is a rotation, or its own id. */
  readonly firstKeyId: string;
  readonly revoked: boolean;
  readonly expiresAtMs: number | null;
  /** Null: the key may do everything that its member may. */
  readonly scopes: ReadonlySet<KeyScope> | null;
  /** Null: the key may be used from any address. */
  readonly allowedAddresses: BlockList | null;
};

export type CredentialUse = { readonly at: Date; readonly address: string; readonly userAgent: string | null };

export type Membership = { readonly role: OrganizationRole; readonly permissions: ReadonlySet<Permission> };

export type Person = {
  readonly userId: string;
  readonly platformRole: PlatformRole | null;
  readonly defaultOrgId: string | null;
  readonly memberships: ReadonlyMap<string, Membership>;
  /** Whether a membership in this organization could not be read: its cell is away. */
  lacks(orgId: string): boolean;
  /** Null for a user who never had a password here. */
  readonly tokenGeneration: number | null;
  readonly revokedTokenIds: ReadonlySet<string>;
  /** Whether the user has a confirmed authenticator app or a passkey, and so can be asked for a second factor again. */
  readonly hasSecondFactor: boolean;
};

export type OrganizationAccess = { suspended: boolean; features: ReadonlySet<Feature>; requiresSecondFactor: boolean };

/** Where the facts about callers come from: cached, and refreshed by every process within a second of a change. */
export type CallerSources = {
  /** Takes the key as it was sent; null when it is malformed or unknown. */
  findApiKey(presented: string): Promise<ApiKeyRecord | null>;
  findUserOf(token: VerifiedToken): Promise<string | null>;
  findPerson(userId: string): Promise<Person | null>;
  findOrganization(orgId: string): Promise<OrganizationAccess | null>;
  /** Records the last use of a key or session, for display; must not block. */
  noteKeyUse(key: ApiKeyRecord, use: CredentialUse): void;
  noteSessionUse(sessionId: string, use: CredentialUse): void;
};

export type CallerRequest = {
  readonly method: string;
  /** Name, value, name, value, as received: the parsed form hides a header that was sent twice. */
  readonly rawHeaders: readonly string[];
  readonly fromDashboard: boolean;
  readonly address: string;
};

export type Authenticate = (request: CallerRequest) => Promise<Caller>;

export const SESSION_COOKIE = "corridor_session";
/** A page of another origin cannot send this header unless CORS allows it, which ours never does. */
export const DASHBOARD_HEADER = "corridor";
const SHOWN_SESSION_HEADER = "x-shown-session";

export const NO_CREDENTIAL = "NONE";
const RETRY_AFTER_SECONDS = 1;
/** The name of a scheme is case-insensitive (RFC 9110). */
const BEARER = /^bearer /i;
const MAX_API_KEY_CHARACTERS = 200;
const NO_PERMISSIONS: ReadonlySet<Permission> = new Set();
const NO_FEATURES: ReadonlySet<Feature> = new Set();

type Identified = { token: VerifiedToken; person: Person };
/** The user of this token, if the token is valid and was not revoked. */
export type Identify = (presented: string) => Promise<Identified>;

export function createIdentify(deps: {
  sources: Pick<CallerSources, "findUserOf" | "findPerson">;
  verifyToken: TokenVerifier;
}): Identify {
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
  /** The dashboard's address, to check that its calls come from there. */
  publicOrigin: string;
  /** Whether platform admins and staff need a second factor. */
  platformSecondFactor: boolean;
  settings?: { readonly apiKeysMayAdminister: boolean };
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
    if (authorization === NO_CREDENTIAL && apiKey === NO_CREDENTIAL) refuse(`Both headers hold ${NO_CREDENTIAL}`);
    if (authorization === NO_CREDENTIAL) return callerOfKey(apiKey, from);
    const token = bearerToken(authorization);
    const byToken = await callerOf(await identify(token), from);
    if (apiKey === NO_CREDENTIAL) return byToken;

    const byKey = await callerOfKey(apiKey, from);
    if (byToken.userId !== byKey.userId || byToken.orgId !== byKey.orgId) throw unauthorized();
    return byKey;
  };

  async function callerOfKey(presented: string, from: Omit<CredentialUse, "at">): Promise<Caller> {
    if (presented.length > MAX_API_KEY_CHARACTERS) throw malformed("X-Api-Key holds no API key");
    const key = await sources.findApiKey(presented);
    const now = clock.now();
    if (key === null || key.revoked) throw unauthorized();
    if (key.expiresAtMs !== null && key.expiresAtMs <= now.getTime())
      throw unauthorized("The API key has expired; create another", "CREDENTIALS_EXPIRED");
    const person = await sources.findPerson(key.userId);
    const membership = person === null ? undefined : membershipOf(person, key.orgId);
    if (membership === undefined) throw unauthorized();
    const features = await featuresOf(key.orgId);
    if (key.allowedAddresses?.check(from.address, isIPv6(from.address) ? "ipv6" : "ipv4") === false)
      throw forbidden(
        `This API key may not be used from ${from.address}; add it to the key's allowed_addresses`,
        "ADDRESS_NOT_ALLOWED",
      );
    sources.noteKeyUse(key, { at: now, ...from });
    return {
      kind: "api-key",
      credentialId: key.apiKeyId,
      userId: key.userId,
      keyMadeBy: key.madeBy,
      firstKeyId: key.firstKeyId,
      orgId: key.orgId,
      // A key belongs to the organization: it never carries its creator's rights over the platform.
      platformRole: null,
      role: membership.role,
      permissions: membership.permissions,
      features,
      ...(key.scopes === null ? {} : { scopes: key.scopes }),
      ...(key.scopes === null && deps.settings?.apiKeysMayAdminister === true ? { mayAdminister: true } : {}),
    };
  }

  async function callerOf({ token, person }: Identified, from: Omit<CredentialUse, "at">): Promise<Caller> {
    if (token.sessionId !== null) sources.noteSessionUse(token.sessionId, { at: clock.now(), ...from });
    const orgId = await usableOrganization(person, activeOrganization(token, person));
    if (token.secondFactorAtMs === null) await assertNoFactorNeeded(person, orgId);
    const membership = orgId === null ? undefined : membershipOf(person, orgId);
    return {
      kind: "jwt",
      // Uses the user's id and not the token's: a new token must not bring a new rate limit allowance.
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
      signedInElsewhereAtMs: token.signedInElsewhereAtMs,
    };
  }

  async function assertNoFactorNeeded(person: Person, orgId: string | null): Promise<void> {
    const byRole = deps.platformSecondFactor && person.platformRole !== null;
    const byOrganization = orgId !== null && (await sources.findOrganization(orgId))?.requiresSecondFactor === true;
    if (!byRole && !byOrganization) return;
    const whose = byRole ? "The platform requires its people" : "This organization requires its members";
    const remedy = "to sign in with a second factor; set one up under Your account, and sign in with it";
    throw new ApiError(403, "SECOND_FACTOR_REQUIRED", `${whose} ${remedy}`);
  }

  /** Platform people of a suspended organization act in none: it must not lock out those who can lift it. */
  async function usableOrganization(person: Person, orgId: string | null): Promise<string | null> {
    if (orgId === null || person.platformRole === null) return orgId;
    return (await sources.findOrganization(orgId))?.suspended === true ? null : orgId;
  }

  async function featuresOf(orgId: string): Promise<ReadonlySet<Feature>> {
    const organization = await sources.findOrganization(orgId);
    if (organization === null) throw unauthorized();
    if (organization.suspended) throw forbidden("The organization is suspended", "ORGANIZATION_SUSPENDED");
    return organization.features;
  }
}

/** Who made a request that is carried out later. */
export type Requester = {
  readonly userId: string;
  readonly orgId: string | null;
  readonly key: { readonly apiKeyId: string; readonly madeBy: string } | null;
};

/** The requester with the rights of today; the second factor was given with the request. */
export function createCallerAgain(
  sources: Pick<CallerSources, "findPerson" | "findOrganization">,
  isKeyGood: (orgId: string, apiKeyId: string) => Promise<boolean>,
): (requester: Requester) => Promise<Caller> {
  return async ({ userId, orgId, key }) => {
    const person = await sources.findPerson(userId);
    const organization = orgId === null ? null : await sources.findOrganization(orgId);
    const membership = orgId === null || person === null ? undefined : membershipOf(person, orgId);
    const isGone =
      person === null || organization?.suspended === true || (key !== null && !(await isKeyGood(orgId!, key.apiKeyId)));
    if (isGone) throw forbidden("The requester's access has ended");
    return {
      ...(key === null
        ? { kind: "jwt", credentialId: userId, platformRole: person.platformRole }
        : {
            kind: "api-key",
            credentialId: key.apiKeyId,
            keyMadeBy: key.madeBy,
            platformRole: null,
            mayAdminister: true,
          }),
      userId,
      orgId,
      role: membership?.role ?? null,
      permissions: membership?.permissions ?? NO_PERMISSIONS,
      features: organization?.features ?? NO_FEATURES,
    };
  };
}

/** Signed out, or issued before the password changed. Other issuers' tokens have no generation; they revoke them. */
function isWithdrawn(token: VerifiedToken, person: Person): boolean {
  if (token.tokenId !== null && person.revokedTokenIds.has(token.tokenId)) return true;
  if (token.sessionId !== null && person.revokedTokenIds.has(token.sessionId)) return true;
  const { tokenGeneration } = person;
  return token.issuer.subjects === "user-id" && tokenGeneration !== null && token.generation !== tokenGeneration;
}

/** The organization that the token names, otherwise the only or default one of its user. */
export function activeOrganization(token: VerifiedToken, person: Person): string | null {
  if (token.orgId !== null) {
    if (membershipOf(person, token.orgId) === undefined) throw unauthorized();
    return token.orgId;
  }
  const { defaultOrgId } = person;
  if (defaultOrgId !== null && person.memberships.has(defaultOrgId)) return defaultOrgId;
  assertDefaultKnown(person);
  return person.memberships.size === 1 ? person.memberships.keys().next().value! : null;
}

/** Nobody is refused for good because a cell is away. */
function membershipOf(person: Pick<Person, "memberships" | "lacks">, orgId: string): Membership | undefined {
  const membership = person.memberships.get(orgId);
  if (membership === undefined) assertKnown(person, orgId);
  return membership;
}

export function assertKnown({ lacks }: Pick<Person, "lacks">, orgId: string): void {
  if (lacks(orgId)) throw unavailable("The cell of this organization is away; try again shortly", RETRY_AFTER_SECONDS);
}

/** Nobody acts in another organization than usual because a cell is away. The platform's people need none. */
export function assertDefaultKnown(person: Pick<Person, "lacks" | "defaultOrgId" | "platformRole">): void {
  if (person.defaultOrgId !== null && person.platformRole === null) assertKnown(person, person.defaultOrgId);
}

/** A header that must be present exactly once: Node silently keeps the first of two `Authorization` headers. */
export function onlyHeader(rawHeaders: readonly string[], name: string): string {
  let value: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const candidate = rawHeaders[i]!;
    if (candidate.length !== name.length || candidate.toLowerCase() !== name) continue;
    if (value !== undefined) throw malformed(`The header ${name} was sent twice`);
    value = rawHeaders[i + 1]!;
  }
  if (value === undefined || value === "") refuse(`The header ${name} is missing; send ${NO_CREDENTIAL} if not used`);
  return value;
}

export function bearerToken(authorization: string): string {
  if (!BEARER.test(authorization)) throw malformed(`Authorization must be "Bearer <JWT>" or ${NO_CREDENTIAL}`);
  return authorization.slice("bearer ".length);
}

function refuse(message: string): never {
  throw unauthorized(message, "CREDENTIALS_MISSING");
}

const malformed = (message: string): ApiError => unauthorized(message, "CREDENTIALS_MALFORMED");

/** The cookie is SameSite=Strict; header and origin stop forgery even in a browser that does not know that. */
export function requireOwnPage(method: string, rawHeaders: readonly string[], publicOrigin: string): void {
  const requestedWith = optionalHeader(rawHeaders, "x-requested-with");
  if (requestedWith !== DASHBOARD_HEADER)
    throw unauthorized(`Calls of the dashboard carry X-Requested-With: ${DASHBOARD_HEADER}`);
  const fetchSite = optionalHeader(rawHeaders, "sec-fetch-site");
  if (fetchSite !== null && fetchSite !== "same-origin") throw unauthorized("The call comes from another site");
  const origin = optionalHeader(rawHeaders, "origin");
  if (origin !== null && origin !== publicOrigin && origin !== hostOrigin(rawHeaders, publicOrigin)) {
    throw unauthorized("The call comes from another origin");
  }
  const changesSomething = method !== "GET" && method !== "HEAD";
  if (changesSomething && origin === null && fetchSite === null)
    throw unauthorized("The call does not say where it comes from");
}

/**
 * All windows of a browser share one cookie. A page names the session it shows and is refused if another window has
 * switched meanwhile: an action meant for one organization must not happen in another.
 */
function requireShownSession(rawHeaders: readonly string[], { token, person }: Identified): void {
  const shown = optionalHeader(rawHeaders, SHOWN_SESSION_HEADER);
  if (shown === null || shown === `${person.userId} ${activeOrganization(token, person) ?? "none"}`) return;
  const message = "Another window switched to another organization or person. Nothing was done here.";
  throw conflict(message, "SESSION_SWITCHED");
}

/** The process may be reached as localhost and 127.0.0.1. A page cannot set Host, which names its own origin. */
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

/** A cookie that is present twice may have been planted by an attacker, so it counts as absent. */
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
