import type { FastifyRequest } from "fastify";
import { ApiError } from "./errors.ts";

/**
 * A client that hung up will never see an answer, and sends the request again if it still wants it. So nothing is begun for it any more. What is
 * already committed goes on: a payment that was begun is ended by us, whoever listens.
 */
export const CLIENT_GONE_STATUS = 499;

/** A client that only closed its sending side counts as gone, too: Node's server closes the connection then. */
export function clientIsGone({ raw: { socket } }: FastifyRequest): boolean {
  return socket.readableEnded || socket.destroyed;
}

/** Nobody will read it; it is for the log and the metrics. */
export function clientGone(): ApiError {
  return new ApiError(CLIENT_GONE_STATUS, "CLIENT_GONE", "The client closed the connection before anything was done");
}
