import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { FastifyRequest, RouteOptions } from "fastify";
import { Overloaded } from "../combine.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { clientGone, clientIsGone } from "./departed-clients.ts";
import { errorBody, INITIATION_PREFIX, isInitiation, RETRY_AFTER_TROUBLE_SECONDS } from "./error-response.ts";
import { networkOf } from "./client-network.ts";
import { type ApiError, unavailable } from "./errors.ts";
import { createInFlightLimit } from "./in-flight-limit.ts";
import type { HeaderSet } from "./security-headers.ts";
import type { App } from "./typed-app.ts";
import { createUploadRoom, type UploadRoom } from "./upload-room.ts";

/**
 * Decides before parsing which requests are handled. Requests beyond the machine's capacity only make all others late, until clients give up and retry. So excess
 * requests get a 503 at once, which costs a fraction of a real answer. A request is refused when
 * - the process has memory for no more requests or body bytes in flight, or the client exceeds its share of these bytes (upload-room.ts);
 * - the event loop was late or never idle for a while, and as many requests are in flight as such a loop can carry (in-flight-limit.ts): then this process is the
 *   bottleneck;
 * - a moment ago its route found the queue to the database too slow (combine.ts): then the database is the bottleneck. Other routes continue.
 *
 * Nearly all of these are refused before the framework sees them, with a prepared answer: a fifth less work than a refusal by a hook, and the body is never parsed.
 *
 * Health endpoints are always answered. Callbacks have their own capacity and are never refused for lateness, because a provider's update completes work. A request
 * that waited while the loop was late, and whose client has left, is dropped.
 */
const MAX_IN_FLIGHT = 2_000;
const MAX_CALLBACKS_IN_FLIGHT = 500;
/**
 * Limits for each kind separately: two slow file uploads must not block payments, and neither may block provider updates. Large bodies are those of routes with
 * a higher body limit, which receive files.
 */
const MAX_BODY_BYTES_IN_FLIGHT = { callback: 16 * 1_048_576, ordinary: 64 * 1_048_576, large: 64 * 1_048_576 };
/** A chunked body does not announce its length, so it counts as the maximum of its route. */
const UNDECLARED_BODY_BYTES = 1_048_576;
const TICK_MS = 20;
const LATENESS = { targetMs: 40, patienceMs: 300 };
/**
 * Enough to fill every batch that may be in flight. Below this number, other programs on the machine make the loop late, and refusing requests would not help.
 */
const MIN_IN_FLIGHT_TO_REFUSE = 256;
/** After this delay a client may have left while its request waited to be read. */
const NOTABLE_LATENESS_MS = 20;
/** Long enough that most requests are refused before parsing, short enough that the queue never runs dry. */
const ROUTE_CLOSED_MS = 5;
const REPORT_EVERY_MS = 1_000;
/** The route label in the metrics: before routing, the route is unknown. */
const SHED_ROUTE = "shed";

const BUSY: ApiError = unavailable("The service is busy; try again shortly", RETRY_AFTER_TROUBLE_SECONDS);

declare module "fastify" {
  interface FastifyContextConfig {
    /** Always answered, whatever the load. */
    alwaysAdmitted?: true;
  }
  interface FastifyRequest {
    /** Refused requests are counted, but not logged one by one. */
    isShed: boolean;
    /** What the request takes of this process; null before it has a place and afterwards. */
    place: Place | null;
  }
}

type Room = { inFlight: number; readonly max: number };
type Upload = { readonly room: UploadRoom; readonly client: string; readonly bytes: number };
/**
 * Data instead of a closure that gives it all back: V8 kept a closure that was called from many requests alive over a collection, together with its
 * request and answer. 6 kB of each request then moved to the old generation, and collections took six times as long.
 */
type Place = { readonly room: Room; readonly upload: Upload };

type AdmissionOptions = {
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Headers of every answer. */
  readonly headers: HeaderSet;
  readonly requestIdOf: (request: IncomingMessage) => string;
  /** The path as routes declare it. */
  readonly urlOf: (request: IncomingMessage) => string;
  readonly isDraining: () => boolean;
};

