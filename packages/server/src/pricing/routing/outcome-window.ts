import { bucketOf, medianSecondsOf } from "@corridor/base/duration-buckets.ts";
import type { PaymentMethod, ProviderName, RecordDirection } from "@corridor/provider-kit/provider.ts";

/**
 * How payments ended at providers lately. A success counts for the provider that carried it; a refusal or failure counts
 * only if its cause is the provider's fault. An attempt that reached nobody is left to the circuit breaker, which knows
 * it at once; in the record it looks like one that the operator stopped.
 *
 * Outcomes are counted as payments end, in rows of five minutes, which every process reads: all see the same, also right
 * after their start.
 */
export type Lane = {
  country: string;
  paymentMethod: PaymentMethod;
  direction: RecordDirection;
  network: string | null;
};
export type Outcomes = {
  succeeded: number;
  failed: number;
  /** Median time to the final outcome. */ seconds: number | null;
};
/** From memory, in microseconds; a network of null means the whole corridor. */
export type OutcomeWindow = { of(provider: ProviderName, lane: Lane): Outcomes };
export type LaneOf = { readonly provider: ProviderName; readonly lane: Lane };

export const BUCKET_MS = 5 * 60_000;
export const WINDOW_MS = 30 * 60_000;

type Result = "succeeded" | "failed";
/** The outcome of one attempt. */
export type Outcome = LaneOf & { readonly result: Result; readonly startedAt: Date; readonly endedAt: Date };
/** `duration`: a bucket. */
export type OutcomeRow = LaneOf & { at: Date; result: Result; duration: number; count: number };

/** `sign`: -1 takes outcomes off again. */
export function outcomeRowsOf(outcomes: readonly Outcome[], sign: 1 | -1 = 1): OutcomeRow[] {
  const rows = new Map<string, OutcomeRow>();
  for (const { provider, lane, result, startedAt, endedAt } of outcomes) {
    const atMs = Math.floor(endedAt.getTime() / BUCKET_MS) * BUCKET_MS;
    const duration = bucketOf(endedAt.getTime() - startedAt.getTime());
    const key = `${laneKey({ provider, lane })} ${atMs} ${result} ${duration}`;
    const known = rows.get(key) ?? { at: new Date(atMs), provider, lane, result, duration, count: 0 };
    rows.set(key, { ...known, count: known.count + sign });
  }
  return [...rows.values()];
}

export function laneKey({ provider, lane: { country, paymentMethod, direction, network } }: LaneOf): string {
  return `${provider}/${country}/${paymentMethod}/${direction}/${network ?? ""}`;
}

export function sumOf(rows: readonly OutcomeRow[]): Outcomes {
  const sum = { succeeded: 0, failed: 0 };
  const durations = new Map<number, number>();
  for (const { result, duration, count } of rows) {
    sum[result] += count;
    durations.set(duration, (durations.get(duration) ?? 0) + count);
  }
  return { ...sum, seconds: medianSecondsOf(durations) };
}
