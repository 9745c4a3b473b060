import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Refuses every request and does nothing else: the least that an answer can take on this machine, whatever else the
 * machine does meanwhile.
 */
const server = createServer((_request, response) => void response.writeHead(503, { "content-length": 0 }).end());
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`),
);
process.once("SIGTERM", () => process.exit(0));
