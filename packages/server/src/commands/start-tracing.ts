import type { Config } from "#src/config.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Metrics } from "#src/kernel/metrics.ts";

type Ends = () => Promise<void>;

/** If OTEL_EXPORTER_OTLP_ENDPOINT is set; loads its code only then. Returns a function that ends it. */
export async function startTracing(role: string, config: Config, log: Logger, metrics: Metrics): Promise<Ends> {
  if (config.otlpEndpoint === undefined) return async () => undefined;
  const [{ createSpanExporter }, { createOutbound }, { exportTracesTo }] = await Promise.all([
    import("#src/kernel/export-spans.ts"),
    import("@corridor/provider-kit/outbound.ts"),
    import("#src/kernel/tracing.ts"),
  ]);
  const outbound = createOutbound();
  const headers = Object.fromEntries(
    config.otlpHeaders.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  const { otlpEndpoint: endpoint, otelServiceName: serviceName, traceShare: share } = config;
  const exporter = createSpanExporter({ endpoint, headers, serviceName, share, role, outbound, log, metrics });
  exportTracesTo((trace) => exporter.take(trace));
  return async () => {
    exportTracesTo(null);
    await exporter.close();
    await outbound.close();
  };
}
