import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { SecretBox } from "../secrets.ts";
import { isTracing, traced } from "../tracing.ts";
import { createTurnsOf, type TurnsOf } from "../turns.ts";
import { BinaryParameter, bind, BoundQuery, type Messages, type TextParameter } from "./bound-query.ts";
import { columnTypes } from "./column-types.ts";
import { type Sql, textOf } from "./sql.ts";
import type { PlainText, Statement as Described, ValuesOf } from "./statement.ts";
import { observePool } from "./pool-metrics.ts";
import { watchConnections } from "./watch-connections.ts";
import { classified, DatabaseUnavailable, fromDriver, withoutSession } from "./unavailable.ts";
import { statement } from "./statement.ts";

/**
 * The only way to PostgreSQL: a pool with prepared statements, and transactions that commit or leave nothing behind.
 * - A COMMIT that was answered is durable. One without an answer is not retried: it may have committed.
 * - `BEGIN` is awaited before the first statement: behind a canceled `BEGIN` that statement would commit on its own.
 * - No statement can be sent on a finished transaction: a forgotten promise must not write into another one.
 * - A failure of the server or of the network to it is a `DatabaseUnavailable` (unavailable.ts).
 */
export interface Queryable {
  /** Where people and their sign-ins are read, if not here: a session at the node of a cell has none of their tables. */
  readonly directory?: Queryable;
  /** `text` must be a constant: it becomes a prepared statement that is kept. Values are positional. */
  query<R = Record<string, unknown>>(text: PlainText, values?: readonly unknown[]): Promise<R[]>;
  query<V extends readonly unknown[], R>(statement: Described<V, R>, ...values: ValuesOf<NoInfer<V>>): Promise<R[]>;
}

export interface Tx extends Queryable {
  readonly inTransaction: true;
  /** For what is written with a digest that nobody can make who only has the database. */
  readonly secrets?: SecretBox | undefined;
  /**
   * When this transaction commits, every process drops what it has cached under `key` (invalidation.ts). Not for the
   * hot path: PostgreSQL commits transactions with a notification one at a time.
   */
  notify(topic: string, key: string): void;
}

export type Notification = { readonly topic: string; readonly key: string };

/** What lists, analytics and exports need: a `Db`, or what reads from a replica (read-replica.ts). */
export interface Reader extends Queryable {
  /** A statement whose filters vary: it is not prepared, and planned with its values. */
  ask<R>(statement: Sql): Promise<R[]>;
}

export interface Db extends Reader {
  /** READ COMMITTED. `work` runs again after a deadlock or serialization failure, so it must touch nothing but `tx`. */
  transaction<T>(work: (tx: Tx) => Promise<T>, lockTimeoutMs?: number): Promise<T>;
  /** Called for each `notify` of a commit before `transaction` returns: a process sees its own writes. */
  onNotification(listener: (notification: Notification) => void): void;
  /** The turns that write queues take. Queues of other cells on the same server share them. */
  readonly turnsOf: TurnsOf;
  close(): Promise<void>;
}

/**
 * Sessions of a `writer` run only statements by key, planned with index scans and nested loops alone: a plan that was
 * cached while a table was empty would scan the whole table after it has grown.
 */
export type SessionPurpose = "general" | "writer";

export type ConnectOptions = {
  url: string;
  maxConnections: number;
  applicationName: string;
  log: Logger;
  purpose?: SessionPurpose;
  /** How long to wait for a connection, new or free. A caller that waits longer is better told to come back. */
  acquireTimeoutMs?: number;
  /** Where the sessions look for tables, without spaces (cells.ts); absent: where the server says. */
  searchPath?: string | undefined;
  isCitus?: boolean | undefined;
  turnsOf?: TurnsOf;
  metrics?: Metrics;
  secrets?: SecretBox;
};

/** A statement that can be sent, and sent again; already a protocol message if a parameter writes itself. */
type Statement = { name: string | undefined; text: string; parameters: unknown[]; messages: Messages | null };

