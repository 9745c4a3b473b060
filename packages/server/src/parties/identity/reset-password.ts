import { hashOfMailToken, newMailToken } from "#src/parties/organizations/index.ts";
import { findUser, normalizeEmail } from "#src/parties/users/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { badRequest, notFound } from "#src/kernel/http/errors.ts";
import type { IdentityDeps } from "./identity.ts";
import { assertAcceptablePassword, hashPassword, verifyPassword } from "./password.ts";
import {
  deletePasswordResetsOf,
  findAccount,
  findAccountByEmail,
  insertPasswordReset,
  lockAccountOfReset,
  takePasswordReset,
  upsertAccount,
} from "./queries.ts";
import { recordChange } from "./second-factor.ts";

const RESET_WITHIN_MS = 60 * 60_000;

export type PasswordDeps = Pick<IdentityDeps, "db" | "clock" | "attempts" | "log" | "sendMail" | "publicBaseUrl">;

/** Answers the same whether or not there is an account, without waiting: the mail server's delay would reveal it. */
export async function requestPasswordReset(
  deps: PasswordDeps,
  input: { email: string; address: string; device: string | null },
): Promise<void> {
  const at = deps.clock.now();
  const email = normalizeEmail(input.email);
  const mayMail = await deps.attempts.takeResetRequest({ email, address: input.address, device: input.device });
  if (!mayMail) return;
  void sendResetLink(deps, email, at).catch((error: unknown) =>
    deps.log.error({ err: error }, "a password reset could not be sent"),
  );
}

export async function sendResetLink(deps: PasswordDeps, email: string, at: Date): Promise<void> {
  const account = await findAccountByEmail(deps.db, email);
  if (account === null) return;
  const { token, tokenHash } = newMailToken();
  const expiresAt = new Date(at.getTime() + RESET_WITHIN_MS);
  await deps.db.transaction((tx) => insertPasswordReset(tx, { tokenHash, userId: account.user_id, expiresAt, at }));
  await deps.sendMail({
    to: email,
    subject: "Choose a new password",
    text:
      `Hello ${account.name},\n\nsomebody, probably you, requested a new password. Choose it here within an ` +
      `hour:\n\n${deps.publicBaseUrl}/dashboard/reset-password?token=${token}\n\nIf it was not you, do nothing: ` +
      `your password stays as it is.\n`,
  });
}

/** The link works once. The new password ends every earlier session and token. Returns its user. */
export async function resetPassword(
  deps: Pick<PasswordDeps, "db" | "clock" | "attempts">,
  input: { token: string; password: string; address: string },
): Promise<{ userId: string }> {
  const { db, clock } = deps;
  assertAcceptablePassword(input.password, "");
  const at = clock.now();
  const attemptWasGood = await deps.attempts.takeToken(input.address);
  const passwordHash = await hashPassword(input.password);
  const tokenHash = hashOfMailToken(input.token);
  const reset = await db.transaction(async (tx) => {
    // The account is locked first: two links of one person, or a link and a password change, would otherwise deadlock.
    if (tokenHash !== null) await lockAccountOfReset(tx, tokenHash);
    const userId = tokenHash === null ? null : await takePasswordReset(tx, tokenHash, at);
    if (userId === null) throw badRequest("This link is no longer valid; request a new one", [], "LINK_EXPIRED");
    await replacePassword(tx, userId, passwordHash, "user.password_reset", at);
    return { userId };
  });
  await attemptWasGood();
  return reset;
}

/** A signed-in person changes the password: the old password is required, and all other sessions end. */
export async function changePassword(
  deps: Pick<PasswordDeps, "db" | "clock" | "attempts">,
  input: { userId: string; currentPassword: string; newPassword: string; address: string },
): Promise<{ generation: number }> {
  const { db, clock } = deps;
  const at = clock.now();
  const [user, account] = await Promise.all([findUser(db, input.userId), findAccount(db, input.userId)]);
  if (user === null || account === null) throw notFound("Password");
  assertAcceptablePassword(input.newPassword, user.email);
  // The session counts as a known device: strangers' guesses must not keep the owner from changing the password.
  const attemptWasGood = await deps.attempts.takeSignIn({
    email: user.email,
    address: input.address,
    device: `session of ${input.userId}`,
  });
  // Not a 401: the session is valid, and on a 401 the page would go to the sign-in page.
  if (!(await verifyPassword(input.currentPassword, account.password_hash)))
    throw badRequest("The current password is wrong", [], "PASSWORD_WRONG");
  await attemptWasGood();
  const passwordHash = await hashPassword(input.newPassword);
  const generation = await db.transaction((tx) =>
    replacePassword(tx, input.userId, passwordHash, "user.password_changed", at),
  );
  return { generation };
}

async function replacePassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  action: string,
  at: Date,
): Promise<number> {
  const generation = await upsertAccount(tx, { userId, passwordHash, at });
  await deletePasswordResetsOf(tx, userId);
  await recordChange(tx, userId, action, at);
  return generation;
}
