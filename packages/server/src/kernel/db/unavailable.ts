import pg from "pg";

/**
 * A failure of the database or of the network to it: "not now", in contrast to a fault of the statement, the row or our
 * code. Clients see a 503 with `Retry-After` and our message; the driver's is the `cause`, for the log alone.
 */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
  /** SQLSTATE or system code, for the log. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super("The service cannot use its database right now; send the request again", options);
    this.reason = reason;
  }
}

/** Connection lost, out of resources (disk, memory, connections), ended by an operator or a timeout, system error. */
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

/** ENOENT: the socket of a local server that is not running. */
const CONNECTION_CODES: ReadonlySet<string> = new Set(
  "ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN ENOTFOUND ENOENT".split(" "),
);

/**
 * A Citus coordinator passes a node's error on without the constraint's name, with the shard's index in the message.
 * Where it copies rows to the node (INSERT ... SELECT), the SQLSTATE is lost too, and only the message tells.
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

/** A lost connection is a plain `Error` of the driver or of the system; all others have a class of their own. */
export function fromDriver(error: unknown): unknown {
  if (Object.getPrototypeOf(error) !== Error.prototype && !isConnectionFault(error)) return asOnPlainServer(error);
  return new DatabaseUnavailable((error as NodeJS.ErrnoException).code ?? "connection lost", { cause: error });
}

/** Whatever the reason, nothing can be done: the server starts, stops, is full or refuses our password. */
export function withoutSession(error: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable((error as NodeJS.ErrnoException).code ?? "no connection", { cause: error });
}

/** A code of the system, or a SQLSTATE of these classes. A lock that was not granted in time is none. */
export function isLostServer(error: unknown): boolean {
  return (
    error instanceof DatabaseUnavailable && (!/^[0-9A-Z]{5}$/.test(error.reason) || /^(?:08|57P)/.test(error.reason))
  );
}

/** A lock was not granted in time: the statement and its transaction were rolled back, and nothing was stored. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && error.reason === "55P03";
}

/** For an error that did not pass through the database client: a service that we depend on is out of reach. */
export function isConnectionFault(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && CONNECTION_CODES.has(code) && (code !== "ENOENT" || syscall === "connect");
}
