import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { decodeJwt } from "jose";
import type { Clock } from "@corridor/base/clock.ts";
import { unauthorized, unavailable } from "#src/kernel/http/errors.ts";
import { createTokenVerifier, type AsymmetricAlgorithm, type Issuer } from "#src/kernel/http/verify-token.ts";
import type { Logger } from "#src/kernel/log.ts";
import { OutboundError, type Outbound } from "@corridor/provider-kit/outbound.ts";
import { openIfOurs, type SecretBox } from "#src/kernel/secrets.ts";
import { OIDC_COOKIE_SECONDS } from "./cookies.ts";

/** Single sign-on by OpenID Connect (code flow, PKCE, state, nonce); then the person has a session of ours. */
export type OidcConfig = {
  readonly issuer: string;
  readonly clientId: string;
  /** The client secret; absent for a public client. PKCE protects both kinds of client. */
  readonly clientSecret?: string;
  readonly algorithms: readonly AsymmetricAlgorithm[];
  readonly linkByVerifiedEmail: boolean;
  readonly secondFactorAcr?: readonly string[];
};

export type OidcClient = ReturnType<typeof createOidcClient>;

type Metadata = { authorization_endpoint: string; token_endpoint: string; jwks_uri: string };
type Journey = { state: string; nonce: string; verifier: string; next: string; startedAtMs: number; stepUp?: StepUp };
/** The token of the session whose person must sign in again; null for a first sign-in. */
type StepUp = string | null;

const SCOPE = "openid email profile";
const RANDOM_BYTES = 32;
const REQUEST_TIMEOUT_MS = 5_000;
const METADATA_MAX_AGE_MS = 60 * 60_000;
const RETRY_AFTER_SECONDS = 5;
const JOURNEY_PLACE = "identity.oidc journey";

export function createOidcClient(deps: {
  config: OidcConfig;
  redirectUri: string;
  outbound: Outbound;
  secrets: SecretBox;
  clock: Clock;
  log: Logger;
}) {
  const { config, redirectUri, outbound, secrets, clock, log } = deps;
  const { secondFactorAcr: acr = [] } = config;
  let discovered: { metadata: Metadata; verify: ReturnType<typeof createTokenVerifier>; untilMs: number } | undefined;

  async function discover() {
    const nowMs = clock.now().getTime();
    if (discovered !== undefined && nowMs < discovered.untilMs) return discovered;
    const document = await callJson("GET", `${config.issuer.replace(/\/+$/, "")}/.well-known/openid-configuration`);
    const { issuer, authorization_endpoint, token_endpoint, jwks_uri } = document;
    if (issuer !== config.issuer) throw down(`the metadata speaks for ${String(issuer)}`);
    if (!isUrl(authorization_endpoint) || !isUrl(token_endpoint) || !isUrl(jwks_uri))
      throw down("the metadata lacks an endpoint");
    const trusted: Issuer = {
      issuer: config.issuer,
      audience: config.clientId,
      algorithms: config.algorithms,
      jwksUri: jwks_uri,
      subjects: "linked",
      linkByVerifiedEmail: config.linkByVerifiedEmail,
      ...(config.secondFactorAcr === undefined ? {} : { secondFactorAcr: config.secondFactorAcr }),
    };
    const verify = createTokenVerifier({ issuers: [trusted], clock, log });
    discovered = {
      metadata: { authorization_endpoint, token_endpoint, jwks_uri },
      verify,
      untilMs: nowMs + METADATA_MAX_AGE_MS,
    };
    return discovered;
  }

  async function callJson(
    method: "GET" | "POST",
    url: string,
    form?: URLSearchParams,
  ): Promise<Record<string, unknown>> {
    const headers: Record<string, string> = { accept: "application/json" };
    if (form !== undefined) headers["content-type"] = "application/x-www-form-urlencoded";
    if (form !== undefined && config.clientSecret !== undefined)
      headers["authorization"] = basicAuthorization(config.clientId, config.clientSecret);
    try {
      const timeoutMs = REQUEST_TIMEOUT_MS;
      const response = await outbound.request({ method, url, headers, body: form?.toString(), timeoutMs });
      const body: unknown = JSON.parse(response.body.toString("utf8"));
      if (typeof body !== "object" || body === null) throw down("the answer is not an object");
      if (response.statusCode >= 500) throw down(`status ${response.statusCode}`);
      if (response.statusCode !== 200)
        throw unauthorized("The identity provider refused the sign-in; start again", "SIGN_IN_REFUSED");
      return body as Record<string, unknown>;
    } catch (error) {
      if (error instanceof OutboundError || error instanceof SyntaxError) throw down(error.message);
      throw error;
    }
  }

  function down(reason: string) {
    log.error({ issuer: config.issuer, reason }, "the identity provider does not answer as it should");
    return unavailable("The identity provider cannot be reached at the moment", RETRY_AFTER_SECONDS);
  }

  return {
    async start(next: string, stepUp: StepUp) {
      const { metadata } = await discover();
      const journey: Journey = {
        state: random(),
        nonce: random(),
        verifier: random(),
        next,
        startedAtMs: clock.now().getTime(),
        stepUp,
      };
      const url = new URL(metadata.authorization_endpoint);
      const query = {
        response_type: "code",
        client_id: config.clientId,
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: journey.state,
        nonce: journey.nonce,
        code_challenge: hash("sha256", journey.verifier, "base64url"),
        code_challenge_method: "S256",
        ...(stepUp === null ? {} : { prompt: "login", max_age: "0" }),
        ...(stepUp === null || acr.length === 0 ? {} : { acr_values: acr.join(" ") }),
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return { url: url.href, cookie: secrets.seal(JSON.stringify(journey), JOURNEY_PLACE) };
    },

    async finish({ code, state, cookie }: { code: string; state: string; cookie: string | null }) {
      const journey = cookie === null ? null : openJourney(secrets, cookie);
      const ageMs = journey === null ? 0 : clock.now().getTime() - journey.startedAtMs;
      if (journey === null || ageMs > OIDC_COOKIE_SECONDS * 1_000 || !isSame(journey.state, state))
        throw unauthorized("This sign-in was not started here; start again", "SIGN_IN_REFUSED");
      const { metadata, verify } = await discover();
      const form = new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        client_id: config.clientId,
        code_verifier: journey.verifier,
      });
      const { id_token: idToken } = await callJson("POST", metadata.token_endpoint, form);
      const token = typeof idToken === "string" ? await verify(idToken) : null;
      // The nonce ties the token to this browser's sign-in: a token stolen elsewhere does not match.
      const nonce = token === null ? undefined : decodeJwt(idToken as string).nonce;
      if (token === null || typeof nonce !== "string" || !isSame(nonce, journey.nonce))
        throw unauthorized("The identity provider's answer is invalid; start again", "SIGN_IN_REFUSED");
      return { token, next: journey.next, stepUp: journey.stepUp ?? null };
    },
  };
}

function openJourney(secrets: SecretBox, cookie: string): Journey | null {
  const opened = openIfOurs(secrets, cookie, JOURNEY_PLACE);
  return opened === null ? null : (JSON.parse(opened) as Journey);
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
function basicAuthorization(clientId: string, clientSecret: string): string {
  const joined = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return `Basic ${Buffer.from(joined).toString("base64")}`;
}

function random(): string {
  return randomBytes(RANDOM_BYTES).toString("base64url");
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function isUrl(value: unknown): value is string {
  return typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
