import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { COMMIT, VERSION } from "./version.ts";

export type Metrics = {
  readonly registry: Registry;
  readonly requestSeconds: Histogram<"method" | "route" | "status">;
  /** What `/metrics` answers: the registry, or those of all processes that share the port. */
  read(): Promise<string>;
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string>(name: string, help: string, labels?: readonly L[]): Gauge<L>;
  histogram<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    buckets: readonly number[],
  ): Histogram<L>;
};

const REQUEST_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Each measurement wakes the process: at the library's 10 ms, an idle process did nearly nothing else. */
const LAG_PRECISION_MS = 20;
/** Instead of a value that is on no list, so that no label grows with what callers or providers send. */
export const OTHER = "other";

/** One registry per application. Registering a name twice returns the same metric. */
type MetricsOptions = {
  processMetrics?: boolean;
  /** How the metrics of all processes are read, where several share a port. */
  readAll?: ((registry: Registry) => () => Promise<string>) | undefined;
};

export function createMetrics({ processMetrics = false, readAll }: MetricsOptions = {}): Metrics {
  const registry = new Registry();
  if (processMetrics) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
  const known = <T>(name: string): T | undefined => registry.getSingleMetric(name) as T | undefined;
  const histogram: Metrics["histogram"] = (name, help, labels, buckets) =>
    known(name) ?? new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] });
  const gauge: Metrics["gauge"] = (name, help, labels = []) =>
    known(name) ?? new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
  gauge("build_info", "What runs here", ["version", "commit", "node"]).set(
    { version: VERSION, commit: COMMIT, node: process.version },
    1,
  );
  return {
    registry,
    read: readAll?.(registry) ?? (() => registry.metrics()),
    requestSeconds: histogram(
      "http_request_duration_seconds",
      "Time from the first byte of a request to the last byte of its answer",
      ["method", "route", "status"],
      REQUEST_BUCKETS_SECONDS,
    ),
    counter: (name, help, labels = []) =>
      known(name) ?? new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge,
    histogram,
  };
}
