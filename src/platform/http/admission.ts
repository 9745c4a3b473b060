import type { FastifyRequest } from "fastify";
import { Overloaded } from "../combine.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { createWaitGate } from "../wait-gate.ts";
import { clientGone, clientIsGone } from "./departed-clients.ts";
import { RETRY_AFTER_TROUBLE_SECONDS } from "./error-response.ts";
import { type ApiError, unavailable } from "./errors.ts";
import type { App } from "./typed-app.ts";

/**
 * Decides before parsing which requests are handled. Requests beyond the machine's capacity only make all others late, until clients give up
 * and retry. So the rest is told at once to come back, which costs a fraction of an answer.
 *
 * A request is refused when
 * - as many requests, or as many bytes of bodies, are in flight as the process has memory for;
 * - the event loop is late, and stays late: then this process is the bottleneck;
 * - a moment ago its route found the queue to the database too slow (combine.ts): then the database is the bottleneck. Other routes go on.
 *
 * Health checks are always answered. Callbacks have a separate allowance and are never refused for lateness: a provider update completes work.
 * A request that waited while the loop was late, and whose client left meanwhile, is dropped.
 */
const MAX_IN_FLIGHT = 2_000;
const MAX_CALLBACKS_IN_FLIGHT = 500;
const MAX_BODY_BYTES_IN_FLIGHT = 64 * 1_048_576;
/** A chunked body does not announce its length, so it counts as the maximum of its route. */
const UNDECLARED_BODY_BYTES = 1_048_576;
const MAX_CONNECTIONS = 10_000;
/**
 * How many connections may wait to be accepted while the event loop is late; the system may allow fewer (net.core.somaxconn). With Node's default of
 * 511, a burst of clients was not accepted, and some of their connections were reset.
 */
export const LISTEN_BACKLOG = 4_096;
const TICK_MS = 20;
const LATENESS = { targetMs: 40, patienceMs: 300, calmMs: 2_000 };
/** Below this load other programs on the machine make the loop late, not our requests. Refusing requests would not help. */
const MIN_IN_FLIGHT_TO_REFUSE = 256;
/** After this delay a client may have left while its request waited to be read. */
const NOTABLE_LATENESS_MS = 20;
/** Long enough that most requests are refused before parsing, short enough that the queue never runs dry. */
const ROUTE_CLOSED_MS = 5;
const REPORT_EVERY_MS = 1_000;

const BUSY: ApiError = unavailable("The service is busy; try again shortly", RETRY_AFTER_TROUBLE_SECONDS);

declare module "fastify" {
  interface FastifyContextConfig {
    /** Always answered, whatever the load. */
    alwaysAdmitted?: true;
  }
  interface FastifyRequest {
    /** Refused requests are counted, but not logged one by one. */
    isShed: boolean;
    /** Releases the request's slot, once; null before the request has one and afterwards. */
    leaveRoom: (() => void) | null;
  }
}

type Room = { inFlight: number; readonly max: number };

