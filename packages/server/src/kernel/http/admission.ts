import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { FastifyRequest, RouteOptions } from "fastify";
import { Overloaded } from "../combine.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { NO_CREDENTIAL } from "./authenticate.ts";
import { createBeginInTurn } from "./begin-in-turn.ts";
import { clientGone, clientIsGone } from "./departed-clients.ts";
import { errorBody, INITIATION_PREFIX, isInitiation, RETRY_AFTER_TROUBLE_SECONDS } from "./error-response.ts";
import { networkOf } from "./client-network.ts";
import { type ApiError, unavailable } from "./errors.ts";
import { createInFlightLimit } from "./in-flight-limit.ts";
import type { HeaderSet } from "./security-headers.ts";
import type { App } from "./typed-app.ts";
import { createSharedRoom, type SharedRoom } from "./shared-room.ts";
import { createUnreadAnswers } from "./unread-answers.ts";

/**
 * Decides before parsing which requests are handled. Requests beyond the machine's capacity make all others late until
 * clients give up and retry, so they get a 503 at once, which costs a fraction of a real answer. A request is refused
 * - when the process has no memory for it (requests, body bytes), or its client exceeds its share (shared-room.ts);
 * - while the event loop is late or never idle, and carries as many requests as it then can (in-flight-limit.ts);
 * - when three quarters of either are taken and its caller, known by the credential, has more than an equal share;
 * - when its caller found the queue of its route too slow a moment ago (combine.ts); other routes continue.
 * Nearly all are refused before the framework sees them, with a prepared answer: a fifth less work than by a hook.
 * Health endpoints are always answered. Callbacks have their own capacity and are never refused for lateness, because a
 * provider's update completes work. A request that waited while the loop was late, and whose client left, is dropped.
 */
const MAX_IN_FLIGHT = 2_000;
const MAX_CALLBACKS_IN_FLIGHT = 500;
/** Separate, so that slow file uploads (`large`: routes with a higher limit) block no payments, nor callbacks. */
const MAX_BODY_BYTES_IN_FLIGHT = { callback: 16 * 1_048_576, ordinary: 64 * 1_048_576, large: 64 * 1_048_576 };
/** The limit of routes that set none. A chunked body announces no length and counts as the most of its route. */
const ORDINARY_BODY_BYTES = 1_048_576;
/**
 * A request takes this much memory in any case. One client that starts 2,000 bodies of a byte each and never ends them
 * would otherwise keep everybody out; so it holds at most four fifths of the slots.
 */
const MIN_BODY_BYTES = 20_480;
const TICK_MS = 20;
const LATENESS = { targetMs: 40, patienceMs: 300 };
/** Enough to fill every batch in flight. Below it other programs make the loop late, and refusing would not help. */
const MIN_IN_FLIGHT_TO_REFUSE = 256;
/** Few enough that a turn of the event loop takes milliseconds, and as many as make a batch begin (combine.ts). */
const MAX_BEGUN_IN_TURN = 16;
/** After this delay a client may have left while its request waited to be read. */
const NOTABLE_LATENESS_MS = 20;
/** Long enough to refuse most requests before parsing, short enough that the queue never runs dry. */
const ROUTE_CLOSED_MS = 5;
/** Of what may be in flight; the rest is for callers that have less than an equal share. */
const SHARED_FREELY = 0.75;
const REPORT_EVERY_MS = 1_000;
/** The route label in the metrics: before routing, the route is unknown. */
const SHED_ROUTE = "shed";

const BUSY: ApiError = unavailable("The service is busy; try again shortly", RETRY_AFTER_TROUBLE_SECONDS);

declare module "fastify" {
  interface FastifyInstance {
    /** Serves a request that was let in; with several cells, finds its cell first (cells.ts). */
    serveAdmitted: RequestListener;
  }
  interface FastifyContextConfig {
    alwaysAdmitted?: true;
  }
  interface FastifyRequest {
    /** Refused requests are counted, but not logged one by one. */
    isShed: boolean;
  }
}

type Room = { inFlight: number; readonly max: number; readonly heldBy: Map<string, number> };

/**
 * What a request takes of this process until it is given back. Data on the request, not a closure and not in a WeakMap:
 * V8 kept those alive over a collection with the request and its answer, and collections took six times as long.
 */
type Place = { room: Room | null; caller: string; upload: { room: SharedRoom; client: string; bytes: number } | null };
const PLACE = Symbol("place");
type PlacedRequest = IncomingMessage & { [PLACE]?: Place };

/** The work in flight in this process; the servers of several cells share its memory and event loop, and so these. */
export type Rooms = ReturnType<typeof createRooms>;

