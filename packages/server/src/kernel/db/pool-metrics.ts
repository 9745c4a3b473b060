import { Gauge, type Registry } from "prom-client";
import type pg from "pg";
import type { Metrics } from "../metrics.ts";

/** Computed when scraped; one gauge covers all pools of a registry. */
const observed = new WeakMap<Registry, Map<string, pg.Pool>>();

export function observePool({ registry }: Metrics, name: string, pool: pg.Pool): void {
  const pools = observed.get(registry);
  if (pools !== undefined) return void pools.set(name, pool);
  const first = new Map([[name, pool]]);
  observed.set(registry, first);
  const gauge = (metric: string, help: string, valueOf: (pool: pg.Pool) => number): void => {
    new Gauge({
      name: metric,
      help,
      labelNames: ["pool"],
      registers: [registry],
      collect() {
        for (const [label, each] of first) this.set({ pool: label }, valueOf(each));
      },
    });
  };
  const busy = "Database connections that are in use";
  gauge("database_connections_busy", busy, (each) => each.totalCount - each.idleCount);
  gauge("database_connections_idle", "Database connections that wait for work", (each) => each.idleCount);
  gauge("database_waiting", "Callers that wait for a database connection", (each) => each.waitingCount);
}