export function addAdmission(app: App, { metrics, log }: { readonly metrics: Metrics; readonly log: Logger }): void {
  const ordinary: Room = { inFlight: 0, max: MAX_IN_FLIGHT };
  const callbacks: Room = { inFlight: 0, max: MAX_CALLBACKS_IN_FLIGHT };
  const loop = followLoop(app);
  const closedUntilMs = new Map<string, number>();
  const shed = createShedRecord(app, metrics, log);
  let bodyBytes = 0;
  app.decorateRequest("isShed", false);
  app.decorateRequest("leaveRoom", null);
  app.server.maxConnections = MAX_CONNECTIONS;

  function obstacleTo(request: FastifyRequest, room: Room, bytes: number): string | null {
    if (room.inFlight >= room.max) return "in_flight";
    if (bodyBytes + bytes > MAX_BODY_BYTES_IN_FLIGHT) return "body_bytes";
    if (room === callbacks) return null;
    const nowMs = performance.now();
    if (loop.isOverloaded() && room.inFlight >= MIN_IN_FLIGHT_TO_REFUSE) return "event_loop";
    return (closedUntilMs.get(routeOf(request)) ?? 0) > nowMs ? "queue" : null;
  }

  app.addHook("onRequest", (request, reply, done) => {
    const { config } = request.routeOptions;
    if (config.alwaysAdmitted) return done();
    const room = config.access?.roles === "signed" ? callbacks : ordinary;
    const bytes = declaredBytes(request);
    const obstacle = obstacleTo(request, room, bytes);
    if (obstacle !== null) {
      request.isShed = true;
      shed(obstacle);
      return done(BUSY);
    }
    room.inFlight += 1;
    bodyBytes += bytes;
    request.leaveRoom = () => {
      request.leaveRoom = null;
      room.inFlight -= 1;
      bodyBytes -= bytes;
    };
    reply.raw.once("close", () => request.leaveRoom?.());
    if (loop.latenessMs() < NOTABLE_LATENESS_MS) return done();
    // Data that arrived after the request, such as the client's close, is read in the next turn of the loop.
    setImmediate(() => setImmediate(() => done(clientIsGone(request) ? clientGone() : undefined)));
  });
  // A finished answer waits only for its client, who may be slow; unread-answers.ts bounds the memory of such answers. A stream is still being
  // produced.
  app.addHook("onSend", (request, _reply, payload, done) => {
    if (typeof payload === "string" || Buffer.isBuffer(payload)) request.leaveRoom?.();
    done();
  });
  // The client may have left while its request waited for a body or a lock.
  app.addHook("preHandler", (request, _reply, done) => done(clientIsGone(request) ? clientGone() : undefined));
  app.addHook("onError", (request, _reply, error, done) => {
    if (error instanceof Overloaded) closedUntilMs.set(routeOf(request), performance.now() + ROUTE_CLOSED_MS);
    done();
  });
}

/** Routes are few and fixed, so a map keyed by their names stays small. */
function routeOf(request: FastifyRequest): string {
  return `${request.method} ${request.routeOptions.url}`;
}

function declaredBytes({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit ?? UNDECLARED_BODY_BYTES;
  if (headers["transfer-encoding"] !== undefined) return most;
  return Math.min(Number(headers["content-length"] ?? 0), most);
}

/** How late the event loop is now: a timer that should have run has waited this long, and so has every request that arrived since. */
function followLoop(app: App): { latenessMs(): number; isOverloaded(): boolean } {
  const gate = createWaitGate(LATENESS);
  let tickedMs = performance.now();
  let lastLatenessMs = 0;
  let overloaded = false;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    lastLatenessMs = nowMs - tickedMs - TICK_MS;
    tickedMs = nowMs;
    overloaded = gate.refuses(lastLatenessMs, nowMs);
  }, TICK_MS).unref();
  app.addHook("onClose", (_app, done) => {
    clearInterval(timer);
    done();
  });
  return { latenessMs: () => Math.max(lastLatenessMs, performance.now() - tickedMs - TICK_MS), isOverloaded: () => overloaded };
}

function createShedRecord(app: App, metrics: Metrics, log: Logger): (obstacle: string) => void {
  const counter = metrics.counter("http_requests_shed_total", "Requests refused at the door, by what stood in their way", ["obstacle"]);
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    timer = undefined;
    log.warn({ requests: Object.fromEntries(counts) }, "more comes in than this process carries; requests were told to come back");
    counts.clear();
  };
  app.addHook("onClose", (_app, done) => {
    clearTimeout(timer);
    done();
  });
  return (obstacle) => {
    counter.inc({ obstacle });
    counts.set(obstacle, (counts.get(obstacle) ?? 0) + 1);
    timer ??= setTimeout(report, REPORT_EVERY_MS).unref();
  };
}
