import { connect, type Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { newId } from "@corridor/base/ids.ts";
import { percentile } from "../statistics.ts";

/**
 * Requests at a fixed rate, whether answers come or not. Latency counts from the moment a request was due, so that a
 * server which stops for a second shows a second and not one slow request. Prints its result as one line.
 */
export type OpenLoopRequest = {
  url: string;
  rate: number;
  seconds: number;
  /** The maximum number of requests in flight. A request that is due while all are busy waits, and its wait counts. */
  connections: number;
  headers: Record<string, string>;
  /** `$ID` is replaced by a new id in each request. */ bodies: readonly string[];
  /**
   * A server that does nothing (nothing.ts), asked meanwhile: how long it takes is the share of the machine and of this
   * process in every latency.
   */
  beside?: { url: string; rate: number };
};
/**
 * Latencies cover successful answers only. `refusedP99Ms` counts from the moment at which the request was written,
 * without the requests of the onset: in its first moments the load opens hundreds of connections, and a request on a
 * new connection also waits until the server has accepted it.
 */
export type OpenLoopResult = {
  sent: number;
  errors: number;
  /** The number of answered requests by status; 999 counts lost connections. */
  errorStatuses: Record<string, number>;
  /** Refused with a 503 that asks the client to retry later. */
  refused: number;
  refusedP99Ms: number;
  onsetRefusedP99Ms: number;
  p50Ms: number;
  p99Ms: number;
  worstMs: number;
  perSecond: number;
  /** Successful answers that arrived while the load was still running. */
  goodPerSecond: number;
  /** How late this process itself was. A latency below this value says nothing about the server. */
  generatorLateP99Ms: number;
  /** Of the server beside; counts from the moment a request was written. */
  besideP99Ms: number;
};

const SERVICE_UNAVAILABLE = 503;
/** The status that counts an answer which never came. */
const LOST = 999;
const DRAIN_DEADLINE_MS = 30_000;
const ONSET_MS = 1_000;

const load = JSON.parse(process.argv[2]!) as OpenLoopRequest;
const latenciesMs: number[] = [];
const refusedMs: number[] = [];
const onsetRefusedMs: number[] = [];
const besideMs: number[] = [];
let errors = 0;
const errorStatuses: Record<string, number> = {};
let good = 0;
let sent = 0;

/**
 * HTTP written by hand. All parts share two cores, and a general client would use more of them than the server under
 * test. It sends one request at a time per connection, expects answers with a length, and reads only their status.
 */
type Answered = (status: number, sentMs: number) => void;
type Client = { send(text: () => string, answered: Answered): void; /** Requests without an answer. */ open(): number };
const HEAD_END = "\r\n\r\n";

function createClient(target: URL, maxConnections: number): Client {
  /** The connection used last is used first, so that few connections stay busy and warm. */
  const idle: Socket[] = [];
  const waiting: (() => void)[] = [];
  const underWay = new Map<Socket, (status: number) => void>();
  let connections = 0;

  function openConnection(): Socket {
    connections += 1;
    const socket = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    let received = "";
    const answer = (status: number): void => {
      const answered = underWay.get(socket);
      underWay.delete(socket);
      answered?.(status);
      waiting.shift()?.();
    };
    socket.setEncoding("latin1"); // A character is a byte, as the length counts them.
    socket.on("error", () => undefined); // The end of the answer is known only when the connection closes.
    socket.once("close", () => {
      connections -= 1;
      const place = idle.indexOf(socket);
      if (place !== -1) idle.splice(place, 1);
      answer(LOST);
    });
    socket.on("data", (chunk: string) => {
      received += chunk;
      const headEnd = received.indexOf(HEAD_END);
      if (headEnd === -1) return;
      const length = /\r\ncontent-length: *(\d+)/i.exec(received)?.[1];
      if (length === undefined) throw new Error(`an answer without a length: ${received.slice(0, headEnd)}`);
      if (received.length < headEnd + HEAD_END.length + Number(length)) return;
      const status = Number(received.slice(9, 12));
      received = "";
      idle.push(socket);
      answer(status);
    });
    return socket;
  }

  function send(text: () => string, answered: Answered): void {
    const socket = idle.pop() ?? (connections < maxConnections ? openConnection() : undefined);
    if (socket === undefined) return void waiting.push(() => send(text, answered));
    const sentMs = performance.now();
    underWay.set(socket, (status) => answered(status, sentMs));
    socket.write(text());
  }

  return { send, open: () => underWay.size + waiting.length };
}

const target = new URL(load.url);
const heads = load.bodies.map((body) => {
  const bytes = Buffer.byteLength(body.replace("$ID", newId()));
  const headers = Object.entries({ host: target.host, ...load.headers, "content-length": String(bytes) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `POST ${target.pathname} HTTP/1.1\r\n${headers.join("")}\r\n`;
});
const client = createClient(target, load.connections);

function send(dueMs: number): void {
  const variant = sent++ % load.bodies.length;
  client.send(
    () => heads[variant]! + load.bodies[variant]!.replace("$ID", newId()),
    (status, sentMs) => {
      if (status === SERVICE_UNAVAILABLE)
        (sentMs - beganMs < ONSET_MS ? onsetRefusedMs : refusedMs).push(performance.now() - sentMs);
      else if (status >= 400) {
        errors += 1;
        errorStatuses[status] = (errorStatuses[status] ?? 0) + 1;
      } else {
        latenciesMs.push(performance.now() - dueMs);
        if (due < total) good += 1;
      }
    },
  );
}

const besideClient = load.beside === undefined ? undefined : createClient(new URL(load.beside.url), load.connections);
let besideSent = 0;

function sendBeside(elapsedMs: number): void {
  for (; besideSent < (elapsedMs / 1_000) * (load.beside?.rate ?? 0); besideSent++)
    besideClient!.send(
      () => "GET / HTTP/1.1\r\nhost: x\r\n\r\n",
      (_status, sentMs) => void besideMs.push(performance.now() - sentMs),
    );
}

const lateness = monitorEventLoopDelay({ resolution: 1 });
lateness.enable();
const beganMs = performance.now();
const total = Math.round(load.rate * load.seconds);
let due = 0;
await new Promise<void>((resolve) => {
  const tick = (): void => {
    const elapsedMs = performance.now() - beganMs;
    const dueCount = Math.min(total, Math.floor((elapsedMs / 1_000) * load.rate));
    for (; due < dueCount; due++) send(beganMs + (due / load.rate) * 1_000);
    sendBeside(elapsedMs);
    if (due >= total) resolve();
    else setTimeout(tick, 1);
  };
  tick();
});
const deadlineMs = performance.now() + DRAIN_DEADLINE_MS;
while (client.open() > 0 && performance.now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 10));
const seconds = (performance.now() - beganMs) / 1_000;
errors += client.open();
latenciesMs.sort((a, b) => a - b);
refusedMs.sort((a, b) => a - b);
onsetRefusedMs.sort((a, b) => a - b);
besideMs.sort((a, b) => a - b);
const result: OpenLoopResult = {
  sent: total,
  errors,
  errorStatuses,
  refused: refusedMs.length + onsetRefusedMs.length,
  refusedP99Ms: percentile(refusedMs, 0.99),
  onsetRefusedP99Ms: percentile(onsetRefusedMs, 0.99),
  p50Ms: percentile(latenciesMs, 0.5),
  p99Ms: percentile(latenciesMs, 0.99),
  worstMs: latenciesMs.at(-1) ?? Number.NaN,
  perSecond: total / seconds,
  goodPerSecond: good / load.seconds,
  generatorLateP99Ms: lateness.percentile(99) / 1_000_000,
  besideP99Ms: percentile(besideMs, 0.99),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
