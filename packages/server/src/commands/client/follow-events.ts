import { setTimeout as pause } from "node:timers/promises";
import type { ReceivedEvent } from "./describe-event.ts";
import { type Service, ServiceUnreachable } from "./service.ts";

/**
 * Every event of the organization as it happens, each once, by a long poll of the event log: this machine needs no
 * public address. It starts a few seconds back, at the log's own follow key, and skips older events.
 */
export type FollowedEvent = ReceivedEvent & { /** The exact text that a webhook would carry. */ readonly text: string };

export type FollowOptions = {
  types?: string;
  resourceId?: string;
  signal?: AbortSignal;
  /** Called when the service becomes unreachable, and with null when it is back: developers restart it all the time. */
  onTrouble?: (message: string | null) => void;
};

type EventPage = { data: ReceivedEvent[]; meta: { follow_key: string; has_more: boolean } };

const WAIT_SECONDS = 25;
const RETRY_MS = 1_000;
const PAGE_SIZE = 100;
/**
 * How many event ids are remembered, to skip repeated events: more than the events of the ten seconds that may be
 * repeated.
 */
const MAX_REMEMBERED = 10_000;

/** Resolves when the position in the log is known: all later events will be seen. */
export async function followEvents(
  service: Service,
  options: FollowOptions = {},
): Promise<AsyncGenerator<FollowedEvent>> {
  const filter = new URLSearchParams({ order: "asc" });
  if (options.types !== undefined) filter.set("type", options.types);
  if (options.resourceId !== undefined) filter.set("resource_id", options.resourceId);
  const { body: past } = await service.call<{ data: ReceivedEvent[] }>("GET", `/events?limit=${PAGE_SIZE}`);
  const { body } = await service.call<EventPage>("GET", `/events?${filter.toString()}&limit=1`);
  return eventsFrom(service, filter, { key: body.meta.follow_key, past: past.data }, options);
}

type Start = { readonly key: string; readonly past: readonly ReceivedEvent[] };

async function* eventsFrom(
  service: Service,
  filter: URLSearchParams,
  start: Start,
  options: FollowOptions,
): AsyncGenerator<FollowedEvent> {
  const { signal, onTrouble } = options;
  const seen = new Set(start.past.map((event) => event.event_id));
  const since = start.past[0]?.created_at ?? "";
  let { key } = start;
  let inTrouble = false;
  const isOver = (): boolean => signal?.aborted === true;
  while (!isOver()) {
    let text: string;
    try {
      ({ text } = await service.call<EventPage>(
        "GET",
        `/events?${filter.toString()}&limit=${PAGE_SIZE}&wait=${WAIT_SECONDS}&last_evaluated_key=${key}`,
        undefined,
        signal,
      ));
    } catch (error) {
      if (isOver()) return;
      if (!(error instanceof ServiceUnreachable)) throw error;
      if (!inTrouble) onTrouble?.(error.message);
      inTrouble = true;
      await pause(RETRY_MS);
      continue;
    }
    if (inTrouble) onTrouble?.(null);
    inTrouble = false;
    const page = JSON.parse(text) as EventPage;
    const exact = exactTexts(text);
    key = page.meta.follow_key;
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
