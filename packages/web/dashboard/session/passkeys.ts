import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { callIdentity } from "./session.ts";

type Asked<Options> = { data: Options };

/**
 * Each function here gets a challenge from the service, lets the browser sign it with a passkey, and sends the answer.
 */
export async function createPasskey(name: string, password: string): Promise<string[] | null> {
  const { data: optionsJSON } = await callIdentity<Asked<PublicKeyCredentialCreationOptionsJSON>>(
    "POST",
    "/factors/passkeys/options",
    { password },
  );
  const passkey = await startRegistration({ optionsJSON });
  return (
    await callIdentity<{ data: { recovery_codes: string[] | null } }>("POST", "/factors/passkeys", { name, passkey })
  ).data.recovery_codes;
}

export async function signInWithPasskey(): Promise<void> {
  const { data: optionsJSON } = await callIdentity<Asked<PublicKeyCredentialRequestOptionsJSON>>(
    "POST",
    "/session/passkey/options",
  );
  await callIdentity("POST", "/session/passkey", { passkey: await startAuthentication({ optionsJSON }) });
}

export async function stepUpWithPasskey(): Promise<void> {
  const { data: optionsJSON } = await callIdentity<Asked<PublicKeyCredentialRequestOptionsJSON>>(
    "POST",
    "/session/step-up/options",
  );
  await callIdentity("POST", "/session/step-up", { passkey: await startAuthentication({ optionsJSON }) });
}
