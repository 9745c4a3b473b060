import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { badRequest, conflict, notFound, unauthorized } from "#src/kernel/http/errors.ts";
import { countRecoveryCodes, replaceRecoveryCodes } from "./factor-queries.ts";
import {
  type ChallengePurpose,
  deletePasskey,
  findPasskeyOwner,
  findPasskeys,
  insertChallenge,
  insertPasskey,
  type PasskeyOwner,
  takeChallenge,
  updatePasskeyName,
  usePasskey,
} from "./passkey-queries.ts";
import { recordSignIn, type SignInTrace } from "./record-sign-in.ts";
import {
  assertPassword,
  dropCodesWithoutFactor,
  type FactorAttempt,
  type FactorDeps,
  hashesOf,
  recordChange,
} from "./second-factor.ts";
import { beginSession, type SignedIn, type SignInDeps } from "./sign-in.ts";
import { newRecoveryCodes } from "./totp.ts";

/**
 * A passkey verifies its person (a fingerprint, a PIN), so it counts as two factors: it signs in without a password,
 * and confirms actions that need a fresh factor. Its challenge is valid once, for one purpose and person.
 */
export type PasskeyDeps = FactorDeps & { publicBaseUrl: string };

const ANSWER_WITHIN_MS = 5 * 60_000;
const MAX_PASSKEYS = 20;
const NAME = "Corridor";
/** ES256, RS256, EdDSA: every authenticator supports one of them, and every Node verifies them. */
const ALGORITHMS = [-7, -257, -8];
const NOT_GOOD = "The passkey was not accepted; try again";

/** The library is loaded at its first use, because most processes never need it. */
const webauthn = () => import("@simplewebauthn/server");

/** The host of passkeys, and the origin of its pages. An IP address can have none: a local service uses `localhost`. */
export function relyingPartyOf(publicBaseUrl: string): { id: string; origin: string } {
  const url = new URL(publicBaseUrl);
  if (isIP(url.hostname.replaceAll(/[[\]]/g, "")) !== 0) url.hostname = "localhost";
  return { id: url.hostname, origin: url.origin };
}

export async function startPasskey(
  deps: PasskeyDeps,
  who: FactorAttempt,
  password: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  await assertPassword(deps, who, password);
  const known = await findPasskeys(deps.db, who.userId);
  if (known.length >= MAX_PASSKEYS)
    throw conflict(`You have ${MAX_PASSKEYS} passkeys, the most allowed; remove one first`);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: NAME,
    rpID: relyingPartyOf(deps.publicBaseUrl).id,
    userName: who.email,
    userID: new TextEncoder().encode(who.userId),
    timeout: ANSWER_WITHIN_MS,
    attestationType: "none",
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(deps, options.challenge, "add", who.userId);
  return options;
}

/** Returns recovery codes for a person who has none yet; they are shown only once. */
export async function addPasskey(
  deps: PasskeyDeps,
  userId: string,
  name: string,
  response: RegistrationResponseJSON,
): Promise<string[] | null> {
  const { verifyRegistrationResponse } = await webauthn();
  const { id, origin } = relyingPartyOf(deps.publicBaseUrl);
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => isOurs(deps, challenge, "add", userId),
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (result?.verified !== true) throw badRequest(NOT_GOOD, [], "SECOND_FACTOR_WRONG");
  const { credential } = result.registrationInfo;
  const at = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const { id: credentialId, publicKey, counter, transports = [] } = credential;
    if (!(await insertPasskey(tx, { credentialId, userId, name, publicKey, counter, transports, at })))
      throw conflict("This passkey is already registered");
    const codes = (await countRecoveryCodes(tx, userId)) > 0 ? null : newRecoveryCodes();
    if (codes !== null) await replaceRecoveryCodes(tx, userId, hashesOf(codes), at);
    await recordChange(tx, userId, "user.passkey_added", at, { name });
    return codes;
  });
}

