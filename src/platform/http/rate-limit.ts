import type { Clock } from "../clock.ts";

/**
 * A generic cell rate limiter: one number per credential, the moment at which its allowance is whole again. No timers, no windows to
 * roll over, and a burst may use the whole allowance at once. The map is bounded; when full, the credential seen longest ago goes first,
 * and it was most likely whole again anyway. Its time is the monotonic one: a clock that is set back must not refuse callers for as long.
 */
const MINUTE_MS = 60_000;
const MAX_TRACKED = 50_000;

export type RateDecision = { readonly allowed: boolean; readonly remaining: number; readonly resetSeconds: number; readonly retryAfterSeconds: number };

export type RateLimiter = {
  /** Uses one of the key's allowance, if there is one. */
  take(key: string): RateDecision;
  /** Value of the `RateLimit-Policy` header. */
  readonly policy: string;
  headers(decision: RateDecision): Record<string, string>;
};

type Allowance = { perMinute: number } | { perWindow: number; windowMs: number };

export function createRateLimiter(options: { name: string; clock: Clock; maxTracked?: number } & Allowance): RateLimiter {
  const [allowance, windowMs] = "perMinute" in options ? [options.perMinute, MINUTE_MS] : [options.perWindow, options.windowMs];
  const intervalMs = windowMs / allowance;
  const maxTracked = options.maxTracked ?? MAX_TRACKED;
  const wholeAgainAtMs = new Map<string, number>();
  const policy = `"${options.name}";q=${allowance};w=${windowMs / 1000}`;

  return {
    policy,
    take(key) {
      const nowMs = options.clock.monotonicMs();
      const known = wholeAgainAtMs.get(key);
      const before = known === undefined || known < nowMs ? nowMs : known;
      const after = before + intervalMs;
      const allowed = after - nowMs <= windowMs;
      if (allowed) {
        if (known !== undefined) wholeAgainAtMs.delete(key); // Back to the end: a Map keeps insertion order, which makes it a queue by last use.
        else if (wholeAgainAtMs.size >= maxTracked) wholeAgainAtMs.delete(wholeAgainAtMs.keys().next().value!);
        wholeAgainAtMs.set(key, after);
      }
      const debtMs = (allowed ? after : before) - nowMs;
      return {
        allowed,
        remaining: Math.max(0, Math.floor((windowMs - debtMs) / intervalMs + 1e-9)),
        resetSeconds: Math.ceil(debtMs / 1000),
        retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((after - nowMs - windowMs) / 1000)),
      };
    },
    headers(decision) {
      return { "ratelimit-policy": policy, ratelimit: `"${options.name}";r=${decision.remaining};t=${decision.resetSeconds}` };
    },
  };
}