const STATEMENT_TIMEOUT_MS = 30_000;
const LOCK_TIMEOUT_MS = 10_000;
/** Of batches of several organizations, which then run apart (combine.ts); `writer` sessions begin with it. */
export const BATCH_LOCK_TIMEOUT_MS = 200;
/** No transaction waits for the network, so an idle transaction has lost its process. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** The server ends a slow statement first; this limit ends a statement whose server no longer answers at all. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;
const ACQUIRE_TIMEOUT_MS = 3_000;
const IDLE_CONNECTION_MS = 5 * 60_000;
const KEEP_ALIVE_DELAY_MS = 10_000;
const MAX_RETRIES = 3;
const RETRY_PAUSE_MS = 5;
/** Each costs memory in every session, so a caller that builds statement texts must not fill the server with them. */
const MAX_PREPARED_STATEMENTS = 1_000;
/** PostgreSQL refuses payloads of 8000 bytes and more. */
const MAX_NOTIFICATION_BYTES = 7_900;

export const NOTIFICATION_CHANNEL = "corridor";

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";
const FEATURE_NOT_SUPPORTED = "0A000";
const READ_ONLY = "25006";

const OFF_FOR_WRITERS = ["seqscan", "hashjoin", "mergejoin", "material", "bitmapscan"].map((one) => `enable_${one}`);
const WRITER_SETTINGS = OFF_FOR_WRITERS.map((setting) => `-c ${setting}=off`);
/** Planned once, and not again for every batch size that makes a custom plan look cheaper. Citus cannot plan so. */
const PLANNED_ONCE = "-c plan_cache_mode=force_generic_plan";
/** The coordinator of a Citus cluster passes SET LOCAL on to the nodes, for triggers that read the setting. */
const TOLD_TO_NODES = "-c citus.propagate_set_commands=local";

/** The rest of the transaction plans by index, as a `writer` does: for filling a table that may have been empty. */
export async function planByKey(tx: Tx): Promise<void> {
  await tx.query(PLAN_BY_KEY);
}

const PLAN_BY_KEY = statement(
  "db.PLAN_BY_KEY",
)`SELECT ${OFF_FOR_WRITERS.map((setting) => `set_config('${setting}', 'off', true)`).join(", ")}`;

/** Tests check that locks keep their order and no transaction waits for the network (ARCHITECTURE.md). */
export type TransactionWatch = {
  /** A listener for the statements of one transaction, which are not sent before it returns. */
  statements(): (text: string, values: readonly unknown[]) => void;
  within<T>(work: () => Promise<T>): Promise<T>;
};

let watch: TransactionWatch | undefined;

export function watchTransactions(given: TransactionWatch): void {
  watch = given;
}

