import type { FastifyRequest } from "fastify";
import { ApiError } from "./errors.ts";

/** A client that left sees no answer and retries if it must: no further work is started. Committed work goes on. */
export const CLIENT_GONE_STATUS = 499;

/** A client that only closed its sending side also counts as disconnected: Node's server then closes the connection. */
export function clientIsGone({ raw: { socket } }: FastifyRequest): boolean {
  return socket.readableEnded || socket.destroyed;
}

/** No client reads this answer; it is for the log and the metrics. */
export function clientGone(): ApiError {
  return new ApiError(CLIENT_GONE_STATUS, "CLIENT_GONE", "The client closed the connection before anything was done");
}
