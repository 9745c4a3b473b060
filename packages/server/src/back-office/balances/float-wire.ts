import { accountOf } from "@corridor/provider-kit/accounts.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import type { Money } from "@corridor/base/money.ts";

type Shown = { provider: string; currency: string; amount: Money; threshold: Money | null };

/** The floats as metrics show them, whose numbers are floats. A float that is gone shows nothing. */
export function showFloats(metrics: Metrics, floats: readonly Shown[]): void {
  const labels = ["provider", "currency"] as const;
  const held = metrics.gauge("provider_float", "Our money at a provider, in units of its currency", labels);
  const least = metrics.gauge("provider_float_threshold", "Below it the float is low", labels);
  for (const gauge of [held, least]) gauge.reset();
  for (const { provider, currency, amount, threshold } of floats) {
    if (accountOf(provider).orgId !== null) continue; // Not our money, and no label grows with organizations.
    held.set({ provider, currency }, Number(amount.toDatabase()));
    if (threshold !== null) least.set({ provider, currency }, Number(threshold.toDatabase()));
  }
}
