import type { Environment } from "../environment.ts";
import { sandboxKeyOf } from "../environment.ts";
import { payins, payouts } from "../requests.ts";
import { addGoal, addLimit, addRows, ratioOf, type Report } from "../report.ts";
import type { LoadRequest } from "../load.ts";
import { alternate, type Form, measureLoad, warmUp } from "../rounds.ts";
import { median } from "../statistics.ts";
import type { Child } from "../processes.ts";

/**
 * POST /payments-init/initiate over the HTTP sandbox: the product, the same frame with a static answer, and the naive
 * store.
 */
export type Pair = Awaited<ReturnType<Environment["startPair"]>>;

export const PAYMENT_WARM_UP_SECONDS = 25;
const UNCOUNTED_ROUNDS = 1;

export async function benchInitiate(
  environment: Environment,
  pair: Pair,
  ceiling: Child & { url: string },
  report: Report,
  options: { rounds: number; seconds: number; quick: boolean },
): Promise<number> {
  const naive = await environment.startServer("naive", [pair.sandboxUrl, sandboxKeyOf(environment.secret)]);
  const loadOn = (url: string, connections: number, variants: readonly string[]): LoadRequest => ({
    url: `${url}/v1/payments-init/initiate`,
    connections,
    seconds: options.seconds,
    method: "POST",
    headers: environment.headers,
    variants,
  });
  const form = (
    name: string,
    url: string,
    processes: Record<string, number>,
    api: number,
    connections: number,
    variants: readonly string[],
  ): Form => ({
    name,
    run: () => measureLoad(environment, loadOn(url, connections, variants), processes, api),
  });
  const product = { api: pair.api.pid, sandbox: pair.sandbox.pid };
  const formsAt = (connections: number): Form[] => [
    form("product", pair.url, product, pair.api.pid, connections, payins()),
    form("static answer", ceiling.url, { api: ceiling.pid }, ceiling.pid, connections, payins()),
    form("naive", naive.url, { api: naive.pid, sandbox: pair.sandbox.pid }, naive.pid, connections, payins()),
    ...(options.quick
      ? []
      : [
          form(
            "product, payouts",
            pair.url,
            product,
            pair.api.pid,
            connections,
            payouts(environment.organization.beneficiary_id),
          ),
        ]),
  ];

  await warmUp(environment, loadOn(pair.url, 64, payins()), PAYMENT_WARM_UP_SECONDS);
  const at64 = await alternate(formsAt(64), options.rounds, UNCOUNTED_ROUNDS);
  addRows(report, "initiate, 64 connections", "payments", at64);
  report.ratios.initiate_vs_static = ratioOf(at64, "product", "static answer");
  report.ratios.initiate_vs_naive = ratioOf(at64, "product", "naive");
  addGoal(report, "initiate at 64 connections, of the static ceiling", report.ratios.initiate_vs_static, 0.3);
  addGoal(report, "initiate at 64 connections, times the naive form", report.ratios.initiate_vs_naive, 4);
  addLimit(report, "fsyncs per payment", median(at64.get("product")!.map((sample) => sample.fsyncs!)), 0.3);

  if (!options.quick) {
    const at256 = await alternate(formsAt(256), options.rounds);
    addRows(report, "initiate, 256 connections", "payments", at256);
    report.ratios.initiate_256_vs_static = ratioOf(at256, "product", "static answer");
    report.ratios.initiate_256_vs_naive = ratioOf(at256, "product", "naive");
  }
  await naive.stop();
  return median(at64.get("product")!.map((sample) => sample.perSecond));
}
