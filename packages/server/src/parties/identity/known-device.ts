import { hash } from "node:crypto";
import { readCookie } from "#src/kernel/http/authenticate.ts";
import { newId } from "@corridor/base/ids.ts";
import { openIfOurs, type SecretBox } from "#src/kernel/secrets.ts";
import { deviceCookie, DEVICE_COOKIE } from "./cookies.ts";

/**
 * A sealed cookie with the browser's id and accounts. Limits count such a browser on its own, so that nobody else can
 * fill them, and its sign-ins cause no warning. A password, its reset or single sign-on makes a browser known for
 * passwords. Only a second factor makes it known for codes: whoever has the mailbox could make any number of browsers.
 */
export type KnownDevice = {
  readonly id: string;
  readonly accounts: readonly string[];
  /** Those of the accounts whose second factor was given. */
  readonly codes: readonly string[];
};

const PLACE = "known device";
/** A browser may be shared; the account with the oldest sign-in is dropped first. */
const MAX_ACCOUNTS = 5;

const accountOf = (email: string): string => hash("sha256", email, "base64url");

/** The id of the browser if it is known for this account, otherwise null. */
export function knownDeviceOf(
  secrets: SecretBox,
  rawHeaders: readonly string[],
  email: string,
  knownFor: "accounts" | "codes" = "accounts",
): string | null {
  const device = readDevice(secrets, rawHeaders);
  return device?.[knownFor].includes(accountOf(email)) === true ? device.id : null;
}

export function rememberDevice(
  secrets: SecretBox,
  rawHeaders: readonly string[],
  email: string,
  { secure, gaveFactor }: { secure: boolean; gaveFactor: boolean },
): string {
  const { id, accounts, codes } = readDevice(secrets, rawHeaders) ?? { id: newId(), accounts: [], codes: [] };
  const account = accountOf(email);
  const withAccount = (list: readonly string[]) =>
    [account, ...list.filter((one) => one !== account)].slice(0, MAX_ACCOUNTS);
  const device = { id, accounts: withAccount(accounts), codes: gaveFactor ? withAccount(codes) : codes };
  return deviceCookie(secrets.seal(JSON.stringify(device), PLACE), secure);
}

function readDevice(secrets: SecretBox, rawHeaders: readonly string[]): KnownDevice | null {
  const sealed = readCookie(rawHeaders, DEVICE_COOKIE);
  const opened = sealed === null ? null : openIfOurs(secrets, sealed, PLACE);
  return opened === null ? null : (JSON.parse(opened) as KnownDevice);
}
