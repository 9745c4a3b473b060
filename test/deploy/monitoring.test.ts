import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { parse } from "yaml";
import { ERROR_CODES } from "@corridor/server/kernel/http/error-codes.ts";
import { createHealthServer } from "@corridor/server/kernel/http/health-server.ts";
import { FIRST_CELL } from "@corridor/base/ids.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { createTestDatabase, silentLog } from "#test/harness/database.ts";
import { addCells, TEST_CELL } from "#test/harness/test-cell.ts";
import { type Sample, scrapeProcesses } from "./scrape-processes.ts";

/**
 * Compares alerts, dashboard and runbooks with the metrics that /metrics really has: a renamed metric would silence its
 * alert forever.
 */
const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

type Rule = {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
  labels: { severity: string };
};
const { groups } = parse(read("deploy/prometheus-alerts.yaml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read("deploy/grafana-dashboard.json")) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[];
};
const runbooks = read("docs/operating/runbooks.md");

const FUNCTIONS = "sum rate max min by le time absent unless or and last_over_time histogram_quantile".split(" ");
/** Names in an expression that are neither functions nor labels. `up` is Prometheus's own. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\bby \([^)]*\)/g, "")
    .replaceAll(/\[[^\]]*\]/g, "");
  return [...new Set(bare.match(/[a-z_][a-z0-9_]*/g) ?? [])].filter(
    (name) => !FUNCTIONS.includes(name) && name !== "up" && !/^e\d+$/.test(name),
  );
}

let app: TestApp;
let scraped: Awaited<ReturnType<typeof scrapeProcesses>>;
beforeAll(async () => {
  app = await startTestApp();
  await using database = await createTestDatabase("seeded");
  await addCells(database.url, 1);
  scraped = await scrapeProcesses(database.url, inject("demo").organizations[0]!.api_key);
});
afterAll(() => app.close());

const expressions = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);

test("a worker answers for its health, and serves no API", async () => {
  const config = { metricsToken: undefined, environment: "development", isExposedDevelopment: false } as const;
  const worker = createHealthServer({ config, db: app.db, log: silentLog, metrics: createMetrics(), cells: undefined });
  expect((await worker.inject("/readyz")).json()).toEqual({
    status: "ready",
    checks: { database: "ok", migrations: "ok" },
  });
  expect((await worker.inject("/v1/payments")).statusCode).toBe(404);
  await worker.close();
});

test("every metric that an alert or a panel names is there", () => {
  const known = new Set(
    [...`${scraped.api.text}\n${scraped.worker.text}`.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === "histogram" ? ["_bucket", "_count", "_sum"].map((end) => `${name}${end}`) : [name!],
    ),
  );
  const named = expressions.flatMap(metricsOf);
  expect(new Set(named).size).toBeGreaterThan(12);
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
});

/** Which processes have a value for a metric. What counts only once it happens has none at first. */
const EXPORTED_BY = {
  http_request_duration_seconds_count: ["api"],
  http_request_duration_seconds_bucket: ["api"],
  http_requests_shed_total: [],
  database_waiting: ["api", "worker"],
  job_runs_total: ["api", "worker"],
  job_last_success_timestamp_seconds: ["api", "worker"],
  payment_checks_overdue_seconds: ["worker"],
  webhook_oldest_due_seconds: ["worker"],
  reconciliation_items_open: ["worker"],
  tables_without_months: ["worker"],
  process_resident_memory_bytes: ["api", "worker"],
  trace_spans_dropped_total: [],
};

test("a metric of an alert is exported by the processes that know it, and by no other", () => {
  const exporters = (name: string) =>
    (["api", "worker"] as const).filter((kind) => scraped[kind].samples.some((sample) => sample.name === name));
  const named = new Set(rules.flatMap(({ expr }) => metricsOf(expr)));
  expect(Object.fromEntries([...named].map((name) => [name, exporters(name)]))).toEqual(EXPORTED_BY);
  const isJob = ({ name, labels }: Sample): boolean =>
    name === "job_last_success_timestamp_seconds" && labels["name"] === "payment-checks";
  expect([scraped.api.samples.some(isJob), scraped.worker.samples.some(isJob)]).toEqual([false, true]);
});

test("what workers measure is measured in every cell, and an expression takes the greatest of each cell", () => {
  const measured = Object.keys(EXPORTED_BY).filter((name) =>
    scraped.worker.samples.some((sample) => sample.name === name && "cell" in sample.labels),
  );
  expect(measured).toEqual([
    "payment_checks_overdue_seconds",
    "webhook_oldest_due_seconds",
    "reconciliation_items_open",
    "tables_without_months",
  ]);
  for (const name of measured) {
    const cells = scraped.worker.samples.filter((sample) => sample.name === name).map(({ labels }) => labels["cell"]);
    expect([name, cells.toSorted()]).toEqual([name, Array.from({ length: TEST_CELL + 2 }, (_, cell) => String(cell))]);
    const using = expressions.filter((expr) => metricsOf(expr).includes(name));
    expect(using.length).toBeGreaterThan(1);
    for (const expr of using) expect(expr).toContain(`max by (cell) (${name})`);
  }
});

test("the alert on errors leaves out 502, which is only ever a provider's", () => {
  const ofProviders = Object.entries(ERROR_CODES).filter(([, { status }]) =>
    (status as readonly number[]).includes(502),
  );
  expect(ofProviders.map(([code]) => code)).toEqual([
    "ALL_PROVIDERS_FAILED",
    "DISPUTE_ANSWER_REFUSED",
    "PROVIDER_UNAVAILABLE",
    "REFUND_REFUSED",
  ]);
  for (const [, { cause }] of ofProviders) expect(cause).toMatch(/provider .*(?:refused|did not answer)/);
  expect(rules.find(({ alert }) => alert === "CorridorErrors")!.expr).toContain('status=~"5..",status!="502"');
});

test("every route and job that an expression picks exists", () => {
  const text = expressions.join("\n");
  const routes = new Set([...text.matchAll(/route="([^"]+)"/g)].map((match) => match[1]!));
  for (const route of routes)
    expect([
      route,
      app.service.server.hasRoute({ method: route.endsWith("initiate") ? "POST" : "GET", url: route }),
    ]).toEqual([route, true]);
  const jobs = new Set([...text.matchAll(/\bname="([^"]+)"/g)].map((match) => match[1]!));
  expect([...jobs].filter((name) => !app.service.jobs.some((job) => job.name === name))).toEqual([]);
});

test("every alert has its runbook and says how urgent it is, and every runbook has its alert", () => {
  for (const { alert, annotations, labels } of rules) {
    expect(annotations).toEqual({
      summary: expect.any(String),
      runbook: `docs/operating/runbooks.md#${alert.toLowerCase()}`,
    });
    expect(["page", "ticket"]).toContain(labels.severity);
  }
  expect([...runbooks.matchAll(/^## (\w+)$/gm)].map((match) => match[1])).toEqual(rules.map(({ alert }) => alert));
});

test("the jobs that measure the backlog tell what waits", async () => {
  await app.run("webhook-lateness");
  await app.run("payment-backlog");
  const text = await (await fetch(`${app.origin}/metrics`)).text();
  for (const name of ["webhook_oldest_due_seconds", "payment_checks_overdue_seconds", "reconciliation_items_open"])
    expect(text).toContain(`\n${name}{cell="${FIRST_CELL}"} 0\n`);
});
