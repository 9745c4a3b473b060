import type { CorridorError } from "./error.ts";
import { isRefusal } from "./refusal.ts";

/** When a call is made again. The statuses say that somebody on the way was busy or away, and that a later try may find them. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const TRANSIENT_CODES: ReadonlySet<string> = new Set(["NETWORK", "TIMEOUT"]);
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

/** A failure that may be over by the next try. Whether it is safe to try is another question: see `isRepeatable`. */
export function isTransient(error: CorridorError, retryAfterMs: number | null): boolean {
  // The same request is still at work: its answer is worth waiting for. The same code without a time is a key that was used for something else.
  if (error.code === "IDEMPOTENCY_CONFLICT") return retryAfterMs !== null;
  if (error.status === 0) return error.code !== null && TRANSIENT_CODES.has(error.code);
  return TRANSIENT_STATUSES.has(error.status) && !isRefusal(error.status, error.code);
}

/** A read changes nothing, and a key makes the service answer a repeated request with what the first one did. Anything else is sent once. */
export function isRepeatable(method: string, idempotencyKey: string | null): boolean {
  return method === "get" || idempotencyKey !== null;
}

/**
 * How long to wait before the next try: twice as long each time, half of it by chance, so that clients which failed together do not come back
 * together. What the service asks for is a minimum.
 */
export function pauseMs(failures: number, retryAfterMs: number | null, random: number = Math.random()): number {
  const longestMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return Math.max(retryAfterMs ?? 0, longestMs * (0.5 + random / 2));
}

/** The header holds seconds or a date; what is neither asks for nothing. */
export function readRetryAfter(header: string | null, nowMs: number = Date.now()): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
