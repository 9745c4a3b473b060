import { SignJWT } from "jose";
import type { Clock } from "@corridor/base/clock.ts";
import type { Issuer } from "#src/kernel/http/verify-token.ts";
import { newId } from "@corridor/base/ids.ts";
import { SIGNING_ALGORITHM, type SigningKeys } from "./signing-keys.ts";

/** The lifetime of a token that a script or server fetches by `POST /identity/token`. */
export const TOKEN_LIFETIME_SECONDS = 60 * 60;
/** The lifetime of the token in the dashboard's cookie: a working day. */
export const SESSION_LIFETIME_SECONDS = 12 * 60 * 60;

export type TokenRequest = {
  userId: string;
  orgId: string | null;
  generation: number | null;
  lifetimeSeconds: number;
  /** When a second factor was given; absent: none was given. */ secondFactorAt?: Date | null;
  /** When another issuer signed the person in, 0 if it does not say. */ signedInElsewhereAtMs?: number | null;
  /** The session of the token. Absent: the token belongs to no listed session. */ sessionId?: string | null;
};
export type IssuedToken = { readonly token: string; readonly expiresAt: Date };
export type IssueToken = (request: TokenRequest) => Promise<IssuedToken>;

export function createIssueToken(deps: {
  keys: SigningKeys;
  clock: Clock;
  issuer: string;
  audience: string;
}): IssueToken {
  return async ({ userId, orgId, generation, lifetimeSeconds, secondFactorAt = null, sessionId = null, ...more }) => {
    const { signedInElsewhereAtMs = null } = more;
    const issuedAt = Math.floor(deps.clock.now().getTime() / 1_000);
    const expiresAt = issuedAt + lifetimeSeconds;
    const { keyId, privateKey } = await deps.keys.current();
    const token = await new SignJWT({
      ...(orgId === null ? {} : { org_id: orgId }),
      ...(generation === null ? {} : { generation }),
      ...(sessionId === null ? {} : { sid: sessionId }),
      ...(signedInElsewhereAtMs === null ? {} : { auth_time: Math.floor(signedInElsewhereAtMs / 1_000) }),
      ...(secondFactorAt === null ? {} : { second_factor_at: Math.floor(secondFactorAt.getTime() / 1_000) }),
    })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid: keyId, typ: "JWT" })
      .setIssuer(deps.issuer)
      .setAudience(deps.audience)
      .setSubject(userId)
      .setJti(newId())
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(privateKey);
    return { token, expiresAt: new Date(expiresAt * 1_000) };
  };
}

/** Our own issuer, by the same rules as any other. Its keys are read without a network call. */
export function embeddedIssuer(deps: { keys: SigningKeys; issuer: string; audience: string }): Issuer {
  return {
    issuer: deps.issuer,
    audience: deps.audience,
    algorithms: [SIGNING_ALGORITHM],
    jwksUri: `${deps.issuer}/jwks`,
    readKeys: () => deps.keys.publicKeys(),
    subjects: "user-id",
    linkByVerifiedEmail: false,
  };
}