export function addAdmission(app: App, options: AdmissionOptions): void {
  const { metrics, log } = options;
  const ordinary: Room = { inFlight: 0, max: MAX_IN_FLIGHT };
  const callbacks: Room = { inFlight: 0, max: MAX_CALLBACKS_IN_FLIGHT };
  const loop = followLoop(app);
  const closedUntilMs = new Map<string, number>();
  const shed = createShedRecord(app, metrics, log);
  const uploads = {
    callback: createUploadRoom(MAX_BODY_BYTES_IN_FLIGHT.callback),
    ordinary: createUploadRoom(MAX_BODY_BYTES_IN_FLIGHT.ordinary),
    large: createUploadRoom(MAX_BODY_BYTES_IN_FLIGHT.large),
  };
  app.decorateRequest("isShed", false);
  app.decorateRequest("place", null);

  function obstacleToOrdinary(route: string): string | null {
    if (ordinary.inFlight >= ordinary.max) return "in_flight";
    if (ordinary.inFlight >= loop.limit()) return "event_loop";
    return (closedUntilMs.get(route) ?? 0) > performance.now() ? "queue" : null;
  }

  function obstacleTo(route: string, room: Room, upload: Upload): string | null {
    if (!upload.room.hasRoomFor(upload.client, upload.bytes)) return "body_bytes";
    if (room === ordinary) return obstacleToOrdinary(route);
    return room.inFlight >= room.max ? "in_flight" : null;
  }

  const isSpared = sparedPaths(app);
  const refuse = createRefusal(options);
  putBeforeFramework(app.server, (request, response, serve) => {
    const url = options.urlOf(request);
    const path = withoutQuery(url);
    // Only the framework recognizes a route with parameters, so a request to such a route with a slow queue is refused there.
    const obstacle = isSpared(path) ? null : obstacleToOrdinary(`${request.method} ${path}`);
    if (obstacle === null) return serve(request, response);
    shed(obstacle);
    metrics.requestSeconds.observe({ method: request.method!, route: SHED_ROUTE, status: BUSY.statusCode }, 0);
    refuse(request, response, url);
  });

  app.addHook("onRequest", (request, reply, done) => {
    const { config, url, bodyLimit } = request.routeOptions; // Read once, because the framework computes it on every access.
    if (config.alwaysAdmitted) return done();
    const room = config.access?.roles === "signed" ? callbacks : ordinary;
    const kind = room === callbacks ? "callback" : bodyLimit > UNDECLARED_BODY_BYTES ? "large" : "ordinary";
    const upload: Upload = { room: uploads[kind], client: networkOf(request.ip), bytes: declaredBytes(request, bodyLimit) };
    const obstacle = obstacleTo(`${request.method} ${url}`, room, upload);
    if (obstacle !== null) {
      request.isShed = true;
      shed(obstacle);
      return done(BUSY);
    }
    room.inFlight += 1;
    upload.room.take(upload.client, upload.bytes);
    request.place = { room, upload };
    reply.raw.once("close", () => leave(request));
    if (loop.latenessMs() < NOTABLE_LATENESS_MS) return done();
    // Data that arrived after the request, such as the client's close, is read in the next turn of the loop.
    setImmediate(() => setImmediate(() => done(clientIsGone(request) ? clientGone() : undefined)));
  });
  // A finished answer waits only for its client, who may be slow; unread-answers.ts bounds the memory of such answers. A stream is still being
  // produced.
  app.addHook("onSend", (request, _reply, payload, done) => {
    if (typeof payload === "string" || Buffer.isBuffer(payload)) leave(request);
    done();
  });
  // The client may have left while its request waited for a body or a lock.
  app.addHook("preHandler", (request, _reply, done) => done(clientIsGone(request) ? clientGone() : undefined));
  app.addHook("onError", (request, _reply, error, done) => {
    if (error instanceof Overloaded) closedUntilMs.set(routeOf(request), performance.now() + ROUTE_CLOSED_MS);
    done();
  });
}

