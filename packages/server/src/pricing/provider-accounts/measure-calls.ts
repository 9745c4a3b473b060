import { type Metrics, OTHER } from "#src/kernel/metrics.ts";
import { CALLS } from "@corridor/provider-kit/adapter.ts";
import type { Provider } from "@corridor/provider-kit/provider.ts";

/** What the contract lets a call answer. An adapter from elsewhere may say something else. */
const OUTCOMES: ReadonlySet<unknown> = new Set(
  "accepted refused unreachable unknown found not_found opened done wrong_otp works".split(" "),
);
const BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type Call = (...given: unknown[]) => Promise<unknown>;

/** The same provider, whose calls are timed. No label grows: providers, calls and outcomes are lists of ours. */
export function createMeasureCalls(metrics: Metrics): (provider: Provider) => Provider {
  const help = "Calls of providers, by what they answered";
  const labels = ["provider", "operation", "outcome"] as const;
  const seconds = metrics.histogram("provider_call_duration_seconds", help, labels, BUCKETS_SECONDS);
  return (provider) => {
    const timed = CALLS.flatMap((operation): [string, Call][] => {
      const call = provider[operation] as Call | undefined;
      if (call === undefined) return [];
      const measured: Call = async (...given) => {
        const beganMs = performance.now();
        let outcome = "error";
        try {
          const answer = await call.apply(provider, given);
          outcome = outcomeOf(answer);
          return answer;
        } finally {
          seconds.observe({ provider: provider.name, operation, outcome }, (performance.now() - beganMs) / 1_000);
        }
      };
      return [[operation, measured]];
    });
    return { ...provider, ...Object.fromEntries(timed) };
  };
}

function outcomeOf(answer: unknown): string {
  if (answer === null) return "not_found";
  const { outcome = "found" } = answer as { outcome?: string };
  return OUTCOMES.has(outcome) ? outcome : OTHER;
}
