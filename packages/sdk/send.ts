import { CorridorError, type ErrorDetail } from "./error.ts";
import { type NumberForm, readJson } from "./json.ts";
import type { Method } from "@corridor/shared/operations.ts";
import { isRepeatable, isTransient, pauseMs, readRetryAfter } from "./retry.ts";

/** One call of the API: its attempts, their time limits and its result. */
export type Credential =
  | {
      /** An API key, for servers only: never send it to a browser. */
      readonly apiKey: string;
      readonly token?: never;
      readonly session?: never;
    }
  | {
      /** Returns a person's token. It is called before every attempt. */
      readonly token: () => string | Promise<string>;
      readonly apiKey?: never;
      readonly session?: never;
    }
  | {
      /**
       * For a page of the service's own origin: its session cookie is the credential. The function returns whom the page
       * shows (`user_id org_id`), or null while that is nobody. It is called before every attempt, and the service
       * refuses the call if the cookie has become that of somebody else.
       */
      readonly session: () => string | null;
      readonly apiKey?: never;
      readonly token?: never;
    };

export type Limits = {
  /** The timeout of the whole call, with all attempts and pauses. */
  readonly timeoutMs?: number;
  /** The timeout of one attempt. */
  readonly attemptTimeoutMs?: number;
  /** Retries of calls that are safe to repeat; 0 for none. */
  readonly retries?: number;
};

export type CallOptions = Limits & { readonly signal?: AbortSignal };

export type PostOptions = CallOptions & {
  /**
   * The idempotency key. Store it before the call to repeat the same call after a crash. By default each call gets a
   * new one. Null sends none, and then the call is made once.
   */
  readonly idempotencyKey?: string | null;
};

export type Call = PostOptions & {
  readonly method: Method;
  /** The path with the names of its parameters: `/payments/{payment_id}`. */
  readonly template: string;
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** The media type to ask for. The result is then the response itself, with its body unread. */
  readonly accept?: string;
};

export type ResponseOptions = CallOptions & Pick<Call, "accept">;

export type Send = (call: Call) => Promise<unknown>;

export type SendOptions = {
  /** Address of the API with its version, `https://payments.example.com/v1`; with `session` a path of the same origin. */
  readonly baseUrl: string;
  /** `text` returns every number of an answer as the text that was sent: `"1500.00"`. */
  readonly numbers?: NumberForm;
} & Limits &
  Credential;

