import type { Clock } from "@corridor/base/clock.ts";
import type { Logger } from "#src/kernel/log.ts";
import { createLatestReading, type LatestReading } from "@corridor/provider-kit/kept-reading.ts";
import type { Provider, ProviderCorridor } from "@corridor/provider-kit/provider.ts";

/** What providers report that their accounts may do now, refreshed in the background: no payment waits for it. */
export type LiveCorridors = { of(provider: Provider): readonly ProviderCorridor[] | undefined };

const REFRESH_AFTER_MS = 60_000;
const COUNTS_FOR_MS = 15 * 60_000;

export function createLiveCorridors({ clock, log }: { clock: Clock; log: Logger }): LiveCorridors {
  // By the provider object: with other settings it is another account, which may serve other corridors.
  const readings = new WeakMap<Provider, LatestReading<readonly ProviderCorridor[]>>();

  function readingOf(provider: Provider): LatestReading<readonly ProviderCorridor[]> | undefined {
    if (provider.fetchCorridors === undefined) return undefined;
    const known = readings.get(provider);
    if (known !== undefined) return known;
    const read = async (): Promise<readonly ProviderCorridor[]> => {
      try {
        return await provider.fetchCorridors!();
      } catch (error) {
        log.warn(
          { err: error, provider: provider.name },
          "a provider did not report its account's corridors; routing uses its documentation",
        );
        throw error;
      }
    };
    const reading = createLatestReading(read, clock, { refreshAfterMs: REFRESH_AFTER_MS, countsForMs: COUNTS_FOR_MS });
    readings.set(provider, reading);
    return reading;
  }

  return { of: (provider) => readingOf(provider)?.latest() };
}
