import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createSpanExporter } from "#src/platform/export-spans.ts";
import { createHealthServer } from "#src/platform/http/health-server.ts";
import { runJobs } from "#src/platform/jobs/loop.ts";
import { createMetrics } from "#src/platform/metrics.ts";
import { createOutbound } from "#src/platform/outbound.ts";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { silentLog } from "#test/harness/database.ts";

/** Compares alerts, dashboard and runbooks with the metrics that /metrics really has: a renamed metric would silence its alert forever. */
const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string }; labels: { severity: string } };
const { groups } = parse(read("deploy/prometheus-alerts.yaml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read("deploy/grafana-dashboard.json")) as { panels: { id: number; title: string; targets: { expr: string }[] }[] };
const runbooks = read("docs/runbooks.md");

const FUNCTIONS = "sum rate max min by le time absent unless or and histogram_quantile".split(" ");
/** Names in an expression that are neither functions nor labels. `up` is Prometheus's own. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\bby \([^)]*\)/g, "")
    .replaceAll(/\[[^\]]*\]/g, "");
  return [...new Set(bare.match(/[a-z_][a-z0-9_]*/g) ?? [])].filter((name) => !FUNCTIONS.includes(name) && name !== "up" && !/^e\d+$/.test(name));
}

let app: TestApp;
let exposed: string;
beforeAll(async () => {
  app = await startTestApp();
  await app.request(app.callers.apiKey, "GET", "/corridors?country=GH");
  const metrics = createMetrics({ processMetrics: true });
  const outbound = createOutbound();
  const exporter = createSpanExporter({
    endpoint: "http://127.0.0.1:1",
    headers: {},
    serviceName: "x",
    share: 1,
    role: "x",
    outbound,
    log: silentLog,
    metrics,
  });
  await runJobs([], silentLog, metrics).stop();
  const worker = createHealthServer({
    config: { metricsToken: undefined, environment: "development", isExposedDevelopment: false },
    db: app.db,
    log: silentLog,
    metrics,
    cells: undefined,
  });
  const answers = [await (await fetch(`${app.origin}/metrics`)).text(), (await worker.inject("/metrics")).body];
  expect((await worker.inject("/readyz")).json()).toEqual({ status: "ready", checks: { database: "ok", migrations: "ok" } });
  expect((await worker.inject("/v1/payments")).statusCode).toBe(404);
  await worker.close();
  await exporter.close();
  await outbound.close();
  exposed = answers.join("\n");
});
afterAll(() => app.close());

test("every metric that an alert or a panel names is there", () => {
  const known = new Set(
    [...exposed.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === "histogram" ? ["_bucket", "_count", "_sum"].map((end) => `${name}${end}`) : [name!],
    ),
  );
  const named = [...rules.map(({ expr }) => expr), ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))].flatMap(metricsOf);
  expect(new Set(named).size).toBeGreaterThan(12);
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
});

test("every route and job that an expression picks exists", () => {
  const expressions = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr).join("\n");
  const routes = new Set([...expressions.matchAll(/route="([^"]+)"/g)].map((match) => match[1]!));
  for (const route of routes)
    expect([route, app.corridor.server.hasRoute({ method: route.endsWith("initiate") ? "POST" : "GET", url: route })]).toEqual([route, true]);
  const jobs = new Set([...expressions.matchAll(/\bname="([^"]+)"/g)].map((match) => match[1]!));
  expect([...jobs].filter((name) => !app.corridor.jobs.some((job) => job.name === name))).toEqual([]);
});

test("every alert has its runbook and says how urgent it is, and every runbook has its alert", () => {
  for (const { alert, annotations, labels } of rules) {
    expect(annotations).toEqual({ summary: expect.any(String), runbook: `docs/runbooks.md#${alert.toLowerCase()}` });
    expect(["page", "ticket"]).toContain(labels.severity);
  }
  expect([...runbooks.matchAll(/^## (\w+)$/gm)].map((match) => match[1])).toEqual(rules.map(({ alert }) => alert));
});

test("the jobs that measure the backlog tell what waits", async () => {
  await app.run("webhook-lateness");
  await app.run("payment-backlog");
  const text = await (await fetch(`${app.origin}/metrics`)).text();
  expect(text).toMatch(/^webhook_oldest_due_seconds 0$/m);
  expect(text).toMatch(/^payment_checks_overdue_seconds 0$/m);
  expect(text).toMatch(/^reconciliation_items_open 0$/m);
});
