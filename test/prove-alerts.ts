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
 * `npm run prove -- alerts`: gives promtool the series that two api processes on one port and a worker of two cells really
 * export, quiet and in trouble, and compares which alerts fire. Ends with an error when one is missing, when one fires that should not, and
 * when an alert has no case that makes it fire.
 */
const RULES = resolve("deploy/prometheus-alerts.yaml");
const RULES_TEXT = readFileSync(RULES, "utf8");
const [STEP_SECONDS, STEPS] = [30, 400];
/** Longer than any alert waits. */
const EVALUATED_AT = "195m";
const GOES_ON = new Set(["job_last_success_timestamp_seconds", "chain_heads_written_timestamp_seconds"]);
const [API, WORKER] = ["api:3000", "worker:3002"];

type Rule = { alert?: string; labels: Record<string, string>; annotations: Record<string, string> };
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
const rules = (parse(RULES_TEXT) as { groups: { rules: Rule[] }[] }).groups
  .flatMap((group) => group.rules)
  .filter(({ alert }) => alert !== undefined);

const directory = await mkdtemp(join(tmpdir(), "corridor-alerts-"));
await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
const server = await startEmbedded({ directory, durable: false });
let holds = false;
try {
  const { api, worker } = await scrapeProcesses(server.url, await prepare(server.url));
  const cases = casesOf([...quiet(api.samples, API), ...quiet(worker.samples, WORKER)], `${api.text}${worker.text}`);
  const file = join(directory, "alerts.test.yaml");
  writeFileSync(
    file,
    stringify({ rule_files: [RULES], evaluation_interval: `${STEP_SECONDS}s`, tests: cases.map(testOf) }),
  );
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

/** What rules name stays as it was scraped; only the jobs go on. */
function quiet(samples: readonly Sample[], instance: string): Series[] {
  const named = samples.filter(({ name }) => RULES_TEXT.includes(name));
  const scraped = named.map(({ name, labels, value }) => ({
    name,
    labels: { ...labels, job: "corridor", instance },
    values: GOES_ON.has(name) ? growing(STEP_SECONDS) : still(value),
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
  /** A metric that a process has, and that has no value before something happens. */
  const first = (name: string, labels: Record<string, string>, values: string, series = base): Series[] => {
    if (!new RegExp(`# TYPE ${name} (?:counter|gauge)`).test(text)) throw new Error(`no process exports ${name}`);
    return [...series, { name, labels: { ...labels, job: "corridor", instance: API }, values }];
  };
  const COUNT = "http_request_duration_seconds_count";
  const BUCKET = "http_request_duration_seconds_bucket";
  const SUCCESS = "job_last_success_timestamp_seconds";
  const RUN = "operator_run_success_timestamp_seconds";
  const PAYMENTS = { method: "card", country: "GH", direction: "inbound" };
  const asked = { route: "/readyz", status: "200", instance: API };
  const busy = change(COUNT, asked, growing(1_500));
  const served = change(COUNT, { route: "/v1/corridors", status: "200" }, growing(90), busy);
  const failedByProviders = change(
    BUCKET,
    { route: INITIATE },
    growing(90),
    change(COUNT, { route: INITIATE, status: "502" }, growing(90), served),
  );
  const failing = (each: number): Series[] =>
    beside(
      BUCKET,
      { route: INITIATE, le: "5" },
      { status: "500" },
      growing(each),
      beside(COUNT, { route: INITIATE }, { status: "500" }, growing(each), served),
    );
  /** Initiations of a quarter of a second in each step, and `late` slow ones in a hundred. */
  const slow = (late: number): Series[] =>
    base.map((one) =>
      is(one, COUNT, { route: INITIATE }) || is(one, BUCKET, { route: INITIATE })
        ? { ...one, values: growing(Number(one.labels["le"] ?? 9) <= 5 ? 100 - late : 100) }
        : one,
    );
  const processOf = (name: string, labels: Record<string, string>): string =>
    base.find((one) => is(one, name, labels))!.labels["process"]!;
  const withoutWorker = base.filter(({ labels }) => labels["instance"] !== WORKER);
  const until20Minutes = `0+${STEP_SECONDS}x40 _x${STEPS - 41}`;
  const payments = (outcome: string, each: number, series = base): Series[] =>
    first("payments_total", { ...PAYMENTS, provider: "fiat", outcome }, growing(each), series);
  const one = (alert: string, labels: Record<string, string> = {}): Firing[] => [{ alert, labels }];
  const answers = { fast: "CorridorAnswersBurnFast", slow: "CorridorAnswersBurnSlow" };
  const inTime = { fast: "CorridorPaymentsLateBurnFast", slow: "CorridorPaymentsLateBurnSlow" };
  return [
    { name: "a quiet deployment", series: [...base], fires: [] },
    { name: "every payment ends with 502 ALL_PROVIDERS_FAILED", series: failedByProviders, fires: [] },
    {
      name: "one request in ten fails with 500, and monitoring asks far more often",
      series: failing(10),
      fires: [...one(answers.fast), ...one(answers.slow)],
    },
    { name: "one request in ninety fails with 500", series: failing(1), fires: one(answers.slow) },
    { name: "one initiation in three is slow", series: slow(33), fires: [...one(inTime.fast), ...one(inTime.slow)] },
    { name: "one initiation in twelve is slow", series: slow(8), fires: one(inTime.slow) },
    { name: "one initiation in fifty is slow", series: slow(2), fires: [] },
    {
      name: "a worker does not answer",
      series: change("up", { instance: WORKER }, still(0)),
      fires: one("CorridorProcessDown", { job: "corridor", instance: WORKER }),
    },
    {
      name: "one of the processes of a port hangs",
      series: change("api_processes", { state: "silent" }, still(1)),
      fires: one("CorridorProcessDown", { job: "corridor", instance: API }),
    },
    {
      name: "an api process is not ready, and the other one of its port is",
      series: beside(COUNT, asked, { status: "503" }, growing(3)),
      fires: one("CorridorNotReady", { instance: API, process: processOf(COUNT, asked) }),
    },
    {
      name: "requests are refused",
      series: first("http_requests_shed_total", { obstacle: "queue" }, growing(60)),
      fires: one("CorridorShedding", { obstacle: "queue" }),
    },
    {
      name: "callers of a worker wait for connections",
      series: change("database_waiting", { instance: WORKER }, still(9)),
      fires: one("CorridorDatabaseQueue", { instance: WORKER }),
    },
    { name: "there is no worker", series: withoutWorker, fires: one("CorridorNoWorker", { name: "payment-checks" }) },
    ...["0", "1"].flatMap((cell): Case[] => [
      {
        name: `a job of cell ${cell} that runs once an hour fails, and is tried again every five minutes`,
        series: beside(
          "job_runs_total",
          { name: "rotate-signing-keys" },
          { cell, outcome: "failed" },
          steppingEvery(10),
        ),
        fires: one("CorridorJobFailing", { cell, name: "rotate-signing-keys" }),
      },
      {
        name: `the worker of cell ${cell} hangs`,
        series: change(SUCCESS, { name: "payment-checks", cell }, still(1)),
        fires: one("CorridorNoWorker", { cell, name: "payment-checks" }),
      },
      {
        name: `the worker of cell ${cell} is gone`,
        series: change(SUCCESS, { name: "payment-checks", cell }, until20Minutes),
        fires: one("CorridorNoWorker", { cell, name: "payment-checks" }),
      },
      ...["payment-checks", "callbacks", "webhooks", "emails"].map((queue) => ({
        name: `${queue} of cell ${cell} are late`,
        series: change("queue_late_seconds", { cell, queue }, still(600)),
        fires: one(/checks|callbacks/.test(queue) ? "CorridorPaymentsOverdue" : "CorridorQueueLate", { cell, queue }),
      })),
      {
        name: `a payment of cell ${cell} is in doubt`,
        series: change("payments_in_doubt_seconds", { cell }, still(3_600)),
        fires: one("CorridorInDoubt", { cell }),
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
      {
        name: `a balance of cell ${cell} is below its floor`,
        series: change("balances_below_floor", { cell }, still(1)),
        fires: one("CorridorBelowFloor", { cell }),
      },
    ]),
    {
      name: "a settlement line has matched nothing for three days",
      series: change("settlement_exceptions_seconds", {}, still(259_200)),
      fires: one("CorridorUnmatched", { cell: "0" }),
    },
    {
      name: "a float falls below its threshold",
      series: change("provider_float_threshold", { currency: "GHS" }, still(100)),
      fires: one("CorridorFloat", { provider: "fiat", currency: "GHS" }),
    },
    {
      name: "two of three payments at a provider fail",
      series: payments("failed", 2, payments("completed", 1)),
      fires: one("CorridorProviderFailing", { provider: "fiat" }),
    },
    { name: "one of three payments fails", series: payments("failed", 1, payments("completed", 2)), fires: [] },
    {
      name: "a provider's circuit stays open in one process",
      series: first("provider_circuit_open", { provider: "fiat", cell: "0", process: "2" }, still(1)),
      fires: one("CorridorCircuitOpen", { provider: "fiat" }),
    },
    {
      name: "a provider fails in a corridor",
      series: first("provider_lanes_degraded", { provider: "fiat" }, still(1)),
      fires: one("CorridorProviderDegraded", { provider: "fiat" }),
    },
    {
      name: "verify finds broken books",
      series: first("operator_run_ok", { run: "verify" }, still(0)),
      fires: one("CorridorBooks", { run: "verify" }),
    },
    {
      name: "the heads are not written",
      series: change("chain_heads_written_timestamp_seconds", {}, still(-9_000)),
      fires: one("CorridorHeads", { target: "evidence" }),
    },
    ...["backup", "drill", "verify"].map((run) => ({
      name: `the last ${run} is old`,
      series: change(RUN, { run }, still(-700_000)),
      fires: one("CorridorBackup", { run }),
    })),
    {
      name: "a drill fails",
      series: first("operator_run_ok", { run: "drill" }, still(0)),
      fires: one("CorridorBackup", { run: "drill" }),
    },
    {
      name: "a backup takes longer than the time until the next one",
      series: first("operator_run_duration_seconds", { run: "backup" }, still(90_000)),
      fires: one("CorridorBackup", { run: "backup" }),
    },
    {
      name: "the server cannot archive",
      series: first("wal_archive_failing", { server: "primary" }, still(1)),
      fires: one("CorridorArchive", { server: "primary" }),
    },
    {
      name: "the replica does not answer",
      series: first("database_replica_lag_bytes", { replica: "0" }, `Inf+0x${STEPS}`),
      fires: one("CorridorReplicaLag", { replica: "0" }),
    },
    {
      name: "an api process holds too much memory",
      series: change("process_resident_memory_bytes", { instance: API, process: "1" }, still(800e6)),
      fires: one("CorridorMemory", { job: "corridor", instance: API, process: "1" }),
    },
    {
      name: "traces do not arrive",
      series: first("trace_spans_dropped_total", { reason: "not_sent" }, growing(60)),
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
      alertname: rule.alert!,
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
