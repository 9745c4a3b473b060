import { createServer } from "node:http";

/**
 * Receives webhooks and counts them; `GET /` returns how many came and how old each event was. `node receiver.ts
 * <port>`.
 */
const [port] = process.argv.slice(2) as [string];
const CREATED_AT = /"created_at":"([^"]+)"/;
const EVENT_TYPE = /"event_type":"([^"]+)"/;
export type Received = { count: number; completed: number; lastAtMs: number; agesMs: number[] };
let received: Received = { count: 0, completed: 0, lastAtMs: 0, agesMs: [] };

createServer((request, response) => {
  if (request.method === "GET") {
    response.end(JSON.stringify(received));
    received = { count: 0, completed: 0, lastAtMs: 0, agesMs: [] };
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    response.end();
    received.count += 1;
    received.lastAtMs = Date.now();
    const head = (chunks[0] ?? Buffer.alloc(0)).toString("latin1", 0, 300);
    if (EVENT_TYPE.exec(head)?.[1] !== "payment.completed") return;
    received.completed += 1;
    received.agesMs.push(Date.now() - Date.parse(CREATED_AT.exec(head)![1]!));
  });
}).listen(Number(port), "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`),
);
process.once("SIGTERM", () => process.exit(0));
