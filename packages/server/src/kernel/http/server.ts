import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import cors, { type FastifyCorsOptions } from "@fastify/cors";
import type { Config } from "#src/config.ts";
import { cardNumbersIn } from "@corridor/base/card-numbers.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "../db/client.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import { newId } from "@corridor/base/ids.ts";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { Peers } from "../peers.ts";
import { beginRoot } from "../tracing.ts";
import { createSecretBox, type SecretBox } from "../secrets.ts";
import type { AccessTable } from "./access-control.ts";
import { addAdmission, createRooms, type Rooms } from "./admission.ts";
import type { Authenticate } from "./authenticate.ts";
import { addBodyParsers } from "./body-parser.ts";
import { compileOnUse } from "./compile-on-use.ts";
import { addDrain } from "./drain.ts";
import { addListening } from "./listen.ts";
import { addAccess, DASHBOARD_PREFIX } from "./enforce-access.ts";
import type { ErrorCode } from "./error-codes.ts";
import { errorBody, toApiError, VERSION_PREFIX } from "./error-response.ts";
import { ApiError, badRequest, notFound } from "./errors.ts";
import { addHealthRoutes, type ReadinessCheck } from "./health.ts";
import { addIdempotency } from "./idempotency.ts";
import { addOpenApi, API_VERSION, type ApiDocument } from "./openapi.ts";
import { cursorKeyOf } from "./pagination.ts";
import { addRouteIndex } from "./route-index.ts";
import type { SecondPerson } from "./second-person.ts";
import { apiHeaders } from "./security-headers.ts";
import { compileSerializer } from "./serializer.ts";
import type { App, Routes } from "./typed-app.ts";
import { addUnreadAnswers } from "./unread-answers.ts";
import { compileValidator } from "./validation.ts";

export type ServerOptions = {
  readonly config: Pick<
    Config,
    | "publicBaseUrl"
    | "trustedProxies"
    | "corsOrigins"
    | "rateLimitPerMinute"
    | "organizationRateLimitPerMinute"
    | "failedAuthLimitPerMinute"
    | "metricsToken"
    | "environment"
  > & { readonly secret: string; readonly isExposedDevelopment?: boolean };
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly peers?: Peers;
  /** Shared with other servers of the process; otherwise the server counts its own. */
  readonly rooms?: Rooms | undefined;
  readonly db: Db;
  /** The connections that write payments, if they are not those of `db`: readiness is judged by them. */
  readonly writerDb?: Db;
  /** Seals stored answers; required after a rotation of the master secret, otherwise made from `config.secret`. */
  readonly secrets?: SecretBox;
  readonly authenticate: Authenticate;
  readonly access: AccessTable;
  readonly secondPerson?: SecondPerson;
  readonly stopOfWrites?: (orgId: string | null) => Promise<string | null>;
  readonly document?: ApiDocument;
  /** Routes under /v1: each must be in the access table. */
  readonly routes: readonly Routes[];
  /** Outside of /v1, without API credentials, with headers of their own: identity, dashboard, checkout. */
  readonly pages?: readonly Routes[];
  readonly readiness?: readonly ReadinessCheck[];
  readonly cells?: (() => readonly ReadinessCheck[]) | undefined;
};

const MAX_BODY_BYTES = 1_048_576;
const MAX_HEADER_BYTES = 16_384;
const MAX_PARAMETER_LENGTH = 256;
/** Time for a whole request to arrive: it limits how long a slow sender may hold a connection. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 15_000;
/** Longer than the idle time of the usual load balancers, so that they close connections first. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
const EXPOSED_HEADERS = "x-request-id api-version ratelimit ratelimit-policy retry-after idempotent-replayed".split(
  " ",
);
const PREFLIGHT_CACHE_SECONDS = 600;
/** PostgreSQL stores no text with U+0000, so such a value can name nothing. */
const ENCODED_NUL = "%00";
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export async function createServer(options: ServerOptions): Promise<App> {
  const app = createFastify(options);
  const https = options.config.publicBaseUrl.startsWith("https://");
  const headers = apiHeaders({ https });

  const unusedAccess = new Set(Object.keys(options.access));
  app.decorate("unusedAccess", unusedAccess);
  app.decorate("cursorKey", cursorKeyOf(options.config.secret));
  app.decorateRequest("caller", null, []);
  app.decorateRequest("approval", undefined);
  app.decorateRequest("admitAgain", null, []);
  app.decorateRequest("idempotencyId", undefined);
  app.decorateRequest("rawBody", undefined);
  app.decorateRequest("failureCode", undefined);
  app.decorateRequest("trace", undefined);
  app.setValidatorCompiler(compileOnUse(compileValidator));
  app.setSerializerCompiler(compileOnUse(compileSerializer));
  app.setErrorHandler(answerError);
  addBodyParsers(app as unknown as FastifyInstance);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    reply.header("x-request-id", request.id);
    reply.header("api-version", API_VERSION);
    done(request.url.includes(ENCODED_NUL) ? badRequest("The address contains the character U+0000") : undefined);
  });
  addRequestRecord(app, options.metrics);
  const { isDraining } = addDrain(app);
  addListening(app);
  const rooms = options.rooms ?? createRooms(options);
  if (options.rooms === undefined) app.addHook("onClose", async () => rooms.close());
  addAdmission(app, {
    ...options,
    rooms,
    headers: { ...headers, "api-version": API_VERSION },
    requestIdOf,
    urlOf,
    isDraining,
  });
  addUnreadAnswers(app, rooms.unread);
  // A person reads it in a terminal, where the prompt would follow on the same line.
  if (options.config.environment === "development")
    app.addHook("onSend", (_request, reply, payload, done) => {
      const isJson =
        typeof payload === "string" && String(reply.getHeader("content-type")).startsWith("application/json");
      done(null, isJson && payload.endsWith("}") ? `${payload}\n` : payload);
    });
  if (options.config.corsOrigins.length > 0) await app.register(cors, corsOptions(options.config.corsOrigins));
  const index = addRouteIndex(app);
  app.setNotFoundHandler((request, reply) => {
    const allowed = index.methodsOf(request.url);
    if (allowed.length === 0) throw notFound("Path");
    reply.header("allow", allowed.join(", "));
    if (request.method === "OPTIONS") return reply.code(204).send();
    throw new ApiError(405, "METHOD_NOT_ALLOWED", `${request.method} is not allowed here; use ${allowed.join(", ")}`);
  });

  await addOpenApi(app, options);
  addHealthRoutes(app, {
    db: options.db,
    writerDb: options.writerDb ?? options.db,
    isDraining,
    metrics: options.metrics,
    checks: options.readiness ?? [],
    cells: options.cells,
    metricsToken: options.config.metricsToken,
    metricsOpen: options.config.environment === "development" && options.config.isExposedDevelopment !== true,
  });
  await app.register(
    async (api) => {
      const versioned = api as unknown as App;
      const missing = addAccess(versioned, { ...options, ...options.config, unused: unusedAccess });
      addIdempotency(versioned, {
        db: options.db,
        clock: options.clock,
        log: options.log,
        secrets: options.secrets ?? createSecretBox({ masterSecret: options.config.secret }),
      });
      for (const routes of options.routes) await routes(versioned);
      if (missing.size > 0) throw new Error(`Not in the access table: ${[...missing].join(", ")}`);
    },
    { prefix: VERSION_PREFIX },
  );
  for (const pages of options.pages ?? []) await app.register(async (scope) => pages(scope as unknown as App));
  return app;
}

