import { join } from "node:path";
import type { Environment } from "../environment.ts";
import { sandboxKeyOf } from "../environment.ts";
import { runChild } from "../processes.ts";
import { addLimit, addRows, type Report } from "../report.ts";
import { payins } from "../requests.ts";
import { alternate, type Sample } from "../rounds.ts";
import type { OpenLoopRequest, OpenLoopResult } from "../servers/open-loop.ts";
import { median } from "../statistics.ts";
import type { Pair } from "./initiate.ts";

const CONNECTIONS = 256;

/**
 * Latency at half of the product's maximum load. The sandbox provider's own latency at the same rate is measured beside
 * it, because that part is not ours.
 */
export async function benchOpenLoop(
  environment: Environment,
  pair: Pair,
  perSecond: number,
  report: Report,
  options: { rounds: number; seconds: number },
): Promise<void> {
  const rate = Math.floor(perSecond / 2);
  const run = async (request: Omit<OpenLoopRequest, "rate" | "seconds" | "connections">): Promise<Sample> => {
    const result = await runOpenLoop(environment, {
      ...request,
      rate,
      seconds: options.seconds,
      connections: CONNECTIONS,
    });
    const failed = result.errors + result.refused;
    if (failed > 0) throw new Error(`${failed} of ${result.sent} requests failed at ${rate}/s`);
    return { perSecond: result.perSecond, p50Ms: result.p50Ms, p99Ms: result.p99Ms };
  };
  const samples = await alternate(
    [
      {
        name: "product",
        run: () =>
          run({ url: `${pair.url}/v1/payments-init/initiate`, headers: environment.headers, bodies: payins() }),
      },
      {
        name: "provider alone",
        run: () =>
          run({
            url: `${pair.sandboxUrl}/fiat/payments`,
            headers: {
              authorization: `Bearer ${sandboxKeyOf(environment.secret)}`,
              "content-type": "application/json",
            },
            bodies: [providerBody(pair.url)],
          }),
      },
    ],
    options.rounds,
  );
  addRows(report, `initiate, open loop at ${rate}/s`, "payments", samples);
  const p99 = (form: string): number => median(samples.get(form)!.map((sample) => sample.p99Ms!));
  addLimit(
    report,
    "open loop at half load: p99 above the provider's own, ms",
    p99("product") - p99("provider alone"),
    25,
  );
}

export function runOpenLoop(environment: Environment, request: OpenLoopRequest): Promise<OpenLoopResult> {
  return runChild({
    name: "open-loop",
    directory: environment.directory,
    script: join(import.meta.dirname, "../servers/open-loop.ts"),
    args: [JSON.stringify(request)],
  });
}

/** The request that the product sends to the provider. */
function providerBody(apiUrl: string): string {
  return JSON.stringify({
    reference: "$ID",
    payment_id: "01900000-0000-7000-8000-000000000000",
    direction: "payin",
    method: "mobile_money",
    country: "GH",
    amount: "1500.00",
    currency: "GHS",
    target_amount: "1500.00",
    target_currency: "GHS",
    mobile_money: { provider: "MTN", phone_number: "+233241234567" },
    callback_url: `${apiUrl}/v1/callbacks/fiat`,
    return_url: `${apiUrl}/v1/returns/x/y`,
  });
}
