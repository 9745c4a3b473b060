import { connect, type Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
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
  /** The maximum number of requests in flight. A request that is due while all are busy waits, and its wait counts. */
  connections: number;
  headers: Record<string, string>;
  /** `$ID` is replaced by a new id in each request. */ bodies: readonly string[];
};
/** Latencies cover successful answers only. `refusedP99Ms` counts from the moment at which the request was written. */
export type OpenLoopResult = {
  sent: number;
  errors: number;
  /** The number of answered requests by status; 999 counts lost connections. */
  errorStatuses: Record<string, number>;
  /** Refused with a 503 that asks the client to retry later. */
  refused: number;
  refusedP99Ms: number;
  p50Ms: number;
  p99Ms: number;
  worstMs: number;
  perSecond: number;
  /** Successful answers that arrived while the load was still running. */
  goodPerSecond: number;
  /** How late this process itself was. A latency below this value says nothing about the server. */
  generatorLateP99Ms: number;
};

const SERVICE_UNAVAILABLE = 503;
/** The status that counts an answer which never came. */
const LOST = 999;
const DRAIN_DEADLINE_MS = 30_000;

const load = JSON.parse(process.argv[2]!) as OpenLoopRequest;
const latenciesMs: number[] = [];
const refusedMs: number[] = [];
let errors = 0;
const errorStatuses: Record<string, number> = {};
let good = 0;
let sent = 0;
let open = 0;

/**
 * HTTP written by hand. All parts share two cores, and a general client would use more of them than the server under test. It sends one request at a time per
 * connection, expects answers with a length, and reads only their status.
 */
type Connection = { readonly socket: Socket; answered: ((status: number) => void) | null };
const HEAD_END = "\r\n\r\n";
const target = new URL(load.url);
const heads = load.bodies.map((body) => {
  const bytes = Buffer.byteLength(body.replace("$ID", newId()));
  const headers = Object.entries({ host: target.host, ...load.headers, "content-length": String(bytes) }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${target.pathname} HTTP/1.1\r\n${headers.join("")}\r\n`;
});
/** The connection used last is used first, so that few connections stay busy and warm. */
const idle: Connection[] = [];
const waiting: (() => void)[] = [];
let connections = 0;

function openConnection(): Connection {
  connections += 1;
  const connection: Connection = { socket: connect({ host: target.hostname, port: Number(target.port), noDelay: true }), answered: null };
  let received = "";
  connection.socket.setEncoding("latin1"); // A character is a byte, as the length counts them.
  connection.socket.on("error", () => undefined); // The end of the answer is known only when the connection closes.
  connection.socket.once("close", () => {
    connections -= 1;
    const place = idle.indexOf(connection);
    if (place !== -1) idle.splice(place, 1);
    connection.answered?.(LOST);
    waiting.shift()?.();
  });
  connection.socket.on("data", (chunk: string) => {
    received += chunk;
    const headEnd = received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(received)?.[1];
    if (length === undefined) throw new Error(`an answer without a length: ${received.slice(0, headEnd)}`);
    if (received.length < headEnd + HEAD_END.length + Number(length)) return;
    const status = Number(received.slice(9, 12));
    received = "";
    const { answered } = connection;
    connection.answered = null;
    idle.push(connection);
    answered!(status);
    waiting.shift()?.();
  });
  return connection;
}

function send(dueMs: number): void {
  const connection = idle.pop() ?? (connections < load.connections ? openConnection() : undefined);
  if (connection === undefined) {
    waiting.push(() => send(dueMs));
    return;
  }
  const variant = sent++ % load.bodies.length;
  const sentMs = performance.now();
  open += 1;
  connection.answered = (status) => {
    open -= 1;
    if (status === SERVICE_UNAVAILABLE) refusedMs.push(performance.now() - sentMs);
    else if (status >= 400) {
      errors += 1;
      errorStatuses[status] = (errorStatuses[status] ?? 0) + 1;
    } else {
      latenciesMs.push(performance.now() - dueMs);
      if (due < total) good += 1;
    }
  };
  connection.socket.write(heads[variant]! + load.bodies[variant]!.replace("$ID", newId()));
}

const lateness = monitorEventLoopDelay({ resolution: 1 });
lateness.enable();
const beganMs = performance.now();
const total = Math.round(load.rate * load.seconds);
let due = 0;
await new Promise<void>((resolve) => {
  const tick = (): void => {
    const dueCount = Math.min(total, Math.floor(((performance.now() - beganMs) / 1_000) * load.rate));
    for (; due < dueCount; due++) send(beganMs + (due / load.rate) * 1_000);
    if (due >= total) resolve();
    else setTimeout(tick, 1);
  };
  tick();
});
const deadlineMs = performance.now() + DRAIN_DEADLINE_MS;
while (open + waiting.length > 0 && performance.now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 10));
const seconds = (performance.now() - beganMs) / 1_000;
errors += open + waiting.length;
latenciesMs.sort((a, b) => a - b);
refusedMs.sort((a, b) => a - b);
const result: OpenLoopResult = {
  sent: total,
  errors,
  errorStatuses,
  refused: refusedMs.length,
  refusedP99Ms: percentile(refusedMs, 0.99),
  p50Ms: percentile(latenciesMs, 0.5),
  p99Ms: percentile(latenciesMs, 0.99),
  worstMs: latenciesMs.at(-1) ?? Number.NaN,
  perSecond: total / seconds,
  goodPerSecond: good / load.seconds,
  generatorLateP99Ms: lateness.percentile(99) / 1_000_000,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
