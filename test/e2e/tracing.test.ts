import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSpanExporter, type SpanExporter } from "@corridor/server/kernel/export-spans.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import { exportTracesTo } from "@corridor/server/kernel/tracing.ts";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { silentLog } from "#test/harness/database.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { type Receiver, startReceiver } from "#test/harness/receiver.ts";

/** The whole service with a test collector, which receives what an operator would see. */
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string }[];
};

let app: TestApp;
let collector: Server;
let exporter: SpanExporter;
let outbound: Outbound;
let receiver: Receiver;
let answerStatus = 200;
const bodies: string[] = [];
const metrics = createMetrics();

beforeAll(async () => {
  app = await startTestApp({ sandboxDelayMs: 0, settings: { ALLOW_INSECURE_WEBHOOKS: "true" } });
  receiver = await startReceiver({ tls: false });
  collector = createServer((request, response) => {
    let body = "";
    request
      .on("data", (chunk: Buffer) => (body += chunk.toString()))
      .on("end", () => {
        if (request.url === "/v1/traces" && answerStatus === 200) bodies.push(body);
        response.writeHead(answerStatus).end("{}");
      });
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  outbound = createOutbound();
  exporter = createSpanExporter({
    endpoint,
    headers: {},
    serviceName: "corridor",
    share: 1,
    role: "test",
    outbound,
    log: silentLog,
    metrics,
  });
  exportTracesTo((trace) => exporter.take(trace));
});
afterAll(async () => {
  exportTracesTo(null);
  await exporter.close();
  await outbound.close();
  collector.close().closeAllConnections();
  await receiver.close();
  await app.close();
});

async function spans(): Promise<SentSpan[]> {
  await exporter.flush();
  return bodies.flatMap(
    (body) =>
      (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }).resourceSpans[0]!
        .scopeSpans[0]!.spans,
  );
}

async function pay(headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await app.request(
    app.callers.apiKey,
    "POST",
    "/payments-init/initiate",
    mobileMoneyPayin("4567"),
    headers,
  );
  expect(status).toBe(200);
  return body.response.payment_id;
}

test("all that happens to a payment is one trace, which has the payment's id: request, writes, provider, callback, webhook", async () => {
  await app.request(app.callers.orgAdmin, "POST", "/public/webhooks", { endpoint_url: `${receiver.url}/hook` });
  const paymentId = await pay();
  await app.advance(2_000);
  await app.run("webhook-delivery");
  const trace = (await spans()).filter(({ traceId }) => traceId === paymentId.replaceAll("-", ""));
  const names = trace.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      "POST /v1/payments-init/initiate",
      "write payment",
      expect.stringMatching(/^POST 127\.0\.0\.1:/),
      "write payment transition",
      "deliver webhook",
    ]),
  );
  expect(names.some((name) => name.includes("/callbacks/"))).toBe(true);
  const root = trace.find(({ name }) => name === "POST /v1/payments-init/initiate")!;
  expect(root).toMatchObject({ kind: 2 });
  expect(root.parentSpanId).toBeUndefined();
  expect(trace.find(({ name }) => name === "write payment")!.parentSpanId).toBe(root.spanId);
  for (const { startTimeUnixNano, endTimeUnixNano } of trace)
    expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
  expect(receiver.received.at(-1)!.headers["traceparent"]).toMatch(
    new RegExp(`^00-${paymentId.replaceAll("-", "")}-[0-9a-f]{16}-01$`),
  );
  const line = app.logLines().find((one) => one.includes('"route":"/v1/payments-init/initiate"'))!;
  expect(JSON.parse(line)).toMatchObject({ trace_id: paymentId.replaceAll("-", "") });
});

test("a caller's own trace goes on, and links to the payment's", async () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const paymentId = await pay({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
  const root = (await spans()).find((span) => span.traceId === traceId && span.kind === 2)!;
  expect(root).toMatchObject({ parentSpanId: "00f067aa0ba902b7", links: [{ traceId: paymentId.replaceAll("-", "") }] });
  await pay({ traceparent: "00-00000000000000000000000000000000-0000000000000000-01" });
  await pay({ traceparent: "rubbish" });
  expect((await spans()).filter((span) => /^0+$/.test(span.traceId))).toEqual([]);
});

test("no span tells of a person, a number or a key", async () => {
  await pay();
  await spans();
  const sent = bodies.join("\n");
  for (const secret of ["Ama Owusu", "+23324123", app.demo.organizations[0]!.api_key])
    expect(sent).not.toContain(secret);
});

test("a collector that refuses costs spans, which are counted, and nothing else", async () => {
  answerStatus = 503;
  await pay();
  await exporter.flush();
  answerStatus = 200;
  expect(await metrics.registry.metrics()).toMatch(/trace_spans_dropped_total\{reason="not_sent"\} [1-9]/);
});
