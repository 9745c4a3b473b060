import { audit } from "#src/record/audit/index.ts";
import {
  addMember,
  createOrganization,
  firstSettings,
  hashOfMailToken,
  newMailToken,
} from "#src/parties/organizations/index.ts";
import { findUserByEmail, normalizeEmail } from "#src/parties/users/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import type { Feature } from "#src/kernel/http/caller.ts";
import { badRequest } from "#src/kernel/http/errors.ts";
import { createUserWithPassword } from "./create-user.ts";
import type { IdentityDeps } from "./identity.ts";
import { assertAcceptablePassword, hashPassword } from "./password.ts";
import { insertSignUp, findSignUpCountry, takeSignUp, type SignUpRow } from "./queries.ts";

const CONFIRM_WITHIN_MS = 24 * 60 * 60_000;
/** The features of a new organization. Where the deployment says so, payouts are held until its verification. */
const FIRST_FEATURES: readonly Feature[] = ["payments", "payment_links"];

const NO_LONGER_VALID = "This link is no longer valid; sign up again";

export type SignUpDeps = Pick<
  IdentityDeps,
  "db" | "cells" | "clock" | "attempts" | "log" | "sendMail" | "publicBaseUrl" | "confirmEmail" | "settings"
>;
export type SignUp = {
  email: string;
  password: string;
  name: string;
  country: string;
  organizationName: string;
  address: string;
};

/**
 * The answer is the same whether or not the address is known (null: the e-mail says what happens next). Nothing exists
 * before the address is confirmed, so nobody can occupy another's.
 */
export async function signUp(deps: SignUpDeps, input: SignUp): Promise<{ userId: string; orgId: string } | null> {
  const { db, publicBaseUrl } = deps;
  const email = normalizeEmail(input.email);
  assertAcceptablePassword(input.password, email);
  await deps.attempts.takeSignUp(input.address);
  const password_hash = await hashPassword(input.password);
  const at = deps.clock.now();
  const row: SignUpRow = {
    email,
    name: input.name.trim(),
    country: input.country,
    organization_name: input.organizationName.trim(),
    password_hash,
  };
  if (!deps.confirmEmail)
    return deps.cells.withinNew(row, (there) =>
      there.transaction((tx) => createAccount(tx, row, deps.settings.rateMarginBps, at)),
    );

  await deps.attempts.takeSignUpMail(email);
  if ((await findUserByEmail(db, email)) !== null) {
    const text =
      `Somebody, probably you, tried to sign up with this address, which already has an account.\n\nSign in: ` +
      `${publicBaseUrl}/dashboard/sign-in\nForgotten the password: ${publicBaseUrl}/dashboard/forgot-password\n`;
    await send(deps, email, "You already have an account", text);
    return null;
  }
  const { token, tokenHash } = newMailToken();
  await db.transaction((tx) =>
    insertSignUp(tx, { ...row, tokenHash, expiresAt: new Date(at.getTime() + CONFIRM_WITHIN_MS), at }),
  );
  const text =
    `Confirm that this address is yours, and your account is ready:\n\n` +
    `${publicBaseUrl}/dashboard/confirm-sign-up?token=${token}\n\nThe link is valid for 24 hours. ` +
    `If you did not sign up, do nothing.\n`;
  await send(deps, email, "Confirm your e-mail address", text);
  return null;
}

/** The address is confirmed: the person, their organization and their org-admin membership are created together. */
export async function confirmSignUp(
  deps: Pick<SignUpDeps, "db" | "cells" | "clock" | "attempts" | "settings">,
  input: { token: string; address: string },
): Promise<{ userId: string; orgId: string }> {
  const at = deps.clock.now();
  const attemptWasGood = await deps.attempts.takeToken(input.address);
  const tokenHash = hashOfMailToken(input.token);
  const country = tokenHash === null ? null : await findSignUpCountry(deps.db, tokenHash);
  if (tokenHash === null || country === null) throw badRequest(NO_LONGER_VALID, [], "LINK_EXPIRED");
  const created = await deps.cells.withinNew({ country }, (there) =>
    there.transaction(async (tx) => {
      const signUpRow = await takeSignUp(tx, tokenHash, at);
      if (signUpRow === null) throw badRequest(NO_LONGER_VALID, [], "LINK_EXPIRED");
      return createAccount(tx, signUpRow, deps.settings.rateMarginBps, at);
    }),
  );
  await attemptWasGood();
  return created;
}

async function createAccount(
  tx: Tx,
  { email, name, country, organization_name, password_hash: passwordHash }: SignUpRow,
  marginBps: number,
  at: Date,
): Promise<{ userId: string; orgId: string }> {
  const { user_id: userId } = await createUserWithPassword(tx, { email, name, country, passwordHash, at });
  const actor = { type: "user", id: userId, userId } as const;
  const terms = { country, features: FIRST_FEATURES, settings: firstSettings(marginBps) };
  const { org_id: orgId } = await createOrganization(tx, { ...terms, name: organization_name, actor, at });
  await addMember(tx, { orgId, userId, role: "org-admin", actor, at });
  await audit(tx, { orgId, actor, at }, "user.signed_up", userId);
  return { userId, orgId };
}

/** A failed e-mail must not tell the caller anything that a sent one would not. */
async function send(deps: SignUpDeps, to: string, subject: string, text: string): Promise<void> {
  try {
    await deps.sendMail({ to, subject, text });
  } catch (error) {
    deps.log.error({ err: error }, "a sign-up e-mail could not be sent");
  }
}
