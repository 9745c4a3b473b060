import type { Money } from "@corridor/base/money.ts";
import { codeOfMissing, type ErrorCode, type Resource } from "./error-codes.ts";

/** An error that the client sees: thrown where the rule is broken, made a body in error-response.ts. */
export type ErrorDetail = { path: string; message: string };

export class ApiError extends Error {
  readonly statusCode: number;
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Facts that the caller needs to continue, such as the id of a resource that exists in spite of the error. */
  readonly facts: Readonly<Record<string, unknown>> | undefined;

  constructor(
    statusCode: number,
    code: ErrorCode,
    message: string,
    extra: { details?: readonly ErrorDetail[]; headers?: Record<string, string>; facts?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.statusCode = statusCode;
    this.code = code;
    this.details = extra.details;
    this.headers = extra.headers;
    this.facts = extra.facts;
  }
}

export function badRequest(message: string, details: readonly ErrorDetail[] = [], code?: ErrorCode): ApiError {
  return new ApiError(400, code ?? "VALIDATION_ERROR", message, { details });
}

/** One field is wrong: the message names it, and `details` points at it. */
export function invalidField(path: string, message: string, code: ErrorCode = "VALIDATION_ERROR"): ApiError {
  return new ApiError(400, code, `${path}: ${message}`, { details: [{ path, message }] });
}

export function invalidFields(details: readonly ErrorDetail[], code?: ErrorCode): ApiError {
  return badRequest(details.map(({ path, message }) => `${path}: ${message}`).join("; "), details, code);
}

export function unauthorized(message = "The credential is not valid here", code: ErrorCode = "UNAUTHORIZED"): ApiError {
  return new ApiError(401, code, message);
}

export function forbidden(message: string, code: ErrorCode = "FORBIDDEN"): ApiError {
  return new ApiError(403, code, message);
}

export function notFound(what: Resource | "Path"): ApiError {
  return new ApiError(404, what === "Path" ? "NOT_FOUND" : codeOfMissing(what), `${what} not found`);
}

export function conflict(message: string, code: ErrorCode = "INVALID_STATE"): ApiError {
  return new ApiError(409, code, message);
}

export function insufficientFunds(
  what: string,
  { available, needed }: Record<"available" | "needed", Money>,
): ApiError {
  const message = `The available balance does not cover ${what}; see GET /balances`;
  return new ApiError(409, "INSUFFICIENT_FUNDS", message, { facts: { available, needed, currency: needed.currency } });
}

export function tooManyRequests(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError(429, "RATE_LIMITED", `${message}; try again in ${retryAfterSeconds} s`, {
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}

export function unavailable(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError(503, "UNAVAILABLE", message, { headers: { "retry-after": String(retryAfterSeconds) } });
}

/** Long, because people decide when it goes on. */
const STOPPED_RETRY_SECONDS = 60;

/** The operator's switch; `reason` says what is stopped. */
export function stopped(reason: string): ApiError {
  return unavailable(`Nothing was done: ${reason}`, STOPPED_RETRY_SECONDS);
}
