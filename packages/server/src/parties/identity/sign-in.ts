import type { FastifyRequest } from "fastify";
import Type, { type Static } from "typebox";
import { findMemberships } from "#src/parties/organizations/index.ts";
import { findUser, normalizeEmail } from "#src/parties/users/index.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { assertDefaultKnown, assertKnown } from "#src/kernel/http/authenticate.ts";
import { ApiError, forbidden, unauthorized } from "#src/kernel/http/errors.ts";
import { isId } from "@corridor/base/ids.ts";
import type { IdentityDeps } from "./identity.ts";
import type { IssuedToken } from "./issue-token.ts";
import { knownDeviceOf } from "./known-device.ts";
import { pretendToVerify, verifyPassword } from "./password.ts";
import { findAccountByEmail } from "./queries.ts";
import { recordSignIn, type SignInTrace, tellNewDevice } from "./record-sign-in.ts";
import { checkFactor, type FactorDeps, readFactors } from "./second-factor.ts";
import type { SessionKind } from "./session-queries.ts";
import { openSession } from "./sessions.ts";

export type SignInDeps = FactorDeps & Pick<IdentityDeps, "cells" | "issueToken" | "log" | "notifyPerson">;

export type SignIn = {
  email: string;
  password: string;
  /** The organization to act in; absent: the default or only one. */
  orgId?: string;
  address: string;
  device: string | null;
  /** The same browser, if it is also known for codes. */
  codeDevice: string | null;
  userAgent: string | null;
  requestId: string;
  lifetimeSeconds: number;
  kind: SessionKind;
  code?: string | undefined;
};

export type SignedIn = IssuedToken & {
  userId: string;
  orgId: string | null;
  secondFactorAt: Date | null;
  trace: SignInTrace;
};

const WRONG = "The e-mail address or the password is wrong";

/** One answer for an unknown address and a wrong password, after the same work: nobody learns who has an account. */
export async function signIn(deps: SignInDeps, input: SignIn): Promise<SignedIn> {
  const { db } = deps;
  const email = normalizeEmail(input.email);
  const attemptWasGood = await deps.attempts.takeSignIn({ email, address: input.address, device: input.device });
  const account = await findAccountByEmail(db, email);
  const isRight =
    account === null
      ? await pretendToVerify(input.password)
      : await verifyPassword(input.password, account.password_hash);
  if (account === null) throw unauthorized(WRONG, "SIGN_IN_REFUSED");
  const { address, userAgent, requestId } = input;
  const trace: SignInTrace = {
    userId: account.user_id,
    email,
    address,
    userAgent,
    requestId,
    isKnownDevice: input.device !== null,
    at: deps.clock.now(),
  };
  if (!isRight) {
    recordSignIn(deps, "user.sign_in_refused", trace, { reason: "password" });
    throw unauthorized(WRONG, "SIGN_IN_REFUSED");
  }
  const secondFactorAt = await requireFactor(deps, trace, input);
  // Only after the second factor: a correct password with a wrong code must not reset the limit.
  await attemptWasGood();

  const { orgId, kind, lifetimeSeconds } = input;
  const session = { orgId, kind, lifetimeSeconds, generation: account.token_generation, secondFactorAt };
  return beginSession(deps, trace, session, { second_factor: secondFactorAt !== null });
}

/** The session of a person who has proven who they are. `how` goes into the audit log. */
export async function beginSession(
  deps: SignInDeps,
  trace: SignInTrace,
  session: Pick<SignIn, "kind" | "lifetimeSeconds" | "orgId"> & {
    generation: number | null;
    secondFactorAt: Date | null;
    signedInElsewhereAtMs?: number | null;
  },
  how: object,
): Promise<SignedIn> {
  const { userId, address, userAgent } = trace;
  const { kind, ...asked } = session;
  const orgId = await chooseOrganization(deps, userId, session.orgId);
  recordSignIn(deps, "user.signed_in", trace, how);
  if (!trace.isKnownDevice) tellNewDevice(deps, trace, kind);
  const issued = await openSession(deps, { ...asked, userId, orgId }, { kind, address, userAgent });
  return { ...issued, userId, orgId, secondFactorAt: session.secondFactorAt, trace };
}

async function requireFactor(deps: SignInDeps, trace: SignInTrace, { code, codeDevice }: SignIn): Promise<Date | null> {
  const { totp_confirmed_at: totp, passkeys } = await readFactors(deps, trace.userId);
  if (totp === null && passkeys.length === 0) return null;
  if (code === undefined)
    throw new ApiError(
      401,
      "SECOND_FACTOR_REQUIRED",
      "Give the code of your authenticator app, or a recovery code, in `code`; or sign in with a passkey",
    );
  if (!(await checkFactor(deps, { ...trace, device: codeDevice }, code))) {
    recordSignIn(deps, "user.sign_in_refused", trace, { reason: "second factor" });
    throw new ApiError(401, "SECOND_FACTOR_WRONG", "The code is wrong or was used before");
  }
  return deps.clock.now();
}

/** The requested organization, if the user belongs to it; otherwise their default or only one; otherwise none. */
export async function chooseOrganization(
  { db, cells }: Pick<IdentityDeps, "db" | "cells">,
  userId: string,
  requested: string | undefined,
): Promise<string | null> {
  const { rows: memberships, lacks } = await cells.gather((cell) => findMemberships(cell, userId));
  if (requested !== undefined) {
    const match = memberships.find((membership) => isId(requested) && membership.org_id === requested.toLowerCase());
    if (match === undefined) {
      assertKnown({ lacks }, requested);
      throw forbidden("You are not a member of this organization");
    }
    return match.org_id;
  }
  const user = await findUser(db, userId);
  const byDefault = memberships.find((membership) => membership.org_id === user?.default_org_id);
  if (user !== null && byDefault === undefined)
    assertDefaultKnown({ lacks, defaultOrgId: user.default_org_id, platformRole: user.platform_role });
  return byDefault?.org_id ?? (memberships.length === 1 ? memberships[0]!.org_id : null);
}

/** A code of an app, or a recovery code as it was shown. */
export const FactorCode = Type.String({ maxLength: 40 });
export const Password = Type.String({ maxLength: 1_000 });
export const SignInBody = Type.Object({
  email: Type.String({ maxLength: 254 }),
  password: Password,
  org_id: Type.Optional(Type.String()),
  code: Type.Optional(FactorCode),
});

type Request = Pick<FastifyRequest, "ip" | "id" | "headers" | "raw"> & { body: Static<typeof SignInBody> };

export function readSignIn(
  secrets: SecretBox,
  { body, ip, id, headers, raw }: Request,
): Omit<SignIn, "lifetimeSeconds" | "kind"> {
  const { org_id: orgId, ...given } = body;
  const knownFor = (what: "accounts" | "codes") =>
    knownDeviceOf(secrets, raw.rawHeaders, normalizeEmail(body.email), what);
  const devices = { device: knownFor("accounts"), codeDevice: knownFor("codes") };
  return { ...given, ...devices, orgId, address: ip, userAgent: headers["user-agent"] ?? null, requestId: id };
}
