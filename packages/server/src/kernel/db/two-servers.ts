import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import type { Db, Queryable, Tx } from "./client.ts";
import type { DB as Database } from "./database-types.ts";
import { isInDirectory, isOnEveryServer } from "./directory.ts";
import { tablesOf } from "./tables-of-sql.ts";
import { isLostServer } from "./unavailable.ts";

/**
 * The connections of a cell on a server of its own (docs/decisions/0044-a-cell-on-a-server-of-its-own.md). Modules know
 * nothing of it: each statement is sent to the server that has its tables. The statements that run in a cell touch the
 * directory or the cell, never both (test/architecture/cells.ts).
 *
 * A transaction that writes to both is two transactions. The directory's is committed first, as the last thing before
 * that of the cell. If the cell's server fails in this very moment, the directory has changed and the cell has not. So
 * the order must be one that leaves nothing wrong: a person without an organization, a counted attempt, a pace that was
 * taken and not used. A cell that names what the directory does not have would be wrong.
 */
export function connectTwoServers({ cell, directory }: { cell: Db; directory: Db }): Db {
  const serverOf = (text: string): Db => (kindOf(text) === "cell" ? cell : directory);

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return cell.transaction(async (tx) => {
      const there = openWhenNeeded(directory);
      try {
        const result = await work({
          inTransaction: true,
          query: (text, values) => (kindOf(text) === "cell" ? tx.query(text, values) : there.query(text, values)),
          // The cell is committed last, so whoever is notified sees both.
          notify: (topic, key) => tx.notify(topic, key),
        });
        if (there.isOpen()) {
          // Constraints that the cell would check at its COMMIT are checked now, before the directory is committed.
          await tx.query("SET CONSTRAINTS ALL IMMEDIATE");
          await there.commit();
        }
        return result;
      } catch (error) {
        await there.rollBack();
        throw error;
      }
    });
  }

  return {
    query: async (text, values) => serverOf(text).query(text, values),
    transaction,
    kysely: createKysely(serverOf),
    onNotification: (listener) => cell.onNotification(listener),
    turnsOf: cell.turnsOf,
    close: () => cell.close(),
  };
}

type Kind = "cell" | "directory" | "read of the directory";
/** Texts are constants, or built from a few parts; the limit is for a caller that builds them from values. */
const MAX_KNOWN = 5_000;
const known = new Map<string, Kind>();

function kindOf(text: string): Kind {
  const before = known.get(text);
  if (before !== undefined) return before;
  const kind = classify(text);
  if (known.size < MAX_KNOWN) known.set(text, kind);
  return kind;
}

function classify(text: string): Kind {
  const { reads, writes, locks } = tablesOf(text.replaceAll('"', ""));
  const tables = [...reads, ...writes].filter((table) => !isOnEveryServer(table));
  const ofDirectory = tables.filter(isInDirectory);
  if (ofDirectory.length === 0) return "cell";
  if (ofDirectory.length < tables.length)
    throw new Error(`a statement touches the directory and a cell, which are on two servers: ${tables.join(", ")}`);
  return writes.size === 0 && locks.length === 0 ? "read of the directory" : "directory";
}

/** The transaction in the directory, which most transactions of a cell do not need. */
function openWhenNeeded(
  directory: Db,
): Queryable & { isOpen(): boolean; commit(): Promise<void>; rollBack(): Promise<void> } {
  let opened:
    | { readonly tx: Promise<Tx>; readonly ended: Promise<void>; readonly end: PromiseWithResolvers<void> }
    | undefined;

  function open(): NonNullable<typeof opened> {
    const begun = Promise.withResolvers<Tx>();
    const end = Promise.withResolvers<void>();
    let isBegun = false;
    const ended = directory.transaction(async (tx) => {
      // The whole transaction is run again by the cell, and not this half of it.
      if (isBegun) throw new Error("the transaction in the directory could not be committed");
      isBegun = true;
      begun.resolve(tx);
      await end.promise;
    });
    ended.catch(begun.reject);
    begun.promise.catch(() => undefined);
    return { tx: begun.promise, ended, end };
  }

  return {
    async query(text, values) {
      if (opened === undefined && kindOf(text) === "read of the directory") return directory.query(text, values);
      opened ??= open();
      return (await opened.tx).query(text, values);
    },
    isOpen: () => opened !== undefined,
    async commit() {
      opened?.end.resolve();
      await opened?.ended;
    },
    async rollBack() {
      opened?.end.reject(new Error("rolled back"));
      await opened?.ended.catch(() => undefined);
    },
  };
}

/** For lists whose statements vary. */
function createKysely(serverOf: (text: string) => Db): Kysely<Database> {
  const client = {
    query: (async (text: string, values: readonly unknown[]) => {
      const { rows } = await serverOf(text).kysely.executeQuery(CompiledQuery.raw(text, [...values]));
      return { command: "SELECT", rowCount: rows.length, rows };
    }) as unknown as PostgresPoolClient["query"], // The other form takes a cursor for streams, which we do not use.
    release: () => undefined,
  };
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { connect: () => Promise.resolve(client), end: () => Promise.resolve(), options: {} },
    }),
  });
}

/** How long a server that could not be reached is not asked again. */
const LEFT_ALONE_MS = 2_000;

/**
 * Looks a key up in all cells. A cell on a server of its own that cannot be reached is left out where another one has
 * the row; otherwise its failure is the answer, because the row may be there. So the failure of one server does not
 * keep the organizations of others out. Without the main database nothing is found.
 */
export function lookUpIn({ main, servers }: { main: readonly Queryable[]; servers: readonly Queryable[] }): Queryable {
  const failedAtMs = new Map<Queryable, { readonly atMs: number; readonly error: unknown }>();

  async function ask<R>(cell: Queryable, text: string, values: readonly unknown[]): Promise<R[]> {
    const failed = failedAtMs.get(cell);
    if (failed !== undefined && performance.now() - failed.atMs < LEFT_ALONE_MS) throw failed.error;
    try {
      const rows = await cell.query<R>(text, values);
      failedAtMs.delete(cell);
      return rows;
    } catch (error) {
      if (isLostServer(error)) failedAtMs.set(cell, { atMs: performance.now(), error });
      throw error;
    }
  }

  return {
    async query<R>(text: string, values: readonly unknown[] = []) {
      if (kindOf(text) !== "cell") return main[0]!.query<R>(text, values);
      const [here, answers] = await Promise.all([
        Promise.all(main.map((cell) => cell.query<R>(text, values))),
        Promise.allSettled(servers.map((cell) => ask<R>(cell, text, values))),
      ]);
      const rows = [
        ...here.flat(),
        ...answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])),
      ];
      const failure = answers.find((answer) => answer.status === "rejected");
      if (rows.length === 0 && failure !== undefined) throw failure.reason;
      return rows;
    },
  };
}
