import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { callIdentity } from "../api/client.ts";
import { withoutReads } from "./session.ts";

type Asked<Options> = { data: Options };

/**
 * Each function here gets a challenge from the service, lets the browser sign it with a passkey, and sends the answer.
 */
export async function createPasskey(name: string, password: string): Promise<string[] | null> {
  const { data: optionsJSON } = await callIdentity<Asked<PublicKeyCredentialCreationOptionsJSON>>(
    "post",
    "/factors/passkeys/options",
    { password },
  );
  const passkey = await startRegistration({ optionsJSON });
  return (
    await callIdentity<{ data: { recovery_codes: string[] | null } }>("post", "/factors/passkeys", { name, passkey })
  ).data.recovery_codes;
}

export async function signInWithPasskey(): Promise<void> {
  const { data: optionsJSON } = await callIdentity<Asked<PublicKeyCredentialRequestOptionsJSON>>(
    "post",
    "/session/passkey/options",
  );
  await callIdentity("post", "/session/passkey", { passkey: await startAuthentication({ optionsJSON }) });
}

export async function stepUpWithPasskey(): Promise<void> {
  const { data: optionsJSON } = await callIdentity<Asked<PublicKeyCredentialRequestOptionsJSON>>(
    "post",
    "/session/step-up/options",
  );
  const passkey = await startAuthentication({ optionsJSON });
  await withoutReads(() => callIdentity("post", "/session/step-up", { passkey }));
}