export async function renamePasskey(
  { db, clock }: PasskeyDeps,
  userId: string,
  credentialId: string,
  name: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await updatePasskeyName(tx, { userId, credentialId, name }))) throw notFound("Passkey");
    await recordChange(tx, userId, "user.passkey_renamed", clock.now(), { name });
  });
}

export async function removePasskey({ db, clock }: PasskeyDeps, userId: string, credentialId: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await deletePasskey(tx, { userId, credentialId }))) throw notFound("Passkey");
    await dropCodesWithoutFactor(tx, userId);
    await recordChange(tx, userId, "user.passkey_removed", clock.now());
  });
}

/** The challenge that a passkey signs: for a sign-in any passkey, to step up one of this person's. */
export async function askForPasskey(
  deps: PasskeyDeps,
  userId: string | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  const known = userId === null ? [] : await findPasskeys(deps.db, userId);
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyOf(deps.publicBaseUrl).id,
    timeout: ANSWER_WITHIN_MS,
    userVerification: "required",
    allowCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
  });
  await keepChallenge(deps, options.challenge, userId === null ? "sign-in" : "step-up", userId);
  return options;
}

export async function checkPasskey(
  deps: PasskeyDeps,
  who: FactorAttempt,
  response: AuthenticationResponseJSON,
): Promise<boolean> {
  const judge = await deps.attempts.takeFactor(who, false);
  const passkey = await findPasskeyOwner(deps.db, response.id);
  const isGood =
    passkey !== null && passkey.user_id === who.userId && (await verify(deps, passkey, response, "step-up"));
  await judge(isGood);
  return isGood;
}

export type PasskeySignIn = {
  response: AuthenticationResponseJSON;
  address: string;
  userAgent: string | null;
  requestId: string;
  lifetimeSeconds: number;
};

export async function signInWithPasskey(
  deps: PasskeyDeps & SignInDeps,
  input: PasskeySignIn & { isKnownDevice: (email: string) => boolean },
): Promise<SignedIn> {
  const { address, userAgent, requestId } = input;
  const attemptWasGood = await deps.attempts.takeToken(address);
  const passkey = await findPasskeyOwner(deps.db, input.response.id);
  if (passkey === null) throw unauthorized("This passkey is not registered here", "SIGN_IN_REFUSED");
  const { user_id: userId, email } = passkey;
  const at = deps.clock.now();
  const trace: SignInTrace = {
    userId,
    email,
    address,
    userAgent,
    requestId,
    isKnownDevice: input.isKnownDevice(email),
    at,
  };
  if (!(await verify(deps, passkey, input.response, "sign-in"))) {
    recordSignIn(deps, "user.sign_in_refused", trace, { reason: "passkey" });
    throw unauthorized(NOT_GOOD, "SIGN_IN_REFUSED");
  }
  await attemptWasGood();
  const { lifetimeSeconds } = input;
  const session = {
    kind: "dashboard",
    lifetimeSeconds,
    generation: passkey.token_generation,
    secondFactorAt: at,
  } as const;
  return beginSession(deps, trace, session, { second_factor: true, passkey: true });
}

async function verify(
  deps: PasskeyDeps,
  passkey: PasskeyOwner,
  response: AuthenticationResponseJSON,
  purpose: "sign-in" | "step-up",
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { id, origin } = relyingPartyOf(deps.publicBaseUrl);
  const { credential_id, public_key, counter, transports } = passkey;
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => isOurs(deps, challenge, purpose, purpose === "sign-in" ? null : passkey.user_id),
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter, transports },
    // The library throws the reason, which the caller must not learn.
  }).catch(() => null);
  if (result?.verified !== true) return false;
  await usePasskey(deps.db, credential_id, result.authenticationInfo.newCounter, deps.clock.now());
  return true;
}

async function keepChallenge(
  { db, clock }: PasskeyDeps,
  challenge: string,
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + ANSWER_WITHIN_MS);
  await insertChallenge(db, { challenge, purpose, userId, expiresAt });
}

function isOurs(
  deps: PasskeyDeps,
  challenge: string,
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<boolean> {
  return takeChallenge(deps.db, { challenge, purpose, userId, now: deps.clock.now() });
}