/** No credentials mode: a page of another origin sends its own token and never our session cookie. */
function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: [...origins],
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_CACHE_SECONDS,
    strictPreflight: false,
  };
}

function createFastify(options: ServerOptions): App {
  return Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: "idle",
    // A request on a kept-alive connection while we close is answered: to its sender a 503 would be a lost payment.
    return503OnClosing: false,
    trustProxy: options.config.trustedProxies.length > 0 ? [...options.config.trustedProxies] : false,
    genReqId: requestIdOf,
    rewriteUrl: urlOf,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  }) as unknown as App;
}

/** It is logged and audited, so one that looks like a card number is replaced like one that is no id. */
function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const sent = headers["x-request-id"];
  return typeof sent === "string" && REQUEST_ID.test(sent) && cardNumbersIn(sent).length === 0 ? sent : newId();
}

/** The path as routes are registered: the dashboard calls the same routes under a prefix of its own. */
function urlOf({ url = "" }: { readonly url?: string | undefined }): string {
  return url.startsWith(DASHBOARD_PREFIX) ? `${VERSION_PREFIX}/${url.slice(DASHBOARD_PREFIX.length)}` : url;
}

const NOT_AVAILABLE = "the database is not available";

function answerError(this: unknown, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toApiError(error);
  if (answer.statusCode === 500) request.log.error({ err: error }, "request failed");
  else if (error instanceof DatabaseUnavailable)
    request.log.warn({ err: error.cause, reason: error.reason }, NOT_AVAILABLE);
  request.failureCode = answer.code;
  if (answer.headers !== undefined) reply.headers(answer.headers);
  if (answer.statusCode === 401) reply.header("www-authenticate", "Bearer");
  // The error is serialized here, because a route's success schema does not describe its errors.
  return reply
    .code(answer.statusCode)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(answer, request.url, request.id)));
}

/** Bytes that are not HTTP never become a request: they are answered on the bare socket, which is then closed. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, message] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? ["431 Request Header Fields Too Large", "The headers are too large"]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? ["408 Request Timeout", "The request took too long to arrive"]
        : ["400 Bad Request", "The request is not valid HTTP"];
  const body = JSON.stringify({ status: "error", message, code: "BAD_REQUEST" satisfies ErrorCode });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ` +
      `${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** One log line and one observation per request: caller, route, duration. Never a body, a header or a raw URL. */
function addRequestRecord(app: App, metrics: Metrics): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { traceparent } = request.headers;
    request.trace = beginRoot({ kind: "server", ...(typeof traceparent === "string" ? { traceparent } : {}) });
    if (request.trace === undefined) done();
    else request.trace.within(done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unmatched";
    const ms = Math.round(reply.elapsedTime * 1000) / 1000;
    const { statusCode: status } = reply;
    metrics.requestSeconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    if (request.isShed) return done();
    endTrace(request, route, status);
    // Probes come every few seconds and would be nearly all of the log.
    app.log[PROBES.has(route) ? "debug" : "info"](
      {
        method: request.method,
        route,
        status,
        ms,
        request_id: request.id,
        org_id: request.caller?.orgId ?? undefined,
        credential_id: request.caller?.credentialId,
        code: request.failureCode,
        trace_id: request.trace?.traceId(),
      },
      "request",
    );
    done();
  });
}

const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

function endTrace({ trace, method, failureCode, caller }: FastifyRequest, route: string, status: number): void {
  if (trace === undefined || PROBES.has(route)) return;
  const attributes = {
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": status,
    "corridor.org_id": caller?.orgId ?? undefined,
  };
  trace.end(`${method} ${route}`, attributes, status >= 500 ? (failureCode ?? "Error") : undefined);
}
