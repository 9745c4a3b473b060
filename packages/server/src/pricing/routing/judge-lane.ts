import type { PaymentMethod } from "@corridor/provider-kit/provider.ts";
import {
  BUCKET_MS,
  type Lane,
  type LaneOf,
  type OutcomeRow,
  type Outcomes,
  sumOf,
  WINDOW_MS,
} from "./outcome-window.ts";

/**
 * How a provider does in a lane: a corridor and network. Pure.
 *
 *   healthy --10 outcomes in half an hour, more than half of them its failures--> failing
 *   healthy --10 outcomes, half of them later than its method allows-----------> slow --failing as above--> failing
 *   failing, slow --3 outcomes since, within a quarter of an hour, mostly good--> healthy
 *   failing, slow --nothing for a day-------------------------------------------> healthy, as nobody knows better
 *
 * A lane that does badly is tried after the others, and one payment a minute of each process tries it first, so that
 * its recovery is seen. Rejected: leaving it when its failures have left the window, which sends everything there again
 * without evidence.
 */
export type LaneState = "healthy" | "slow" | "failing";
export type LaneHealth = LaneOf & { readonly state: LaneState; readonly reason: string; readonly since: Date };
type Judged = Pick<LaneHealth, "state" | "reason">;

const LEAST_OUTCOMES = 10;
const MOST_FAILED = 0.5;
const LEAST_PROBES = 3;
const MOST_FAILED_PROBES = 1 / 3;
const PROBES_WITHIN_MS = 15 * 60_000;
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;
/** Where payments usually end in seconds. A bank may take days, and that says nothing. */
const SLOW_AFTER_SECONDS: Partial<Record<PaymentMethod, number>> = { mobile_money: 15 * 60, card: 15 * 60 };

/** `rows`: the outcomes of the lane. Null: nothing changes. */
export function judgeLane(
  { state, since }: Pick<LaneHealth, "state" | "since">,
  lane: Lane,
  rows: readonly OutcomeRow[],
  now: Date,
): Judged | null {
  /** Only of five minutes that began after the last change: earlier outcomes have been judged. */
  const lately = (windowMs: number): Outcomes & { count: number } => {
    const from = now.getTime() - windowMs - BUCKET_MS;
    const sum = sumOf(rows.filter(({ at }) => at >= since && at.getTime() > from));
    return { ...sum, count: sum.succeeded + sum.failed };
  };
  if (state !== "healthy") {
    const { succeeded, failed, seconds, count } = lately(PROBES_WITHIN_MS);
    if (count === 0 && now.getTime() - since.getTime() > FORGOTTEN_AFTER_MS)
      return { state: "healthy", reason: "nothing was tried for a day" };
    if (count >= LEAST_PROBES && failed / count <= MOST_FAILED_PROBES && !isSlow(lane, seconds))
      return { state: "healthy", reason: `${succeeded} of ${count} payments succeeded` };
  }
  const { failed, seconds, count } = lately(WINDOW_MS);
  if (state === "failing" || count < LEAST_OUTCOMES) return null;
  if (failed / count > MOST_FAILED)
    return { state: "failing", reason: `${failed} of ${count} payments failed by its fault` };
  if (state === "slow" || !isSlow(lane, seconds)) return null;
  return { state: "slow", reason: `half of ${count} payments took ${Math.round(seconds! / 60)} minutes or more` };
}

function isSlow({ paymentMethod }: Lane, seconds: number | null): boolean {
  return seconds !== null && seconds >= (SLOW_AFTER_SECONDS[paymentMethod] ?? Infinity);
}
