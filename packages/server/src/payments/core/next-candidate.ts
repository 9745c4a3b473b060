import { nextAfterWait, nextStep, type NextStepQuestion } from "#src/pricing/routing/index.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import type { Attempt, RouteCandidate } from "./payment.ts";

/** Null when none is left. After an outage `manual` is no candidate: people do not replace an unreachable provider. */
export function nextCandidateOf(route: Route, attempts: readonly Attempt[]): RouteCandidate | null {
  const step = nextStep(questionOf(route, attempts));
  return step.type === "try" ? step.candidate : null;
}

/** The next of the route, if an accepted attempt has failed; otherwise the unreachable provider that is tried again. */
export function candidateAfterPause(
  route: Route,
  attempts: readonly Attempt[],
  isCircuitOpen: (provider: ProviderName) => boolean,
): RouteCandidate | null {
  return nextCandidateOf(route, attempts) ?? nextAfterWait(questionOf(route, attempts), isCircuitOpen) ?? null;
}

type Route = readonly RouteCandidate[];
function questionOf(route: Route, attempts: readonly Attempt[]): NextStepQuestion<RouteCandidate> {
  const tried = attempts.map(({ config_id, outcome }) => {
    return { config_id, outcome: outcome === "unreachable" ? outcome : "refused" } as const;
  });
  return { route, tried };
}
