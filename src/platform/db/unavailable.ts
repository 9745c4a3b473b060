import pg from "pg";

/**
 * The one classification of failures: whether an error means "not now" (trouble of the database or of the way to it) or "not this" (a fault of
 * the statement, the row or our code). "Not now" is a `DatabaseUnavailable`, which clients see as a 503 that says when to come back. Its message
 * is ours; what the driver said is its `cause`, for the log alone.
 */
export class DatabaseUnavailable extends Error {
  /** SQLSTATE or system code, for the log. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super("The service cannot use its database right now; send the request again", options);
    this.name = "DatabaseUnavailable";
    this.reason = reason;
  }
}

/** Classes of SQLSTATE that always mean "not now": connection lost, out of resources (disk, memory, connections), ended by an operator or a timeout, system error. */
const TROUBLE_CLASSES: ReadonlySet<string> = new Set(["08", "53", "57", "58"]);

/** States of classes that otherwise name a fault of ours. */
const TROUBLE_STATES: ReadonlySet<string> = new Set([
  "25006", // The server is read-only: a standby, or an operator made it so.
  "25P03", // The session idled in its transaction for too long: our process was held up.
  "25P04", // The transaction took too long.
  "40001", // A serialization failure, still there after our own retries.
  "40003", // Nobody knows whether the statement completed.
  "40P01", // A deadlock, still there after our own retries.
  "55P03", // A lock was not to be had in time.
]);

const CONNECTION_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  "ENOTFOUND",
  "ENOENT", // The socket of a server on this machine that does not run.
]);

/** An error as it should travel on: trouble becomes a `DatabaseUnavailable`, anything else stays as it is. */
export function classified(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const state = error.code ?? "";
  const isTrouble = TROUBLE_CLASSES.has(state.slice(0, 2)) || TROUBLE_STATES.has(state);
  return isTrouble ? new DatabaseUnavailable(state, { cause: error }) : error;
}

/**
 * What a statement was rejected with. Of a lost connection the driver tells by a plain `Error`; what the server said, and what our own parsers and
 * encoders refuse (`RangeError` and the like), has a class of its own.
 */
export function fromDriver(error: unknown): unknown {
  if (Object.getPrototypeOf(error) !== Error.prototype) return error;
  return new DatabaseUnavailable((error as NodeJS.ErrnoException).code ?? "connection lost", { cause: error });
}

/** Without a session nothing can be done, whatever the reason: a server that starts, stops, is full of sessions or refuses our password. */
export function withoutSession(error: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable((error as NodeJS.ErrnoException).code ?? "no connection", { cause: error });
}

/** For errors that did not come through the door to the database: something that we depend on could not be reached. */
export function isConnectionFault(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && CONNECTION_CODES.has(code) && (code !== "ENOENT" || syscall === "connect");
}