export function createRooms({ metrics, log }: { readonly metrics: Metrics; readonly log: Logger }) {
  const loop = followLoop();
  const record = createShedRecord(metrics, log);
  const { callback, ordinary, large } = MAX_BODY_BYTES_IN_FLIGHT;
  return {
    ordinary: { inFlight: 0, max: MAX_IN_FLIGHT, heldBy: new Map<string, number>() },
    callbacks: { inFlight: 0, max: MAX_CALLBACKS_IN_FLIGHT, heldBy: new Map<string, number>() },
    uploads: {
      callback: createSharedRoom(callback),
      ordinary: createSharedRoom(ordinary),
      large: createSharedRoom(large),
    },
    loop,
    beginInTurn: createBeginInTurn(MAX_BEGUN_IN_TURN),
    shed: record.shed,
    unread: createUnreadAnswers({ metrics }),
    close(): void {
      loop.stop();
      record.stop();
    },
  };
}

function takePlace(room: Room, request: PlacedRequest, response: ServerResponse): Place {
  const caller = callerOf(request);
  room.inFlight += 1;
  room.heldBy.set(caller, (room.heldBy.get(caller) ?? 0) + 1);
  const place: Place = { room, caller, upload: null };
  request[PLACE] = place;
  response.once("close", () => leave(place));
  return place;
}

/** Before it is checked: enough to tell callers apart. */
function callerOf({ headers }: IncomingMessage): string {
  const key = headers["x-api-key"] ?? NO_CREDENTIAL;
  return key === NO_CREDENTIAL ? (headers.authorization ?? key) : String(key);
}

function leave(place: Place): void {
  if (place.room !== null) {
    place.room.inFlight -= 1;
    const left = place.room.heldBy.get(place.caller)! - 1;
    place.room.heldBy.set(place.caller, left);
    if (left === 0) place.room.heldBy.delete(place.caller);
  }
  place.upload?.room.giveBack(place.upload.client, place.upload.bytes);
  place.room = null;
  place.upload = null;
}

/** From now on the request only waits, under a limit of its own: open dashboards must not use up what a loop admits. */
export function stopCounting(request: FastifyRequest): void {
  const place = (request.raw as PlacedRequest)[PLACE];
  if (place !== undefined) leave(place);
}

type AdmissionOptions = {
  readonly rooms: Rooms;
  readonly metrics: Metrics;
  readonly headers: HeaderSet;
  readonly requestIdOf: (request: IncomingMessage) => string;
  /** The path as routes declare it. */
  readonly urlOf: (request: IncomingMessage) => string;
  readonly isDraining: () => boolean;
};

export function addAdmission(app: App, options: AdmissionOptions): void {
  const { rooms, metrics } = options;
  const { ordinary, callbacks, loop } = rooms;
  /** Routes and callers whose queue to the database was too slow a moment ago. Each server has its own queues. */
  const closedUntilMs = new Map<string, number>();
  app.decorateRequest("isShed", false);

  function fullness(room: Room, request: IncomingMessage): string | null {
    const limit = room === ordinary ? Math.min(room.max, loop.limit()) : room.max;
    if (room.inFlight < SHARED_FREELY * limit) return null;
    const isOverShare = (room.heldBy.get(callerOf(request)) ?? 0) * room.heldBy.size >= limit;
    if (room.inFlight < limit && !isOverShare) return null;
    return room.inFlight < SHARED_FREELY * room.max ? "event_loop" : "in_flight";
  }
  const slowness = (route: string, request: IncomingMessage): string | null =>
    closedUntilMs.size > 0 && (closedUntilMs.get(`${route} ${callerOf(request)}`) ?? 0) > performance.now()
      ? "queue"
      : null;

  const isSpared = sparedPaths(app);
  const refuse = createRefusal(options);
  const serve = takeFrameworksListener(app.server);
  app.decorate("serveAdmitted", serve);
  app.server.on("request", (request, response) => {
    const url = options.urlOf(request);
    const path = withoutQuery(url);
    if (isSpared(path)) return app.serveAdmitted(request, response);
    // A route with parameters is known to the framework alone, and a cell only after a search: the hook refuses those.
    const isKnown = app.serveAdmitted === serve;
    const obstacle = fullness(ordinary, request) ?? (isKnown ? slowness(`${request.method} ${path}`, request) : null);
    if (obstacle !== null) {
      rooms.shed(obstacle);
      metrics.requestSeconds.observe({ method: request.method!, route: SHED_ROUTE, status: BUSY.statusCode }, 0);
      return refuse(request, response, url);
    }
    takePlace(ordinary, request, response);
    rooms.beginInTurn(() => app.serveAdmitted(request, response));
  });

  app.addHook("onRequest", (request, reply, done) => {
    // The options are read once, because the framework computes them on every access.
    const { config, url, bodyLimit } = request.routeOptions;
    if (config.alwaysAdmitted) return done();
    const room = config.access?.roles === "signed" ? callbacks : ordinary;
    const uploads =
      rooms.uploads[room === callbacks ? "callback" : bodyLimit > ORDINARY_BODY_BYTES ? "large" : "ordinary"];
    const [client, bytes] = [networkOf(request.ip), bytesOf(request, bodyLimit)];
    const placed = (request.raw as PlacedRequest)[PLACE];
    const full = placed === undefined ? fullness(room, request.raw) : null;
    const slow = room === ordinary ? slowness(`${request.method} ${url}`, request.raw) : null;
    const obstacle = uploads.hasRoomFor(client, bytes) ? (full ?? slow) : "body_bytes";
    if (obstacle !== null) {
      request.isShed = true;
      rooms.shed(obstacle);
      return done(BUSY);
    }
    // The response is already closed, so nobody would release what this request takes.
    if (reply.raw.closed) return done(clientGone());
    const place = placed ?? takePlace(room, request.raw, reply.raw);
    uploads.take(client, bytes);
    place.upload = { room: uploads, client, bytes };
    if (loop.latenessMs() < NOTABLE_LATENESS_MS) return done();
    // Data that arrived after the request, such as the client's close, is read in the next turn of the loop.
    setImmediate(() => setImmediate(() => done(clientIsGone(request) ? clientGone() : undefined)));
  });
  // A finished answer waits only for its client, under the limit of unread-answers.ts. A stream is still produced.
  app.addHook("onSend", (request, _reply, payload, done) => {
    const place = (request.raw as PlacedRequest)[PLACE];
    if (place !== undefined && (typeof payload === "string" || Buffer.isBuffer(payload))) leave(place);
    done();
  });
  // The client may have left while its request waited for a body or a lock.
  app.addHook("preHandler", (request, _reply, done) => done(clientIsGone(request) ? clientGone() : undefined));
  app.addHook("onError", (request, _reply, error, done) => {
    if (closedUntilMs.size > MAX_IN_FLIGHT) closedUntilMs.clear();
    const route = `${request.method} ${request.routeOptions.url} ${callerOf(request.raw)}`;
    if (error instanceof Overloaded) closedUntilMs.set(route, performance.now() + ROUTE_CLOSED_MS);
    done();
  });
}

