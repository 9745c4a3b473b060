import type { Clock } from "@corridor/base/clock.ts";
import type { Peers } from "#src/kernel/peers.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";

/**
 * A provider that cannot be reached is tried after the others for a while (choose-route.ts). How payments end there is
 * judged apart (judge-lane.ts): that takes minutes, and an outage must be known within a second.
 *
 *   closed --5 faults in a row--> open --30 s--> half-open: one payment tries it first --success--> closed
 *                                                                                      --fault--> open again
 *
 * Only faults count (unreachable, error, no answer); a refusal is an answer. In memory: a shared row would be a write
 * on every dispatch. Processes tell each other twice a second (peers.ts), so many learn as fast as one.
 */
const FAULTS_TO_OPEN = 5;
const OPEN_FOR_MS = 30_000;

type Circuit = { faults: number; openUntilMs: number };

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;
type CircuitState = { provider: ProviderName; state: "closed" | "open" | "half_open"; faults: number };

/** What happened at a provider since the last exchange. Only faults after the last success count. */
type News = { succeeded: boolean; faults: number; probing: boolean };

/** Hears when a circuit opens, and when its provider has answered again. */
type Tell = (provider: ProviderName, isOpen: boolean) => void;

export function createCircuitBreaker(clock: Clock, peers?: Peers, onChange: Tell = () => undefined) {
  const circuits = new Map<ProviderName, Circuit>();
  const circuitOf = (provider: ProviderName): Circuit => {
    let circuit = circuits.get(provider);
    if (circuit === undefined) circuits.set(provider, (circuit = { faults: 0, openUntilMs: 0 }));
    return circuit;
  };

  let news = new Map<ProviderName, News>();
  function tell(provider: ProviderName, change: (news: News) => void): void {
    if (peers === undefined) return;
    const known = news.get(provider) ?? { succeeded: false, faults: 0, probing: false };
    change(known);
    news.set(provider, known);
  }

  const openUntilMs = (): number => clock.now().getTime() + OPEN_FOR_MS;
  function addFaults(provider: ProviderName, faults: number): void {
    const circuit = circuitOf(provider);
    circuit.faults += faults;
    if (circuit.faults < FAULTS_TO_OPEN) return;
    circuit.openUntilMs = openUntilMs();
    onChange(provider, true);
  }
  function close(provider: ProviderName): boolean {
    const isKnown = circuits.delete(provider);
    if (isKnown) onChange(provider, false);
    return isKnown;
  }
  function probe(provider: ProviderName): void {
    const circuit = circuits.get(provider);
    // Opens the circuit again, so that a probe that never reports does not block the provider forever.
    if (circuit !== undefined && circuit.faults >= FAULTS_TO_OPEN) circuit.openUntilMs = openUntilMs();
  }

  peers?.share("circuits", {
    collect() {
      const told = news.size === 0 ? [] : [JSON.stringify([...news])];
      news = new Map();
      return told;
    },
    hear(text) {
      for (const [provider, { succeeded, faults, probing }] of JSON.parse(text) as [ProviderName, News][]) {
        if (succeeded) close(provider);
        if (faults > 0) addFaults(provider, faults);
        else if (probing && !succeeded) probe(provider);
      }
    },
  });

  return {
    isOpen(provider: ProviderName): boolean {
      const circuit = circuits.get(provider);
      return circuit !== undefined && circuit.faults >= FAULTS_TO_OPEN && clock.now().getTime() < circuit.openUntilMs;
    },
    /** A payment is really sent there. In half-open it is the probe: others skip the provider until it has reported. */
    trying(provider: ProviderName): void {
      if (!circuits.has(provider)) return;
      probe(provider);
      tell(provider, (one) => (one.probing = true));
    },
    succeeded(provider: ProviderName): void {
      // Other processes are not told about a success of a provider without faults.
      if (close(provider) || news.has(provider))
        tell(provider, (one) => Object.assign(one, { succeeded: true, faults: 0 }));
    },
    faulted(provider: ProviderName): void {
      addFaults(provider, 1);
      tell(provider, (one) => (one.faults += 1));
    },
    states(): CircuitState[] {
      const nowMs = clock.now().getTime();
      return [...circuits].map(([provider, circuit]) => ({
        provider,
        faults: circuit.faults,
        state: circuit.faults < FAULTS_TO_OPEN ? "closed" : nowMs < circuit.openUntilMs ? "open" : "half_open",
      }));
    },
  };
}
