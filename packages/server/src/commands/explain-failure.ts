import pg from "pg";
import { NotCertifiable } from "@corridor/provider-kit/errors.ts";
import { DatabaseUnavailable } from "#src/kernel/db/unavailable.ts";
import { ApiError } from "#src/kernel/http/errors.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { SecretUnreadable } from "#src/kernel/secrets.ts";

const EXPLAINED = [OperatorError, ApiError, SecretUnreadable, NotCertifiable];
const LOST_CONNECTIONS: ReadonlySet<string | undefined> = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT"]);
/** The driver's messages for a connection that the server closed, or did not open in time. */
const DRIVER_LOSSES: ReadonlySet<string> = new Set([
  "Connection terminated unexpectedly",
  "Client has encountered a connection error and is not queryable",
  "timeout expired",
  "Connection terminated due to connection timeout",
]);
const FILE_FAULTS: ReadonlySet<string | undefined> = new Set(
  "EACCES EPERM EROFS ENOSPC EDQUOT EEXIST ENOTDIR".split(" "),
);

/** What is wrong, and which setting to check. Null for a bug of ours, whose stack is needed. */
export function explainFailure(error: unknown): string | null {
  if (EXPLAINED.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof DatabaseUnavailable) return explainFailure(error.cause) ?? unusable(error);
  if (error instanceof pg.DatabaseError && error.severity === "FATAL")
    return `The database refused the connection: ${error.message}. Check DATABASE_URL.`;
  if (!(error instanceof Error)) return null;
  type Failure = NodeJS.ErrnoException & { address?: string; port?: number; hostname?: string };
  const { code, syscall, address, port, path, hostname } = error as Failure;
  switch (syscall) {
    case "listen":
      return code === "EADDRINUSE"
        ? `${address}:${port} is used by another program. End it, or choose another port (PORT, SANDBOX_PORT; --port ` +
            `of \`listen\`).`
        : `Nothing can listen on ${address}:${port} (${code}). Check HOST, PORT and SANDBOX_PORT.`;
    case "connect":
      return (
        `The database at ${port === undefined ? address : `${address}:${port}`} cannot be reached (${code}). ` +
        "Check DATABASE_URL."
      );
    case "read":
    case "write":
      if (LOST_CONNECTIONS.has(code)) return lostConnection(code ?? "");
      break;
    case "getaddrinfo":
      return `The name ${hostname} has no address (${code}). Check HOST and DATABASE_URL.`;
  }
  if (DRIVER_LOSSES.has(error.message)) return lostConnection(error.message);
  return path !== undefined && FILE_FAULTS.has(code)
    ? `${path} cannot be used (${code}). Check DATA_DIR, its owner and the space left.`
    : null;
}

/** The server answers, but cannot do the work: it is read-only, or has run out of disk or memory. */
function unusable({ reason, cause }: DatabaseUnavailable): string {
  return (
    `The database cannot be used now: ${cause instanceof Error ? cause.message : reason}. Check the database ` +
    "server, and try again."
  );
}

function lostConnection(reason: string): string {
  return (
    `The connection to the database was lost (${reason}). Check that DATABASE_URL names a PostgreSQL server and ` +
    "its port, and that nothing in between closes connections."
  );
}
