import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { FastifyRequest, RouteOptions } from "fastify";
import { Overloaded } from "../combine.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import { createBeginInTurn } from "./begin-in-turn.ts";
import { clientGone, clientIsGone } from "./departed-clients.ts";
import { errorBody, INITIATION_PREFIX, isInitiation, RETRY_AFTER_TROUBLE_SECONDS } from "./error-response.ts";
import { networkOf } from "./client-network.ts";
import { type ApiError, unavailable } from "./errors.ts";
import { createInFlightLimit } from "./in-flight-limit.ts";
import type { HeaderSet } from "./security-headers.ts";
import type { App } from "./typed-app.ts";
import { createSharedRoom, type SharedRoom } from "./shared-room.ts";
import { createUnreadAnswers, type UnreadAnswers } from "./unread-answers.ts";

/**
 * Decides before parsing which requests are handled. Requests beyond the machine's capacity only make all others late,
 * until clients give up and retry. So excess requests get a 503 at once, which costs a fraction of a real answer. A
 * request is refused when
 * - the process has memory for no more requests or body bytes in flight, or the client exceeds its share of these bytes
 *   (shared-room.ts);
 * - the event loop was late or never idle for a while, and as many requests are in flight as such a loop can carry
 *   (in-flight-limit.ts): then this process is the bottleneck;
 * - a moment ago its route found the queue to the database too slow (combine.ts): then the database is the bottleneck.
 *   Other routes continue.
 *
 * Nearly all of these are refused before the framework sees them, with a prepared answer: a fifth less work than a
 * refusal by a hook, and the body is never parsed.
 *
 * Health endpoints are always answered. Callbacks have their own capacity and are never refused for lateness, because a
 * provider's update completes work. A request that waited while the loop was late, and whose client has left, is
 * dropped.
 */
const MAX_IN_FLIGHT = 2_000;
const MAX_CALLBACKS_IN_FLIGHT = 500;
/**
 * Limits for each kind separately: two slow file uploads must not block payments, and neither may block provider
 * updates. Large bodies are those of routes with a higher body limit, which receive files.
 */
const MAX_BODY_BYTES_IN_FLIGHT = { callback: 16 * 1_048_576, ordinary: 64 * 1_048_576, large: 64 * 1_048_576 };
/**
 * The body limit of routes that set none. A chunked body does not announce its length, so it counts as the maximum of
 * its route.
 */
const ORDINARY_BODY_BYTES = 1_048_576;
/**
 * The least that a body counts for, because its request takes this much memory in any case. Without it, one client that
 * starts 2,000 bodies of a byte each and never ends them would keep everybody out. With it, such a client holds at most
 * four fifths of the slots.
 */
const MIN_BODY_BYTES = 20_480;
const TICK_MS = 20;
const LATENESS = { targetMs: 40, patienceMs: 300 };
/**
 * No request is refused for lateness while fewer than this are in flight. The number is enough to fill every batch that
 * may be in flight. Below it, other programs on the machine make the loop late, and refusing requests would not help.
 */
const MIN_IN_FLIGHT_TO_REFUSE = 256;
/**
 * How many requests may start in one turn of the event loop: few enough that a turn takes milliseconds, and as many as
 * make a batch begin (combine.ts).
 */
const MAX_BEGUN_IN_TURN = 16;
/** After this delay a client may have left while its request waited to be read. */
const NOTABLE_LATENESS_MS = 20;
/**
 * How long a route refuses requests after its queue was too slow: long enough that most requests are refused before
 * parsing, short enough that the queue never runs dry.
 */
const ROUTE_CLOSED_MS = 5;
const REPORT_EVERY_MS = 1_000;
/** The route label in the metrics: before routing, the route is unknown. */
const SHED_ROUTE = "shed";

const BUSY: ApiError = unavailable("The service is busy; try again shortly", RETRY_AFTER_TROUBLE_SECONDS);

