import { appendAudit } from "#src/record/audit/index.ts";
import {
  addMember,
  createOrganization,
  firstSettings,
  hashOfMailToken,
  newMailToken,
  type SendMail,
} from "#src/parties/organizations/index.ts";
import { findUserByEmail, normalizeEmail } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Feature } from "#src/kernel/http/caller.ts";
import { badRequest } from "#src/kernel/http/errors.ts";
import type { Logger } from "#src/kernel/log.ts";
import { createUserWithPassword } from "./create-user-with-password.ts";
import type { Attempts } from "./attempts.ts";
import { assertAcceptablePassword, hashPassword } from "./password.ts";
import { insertSignUp, findSignUpCountry, takeSignUp, type SignUpRow } from "./queries.ts";

const CONFIRM_WITHIN_MS = 24 * 60 * 60_000;
/** The features of a new organization. Where the deployment says so, payouts are held until its verification. */
const FIRST_FEATURES: readonly Feature[] = ["payments", "payment_links"];

const NO_LONGER_VALID = "This link is no longer valid; sign up again";

export type SignUpDeps = {
  db: Db;
  cells: CellsInUse;
  clock: Clock;
  attempts: Attempts;
  log: Logger;
  sendMail: SendMail;
  publicBaseUrl: string;
  /** Off in development only, where e-mail may not be set up: the account then exists at once. */
  confirmEmail: boolean;
  firstMarginBps: number;
};
export type SignUp = {
  email: string;
  password: string;
  name: string;
  country: string;
  organizationName: string;
  address: string;
};

/**
 * A person requests an account and an organization. The answer is the same whether or not the address is known: the
 * e-mail says what happens next. Nothing exists before the address is confirmed, so nobody can occupy another's. Null
 * when the e-mail decides.
 */
export async function signUp(deps: SignUpDeps, input: SignUp): Promise<{ userId: string; orgId: string } | null> {
  const { db, clock } = deps;
  const email = normalizeEmail(input.email);
  assertAcceptablePassword(input.password, email);
  await deps.attempts.takeSignUp(input.address);
  const passwordHash = await hashPassword(input.password);
  const at = clock.now();
  const row: SignUpRow = {
    email,
    name: input.name.trim(),
    country: input.country,
    organization_name: input.organizationName.trim(),
    password_hash: passwordHash,
  };
  if (!deps.confirmEmail)
    return deps.cells.withinNew(row, (there) =>
      there.transaction((tx) => createAccount(tx, row, deps.firstMarginBps, at)),
    );

  await deps.attempts.takeSignUpMail(email);
  if ((await findUserByEmail(db, email)) !== null) {
    await send(
      deps,
      email,
      "You already have an account",
      `Somebody, probably you, tried to sign up with this address, which already has an account.\n\nSign in: ` +
        `${deps.publicBaseUrl}/dashboard/sign-in\nForgotten the password: ` +
        `${deps.publicBaseUrl}/dashboard/forgot-password\n`,
    );
    return null;
  }
  const { token, tokenHash } = newMailToken();
  await db.transaction((tx) =>
    insertSignUp(tx, { ...row, tokenHash, expiresAt: new Date(at.getTime() + CONFIRM_WITHIN_MS), at }),
  );
  await send(
    deps,
    email,
    "Confirm your e-mail address",
    "Confirm that this address is yours, and your account is " +
      `ready:\n\n${deps.publicBaseUrl}/dashboard/confirm-sign-up?token=${token}\n\nThe link is valid for 24 hours. ` +
      "If " +
      `you did not sign up, do nothing.\n`,
  );
  return null;
}

/** The address is confirmed: the person, their organization and their org-admin membership are created together. */
export async function confirmSignUp(
  deps: Pick<SignUpDeps, "db" | "cells" | "clock" | "attempts" | "firstMarginBps">,
  input: { token: string; address: string },
): Promise<{ userId: string; orgId: string }> {
  const at = deps.clock.now();
  const attemptWasGood = await deps.attempts.takeToken(input.address);
  const tokenHash = hashOfMailToken(input.token);
  const country = tokenHash === null ? null : await findSignUpCountry(deps.db, tokenHash);
  if (tokenHash === null || country === null) throw badRequest(NO_LONGER_VALID);
  const created = await deps.cells.withinNew({ country }, (there) =>
    there.transaction(async (tx) => {
      const signUpRow = await takeSignUp(tx, tokenHash, at);
      if (signUpRow === null) throw badRequest(NO_LONGER_VALID);
      return createAccount(tx, signUpRow, deps.firstMarginBps, at);
    }),
  );
  await attemptWasGood();
  return created;
}

async function createAccount(
  tx: Tx,
  row: SignUpRow,
  marginBps: number,
  at: Date,
): Promise<{ userId: string; orgId: string }> {
  const user = await createUserWithPassword(tx, {
    email: row.email,
    name: row.name,
    country: row.country,
    passwordHash: row.password_hash,
    at,
  });
  const actor = { type: "user", id: user.user_id, userId: user.user_id } as const;
  const settings = firstSettings(marginBps);
  const organization = await createOrganization(tx, {
    name: row.organization_name,
    country: row.country,
    features: FIRST_FEATURES,
    settings,
    actor,
    at,
  });
  await addMember(tx, { orgId: organization.org_id, userId: user.user_id, role: "org-admin", actor, at });
  await appendAudit(tx, [
    { orgId: organization.org_id, actor, action: "user.signed_up", resourceType: "user", resourceId: user.user_id, at },
  ]);
  return { userId: user.user_id, orgId: organization.org_id };
}

/** A failed e-mail must not tell the caller anything that a sent one would not. */
async function send(deps: SignUpDeps, to: string, subject: string, text: string): Promise<void> {
  try {
    await deps.sendMail({ to, subject, text });
  } catch (error) {
    deps.log.error({ err: error }, "a sign-up e-mail could not be sent");
  }
}
