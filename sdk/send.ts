import { CorridorError, type ErrorDetail } from "./error.ts";
import { type NumberForm, readJson } from "./json.ts";
import type { Method } from "./operations.ts";
import { isRepeatable, isTransient, pauseMs, readRetryAfter } from "./retry.ts";

/** One call of the API: its attempts, their limits, and what comes out of them. */
export type Credential =
  | { /** For servers. It must not reach a browser. */ readonly apiKey: string; readonly token?: never }
  | { /** Gives the token of the person who calls; asked before every attempt. */ readonly token: () => string | Promise<string>; readonly apiKey?: never };

export type Limits = {
  /** For the whole call with all its attempts and pauses. */
  readonly timeoutMs?: number;
  /** For one attempt. */
  readonly attemptTimeoutMs?: number;
  /** Attempts after the first, where a repeated one can do no harm; 0 for none. */
  readonly retries?: number;
};

export type CallOptions = Limits & { readonly signal?: AbortSignal };

export type PostOptions = CallOptions & {
  /** Known to you before the call, it lets the same call be made again after a crash. Without one, a new one is made for each call. */
  readonly idempotencyKey?: string;
};

export type Call = PostOptions & {
  readonly method: Method;
  /** With the names of its parameters: `/payments/{payment_id}`. */
  readonly template: string;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

export type Send = (call: Call) => Promise<unknown>;

export type SendOptions = {
  /** Address of the API with its version: `https://payments.example.com/v1`. */
  readonly baseUrl: string;
  readonly numbers: NumberForm;
} & Limits &
  Credential;

/** An initiation may ask several providers in turn, each for many seconds. */
const TIMEOUT_MS = 90_000;
const ATTEMPT_TIMEOUT_MS = 30_000;
const RETRIES = 3;
/** A timer that is set for longer goes off at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createSend(options: SendOptions): Send {
  const base = readBaseUrl(options.baseUrl);
  const authorize = authorization(options);

  return async (call) => {
    const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS;
    const attemptTimeoutMs = call.attemptTimeoutMs ?? options.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS;
    const retries = call.retries ?? options.retries ?? RETRIES;
    const request: Prepared = {
      url: base + pathText(call.template, call.path) + queryText(call.query),
      method: call.method.toUpperCase(),
      // Both are made once: every attempt must be the same request.
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      idempotencyKey: call.method === "post" ? readKey(call.idempotencyKey ?? crypto.randomUUID()) : null,
    };
    const mayRepeat = isRepeatable(call.method, request.idempotencyKey);
    const deadlineMs = performance.now() + timeoutMs;
    let isOpen = false;

    for (let attempt = 1; ; attempt++) {
      const limitMs = Math.min(attemptTimeoutMs, deadlineMs - performance.now());
      const outcome = await tryOnce(request, authorize, { limitMs, signal: call.signal, numbers: options.numbers, earlierIsOpen: isOpen });
      if ("answer" in outcome) return outcome.answer;
      const { error, retryAfterMs } = outcome;
      const waitMs = pauseMs(attempt, retryAfterMs);
      const goesOn = mayRepeat && attempt <= retries && isTransient(error, retryAfterMs) && performance.now() + waitMs < deadlineMs;
      if (!goesOn) throw error;
      // One that was too many was not looked at. Of any other nobody knows whether it was carried out.
      isOpen ||= request.idempotencyKey !== null && error.status !== 429;
      await pause(waitMs, call.signal);
    }
  };
}

type Prepared = { readonly url: string; readonly method: string; readonly body: string | undefined; readonly idempotencyKey: string | null };

type Outcome = { readonly answer: unknown } | { readonly error: CorridorError; readonly retryAfterMs: number | null };

/** One attempt. It fails by its outcome and never by throwing, so that the loop above is the only place that decides what follows. */
async function tryOnce(
  { url, method, body, idempotencyKey }: Prepared,
  authorize: Authorize,
  { limitMs, signal, numbers, earlierIsOpen }: { limitMs: number; signal: AbortSignal | undefined; numbers: NumberForm; earlierIsOpen: boolean },
): Promise<Outcome> {
  const time = limitedTime(limitMs, signal);
  let isAuthorized = false;
  try {
    const headers: Record<string, string> = { accept: "application/json", ...(await unlessAborted(authorize(), time.signal)) };
    isAuthorized = true;
    if (body !== undefined) headers["content-type"] = "application/json";
    if (idempotencyKey !== null) headers["idempotency-key"] = idempotencyKey;
    // A redirect is not followed: `X-Api-Key` would go with it to wherever it leads.
    const response = await fetch(url, { method, headers, body, signal: time.signal, redirect: "manual" });
    return readResponse(response, await response.text(), { numbers, idempotencyKey, earlierIsOpen });
  } catch (cause) {
    const [code, message] = signal?.aborted
      ? ["ABORTED", "The call was given up by its caller"]
      : time.signal.aborted
        ? ["TIMEOUT", `No answer within ${Math.round(limitMs)} ms`]
        : isAuthorized
          ? ["NETWORK", "The service could not be reached"]
          : ["NO_TOKEN", "The function that gives the token failed"];
    return { error: new CorridorError({ status: 0, code, message, idempotencyKey, cause }), retryAfterMs: null };
  } finally {
    time.end();
  }
}

type Reading = { readonly numbers: NumberForm; readonly idempotencyKey: string | null; readonly earlierIsOpen: boolean };

function readResponse(response: Response, text: string, { numbers, idempotencyKey, earlierIsOpen }: Reading): Outcome {
  const { status, headers } = response;
  const requestId = headers.get("x-request-id");
  if (!response.ok) {
    const told = errorFieldsOf(text);
    const message = told.message ?? `The service answered ${status}`;
    const error = new CorridorError({ status, code: told.code ?? null, message, details: told.details, requestId, idempotencyKey, earlierIsOpen });
    return { error, retryAfterMs: readRetryAfter(headers.get("retry-after")) };
  }
  if (text === "") return { answer: undefined };
  if (headers.get("content-type")?.startsWith("text/csv")) return { answer: text };
  try {
    return { answer: readJson(text, numbers) };
  } catch (cause) {
    const message = "The answer is not JSON: is the base URL that of the API?";
    return { error: new CorridorError({ status, code: "INVALID_ANSWER", message, requestId, idempotencyKey, cause }), retryAfterMs: null };
  }
}

/** What stands between us and the service may answer in its own words: only what has the shape of ours is taken for it. */
function errorFieldsOf(text: string): { message?: string; code?: string; details?: ErrorDetail[] } {
  try {
    const { message, code, details } = Object(JSON.parse(text)) as Record<string, unknown>;
    return {
      ...(typeof message === "string" && { message }),
      ...(typeof code === "string" && { code }),
      ...(Array.isArray(details) && { details: details as ErrorDetail[] }),
    };
  } catch {
    return {};
  }
}

function limitedTime(limitMs: number, caller: AbortSignal | undefined): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort(caller?.reason);
  const timer = setTimeout(stop, Math.min(limitMs, LONGEST_TIMER_MS));
  if (caller?.aborted) stop();
  else caller?.addEventListener("abort", stop);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", stop);
    },
  };
}

