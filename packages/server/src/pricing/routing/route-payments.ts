import type { Db } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { ApiError } from "#src/kernel/http/errors.ts";
import type { Money } from "@corridor/base/money.ts";
import { accountOf } from "@corridor/provider-kit/accounts.ts";
import { objectionToAmount, serves } from "@corridor/provider-kit/corridors.ts";
import type { Provider, ProviderName } from "@corridor/provider-kit/provider.ts";
import { chooseRoute, type Corridor, corridorKey, type Route } from "./choose-route.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import type { LiveCorridors } from "./live-corridors.ts";
import type { ProviderHealth } from "./provider-health.ts";
import { NO_TRAITS, type Programs, type StoredProgram, type Traits } from "./programs/index.ts";
import { configsOfCorridor, type StoredConfig } from "./queries.ts";

/** The route choice with its inputs: configs cached per corridor, the providers of this deployment, their circuits. */
export const CONFIGS_TOPIC = "provider-configs";
const CACHE_MS = 60_000;
const MAX_CACHED_CORRIDORS = 5_000;

export type Router = {
  /** `pays`: the amount that the provider would pay out of its float, for a payout. */
  route(corridor: Corridor, orgId: string, amount: Money, pays?: Money, about?: About): Promise<Route>;
};

/** What routing programs ask beyond the corridor, as far as it is known. */
export type About = Partial<Traits> & {
  /** Decides a split, and what a payment explores. Without it, an example. */
  paymentId?: string | undefined;
  at?: Date | undefined;
  /** Decides instead of the published programs. */
  draft?: StoredProgram | undefined;
  /** The organization's own money may carry it: it is not converted, and moves on to nothing here. */
  mayUseOwn?: boolean | undefined;
};

/** A fresh reading of our float at a provider; undefined when there is none. Read from memory. */
export type FloatOf = (provider: ProviderName, currency: string) => Money | undefined;
/** `now` returns a snapshot of all floats, so that a route is chosen by one consistent state. */
export type Floats = { now(): Promise<FloatOf> };

export function noRoute({ country, paymentMethod, direction }: Corridor, { considered }: Route): ApiError {
  const why =
    considered.length === 0
      ? ""
      : ` (${considered.map(({ provider, reason }) => `${provider}: ${reason}`).join("; ")})`;
  return new ApiError(
    422,
    "ROUTING_CONFIG_NOT_FOUND",
    `No provider is configured for ${direction} ${paymentMethod} in ${country} at this amount${why}`,
  );
}

/** Whether the provider exists in this deployment and serves the corridor, in this currency where one is named. */
export function canServe(
  providers: ReadonlyMap<ProviderName, Provider>,
  name: ProviderName,
  corridor: Corridor,
  currency?: string,
): boolean {
  const { country, paymentMethod: method, direction } = corridor;
  return serves(providers.get(name)?.corridors ?? [], { direction, method, country, currency });
}

/** The organization's own account that a route entry means, if that serves the corridor; otherwise the platform's. */
export function accountFor(
  { providers, ownAccountOf }: Pick<RouterDeps, "providers" | "ownAccountOf">,
  routed: ProviderName,
  orgId: string,
  corridor: Corridor,
  currency?: string,
): ProviderName {
  const own = ownAccountOf(routed, orgId);
  return own !== null && canServe(providers, own, corridor, currency) ? own : routed;
}

/** The amount that the provider would move. The legs of a ramp move different amounts along one route. */
function movedBy({ direction }: Corridor, amount: Money, pays: Money | undefined): Money | undefined {
  if (direction === "external") return undefined;
  return direction === "inbound" ? amount : pays;
}

export type RouterDeps = {
  db: Db;
  invalidations: Invalidations;
  providers: ReadonlyMap<ProviderName, Provider>;
  breaker: Pick<CircuitBreaker, "isOpen">;
  health: Pick<ProviderHealth, "now">;
  floats: Floats;
  live: LiveCorridors;
  clock: Clock;
  programs: Programs;
  ownAccountOf(routed: ProviderName, orgId: string): ProviderName | null;
};

export function createRouter(deps: RouterDeps): Router {
  const cache = createCache<string, StoredConfig[]>({
    invalidations: deps.invalidations,
    topic: CONFIGS_TOPIC,
    maxEntries: MAX_CACHED_CORRIDORS,
    ttlMs: CACHE_MS,
    load: (key) => {
      const [country, paymentMethod, direction] = key.split("/") as [
        string,
        Corridor["paymentMethod"],
        Corridor["direction"],
      ];
      return configsOfCorridor(deps.db, { country, paymentMethod, direction });
    },
  });

  return {
    async route(corridor, orgId, amount, pays, about = {}) {
      const { paymentId = "", at, draft, mayUseOwn = false, ...traits } = about;
      const health = await deps.health.now();
      const floatOf = pays === undefined ? undefined : await deps.floats.now();
      const lacksFloat = (provider: ProviderName): boolean => {
        const float = pays === undefined ? undefined : floatOf?.(provider, pays.currency);
        return float !== undefined && float.compare(pays!) < 0;
      };
      const moved = movedBy(corridor, amount, pays);
      const { country, paymentMethod: method, direction } = corridor;
      const wish = { direction, method, country, currency: moved?.currency };
      const openOf = (name: ProviderName) => {
        const provider = deps.providers.get(name);
        return provider === undefined ? undefined : deps.live.of(provider);
      };
      const lane = { country, paymentMethod: method, direction, network: traits.network ?? null };
      const refusesNow = (name: ProviderName): string | null => {
        const maintenance = health.maintenanceOf(accountOf(name).provider, corridor);
        if (maintenance !== null) return maintenance;
        const rows = openOf(name) ?? deps.providers.get(name)?.corridors;
        return rows === undefined ? null : objectionToAmount(rows, wish, moved);
      };
      const isClosed = (name: ProviderName): boolean => {
        const open = openOf(name);
        return (
          health.maintenanceOf(accountOf(name).provider, corridor) !== null ||
          (open !== undefined && !serves(open, wish))
        );
      };
      const withOwn = (config: StoredConfig) => {
        const account = accountFor(deps, config.provider, orgId, corridor, moved?.currency);
        return account === config.provider ? config : { ...config, own: account };
      };
      const configs = await cache.get(corridorKey(corridor));
      const asked = { ...corridor, paymentId, orgId, amount };
      const factsOf = () => ({ ...NO_TRAITS, ...traits, ...asked, at: at ?? deps.clock.now() });
      return chooseRoute({
        corridor,
        orgId,
        amount,
        configs: mayUseOwn ? configs.map(withOwn) : configs,
        isAvailable: (account) => canServe(deps.providers, account, corridor, moved?.currency),
        refusesNow,
        isClosed,
        isCircuitOpen: (provider) => deps.breaker.isOpen(provider),
        weaknessOf: (provider) => health.weaknessOf({ provider, lane }),
        lacksFloat,
        orderByProgram: await deps.programs.orderFor(orgId, factsOf, draft),
      });
    },
  };
}
