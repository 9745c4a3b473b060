import type { Clock } from "@corridor/base/clock.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { createCache, type Invalidations } from "#src/kernel/db/invalidation.ts";
import { type Corridor, corridorKey, type Weakness } from "./choose-route.ts";
import type { LaneHealth } from "./judge-lane.ts";
import { HEALTH_TOPIC, readLanes } from "./lanes.ts";
import { describeMaintenance, findWindows, isUnder, type MaintenanceWindow } from "./maintenance.ts";
import { laneKey, type LaneOf } from "./outcome-window.ts";

/**
 * What routing knows of a provider beside its circuit: its lanes by the outcomes of payments, and its maintenance. One
 * place judges the lanes (watch-lanes.ts), and every process follows within a second.
 */
const CACHE_MS = 60_000;
/** A lane that does badly gets one payment from each process this often, before the others. */
const PROBE_EVERY_MS = 60_000;

export type HealthNow = {
  readonly lanes: readonly LaneHealth[];
  readonly windows: readonly MaintenanceWindow[];
  /** Null also for a payment that may probe the lane. */
  weaknessOf(lane: LaneOf): Weakness | null;
  /** Why the provider gets nothing now; null if it does. */
  maintenanceOf(provider: ProviderName, corridor: Corridor): string | null;
  /** Whether it fails in all of the corridor that it was tried in, or is under maintenance. */
  isFailing(provider: ProviderName, corridor: Corridor): boolean;
};

export type ProviderHealth = {
  now(): Promise<HealthNow>;
  /** A payment is really sent there. */
  trying(lane: LaneOf): void;
};

type HealthDeps = { db: Db; clock: Clock; invalidations: Invalidations };

export function createProviderHealth({ db, clock, invalidations }: HealthDeps): ProviderHealth {
  /** When a lane that does badly was tried last, or when this process learned of it. */
  const triedAtMs = new Map<string, number>();
  const nowMs = (): number => clock.now().getTime();

  async function load(): Promise<HealthNow> {
    const [lanes, windows] = await Promise.all([readLanes(db), findWindows(db, clock.now())]);
    const weak = new Map<string, Weakness>();
    for (const one of lanes) if (one.state !== "healthy") weak.set(laneKey(one), one.state);
    for (const key of triedAtMs.keys()) if (!weak.has(key)) triedAtMs.delete(key);
    for (const key of weak.keys()) if (!triedAtMs.has(key)) triedAtMs.set(key, nowMs());
    const maintenanceOf: HealthNow["maintenanceOf"] = (provider, corridor) => {
      const window = windows.find((one) => isUnder(one, provider, corridor, clock.now()));
      return window === undefined ? null : describeMaintenance(window);
    };
    return {
      lanes,
      windows,
      maintenanceOf,
      weaknessOf(lane) {
        if (weak.size === 0) return null;
        const key = laneKey(lane);
        const isProbe = nowMs() - (triedAtMs.get(key) ?? 0) >= PROBE_EVERY_MS;
        return isProbe ? null : (weak.get(key) ?? null);
      },
      isFailing(provider, corridor) {
        const isOfCorridor = ({ lane }: LaneOf): boolean => corridorKey(lane) === corridorKey(corridor);
        const own = lanes.filter((one) => one.provider === provider && isOfCorridor(one));
        const fails = own.length > 0 && own.every(({ state }) => state === "failing");
        return fails || maintenanceOf(provider, corridor) !== null;
      },
    };
  }

  const ttlMs = CACHE_MS;
  const cache = createCache<string, HealthNow>({ invalidations, topic: HEALTH_TOPIC, maxEntries: 1, ttlMs, load });
  return {
    now: () => cache.get("all"),
    trying(lane) {
      if (triedAtMs.has(laneKey(lane))) triedAtMs.set(laneKey(lane), nowMs());
    },
  };
}
