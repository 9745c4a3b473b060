import { join } from "node:path";
import type { Environment } from "../environment.ts";
import { runLoad } from "../load.ts";
import { startChild } from "../processes.ts";
import { addGoal, addLimit, addRows, ratioOf, type Report } from "../report.ts";
import { payins } from "../requests.ts";
import { alternate, type Sample, warmUp } from "../rounds.ts";
import type { OpenLoopResult } from "../servers/open-loop.ts";
import { median } from "../statistics.ts";
import { memoryOf } from "../usage.ts";
import { PAYMENT_WARM_UP_SECONDS, type Pair } from "./initiate.ts";
import { runOpenLoop } from "./open-loop.ts";

/**
 * Sends three times as many payments as the product can carry, at a fixed rate. Measures how many still complete, how
 * long they take, how soon the others get a 503 with Retry-After, and how much memory the process needs. The product's
 * capacity is measured in the same rounds, twice: alone, and while the load generator sends the requests beyond it to a
 * server that only refuses. The second is what the product can carry here at most, because the generator shares its
 * cores.
 */
const TIMES = 3;
const CAPACITY_CONNECTIONS = 64;
/** More connections than the product admits, so that the product and not the load generator is the limit. */
const OVERLOAD_CONNECTIONS = 3_000;
const SAMPLE_MEMORY_MS = 200;
/** Enough for a p99, and no load of its own. */
const BESIDE_PER_SECOND = 200;

export async function benchOverload(
  environment: Environment,
  pair: Pair,
  report: Report,
  options: { rounds: number; seconds: number },
): Promise<void> {
  const url = `${pair.url}/v1/payments-init/initiate`;
  const load = {
    url,
    headers: environment.headers,
    method: "POST",
    connections: CAPACITY_CONNECTIONS,
    variants: payins(),
  } as const;
  await warmUp(environment, { ...load, seconds: options.seconds }, PAYMENT_WARM_UP_SECONDS);
  const { perSecond } = await runLoad(environment.directory, { ...load, seconds: options.seconds });
  const rate = Math.round(perSecond * TIMES);

  const overloads: OpenLoopResult[] = [];
  const { directory } = environment;
  const nothing = await startChild({
    name: "nothing",
    directory,
    script: join(import.meta.dirname, "../servers/nothing.ts"),
  });
  const beside = { url: nothing.ready["url"] as string, rate: BESIDE_PER_SECOND };
  let memoryMb = 0;
  const sampling = setInterval(
    () => (memoryMb = Math.max(memoryMb, memoryOf(pair.api.pid) ?? Number.NaN)),
    SAMPLE_MEMORY_MS,
  );
  const atCapacity = async (): Promise<Sample> => {
    const result = await runLoad(environment.directory, { ...load, seconds: options.seconds });
    if (result.errors > 0)
      throw new Error(`${result.errors} of ${result.requests} requests failed at ${CAPACITY_CONNECTIONS} connections`);
    return { perSecond: result.perSecond, p50Ms: result.p50Ms, p99Ms: result.p99Ms };
  };
  const besideOthers = async (): Promise<Sample> => {
    const { headers } = environment;
    const others = {
      url: beside.url,
      rate: rate - Math.round(perSecond),
      seconds: options.seconds,
      connections: OVERLOAD_CONNECTIONS,
      headers,
      bodies: payins(),
    };
    const [sample] = await Promise.all([atCapacity(), runOpenLoop(environment, others)]);
    return sample;
  };
  const beyond = async (): Promise<Sample> => {
    const { headers } = environment;
    const overload = {
      url,
      rate,
      seconds: options.seconds,
      connections: OVERLOAD_CONNECTIONS,
      headers,
      bodies: payins(),
      beside,
    };
    const result = await runOpenLoop(environment, overload);
    if (result.errors > 0)
      throw new Error(
        `${result.errors} of ${result.sent} requests failed at ${rate}/s: ${JSON.stringify(result.errorStatuses)}`,
      );
    overloads.push(result);
    return { perSecond: result.goodPerSecond, p50Ms: result.p50Ms, p99Ms: result.p99Ms };
  };
  const forms = [
    { name: "what it carries", run: atCapacity },
    { name: "the same while others are refused elsewhere", run: besideOthers },
    { name: `${TIMES} times that, answered`, run: beyond },
  ];
  const samples = await alternate(forms, options.rounds, 1).finally(() => clearInterval(sampling));
  await nothing.stop();
  addRows(report, `initiate, ${rate}/s`, "payments", samples);
  report.ratios.overload_goodput = ratioOf(samples, forms[2]!.name, forms[1]!.name);
  const middle = (valueOf: (result: OpenLoopResult) => number): number => median(overloads.map(valueOf));
  addGoal(
    report,
    `payments at ${TIMES} times the capacity, of what it carries while others are refused elsewhere`,
    report.ratios.overload_goodput,
    0.9,
  );
  addLimit(
    report,
    "p99 of those payments, ms",
    middle((result) => result.p99Ms),
    2_000,
  );
  const refusedMs = middle((result) => result.refusedP99Ms);
  const besideMs = middle((result) => result.besideP99Ms);
  addLimit(report, "p99 until the others are told to come back, from the second second on, ms", refusedMs, 50);
  const onsetMs = middle((result) => result.onsetRefusedP99Ms);
  report.notes.push(
    "overload: in the first second, in which the load also opens its connections, refusals took " +
      `${onsetMs.toFixed(0)} ms (p99)`,
  );
  addLimit(report, "of that, beyond what a server that does nothing takes, ms", refusedMs - besideMs, 50);
  report.notes.push(`overload: a server that does nothing, beside the product, took ${besideMs.toFixed(0)} ms (p99)`);
  const lateMs = middle((result) => result.generatorLateP99Ms);
  report.notes.push(
    `overload: the load generator itself was ${lateMs.toFixed(0)} ms late (p99); latencies hold that much of its own`,
  );
  addLimit(report, "memory of the API process meanwhile, greatest, MB", memoryMb, 500);
}
