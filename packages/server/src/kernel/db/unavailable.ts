import pg from "pg";

/**
 * The one classification of failures: an error either means "not now" (a failure of the database or of the network to
 * it) or "not this" (a fault of the statement, the row or our code). "Not now" is a `DatabaseUnavailable`, which
 * clients see as a 503 with `Retry-After`. Its message is ours; the driver's message is its `cause`, for the log alone.
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

/**
 * Classes of SQLSTATE that always mean "not now": connection lost, out of resources (disk, memory, connections), ended
 * by an operator or a timeout, system error.
 */
const TROUBLE_CLASSES: ReadonlySet<string> = new Set(["08", "53", "57", "58"]);

/** Exceptions in SQLSTATE classes that otherwise name a fault of ours. */
const TROUBLE_STATES: ReadonlySet<string> = new Set([
  "25006", // The server is read-only: a standby, or an operator made it so.
  "25P03", // The session idled in its transaction for too long: our process was suspended.
  "25P04", // The transaction took too long.
  "40001", // A serialization failure, still there after our own retries.
  "40003", // Nobody knows whether the statement completed.
  "40P01", // A deadlock, still there after our own retries.
  "55P03", // A lock could not be acquired in time.
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
  "ENOENT", // The socket of a local server that is not running.
]);

/**
 * The coordinator of a Citus cluster passes a node's error on without the name of the constraint, and names the index
 * of the shard in the message. Where it copies rows to the node (INSERT ... SELECT), the SQLSTATE is lost as well:
 * every error is an internal one, and only the message tells them apart.
 */
const COPIED_TO_NODE = { code: "XX000", routine: "ReportCopyError" };
const STATES_OF_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^duplicate key value violates unique constraint /, "23505"],
  [/ violates foreign key constraint /, "23503"],
  [/ violates not-null constraint$/, "23502"],
  [/ violates check constraint /, "23514"],
  [/^deadlock detected$/, "40P01"],
  [/^canceling statement due to lock timeout$/, "55P03"],
  [/^canceling statement due to statement timeout$/, "57014"],
];
const CONSTRAINT_OF_SHARD = / constraint "(.+)_\d+"$/;

/** Gives an error of a node the SQLSTATE and the constraint that it has on a plain server. */
function asOnPlainServer(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (error.code === COPIED_TO_NODE.code && error.routine === COPIED_TO_NODE.routine)
    error.code = STATES_OF_MESSAGES.find(([message]) => message.test(error.message))?.[1] ?? error.code;
  if (error.code?.startsWith("23") === true) error.constraint ??= CONSTRAINT_OF_SHARD.exec(error.message)?.[1];
  return error;
}

/** Converts a failure of the database into a `DatabaseUnavailable`; any other error stays as it is. */
export function classified(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const state = error.code ?? "";
  const isTrouble = TROUBLE_CLASSES.has(state.slice(0, 2)) || TROUBLE_STATES.has(state);
  return isTrouble ? new DatabaseUnavailable(state, { cause: error }) : error;
}

/**
 * The error that a statement was rejected with. A lost connection is a plain `Error` of the driver or an error of the
 * system. Errors of the server, and of our own parsers and encoders (`RangeError` and the like), have a class of their
 * own.
 */
export function fromDriver(error: unknown): unknown {
  if (Object.getPrototypeOf(error) !== Error.prototype && !isConnectionFault(error)) return asOnPlainServer(error);
  return new DatabaseUnavailable((error as NodeJS.ErrnoException).code ?? "connection lost", { cause: error });
}

/**
 * Without a session nothing can be done, whatever the reason: the server starts, stops, has no session left or refuses
 * our password.
 */
export function withoutSession(error: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable((error as NodeJS.ErrnoException).code ?? "no connection", { cause: error });
}

/**
 * Whether the server itself was lost: a code of the system, or a SQLSTATE of these classes. A lock that was not granted
 * in time does not count as a lost server.
 */
export function isLostServer(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable && (!/^[0-9A-Z]{5}$/.test(error.reason) || /^(?:08|57P)/.test(error.reason))
  );
}

/**
 * Whether an error that did not pass through the database client means that a service that we depend on could not be
 * reached.
 */
export function isConnectionFault(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && CONNECTION_CODES.has(code) && (code !== "ENOENT" || syscall === "connect");
}
