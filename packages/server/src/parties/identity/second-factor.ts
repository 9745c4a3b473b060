import { audit } from "#src/record/audit/index.ts";
import { findUser, USER_TOPIC } from "#src/parties/users/index.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { badRequest, conflict, notFound } from "#src/kernel/http/errors.ts";
import {
  confirmTotp,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteTotp,
  findAllTotp,
  findTotp,
  replaceRecoveryCodes,
  takeRecoveryCode,
  updateSealedTotp,
  upsertUnconfirmedTotp,
  useStep,
} from "./factor-queries.ts";
import type { IdentityDeps } from "./identity.ts";
import { findPasskeys } from "./passkey-queries.ts";
import { verifyPassword } from "./password.ts";
import { findAccount } from "./queries.ts";
import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, stepOfCode, totpUri } from "./totp.ts";

/**
 * An authenticator app or passkeys (passkeys.ts), and recovery codes for when they are lost.
 *
 *   none --start (password again)--> unconfirmed --first code--> confirmed --a code again--> none
 *
 * Only a confirmed one counts: then no token or session is issued without a code, and some actions need a fresh one
 * (`stepUp` in the access table). A code is valid once. Guesses are limited by account too (attempts.ts).
 */
export type FactorDeps = Pick<IdentityDeps, "db" | "clock" | "secrets" | "attempts">;
export type FactorAttempt = { userId: string; email: string; address: string; device: string | null };

const ISSUER_NAME = "Corridor";
const placeOf = (userId: string): string => `totp:${userId}`;

export async function checkFactor(deps: FactorDeps, who: FactorAttempt, code: string): Promise<boolean> {
  const judge = await deps.attempts.takeFactor(who, hashOfRecoveryCode(code) === null);
  const isGood = (await useTotpCode(deps, who.userId, code)) || (await useRecoveryCode(deps, who.userId, code));
  await judge(isGood);
  return isGood;
}

export async function readFactors({ db }: Pick<FactorDeps, "db">, userId: string) {
  const [totp, codes, passkeys] = await Promise.all([
    findTotp(db, userId),
    countRecoveryCodes(db, userId),
    findPasskeys(db, userId),
  ]);
  return {
    totp_confirmed_at: totp?.confirmed_at ?? null,
    recovery_codes_left: codes,
    passkeys: passkeys.map(({ credential_id, name, created_at, last_used_at }) => ({
      credential_id,
      name,
      created_at,
      last_used_at,
    })),
  };
}

/** The password is required again: an unattended session must not be enough to lock its owner out. */
export async function assertPassword(deps: FactorDeps, who: FactorAttempt, password: string): Promise<void> {
  const account = await findAccount(deps.db, who.userId);
  if (account === null) throw notFound("Password");
  const attemptWasGood = await deps.attempts.takeSignIn({ ...who, device: `session of ${who.userId}` });
  if (!(await verifyPassword(password, account.password_hash)))
    throw badRequest("The password is wrong", [], "PASSWORD_WRONG");
  await attemptWasGood();
}

export async function startTotp(
  deps: FactorDeps,
  who: FactorAttempt,
  password: string,
): Promise<{ secret: string; uri: string }> {
  await assertPassword(deps, who, password);
  const secret = newTotpSecret();
  const secretSealed = deps.secrets.seal(secret, placeOf(who.userId));
  const isNew = await deps.db.transaction((tx) =>
    upsertUnconfirmedTotp(tx, { userId: who.userId, secretSealed, at: deps.clock.now() }),
  );
  if (!isNew) throw conflict("You already have a second factor; remove it first");
  return { secret, uri: totpUri(secret, who.email, ISSUER_NAME) };
}

