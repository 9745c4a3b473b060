import { createServer as createProbe } from "node:net";

/**
 * Below the ports that the system gives to whoever listens on port 0 or connects: one of those could be given away
 * again before the service listens on it. Each test process takes from a range of its own, in turn, beginning anywhere.
 */
const FIRST_PORT = 12_000;
const PORTS_EACH = 2_500;
const RANGES = 8;
const range = FIRST_PORT + (Number(process.env["VITEST_POOL_ID"] ?? 0) % RANGES) * PORTS_EACH;
let next = Math.floor(Math.random() * PORTS_EACH);

/** The address must be known before the service is built: providers are given callback URLs. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < PORTS_EACH; tried++) {
    const port = range + (next++ % PORTS_EACH);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${range} to ${range + PORTS_EACH - 1} is free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createProbe();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
