import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parse, stringify } from "yaml";
import { seedDemo } from "@corridor/server/commands/seed.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { connect } from "@corridor/server/kernel/db/client.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { type Sample, scrapeProcesses } from "#test/deploy/scrape-processes.ts";
import { addCells } from "#test/harness/test-cell.ts";

/**
 * `npm run prove -- alerts`: gives promtool the series that an api process and a worker really export, quiet and in
 * trouble, and compares which alerts fire. Ends with an error when one is missing, when one fires that should not, and
 * when an alert has no case that makes it fire.
 */
const RULES = resolve("deploy/prometheus-alerts.yaml");
const [STEP_SECONDS, STEPS] = [15, 800];
/** Longer than any alert waits. */
const EVALUATED_AT = "195m";
const [API, WORKER] = ["api:3000", "worker:3002"];

type Rule = { alert: string; labels: Record<string, string>; annotations: Record<string, string> };
/** `values` in promtool's notation: `1+2x3` is 1 3 5 7, and `_` is no sample. */
type Series = { name: string; labels: Record<string, string>; values: string };
type Firing = { alert: string; labels: Record<string, string> };
type Case = { name: string; series: Series[]; fires: Firing[] };

const still = (value: number): string => `${value}+0x${STEPS}`;
const growing = (each: number): string => `0+${each}x${STEPS}`;
/** Grows by one at every so many steps. */
const steppingEvery = (steps: number): string =>
  Array.from({ length: STEPS / steps }, (_, count) => `${count + 1}+0x${steps - 1}`).join(" ");

