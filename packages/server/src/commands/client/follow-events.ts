import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "corridor-client/client.ts";
import type { Answer, Query } from "@corridor/shared/operations.ts";
import type { ReceivedEvent } from "./describe-event.ts";
import { ServiceFailure } from "./service.ts";

/** By a long poll of the event log: no public address is needed. Starts some seconds back and skips older events. */
export type FollowedEvent = ReceivedEvent & { /** The exact text that a webhook would carry. */ readonly text: string };

export type FollowOptions = {
  types?: string;
  resourceId?: string;
  signal?: AbortSignal;
  /** Called when the service becomes unreachable, and with null when it is back: developers restart it all the time. */
  onTrouble?: (message: string | null) => void;
};

const WAIT_SECONDS = 25;
const RETRY_MS = 1_000;
const PAGE_SIZE = 100;
/** To skip repeated events: more than those of the ten seconds that may be repeated. */
const MAX_REMEMBERED = 10_000;

/** Resolves when the position in the log is known: all later events will be seen. */
export async function followEvents(api: Client, options: FollowOptions = {}): Promise<AsyncGenerator<FollowedEvent>> {
  const filter = { order: "asc", type: options.types, resource_id: options.resourceId } as const;
  const { data: past } = await api.get("/events", { query: { limit: PAGE_SIZE } });
  const { meta } = await api.get("/events", { query: { ...filter, limit: 1 } });
  return eventsFrom(api, filter, { key: meta.follow_key!, past }, options);
}

type Start = { readonly key: string; readonly past: readonly ReceivedEvent[] };

async function* eventsFrom(api: Client, filter: Query<"/events">, start: Start, { signal, onTrouble }: FollowOptions) {
  const seen = new Set(start.past.map((event) => event.event_id));
  const since = start.past[0]?.created_at ?? "";
  let { key } = start;
  let inTrouble = false;
  const isOver = (): boolean => signal?.aborted === true;
  while (!isOver()) {
    let text: string;
    try {
      const query = { ...filter, limit: PAGE_SIZE, wait: WAIT_SECONDS, last_evaluated_key: key };
      text = await (await api.getResponse("/events", { query, signal })).text();
    } catch (error) {
      if (isOver()) return;
      if (!(error instanceof ServiceFailure) || error.status !== 0) throw error;
      if (!inTrouble) onTrouble?.(error.message);
      inTrouble = true;
      await pause(RETRY_MS);
      continue;
    }
    if (inTrouble) onTrouble?.(null);
    inTrouble = false;
    const page = JSON.parse(text) as Answer<"get", "/events">;
    const exact = exactTexts(text);
    key = page.meta.follow_key!;
    for (const [index, event] of page.data.entries()) {
      if (seen.has(event.event_id)) continue;
      seen.add(event.event_id);
      if (event.created_at >= since) yield { ...event, text: exact[index]! };
    }
    if (seen.size > MAX_REMEMBERED) seen.clear();
  }
}

/** The events as they were signed: numbers keep their digits (`1500.00`), which a parsed number does not. */
function exactTexts(text: string): string[] {
  const keepDigits = (_name: string, value: unknown, context: { source?: string }): unknown =>
    typeof value === "number" && context.source !== undefined ? JSON.rawJSON(context.source) : value;
  const { data } = (JSON.parse as (text: string, reviver: typeof keepDigits) => { data: unknown[] })(text, keepDigits);
  return data.map((event) => JSON.stringify(event));
}
