import { hash } from "node:crypto";
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from "jose";
import type { Clock } from "@corridor/base/clock.ts";
import { isId } from "@corridor/base/ids.ts";
import type { Logger } from "../log.ts";
import { unauthorized, unavailable } from "./errors.ts";
import { areKeysUnavailable, issuerKeys, type KeySource } from "./issuer-keys.ts";

/**
 * Decides whether a JWT is valid, for any number of OpenID issuers; our own is one of them.
 * - The issuer is chosen by exact `iss`; keys, audience and algorithms are the configured ones. A token cannot name a
 *   key, a place to fetch one, or an algorithm that is not on the issuer's list.
 * - Every refusal looks the same from outside: null, and a 401. Only a token that was valid is told that it has ended,
 *   and keys that cannot be fetched are a 503: a valid token must not be called invalid while its issuer is down.
 * - A verified token is cached by its digest, so that its next request costs one SHA-256, for VERIFIED_FOR_MS, which
 *   bounds how long a key that its issuer withdrew keeps working.
 */
export const ASYMMETRIC_ALGORITHMS = [
  ...(["EdDSA", "Ed25519", "ES256", "ES384", "ES512"] as const),
  ...(["PS256", "PS384", "PS512", "RS256", "RS384", "RS512"] as const),
] as const;
export type AsymmetricAlgorithm = (typeof ASYMMETRIC_ALGORITHMS)[number];

export type Issuer = KeySource & {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly AsymmetricAlgorithm[];
  /** `user-id`: the subject is our own user id. `linked`: it is looked up among the linked identities. */
  readonly subjects: "user-id" | "linked";
  /** Whether an unknown subject is linked to the user with the same address, if the issuer verified the address. */
  readonly linkByVerifiedEmail: boolean;
  /** Values of `acr` with which the issuer states that a second factor was given; `amr` always counts. */
  readonly secondFactorAcr?: readonly string[];
};

export type VerifiedToken = {
  readonly issuer: Issuer;
  readonly subject: string;
  readonly orgId: string | null;
  readonly tokenId: string | null;
  readonly sessionId: string | null;
  readonly generation: number | null;
  readonly verifiedEmail: string | null;
  readonly expiresAtMs: number;
  /** When a second factor was given, according to the issuer, 0 if it does not say when; null: none was given. */
  readonly secondFactorAtMs: number | null;
  /** When another issuer signed the person in, 0 if it does not say; null: the person signed in here. */
  readonly signedInElsewhereAtMs: number | null;
};

export type TokenVerifier = (token: string) => Promise<VerifiedToken | null>;

const MAX_TOKEN_CHARACTERS = 8_192;
const MAX_KEY_ID_CHARACTERS = 200;
const MAX_SUBJECT_CHARACTERS = 255;
const MAX_TOKEN_ID_CHARACTERS = 100;
export const LEEWAY_SECONDS = 30;
const LAST_INSTANT_SECONDS = 8.64e12;
const VERIFIED_FOR_MS = 5 * 60_000;
const REFUSED_FOR_MS = 60_000;
const MAX_REMEMBERED_TOKENS = 20_000;
const MAX_REMEMBERED_REFUSALS = 5_000;
const RETRY_AFTER_SECONDS = 5;
const TOKEN_TYPES = new Set(["jwt", "at+jwt", "application/jwt", "application/at+jwt"]);
/** They name a key or change how the token is read. No issuer of ours needs one: such a token is an attack. */
const REFUSED_HEADERS = ["jwk", "jku", "x5u", "x5c", "crit", "b64", "zip", "cty", "enc"] as const;

export function createTokenVerifier(deps: { issuers: readonly Issuer[]; clock: Clock; log: Logger }): TokenVerifier {
  const { clock, log } = deps;
  const trusted = new Map(deps.issuers.map((issuer) => [issuer.issuer, { issuer, keys: issuerKeys(issuer) }]));
  for (const { algorithms, issuer } of deps.issuers) {
    const bad = algorithms.find((algorithm) => !ASYMMETRIC_ALGORITHMS.includes(algorithm));
    if (bad !== undefined || algorithms.length === 0)
      throw new Error(`issuer ${issuer}: ${bad ?? "an empty list"} is not an asymmetric signature algorithm`);
  }
  const verified = new Map<string, { token: VerifiedToken; untilMs: number }>();
  // Only bad signatures are cached: a token refused for its time may become valid, and so may one with an unknown key.
  const refused = new Map<string, { untilMs: number }>();

  async function verify(token: string): Promise<VerifiedToken | null> {
    const unchecked = readUnchecked(token);
    const trust = unchecked === null ? undefined : trusted.get(unchecked.issuer);
    if (unchecked === null || trust === undefined || !isHeaderAcceptable(unchecked.header, trust.issuer)) return null;
    const now = clock.now();
    const { payload } = await jwtVerify(token, trust.keys, {
      issuer: trust.issuer.issuer,
      audience: trust.issuer.audience,
      algorithms: [...trust.issuer.algorithms],
      requiredClaims: ["exp", "sub", "iss", "aud"],
      clockTolerance: LEEWAY_SECONDS,
      currentDate: now,
    }).catch((error: unknown) => {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      // The library throws these for a key too short or malformed. It counts as absent, and lets nobody in.
      log.warn(
        { err: error, issuer: trust.issuer.issuer, kid: unchecked.header.kid },
        "a key of a token issuer cannot be used",
      );
      throw new errors.JWKSNoMatchingKey();
    });
    return toVerifiedToken(payload, trust.issuer, now);
  }

  return async (token) => {
    if (token.length === 0 || token.length > MAX_TOKEN_CHARACTERS) return null;
    const digest = hash("sha256", token, "base64");
    const nowMs = clock.now().getTime();
    const known = verified.get(digest);
    if (known !== undefined && known.untilMs > nowMs) return unlessExpired(known.token, nowMs);
    if ((refused.get(digest)?.untilMs ?? 0) > nowMs) return null;

    try {
      const result = await verify(token);
      if (result !== null)
        remember(verified, digest, { token: result, untilMs: nowMs + VERIFIED_FOR_MS }, MAX_REMEMBERED_TOKENS);
      return result;
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw expired(); // Its signature is verified by then.
      if (error instanceof errors.JWSSignatureVerificationFailed)
        remember(refused, digest, { untilMs: nowMs + REFUSED_FOR_MS }, MAX_REMEMBERED_REFUSALS);
      else if (areKeysUnavailable(error)) {
        log.error({ err: error }, "the keys of a token issuer cannot be read");
        throw unavailable("The identity provider's keys cannot be read at the moment", RETRY_AFTER_SECONDS);
      } else if (!(error instanceof errors.JOSEError)) throw error;
      return null;
    }
  };
}

