import { accountOf } from "@corridor/provider-kit/accounts.ts";
import { composeStops } from "#src/pricing/stops/index.ts";
import type { Needs } from "#src/kernel/part.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";
import { costRoutes } from "./costs/routes.ts";
import { createCosts } from "./costs/set-costs.ts";
import { healthRoutes } from "./health-routes.ts";
import { listCorridors } from "./list-corridors.ts";
import { createLiveCorridors } from "./live-corridors.ts";
import type { Lane } from "./outcome-window.ts";
import { createProviderHealth } from "./provider-health.ts";
import { createOutcomeWindow } from "./read-window.ts";
import { composePrograms } from "./programs/index.ts";
import { createRouter } from "./route-payments.ts";
import { routingRoutes } from "./routes.ts";
import { purgeOutcomesJob, watchLanesJob } from "./watch-lanes.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import type { Peers } from "#src/kernel/peers.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";

export { BY_PEOPLE } from "./by-people.ts";
export type { CircuitBreaker } from "./circuit-breaker.ts";
export type { CostOf } from "./costs/cost.ts";
export { fitPrice } from "./costs/fit-price.ts";
export { type Costs, costsOfNow, storeFoundCosts } from "./costs/set-costs.ts";
export { type InboundConfig, inboundConfigs } from "./queries.ts";
export {
  compileProgram,
  type CompiledProgram,
  type CountArms,
  decide,
  type Facts,
  findProgram,
  type Program,
  readProgram,
  type RoutedBy,
  RoutedBySchema,
} from "./programs/index.ts";
export { nextAfterWait, nextStep, type NextStepQuestion } from "./next-step.ts";
export { forgetOutcomes, recordOutcomes } from "./outcome-queries.ts";
export type { OpenCorridor } from "./list-corridors.ts";
export { type Lane, laneKey, type Outcome } from "./outcome-window.ts";
export {
  type About,
  accountFor,
  canServe,
  CONFIGS_TOPIC,
  type Floats,
  noRoute,
  type Router,
  type RouterDeps,
} from "./route-payments.ts";
export { type ConfigInput, createConfigs } from "./write-config.ts";

type RoutingDeps = Needs<
  | typeof composeStops
  | typeof createCosts
  | typeof costRoutes
  | typeof createLiveCorridors
  | typeof createOutcomeWindow
  | typeof createProviderHealth
  | typeof createRouter
  | typeof healthRoutes
  | typeof routingRoutes
  | typeof watchLanesJob
  | typeof composePrograms,
  "breaker" | "health" | "live" | "outcomes" | "router" | "programs" | "knowledge" | "tagsOf"
> & {
  profileOf(orgId: string): Promise<{ tags: readonly string[] }>;
  peers: Peers;
  metrics: Metrics;
  cell: number;
  isFirst: boolean;
};

/** Whose configs are the global ones alone. */
export const NOBODY = "00000000-0000-0000-0000-000000000000";

export function composeRouting(deps: RoutingDeps) {
  const { cell, metrics } = deps;
  const help = "1 from the moment when a provider's circuit opens until it answers a payment again";
  const open = metrics.gauge("provider_circuit_open", help, ["cell", "provider"]);
  const circuits = createCircuitBreaker(deps.clock, deps.peers, (provider, isOpen) => {
    // Nobody here can mend an organization's own account.
    if (accountOf(provider).orgId === null) open.set({ cell, provider }, isOpen ? 1 : 0);
  });
  const health = createProviderHealth(deps);
  const breaker = {
    ...circuits,
    trying(provider: ProviderName, lane?: Lane): void {
      circuits.trying(provider);
      if (lane !== undefined) health.trying({ provider, lane });
    },
  };
  const outcomes = createOutcomeWindow(deps);
  const costs = createCosts(deps);
  const programs = composePrograms({
    ...deps,
    tagsOf: async (orgId) => (orgId === NOBODY ? [] : (await deps.profileOf(orgId)).tags),
    knowledge: { success: outcomes.of, cost: costs.of },
  });
  const common = { ...deps, breaker, health, outcomes, live: createLiveCorridors(deps) };
  const router = createRouter({ ...common, ...programs });
  const stops = composeStops(deps);
  return {
    routes: [
      ...stops.routes,
      ...programs.routes,
      healthRoutes(common),
      costRoutes(deps),
      routingRoutes({ ...common, router }),
    ],
    jobs: [purgeOutcomesJob(deps), ...(deps.isFirst ? [watchLanesJob(deps)] : [])],
    router,
    breaker,
    outcomes,
    costs,
    openCorridors: () => listCorridors(common, NOBODY, undefined),
    gate: stops.gate,
    close: () => outcomes.settled(),
  };
}
