import { Pool } from "undici";
import { newId } from "#src/platform/ids.ts";
import { percentile } from "../statistics.ts";

/**
 * Requests at a fixed rate, whether answers come or not. Latency counts from the moment a request was due, so that a server which stops
 * for a second shows a second and not one slow request. Prints its result as one line.
 */
export type OpenLoopRequest = {
  url: string;
  rate: number;
  seconds: number;
  headers: Record<string, string>;
  /** `$ID` becomes an id of its own each time. */ bodies: readonly string[];
};
export type OpenLoopResult = { sent: number; errors: number; p50Ms: number; p99Ms: number; worstMs: number; perSecond: number };

const CONNECTIONS = 256;
const DRAIN_DEADLINE_MS = 30_000;

const load = JSON.parse(process.argv[2]!) as OpenLoopRequest;
const target = new URL(load.url);
const pool = new Pool(target.origin, { connections: CONNECTIONS, pipelining: 1 });
const latenciesMs: number[] = [];
let errors = 0;
let sent = 0;
let open = 0;

async function send(dueMs: number): Promise<void> {
  open += 1;
  try {
    const body = load.bodies[sent++ % load.bodies.length]!.replace("$ID", newId());
    const answer = await pool.request({ method: "POST", path: target.pathname, headers: load.headers, body });
    await answer.body.dump();
    if (answer.statusCode >= 400) errors += 1;
  } catch {
    errors += 1;
  }
  open -= 1;
  latenciesMs.push(performance.now() - dueMs);
}

const beganMs = performance.now();
const total = Math.round(load.rate * load.seconds);
await new Promise<void>((resolve) => {
  const tick = (): void => {
    const dueCount = Math.min(total, Math.floor(((performance.now() - beganMs) / 1_000) * load.rate));
    for (let index = sent; index < dueCount; index++) void send(beganMs + (index / load.rate) * 1_000);
    if (sent >= total) resolve();
    else setTimeout(tick, 1);
  };
  tick();
});
const deadlineMs = performance.now() + DRAIN_DEADLINE_MS;
while (open > 0 && performance.now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 10));
const seconds = (performance.now() - beganMs) / 1_000;
errors += open;
latenciesMs.sort((a, b) => a - b);
const result: OpenLoopResult = {
  sent: total,
  errors,
  p50Ms: percentile(latenciesMs, 0.5),
  p99Ms: percentile(latenciesMs, 0.99),
  worstMs: latenciesMs.at(-1) ?? Number.NaN,
  perSecond: total / seconds,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
