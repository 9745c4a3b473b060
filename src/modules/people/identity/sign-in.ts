import { findMemberships } from "#src/modules/people/organizations/membership.ts";
import { normalizeEmail } from "#src/modules/people/users/user.ts";
import type { Db } from "#src/platform/db/client.ts";
import { ApiError, forbidden, unauthorized } from "#src/platform/http/errors.ts";
import { isId } from "#src/platform/ids.ts";
import type { IssuedToken, IssueToken } from "./issue-token.ts";
import { pretendToVerify, verifyPassword } from "./password.ts";
import { findAccountByEmail } from "./queries.ts";
import { checkFactor, type FactorAttempt, type FactorDeps, readFactors } from "./second-factor.ts";
import { findUser } from "#src/modules/people/users/find-user.ts";

export type SignIn = {
  email: string;
  password: string;
  /** The organisation to act in; absent: the default or only one. */
  orgId?: string;
  /** Network address of the client, for the limits. */
  address: string;
  /** The browser, if it signed in to this account before. */
  device: string | null;
  lifetimeSeconds: number;
  /** Of the second factor, where the person has one. */
  code?: string | undefined;
};

/** One answer for an unknown address and a wrong password, after the same work: nobody learns here who has an account. */
export async function signIn(
  deps: FactorDeps & { issueToken: IssueToken },
  input: SignIn,
): Promise<IssuedToken & { userId: string; email: string; orgId: string | null; secondFactorAt: Date | null }> {
  const { db } = deps;
  const email = normalizeEmail(input.email);
  const attemptWasGood = await deps.attempts.takeSignIn({ email, address: input.address, device: input.device });
  const account = await findAccountByEmail(db, email);
  const isRight = account === null ? await pretendToVerify(input.password) : await verifyPassword(input.password, account.password_hash);
  if (account === null || !isRight) throw unauthorized("The e-mail address or the password is wrong");
  const secondFactorAt = await requireFactor(deps, { userId: account.user_id, email, address: input.address, device: input.device }, input.code);
  // Only now: a right password with a wrong code must not win back the attempts that were used up.
  await attemptWasGood();

  const orgId = await chooseOrganization(db, account.user_id, input.orgId);
  const issued = await deps.issueToken({
    userId: account.user_id,
    orgId,
    generation: account.token_generation,
    lifetimeSeconds: input.lifetimeSeconds,
    secondFactorAt,
  });
  return { ...issued, userId: account.user_id, email, orgId, secondFactorAt };
}

/** When the second factor was given, or null for somebody who has none. */
async function requireFactor(deps: FactorDeps, who: FactorAttempt, code: string | undefined): Promise<Date | null> {
  if ((await readFactors(deps, who.userId)).totp_confirmed_at === null) return null;
  if (code === undefined) throw new ApiError(401, "SECOND_FACTOR_REQUIRED", "Give the code of your authenticator app, or a recovery code, in `code`");
  if (!(await checkFactor(deps, who, code))) throw new ApiError(401, "SECOND_FACTOR_WRONG", "The code is wrong or was used before");
  return deps.clock.now();
}

/** The one asked for, if the user belongs to it; else their default or only one; else none. */
export async function chooseOrganization(db: Db, userId: string, requested: string | undefined): Promise<string | null> {
  const memberships = await findMemberships(db, userId);
  if (requested !== undefined) {
    const match = memberships.find((membership) => isId(requested) && membership.org_id === requested.toLowerCase());
    if (match === undefined) throw forbidden("You are no member of this organisation");
    return match.org_id;
  }
  const user = await findUser(db, userId);
  const byDefault = memberships.find((membership) => membership.org_id === user?.default_org_id);
  return byDefault?.org_id ?? (memberships.length === 1 ? memberships[0]!.org_id : null);
}
