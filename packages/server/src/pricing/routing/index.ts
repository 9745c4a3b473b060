import { composeStops } from "#src/pricing/stops/index.ts";
import type { Needs } from "#src/kernel/part.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";
import { createLiveCorridors } from "./live-corridors.ts";
import { createRouter } from "./route-payments.ts";
import { routingRoutes } from "./routes.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import type { Peers } from "#src/kernel/peers.ts";

export type { CircuitBreaker } from "./circuit-breaker.ts";
export { type InboundConfig, inboundConfigs } from "./queries.ts";
export { nextAfterWait, nextStep, type NextStepQuestion } from "./next-step.ts";
export { canServe, CONFIGS_TOPIC, type Floats, noRoute, type Router } from "./route-payments.ts";
export { type ConfigInput, createConfigs } from "./write-config.ts";

type RoutingDeps = Needs<
  typeof composeStops | typeof createLiveCorridors | typeof createRouter | typeof routingRoutes,
  "breaker" | "live" | "router"
> & {
  peers: Peers;
  metrics: Metrics;
  cell: number;
};

export function composeRouting(deps: RoutingDeps) {
  const { cell, metrics } = deps;
  const help = "1 from the moment when a provider's circuit opens until it answers a payment again";
  const open = metrics.gauge("provider_circuit_open", help, ["cell", "provider"]);
  const breaker = createCircuitBreaker(deps.clock, deps.peers, (provider, isOpen) =>
    open.set({ cell, provider }, isOpen ? 1 : 0),
  );
  const router = createRouter({ ...deps, breaker, live: createLiveCorridors(deps) });
  const stops = composeStops(deps);
  return { routes: [...stops.routes, routingRoutes({ ...deps, router, breaker })], router, breaker, gate: stops.gate };
}