/** The work may go on, but nobody waits for it any more. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** A caller who gives up ends it early; the attempt that follows finds that out. */
function pause(ms: number, caller: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const time = limitedTime(ms, caller);
    const go = (): void => {
      time.end();
      resolve();
    };
    if (time.signal.aborted) go();
    else time.signal.addEventListener("abort", go, { once: true });
  });
}

type Authorize = () => Promise<Record<string, string>>;

/** Both headers are always sent; the one that is not used says so. A value that cannot be one is refused here: `fetch` would repeat it in its error. */
function authorization(credential: Credential): Authorize {
  if (credential.apiKey !== undefined) {
    const key = readCredential(credential.apiKey, "apiKey");
    return async () => ({ authorization: NOT_USED, "x-api-key": key });
  }
  return async () => ({ authorization: `Bearer ${readCredential(await credential.token(), "token")}`, "x-api-key": NOT_USED });
}

const NOT_USED = "NONE";

function readCredential(value: string, name: string): string {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value;
  throw new TypeError(`${name} must be printable characters without spaces; a line break at its end is a common mistake`);
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "")
    throw new TypeError("baseUrl must be the address of the API, such as https://payments.example.com/v1");
  return url.href.replace(/\/+$/, "");
}

/** As the service reads it. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;

function readKey(key: string): string {
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw new TypeError("idempotencyKey must be 1 to 255 printable ASCII characters");
}

function pathText(template: string, values: Call["path"]): string {
  return template.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = values?.[name];
    // Dots alone are not an id but a way to another path, and nothing at all is the path above.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) throw new TypeError(`${name} is no id: ${JSON.stringify(value)}`);
    return encodeURIComponent(value);
  });
}

function queryText(values: Call["query"]): string {
  const pairs = Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()}`;
}
