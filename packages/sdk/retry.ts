import type { CorridorError } from "./error.ts";
import { isRefusal } from "@corridor/shared/refusal.ts";

/** When a call is retried: after statuses which say that a server or proxy was busy or unreachable. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const TRANSIENT_CODES: ReadonlySet<string> = new Set(["NETWORK", "TIMEOUT"]);
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

/**
 * A failure that may be over by the next attempt. Whether another attempt is safe is a separate question: see
 * `isRepeatable`.
 */
export function isTransient(error: CorridorError, retryAfterMs: number | null): boolean {
  // With `Retry-After`, the same request is still running, so waiting for its answer makes sense. Without it, the key
  // was used for a different request.
  if (error.code === "IDEMPOTENCY_CONFLICT") return retryAfterMs !== null;
  if (error.status === 0) return error.code !== null && TRANSIENT_CODES.has(error.code);
  return TRANSIENT_STATUSES.has(error.status) && !isRefusal(error.status, error.code);
}

/**
 * A read changes nothing, and with an idempotency key the service answers a repeated request with the first outcome.
 * Any other request is sent once.
 */
export function isRepeatable(method: string, idempotencyKey: string | null): boolean {
  return method === "get" || idempotencyKey !== null;
}

/**
 * The pause before the next attempt. It doubles each time, and half of it is random, so that clients that failed
 * together do not retry together. `Retry- After` is a minimum.
 */
export function pauseMs(failures: number, retryAfterMs: number | null, random: number = Math.random()): number {
  const longestMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return Math.max(retryAfterMs ?? 0, longestMs * (0.5 + random / 2));
}

/** The header contains seconds or a date; any other value is ignored. */
export function readRetryAfter(header: string | null, nowMs: number = Date.now()): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
