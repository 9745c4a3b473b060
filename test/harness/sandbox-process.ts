import { createLogger } from "@corridor/server/kernel/log.ts";
import { startSandbox } from "@corridor/sandbox/start-sandbox.ts";

/**
 * The sandbox as a separate process, for tests that kill it: `node sandbox-process.ts <directory> <key> <delay in ms>`
 * prints its address.
 */
const [directory, key, delayMs] = process.argv.slice(2);
const sandbox = await startSandbox({
  host: "127.0.0.1",
  port: 0,
  directory: directory!,
  delayMs: Number(delayMs),
  key: key!,
  log: createLogger({ level: "fatal" }),
});
process.stdout.write(`${sandbox.url}\n`);