export function connect(options: ConnectOptions): Db {
  const { log } = options;
  const usualLockTimeoutMs = options.purpose === "writer" ? BATCH_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS;
  const connections = watchConnections({ url: options.url, log });
  const pool = new pg.Pool({
    Client: connections.Client,
    connectionString: options.url,
    max: options.maxConnections,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? ACQUIRE_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    options: `${sessionSettings(options)} -c lock_timeout=${usualLockTimeoutMs}`,
    types: columnTypes,
    // Statements that one transaction sends at once are pipelined: they do not wait for each other's answers.
    pipeline: true,
  });
  // A stopping server may send a message to a session that is being closed: that is not a lost connection.
  let closing = false;
  const warnOfLoss = (error: Error, message: string): void => {
    if (!closing) log.warn({ err: error }, message);
  };
  pool.on("error", (error) => {
    // The pool attaches the client, with every statement and the session's cancel key, which must not reach a log.
    delete (error as { client?: unknown }).client;
    warnOfLoss(error, "an idle database connection was lost; the pool opens another");
  });
  // A connection can break while it is lent out. Its queries are rejected; the event must not end the process.
  pool.on("connect", (client) =>
    client.on("error", (error: Error) => warnOfLoss(error, "a database connection was lost")),
  );
  connections.follow(pool);

  if (options.metrics !== undefined) observePool(options.metrics, options.applicationName, pool);
  const retried = "Transactions run again after a deadlock or serialization failure";
  const retriesMetric = options.metrics?.counter("database_transaction_retries_total", retried, ["pool"]);

  const prepare = preparedStatements(log);
  const listeners: ((notification: Notification) => void)[] = [];

  /** Faults of the parameters are found here, before a session is taken or a byte is sent. */
  function prepared(text: string, values: readonly unknown[], name = prepare(text)): Statement {
    const parameters = values.map(toParameter);
    return {
      name,
      text,
      parameters,
      messages: parameters.some((parameter) => parameter instanceof BinaryParameter)
        ? bind(name ?? "", parameters.map(besideBinary))
        : null,
    };
  }

  function send<R>(client: pg.PoolClient, statement: Statement): Promise<R[]> {
    return isTracing()
      ? traced(spanName(statement.text), SPAN, () => sendUntraced(client, statement))
      : sendUntraced(client, statement);
  }

  async function sendUntraced<R>(client: pg.PoolClient, { name, text, parameters, messages }: Statement): Promise<R[]> {
    try {
      if (messages === null) return (await client.query({ name, text, values: parameters })).rows as R[];
      const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
      const answered = (error: Error | undefined, answer: pg.QueryResult): void =>
        error ? reject(error) : resolve(answer);
      client.query(new BoundQuery({ name: name ?? "", text }, messages, answered));
      return (await promise).rows as R[];
    } catch (error) {
      throw fromDriver(error);
    }
  }

  async function acquire(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      throw withoutSession(error);
    }
  }

  async function query<R>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    return sendAlone(prepared(text, values), values);
  }

  async function ask<R>(statement: Sql): Promise<R[]> {
    return sendAlone(prepared(textOf(statement), statement.values, ""), statement.values);
  }

  async function sendAlone<R>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    watch?.statements()(statement.text, values);
    for (let retries = 0; ; retries++) {
      const client = await acquire();
      try {
        const rows = await send<R>(client, statement);
        client.release();
        return rows;
      } catch (error) {
        client.release(!(error instanceof pg.DatabaseError) || isUnusableAfter(error));
        await pauseBeforeRetry(error, retries);
      }
    }
  }

  /** Throws the error again unless the failed transaction, which was rolled back as a whole, is worth a retry. */
  async function pauseBeforeRetry(error: unknown, retries: number): Promise<void> {
    if (!isWorthRetrying(error) || retries === MAX_RETRIES) throw classified(error);
    log.debug({ err: error, retries }, "a transaction is tried again");
    retriesMetric?.inc({ pool: options.applicationName });
    await pause(Math.random() * RETRY_PAUSE_MS * 2 ** retries);
  }

  async function runOnce<T>(
    work: (tx: Tx) => Promise<T>,
    begin: string,
  ): Promise<{ result: T; notifications: Notification[] }> {
    const client = await acquire();
    let over = false;
    const notifications: Notification[] = [];
    const hear = watch?.statements();
    const tx: Tx = {
      inTransaction: true,
      secrets: options.secrets,
      async query<R>(text: string, values: readonly unknown[] = []): Promise<R[]> {
        if (over) throw new Error("a statement was sent on a transaction that is already over");
        hear?.(text, values);
        return send<R>(client, prepared(text, values));
      },
      notify(topic, key) {
        if (over) throw new Error("a notification was made on a transaction that is already over");
        if (Buffer.byteLength(encodeNotification({ topic, key })) > MAX_NOTIFICATION_BYTES) {
          throw new Error(`the key of a notification of ${topic} is longer than PostgreSQL carries`);
        }
        notifications.push({ topic, key });
      },
    };
    let result: T;
    try {
      await control(client, begin);
      result = await (watch === undefined ? work(tx) : watch.within(() => work(tx)));
      over = true;
      if (notifications.length > 0) {
        const values = [NOTIFICATION_CHANNEL, notifications.map(encodeNotification)];
        await send(client, prepared("SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload", values));
      }
      const command = await control(client, "COMMIT");
      // A COMMIT after a failed statement answers ROLLBACK without an error, and a caught failure would look stored.
      if (command !== "COMMIT")
        throw new Error("a statement of the transaction failed and was caught; nothing was stored");
    } catch (error) {
      over = true;
      await rollback(client, error);
      throw error;
    }
    client.release();
    return { result, notifications };
  }

  async function control(client: pg.PoolClient, text: string): Promise<string> {
    try {
      return (await client.query(text)).command;
    } catch (error) {
      throw fromDriver(error);
    }
  }

  async function rollback(client: pg.PoolClient, cause: unknown): Promise<void> {
    if (cause instanceof DatabaseUnavailable || isUnusableAfter(cause)) {
      client.release(true);
      return;
    }
    try {
      await client.query("ROLLBACK");
      client.release();
    } catch (error) {
      log.warn({ err: error }, "a rollback failed; its connection is closed");
      client.release(true);
    }
  }

  function transaction<T>(work: (tx: Tx) => Promise<T>, lockTimeoutMs = LOCK_TIMEOUT_MS): Promise<T> {
    const begin = lockTimeoutMs === usualLockTimeoutMs ? "BEGIN" : `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}`;
    return isTracing() ? traced("transaction", SPAN, () => runTransaction(work, begin)) : runTransaction(work, begin);
  }

  async function runTransaction<T>(work: (tx: Tx) => Promise<T>, begin: string): Promise<T> {
    for (let retries = 0; ; retries++) {
      try {
        const { result, notifications } = await runOnce(work, begin);
        for (const notification of notifications) for (const listener of listeners) listener(notification);
        return result;
      } catch (error) {
        await pauseBeforeRetry(error, retries);
      }
    }
  }

  return {
    query,
    transaction,
    ask,
    onNotification(listener) {
      listeners.push(listener);
    },
    turnsOf: options.turnsOf ?? createTurnsOf(),
    close: () => {
      closing = true;
      connections.stop();
      return pool.end();
    },
  };
}

