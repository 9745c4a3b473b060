import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { composeService } from "@corridor/server/compose.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { periodsOf, readDateRange } from "@corridor/server/back-office/analytics/date-range.ts";
import { readStats } from "@corridor/server/back-office/analytics/queries.ts";
import { PLATFORM } from "@corridor/server/back-office/analytics/payment-stats.ts";
import { rebuildStats } from "@corridor/server/back-office/analytics/follow-payments.ts";
import { systemClock } from "@corridor/base/clock.ts";
import type { Queryable } from "@corridor/server/kernel/db/client.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { seedDemo } from "@corridor/server/commands/seed.ts";
import { seedPayments } from "../scripts/seed-payments/write-payments.ts";

/**
 * `npm run prove -- analytics [<payments> <days>]`: every analytics answer over a million payments, from a durable
 * database of its own and through HTTP. Prints how long each takes when warm and the plan of the statement behind them;
 * ends with an error when more than one in twenty of an answer take 100 ms or longer, or when the counts differ from
 * the payments.
 */
const DEFAULT_PAYMENTS = 1_000_000;
const DEFAULT_DAYS = 365;
const WARM_UP = 10;
const RUNS = 50;
const LIMIT_MS = 100;

const payments = Number(process.argv[2] ?? DEFAULT_PAYMENTS);
const days = Number(process.argv[3] ?? DEFAULT_DAYS);
const log = createLogger({ level: "error" });
const directory = await mkdtemp(join(tmpdir(), "corridor-prove-"));
await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
const server = await startEmbedded({ directory, durable: true });
let holds = true;
try {
  await migrate({ url: server.url });
  const config = {
    ...loadConfig({ environment: { HOST: "127.0.0.1", PORT: "3999" } }),
    secret: "only for measuring, and used nowhere else at all",
  };
  const corridor = await composeService({
    config,
    databaseUrl: server.url,
    clock: systemClock,
    log,
    metrics: createMetrics(),
    sandbox: null,
    webDirectory: "",
  });
  const demo = await seedDemo({ db: corridor.db, clock: systemClock });
  await timed(`${payments} payments over ${days} days`, () =>
    seedPayments(corridor.db, { count: payments, days, until: new Date() }),
  );
  await timed("counted anew and folded", () => rebuildStats(corridor));
  await corridor.db.query("ANALYZE payment_stats");
  await checkCounts(corridor.db);
  const origin = await corridor.server.listen({ host: "127.0.0.1", port: 0 });
  const tokenOf = async ({ email, password }: { email: string; password: string }): Promise<string> => {
    const answer = await fetch(`${origin}/identity/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    return ((await answer.json()) as { token: string }).token;
  };
  const [staff, member] = [await tokenOf(demo.staff), await tokenOf(demo.organizations[0]!.org_viewer)];
  const year = `dateFrom=${dayBefore(364)}&dateTo=${dayBefore(0)}`;
  for (const [name, token, path] of [
    ["trends, 30 days, whole platform", staff, "/transactions/analytics/trends"],
    ["trends, 365 days, whole platform", staff, `/transactions/analytics/trends?${year}`],
    [
      "trends, 365 days, one organization",
      staff,
      `/transactions/analytics/trends?${year}&org_id=${demo.organizations[0]!.org_id}`,
    ],
    ["overview, 30 days, own organization", member, "/transactions/analytics/overview"],
    ["overview, 365 days, own organization", member, `/transactions/analytics/overview?${year}`],
    ["geography, all time, whole platform", staff, "/users/analytics/geographic-distribution"],
    ["geography, all time, own organization", member, "/users/analytics/geographic-distribution"],
  ] as const)
    await measure(name, `${origin}/v1${path}`, token);
  await explain(server.url);
  await corridor.close();
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = holds ? 0 : 1;

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const startedMs = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
}

function dayBefore(count: number): string {
  return new Date(Date.now() - count * 24 * 60 * 60_000).toISOString().slice(0, 10);
}

async function checkCounts(db: Queryable): Promise<void> {
  const [row] = await db.query<{ counted: number; stored: number; rows: number }>(
    `SELECT (SELECT sum((cell->>1)::bigint)::bigint FROM payment_stats, jsonb_array_elements(cells) cell
       WHERE org_id = $1 AND grain = 'month' AND dimension = 'corridor') AS counted,
       (SELECT count(*) FROM payments) AS stored, (SELECT count(*) FROM payment_stats) AS rows`,
    [PLATFORM],
  );
  if (row!.counted !== row!.stored) holds = false;
  console.log(`${row!.counted} counted of ${row!.stored} stored, in ${row!.rows} sheets`);
}

async function measure(name: string, url: string, token: string): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    const startedMs = performance.now();
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" } });
    bytes = (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
    if (run >= WARM_UP) times.push(performance.now() - startedMs);
  }
  times.sort((a, b) => a - b);
  const [median, almostAll, slowest] = [0.5, 0.95, 1].map((share) => times[Math.ceil(RUNS * share) - 1]!) as [
    number,
    number,
    number,
  ];
  const verdict = almostAll < LIMIT_MS ? "" : "  TOO SLOW";
  if (verdict !== "") holds = false;
  console.log(
    `${name}: median ${median.toFixed(1)} ms, 95 % within ${almostAll.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ` +
      `ms, ${Math.round(bytes / 1024)} KiB${verdict}`,
  );
}

/** The plan of the statement as the product sends it, for a year of the whole platform, the widest query there is. */
async function explain(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const explainer: Queryable = {
    async query<R>(text: string, values: readonly unknown[] = []): Promise<R[]> {
      const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${text}`, values as unknown[]);
      console.log(`\n${rows.map((row: { "QUERY PLAN": string }) => row["QUERY PLAN"]).join("\n")}`);
      return [];
    },
  };
  const range = readDateRange({ dateFrom: dayBefore(364) }, new Date());
  await readStats(explainer, {
    owner: PLATFORM,
    range,
    daily: ["direction"],
    total: ["provider", "method", "status", "corridor", "attempt"],
    ...periodsOf(range),
  });
  await client.end();
}
