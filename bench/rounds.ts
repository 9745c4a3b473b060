import { setTimeout as pause } from "node:timers/promises";
import type { Environment } from "./environment.ts";
import { type LoadRequest, type LoadResult, runLoad } from "./load.ts";
import { cpuMicrosecondsOf, fsyncsOf, memoryOf, walBytesOf } from "./usage.ts";

/** One measurement of one form: how much it did, and what that cost each process. */
export type Sample = {
  perSecond: number;
  p50Ms?: number;
  p99Ms?: number;
  errors?: number;
  /** CPU time by process and unit of work. */
  cpuMicroseconds?: Record<string, number>;
  fsyncs?: number;
  walBytes?: number;
  memoryMb?: number;
};

export type Form = { name: string; run(): Promise<Sample> };

/**
 * Forms take turns, and each round begins with another: what the machine does meanwhile then falls on all of them
 * alike. The rounds before them, which are not counted, let each process compile what it runs often; a slow form needs
 * more of them than a fast one.
 */
export async function alternate(forms: readonly Form[], rounds: number, uncounted = 0): Promise<Map<string, Sample[]>> {
  for (let round = 0; round < uncounted; round++) for (const form of forms) await form.run();
  const samples = new Map<string, Sample[]>(forms.map((form) => [form.name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < forms.length; turn++) {
      const form = forms[(round + turn) % forms.length]!;
      samples.get(form.name)!.push(await form.run());
    }
  }
  return samples;
}

/**
 * Puts load on a process until V8 has compiled what it runs: for a payment that takes about 25 seconds, in which its
 * CPU time falls by half.
 */
export async function warmUp(environment: Environment, load: LoadRequest, seconds: number): Promise<void> {
  await runLoad(environment.directory, { ...load, seconds });
}

const WARM_UP_SECONDS = 1;
/** A session reports its counters when more than a second has passed since it last did. */
const COUNTERS_REST_MS = 1_100;

/**
 * Load on a server, with what it cost in each of the named processes. Requests that work only once are created again
 * for each part of the measurement.
 */
export async function measureLoad(
  environment: Environment,
  given: LoadRequest | ((seconds?: number) => Promise<LoadRequest>),
  processes: Readonly<Record<string, number>>,
  memoryOfPid: number,
): Promise<Sample> {
  const all: Record<string, number> = { ...processes, postgres: environment.database.pid };
  const next = async (seconds?: number): Promise<LoadRequest> =>
    typeof given === "function" ? given(seconds) : { ...given, seconds: seconds ?? given.seconds };
  await runLoad(environment.directory, await next(WARM_UP_SECONDS));
  const load = await next();
  const before = { fsyncs: await fsyncsOf(environment.db), wal: await walBytesOf(environment.db), cpu: cpuOf(all) };
  const result = await runLoad(environment.directory, load);
  const cpu = cpuOf(all);
  const wal = await walBytesOf(environment.db);
  const memoryMb = memoryOf(memoryOfPid);
  await pause(COUNTERS_REST_MS);
  const last = await runLoad(environment.directory, await next(WARM_UP_SECONDS));
  const fsyncs = await fsyncsOf(environment.db);
  assertServed(load, result);
  return {
    perSecond: result.perSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    errors: result.errors,
    cpuMicroseconds: {
      ...Object.fromEntries(Object.keys(all).map((name) => [name, (cpu[name]! - before.cpu[name]!) / result.requests])),
      load: result.cpuMicroseconds / result.requests,
    },
    fsyncs: (fsyncs - before.fsyncs) / (result.requests + last.requests),
    walBytes: (wal - before.wal) / result.requests,
    ...(memoryMb === null ? {} : { memoryMb }),
  };
}

function cpuOf(processes: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, cpuMicrosecondsOf(pid)]));
}

/** A measurement with errors is refused, because a server that refuses requests is fast. */
function assertServed(load: LoadRequest, result: LoadResult): void {
  if (
    typeof load.variants[0] !== "string" &&
    load.variants[0]?.header !== undefined &&
    result.requests > load.variants.length
  )
    throw new Error(
      `${load.method} ${load.url}: ${result.requests} requests, of which only ${load.variants.length} differ`,
    );
  if (result.errors > 0)
    throw new Error(`${load.method} ${load.url}: ${result.errors} of ${result.requests} requests failed`);
}