function sessionSettings({ purpose, searchPath, isCitus }: ConnectOptions): string {
  return [
    "-c TimeZone=UTC",
    // Given with the connection and not set afterwards: a session that missed it would write to another cell.
    ...(searchPath === undefined ? [] : [`-c search_path=${searchPath}`]),
    `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
    `-c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
    ...(purpose === "writer" ? WRITER_SETTINGS : []),
    ...(purpose === "writer" && isCitus !== true ? [PLANNED_ONCE] : []),
    ...(isCitus === true ? [TOLD_TO_NODES] : []),
  ].join(" ");
}

/** Names are per process and never reused for another text, so that every session of the pool may keep them. */
function preparedStatements(log: Logger): (text: string) => string | undefined {
  const names = new Map<string, string>();
  let warned = false;
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size === MAX_PREPARED_STATEMENTS) {
      if (!warned) log.warn({ text }, "too many different statements to prepare them all; is a text built by hand?");
      warned = true;
      return undefined;
    }
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** Texts are made here and not by the driver: a half-sent statement would leave its prepared name unusable. */
function toParameter(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toParameter);
  if (typeof value === "function" || typeof value === "symbol")
    throw new TypeError(`a ${typeof value} cannot be a parameter of a statement`);
  const isPlain = typeof value !== "object" || ArrayBuffer.isView(value) || value instanceof BinaryParameter;
  return isPlain ? value : JSON.stringify(value);
}

/** Converts a parameter to the same text that the driver would write. */
function besideBinary(parameter: unknown): BinaryParameter | TextParameter {
  if (parameter === null || typeof parameter === "string" || parameter instanceof BinaryParameter) return parameter;
  if (typeof parameter === "number" || typeof parameter === "boolean" || typeof parameter === "bigint")
    return String(parameter);
  throw new TypeError("beside a row source a parameter is text, a number, a boolean or null");
}

const SPAN = { kind: "client", attributes: { "db.system.name": "postgresql" } } as const;
const spanNames = new Map<string, string>();

/** The statement's verb and its first table. The whole text would be kilobytes in every span. */
function spanName(text: string): string {
  let name = spanNames.get(text);
  if (name === undefined) {
    const [, verb = "statement"] = /^\s*(\w+)/.exec(text) ?? [];
    const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(?:ONLY\s+)?(\w+(?:\.\w+)?)/.exec(text) ?? [];
    name = table === undefined ? verb : `${verb} ${table}`;
    if (spanNames.size < MAX_PREPARED_STATEMENTS) spanNames.set(text, name);
  }
  return name;
}

function encodeNotification({ topic, key }: Notification): string {
  return JSON.stringify([topic, key]);
}

export function decodeNotification(payload: string): Notification {
  const [topic, key] = JSON.parse(payload) as [string, string];
  return { topic, key };
}

function isWorthRetrying(error: unknown): boolean {
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED || isStalePlan(error);
}

/** A new version changed a table's columns under a prepared statement. A new session has no old plan. */
function isStalePlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === FEATURE_NOT_SUPPORTED && error.routine === "RevalidateCachedQuery";
}

/**
 * A session stays usable after a plain SQL error. It is not lent out again after a fatal error, with a stale plan, or
 * when its server accepts no writes: that may be a former primary, and a new connection reaches the current one.
 */
function isUnusableAfter(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.severity !== "ERROR" || error.code === READ_ONLY || isStalePlan(error);
}