declare module "fastify" {
  interface FastifyInstance {
    /**
     * Serves a request that was let in. Where there are several cells, a search for the request's cell is put before it
     * (cells.ts).
     */
    serveAdmitted: RequestListener;
  }
  interface FastifyContextConfig {
    /** Set for routes that are always answered, whatever the load. */
    alwaysAdmitted?: true;
  }
  interface FastifyRequest {
    /** Refused requests are counted, but not logged one by one. */
    isShed: boolean;
  }
}

type Room = { inFlight: number; readonly max: number };

/**
 * What a request takes of this process, until it is given back. This is data on the request, not a closure, and not in
 * a WeakMap: V8 kept those alive over a collection, together with the request and its answer. 6 kB of each request then
 * moved to the old generation, and collections took six times as long.
 */
type Place = {
  room: Room | null;
  upload: { readonly room: SharedRoom; readonly client: string; readonly bytes: number } | null;
};
const PLACE = Symbol("place");
type PlacedRequest = IncomingMessage & { [PLACE]?: Place };

/**
 * The work in flight in this process. With several cells a process has several servers, which share its memory and its
 * event loop, and so these limits.
 */
export type Rooms = {
  readonly ordinary: Room;
  readonly callbacks: Room;
  readonly uploads: Readonly<Record<keyof typeof MAX_BODY_BYTES_IN_FLIGHT, SharedRoom>>;
  readonly loop: Pick<FollowedLoop, "latenessMs" | "limit">;
  readonly beginInTurn: (work: () => void) => void;
  /** Counts a refused request. */
  readonly shed: (obstacle: string) => void;
  readonly unread: UnreadAnswers;
  close(): void;
};

export function createRooms({ metrics, log }: { readonly metrics: Metrics; readonly log: Logger }): Rooms {
  const loop = followLoop();
  const record = createShedRecord(metrics, log);
  const { callback, ordinary, large } = MAX_BODY_BYTES_IN_FLIGHT;
  return {
    ordinary: { inFlight: 0, max: MAX_IN_FLIGHT },
    callbacks: { inFlight: 0, max: MAX_CALLBACKS_IN_FLIGHT },
    uploads: {
      callback: createSharedRoom(callback),
      ordinary: createSharedRoom(ordinary),
      large: createSharedRoom(large),
    },
    loop,
    beginInTurn: createBeginInTurn(MAX_BEGUN_IN_TURN),
    shed: record.shed,
    unread: createUnreadAnswers({ metrics }),
    close() {
      loop.stop();
      record.stop();
    },
  };
}

function takePlace(room: Room, request: PlacedRequest, response: ServerResponse): Place {
  room.inFlight += 1;
  const place: Place = { room, upload: null };
  request[PLACE] = place;
  response.once("close", () => leave(place));
  return place;
}

function leave(place: Place): void {
  if (place.room !== null) place.room.inFlight -= 1;
  place.upload?.room.giveBack(place.upload.client, place.upload.bytes);
  place.room = null;
  place.upload = null;
}

/**
 * No longer counts a request as in flight, because from now on it only waits, and its kind has a limit of its own. If
 * waiting requests counted, a few hundred open dashboards would use up what a busy event loop admits, and every payment
 * would be refused.
 */
export function stopCounting(request: FastifyRequest): void {
  const place = (request.raw as PlacedRequest)[PLACE];
  if (place !== undefined) leave(place);
}

type AdmissionOptions = {
  readonly rooms: Rooms;
  readonly metrics: Metrics;
  /** Headers of every answer. */
  readonly headers: HeaderSet;
  readonly requestIdOf: (request: IncomingMessage) => string;
  /** The path as routes declare it. */
  readonly urlOf: (request: IncomingMessage) => string;
  readonly isDraining: () => boolean;
};

