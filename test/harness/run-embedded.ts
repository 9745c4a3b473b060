/**
 * A process that runs an embedded server until a line on its input ends it, or it is killed. Prints what the test needs
 * as JSON.
 */
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";

const server = await startEmbedded({ directory: process.argv[2]!, durable: true });
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid, directory: server.directory })}\n`);
process.stdin.once("data", () => {
  void server.stop().then(() => process.exit(0));
});
