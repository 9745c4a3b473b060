import { setTimeout as pause } from "node:timers/promises";
import type { App } from "./typed-app.ts";

/**
 * How a process stops without a failed call.
 *
 *   serving --drain()--> draining, for the grace period: /readyz answers 503, the listener stays open for those that
 *                        have not noticed, and every answer has `Connection: close`
 *           --close()--> the listener and idle connections close; requests in flight are answered
 *
 * A connection that stays idle for the whole grace period is closed while idle, which HTTP/1.1 cannot announce: the
 * period should be longer than the load balancer's health check interval.
 */
export type Drain = { isDraining(): boolean };

declare module "fastify" {
  interface FastifyInstance {
    /** Resolves when the grace period is over; then the server can be closed. */
    drain(graceMs: number): Promise<void>;
  }
}

/** Node adds a second to this time, in which a request that is already in transit is still accepted. */
const KEEP_ALIVE_WHILE_CLOSING_MS = 1;

export function addDrain(app: App): Drain {
  let draining = false;
  app.decorate("drain", async (graceMs: number) => {
    draining = true;
    await pause(graceMs, undefined, { ref: false });
  });
  // When the answer is ready, so that requests in flight when draining began close their connection, too.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (draining) reply.header("connection", "close");
    done(null, payload);
  });
  // A connection whose answer is still being sent would stay open for its whole keep-alive time.
  app.addHook("preClose", (done) => {
    draining = true;
    app.server.keepAliveTimeout = KEEP_ALIVE_WHILE_CLOSING_MS;
    done();
  });
  return { isDraining: () => draining };
}
