import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { BY_PEOPLE } from "./by-people.ts";

/**
 * What follows when a candidate of a route did not accept a payment. Pure.
 *
 *   a provider was not tried yet       -> try the next in order
 *   ... but only people are left,
 *     and one was unreachable          -> wait: people are for payments that others refused, not for an outage
 *   all tried, one was unreachable     -> wait, and retry: what provably reached nobody is safe to send again
 *   all refused                        -> give up
 *
 * `refused`: the provider said no, so it is not tried again. `unreachable`: nothing was sent, so it may be tried again,
 * with a new attempt. An attempt whose outcome is unknown has no next step: no other provider may be tried.
 */
export type Tried = { readonly config_id: string; readonly outcome: "refused" | "unreachable" };

export type NextStep<C> =
  | { readonly type: "try"; readonly candidate: C }
  | { readonly type: "wait" }
  | { readonly type: "give_up" };

type RouteEntry = { readonly config_id: string; readonly provider: string; readonly taken: boolean };

export type NextStepQuestion<C> = {
  readonly route: readonly C[];
  readonly tried: readonly Tried[];
};

export function nextStep<C extends RouteEntry>({ route, tried }: NextStepQuestion<C>): NextStep<C> {
  const known = new Set(tried.map(({ config_id }) => config_id));
  const someUnreached = unreached({ route, tried }).length > 0;
  const candidate = route.find(
    (one) => one.taken && !known.has(one.config_id) && !(someUnreached && one.provider === BY_PEOPLE),
  );
  if (candidate !== undefined) return { type: "try", candidate };
  return someUnreached ? { type: "wait" } : { type: "give_up" };
}

/**
 * The one tried least recently whose circuit is closed by now; otherwise this attempt is an open circuit's probe.
 * Undefined when no unreachable provider is left.
 */
export function nextAfterWait<C extends RouteEntry>(
  question: NextStepQuestion<C>,
  isCircuitOpen: (provider: ProviderName) => boolean,
): C | undefined {
  const lastTried = ({ config_id }: C): number => question.tried.findLastIndex((one) => one.config_id === config_id);
  const candidates = unreached(question).toSorted((a, b) => lastTried(a) - lastTried(b));
  return candidates.find(({ provider }) => !isCircuitOpen(provider as ProviderName)) ?? candidates[0];
}

/** Unreachable providers that may be tried again. A refusal is final, even if the provider was unreachable before. */
function unreached<C extends RouteEntry>({ route, tried }: NextStepQuestion<C>): C[] {
  const refused = new Set(tried.filter(({ outcome }) => outcome === "refused").map(({ config_id }) => config_id));
  const missed = new Set(tried.filter(({ outcome }) => outcome === "unreachable").map(({ config_id }) => config_id));
  return route.filter(({ config_id, taken }) => taken && missed.has(config_id) && !refused.has(config_id));
}
