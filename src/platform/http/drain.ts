import { setTimeout as pause } from "node:timers/promises";
import type { App } from "./typed-app.ts";

/**
 * How a process leaves without a failed call.
 *
 *   serving --drain()--> draining, for the grace: /readyz says 503, so that load balancers stop sending; the listener stays open for those that have
 *                        not noticed; every answer says `Connection: close`, so that kept-alive connections end with an answer and not under a request
 *           --close()--> the listener closes, idle connections with it; what is under way is answered
 *
 * A connection that stayed idle for the whole grace is closed while it is idle. HTTP/1.1 has no way to announce that, so the grace should be longer
 * than the pause between two looks of the load balancer.
 */
export type Drain = { isDraining(): boolean };

declare module "fastify" {
  interface FastifyInstance {
    /** Resolves when the grace is over; then the server can be closed. */
    drain(graceMs: number): Promise<void>;
  }
}

/** Node adds a second to it, in which a request that is already on its way is still taken. */
const KEEP_ALIVE_WHILE_CLOSING_MS = 1;

export function addDrain(app: App): Drain {
  let draining = false;
  app.decorate("drain", async (graceMs: number) => {
    draining = true;
    await pause(graceMs, undefined, { ref: false });
  });
  // When the answer is ready, not when the request came: one that is under way as the drain begins ends its connection too.
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (draining) reply.header("connection", "close");
    done(null, payload);
  });
  // Closing ends the connections that are idle at that moment; one whose answer is still under way would stay for its whole time after it.
  app.addHook("preClose", (done) => {
    draining = true;
    app.server.keepAliveTimeout = KEEP_ALIVE_WHILE_CLOSING_MS;
    done();
  });
  return { isDraining: () => draining };
}
