/**
 * Polling that is frequent while something is about to happen and rare when nothing does: the pause grows by half after
 * every unchanged answer, up to the limit, and restarts when the answer changes.
 */
export const POLL_FIRST_MS = 1_000;
export const POLL_LONGEST_MS = 15_000;
const POLL_GROWTH = 1.5;

export function nextPauseMs(unchangedAnswers: number, longestMs: number = POLL_LONGEST_MS): number {
  return Math.min(longestMs, Math.round(POLL_FIRST_MS * POLL_GROWTH ** unchangedAnswers));
}
