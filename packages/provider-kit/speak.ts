import { type Outbound, OutboundError, type OutboundRequest, type OutboundResponse, redact } from "./outbound.ts";
import { type Refused, type Unknown, UNREACHABLE } from "./provider.ts";
import { MalformedAnswer } from "./wire.ts";

/**
 * What the failure of a call means, the same for every provider:
 *
 *   moving     a call that may move money: `refused` when nothing was sent, `unknown` for every other failure and for
 *   an unreadable answer
 *   preparing  an earlier step that moves none (a token, a recipient, a quote): whatever happens there, the money did
 *   not move, so `refused`
 *   asking     a query: every failure is `unknown`
 */
export type Call = Pick<OutboundRequest, "method" | "headers" | "body" | "maxResponseBytes"> & {
  path: string;
  signal: AbortSignal;
};

export type Speaker = {
  send(call: Call): Promise<OutboundResponse>;
  /** The provider's text, made safe to store and show. */
  clean(text: string): string;
};

const WRITE_TIMEOUT_MS = 15_000;
const READ_TIMEOUT_MS = 10_000;

/** `secrets`: values that must never appear in a stored answer. */
export function createSpeaker(options: { baseUrl: string; outbound: Outbound; secrets: readonly string[] }): Speaker {
  const base = options.baseUrl.replace(/\/+$/, "");
  return {
    send: ({ path, ...call }) =>
      options.outbound.request({
        ...call,
        url: `${base}${path}`,
        timeoutMs: call.method === "GET" ? READ_TIMEOUT_MS : WRITE_TIMEOUT_MS,
      }),
    clean: (text) => redact(text, options.secrets),
  };
}

export function isSuccess(response: Pick<OutboundResponse, "statusCode">): boolean {
  return response.statusCode >= 200 && response.statusCode < 300;
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

export async function moving<T>(work: () => Promise<T>): Promise<T | Refused | Unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return { outcome: "refused", code: error.code, reason: error.message };
    if (error instanceof OutboundError && error.sent === "not_sent")
      return { outcome: "refused", code: UNREACHABLE, reason: error.message };
    if (error instanceof OutboundError || error instanceof MalformedAnswer)
      return { outcome: "unknown", reason: error.message };
    throw error;
  }
}

export async function preparing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutboundError || error instanceof MalformedAnswer)
      throw new Refusal(UNREACHABLE, error.message);
    throw error;
  }
}

export async function asking<T>(work: () => Promise<T>): Promise<T | Unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutboundError || error instanceof MalformedAnswer || error instanceof Refusal)
      return { outcome: "unknown", reason: error.message };
    throw error;
  }
}
