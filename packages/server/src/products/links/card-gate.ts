import type { RunSettings } from "#src/run-settings.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { networkOf } from "#src/kernel/http/client-network.ts";
import { ApiError } from "#src/kernel/http/errors.ts";
import { createRateLimiter, type RateLimiter } from "#src/kernel/http/rate-limit.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Outbound } from "@corridor/provider-kit/outbound.ts";

/**
 * Slows down attackers who try stolen cards, and nobody else. Attempts are counted within an hour, from narrow to wide:
 *
 *   address              after a few attempts a challenge; beyond the limit refused, unless it solved the challenge
 *   link, organization   after many attempts a challenge. They never refuse: otherwise a stranger could close a shop.
 *                        While none is configured, each address still has a few attempts
 *
 * Counters are in each process's memory. Tries with one card are counted in the database, as those with one phone are
 * (`limitInstrument`).
 */
export type CardGate = { admit(attempt: CardAttempt): Promise<void> };
export type CardAttempt = {
  readonly linkRef: string;
  readonly orgId: string;
  readonly address: string;
  readonly challengeToken: string | undefined;
};
export type Challenge = { readonly url: string; readonly secret: string };

const HOUR_MS = 3_600_000;
type Limits = Readonly<Record<"address" | "addressStrictly" | "addressAsks" | "linkAsks" | "organizationAsks", number>>;
export const CARD_LIMITS: Limits = {
  address: 60,
  addressStrictly: 2,
  addressAsks: 10,
  linkAsks: 200,
  organizationAsks: 2_000,
};
/** In development a few test cards are tried all day, from one address. */
const DEVELOPMENT_FACTOR = 1_000;
const VERIFY_TIMEOUT_MS = 5_000;

export function createCardGate(deps: {
  clock: Clock;
  outbound: Pick<Outbound, "request">;
  log: Logger;
  environment: "development" | "production";
  settings: Pick<RunSettings, "checkoutChallengeUrl" | "checkoutChallengeSecret">;
}): CardGate {
  const factor = deps.environment === "production" ? 1 : DEVELOPMENT_FACTOR;
  const limit = (name: keyof Limits): RateLimiter =>
    createRateLimiter({
      name: `checkout-${name}`,
      perWindow: CARD_LIMITS[name] * factor,
      windowMs: HOUR_MS,
      clock: deps.clock,
    });
  const addresses = limit("address");
  const strictly = limit("addressStrictly");
  const asks = { address: limit("addressAsks"), link: limit("linkAsks"), organization: limit("organizationAsks") };

  return {
    async admit({ linkRef, orgId, address, challengeToken }) {
      const network = networkOf(address);
      const { checkoutChallengeUrl: url, checkoutChallengeSecret: secret } = deps.settings;
      const challenge = url === undefined ? null : { url, secret: secret! };
      if (challenge !== null && challengeToken !== undefined)
        if (await isGood(deps, challenge, challengeToken, address)) return;
      take(addresses, network);
      const isManyHere = !asks.address.take(network).allowed;
      // Both counters count the attempt, even if the first one already refuses.
      const isManyThere = [asks.link.take(linkRef), asks.organization.take(orgId)].some(({ allowed }) => !allowed);
      if (!isManyHere && !isManyThere) return;
      const cure = "Many cards were tried here; solve the challenge and send its token as `challenge_token`";
      if (challenge !== null) throw new ApiError(403, "CHALLENGE_REQUIRED", cure);
      if (isManyThere) take(strictly, network);
    },
  };
}

function take(limiter: RateLimiter, key: string): void {
  const decision = limiter.take(key);
  if (decision.allowed) return;
  throw new ApiError(429, "RATE_LIMITED", `Too many cards were tried; try again in ${decision.retryAfterSeconds} s`, {
    headers: { "retry-after": String(decision.retryAfterSeconds), ...limiter.headers(decision) },
  });
}

/** The protocol of Turnstile, hCaptcha and reCAPTCHA. A token that cannot be verified counts as unsolved. */
async function isGood(
  deps: { outbound: Pick<Outbound, "request">; log: Logger },
  challenge: Challenge,
  token: string,
  address: string,
): Promise<boolean> {
  try {
    const { statusCode, body } = await deps.outbound.request({
      method: "POST",
      url: challenge.url,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ secret: challenge.secret, response: token, remoteip: address }).toString(),
      timeoutMs: VERIFY_TIMEOUT_MS,
    });
    return statusCode === 200 && (JSON.parse(body.toString("utf8")) as { success?: unknown }).success === true;
  } catch (error) {
    deps.log.warn({ err: error }, "a challenge of the checkout could not be verified");
    return false;
  }
}
