import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createReplay } from "@corridor/server/back-office/backtests/replay.ts";
import { simulateDay } from "@corridor/server/back-office/backtests/simulated-day.fixtures.ts";
import { composeService } from "@corridor/server/compose.ts";
import { loadConfig } from "@corridor/server/config.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { seedDemo } from "@corridor/server/commands/seed.ts";
import { compileProgram, readProgram } from "@corridor/server/pricing/routing/index.ts";
import { seedPayments } from "../scripts/seed-payments/write-payments.ts";

/**
 * `npm run prove -- backtest [<payments>] [<days>]`: replays a million stored payments of a durable database of its
 * own by a program of 200 rules, through the API and its job, and forecasts simulated days of 20,000 payments. Ends
 * with an error when the counts are not the database's, when a million takes longer than a minute or more memory than
 * the limit, or when fewer than 90 percent of the next days lie within the interval that was forecast for them.
 */
const payments = Number(process.argv[2] ?? 1_000_000);
const days = Number(process.argv[3] ?? 20);
const SEEDED_DAYS = 30;
const PAYMENTS_OF_DAY = 20_000;
const MAX_SECONDS_OF_MILLION = 60;
const MAX_MORE_MB = 300;
const MEGABYTE = 1_048_576;

let holds = true;
const say = (text: string, isSo = true): void => {
  holds &&= isSo;
  console.log(`${isSo ? "  " : "NO "}${text}`);
};

/** 199 rules that match few payments or none, and one for the rest. */
const RULES = [
  ...Array.from({ length: 199 }, (_, n) => ({
    when: { metadata: { basket: [String(n)] }, amount: { currency: "GHS", min: n + 1 } },
    then: { by: "order", providers: ["hybrid", "fiat"] },
  })),
  { when: {}, then: { by: "success", explore: { percent: 10, up_to: [{ amount: 100_000, currency: "GHS" }] } } },
];

await replayStored();
forecastDays();
process.exitCode = holds ? 0 : 1;