/** The token's own claims, before any of them is believed; they only select the issuer whose keys verify it. */
function readUnchecked(token: string): { issuer: string; header: ProtectedHeaderParameters } | null {
  // A JWE has five parts and a signed token three; any other count is neither.
  if (token.split(".", 4).length !== 3) return null;
  try {
    const { iss } = decodeJwt(token);
    return typeof iss === "string" ? { issuer: iss, header: decodeProtectedHeader(token) } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

function isHeaderAcceptable(header: ProtectedHeaderParameters, issuer: Issuer): boolean {
  if (!(issuer.algorithms as readonly unknown[]).includes(header.alg)) return false;
  if (header.typ !== undefined && !(typeof header.typ === "string" && TOKEN_TYPES.has(header.typ.toLowerCase())))
    return false;
  if (header.kid !== undefined && !(typeof header.kid === "string" && header.kid.length <= MAX_KEY_ID_CHARACTERS))
    return false;
  return REFUSED_HEADERS.every((name) => !(name in header));
}

/** The signature is valid; the claims must still be usable. */
function toVerifiedToken(payload: JWTPayload, issuer: Issuer, now: Date): VerifiedToken | null {
  const { sub, exp, iat, jti, org_id: orgId, email, email_verified: emailVerified, generation, sid } = payload;
  if (typeof sub !== "string" || sub.length === 0 || sub.length > MAX_SUBJECT_CHARACTERS || typeof exp !== "number")
    return null;
  if (exp > LAST_INSTANT_SECONDS) return null;
  if (iat !== undefined && iat > now.getTime() / 1_000 + LEEWAY_SECONDS) return null;
  if (orgId !== undefined && orgId !== null && !isId(orgId)) return null;
  if (jti !== undefined && (typeof jti !== "string" || jti.length > MAX_TOKEN_ID_CHARACTERS)) return null;
  if (![sub, jti ?? "", typeof email === "string" ? email : ""].every(isStorable)) return null;
  return {
    issuer,
    subject: sub,
    orgId: isId(orgId) ? orgId.toLowerCase() : null,
    tokenId: jti ?? null,
    sessionId: issuer.subjects === "user-id" && isId(sid) ? sid : null,
    generation: typeof generation === "number" ? generation : null,
    verifiedEmail: typeof email === "string" && emailVerified === true ? email.toLowerCase() : null,
    expiresAtMs: exp * 1_000,
    ...signInOf(payload, issuer, now),
  };
}

/** RFC 8176 and `fido`: a second factor beside a password, or two factors by themselves. */
const SECOND_FACTORS: ReadonlySet<unknown> = new Set(["mfa", "otp", "hwk", "sc", "fido"]);

/**
 * Only `auth_time` says when a person was there: a token may be issued again long after. Where values of `acr` are
 * configured, a person can be asked for the second factor again, so a sign-in without it never counts as recent.
 */
function signInOf(
  { amr, acr, auth_time: authTime, second_factor_at: ownTime }: JWTPayload,
  issuer: Issuer,
  now: Date,
): Pick<VerifiedToken, "secondFactorAtMs" | "signedInElsewhereAtMs"> {
  const latest = now.getTime() / 1_000 + LEEWAY_SECONDS;
  const atMs = (seconds: unknown) => (typeof seconds === "number" && seconds <= latest ? seconds * 1_000 : 0);
  if (issuer.subjects === "user-id")
    return {
      secondFactorAtMs: ownTime === undefined ? null : atMs(ownTime),
      signedInElsewhereAtMs: authTime === undefined ? null : atMs(authTime),
    };
  const { secondFactorAcr = [] } = issuer;
  const isGiven =
    (Array.isArray(amr) && amr.some((method) => SECOND_FACTORS.has(method))) || secondFactorAcr.includes(acr as string);
  return {
    secondFactorAtMs: isGiven ? atMs(authTime) : null,
    signedInElsewhereAtMs: isGiven || secondFactorAcr.length === 0 ? atMs(authTime) : 0,
  };
}

/** PostgreSQL stores no U+0000, and lone surrogates of different pairs would become the same text there. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\u0000");
}

function unlessExpired(token: VerifiedToken, nowMs: number): VerifiedToken {
  if (nowMs >= token.expiresAtMs + LEEWAY_SECONDS * 1_000) throw expired();
  return token;
}

const expired = () =>
  unauthorized("The token has expired; get another by POST /identity/token, or sign in again", "CREDENTIALS_EXPIRED");

/** Drops the oldest entry first. A flood of new tokens then costs a second verification, but never memory. */
function remember<V>(map: Map<string, V>, key: string, value: V, maxEntries: number): void {
  if (map.size >= maxEntries) map.delete(map.keys().next().value!);
  map.set(key, value);
}
