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
type Recorded = { record: string; expr: string };
const { groups } = parse(read("deploy/prometheus-alerts.yaml")) as { groups: { rules: (Rule | Recorded)[] }[] };
const all = groups.flatMap((group) => group.rules);
const rules = all.filter((rule) => "alert" in rule);
const recorded = all.filter((rule) => "record" in rule);
const dashboard = JSON.parse(read("deploy/grafana-dashboard.json")) as {
  panels: { id: number; title: string; targets: { expr: string }[] }[];
};
const runbooks = read("docs/operating/runbooks.md");

const FUNCTIONS =
  "sum rate increase max min count by le time absent unless or and last_over_time histogram_quantile".split(" ");
/** Names in an expression that are neither functions nor labels, nor recorded. `up` is Prometheus's own. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, "")
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\bby \([^)]*\)/g, "")
    .replaceAll(/\[[^\]]*\]/g, "")
    .replaceAll(/corridor:\w+:\w+/g, "");
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

const expressions = [...all, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);

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
  payments_in_doubt_seconds: ["worker"],
  reconciliation_items_open: ["worker"],
  settlement_exceptions_seconds: ["worker"],
  provider_float: ["worker"],
  provider_float_threshold: ["worker"],
  balances_below_floor: ["worker"],
  payments_total: ["worker"],
  provider_circuit_open: [],
  provider_lanes_degraded: [],
  operator_run_ok: [],
  chain_heads_written_timestamp_seconds: ["worker"],
  api_processes: ["api"],
  http_requests_shed_total: [],
  database_waiting: ["api", "worker"],
  job_runs_total: ["api", "worker"],
  job_last_success_timestamp_seconds: ["api", "worker"],
  queue_late_seconds: ["worker"],
  tables_without_months: ["worker"],
  process_resident_memory_bytes: ["api", "worker"],
  trace_spans_dropped_total: [],
  operator_run_success_timestamp_seconds: ["worker"],
  operator_run_duration_seconds: [],
  wal_archive_failing: [],
  database_replica_lag_bytes: [],
};

test("a metric of an alert is exported by the processes that know it, and by no other", () => {
  const exporters = (name: string) =>
    (["api", "worker"] as const).filter((kind) => scraped[kind].samples.some((sample) => sample.name === name));
  const named = new Set(all.flatMap(({ expr }) => metricsOf(expr)));
  expect(Object.fromEntries([...named].map((name) => [name, exporters(name)]))).toEqual(EXPORTED_BY);
  const isJob = ({ name, labels }: Sample): boolean =>
    name === "job_last_success_timestamp_seconds" && labels["name"] === "payment-checks";
  expect([scraped.api.samples.some(isJob), scraped.worker.samples.some(isJob)]).toEqual([false, true]);
});

test("what workers measure is measured in every cell, and an expression takes the greatest of each cell", () => {
  const ofDeployment = ["settlement_exceptions_seconds"];
  const ofJobs = ["job_runs_total", "job_last_success_timestamp_seconds"];
  const measured = Object.keys(EXPORTED_BY).filter((name) =>
    scraped.worker.samples.some((sample) => sample.name === name && "cell" in sample.labels),
  );
  expect(measured.filter((name) => !ofDeployment.includes(name))).toEqual([
    "payments_in_doubt_seconds",
    "reconciliation_items_open",
    "balances_below_floor",
    ...ofJobs,
    "queue_late_seconds",
    "tables_without_months",
  ]);
  for (const name of measured) {
    const cells = scraped.worker.samples.filter((sample) => sample.name === name).map(({ labels }) => labels["cell"]);
    const expected = ofDeployment.includes(name)
      ? ["0"]
      : Array.from({ length: TEST_CELL + 2 }, (_, cell) => `${cell}`);
    expect([name, [...new Set(cells)].toSorted()]).toEqual([name, expected]);
    const using = expressions.filter((expr) => metricsOf(expr).includes(name));
    if (ofJobs.includes(name)) continue;
    expect(using.length).toBeGreaterThan(1);
    for (const expr of using) expect(expr).toMatch(new RegExp(`max by \\(cell(?:, queue)?\\) \\(${name}[{)]`));
  }
  const queues = scraped.worker.samples.filter(({ name }) => name === "queue_late_seconds");
  expect(new Set(queues.map(({ labels }) => labels["queue"]))).toEqual(
    new Set(["payment-checks", "callbacks", "webhooks", "emails"]),
  );
  expect(scraped.worker.samples.filter(({ labels }) => labels["name"]?.includes("@"))).toEqual([]);
});

test("a scrape of a shared port has the metrics of every process behind it, and no counter goes back", () => {
  const { api, repeats } = scraped;
  const counters = new Set([...api.text.matchAll(/^# TYPE (\S+) counter$/gm)].map((match) => match[1]!));
  const processes = api.samples.filter(({ name }) => name === "build_info").map(({ labels }) => labels["process"]);
  expect(processes.toSorted()).toEqual(["1", "2"]);
  const keyOf = ({ name, labels }: Sample): string => `${name} ${JSON.stringify(labels)}`;
  for (const [index, { samples }] of repeats.slice(1).entries()) {
    const values = new Map(samples.map((sample) => [keyOf(sample), sample.value]));
    const counted = repeats[index]!.samples.filter(({ name }) => counters.has(name));
    expect(counted.length).toBeGreaterThan(20);
    expect(counted.filter((sample) => !(values.get(keyOf(sample))! >= sample.value))).toEqual([]);
  }
  const helps = [...api.text.matchAll(/^# HELP (\S+)/gm)].map((match) => match[1]);
  expect(new Set(helps).size).toBe(helps.length);
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
  expect(
    recorded.filter(
      ({ record, expr }) => record.startsWith("corridor:failed:") && expr.includes('status=~"5..",status!="502"'),
    ),
  ).toHaveLength(4);
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
  const headings = [...runbooks.matchAll(/^## (\w+)$/gm)].map((match) => match[1]!);
  const used = rules.map(({ alert, annotations, labels }) => {
    expect([alert, ["page", "ticket"].includes(labels.severity)]).toEqual([alert, true]);
    expect(annotations).toEqual({ summary: expect.any(String), runbook: expect.any(String) });
    return headings.find((heading) => annotations.runbook === `docs/operating/runbooks.md#${heading.toLowerCase()}`);
  });
  expect([...new Set(used)]).toEqual(headings);
});

test("the job that measures tells what waits", async () => {
  await app.run("measure");
  const text = await (await fetch(`${app.origin}/metrics`)).text();
  for (const gauge of ["payments_in_doubt", "reconciliation_items_open", "approvals_waiting", "balances_below_floor"])
    expect(text).toContain(`\n${gauge}{cell="${FIRST_CELL}"} 0\n`);
});
