import type { Logger } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { Outbound } from "@corridor/provider-kit/outbound.ts";
import type { AttributeValue, LocalTrace, Span, SpanKind } from "./tracing.ts";

/**
 * Sends spans to an OpenTelemetry collector, as OTLP in JSON over HTTP. A slow or unreachable collector only costs
 * spans: they wait in a bounded queue and go out in batches; those that do not fit are counted and dropped.
 */
export type SpanExporter = {
  take(trace: LocalTrace): void;
  /** Sends what waits. */ flush(): Promise<void>;
  close(): Promise<void>;
};

type ExporterOptions = {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of all traces, from 0 to 1. */
  readonly share: number;
  readonly role: string;
  readonly outbound: Outbound;
  readonly log: Logger;
  readonly metrics: Metrics;
};

const MAX_WAITING_SPANS = 4_096;
const BATCH_SPANS = 512;
const SEND_EVERY_MS = 2_000;
const TIMEOUT_MS = 10_000;
const WARN_EVERY_MS = 60_000;
const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };
const STATUS_ERROR = 2;
const SCOPE = { name: "corridor" };

export function createSpanExporter(options: ExporterOptions): SpanExporter {
  const { endpoint, serviceName, share, role, outbound, log, metrics } = options;
  const headers = { ...options.headers, "content-type": "application/json" };
  const url = `${endpoint}/v1/traces`;
  const dropped = metrics.counter("trace_spans_dropped_total", "Spans that did not reach the collector", ["reason"]);
  const resource = {
    attributes: attributesOf({ "service.name": serviceName, "corridor.role": role, "process.pid": process.pid }),
  };
  let waiting: object[] = [];
  let sending: Promise<void> | null = null;
  let warnedMs = Number.NEGATIVE_INFINITY;

  function take(trace: LocalTrace): void {
    if (!isSampled(trace.traceId, share)) return;
    if (trace.dropped > 0) dropped.inc({ reason: "long_trace" }, trace.dropped);
    if (waiting.length + trace.spans.length > MAX_WAITING_SPANS)
      return dropped.inc({ reason: "queue_full" }, trace.spans.length);
    trace.spans.forEach((span, index) => waiting.push(encodeSpan(trace, span, index === 0)));
    if (waiting.length >= BATCH_SPANS) void flush();
  }

  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => (sending = null));
    return sending;
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, BATCH_SPANS);
      waiting = waiting.slice(BATCH_SPANS);
      const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: SCOPE, spans }] }] });
      const problem = await outbound.request({ method: "POST", url, headers, body, timeoutMs: TIMEOUT_MS }).then(
        ({ statusCode }) => (statusCode < 300 ? undefined : `status ${statusCode}`),
        (error: Error) => error.message,
      );
      if (problem === undefined) continue;
      dropped.inc({ reason: "not_sent" }, spans.length);
      if (performance.now() - warnedMs < WARN_EVERY_MS) continue;
      warnedMs = performance.now();
      log.warn({ problem }, "traces do not reach the collector and are dropped; check OTEL_EXPORTER_OTLP_ENDPOINT");
    }
  }

  const timer = setInterval(() => void flush(), SEND_EVERY_MS).unref();
  return {
    take,
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** The last digits of its id, which are random, decide: all processes keep or drop the same traces. */
function isSampled(traceId: string, share: number): boolean {
  return share >= 1 || Number.parseInt(traceId.slice(-8), 16) / 2 ** 32 < share;
}

function encodeSpan({ traceId, links }: LocalTrace, span: Span, isRoot: boolean): object {
  return {
    traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    attributes: attributesOf(span.attributes),
    ...(span.error === undefined ? {} : { status: { code: STATUS_ERROR, message: span.error } }),
    // A resource's trace has no first span that every process knows; the end of its id stands for that span's id.
    ...(isRoot && links.size > 0
      ? { links: [...links].map((linked) => ({ traceId: linked, spanId: linked.slice(-16) })) }
      : {}),
  };
}

function nanoseconds(ms: number): string {
  return `${Math.trunc(ms)}${String(Math.trunc((ms % 1) * 1_000_000)).padStart(6, "0")}`;
}

function attributesOf(attributes: Readonly<Record<string, AttributeValue | undefined>>): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: encodeValue(value) }],
  );
}

function encodeValue(value: AttributeValue): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
