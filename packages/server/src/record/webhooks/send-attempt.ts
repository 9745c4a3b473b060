import { Agent, errors, type Dispatcher } from "undici";
import { AddressError, type AddressGuard } from "#src/kernel/address-guard.ts";

/** Only the receiver's own faults count against its endpoint; dead letters show which faults were ours. */
export const FAULTS = ["receiver", "system"] as const;
export type Fault = (typeof FAULTS)[number];

export const FAILURE_REASONS = [
  "status",
  "timeout",
  "connection",
  "tls",
  "invalid_answer",
  "name_not_found",
  "name_lookup",
  "address_refused",
  "network",
  "secret_unreadable",
  "internal",
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export type Answer = {
  /** Null when the receiver did not answer. */
  readonly statusCode: number | null;
  /** Null when the receiver acknowledged the delivery. */
  readonly failure: { readonly fault: Fault; readonly reason: FailureReason; readonly detail: string } | null;
  readonly latencyMs: number;
  /** The first bytes of the answer as text, exactly as the receiver wrote them. */
  readonly body: string;
  readonly retryAfter: string | undefined;
};

type Address = { origin: string; path: string };
type Answered = (answer: Answer) => void;

export type Sender = {
  /** `answered` is called once, and never before this returns. */
  send(target: Address, headers: Record<string, string>, body: Buffer, answered: Answered): void;
  /** Closes the connections; attempts that are still running end as failed. */
  close(): Promise<void>;
};

/** The timeout of an attempt, from the first step of the connection to the status line of the answer. */
export const ATTEMPT_LIMIT_MS = 10_000;
/** The stored part is cut after secrets were removed, so more is kept: one across the cut must be seen whole. */
const KEPT_ANSWER_BYTES = 2_048 + 512;
/** A short answer is read to its end so that the connection can be reused; a longer one costs its connection. */
const READ_ANSWER_BYTES = 64 * 1_024;
/** Shorter than servers commonly keep one, so that we seldom write on a connection that is being closed. */
const IDLE_CONNECTION_MS = 4_000;
const MAX_ANSWER_HEADER_BYTES = 16 * 1_024;

export function createSender(options: { guard: AddressGuard; attemptLimitMs?: number }): Sender {
  const wire = new Wire(options.attemptLimitMs ?? ATTEMPT_LIMIT_MS);
  const agent = new Agent({
    connect: options.guard.connect,
    // No limit per host: two endpoints behind one host must not wait for each other. The caller limits each.
    connections: null,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    send: (target, headers, body, answered) => new Attempt(wire, answered).start(agent, target, headers, body),
    close: () => agent.destroy(),
  };
}

/**
 * The attempts in flight. All have the same timeout, so the oldest ends first, and one timer serves them all. Answers
 * are reported together at the end of a turn, and not from within undici's parser: the next attempt must not re-enter
 * the parser, and the parser swallows what a callback throws.
 */
class Wire {
  readonly limitMs: number;
  /** The attempts in flight, oldest first. */
  readonly #running = new Set<Attempt>();
  #timer: NodeJS.Timeout | undefined;
  #ended: { readonly answered: Answered; readonly answer: Answer }[] = [];

  constructor(limitMs: number) {
    this.limitMs = limitMs;
  }

  begin(attempt: Attempt): void {
    this.#running.add(attempt);
    if (this.#timer === undefined) this.#wakeIn(this.limitMs);
  }

  end(attempt: Attempt, answered: Answered, answer: Answer): void {
    this.#running.delete(attempt);
    if (this.#ended.push({ answered, answer }) === 1) setImmediate(() => this.#report());
  }

  #report(): void {
    const ended = this.#ended;
    this.#ended = [];
    for (const { answered, answer } of ended) answered(answer);
  }

  #giveUpOverdue(): void {
    this.#timer = undefined;
    const overdueMs = performance.now() - this.limitMs;
    for (const attempt of this.#running) {
      if (attempt.startedMs > overdueMs) {
        this.#wakeIn(attempt.startedMs - overdueMs);
        return;
      }
      attempt.giveUp();
    }
  }

  #wakeIn(delayMs: number): void {
    this.#timer = setTimeout(() => this.#giveUpOverdue(), Math.ceil(delayMs));
    // Connections keep a process alive while it waits; the timer would also after the last attempt.
    this.#timer.unref();
  }
}

/**
 * One request and its answer. The status line decides: a 2xx is an acknowledgement, whatever happens to the body. A
 * class because undici's handler is one, and it is created for every attempt.
 */
class Attempt implements Dispatcher.DispatchHandler {
  readonly startedMs = performance.now();
  readonly #wire: Wire;
  readonly #answered: Answered;
  readonly #kept: Buffer[] = [];
  #receivedBytes = 0;
  #statusCode: number | null = null;
  #retryAfter: string | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;

  constructor(wire: Wire, answered: Answered) {
    this.#wire = wire;
    this.#answered = answered;
  }

  start(agent: Agent, target: Address, headers: Record<string, string>, body: Buffer): void {
    this.#wire.begin(this);
    try {
      agent.dispatch({ origin: target.origin, path: target.path, method: "POST", headers, body }, this);
    } catch (error) {
      this.#end(failureOf(error), true);
    }
  }

  giveUp(): void {
    this.#end({ fault: "receiver", reason: "timeout", detail: `no answer within ${this.#wire.limitMs} ms` }, true);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Timed out while it waited for its connection: sent now, it would arrive after it was recorded as failed.
    if (this.#settled) controller.abort(new Error("given up"));
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (statusCode < 200) return; // An informational response (1xx); the final one follows.
    this.#statusCode = statusCode;
    const retryAfter = headers["retry-after"];
    this.#retryAfter = typeof retryAfter === "string" ? retryAfter : undefined;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = KEPT_ANSWER_BYTES - this.#receivedBytes;
    if (room > 0) this.#kept.push(chunk.length <= room ? chunk : chunk.subarray(0, room));
    this.#receivedBytes += chunk.length;
    if (this.#receivedBytes > READ_ANSWER_BYTES) this.#end(null, true);
  }

  onResponseEnd(): void {
    this.#end(null, false);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(failureOf(error), false);
  }

  #end(failure: Answer["failure"], abort: boolean): void {
    if (this.#settled) return;
    this.#settled = true;
    if (abort) this.#controller?.abort(new Error("the rest of the answer is not wanted"));
    const statusCode = this.#statusCode;
    const acknowledged = statusCode !== null && statusCode >= 200 && statusCode < 300;
    this.#wire.end(this, this.#answered, {
      statusCode,
      failure:
        statusCode === null
          ? (failure ?? NO_STATUS)
          : acknowledged
            ? null
            : { fault: "receiver", reason: "status", detail: `answered ${statusCode}` },
      latencyMs: Math.round(performance.now() - this.startedMs),
      body: textOf(this.#kept),
      retryAfter: this.#retryAfter,
    });
  }
}

function textOf(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return "";
  return (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString("utf8");
}

const NO_STATUS = { fault: "receiver", reason: "invalid_answer", detail: "the answer had no status" } as const;

/** Our own side has no network, or ran out of a resource. */
const OWN_NETWORK_CODE = /^(ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EMFILE|ENFILE|ENOBUFS|ENOMEM)$/;
const CONNECTION_CODE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|EHOSTUNREACH|EHOSTDOWN|ETIMEDOUT|UND_ERR_SOCKET)$/;
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO$)/;
const INVALID_ANSWER_CODE = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_|UND_ERR_RESPONSE)/;

function failureOf(error: unknown): NonNullable<Answer["failure"]> {
  if (error instanceof AddressError) {
    if (error.kind === "not_found") return { fault: "receiver", reason: "name_not_found", detail: error.message };
    const reason = error.kind === "refused" ? "address_refused" : "name_lookup";
    return { fault: "system", reason, detail: error.message };
  }
  if (error instanceof errors.HTTPParserError)
    return { fault: "receiver", reason: "invalid_answer", detail: "the answer is not HTTP" };
  const code = codeOf(error);
  if (OWN_NETWORK_CODE.test(code)) return { fault: "system", reason: "network", detail: code };
  if (CONNECTION_CODE.test(code)) return { fault: "receiver", reason: "connection", detail: code };
  if (code === "UND_ERR_CONNECT_TIMEOUT")
    return { fault: "receiver", reason: "timeout", detail: "the connection was not made in time" };
  if (TLS_CODE.test(code)) return { fault: "receiver", reason: "tls", detail: code };
  if (INVALID_ANSWER_CODE.test(code)) return { fault: "receiver", reason: "invalid_answer", detail: code };
  return { fault: "system", reason: "internal", detail: code };
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : error instanceof Error ? error.message : String(error);
}
