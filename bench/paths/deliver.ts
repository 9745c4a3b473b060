import { measureDeliveries } from "../deliveries.ts";
import type { Environment } from "../environment.ts";
import { addGoal, addRows, ratioOf, type Report } from "../report.ts";

/**
 * Signed webhooks to a local receiver: the product, HTTP and HMAC alone, and two well-known queues on the same
 * database.
 */
const GOALS = [
  { ratio: "deliveries_vs_http", to: "http", name: "deliveries, of HTTP and HMAC alone", atLeast: 0.7 },
  {
    ratio: "deliveries_vs_graphile",
    to: "graphile-worker",
    name: "deliveries, times tuned graphile-worker",
    atLeast: 1,
  },
  { ratio: "deliveries_vs_pgboss", to: "pg-boss", name: "deliveries, times pg-boss in batches of 200", atLeast: 1 },
] as const;
/**
 * One round lasts a second or two, which is shorter than this machine's own fluctuations. So this path runs more rounds
 * than others.
 */
const MORE_ROUNDS = 2;

export async function benchDeliver(
  environment: Environment,
  report: Report,
  options: { rounds: number; quick: boolean },
): Promise<void> {
  const { jobs, samples } = await measureDeliveries(environment, {
    rounds: options.rounds + MORE_ROUNDS,
    quick: options.quick,
  });
  addRows(report, `deliver ${jobs} webhooks`, "deliveries", samples);
  for (const { ratio, to, name, atLeast } of GOALS) {
    report.ratios[ratio] = ratioOf(samples, "corridor", to);
    addGoal(report, name, report.ratios[ratio], atLeast);
  }
}