/** An initiation may try several providers in turn, each for many seconds. */
const TIMEOUT_MS = 90_000;
const ATTEMPT_TIMEOUT_MS = 30_000;
const RETRIES = 3;
/** The longest delay of a timer: a longer one fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createSend(options: SendOptions): Send {
  const base = options.session !== undefined ? options.baseUrl : readBaseUrl(options.baseUrl);
  const authorize = authorization(options);

  return async (call) => {
    const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS;
    const attemptTimeoutMs = call.attemptTimeoutMs ?? options.attemptTimeoutMs ?? ATTEMPT_TIMEOUT_MS;
    const retries = call.retries ?? options.retries ?? RETRIES;
    const request: Prepared = {
      url: base + pathText(call.template, call.path) + queryText(call.query),
      method: call.method.toUpperCase(),
      // Both are built once, because every attempt must send the same request.
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      idempotencyKey:
        call.method === "post" && call.idempotencyKey !== null
          ? readKey(call.idempotencyKey ?? crypto.randomUUID())
          : null,
      accept: call.accept,
    };
    const mayRepeat = isRepeatable(call.method, request.idempotencyKey);
    const deadlineMs = performance.now() + timeoutMs;
    let isOpen = false;

    for (let attempt = 1; ; attempt++) {
      const limitMs = Math.min(attemptTimeoutMs, deadlineMs - performance.now());
      const outcome = await tryOnce(request, authorize, {
        limitMs,
        signal: call.signal,
        numbers: options.numbers ?? "number",
        earlierIsOpen: isOpen,
      });
      if ("answer" in outcome) return outcome.answer;
      const { error, retryAfterMs } = outcome;
      const waitMs = pauseMs(attempt, retryAfterMs);
      const goesOn =
        mayRepeat && attempt <= retries && isTransient(error, retryAfterMs) && performance.now() + waitMs < deadlineMs;
      if (!goesOn) throw error;
      // A 429 was not processed. After any other failure it is unknown whether the request was processed.
      isOpen ||= request.idempotencyKey !== null && error.status !== 429;
      await pause(waitMs, call.signal);
    }
  };
}

type Prepared = {
  readonly url: string;
  readonly method: string;
  readonly body: string | undefined;
  readonly idempotencyKey: string | null;
  readonly accept: string | undefined;
};

type Outcome = { readonly answer: unknown } | { readonly error: CorridorError; readonly retryAfterMs: number | null };

/** One attempt. It returns failures instead of throwing them, so that only the loop above decides what happens next. */
async function tryOnce(
  { url, method, body, idempotencyKey, accept }: Prepared,
  authorize: Authorize,
  {
    limitMs,
    signal,
    numbers,
    earlierIsOpen,
  }: { limitMs: number; signal: AbortSignal | undefined; numbers: NumberForm; earlierIsOpen: boolean },
): Promise<Outcome> {
  const time = limitedTime(limitMs, signal);
  // A body that is read later has no time limit, but its caller can still end it.
  const ending = accept === undefined || signal === undefined ? time.signal : AbortSignal.any([time.signal, signal]);
  let isAuthorized = false;
  try {
    const headers: Record<string, string> = {
      accept: accept ?? "application/json",
      ...(await unlessAborted(authorize(), time.signal)),
    };
    isAuthorized = true;
    if (body !== undefined) headers["content-type"] = "application/json";
    if (idempotencyKey !== null) headers["idempotency-key"] = idempotencyKey;
    // Redirects are not followed, because `X-Api-Key` would be sent to the redirect's target.
    const response = await fetch(url, { method, headers, body, signal: ending, redirect: "manual" });
    if (accept !== undefined && response.ok) return { answer: response };
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

type Reading = {
  readonly numbers: NumberForm;
  readonly idempotencyKey: string | null;
  readonly earlierIsOpen: boolean;
};

function readResponse(response: Response, text: string, { numbers, idempotencyKey, earlierIsOpen }: Reading): Outcome {
  const { status, headers } = response;
  const requestId = headers.get("x-request-id");
  if (!response.ok) {
    const told = errorFieldsOf(text);
    const message = told.message ?? `The service answered ${status}`;
    const error = new CorridorError({
      status,
      code: told.code ?? null,
      message,
      details: told.details,
      approvalId: told.approvalId ?? null,
      requestId,
      idempotencyKey,
      earlierIsOpen,
    });
    return { error, retryAfterMs: readRetryAfter(headers.get("retry-after")) };
  }
  if (text === "") return { answer: undefined };
  if (headers.get("content-type")?.startsWith("text/csv")) return { answer: text };
  try {
    return { answer: readJson(text, numbers) };
  } catch (cause) {
    const message = "The answer is not JSON: is the base URL that of the API?";
    return {
      error: new CorridorError({ status, code: "INVALID_ANSWER", message, requestId, idempotencyKey, cause }),
      retryAfterMs: null,
    };
  }
}

type ToldError = { message?: string; code?: string; details?: ErrorDetail[]; approvalId?: string };

/** A proxy may answer in a format of its own, so only a body with the service's error format is read as one. */
function errorFieldsOf(text: string): ToldError {
  try {
    const { message, code, details, approval_id } = Object(JSON.parse(text)) as Record<string, unknown>;
    return {
      ...(typeof message === "string" && { message }),
      ...(typeof code === "string" && { code }),
      ...(Array.isArray(details) && { details: details as ErrorDetail[] }),
      ...(typeof approval_id === "string" && { approvalId: approval_id }),
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

/** The service may still process it, but the client no longer waits. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

/** An aborted signal ends the pause early, and the next attempt then fails as aborted. */
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

/**
 * A key or token is sent beside the other header, which is `NONE`. An invalid value is refused here, because `fetch`
 * would put the secret into its error message.
 */
function authorization(credential: Credential): Authorize {
  if (credential.apiKey !== undefined) {
    const key = readCredential(credential.apiKey, "apiKey");
    return async () => ({ authorization: NOT_USED, "x-api-key": key });
  }
  if (credential.session !== undefined)
    return async () => {
      const shown = credential.session();
      // No other site can send a request with this header and the visitor's cookie.
      return { "x-requested-with": "corridor", ...(shown !== null && { "x-shown-session": shown }) };
    };
  return async () => ({
    authorization: `Bearer ${readCredential(await credential.token(), "token")}`,
    "x-api-key": NOT_USED,
  });
}

const NOT_USED = "NONE";

function readCredential(value: string, name: string): string {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value;
  throw new TypeError(
    `${name} must be printable characters without spaces; a line break at its end is a common mistake`,
  );
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== "" ||
    url.hash !== "" ||
    url.username !== "" ||
    url.password !== ""
  )
    throw new TypeError("baseUrl must be the address of the API, such as https://payments.example.com/v1");
  return url.href.replace(/\/+$/, "");
}

/** The pattern that the service accepts. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/;

function readKey(key: string): string {
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw new TypeError("idempotencyKey must be 1 to 255 printable ASCII characters");
}

function pathText(template: string, values: Call["path"]): string {
  return template.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = values?.[name];
    // "." and ".." would lead to another path, and an empty id to the parent path.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value))
      throw new TypeError(`${name} is no id: ${JSON.stringify(value)}`);
    return encodeURIComponent(value);
  });
}

function queryText(values: Call["query"]): string {
  const pairs = Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
  return pairs.length === 0
    ? ""
    : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()}`;
}
