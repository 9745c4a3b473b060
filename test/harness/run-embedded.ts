/** A process that holds an embedded server until it is told to end by a line on its input, or is killed. Prints what the test needs as JSON. */
import { startEmbedded } from "#src/platform/db/embedded.ts";

const server = await startEmbedded({ directory: process.argv[2]!, durable: true });
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid, directory: server.directory })}\n`);
process.stdin.once("data", () => {
  void server.stop().then(() => process.exit(0));
});
