import { Agent, type buildConnector, type Dispatcher } from "undici";
import { isPast } from "./deadline.ts";
import { storableText } from "@corridor/base/storable-text.ts";

/**
 * The one HTTP client for calls that move money. Its promise is in `OutboundError.sent`:
 *
 *   "not_sent"  no byte of the request left this process, so the other side cannot have acted on it
 *   "unknown"   the request was started on a connected socket; whatever came next, the other side may have acted
 *
 * undici calls `onRequestStart` on a connected socket just before it writes, and a request aborted there is never
 * written; that call separates the two. HTTP/2 is off because a stream can be retried below that line. Redirects are
 * never followed: a request that carries a key or a card goes to the configured host or nowhere.
 */
export type OutboundRequest = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** The timeout from the call to the last byte of the answer, including the wait for a free connection. */
  timeoutMs: number;
  /** The caller's own deadline or cancellation; whichever comes first ends the request. */
  signal?: AbortSignal;
  /** The longest answer that is accepted, for the download of a file; all other answers are short. */
  maxResponseBytes?: number;
};

export type OutboundResponse = {
  statusCode: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
};

export type FailureKind =
  | "connect"
  | "timeout"
  | "aborted"
  | "broken"
  | "too_large"
  | "invalid_request"
  | "foreign_host";

const WHAT_FAILED: Readonly<Record<FailureKind, string>> = {
  connect: "the connection could not be made",
  timeout: "no answer came in time",
  aborted: "the deadline passed",
  broken: "the connection broke before the answer came",
  too_large: "the answer was too long",
  invalid_request: "the request could not be made",
  foreign_host: "the host is neither in the settings nor among the `hosts` of the package's manifest; add it there",
};

/**
 * A client may read the message: it is stored as the reason of an attempt. `detail` has method, host and driver's code,
 * for the log alone. Neither contains path, query, header or body: those carry keys, account numbers and cards.
 */
export class OutboundError extends Error {
  readonly sent: "not_sent" | "unknown";
  readonly kind: FailureKind;
  readonly detail: string;

  constructor(detail: string, sent: "not_sent" | "unknown", kind: FailureKind) {
    super(`${WHAT_FAILED[kind]}; ${sent === "not_sent" ? "nothing was sent" : "the outcome is unknown"}`);
    this.name = "OutboundError";
    this.detail = detail;
    this.sent = sent;
    this.kind = kind;
  }
}

export type Sender = { request(request: OutboundRequest): Promise<OutboundResponse> };

export type Outbound = Sender & {
  /** Lets running requests finish, at most until their own deadlines, and then closes the connections. */
  close(): Promise<void>;
};

const CONNECTIONS_PER_ORIGIN = 128;
const MAX_ORIGINS = 256;
const CONNECT_TIMEOUT_MS = 5_000;
/** Shorter than servers keep an idle connection: one that is closed while we write makes an "unknown". */
const IDLE_CONNECTION_MS = 4_000;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** What the kit writes to: any logger of pino's kind. */
export type Log = {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
};
export const SILENT: Log = { warn: () => undefined, error: () => undefined, fatal: () => undefined };

export type OutboundOptions = {
  connectionsPerOrigin?: number;
  maxResponseBytes?: number;
  /** Decides which addresses may be reached; by default all. */
  connect?: buildConnector.connector;
  log?: Log;
  /** Runs around every call; the service records it as a span of a trace. */
  around?: (request: OutboundRequest, call: () => Promise<OutboundResponse>) => Promise<OutboundResponse>;
};

/** Called before each request of this process. Tests refuse those inside of a transaction; production never sets it. */
let watch: ((request: OutboundRequest) => void) | undefined;

