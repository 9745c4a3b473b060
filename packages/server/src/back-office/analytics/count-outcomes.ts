import { isCountry } from "@corridor/base/countries.ts";
import { type Metrics, OTHER } from "#src/kernel/metrics.ts";
import { isFinal, type PaymentStatus } from "#src/payments/core/index.ts";
import type { StatChange } from "./payment-stats.ts";

/** Corridors beyond it are counted with the country "other": providers, methods and directions are lists of ours. */
const MAX_SERIES = 2_000;
const LABELS = ["provider", "method", "country", "direction", "outcome"] as const;

/**
 * `payments_total` counts payments when they end, from the changes that the statistics follow too: by the worker that
 * folds them, and nothing is written for it with the payment. A refund ends nothing: its payment was completed before.
 */
export function countOutcomes(metrics: Metrics): (changes: readonly StatChange[]) => void {
  const help = `Payments by how they ended; at most ${MAX_SERIES} series and those of the country "other"`;
  const ended = metrics.counter("payments_total", help, LABELS);
  const known = new Set<string>();
  return (changes) => {
    const sums = new Map<string, { labels: Record<(typeof LABELS)[number], string>; count: number }>();
    for (const { kind, status, provider, payment_method: method, direction, country, count } of changes) {
      if (kind !== "payment" || status === "awaiting_review" || !isFinal(status)) continue;
      const labels = {
        provider: provider || "none",
        method,
        country: isCountry(country) ? country : OTHER,
        direction,
        outcome: outcomeOf(status),
      };
      const key = Object.values(labels).join(" ");
      const sum = sums.get(key);
      if (sum === undefined) sums.set(key, { labels, count });
      else sum.count += count;
    }
    for (const [key, { labels, count }] of sums) {
      if (count <= 0) continue;
      const isKnown = known.has(key) || known.size < MAX_SERIES;
      if (isKnown) known.add(key);
      ended.inc(isKnown ? labels : { ...labels, country: OTHER }, count);
    }
  };
}

function outcomeOf(status: PaymentStatus): string {
  return status === "refunded" ? "completed" : status;
}
