import { parseArgs } from "node:util";
import { type Environment, NEVER_MS, openEnvironment, registerEndpoint } from "./environment.ts";
import { hasWrk } from "./load.ts";
import { measureEvenness } from "./machine.ts";
import { benchCatchUp } from "./paths/catch-up.ts";
import { benchDeliver } from "./paths/deliver.ts";
import { benchGrowth } from "./paths/growth.ts";
import { benchInitiate } from "./paths/initiate.ts";
import { benchLedger } from "./paths/ledger.ts";
import { benchLife } from "./paths/life.ts";
import { benchLog } from "./paths/log.ts";
import { benchMoney } from "./paths/money.ts";
import { benchOpenLoop } from "./paths/open-loop.ts";
import { benchExport, benchOtherWrites } from "./paths/other-writes.ts";
import { benchOverload } from "./paths/overload.ts";
import { benchRamp } from "./paths/ramp.ts";
import { benchRead } from "./paths/read.ts";
import { benchIdle, benchMemory } from "./paths/resources.ts";
import { benchRoute } from "./paths/route.ts";
import { newReport, renderJson, renderTable } from "./report.ts";

/**
 * `npm run bench`: starts a database, the product and what it is compared with in a temporary folder, measures path by
 * path, and prints a table. Absolute figures are this machine's at this moment; the ratios compare forms that took
 * turns within one run.
 *
 *   --quick           the ratios that have goals, within six minutes
 *   --json            one JSON object instead of the table
 *   --only a,b        some paths only: initiate, read, open-loop, overload, money, log, other-writes, export, ramp,
 *   memory, route, deliver, catch-up, ledger, life, idle, growth
 *   --rounds n        how often forms take turns (3 or more)
 *   --memory-seconds n   how long the load lasts under which memory is watched
 *   --sizes a,b       to how many payments the tables grow; millions take minutes each to write
 */
const PATHS = [
  "initiate",
  "read",
  "open-loop",
  "overload",
  "money",
  "log",
  "other-writes",
  "export",
  "ramp",
  "memory",
  "route",
  "deliver",
  "catch-up",
  "ledger",
  "life",
  "idle",
  "growth",
] as const;
const QUICK_PATHS: readonly string[] = [
  "initiate",
  "read",
  "open-loop",
  "money",
  "memory",
  "route",
  "deliver",
  "ledger",
  "idle",
];
const MIN_ROUNDS = 3;

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    only: { type: "string" },
    rounds: { type: "string" },
    "memory-seconds": { type: "string" },
    sizes: { type: "string" },
  },
});
const quick = values.quick;
const rounds = Math.max(MIN_ROUNDS, Number(values.rounds ?? (quick ? MIN_ROUNDS : 5)));
const seconds = quick ? 3 : 6;
const wanted = values.only?.split(",") ?? (quick ? QUICK_PATHS : PATHS);
const unknown = wanted.filter((path) => !(PATHS as readonly string[]).includes(path));
if (unknown.length > 0) {
  console.error(`There is no path ${unknown.join(", ")}; there are ${PATHS.join(", ")}.`);
  process.exit(2);
}

const say = (text: string): void => console.error(text);
if (!hasWrk) say("wrk is not installed (Debian: apt-get install wrk); a slower load generator takes its place.");

const report = newReport(quick, measureEvenness(quick ? 5 : 15));

/** A path that fails is named in the report, which keeps what the others found; the exit code says it too. */
const step = async (path: (typeof PATHS)[number], work: () => Promise<void>): Promise<void> => {
  if (!wanted.includes(path)) return;
  const beganMs = performance.now();
  try {
    await work();
  } catch (error) {
    process.exitCode = 1;
    report.notes.push(`${path} FAILED: ${error instanceof Error ? error.message : String(error)}`);
    console.error(error);
  }
  say(`${path}: ${((performance.now() - beganMs) / 1_000).toFixed(0)} s`);
};
const inFreshEnvironment = (
  path: (typeof PATHS)[number],
  work: (environment: Environment) => Promise<void>,
): Promise<void> =>
  step(path, async () => {
    const fresh = await openEnvironment();
    try {
      await work(fresh);
    } finally {
      await fresh.close();
    }
  });

const environment = await openEnvironment();
try {
  // Every event is also a delivery row; nobody delivers them while the requests are measured.
  await registerEndpoint(environment, environment.organization.org_id, "http://127.0.0.1:9/hook");
  await step("idle", () => benchIdle(environment, report));

  const pair = await environment.startPair({ name: "main", delayMs: NEVER_MS });
  const ceiling = await environment.startServer("static");
  let perSecond = Number.NaN;
  await step("initiate", async () => {
    perSecond = await benchInitiate(environment, pair, ceiling, report, { rounds, seconds, quick });
  });
  await step("read", () => benchRead(environment, pair, ceiling, report, { rounds, seconds, quick }));
  if (!Number.isNaN(perSecond))
    await step("open-loop", () =>
      benchOpenLoop(environment, pair, perSecond, report, { rounds, seconds: quick ? 3 : 10 }),
    );
  await step("overload", () => benchOverload(environment, pair, report, { rounds, seconds: quick ? 5 : 10 }));
  await step("money", () => benchMoney(environment, pair, ceiling, report, { rounds, seconds: quick ? 2 : seconds }));
  await step("log", () => benchLog(environment, pair, report, { seconds: quick ? 2 : seconds }));
  await step("other-writes", () =>
    benchOtherWrites(environment, pair, report, { rounds, seconds: quick ? 2 : seconds }),
  );
  await step("export", () => benchExport(environment, pair, report, { rounds }));
  await step("ramp", () => benchRamp(environment, pair, report, { rounds, seconds }));
  await step("memory", () =>
    benchMemory(environment, pair, report, { seconds: Number(values["memory-seconds"] ?? (quick ? 15 : 120)) }),
  );
  await Promise.all([pair.stop(), ceiling.stop()]);
} finally {
  await environment.close();
}
await step("route", () => benchRoute(report, { rounds }));
// What is left over of the requests (deliveries that wait, vacuuming) must not fall on what is measured next.
await inFreshEnvironment("deliver", (fresh) => benchDeliver(fresh, report, { rounds, quick }));
await inFreshEnvironment("catch-up", (fresh) => benchCatchUp(fresh, report, { rounds: MIN_ROUNDS, quick }));
await inFreshEnvironment("ledger", (fresh) => benchLedger(fresh, report, { rounds, quick }));
await inFreshEnvironment("life", (fresh) => benchLife(fresh, report, { rounds, seconds: 3 }));
await step("growth", () =>
  benchGrowth(report, {
    rounds: MIN_ROUNDS,
    seconds,
    sizes: values.sizes?.split(",").map(Number) ?? [1_000_000, 5_000_000],
    say,
  }),
);

process.stdout.write(values.json ? `${renderJson(report)}\n` : renderTable(report));
