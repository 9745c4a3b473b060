import { Readable } from "node:stream";
import { type FollowDeps, type Reading, waitForPage } from "./read-oldest-first.ts";

/**
 * The log as server-sent events. The `id` after a page's events is the key of the next page: a client that connects
 * again sends it as `Last-Event-ID` and misses nothing.
 */
export const EVENT_STREAM = "text/event-stream";

/** Proxies end connections that are silent for half a minute or longer. */
const HEARTBEAT_MS = 15_000;
const MAX_STREAM_MS = 60_000;
const RECONNECT_AFTER_MS = 1_000;

export function streamEvents(deps: FollowDeps, reading: Reading, signal: AbortSignal): Readable {
  return Readable.from(messages(deps, reading, signal), { objectMode: false });
}

async function* messages(deps: FollowDeps, reading: Reading, signal: AbortSignal): AsyncGenerator<string> {
  const { page } = reading;
  const endMs = performance.now() + MAX_STREAM_MS;
  let { after } = page;
  yield `retry: ${RECONNECT_AFTER_MS}\n\n`;
  while (!signal.aborted && performance.now() < endMs) {
    const untilMs = Math.min(endMs, performance.now() + HEARTBEAT_MS);
    const from = { ...reading, page: { ...page, after } };
    // oxlint-disable-next-line no-await-in-loop -- One page after the other.
    const { page: found, next, position } = await waitForPage(deps, from, untilMs, signal);
    after = next;
    yield `${found.rows.map(({ payload }) => messageOf(payload)).join("")}id: ${page.encode(next)}\n\n`;
    // Nobody may wait any longer: the server stops, or too many wait already.
    if (found.rows.length === 0 && position !== undefined && performance.now() < untilMs) return;
  }
}

/** The text that is signed and delivered. */
function messageOf(payload: string): string {
  return `data: ${payload.replaceAll("\n", "\ndata: ")}\n\n`;
}
