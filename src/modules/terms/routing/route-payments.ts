import type { Db } from "#src/platform/db/client.ts";
import { createCache, type Invalidations } from "#src/platform/db/invalidation.ts";
import type { Money } from "#src/platform/money.ts";
import type { Provider, ProviderName } from "#src/providers/provider.ts";
import { chooseRoute, type Corridor, type Route } from "./choose-route.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import { configsOfCorridor, type StoredConfig } from "./queries.ts";

/** The route choice with what it needs at hand: configs held in memory per corridor, the providers of this deployment, their circuits. */
export const CONFIGS_TOPIC = "provider-configs";
const CACHE_MS = 60_000;
const MAX_CACHED_CORRIDORS = 5_000;

export type Router = { route(corridor: Corridor, orgId: string, amount: Money): Promise<Route> };

export function corridorKey(corridor: Corridor): string {
  return `${corridor.country}/${corridor.paymentMethod}/${corridor.direction}`;
}

/** Whether the provider exists in this deployment and serves the corridor at all. */
export function canServe(providers: ReadonlyMap<ProviderName, Provider>, name: ProviderName, corridor: Corridor): boolean {
  const provider = providers.get(name);
  if (provider === undefined) return false;
  const { directions, methods, countries } = provider.capabilities;
  const directionServed = corridor.direction === "external" ? true : directions.includes(corridor.direction);
  return directionServed && methods.includes(corridor.paymentMethod) && (countries === "*" || countries.includes(corridor.country));
}

export function createRouter(deps: { db: Db; invalidations: Invalidations; providers: ReadonlyMap<ProviderName, Provider>; breaker: CircuitBreaker }): Router {
  const cache = createCache<string, StoredConfig[]>({
    invalidations: deps.invalidations,
    topic: CONFIGS_TOPIC,
    maxEntries: MAX_CACHED_CORRIDORS,
    ttlMs: CACHE_MS,
    load: (key) => {
      const [country, paymentMethod, direction] = key.split("/") as [string, Corridor["paymentMethod"], Corridor["direction"]];
      return configsOfCorridor(deps.db, { country, paymentMethod, direction });
    },
  });

  return {
    async route(corridor, orgId, amount) {
      return chooseRoute({
        corridor,
        orgId,
        amount,
        configs: await cache.get(corridorKey(corridor)),
        isAvailable: (provider) => canServe(deps.providers, provider, corridor),
        isCircuitOpen: (provider) => deps.breaker.isOpen(provider),
      });
    },
  };
}
