import { createLogger } from "@corridor/server/kernel/log.ts";
import { startSandbox } from "@corridor/sandbox/start-sandbox.ts";

/** The sandbox as a process of its own: `node sandbox.ts <port> <directory> <key> <delay in ms>`. */
const [port, directory, key, delayMs] = process.argv.slice(2) as [string, string, string, string];
const sandbox = await startSandbox({
  host: "127.0.0.1",
  port: Number(port),
  directory,
  delayMs: Number(delayMs),
  key,
  log: createLogger({ level: "warn", destination: process.stderr }),
});
process.once("SIGTERM", () => void sandbox.close().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ url: sandbox.url })}\n`);