export function watchOutbound(given: typeof watch): void {
  watch = given;
}

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const maxResponseBytes = options.maxResponseBytes ?? MAX_RESPONSE_BYTES;
  const agent = new Agent({
    connections: options.connectionsPerOrigin ?? CONNECTIONS_PER_ORIGIN,
    maxOrigins: MAX_ORIGINS,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    connect: options.connect ?? { timeout: CONNECT_TIMEOUT_MS },
    // Each request has its own deadline from the call on; undici's timeouts would only end some with another error.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const exchange = (request: OutboundRequest): Promise<OutboundResponse> =>
    new Promise((resolve, reject) => {
      const fail = (error: OutboundError): void => {
        options.log?.warn({ detail: error.detail, sent: error.sent }, "an outbound call did not go through");
        reject(error);
      };
      new Exchange(request, request.maxResponseBytes ?? maxResponseBytes, resolve, fail).start(agent);
    });

  return {
    request: async (request) => {
      watch?.(request);
      return options.around === undefined ? exchange(request) : options.around(request, () => exchange(request));
    },
    close: () => agent.close(),
  };
}

/** A class because undici's handler is one, and it is created for every call on the hot path. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: OutboundRequest;
  readonly #maxResponseBytes: number;
  readonly #resolve: (response: OutboundResponse) => void;
  readonly #reject: (error: OutboundError) => void;
  readonly #chunks: Buffer[] = [];
  #host = "";
  #receivedBytes = 0;
  #statusCode = 0;
  #headers: OutboundResponse["headers"] = {};
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #started = false;
  #settled = false;

  constructor(
    request: OutboundRequest,
    maxResponseBytes: number,
    resolve: (response: OutboundResponse) => void,
    reject: (error: OutboundError) => void,
  ) {
    this.#request = request;
    this.#maxResponseBytes = maxResponseBytes;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(agent: Agent): void {
    const { method, headers, body, signal, timeoutMs } = this.#request;
    let url: URL;
    try {
      url = new URL(this.#request.url);
    } catch {
      return this.#fail("invalid_request", "the address is not a URL");
    }
    this.#host = url.host;
    if (url.protocol !== "http:" && url.protocol !== "https:")
      return this.#fail("invalid_request", "only http and https addresses can be called");
    if (signal !== undefined && isPast(signal)) return this.#fail("aborted", "the deadline had passed");
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#timer = setTimeout(this.#onTimeout, timeoutMs);
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers: headers as Record<string, string>,
          body: body ?? null,
        },
        this,
      );
    } catch (error) {
      this.#fail("invalid_request", codeOf(error));
    }
  }

  readonly #onAbort = (): void => this.#fail("aborted", "the caller's deadline passed");
  readonly #onTimeout = (): void => this.#fail("timeout", `no answer within ${this.#request.timeoutMs} ms`);

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { signal } = this.#request;
    if (signal !== undefined && isPast(signal)) this.#fail("aborted", "the caller's deadline passed");
    if (this.#settled) {
      controller.abort(new Error("given up while waiting for a connection"));
      return;
    }
    this.#started = true;
    this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: OutboundResponse["headers"]): void {
    this.#statusCode = statusCode;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#receivedBytes += chunk.length;
    if (this.#receivedBytes > this.#maxResponseBytes)
      this.#fail("too_large", `the answer is longer than ${this.#maxResponseBytes} bytes`);
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#settled) return;
    this.#finish();
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#resolve({ statusCode: this.#statusCode, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const code = codeOf(error);
    this.#fail(this.#started ? "broken" : code === "UND_ERR_INVALID_ARG" ? "invalid_request" : "connect", code);
  }

  #fail(kind: FailureKind, what: string): void {
    if (this.#settled) return;
    this.#finish();
    const sent = this.#started ? "unknown" : "not_sent";
    const error = new OutboundError(`${this.#request.method} ${this.#host}: ${what}`, sent, kind);
    this.#controller?.abort(error);
    this.#reject(error);
  }

  #finish(): void {
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener("abort", this.#onAbort);
  }
}

/** Returns the short code and not the message: a library's message may quote the request. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === "string") return code;
  return error instanceof Error ? error.name : "failed";
}

const MAX_FOREIGN_TEXT = 300;
/** A card number, with or without spaces and dashes between its digits. */
const CARD_NUMBER = /\d(?:[ -]?\d){12,18}/g;

/** Another system's text, made safe to store and show: no secrets, card numbers or control characters, and bounded. */
export function redact(text: string, secrets: readonly (string | undefined)[]): string {
  let clean = text;
  for (const secret of secrets) if (secret) clean = clean.replaceAll(secret, "[redacted]");
  clean = clean
    .replace(CARD_NUMBER, "[redacted]")
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  return clean.length > MAX_FOREIGN_TEXT ? `${storableText(clean, MAX_FOREIGN_TEXT)}…` : clean.toWellFormed();
}
