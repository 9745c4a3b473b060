import { AsyncLocalStorage } from "node:async_hooks";
import { OutboundError, type OutboundRequest, type OutboundResponse, redact, type Sender } from "./outbound.ts";
import { type Refused, type Unknown, UNREACHABLE } from "./provider.ts";
import { type Json, MalformedAnswer, readJson, Undecided } from "./wire.ts";

/**
 * What the failure of a call means, the same for every provider:
 *
 *   moving     calls that may move money: `refused` when none was sent; else every failure is `unknown`, a read's too
 *   preparing  an earlier step that moves none (a token, a recipient, a quote): `refused`, whatever happens there
 *   asking     a query: every failure is `unknown`
 */
export type Call = Pick<OutboundRequest, "method" | "headers" | "body" | "maxResponseBytes"> & {
  path: string;
  signal: AbortSignal;
};
/** Makes a provider's text safe to store and show. */
export type Clean = (text: string) => string;
type Headers = Readonly<Record<string, string>>;

export type Speaker = {
  send(call: Call): Promise<OutboundResponse>;
  get(path: string, signal: AbortSignal): Promise<OutboundResponse>;
  post(path: string, body: object, signal: AbortSignal, headers?: Headers): Promise<OutboundResponse>;
  clean: Clean;
};

const WRITE_TIMEOUT_MS = 15_000;
const READ_TIMEOUT_MS = 10_000;

/** Of the `moving` that runs: whether a request of it may have moved money. */
const moves = new AsyncLocalStorage<{ mayHaveMoved: boolean }>();

async function noted(answer: Promise<OutboundResponse>): Promise<OutboundResponse> {
  let mayHaveMoved = true;
  try {
    return await answer;
  } catch (error) {
    if (error instanceof OutboundError && error.sent === "not_sent") mayHaveMoved = false;
    throw error;
  } finally {
    const move = moves.getStore();
    if (move !== undefined) move.mayHaveMoved ||= mayHaveMoved;
  }
}

/** `headers`: of every call. `secrets`: never to appear in a stored answer; read anew, as a token is renewed. */
export function createSpeaker(options: {
  baseUrl: string;
  outbound: Sender;
  headers?: Headers;
  readonly secrets: readonly (string | undefined)[];
}): Speaker {
  const base = options.baseUrl.replace(/\/+$/, "");
  const send: Speaker["send"] = ({ path, headers, ...call }) => {
    const isRead = call.method === "GET";
    const answer = options.outbound.request({
      ...call,
      url: `${base}${path}`,
      headers: { ...options.headers, ...headers },
      timeoutMs: isRead ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS,
    });
    return isRead ? answer : noted(answer);
  };
  return {
    send,
    get: (path, signal) => send({ method: "GET", path, signal }),
    post: (path, body, signal, headers) =>
      send({
        method: "POST",
        path,
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
        signal,
      }),
    clean: (text) => redact(text, options.secrets),
  };
}

export function isSuccess(response: Pick<OutboundResponse, "statusCode">): boolean {
  return response.statusCode >= 200 && response.statusCode < 300;
}

export function bodyOf(response: OutboundResponse): Json {
  if (!isSuccess(response)) throw undecided(response);
  return readJson(response.body);
}

export function undecided({ statusCode }: Pick<OutboundResponse, "statusCode">): MalformedAnswer {
  return new Undecided(`answered ${statusCode}, which does not say whether the request was accepted`);
}

/** All rows of a list, page by page. A list without an end is malformed. */
export async function readPages<T>(
  what: string,
  maxPages: number,
  read: (page: number) => Promise<{ rows: readonly T[]; isLast: boolean }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const { rows, isLast } = await read(page);
    all.push(...rows);
    if (isLast) return all;
  }
  throw new MalformedAnswer(`a list of ${what} without an end`);
}

/** Thrown inside `moving` when the provider certainly did not accept. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, reason: string) {
    super(reason);
    this.name = "Refusal";
    this.code = code;
  }
}

export function isFailedCall(error: unknown): error is OutboundError | MalformedAnswer | Refusal {
  return error instanceof OutboundError || error instanceof MalformedAnswer || error instanceof Refusal;
}

export async function moving<T>(work: () => Promise<T>): Promise<T | Refused | Unknown> {
  const move = { mayHaveMoved: false };
  try {
    return await moves.run(move, work);
  } catch (error) {
    if (!isFailedCall(error)) throw error;
    if (error instanceof Refusal) return { outcome: "refused", code: error.code, reason: error.message };
    if (error instanceof OutboundError && error.sent === "not_sent" && !move.mayHaveMoved)
      return { outcome: "refused", code: UNREACHABLE, reason: error.message };
    return { outcome: "unknown", reason: error.message };
  }
}

export async function preparing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await moves.run({ mayHaveMoved: false }, work);
  } catch (error) {
    throw isFailedCall(error) && !(error instanceof Refusal) ? new Refusal(UNREACHABLE, error.message) : error;
  }
}

export async function asking<T>(work: () => Promise<T>): Promise<T | Unknown> {
  try {
    return await work();
  } catch (error) {
    if (!isFailedCall(error)) throw error;
    return { outcome: "unknown", reason: error.message };
  }
}
