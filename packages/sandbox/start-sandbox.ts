import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { urlOnThisMachine } from "@corridor/base/local-url.ts";
import { type Clock, MovedClock, systemClock } from "@corridor/base/clock.ts";
import { createOutbound, type Log } from "@corridor/provider-kit/outbound.ts";
import { createCallbackSender } from "./callbacks.ts";
import { type Answer, json, readBody, Refusal, refusalAnswer, type SandboxRequest, writeAnswer } from "./exchange.ts";
import { Faults } from "./faults.ts";
import { Floats } from "./floats.ts";
import { Journal, JournalBroken } from "./journal.ts";
import { OperationStore } from "./operation-store.ts";
import { createProgress } from "./progress.ts";
import { createRoutes, type Routes } from "./routes.ts";
import type { Sandbox } from "./sandbox.ts";
import { Scheduler } from "./scheduler.ts";
import { defineSteps } from "./steps.ts";

/** A separate server that plays the providers. It knows only the shared key and the callback addresses it is given. */
export type SandboxOptions = {
  host: string;
  /** 0 picks any free port. */
  port: number;
  /** Folder of the journal; null: a temporary one. */
  directory: string | null;
  delayMs: number;
  /** Authenticates the service's calls and the sandbox's callbacks. */
  key: string;
  log: Log;
  /** A stepped clock: then nothing happens by itself, and `tick` does what is due. */
  clock?: Clock;
};

export type RunningSandbox = {
  url: string;
  /** Does everything due, and resolves when its callbacks were answered. */
  tick(): Promise<void>;
  close(): Promise<void>;
};

const IDLE_CONNECTION_MS = 65_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** How long the fault `timeout` keeps a caller waiting that never gives up. */
const MAX_HANG_MS = 120_000;
const CALLBACK_CONNECTIONS = 128;

export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { log, delayMs } = options;
  const ownClock = new MovedClock(systemClock);
  const clock = options.clock ?? ownClock;
  const journal = new Journal(options.directory);
  const store = new OperationStore(journal);
  const { due, untold } = store.restore();
  const scheduler = new Scheduler(clock, options.clock === undefined);
  const outbound = createOutbound({ connectionsPerOrigin: CALLBACK_CONNECTIONS });
  const callbacks = createCallbackSender({ sharedKey: options.key, store, scheduler, clock, outbound, log });
  const progress = createProgress({ store, scheduler, callbacks, clock, log });
  const sandbox: Sandbox = { store, progress, faults: new Faults(), floats: new Floats(), scheduler, delayMs };
  defineSteps(sandbox);

  let closing: Promise<void> | undefined;
  const waiting = new Set<NodeJS.Timeout>();
  /** The deployment's time, which a developer may move ahead (`kernel/test-clock`). */
  const moveClock = async (shiftMs: number): Promise<void> => {
    if (ownClock.moveTo(shiftMs)) scheduler.clockMoved();
    await tick();
  };
  const routes = createRoutes(sandbox, options.key, moveClock);
  const server = createServer(
    { keepAliveTimeout: IDLE_CONNECTION_MS, requestTimeout: REQUEST_TIMEOUT_MS, noDelay: true },
    (request, response) => {
      serve(sandbox, routes, log, waiting, request, response).catch((error: unknown) => {
        log.error({ err: error }, "a request of the sandbox failed");
        response.destroy();
      });
    },
  );
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(options.port, options.host, resolve);
    });
  } catch (error) {
    journal.close();
    throw error;
  }
  progress.resume(due, untold);

  return {
    url: urlOnThisMachine(options.host, (server.address() as AddressInfo).port),
    tick,
    close: () => (closing ??= close()),
  };

  async function tick(): Promise<void> {
    for (let ran = 1; ran > 0;) {
      ran = scheduler.runDue();
      await store.durable();
      await callbacks.idle();
    }
  }

  async function close(): Promise<void> {
    scheduler.stop();
    callbacks.stop();
    for (const timer of waiting) clearTimeout(timer);
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    await callbacks.idle();
    await outbound.close();
    journal.close();
  }
}

async function serve(
  sandbox: Sandbox,
  routes: Routes,
  log: Log,
  waiting: Set<NodeJS.Timeout>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await answerTo(sandbox, routes, log, request);
  if (answer.delivery === undefined) return writeAnswer(response, answer);
  if (answer.delivery === "lost") {
    response.destroy();
    return;
  }
  // `hang` and a delayed answer use a timer that keeps neither a closing sandbox nor a disconnected caller waiting.
  const hangs = answer.delivery === "hang";
  const timer = setTimeout(
    () => {
      waiting.delete(timer);
      if (hangs) response.destroy();
      else writeAnswer(response, answer);
    },
    answer.delivery === "hang" ? MAX_HANG_MS : answer.delivery.afterMs,
  );
  waiting.add(timer);
  response.once("close", () => {
    clearTimeout(timer);
    waiting.delete(timer);
  });
}

async function answerTo(sandbox: Sandbox, routes: Routes, log: Log, request: IncomingMessage): Promise<Answer> {
  try {
    const body = await readBody(request);
    if (!sandbox.store.isWritable)
      throw new Refusal(503, "journal_broken", "the sandbox cannot write its journal and accepts nothing");
    return await routes(parseRequest(request, body));
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error);
    if (error instanceof JournalBroken) return json(503, { code: "journal_broken", message: error.message });
    log.error({ err: error, method: request.method, path: request.url }, "a request of the sandbox failed");
    // The answer does not say whether the request was accepted, because that is unknown.
    return json(500, { code: "internal_error", message: "the sandbox failed" });
  }
}

function parseRequest(request: IncomingMessage, body: string): SandboxRequest {
  const target = request.url!;
  const question = target.indexOf("?");
  const path = question < 0 ? target : target.slice(0, question);
  return {
    method: request.method!,
    path: path.split("/").slice(1).map(decodeSegment),
    query: question < 0 ? "" : target.slice(question + 1),
    headers: request.headers,
    body,
    origin: `http://${request.headers.host ?? "localhost"}`,
  };
}

function decodeSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, "invalid_path", "the path is not properly encoded");
  }
}