export function addAdmission(app: App, options: AdmissionOptions): void {
  const { rooms, metrics } = options;
  const { ordinary, callbacks, loop } = rooms;
  /** Routes whose queue to the database was too slow a moment ago. Each server has its own queues. */
  const closedUntilMs = new Map<string, number>();
  app.decorateRequest("isShed", false);

  function fullness(room: Room): string | null {
    if (room.inFlight >= room.max) return "in_flight";
    return room === ordinary && room.inFlight >= loop.limit() ? "event_loop" : null;
  }
  const slowness = (route: string): string | null =>
    (closedUntilMs.get(route) ?? 0) > performance.now() ? "queue" : null;

  const isSpared = sparedPaths(app);
  const refuse = createRefusal(options);
  const serve = takeFrameworksListener(app.server);
  app.decorate("serveAdmitted", serve);
  app.server.on("request", (request, response) => {
    const url = options.urlOf(request);
    const path = withoutQuery(url);
    if (isSpared(path)) return app.serveAdmitted(request, response);
    // A route with parameters is known only to the framework, and the cell whose queue is slow only after a search; the
    // hook refuses such requests.
    const isKnown = app.serveAdmitted === serve;
    const obstacle = fullness(ordinary) ?? (isKnown ? slowness(`${request.method} ${path}`) : null);
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
    const full = placed === undefined ? fullness(room) : null;
    const slow = room === ordinary ? slowness(`${request.method} ${url}`) : null;
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
  // A finished answer waits only for its client, who may be slow; unread-answers.ts bounds the memory of such answers.
  // A stream is still being produced.
  app.addHook("onSend", (request, _reply, payload, done) => {
    const place = (request.raw as PlacedRequest)[PLACE];
    if (place !== undefined && (typeof payload === "string" || Buffer.isBuffer(payload))) leave(place);
    done();
  });
  // The client may have left while its request waited for a body or a lock.
  app.addHook("preHandler", (request, _reply, done) => done(clientIsGone(request) ? clientGone() : undefined));
  app.addHook("onError", (request, _reply, error, done) => {
    if (error instanceof Overloaded) closedUntilMs.set(routeOf(request), performance.now() + ROUTE_CLOSED_MS);
    done();
  });
}

/**
 * A second listener, such as the one for the other address of `localhost`, has no early check; its requests are judged
 * by the hook alone.
 */
function takeFrameworksListener(server: Server): RequestListener {
  const [serve] = server.listeners("request") as [RequestListener];
  server.removeListener("request", serve);
  return serve;
}

/** The body is not used: Node reads and discards it, so that the connection can be reused. */
function createRefusal({
  headers,
  requestIdOf,
  isDraining,
}: AdmissionOptions): (request: IncomingMessage, response: ServerResponse, url: string) => void {
  const always = Object.entries({
    ...headers,
    ...BUSY.headers,
    "content-type": "application/json; charset=utf-8",
  }).flat();
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

/**
 * Health and callback requests, recognized by the beginning of their paths. A path that only looks like one is judged
 * by the hook.
 */
function sparedPaths(app: App): (path: string) => boolean {
  const routes: RouteOptions[] = [];
  let prefixes: readonly string[] | undefined;
  app.addHook("onRoute", (route) => void routes.push(route));
  return (path) => {
    prefixes ??= [
      ...new Set(
        routes
          .filter(({ config }) => config?.alwaysAdmitted === true || config?.access?.roles === "signed")
          .map(({ url }) => url.split(":")[0]!),
      ),
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

function bytesOf({ headers }: FastifyRequest, most: number): number {
  if (headers["transfer-encoding"] !== undefined) return most;
  const declared = Number(headers["content-length"] ?? 0);
  return declared === 0 ? 0 : Math.max(MIN_BODY_BYTES, Math.min(declared, most));
}

/**
 * The current delay of the event loop: a due timer has waited this long, and so has every request that arrived since.
 */
type FollowedLoop = { latenessMs(): number; limit(): number; stop(): void };

function followLoop(): FollowedLoop {
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
    latenessMs: () => Math.max(lastLatenessMs, performance.now() - tickedMs - TICK_MS),
    limit: inFlightLimit.limit,
    stop: () => clearInterval(timer),
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
