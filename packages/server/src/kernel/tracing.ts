import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/**
 * Traces for OpenTelemetry; while no exporter is set, every function here only calls the work it was given.
 *
 * Everything that happens to a payment is one trace, in any process at any time: request, provider calls, callbacks,
 * polls, deliveries. Nothing is stored for that: the trace of a resource has the resource's id. A request learns during
 * its work which payment it creates, so the spans of a request or a step of a job get the trace id when their root
 * ends. A caller that sends a `traceparent` keeps its own trace, and its root links to the resource's. OpenTelemetry's
 * SDK was rejected: it gives a span its trace id at the start, and brings fifty packages for a list sent as JSON.
 */
export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer";
export type AttributeValue = string | number | boolean;
export type Attributes = Record<string, AttributeValue | undefined>;

export type Span = {
  name: string;
  readonly kind: SpanKind;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly startMs: number;
  endMs: number;
  readonly attributes: Attributes;
  error: string | undefined;
};

/** The spans of one request, or of one step of a job, in one process. */
export type LocalTrace = {
  traceId: string;
  /** Whether the id is already known outside: it is the caller's trace id, or a resource's id. */
  isJoined: boolean;
  /** Further resources of this trace, which already had another id. */
  readonly links: Set<string>;
  readonly spans: Span[];
  dropped: number;
};

export type ExportTrace = (trace: LocalTrace) => void;

const MAX_SPANS = 200;
const MAX_LINKS = 16;
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0[0-9a-f]$/;
const NO_ID = /^0+$/;

type Context = { readonly trace: LocalTrace; readonly span: Span };

const contexts = new AsyncLocalStorage<Context | undefined>();
let exportTrace: ExportTrace | undefined;

/** Null switches tracing off. */
export function exportTracesTo(given: ExportTrace | null): void {
  exportTrace = given ?? undefined;
}

export type SpanOptions = { readonly kind?: SpanKind; readonly attributes?: Attributes };
type Work<T> = (span: Span | undefined) => Promise<T>;

/** Runs `work` as a span of the current trace; without a current trace it is not recorded. */
export function traced<T>(name: string, options: SpanOptions, work: Work<T>): Promise<T> {
  const context = exportTrace === undefined ? undefined : contexts.getStore();
  if (context === undefined) return work(undefined);
  if (context.trace.spans.length >= MAX_SPANS) {
    context.trace.dropped++;
    return work(undefined);
  }
  return record({ trace: context.trace, parentSpanId: context.span.spanId }, name, options, work);
}

export type RootOptions = SpanOptions & {
  readonly resource?: string;
  readonly traceparent?: string;
  /** False for a result that is not worth a trace, such as a job that found nothing to do. */
  readonly isWorthIt?: (result: unknown) => boolean;
};

export async function tracedRoot<T>(name: string, options: RootOptions, work: Work<T>): Promise<T> {
  if (exportTrace === undefined) return work(undefined);
  const root = beginTrace(options);
  let isKept = true;
  try {
    const result = await record(root, name, options, work);
    isKept = options.isWorthIt?.(result) ?? true;
    return result;
  } finally {
    if (isKept) exportTrace?.(root.trace);
  }
}

/** A root whose start and end are two calls, as for a request. A root that is never ended is not exported. */
export type OpenRoot = {
  within(proceed: () => void): void;
  end(name: string, attributes: Attributes, error?: string): void;
  traceId(): string;
  traceparent(): string;
};

export function beginRoot(options: RootOptions): OpenRoot | undefined {
  if (exportTrace === undefined) return undefined;
  const { trace, parentSpanId } = beginTrace(options);
  const span = newSpan(parentSpanId, "", options);
  trace.spans.push(span);
  return {
    within: (proceed) => contexts.run({ trace, span }, proceed),
    end(name, attributes, error) {
      Object.assign(span, { name, endMs: nowMs(), error });
      Object.assign(span.attributes, attributes);
      exportTrace?.(trace);
    },
    traceId: () => trace.traceId,
    traceparent: () => `00-${trace.traceId}-${span.spanId}-01`,
  };
}

/** Names the resource that the current work is about. The first resource gives the trace its id, if it has none yet. */
export function joinTrace(resourceId: string): void {
  const trace = exportTrace === undefined ? undefined : contexts.getStore()?.trace;
  if (trace === undefined) return;
  const id = traceIdOf(resourceId);
  if (id === trace.traceId) return;
  if (trace.isJoined) {
    if (trace.links.size < MAX_LINKS) trace.links.add(id);
    return;
  }
  trace.traceId = id;
  trace.isJoined = true;
}

/** Runs work that serves several callers at once, and so belongs to none of their traces. */
export function outsideOfTraces<T>(work: () => T): T {
  return exportTrace === undefined ? work() : contexts.run(undefined, work);
}

export function currentTrace(): { trace_id: string; span_id: string } | undefined {
  const context = exportTrace === undefined ? undefined : contexts.getStore();
  return context === undefined ? undefined : { trace_id: context.trace.traceId, span_id: context.span.spanId };
}

/** Callers check this before they prepare a span on the hot path. */
export function isTracing(): boolean {
  return exportTrace !== undefined;
}

function traceIdOf(resourceId: string): string {
  return resourceId.replaceAll("-", "");
}

type Root = { readonly trace: LocalTrace; readonly parentSpanId: string | undefined };

function beginTrace({ resource, traceparent }: RootOptions): Root {
  const [, sentTrace, sentSpan] = TRACE_PARENT.exec(traceparent ?? "") ?? [];
  const isSent = sentTrace !== undefined && sentSpan !== undefined && !NO_ID.test(sentTrace) && !NO_ID.test(sentSpan);
  const traceId = isSent ? sentTrace : resource === undefined ? randomBytes(16).toString("hex") : traceIdOf(resource);
  const isJoined = isSent || resource !== undefined;
  const trace: LocalTrace = { traceId, isJoined, links: new Set(), spans: [], dropped: 0 };
  return { trace, parentSpanId: isSent ? sentSpan : undefined };
}

async function record<T>({ trace, parentSpanId }: Root, name: string, options: SpanOptions, work: Work<T>): Promise<T> {
  const span = newSpan(parentSpanId, name, options);
  trace.spans.push(span);
  try {
    return await contexts.run({ trace, span }, work, span);
  } catch (error) {
    // A span names only the class of an error: its message may repeat user input.
    span.error = error instanceof Error ? error.name : "Error";
    throw error;
  } finally {
    span.endMs = nowMs();
  }
}

function newSpan(parentSpanId: string | undefined, name: string, options: SpanOptions): Span {
  const { kind = "internal", attributes = {} } = options;
  const [spanId, startMs] = [newSpanId(), nowMs()];
  return { name, kind, spanId, parentSpanId, startMs, endMs: 0, attributes: { ...attributes }, error: undefined };
}

/** Wall time, computed from the monotonic clock: spans of one process must not run backwards. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

const SPAN_ID_BYTES = 8;
const pool = Buffer.alloc(4_096);
let used = pool.length;

function newSpanId(): string {
  if (used + SPAN_ID_BYTES > pool.length) {
    randomBytes(pool.length).copy(pool);
    used = 0;
  }
  return pool.toString("hex", used, (used += SPAN_ID_BYTES));
}
