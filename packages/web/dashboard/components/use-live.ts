import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../api/client.ts";
import { useMay } from "../session/may.ts";
import { useSession } from "../session/session.ts";
import { readEventStream } from "./event-stream.ts";

/** The minimum pause between two reads of the list, so that a busy organization does not cause constant reads. */
const PAUSE_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 10_000;
const EVENTS_PER_PAGE = 100;
/** What a payment is found by (payer, contact, customer, metadata, cause) follows its event by no more than this. */
const FOUND_AFTER_MS = 2_000;

/**
 * How often a list that follows the event log is also polled: a proxy or a long transaction may hold events back, and
 * some changes have no event.
 */
const POLL_WHILE_LIVE_MS = 10_000;

/**
 * Reads a list again as soon as an event happens in the organization, by following its event log, and once more when
 * the changed payment is found by its filters too. Returns how often to poll besides: platform people who view all
 * organizations have no single log to follow, so their lists are polled every `pollMs`.
 */
export function useLive(queryKey: QueryKey, pollMs: number): { refetchInterval: number } {
  const queryClient = useQueryClient();
  const { organization } = useSession();
  const mayFollow = useMay()("GET /events");
  const orgId = mayFollow ? organization?.org_id : undefined;
  const key = JSON.stringify(queryKey);
  useEffect(
    () =>
      orgId === undefined
        ? undefined
        : listen(() => void queryClient.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey })),
    [orgId, key, queryClient],
  );
  return { refetchInterval: orgId === undefined ? pollMs : POLL_WHILE_LIVE_MS };
}

/** One stream serves all lists of a page. */
const listeners = new Set<() => void>();
let stop = new AbortController();

function listen(onNews: () => void): () => void {
  if (listeners.size === 0) {
    stop = new AbortController();
    void follow(stop.signal, () => {
      for (const listener of listeners) listener();
    });
  }
  listeners.add(onNews);
  return () => {
    listeners.delete(onNews);
    if (listeners.size === 0) stop.abort();
  };
}

/**
 * Server-sent events, read by `fetch`: an `EventSource` cannot send the headers without which the service takes no call
 * of the dashboard. A hidden page holds no stream, because browsers open few connections to one host.
 */
async function follow(signal: AbortSignal, onNews: () => void): Promise<void> {
  // An event of a moment ago: the list may have been read before its payment was found.
  const from = new Date(Date.now() - FOUND_AFTER_MS).toISOString();
  const tell = atMostEvery(PAUSE_MS, signal, onNews);
  let lastId: string | undefined;
  await pause(PAUSE_MS, signal);
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- One stream after the other.
    await (document.hidden ? whenShown(signal) : read().then((pauseMs) => pause(pauseMs, signal)));
  }

  /** How long to wait before the next stream. */
  async function read(): Promise<number> {
    const hidden = new AbortController();
    const onHidden = (): void => hidden.abort();
    document.addEventListener("visibilitychange", onHidden);
    try {
      const { body } = await api.getResponse("/events", {
        query: { from, order: "asc", limit: EVENTS_PER_PAGE, last_evaluated_key: lastId },
        accept: "text/event-stream",
        signal: AbortSignal.any([signal, hidden.signal]),
      });
      for await (const { id, hasEvents } of readEventStream(body!)) {
        lastId = id ?? lastId;
        if (!hasEvents) continue;
        tell();
        void pause(FOUND_AFTER_MS, signal).then(tell);
      }
      return PAUSE_MS;
    } catch {
      // The list itself shows connection and session errors.
      return hidden.signal.aborted ? 0 : PAUSE_AFTER_FAILURE_MS;
    } finally {
      document.removeEventListener("visibilitychange", onHidden);
    }
  }
}

function whenShown(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** The first call goes through at once; of the calls that come too soon after it, one does when it is time. */
function atMostEvery(ms: number, signal: AbortSignal, call: () => void): () => void {
  let next: Promise<void> | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  return () => {
    next ??= pause(Math.max(0, lastMs + ms - performance.now()), signal).then(() => {
      next = undefined;
      lastMs = performance.now();
      if (!signal.aborted) call();
    });
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
