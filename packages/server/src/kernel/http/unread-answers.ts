import type { ServerResponse } from "node:http";
import { isReadable } from "node:stream";
import type { Metrics } from "../metrics.ts";
import type { App } from "./typed-app.ts";

/**
 * Bounds the memory of answers that clients do not read. When waiting answers exceed the limit, the one that has waited
 * longest is dropped with its connection; so is any answer of which no byte was read for STALLED_MS. Content that is
 * the same for everybody is one shared buffer and counts little; small answers, which the system's buffers hold, not at
 * all.
 */
const LIMITS = { unreadBytes: 32 * 1_048_576, stalledMs: 30_000 };
const SMALL_BYTES = 8_192;
/** The memory that a stream, or an answer from a shared buffer, needs for itself. */
const STREAM_BYTES = 65_536;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set for routes whose answers all share one buffer. */
    sharedAnswer?: true;
  }
}

/** The answers of one process. Servers of several cells share them, because they share its memory. */
export type UnreadAnswers = { hold(response: ServerResponse, bytes: number): void };

type UnreadDeps = { readonly metrics: Metrics; readonly limits?: typeof LIMITS };

export function createUnreadAnswers({ metrics, limits = LIMITS }: UnreadDeps): UnreadAnswers {
  /** The one that has waited longest is first. */
  const unread = new Map<ServerResponse, number>();
  let unreadBytes = 0;
  const dropped = metrics.counter(
    "http_unread_answers_dropped_total",
    "Connections closed because their client did not read its answer",
  );

  function drop(response: ServerResponse): void {
    dropped.inc();
    response.destroy();
  }

  return {
    hold(response, bytes) {
      unread.set(response, bytes);
      unreadBytes += bytes;
      response.once("close", () => {
        unreadBytes -= unread.get(response)!;
        unread.delete(response);
      });
      response.setTimeout(limits.stalledMs, () => drop(response));
      for (const oldest of unread.keys()) {
        if (unreadBytes <= limits.unreadBytes || oldest === response) break;
        drop(oldest);
        // Its `close` event comes in a later turn; the next answer in this loop must not be dropped because of it.
        unreadBytes -= unread.get(oldest)!;
        unread.set(oldest, 0);
      }
    },
  };
}

export function addUnreadAnswers(app: App, unread: UnreadAnswers): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const bytes = request.routeOptions.config.sharedAnswer ? STREAM_BYTES : heldBytes(payload);
    if (bytes >= SMALL_BYTES) unread.hold(reply.raw, bytes);
    done();
  });
}

function heldBytes(payload: unknown): number {
  if (typeof payload === "string" || Buffer.isBuffer(payload)) return payload.length;
  const isStream = typeof payload === "object" && payload !== null && "pipe" in payload;
  return isStream && isReadable(payload as unknown as NodeJS.ReadableStream) !== false ? STREAM_BYTES : 0;
}
