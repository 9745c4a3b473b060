import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from "jose";
import { fetch as fetchOverNetwork } from "undici";

/** Fetched when needed, cached, and fetched again for an unknown key; our own issuer's come from this process. */
export type KeySource = {
  readonly jwksUri: string;
  /** Answers for `jwksUri` without a network call. */
  readonly readKeys?: () => Promise<JSONWebKeySet>;
};

const FETCH_TIMEOUT_MS = 3_000;
const MAX_JWKS_BYTES = 256 * 1_024;
const MAX_AGE_MS = 10 * 60_000;
/** For an unknown `kid`: otherwise a caller could use us to flood the issuer. */
const COOLDOWN_MS = 30_000;
const OWN_COOLDOWN_MS = 1_000;
/** While an issuer is down its last keys remain in use, so that its outage is not ours as well. */
const USE_OLD_KEYS_FOR_MS = 60 * 60_000;
const PAUSE_AFTER_FAILURE_MS = 2_000;

/** The issuer's keys cannot be read, so it is unknown whether the token is valid. */
export class KeysUnavailable extends Error {
  override name = "KeysUnavailable";
}

export function issuerKeys(source: KeySource): JWTVerifyGetKey {
  const { readKeys } = source;
  return createRemoteJWKSet(new URL(source.jwksUri), {
    [customFetch]: readKeys === undefined ? resilientFetch() : async () => Response.json(await readKeys()),
    timeoutDuration: FETCH_TIMEOUT_MS,
    cacheMaxAge: MAX_AGE_MS,
    cooldownDuration: readKeys === undefined ? COOLDOWN_MS : OWN_COOLDOWN_MS,
  });
}

export function areKeysUnavailable(error: unknown): boolean {
  return error instanceof KeysUnavailable || error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
}

/** Real time, not the stepped clock: this limits network calls, and no part of it is stored. */
function resilientFetch(): FetchImplementation {
  let last: { body: string; atMs: number } | undefined;
  let failure: { error: KeysUnavailable; atMs: number } | undefined;
  return async (url, options) => {
    const nowMs = Date.now();
    try {
      if (failure !== undefined && nowMs - failure.atMs < PAUSE_AFTER_FAILURE_MS) throw failure.error;
      last = { body: await fetchKeySet(url, options.signal), atMs: nowMs };
      failure = undefined;
      return jsonResponse(last.body);
    } catch (cause) {
      const error =
        cause instanceof KeysUnavailable ? cause : new KeysUnavailable(`the keys at ${url} cannot be read`, { cause });
      if (failure === undefined || nowMs - failure.atMs >= PAUSE_AFTER_FAILURE_MS) failure = { error, atMs: nowMs };
      if (last !== undefined && nowMs - last.atMs < USE_OLD_KEYS_FOR_MS) return jsonResponse(last.body);
      throw error;
    }
  };
}

/** Reads up to a limit and follows no redirect: a redirect target is not the issuer's answer. */
async function fetchKeySet(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetchOverNetwork(url, { headers: { accept: "application/json" }, redirect: "manual", signal });
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel();
    throw new KeysUnavailable(`the keys at ${url} were answered with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_JWKS_BYTES) throw new KeysUnavailable(`the keys at ${url} are larger than ${MAX_JWKS_BYTES} bytes`);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks).toString("utf8");
  const parsed: unknown = JSON.parse(body);
  if (typeof parsed !== "object" || parsed === null || !("keys" in parsed) || !Array.isArray(parsed.keys)) {
    throw new KeysUnavailable(`the answer of ${url} is no key set`);
  }
  return body;
}

function jsonResponse(body: string): Response {
  return new Response(body, { headers: { "content-type": "application/json" } });
}
