/** A 502 means that a provider failed. With these codes it is certain that no money moved. */
const CERTAIN_CODES = new Set(["ALL_PROVIDERS_FAILED", "REFUND_REFUSED"]);
/**
 * Client errors after which the outcome may still be unknown: not authenticated, timed out, too early, too many
 * requests.
 */
const UNDECIDED_STATUSES = new Set([401, 408, 425, 429]);

/**
 * The service certainly did not do it, so that the next try is a new one and needs a new idempotency key. After any
 * other failure (no answer is status 0) the key must stay: it finds what was done after all, where a new one would do
 * it twice.
 *
 * `earlierIsOpen`: an attempt before this one, with the same key, ended without anybody knowing how. Somebody who is
 * turned away at the door has not learned what became of it, so then only the provider's last word counts.
 */
export function isRefusal(status: number, code: string | null, earlierIsOpen = false): boolean {
  if (code !== null && CERTAIN_CODES.has(code)) return true;
  if (earlierIsOpen) return false;
  if (code === "IDEMPOTENCY_CONFLICT") return false;
  return status >= 400 && status < 500 && !UNDECIDED_STATUSES.has(status);
}