/** A second listener, as for the other address of `localhost`, has only the hook's check. */
function takeFrameworksListener(server: Server): RequestListener {
  const [serve] = server.listeners("request") as [RequestListener];
  server.removeListener("request", serve);
  return serve;
}

/** The body is not used: Node reads and discards it, so that the connection can be reused. */
function createRefusal({ headers, requestIdOf, isDraining }: AdmissionOptions) {
  const json = { "content-type": "application/json; charset=utf-8" };
  const always = Object.entries({ ...headers, ...BUSY.headers, ...json }).flat();
  const bodyFor = (url: string): Buffer => Buffer.from(JSON.stringify(errorBody(BUSY, url, "")));
  const initiationBody = bodyFor(INITIATION_PREFIX);
  const otherBody = bodyFor("/");
  return (request: IncomingMessage, response: ServerResponse, url: string): void => {
    const body = isInitiation(url) ? initiationBody : otherBody;
    const own = ["x-request-id", requestIdOf(request), "content-length", String(body.length)];
    response.writeHead(BUSY.statusCode, [...always, ...own, ...(isDraining() ? ["connection", "close"] : [])]);
    response.end(body);
  };
}

/** Health and callback requests, by the beginning of their paths; the hook judges a path that only looks like one. */
function sparedPaths(app: App): (path: string) => boolean {
  const routes: RouteOptions[] = [];
  let prefixes: readonly string[] | undefined;
  app.addHook("onRoute", (route) => void routes.push(route));
  const isSpared = ({ config }: RouteOptions): boolean =>
    config?.alwaysAdmitted === true || config?.access?.roles === "signed";
  return (path) => {
    // Only now has every route its rule.
    prefixes ??= [...new Set(routes.filter(isSpared).map(({ url }) => url.split(":")[0]!))];
    return prefixes.some((prefix) => path.startsWith(prefix));
  };
}

function withoutQuery(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

function bytesOf({ headers }: FastifyRequest, most: number): number {
  if (headers["transfer-encoding"] !== undefined) return most;
  const declared = Number(headers["content-length"] ?? 0);
  return declared === 0 ? 0 : Math.max(MIN_BODY_BYTES, Math.min(declared, most));
}

/** `latenessMs`: how late a due timer is now, and so every request that arrived since. */
function followLoop() {
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
  return {
    latenessMs: (): number => Math.max(lastLatenessMs, performance.now() - tickedMs - TICK_MS),
    limit: inFlightLimit.limit,
    stop: (): void => clearInterval(timer),
  };
}

function createShedRecord(metrics: Metrics, log: Logger): { shed(obstacle: string): void; stop(): void } {
  const counter = metrics.counter("http_requests_shed_total", "Requests refused before processing, by reason", [
    "obstacle",
  ]);
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const report = (): void => {
    timer = undefined;
    log.warn({ requests: Object.fromEntries(counts) }, "this process is overloaded; requests were refused with a 503");
    counts.clear();
  };
  return {
    shed(obstacle) {
      counter.inc({ obstacle });
      counts.set(obstacle, (counts.get(obstacle) ?? 0) + 1);
      timer ??= setTimeout(report, REPORT_EVERY_MS).unref();
    },
    stop: () => clearTimeout(timer),
  };
}
