import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { atNode, MOVED_AWAY, nodesOfCells, schemaAtNode, urlAtNode } from "./citus.ts";
import { connect, type ConnectOptions, type Db, type Tx } from "./client.ts";
import { searchPathOf } from "./cells.ts";
import { DatabaseUnavailable, isLostServer } from "./unavailable.ts";

/**
 * Sessions at the node that holds a cell of a Citus cluster, and through the coordinator where the node is out of reach
 * or not prepared: the cell came there by other means than `corridor cells move`, without a migration since (citus.ts).
 *
 *   node --"not on this node any more"--> learn where the cell is, wait until that node is prepared --> node, otherwise
 *   coordinator; node --lost--> learn; coordinator --a statement, LOOK_AGAIN_MS after the last look--> learn
 *
 * A transaction that met a moved cell was rolled back, so it runs again where the cell is now. One whose node was lost
 * does not: it may have committed.
 */
const LOOK_AGAIN_MS = 1_000;
/** `corridor cells move` prepares the new node right after the cell has come there. */
const PREPARED_WITHIN_MS = 5_000;
const LOOK_PAUSE_MS = 100;
const MAX_MOVES = 3;
const OUT_OF_REACH = "the node of a cell cannot be reached; its statements go through the coordinator";
const UNDEFINED_TABLE = "42P01";

type Place = { readonly db: Db; readonly isNode: boolean; readonly learnedAtMs: number; uses: number; isLeft: boolean };
type CellOptions = ConnectOptions & {
  /** Of the cell. */ readonly schema: string;
  /** The search path of sessions that belong to no cell. */ readonly base: string;
};

export function connectToCell(options: CellOptions): Db {
  const { url, schema, base, log } = options;
  const coordinator = connect({ ...options, searchPath: searchPathOf(schema, base), isCitus: true });
  let place: Promise<Place> | undefined;
  let isLooking = false;
  let isClosed = false;

  /** `untilMs`: how long to wait for a node that is being prepared. */
  async function findNode(untilMs: number): Promise<string | undefined> {
    for (;;) {
      const node = await atNode(url, async (client) => (await nodesOfCells(client)).get(schema));
      if (node === undefined) return undefined;
      const there = urlAtNode(url, node);
      if (await atNode(there, (client) => isPrepared(client, schema))) return there;
      if (performance.now() >= untilMs) return undefined;
      await pause(LOOK_PAUSE_MS);
    }
  }

  async function learn(untilMs = Number.NEGATIVE_INFINITY): Promise<Place> {
    let node: string | undefined;
    try {
      node = await findNode(untilMs);
    } catch (error) {
      log.warn({ err: error, schema }, OUT_OF_REACH);
    }
    const atNode = { ...options, searchPath: `${schemaAtNode(schema)},${base}`, isCitus: false };
    const db = node === undefined ? coordinator : connect({ ...atNode, url: node });
    return { db, isNode: node !== undefined, learnedAtMs: performance.now(), uses: 0, isLeft: false };
  }

  function leave(left: Place): void {
    if (left.isNode && left.uses === 0) void left.db.close();
  }

  /** Without making the caller wait. */
  async function lookAgain(from: Place): Promise<void> {
    isLooking = true;
    const found = await learn();
    isLooking = false;
    if (isClosed) return leave(found);
    place = Promise.resolve(found);
    from.isLeft = true;
  }

  async function use<T>(work: (place: Place) => Promise<T>): Promise<T> {
    let moves = 0;
    for (;;) {
      const taken = (place ??= learn());
      const at = await taken;
      if (at.isLeft) continue;
      if (!at.isNode && !isLooking && performance.now() - at.learnedAtMs > LOOK_AGAIN_MS) void lookAgain(at);
      at.uses++;
      try {
        return await work(at);
      } catch (error) {
        if (!at.isNode || !isLost(error)) throw error;
        if (place === taken) place = hasMoved(error) ? learn(performance.now() + PREPARED_WITHIN_MS) : undefined;
        at.isLeft = true;
        if (!hasMoved(error) || ++moves > MAX_MOVES) throw error;
      } finally {
        at.uses--;
        if (at.isLeft) leave(at);
      }
    }
  }

  return {
    query: <R>(text: string, values?: readonly unknown[]) => use(({ db }) => db.query<R>(text, values)),
    transaction: (work, lockTimeoutMs) =>
      use(({ db, isNode }) => db.transaction((tx) => work(isNode ? atNodeOnly(tx, coordinator) : tx), lockTimeoutMs)),
    ask: (statement) => coordinator.ask(statement),
    turnsOf: coordinator.turnsOf,
    onNotification: (listener) => coordinator.onNotification(listener),
    async close() {
      isClosed = true;
      const last = await place;
      if (last?.isNode === true && !last.isLeft) await last.db.close();
      await coordinator.close();
    },
  };
}

/** Everybody listens at the coordinator, where people are too. */
function atNodeOnly(tx: Tx, directory: Db): Tx {
  const refuse = (topic: string): never => {
    throw new Error(`a session at the node of a cell cannot notify of ${topic}`);
  };
  return {
    inTransaction: true,
    directory,
    secrets: tx.secrets,
    query: <R>(text: string, values?: readonly unknown[]) => tx.query<R>(text, values),
    notify: refuse,
  };
}

async function isPrepared(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>("SELECT to_regclass($1) IS NOT NULL AS exists", [
    `${schemaAtNode(schema)}.payments`,
  ]);
  return rows[0]!.exists;
}

/** The shards that a cell leaves behind are dropped after a while, and their views with them. */
function hasMoved(error: unknown): boolean {
  return error instanceof DatabaseUnavailable
    ? error.reason === MOVED_AWAY
    : error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE;
}

function isLost(error: unknown): boolean {
  return hasMoved(error) || isLostServer(error);
}