function promtool(...args: string[]): { ok: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

const checked = promtool("check", "rules", RULES);
console.log(checked.output.trim());
if (!checked.ok) process.exit(1);
const rules = (parse(readFileSync(RULES, "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

const directory = await mkdtemp(join(tmpdir(), "corridor-alerts-"));
await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
const server = await startEmbedded({ directory, durable: false });
let holds = false;
try {
  const { api, worker } = await scrapeProcesses(server.url, await prepare(server.url));
  const cases = casesOf([...quiet(api.samples, API), ...quiet(worker.samples, WORKER)], `${api.text}${worker.text}`);
  const file = join(directory, "alerts.test.yaml");
  writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: "15s", tests: cases.map(testOf) }));
  const { ok, output } = promtool("test", "rules", file);
  if (ok)
    for (const { name, fires } of cases)
      console.log(`  ${name}: ${fires.map(({ alert }) => alert).join(", ") || "nothing fires"}`);
  const unproved = rules.filter(({ alert }) => !cases.some(({ fires }) => fires.some((one) => one.alert === alert)));
  if (unproved.length > 0) console.log(`NO  case makes these fire: ${unproved.map(({ alert }) => alert).join(", ")}`);
  holds = ok && unproved.length === 0;
  console.log(
    holds ? `promtool agrees: ${cases.length} cases, ${rules.length} alerts` : `NO  promtool found:\n${output}`,
  );
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = holds ? 0 : 1;

/** Two cells, and the demo's data. Returns a key of its first organization. */
async function prepare(url: string): Promise<string> {
  await migrate({ url });
  await addCells(url, 1);
  const db = connect({ url, maxConnections: 2, applicationName: "prove-alerts", log: createLogger({ level: "warn" }) });
  const demo = await seedDemo({ db, clock: systemClock });
  await db.close();
  return demo.organizations[0]!.api_key;
}

/** What was scraped stays as it is; only the jobs go on. */
function quiet(samples: readonly Sample[], instance: string): Series[] {
  const scraped = samples.map(({ name, labels, value }) => ({
    name,
    labels: { ...labels, job: "corridor", instance },
    values: name === "job_last_success_timestamp_seconds" ? growing(STEP_SECONDS) : still(value),
  }));
  return [{ name: "up", labels: { job: "corridor", instance }, values: still(1) }, ...scraped];
}

function casesOf(base: readonly Series[], text: string): Case[] {
  const INITIATE = "/v1/payments-init/initiate";
  const is = (series: Series, name: string, labels: Record<string, string>): boolean =>
    series.name === name && Object.entries(labels).every(([label, value]) => series.labels[label] === value);
  /** The series with other values for those that are picked. At least one process must really export a picked one. */
  const change = (name: string, labels: Record<string, string>, values: string, series = base): Series[] => {
    if (!series.some((one) => is(one, name, labels)))
      throw new Error(`no process exports ${name} ${JSON.stringify(labels)}`);
    return series.map((one) => (is(one, name, labels) ? { ...one, values } : one));
  };
  /** One series more, beside one that is exported, with another label. */
  const beside = (
    name: string,
    labels: Record<string, string>,
    other: Record<string, string>,
    values: string,
    series = base,
  ): Series[] => {
    const known = series.find((one) => is(one, name, labels));
    if (known === undefined) throw new Error(`no process exports ${name} ${JSON.stringify(labels)}`);
    return [...series, { name, labels: { ...known.labels, ...other }, values }];
  };
  /** A counter that a process has, and counts nothing in yet. */
  const first = (name: string, labels: Record<string, string>, values: string): Series[] => {
    if (!text.includes(`# TYPE ${name} counter`)) throw new Error(`no process exports ${name}`);
    return [...base, { name, labels: { ...labels, job: "corridor", instance: API }, values }];
  };
  const COUNT = "http_request_duration_seconds_count";
  const BUCKET = "http_request_duration_seconds_bucket";
  const SUCCESS = "job_last_success_timestamp_seconds";
  const busy = change(COUNT, { route: "/readyz", status: "200", instance: API }, growing(1_500));
  const served = change(COUNT, { route: "/v1/corridors", status: "200" }, growing(9), busy);
  const failedByProviders = change(COUNT, { route: INITIATE, status: "502" }, growing(90), served);
  const slow = base.map((one) =>
    is(one, BUCKET, { route: INITIATE }) && !(Number(one.labels["le"]) <= 5) ? { ...one, values: growing(15) } : one,
  );
  const withoutWorker = base.filter(({ labels }) => labels["instance"] !== WORKER);
  const until20Minutes = `0+${STEP_SECONDS}x80 _x${STEPS - 81}`;
  const one = (alert: string, labels: Record<string, string> = {}): Firing[] => [{ alert, labels }];
  return [
    { name: "a quiet deployment", series: [...base], fires: [] },
    { name: "every payment ends with 502 ALL_PROVIDERS_FAILED", series: failedByProviders, fires: [] },
    {
      name: "one request in ten fails with 500, and monitoring asks far more often",
      series: beside(COUNT, { route: INITIATE }, { status: "500" }, growing(1), served),
      fires: one("CorridorErrors"),
    },
    {
      name: "a worker does not answer",
      series: change("up", { instance: WORKER }, still(0)),
      fires: one("CorridorProcessDown", { job: "corridor", instance: WORKER }),
    },
    {
      name: "an api process is not ready",
      series: beside(COUNT, { route: "/readyz" }, { status: "503" }, growing(3)),
      fires: one("CorridorNotReady", { instance: API }),
    },
    { name: "initiation is slow", series: slow, fires: one("CorridorSlow") },
    {
      name: "requests are refused",
      series: first("http_requests_shed_total", { obstacle: "queue" }, growing(30)),
      fires: one("CorridorShedding", { obstacle: "queue" }),
    },
    {
      name: "callers of a worker wait for connections",
      series: change("database_waiting", { instance: WORKER }, still(9)),
      fires: one("CorridorDatabaseQueue", { instance: WORKER }),
    },
    {
      name: "a job that runs once an hour fails, and is tried again every five minutes",
      series: beside("job_runs_total", { name: "rotate-signing-keys" }, { outcome: "failed" }, steppingEvery(20)),
      fires: one("CorridorJobFailing", { name: "rotate-signing-keys" }),
    },
    { name: "there is no worker", series: withoutWorker, fires: one("CorridorNoWorker", { name: "payment-checks" }) },
    {
      name: "the worker of a cell hangs",
      series: change(SUCCESS, { name: "payment-checks@1" }, still(1)),
      fires: one("CorridorNoWorker", { name: "payment-checks@1" }),
    },
    {
      name: "the worker of a cell is gone",
      series: change(SUCCESS, { name: "payment-checks@1" }, until20Minutes),
      fires: one("CorridorNoWorker", { name: "payment-checks@1" }),
    },
    ...["0", "1"].flatMap((cell): Case[] => [
      {
        name: `payments of cell ${cell} are overdue`,
        series: change("payment_checks_overdue_seconds", { cell }, still(600)),
        fires: one("CorridorPaymentsOverdue", { cell }),
      },
      {
        name: `webhooks of cell ${cell} are late`,
        series: change("webhook_oldest_due_seconds", { cell }, still(600)),
        fires: one("CorridorWebhooksLate", { cell }),
      },
      {
        name: `a person must decide in cell ${cell}`,
        series: change("reconciliation_items_open", { cell }, still(1)),
        fires: one("CorridorReconciliation", { cell }),
      },
      {
        name: `a table of cell ${cell} lacks a month`,
        series: change("tables_without_months", { cell }, still(1)),
        fires: one("CorridorMonthsMissing", { cell }),
      },
    ]),
    {
      name: "an api process holds too much memory",
      series: change("process_resident_memory_bytes", { instance: API }, still(800e6)),
      fires: one("CorridorMemory", { job: "corridor", instance: API }),
    },
    {
      name: "traces do not arrive",
      series: first("trace_spans_dropped_total", { reason: "not_sent" }, growing(30)),
      fires: one("CorridorTracesLost"),
    },
  ];
}

/** Every alert is asked for in every case: none that is not named may fire. */
function testOf({ name, series, fires }: Case): unknown {
  const filled = (text: string, labels: Record<string, string>): string =>
    text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_all, label: string) => labels[label] ?? "");
  return {
    name,
    interval: `${STEP_SECONDS}s`,
    input_series: series.map((one) => ({
      series: `${one.name}{${Object.entries(one.labels)
        .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
        .join(",")}}`,
      values: one.values,
    })),
    alert_rule_test: rules.map((rule) => ({
      eval_time: EVALUATED_AT,
      alertname: rule.alert,
      exp_alerts: fires
        .filter(({ alert }) => alert === rule.alert)
        .map(({ labels }) => ({
          exp_labels: { ...labels, ...rule.labels },
          exp_annotations: Object.fromEntries(
            Object.entries(rule.annotations).map(([key, text]) => [key, filled(text, labels)]),
          ),
        })),
    })),
  };
}
