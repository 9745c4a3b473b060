/** Attempt 1 is immediate; later delays count from the end of the attempt before. After the last: a dead letter. */
const MINUTE_MS = 60_000;

export const RETRY_DELAYS_MS: readonly number[] = [0, 1, 5, 30, 120, 360, 720, 1_440].map((count) => count * MINUTE_MS);
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length;
/** From here on the delay varies, so that not all come back at once. It only gets shorter: 24 h is a promise. */
export const FIRST_JITTERED_ATTEMPT = 5;
export const MAX_JITTER = 0.1;

/** Null when there is no further attempt. `Retry-After` can extend a delay up to the longest one, never shorten it. */
export function nextDelayMs(
  tries: number,
  random: number,
  retryAfterMs: number | null,
  delaysMs: readonly number[] = RETRY_DELAYS_MS,
): number | null {
  const delayMs = delaysMs[tries];
  if (delayMs === undefined) return null;
  const jittered = tries + 1 >= FIRST_JITTERED_ATTEMPT ? Math.round(delayMs * (1 - MAX_JITTER * random)) : delayMs;
  return retryAfterMs === null ? jittered : Math.max(jittered, Math.min(retryAfterMs, delaysMs.at(-1)!));
}

const DELTA_SECONDS = /^\d{1,10}$/;

/** `Retry-After` as seconds or as an HTTP date; any other text is ignored. */
export function readRetryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  if (DELTA_SECONDS.test(text)) return Number(text) * 1_000;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) || !/[A-Za-z]{3}/.test(text) ? null : Math.max(0, dateMs - now.getTime());
}
