import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { answerOf, api } from "../api/client.ts";
import { useMay } from "../session/may.ts";
import { useSession } from "../session/session.ts";

/** The service answers when there is an event, or after this time. */
const HELD_FOR_SECONDS = 10;
/** The minimum pause between two reads of the list, so that a busy organization does not cause constant reads. */
const PAUSE_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 10_000;
const EVENTS_PER_CALL = 100;

/**
 * Reads a list again as soon as an event happens in the organization, by following its event log. Returns whether it does: platform people who view all
 * organizations have no single log to follow, so their lists are polled.
 */
export function useLive(queryKey: QueryKey): boolean {
  const queryClient = useQueryClient();
  const { organization } = useSession();
  const mayFollow = useMay()("GET /events");
  const isLive = organization !== null && mayFollow;
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (!isLive) return undefined;
    const stop = new AbortController();
    void follow(stop.signal, () => void queryClient.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey }));
    return () => stop.abort();
  }, [isLive, key, queryClient]);
  return isLive;
}

async function follow(signal: AbortSignal, onNews: () => void): Promise<void> {
  const from = new Date().toISOString();
  let cursor: string | undefined;
  await pause(PAUSE_MS, signal);
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- One question after the other.
    await pause(document.hidden ? PAUSE_AFTER_FAILURE_MS : await read(), signal);
  }

  /** How long to wait before the next read. */
  async function read(): Promise<number> {
    const query = { order: "asc", from, limit: EVENTS_PER_CALL, wait: HELD_FOR_SECONDS, last_evaluated_key: cursor } as const;
    try {
      const { data, meta } = await answerOf(api.GET("/events", { params: { query }, signal }));
      cursor = meta.follow_key ?? meta.last_evaluated_key ?? cursor;
      if (data.length > 0 && !signal.aborted) onNews();
      return PAUSE_MS;
    } catch {
      // The list itself shows connection and session errors.
      return PAUSE_AFTER_FAILURE_MS;
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
