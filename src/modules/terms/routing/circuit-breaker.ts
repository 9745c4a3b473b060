import type { Clock } from "#src/platform/clock.ts";
import type { ProviderName } from "#src/providers/provider.ts";

/**
 * A provider that keeps failing is tried after the others for a while (choose-route.ts).
 *
 *   closed --5 faults in a row--> open --30 s--> half-open: one payment tries it first --success--> closed
 *                                                                              --fault--> open again
 *
 * Only faults count (unreachable, error, no answer); a refusal is an answer. Kept per process: each learns for itself within a few calls,
 * and a shared state would put a database write on every dispatch.
 */
const FAULTS_TO_OPEN = 5;
const OPEN_FOR_MS = 30_000;

type Circuit = { faults: number; openUntilMs: number };

export type CircuitBreaker = {
  isOpen(provider: ProviderName): boolean;
  /** Called when a payment is really sent there: in half-open it is the probe, and the others pass by until it has reported. */
  trying(provider: ProviderName): void;
  succeeded(provider: ProviderName): void;
  faulted(provider: ProviderName): void;
  states(): { provider: ProviderName; state: "closed" | "open" | "half_open"; faults: number }[];
};

export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  const circuits = new Map<ProviderName, Circuit>();
  const circuitOf = (provider: ProviderName): Circuit => {
    let circuit = circuits.get(provider);
    if (circuit === undefined) circuits.set(provider, (circuit = { faults: 0, openUntilMs: 0 }));
    return circuit;
  };

  return {
    isOpen(provider) {
      const circuit = circuits.get(provider);
      return circuit !== undefined && circuit.faults >= FAULTS_TO_OPEN && clock.now().getTime() < circuit.openUntilMs;
    },
    trying(provider) {
      const circuit = circuits.get(provider);
      // For as long again, so that a probe that never reports does not shut the provider out for good.
      if (circuit !== undefined && circuit.faults >= FAULTS_TO_OPEN) circuit.openUntilMs = clock.now().getTime() + OPEN_FOR_MS;
    },
    succeeded(provider) {
      circuits.delete(provider);
    },
    faulted(provider) {
      const circuit = circuitOf(provider);
      circuit.faults += 1;
      if (circuit.faults >= FAULTS_TO_OPEN) circuit.openUntilMs = clock.now().getTime() + OPEN_FOR_MS;
    },
    states() {
      const nowMs = clock.now().getTime();
      return [...circuits].map(([provider, circuit]) => ({
        provider,
        faults: circuit.faults,
        state: circuit.faults < FAULTS_TO_OPEN ? "closed" : nowMs < circuit.openUntilMs ? "open" : "half_open",
      }));
    },
  };
}
