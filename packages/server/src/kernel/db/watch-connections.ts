import type { Socket } from "node:net";
import pg from "pg";
import { Client, newClient } from "./open-client.ts";
import type { Logger } from "../log.ts";

/**
 * Finds connections whose other end vanished silently (a cut network, a lost machine, a firewall). To the kernel such a
 * connection looks for many minutes like one whose server is thinking, and its user would wait as long.
 *
 *   an answer is due --nothing came for SILENT_MS--> suspect --the server says about its session:
 *     it is executing              -> left alone: the statement takes its time
 *     it waits for us, or is gone  -> closed, with every idle connection of the pool: they took the same path
 *     (no answer for GIVE_UP_MS)   -> closed: no server can be reached
 *
 * The question goes over a new connection, which also proves that new ones work. The caller that waited gets a
 * `DatabaseUnavailable`; whether its statement ran is unknown. The server never learns that the connection was closed
 * and would keep its transaction and locks until the idle timeout, so it is asked to terminate the session.
 */
export type ConnectionWatch = {
  /** For `new pg.Pool`. */ readonly Client: typeof pg.Client;
  follow(pool: pg.Pool): void;
  stop(): void;
};

const CLOSED = "silent database connections are closed; the pool opens others";
const LOOK_EVERY_MS = 250;
const SILENT_MS = 1_000;
const GIVE_UP_MS = 5_000;
const ASK_TIMEOUT_MS = 1_000;
/** Later the server has ended an idle transaction by itself (`idle_in_transaction_session_timeout`). */
const ORPHANED_MS = 10_000;

/** Fields that the driver's types leave out. */
type Driver = {
  readonly connection: { readonly stream: Socket };
  readonly processID: number | null;
  /** Whether every statement that was sent is answered. */ readonly readyForQuery?: boolean;
};
type Watched = {
  readonly driver: Driver;
  read: number;
  written: number;
  /** Since when nothing was received, while an answer is due or the connection is still being opened. */
  silentSinceMs: number | null;
  isConnected: boolean;
  isLent: boolean;
};

export function watchConnections(options: { url: string; log: Logger }): ConnectionWatch {
  const { log } = options;
  const clients = new Map<pg.ClientBase, Watched>();
  /** Sessions of closed connections that the server may still keep, and until when to look for them. */
  const orphans = new Map<number, number>();
  let asking = false;

  function look(): void {
    const nowMs = performance.now();
    for (const watched of clients.values()) {
      const { bytesRead, bytesWritten, pending, connecting } = watched.driver.connection.stream;
      const isUnused = !watched.isLent || (pending && !connecting);
      if (isUnused || watched.driver.readyForQuery === true) watched.silentSinceMs = null;
      else if (bytesRead !== watched.read) watched.silentSinceMs = nowMs;
      else watched.silentSinceMs ??= nowMs;
      watched.read = bytesRead;
      watched.written = bytesWritten;
    }
    for (const [session, untilMs] of orphans) if (untilMs < nowMs) orphans.delete(session);
    if (!asking && (orphans.size > 0 || silentFor(SILENT_MS).length > 0)) void judge();
  }

  function silentFor(ms: number): Watched[] {
    const momentMs = performance.now() - ms;
    return [...clients.values()].filter(({ silentSinceMs }) => silentSinceMs !== null && silentSinceMs <= momentMs);
  }

  async function judge(): Promise<void> {
    asking = true;
    const suspects = silentFor(SILENT_MS);
    try {
      await askServer(options.url, async (client) => {
        const atWork = await sessionsAtWork(client);
        if (atWork !== null) {
          close(suspects.filter(({ driver, isConnected }) => !isConnected || !atWork.has(driver.processID!)));
          await endSessions(client, [...orphans.keys()]);
        }
        orphans.clear();
      });
    } catch (error) {
      log.warn({ err: error }, "the database does not answer, not even on a new connection");
      // A server that refuses the connection is running, and so may its sessions be.
      if (!(error instanceof pg.DatabaseError)) close(silentFor(GIVE_UP_MS));
    } finally {
      asking = false;
    }
  }

  function close(judged: readonly Watched[]): void {
    // A connection that received data or was lent out again meanwhile is not the one that was judged.
    const dead = judged.filter(({ driver, read, written }) => {
      const { bytesRead, bytesWritten } = driver.connection.stream;
      return bytesRead === read && bytesWritten === written;
    });
    if (dead.length === 0) return;
    const idle = [...clients.values()].filter(({ isConnected, isLent }) => isConnected && !isLent);
    log.warn({ silent: dead.length, idle: idle.length }, CLOSED);
    for (const { driver } of [...dead, ...idle]) driver.connection.stream.destroy();
    for (const { driver, isConnected } of dead)
      if (isConnected) orphans.set(driver.processID!, performance.now() + ORPHANED_MS);
  }

  class WatchedClient extends Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const driver = this as unknown as Driver;
      clients.set(this, { driver, read: 0, written: 0, silentSinceMs: null, isConnected: false, isLent: true });
      this.once("end", () => clients.delete(this));
    }
  }

  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    Client: WatchedClient,
    follow(pool) {
      const change = (client: pg.PoolClient, state: Partial<Watched>): void =>
        void Object.assign(clients.get(client) ?? {}, state);
      pool.on("connect", (client) => change(client, { isConnected: true }));
      pool.on("acquire", (client) => change(client, { isLent: true }));
      pool.on("release", (_error, client) => change(client, { isLent: false }));
    },
    stop: () => clearInterval(timer),
  };
}

async function askServer(url: string, ask: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = newClient({
    connectionString: url,
    application_name: "corridor-watch",
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
  });
  try {
    await client.connect();
    await ask(client);
  } finally {
    client.end().catch(() => undefined);
  }
}

/** Null when it is unknown: behind a connection pooler, sessions have other numbers than the server's own. */
async function sessionsAtWork(client: pg.Client): Promise<ReadonlySet<number> | null> {
  const { rows } = await client.query<{ pid: number; self: boolean }>(
    `SELECT pid, pid = pg_backend_pid() AS self FROM pg_stat_activity
     WHERE datname = current_database() AND (state NOT LIKE 'idle%'
       OR state_change > clock_timestamp() - $1 * interval '1 ms')`,
    [SILENT_MS],
  );
  const self = rows.find((row) => row.self)?.pid;
  return self === (client as unknown as Driver).processID ? new Set(rows.map((row) => row.pid)) : null;
}

/** Only those without traffic for as long as their connection: the number may belong to another session by now. */
async function endSessions(client: pg.Client, sessions: readonly number[]): Promise<void> {
  if (sessions.length === 0) return;
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid = ANY ($1) AND usename = current_user AND state_change <= clock_timestamp() - $2 * interval '1 ms'`,
    [sessions, SILENT_MS],
  );
}
