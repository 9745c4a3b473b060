import type { Clock } from "@corridor/base/clock.ts";
import { OutboundError, type OutboundResponse } from "./outbound.ts";
import { type Call, isSuccess, preparing, Refusal, type Speaker } from "./speak.ts";
import { UNREACHABLE } from "./provider.ts";
import { idOf, MalformedAnswer, readJson, textOf } from "./wire.ts";

/**
 * Fetched when first needed, by one call however many callers wait, and kept until shortly before its end. Fetching
 * moves no money, so every failure there is a `Refusal`.
 */
export type AccessToken = {
  /** Sends once more with a new token if the provider rejects the first: then nothing was done yet. */
  send(call: Call): Promise<OutboundResponse>;
  check(signal: AbortSignal): Promise<void>;
  /** Values that must not appear in a stored answer. */
  secrets(): readonly string[];
};

/** A token is not used in its last minute: it could expire between our clock and theirs. */
const MARGIN_MS = 60_000;
const MAX_LIFETIME_SECONDS = 24 * 60 * 60;

/** The answer has `access_token` and `expires_in`, in seconds. `isRefused`: for tokens rejected by other than a 401. */
export function createAccessToken(
  clock: Clock,
  speaker: Pick<Speaker, "send">,
  request: Omit<Call, "signal">,
  isRefused: (response: OutboundResponse) => boolean = ({ statusCode }) => statusCode === 401,
): AccessToken {
  let held: { token: string; endsAtMs: number } | null = null;
  let underWay: Promise<string> | null = null;

  async function fetchAnew(): Promise<string> {
    // Many callers wait for this request, so no single caller's deadline may end it; only its own time limit does.
    const response = await speaker.send({ ...request, signal: new AbortController().signal });
    if (!isSuccess(response)) {
      const code = response.statusCode >= 400 && response.statusCode < 500 ? "no_access_token" : UNREACHABLE;
      throw new Refusal(code, `the provider gave no access token: it answered ${response.statusCode}`);
    }
    const json = readJson(response.body);
    const lifetimeSeconds = Number(idOf(json, "expires_in"));
    if (!(lifetimeSeconds > 0)) throw new MalformedAnswer("expires_in");
    const token = textOf(json, "access_token");
    if (!/^[\x21-\x7e]+$/.test(token)) throw new MalformedAnswer("access_token");
    held = {
      token,
      endsAtMs: clock.now().getTime() + Math.min(lifetimeSeconds, MAX_LIFETIME_SECONDS) * 1_000 - MARGIN_MS,
    };
    return token;
  }

  async function current(signal: AbortSignal, refusedToken?: string): Promise<string> {
    if (signal.aborted) throw new OutboundError("the deadline had passed", "not_sent", "aborted");
    if (held !== null && held.token !== refusedToken && held.endsAtMs > clock.now().getTime()) return held.token;
    underWay ??= fetchAnew().finally(() => (underWay = null));
    return beforeAbort(underWay, signal);
  }

  const sendWith = (token: string, call: Call): Promise<OutboundResponse> =>
    speaker.send({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } });

  return {
    async send(call) {
      const token = await preparing(() => current(call.signal));
      const response = await sendWith(token, call);
      if (!isRefused(response)) return response;
      return sendWith(await preparing(() => current(call.signal, token)), call);
    },
    check: async (signal) => void (await preparing(() => current(signal))),
    secrets: () => (held === null ? [] : [held.token]),
  };
}

/** A speaker whose calls carry the token. */
export function speakerWith(speaker: Speaker, { send }: AccessToken): Speaker {
  return {
    ...speaker,
    send,
    get: (path, signal) => send({ method: "GET", path, signal }),
    post: (path, body, signal, headers) => send({ method: "POST", path, headers, body: JSON.stringify(body), signal }),
  };
}

function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void =>
      reject(new OutboundError("the deadline passed while a token was fetched", "not_sent", "aborted"));
    signal.addEventListener("abort", onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
