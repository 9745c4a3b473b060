import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, SteppedClock } from "@corridor/base/clock.ts";
import { createLogger, type Logger } from "@corridor/server/kernel/log.ts";
import { type RunningSandbox, startSandbox } from "@corridor/sandbox/start-sandbox.ts";

/**
 * A sandbox on a free port. Its clock is stepped, so nothing happens by itself: `await sandbox.advance(ms)` moves the
 * time and resolves when everything due has happened and every callback was answered.
 */
export type TestSandbox = RunningSandbox & {
  readonly key: string;
  readonly clock: Clock;
  readonly delayMs: number;
  advance(ms: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** What the sandbox providers declare in tests. */
export const TEST_SETTLES_WITHIN_MS = 10_000;
export const TEST_SANDBOX_KEY = "test-sandbox-key-0123456789abcdef";
const DELAY_MS = 1_000;
/** One for all: each logger waits for the end of the process. */
const SILENT = createLogger({ level: "silent" });

/**
 * `clock`: share the clock of the service under test, or its callbacks will look old. Without it the sandbox has its
 * own.
 */
export async function startTestSandbox(
  options: { clock?: Clock; directory?: string | null; delayMs?: number; log?: Logger } = {},
): Promise<TestSandbox> {
  const clock = options.clock ?? new SteppedClock();
  const delayMs = options.delayMs ?? DELAY_MS;
  const log = options.log ?? SILENT;
  const sandbox = await startSandbox({
    host: "127.0.0.1",
    port: 0,
    directory: options.directory ?? null,
    delayMs,
    key: TEST_SANDBOX_KEY,
    log,
    clock,
  });
  return {
    ...sandbox,
    key: TEST_SANDBOX_KEY,
    clock,
    delayMs,
    advance: async (ms) => {
      if (!(clock instanceof SteppedClock)) throw new Error("only a stepped clock can be advanced");
      clock.advance(ms);
      await sandbox.tick();
    },
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

export type ReceivedCallback = { path: string; headers: IncomingHttpHeaders; rawBody: Buffer };

export type CallbackReceiver = {
  readonly url: string;
  readonly received: ReceivedCallback[];
  /** All events of all callbacks so far, in the order they came. */
  events(): Record<string, unknown>[];
  /** The status to answer from now on; 200 by default. */
  answerWith(statusCode: number): void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Takes the place of the service's callback endpoint, and records its requests. */
export async function startCallbackReceiver(): Promise<CallbackReceiver> {
  const received: ReceivedCallback[] = [];
  let statusCode = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ path: request.url!, headers: request.headers, rawBody: Buffer.concat(chunks) });
      response.writeHead(statusCode).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    events: () =>
      received.flatMap(({ rawBody }) => {
        const body = JSON.parse(rawBody.toString("utf8")) as { events?: Record<string, unknown>[] };
        return body.events ?? [body as Record<string, unknown>];
      }),
    answerWith: (code) => (statusCode = code),
    close,
    [Symbol.asyncDispose]: close,
  };
}
