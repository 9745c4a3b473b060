import { STATUS_CODES } from "node:http";
import type { FastifyError } from "fastify";
import { Overloaded } from "../combine.ts";
import { DatabaseUnavailable, isConnectionFault } from "../db/unavailable.ts";
import { ClaimOver } from "./claim-over.ts";
import { ApiError, badRequest, notFound, unavailable } from "./errors.ts";

/** The one place where an error becomes a response body, in both forms of the contract. */
export type ErrorBody = {
  status?: "error";
  error?: string;
  message: string;
  code: string;
  details?: readonly { path: string; message: string }[];
};

export const VERSION_PREFIX = "/v1";
export const INITIATION_PREFIX = `${VERSION_PREFIX}/payments-init`;

/** The initiation endpoints answer `{error, message, code}`, whatever went wrong. */
export function isInitiation(url: string): boolean {
  if (!url.startsWith(INITIATION_PREFIX)) return false;
  const next = url[INITIATION_PREFIX.length];
  return next === undefined || next === "/" || next === "?";
}

export function errorBody(error: ApiError, url: string, requestId: string): ErrorBody {
  const details = { ...error.facts, ...(error.details === undefined ? {} : { details: error.details }) };
  if (isInitiation(url)) {
    return { error: STATUS_CODES[error.statusCode] ?? "Error", message: error.message, code: error.code, ...details };
  }
  return {
    status: "error",
    message: error.message,
    code: error.code,
    ...(error.statusCode === 500 ? { error: `request ${requestId}` } : {}),
    ...details,
  };
}

/** A failure either passes within seconds or lasts, and nothing tells which, so the wait is fixed. */
export const RETRY_AFTER_TROUBLE_SECONDS = 1;

/** Of the framework and of lower layers. Any unknown error is a 500 that tells the client only the request id. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Overloaded || error instanceof DatabaseUnavailable || error instanceof ClaimOver)
    return unavailable(error.message, RETRY_AFTER_TROUBLE_SECONDS);
  if (isConnectionFault(error)) {
    const message = "A service that we depend on cannot be reached; send the request again";
    return unavailable(message, RETRY_AFTER_TROUBLE_SECONDS);
  }
  const { code, statusCode } = error as Partial<FastifyError>;
  // A parameter that is longer than any id names nothing.
  if (code === "FST_ERR_MAX_PARAM_LENGTH") return notFound("Path");
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    const message = "The body is larger than the endpoint accepts: 1 MiB, for a payout batch 32 MiB";
    return new ApiError(413, "PAYLOAD_TOO_LARGE", message);
  }
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE")
    return new ApiError(415, "UNSUPPORTED_MEDIA_TYPE", "The body must be sent as application/json");
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode < 500 && String(code).startsWith("FST_")) {
    const { message } = error as Error;
    return statusCode === 400 ? badRequest(message) : new ApiError(statusCode, "BAD_REQUEST", message);
  }
  return new ApiError(500, "INTERNAL", "Something went wrong on our side");
}
