import type { ProviderFloat } from "./float-queries.ts";

/** A float as its endpoint and its events show it. */
export function floatRecordOf({ provider, currency, expected, reported, threshold, isLow }: ProviderFloat) {
  return {
    provider,
    currency,
    expected,
    reported: reported?.amount ?? null,
    reported_at: reported?.at ?? null,
    difference: reported === null ? null : reported.amount.minus(expected),
    threshold,
    is_low: isLow,
  };
}
