import type { Answer } from "./send-attempt.ts";

/**
 * How many deliveries of one endpoint a worker may hold at once: like a TCP window, so each receiver earns its share.
 *
 *   quick 2xx                      size + 1
 *   slow 2xx                       towards SLOW_SIZE, where a slow receiver still makes progress
 *   no answer, or "too many"       half
 *   any other quick answer         unchanged
 *
 * `careful` endpoints, whose attempts occupy a connection for long, share a bounded part of all connections, so the
 * quick ones never wait for them.
 */
export type EndpointWindow = { readonly size: number; readonly careful: boolean };

export const INITIAL_SIZE = 4;
/** Enough for one batch on the wire, one that waits and one being recorded, with room to claim the next. */
export const MAX_SIZE = 1_200;
export const SLOW_SIZE = 16;
export const SLOW_ANSWER_MS = 1_000;

const TOO_MANY = new Set([429, 503]);

export function initialWindow(isFailing: boolean): EndpointWindow {
  return isFailing ? { size: 1, careful: true } : { size: INITIAL_SIZE, careful: false };
}

export function windowAfter(
  window: EndpointWindow,
  answer: Pick<Answer, "statusCode" | "failure" | "latencyMs">,
): EndpointWindow {
  const isSlow = answer.latencyMs >= SLOW_ANSWER_MS;
  if (answer.statusCode === null || TOO_MANY.has(answer.statusCode))
    return { size: Math.max(1, window.size >> 1), careful: isSlow || answer.statusCode === null };
  if (answer.failure !== null)
    return { size: isSlow ? Math.min(window.size, SLOW_SIZE) : window.size, careful: isSlow };
  if (isSlow)
    return {
      size: window.size > SLOW_SIZE ? Math.max(SLOW_SIZE, window.size >> 1) : Math.min(SLOW_SIZE, window.size + 1),
      careful: true,
    };
  return window.size === MAX_SIZE && !window.careful
    ? window
    : { size: Math.min(MAX_SIZE, window.size + 1), careful: false };
}