/** The first code proves that the app works. Returns the recovery codes, which are shown only once. */
export async function confirmFactor(deps: FactorDeps, who: FactorAttempt, code: string): Promise<string[]> {
  const totp = await findTotp(deps.db, who.userId);
  if (totp === null || totp.confirmed_at !== null)
    throw conflict("No second factor waits for its first code; start again");
  const judge = await deps.attempts.takeFactor(who, true);
  const at = deps.clock.now();
  const step = stepOfCode(deps.secrets.open(totp.secret_sealed, placeOf(who.userId)), code, at);
  await judge(step !== null);
  if (step === null) throw badRequest("The code is wrong; check the clock of your phone", [], "SECOND_FACTOR_WRONG");
  const codes = newRecoveryCodes();
  await deps.db.transaction(async (tx) => {
    if (!(await confirmTotp(tx, who.userId, step, at))) throw conflict("The second factor has already been confirmed");
    await replaceRecoveryCodes(tx, who.userId, hashesOf(codes), at);
    await recordChange(tx, who.userId, "user.second_factor_added", at);
  });
  return codes;
}

/** The caller must have checked a code just before. */
export async function removeFactor({ db, clock }: FactorDeps, userId: string): Promise<void> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    await deleteTotp(tx, userId);
    await dropCodesWithoutFactor(tx, userId);
    await recordChange(tx, userId, "user.second_factor_removed", at);
  });
}

/** Recovery codes replace a factor: without any factor they are useless, and the next factor gets new ones. */
export async function dropCodesWithoutFactor(tx: Tx, userId: string): Promise<void> {
  const [totp, passkeys] = [await findTotp(tx, userId), await findPasskeys(tx, userId)];
  if ((totp === null || totp.confirmed_at === null) && passkeys.length === 0) await deleteRecoveryCodes(tx, userId);
}

export async function renewRecoveryCodes({ db, clock }: FactorDeps, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const at = clock.now();
  await db.transaction(async (tx) => {
    await replaceRecoveryCodes(tx, userId, hashesOf(codes), at);
    await recordChange(tx, userId, "user.recovery_codes_renewed", at);
  });
  return codes;
}

export async function resealTotp({ db, secrets }: Pick<FactorDeps, "db" | "secrets">): Promise<number> {
  return db.transaction(async (tx) => {
    const due = (await findAllTotp(tx)).filter((row) => !secrets.isCurrent(row.secret_sealed));
    for (const { user_id: userId, secret_sealed: sealed } of due) {
      await updateSealedTotp(tx, userId, secrets.seal(secrets.open(sealed, placeOf(userId)), placeOf(userId)));
    }
    return due.length;
  });
}

export async function attemptOf(
  db: Db,
  userId: string,
  from: { address: string; deviceOf: (email: string) => string | null },
): Promise<FactorAttempt> {
  const user = await findUser(db, userId);
  if (user === null) throw notFound("User");
  return { userId, email: user.email, address: from.address, device: from.deviceOf(user.email) };
}

async function useTotpCode({ db, clock, secrets }: FactorDeps, userId: string, code: string): Promise<boolean> {
  const totp = await findTotp(db, userId);
  if (totp === null || totp.confirmed_at === null) return false;
  const step = stepOfCode(secrets.open(totp.secret_sealed, placeOf(userId)), code, clock.now());
  return step !== null && useStep(db, userId, step);
}

async function useRecoveryCode({ db, clock }: FactorDeps, userId: string, code: string): Promise<boolean> {
  const codeHash = hashOfRecoveryCode(code);
  if (codeHash === null) return false;
  return db.transaction(async (tx) => {
    const isGood = await takeRecoveryCode(tx, userId, codeHash);
    if (isGood) await recordChange(tx, userId, "user.recovery_code_used", clock.now());
    return isGood;
  });
}

export async function recordChange(tx: Tx, userId: string, action: string, at: Date, changes?: object): Promise<void> {
  const actor = { type: "user", id: userId, userId } as const;
  await audit(tx, { orgId: null, actor, at }, action, userId, changes);
  tx.notify(USER_TOPIC, userId);
}

export function hashesOf(codes: readonly string[]): Buffer[] {
  return codes.map((code) => hashOfRecoveryCode(code)!);
}