async function replayStored(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "corridor-prove-"));
  await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
  const server = await startEmbedded({ directory, durable: true });
  try {
    await migrate({ url: server.url });
    const corridor = await composeService({
      config: {
        ...loadConfig({ environment: { HOST: "127.0.0.1", PORT: "3998" } }),
        secret: "only for measuring, and used nowhere else at all",
      },
      databaseUrl: server.url,
      clock: systemClock,
      log: createLogger({ level: "error" }),
      metrics: createMetrics(),
      sandbox: null,
      webDirectory: "",
    });
    const { staff } = await seedDemo({ db: corridor.db, clock: systemClock });
    const until = new Date();
    await seedPayments(corridor.db, { count: payments, days: SEEDED_DAYS, until });
    say(`${payments} payments written`);
    const origin = await corridor.server.listen({ host: "127.0.0.1", port: 0 });
    let authorization = "NONE";
    const call = async (method: string, path: string, body?: object): Promise<any> => {
      const answer = await fetch(`${origin}/v1/${path}`, {
        method,
        headers: { "content-type": "application/json", authorization, "x-api-key": "NONE" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { data, ...rest } = (await answer.json()) as any;
      if (data === undefined) throw new Error(JSON.stringify(rest));
      return data;
    };
    const { email, password } = staff;
    const signedIn = await fetch(`${origin}/identity/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    authorization = `Bearer ${((await signedIn.json()) as { token: string }).token}`;
    const from = new Date(until.getTime() - SEEDED_DAYS * 24 * 60 * 60_000);
    const { backtest_id: id } = await call("POST", "payments/routing/backtest", {
      program: { rules: RULES },
      from,
      to: new Date(until.getTime() + 1_000),
    });
    const job = corridor.jobs.find(({ name }) => name === "backtests")!;
    const beforeMb = process.memoryUsage.rss() / MEGABYTE;
    let mostMb = beforeMb;
    let shown = 0;
    const startedMs = performance.now();
    const startedCpu = process.cpuUsage();
    while ((await job.runOnce()) > 0) {
      mostMb = Math.max(mostMb, process.memoryUsage.rss() / MEGABYTE);
      await pause(0); // As between the runs of the worker.
      const { progress } = await call("GET", `payments/routing/backtests/${id}`);
      if (progress < shown) say(`progress went back from ${shown} to ${progress}`, false);
      shown = progress;
    }
    const seconds = (performance.now() - startedMs) / 1_000;
    const { user, system } = process.cpuUsage(startedCpu);
    const done = await call("GET", `payments/routing/backtests/${id}`);
    const isQuick = seconds * 1_000_000 <= MAX_SECONDS_OF_MILLION * payments;
    const cpu = ((user + system) / payments).toFixed(1);
    say(
      `${done.status}: ${done.payments} payments in ${seconds.toFixed(1)} s, ${cpu} us of this process each`,
      isQuick,
    );
    say(`memory: ${Math.round(beforeMb)} MB before, ${Math.round(mostMb)} MB at most`, mostMb - beforeMb < MAX_MORE_MB);
    const [stored] = await corridor.db.query<{ ended: number; all: number; won: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE status IN ('completed', 'refunded', 'failed'))::int AS ended,
        count(*) FILTER (WHERE status IN ('completed', 'refunded'))::int AS won FROM payments`,
    );
    const { result } = done;
    const isWhole = result.payments === stored!.ended && result.left_out === stored!.all - stored!.ended;
    say(`${result.payments} judged and ${result.left_out} left out, as the database counts them`, isWhole);
    const { actual } = result.success;
    say(`actual success ${actual}, as the database has it`, Math.abs(actual - stored!.won / stored!.ended) < 0.001);
    for (const sentence of result.words) console.log(`   ${sentence}`);
    await corridor.close();
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** History by shares, then the next day by success, and by an ordered list. */
function forecastDays(): void {
  const program = (then: object) => compileProgram(readProgram({ rules: [{ when: {}, then }] }));
  const shares = [
    { provider: "paystack", percent: 60 },
    { provider: "flutterwave", percent: 20 },
    { provider: "pawapay", percent: 20 },
  ];
  const policies = {
    "by success": program({
      by: "success",
      explore: { percent: 10, up_to: [{ amount: 2_100, currency: "GHS" }] },
    }),
    "ordered list": program({ by: "order", providers: shares.map(({ provider }) => provider) }),
  };
  const dayOf = (policy: ReturnType<typeof program>, seed: number) =>
    simulateDay(policy, { seed, start: new Date("2026-11-16T00:00:00Z"), payments: PAYMENTS_OF_DAY });
  const split = program({ by: "split", shares });
  const approved = new Map<string, number>();
  let inside = 0;
  for (let seed = 0; seed < days; seed++) {
    const history = dayOf(split, seed);
    for (const [name, policy] of Object.entries(policies)) {
      const replay = createReplay(policy, () => null);
      for (const row of history.rows) replay.add(row);
      const { low, expected, high } = replay.finish().success!;
      const next = dayOf(policy, seed + 1_000).approved;
      inside += Number(low < next && next < high);
      approved.set(name, (approved.get(name) ?? 0) + next / days);
      if (seed < 3)
        console.log(`   day ${seed + 1} ${name}: forecast ${expected} (${low} to ${high}), then ${next.toFixed(4)}`);
    }
  }
  for (const [name, share] of approved) console.log(`   approved ${name}: ${share.toFixed(4)} on average`);
  const gain = approved.get("by success")! - approved.get("ordered list")!;
  say(`by success, ${(gain * 100).toFixed(1)} points more are approved`, gain > 0.05);
  const asked = 2 * days;
  say(`${inside} of ${asked} next days lie within the interval that was forecast`, inside >= 0.9 * asked);
}
