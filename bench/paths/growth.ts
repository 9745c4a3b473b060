import { NEVER_MS, openEnvironment, registerEndpoint } from "../environment.ts";
import { explainHotStatements } from "../plans.ts";
import { addGoal, addRows, type Report } from "../report.ts";
import { payins } from "../requests.ts";
import { alternate, measureLoad, type Sample, warmUp } from "../rounds.ts";
import { seedPayments } from "../seed-payments.ts";
import { median } from "../statistics.ts";
import { PAYMENT_WARM_UP_SECONDS } from "./initiate.ts";
import { READ_ONCE_PAYMENTS, transactionPaths } from "./read.ts";

/**
 * Initiates and reads payments while the tables grow. One API process runs throughout, so query plans made on empty
 * tables must still be good at the end.
 */
const CONNECTIONS = 64;

export async function benchGrowth(
  report: Report,
  options: { rounds: number; seconds: number; sizes: readonly number[]; say: (text: string) => void },
): Promise<void> {
  const environment = await openEnvironment();
  try {
    await registerEndpoint(environment, environment.organization.org_id, "http://127.0.0.1:9/hook");
    const pair = await environment.startPair({ name: "growth", delayMs: NEVER_MS });
    const load = { connections: CONNECTIONS, seconds: options.seconds, headers: environment.headers };
    const initiateLoad = {
      ...load,
      url: `${pair.url}/v1/payments-init/initiate`,
      method: "POST" as const,
      variants: payins(),
    };
    // Otherwise the empty tables would be measured on a slower process than the full ones.
    await warmUp(environment, initiateLoad, PAYMENT_WARM_UP_SECONDS);
    const measure = async (): Promise<Map<string, Sample[]>> => {
      const initiate = {
        name: "initiate",
        run: () =>
          measureLoad(environment, initiateLoad, { api: pair.api.pid, sandbox: pair.sandbox.pid }, pair.api.pid),
      };
      const read = {
        name: "read",
        run: async () =>
          measureLoad(
            environment,
            {
              ...load,
              url: pair.url,
              method: "GET",
              variants: await transactionPaths(environment, READ_ONCE_PAYMENTS),
            },
            { api: pair.api.pid },
            pair.api.pid,
          ),
      };
      return alternate([initiate, read], options.rounds);
    };
    const speeds = new Map<number, Map<string, number>>();
    let seeded = 0;
    for (const size of [0, ...options.sizes]) {
      if (size > seeded) {
        options.say(`seeding ${(size - seeded).toLocaleString("en-US")} payments`);
        await seedPayments(environment, size - seeded, options.say);
        seeded = size;
      }
      const samples = await measure();
      addRows(report, `growth: ${size.toLocaleString("en-US")} payments`, "requests", samples);
      speeds.set(
        size,
        new Map([...samples].map(([name, rounds]) => [name, median(rounds.map((sample) => sample.perSecond))])),
      );
      if (size === options.sizes[0]) report.notes.push(...(await explainHotStatements(environment)));
    }
    const [empty, largest] = [speeds.get(0)!, speeds.get(options.sizes.at(-1)!)!];
    for (const name of ["initiate", "read"]) {
      const ratio = largest.get(name)! / empty.get(name)!;
      report.ratios[`growth_${name}`] = ratio;
      addGoal(
        report,
        `${name} at ${options.sizes.at(-1)!.toLocaleString("en-US")} payments, of its speed on empty tables`,
        ratio,
        0.75,
      );
    }
  } finally {
    await environment.close();
  }
}
