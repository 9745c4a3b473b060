import type { Clock } from "@corridor/base/clock.ts";
import { MAX_TEXT_BYTES, type Peers } from "../peers.ts";

/**
 * A generic cell rate limiter: one number per credential, the moment at which its allowance is full again. No timers,
 * no windows; a burst may use the whole allowance at once. When the map is full, the credential seen longest ago is
 * dropped first. Monotonic: a clock that is set back must not refuse callers for that long. With `peers` the limit
 * holds for all processes together, half a second late: each tells the others what its busiest keys have used.
 */
const MINUTE_MS = 60_000;
const MAX_TRACKED = 50_000;

export type RateDecision = { allowed: boolean; remaining: number; resetSeconds: number; retryAfterSeconds: number };

/** Keys reported per round. Any other key is far from its limit. */
const MAX_TOLD = 200;

export type RateLimiter = {
  /** Uses one unit of the key's allowance, if there is one. */
  take(key: string): RateDecision;
  readonly policy: string;
  headers(decision: RateDecision): Record<string, string>;
};

type Allowance = { perMinute: number } | { perWindow: number; windowMs: number };

export function createRateLimiter(
  options: { name: string; clock: Clock; maxTracked?: number; peers?: Peers } & Allowance,
): RateLimiter {
  const [allowance, windowMs] =
    "perMinute" in options ? [options.perMinute, MINUTE_MS] : [options.perWindow, options.windowMs];
  const intervalMs = windowMs / allowance;
  const maxTracked = options.maxTracked ?? MAX_TRACKED;
  const wholeAgainAtMs = new Map<string, number>();
  /** Uses since the last exchange with other processes. */
  let used = new Map<string, number>();
  const policy = `"${options.name}";q=${allowance};w=${windowMs / 1000}`;

  function setWholeAgain(key: string, atMs: number): void {
    // To the end: a Map's first key is the least recently used. While much is free, the order does not matter.
    if (wholeAgainAtMs.size < maxTracked / 2) return void wholeAgainAtMs.set(key, atMs);
    if (!wholeAgainAtMs.delete(key) && wholeAgainAtMs.size >= maxTracked)
      wholeAgainAtMs.delete(wholeAgainAtMs.keys().next().value!);
    wholeAgainAtMs.set(key, atMs);
  }

  options.peers?.share(`rate ${options.name}`, {
    collect() {
      const busiest = [...used].toSorted(([, one], [, other]) => other - one).slice(0, MAX_TOLD);
      used = new Map();
      return inTexts(busiest);
    },
    hear(text) {
      const nowMs = options.clock.monotonicMs();
      for (const [key, count] of JSON.parse(text) as [string, number][]) {
        const before = Math.max(wholeAgainAtMs.get(key) ?? nowMs, nowMs);
        // The count is capped at a used-up allowance: uses between two rounds must not become a debt.
        setWholeAgain(key, Math.max(before, Math.min(before + count * intervalMs, nowMs + windowMs)));
      }
    },
  });

  return {
    policy,
    take(key) {
      const nowMs = options.clock.monotonicMs();
      const known = wholeAgainAtMs.get(key);
      const before = known === undefined || known < nowMs ? nowMs : known;
      const after = before + intervalMs;
      const allowed = after - nowMs <= windowMs;
      if (allowed) {
        setWholeAgain(key, after);
        if (options.peers !== undefined && used.size < maxTracked) used.set(key, (used.get(key) ?? 0) + 1);
      }
      const debtMs = (allowed ? after : before) - nowMs;
      return {
        allowed,
        remaining: Math.max(0, Math.floor((windowMs - debtMs) / intervalMs + 1e-9)),
        resetSeconds: Math.ceil(debtMs / 1000),
        retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((after - nowMs - windowMs) / 1000)),
      };
    },
    headers: ({ remaining, resetSeconds }) => ({
      "ratelimit-policy": policy,
      ratelimit: `"${options.name}";r=${remaining};t=${resetSeconds}`,
    }),
  };
}

function inTexts(entries: readonly (readonly [string, number])[]): string[] {
  const texts: string[] = [];
  let begun: (readonly [string, number])[] = [];
  let bytes = 0;
  for (const entry of entries) {
    // The text is put into another JSON text, where each quote is escaped. Twice the size is an upper bound.
    const size = Buffer.byteLength(JSON.stringify(entry)) * 2;
    if (bytes + size > MAX_TEXT_BYTES) {
      texts.push(JSON.stringify(begun));
      [begun, bytes] = [[], 0];
    }
    begun.push(entry);
    bytes += size;
  }
  return begun.length === 0 ? texts : [...texts, JSON.stringify(begun)];
}