function leave(request: FastifyRequest): void {
  if (request.place === null) return;
  const { room, upload } = request.place;
  request.place = null;
  room.inFlight -= 1;
  upload.room.giveBack(upload.client, upload.bytes);
}

type Door = (request: IncomingMessage, response: ServerResponse, serve: RequestListener) => void;

/** A second listener, such as the one for the other address of `localhost`, has no early check; its requests are judged by the hook alone. */
function putBeforeFramework(server: Server, door: Door): void {
  const [serve] = server.listeners("request") as [RequestListener];
  server.removeListener("request", serve);
  server.on("request", (request, response) => door(request, response, serve));
}

/** The body is not used: Node reads and discards it, so that the connection can be reused. */
function createRefusal({ headers, requestIdOf, isDraining }: AdmissionOptions): (request: IncomingMessage, response: ServerResponse, url: string) => void {
  const always = Object.entries({ ...headers, ...BUSY.headers, "content-type": "application/json; charset=utf-8" }).flat();
  const bodyFor = (url: string): Buffer => Buffer.from(JSON.stringify(errorBody(BUSY, url, "")));
  const initiationBody = bodyFor(INITIATION_PREFIX);
  const otherBody = bodyFor("/");
  return (request, response, url) => {
    const body = isInitiation(url) ? initiationBody : otherBody;
    const own = ["x-request-id", requestIdOf(request), "content-length", String(body.length)];
    response.writeHead(BUSY.statusCode, [...always, ...own, ...(isDraining() ? ["connection", "close"] : [])]);
    response.end(body);
  };
}

/** Health and callback requests, recognized by the beginning of their paths. A path that only looks like one is judged by the hook. */
function sparedPaths(app: App): (path: string) => boolean {
  const routes: RouteOptions[] = [];
  let prefixes: readonly string[] | undefined;
  app.addHook("onRoute", (route) => void routes.push(route));
  return (path) => {
    prefixes ??= [
      ...new Set(routes.filter(({ config }) => config?.alwaysAdmitted === true || config?.access?.roles === "signed").map(({ url }) => url.split(":")[0]!)),
    ];
    return prefixes.some((prefix) => path.startsWith(prefix));
  };
}

function withoutQuery(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** Routes are few and fixed, so a map by their names stays small. */
function routeOf(request: FastifyRequest): string {
  return `${request.method} ${request.routeOptions.url}`;
}

function declaredBytes({ headers }: FastifyRequest, most: number): number {
  if (headers["transfer-encoding"] !== undefined) return most;
  return Math.min(Number(headers["content-length"] ?? 0), most);
}

/** The current delay of the event loop: a due timer has waited this long, and so has every request that arrived since. */
function followLoop(app: App): { latenessMs(): number; limit(): number } {
  const inFlightLimit = createInFlightLimit({ min: MIN_IN_FLIGHT_TO_REFUSE, max: MAX_IN_FLIGHT, ...LATENESS });
  let tickedMs = performance.now();
  let lastLatenessMs = 0;
  let worked = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const { utilization } = performance.eventLoopUtilization(worked);
    worked = performance.eventLoopUtilization();
    lastLatenessMs = nowMs - tickedMs - TICK_MS;
    tickedMs = nowMs;
    inFlightLimit.observe({ latenessMs: lastLatenessMs, utilization, nowMs });
  }, TICK_MS).unref();
  app.addHook("onClose", (_app, done) => {
    clearInterval(timer);
    done();
  });
  return { latenessMs: () => Math.max(lastLatenessMs, performance.now() - tickedMs - TICK_MS), limit: inFlightLimit.limit };
}

function createShedRecord(app: App, metrics: Metrics, log: Logger): (obstacle: string) => void {
  const counter = metrics.counter("http_requests_shed_total", "Requests refused at the door, by what stood in their way", ["obstacle"]);
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    timer = undefined;
    log.warn({ requests: Object.fromEntries(counts) }, "this process is overloaded; requests were refused with Retry-After");
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
