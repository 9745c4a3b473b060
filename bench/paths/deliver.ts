import { measureDeliveries } from "../deliveries.ts";
import type { Environment } from "../environment.ts";
import { addGoal, addRows, type Report } from "../report.ts";

/** Signed webhooks to a local receiver: the product, HTTP and HMAC alone, and two well-known queues on the same database. */
export async function benchDeliver(environment: Environment, report: Report, options: { rounds: number; quick: boolean }): Promise<void> {
  const { jobs, forms, ratios } = await measureDeliveries(environment, options);
  addRows(
    report,
    `deliver ${jobs} webhooks`,
    "deliveries",
    new Map(
      forms.map(({ name, rounds, cpuMicroseconds }) => [name, rounds.map((perSecond, round) => ({ perSecond, cpuMicroseconds: cpuMicroseconds[round]! }))]),
    ),
  );
  Object.assign(report.ratios, ratios);
  addGoal(report, "deliveries, of HTTP and HMAC alone", ratios.deliveries_vs_http, 0.7);
  addGoal(report, "deliveries, times tuned graphile-worker", ratios.deliveries_vs_graphile, 1);
  addGoal(report, "deliveries, times pg-boss in batches of 200", ratios.deliveries_vs_pgboss, 1);
}
