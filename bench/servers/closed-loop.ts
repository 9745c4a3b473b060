import { readFileSync } from "node:fs";
import { Pool } from "undici";
import { type LoadRequest, type LoadResult, pathOf } from "../load.ts";
import { percentile } from "../statistics.ts";

/**
 * Stands in for wrk where there is none: the same closed loop in a process of its own. Prints its result as one line.
 */
const load = JSON.parse(readFileSync(process.argv[2]!, "utf8")) as LoadRequest;
const pool = new Pool(new URL(load.url).origin, { connections: load.connections, pipelining: 1 });
const latenciesMs: number[] = [];
let errors = 0;
let turn = 0;
const beganMs = performance.now();
const endMs = beganMs + load.seconds * 1_000;

await Promise.all(
  Array.from({ length: load.connections }, async () => {
    while (performance.now() < endMs) {
      const variant = load.variants[turn++ % load.variants.length]!;
      const sentMs = performance.now();
      try {
        const own = typeof variant === "string" ? { body: variant } : variant;
        const headers = own.header === undefined ? load.headers : { ...load.headers, [own.header[0]]: own.header[1] };
        const sent = {
          method: load.method,
          path: pathOf(load, variant),
          headers,
          body: load.method === "GET" ? null : own.body,
        };
        const { statusCode, body } = await pool.request(sent);
        await body.dump();
        if (statusCode >= 400) errors += 1;
      } catch {
        errors += 1;
      }
      latenciesMs.push(performance.now() - sentMs);
    }
  }),
);
const seconds = (performance.now() - beganMs) / 1_000;
await pool.destroy();
const cpu = process.cpuUsage();
latenciesMs.sort((a, b) => a - b);
const result: LoadResult = {
  requests: latenciesMs.length,
  perSecond: latenciesMs.length / seconds,
  p50Ms: percentile(latenciesMs, 0.5),
  p99Ms: percentile(latenciesMs, 0.99),
  errors,
  cpuMicroseconds: cpu.user + cpu.system,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
