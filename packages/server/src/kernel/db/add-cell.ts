import { OperatorError } from "../operator-error.ts";
import { FIRST_CELL, MAX_CELLS } from "@corridor/base/ids.ts";
import { cellTables, dropViews, makeCellSchema, makeViews, readCells, schemaOfCell, type CellState } from "./cells.ts";
import { allowTriggers, distributeCell, isCitus, prepareNodes } from "./citus.ts";
import {
  ADOPT_SERVER,
  APPLIED,
  applyAllAtOnce,
  type AppliedMigration,
  connectTo,
  inTransaction,
  isUpToDate,
  ownTables,
  takeLock,
} from "./migrate.ts";
import { assertCanHold, cellUrlOf, type CellUrls, linkCell, reduceToCell, serverOf } from "./remote-cell.ts";

const RECENT = "interval '10 minutes'";

type NewCell = {
  /** Of the main database. */ readonly url: string;
  readonly countries: readonly string[];
  /**
   * An empty database, for a cell on a server of its own: as the service, and as the owner of its tables, if that is
   * another role.
   */
  readonly server?: { readonly url: string; readonly ownerUrl: string } | undefined;
  /** Of migrations that the main database must have; those of this version unless a test says otherwise. */
  readonly directory?: string;
};

/**
 * Creates a further cell in one transaction; on a server of its own in one there and one here. It accepts no
 * organization until it is opened: a process reads the list of cells when it starts, so a running process would not
 * find an organization there.
 */
export async function addCell({ url, countries, server, directory }: NewCell): Promise<number> {
  if (!(await isUpToDate({ url, directory })))
    throw new OperatorError("The database does not have the schema of this version; run `migrate` first.");
  const client = await connectTo(url);
  try {
    await takeLock(client);
    const cells = await readCells(client);
    const number = Math.max(...cells.map((cell) => cell.number)) + 1;
    if (number >= MAX_CELLS) throw new OperatorError(`There are ${MAX_CELLS} cells, and an id has room for no more.`);
    if (cells.length === 1) await assertIdsCarryCells(client);
    const tables = await cellTables(client, await ownTables());
    const onCitus = await isCitus(client);
    if (onCitus) await allowTriggers(client);
    if (server !== undefined) await fillServer(client, number, server.ownerUrl);
    await inTransaction(client, async () => {
      const at = server === undefined ? null : serverOf(server.url);
      await client.query("INSERT INTO cells (number, state, countries, server) VALUES ($1, 'draining', $2, $3)", [
        number,
        countries,
        at,
      ]);
      if (server !== undefined) await linkCell(client, number, server.url, tables);
      else await makeCellSchema(client, number, tables);
      if (onCitus && server === undefined) await distributeCell(client, schemaOfCell(number));
      await makeViews(client, [...cells, { number, server: at }], tables);
    });
    await prepareNodes({ url });
    return number;
  } finally {
    await client.end();
  }
}

/** The same migrations as in the main database, whatever this version knows beyond them. */
async function fillServer(main: Awaited<ReturnType<typeof connectTo>>, cell: number, url: string): Promise<void> {
  const there = await connectTo(url);
  try {
    await takeLock(there);
    await inTransaction(there, async () => {
      await assertCanHold(main, there);
      await applyAllAtOnce(there, (await main.query<AppliedMigration>(APPLIED)).rows);
      await reduceToCell(there, cell, await ownTables());
    });
    await there.query(ADOPT_SERVER);
  } finally {
    await there.end();
  }
}

/**
 * Points the main database to where CELL_URLS says that a cell is: after its server has moved, or has another password.
 */
export async function relinkCell({
  url,
  number,
  cellUrls,
}: {
  url: string;
  number: number;
  cellUrls: CellUrls;
}): Promise<string> {
  const client = await connectTo(url);
  try {
    await takeLock(client);
    const cells = await readCells(client);
    const cell = cells.find((one) => one.number === number);
    if (cell === undefined || cell.server === null)
      throw new OperatorError(`Cell ${number} is not on a server of its own; \`cells list\` shows where cells are.`);
    const there = cellUrls.get(number) ?? cellUrlOf(cell, cellUrls);
    const server = serverOf(there);
    const tables = await cellTables(client, await ownTables());
    await inTransaction(client, async () => {
      await client.query("UPDATE cells SET server = $2 WHERE number = $1", [number, server]);
      await dropViews(client);
      await linkCell(client, number, there, tables);
      await makeViews(client, cells, tables);
    });
    return server;
  } finally {
    await client.end();
  }
}

/**
 * A process of an earlier version creates ids whose cell bits are random, and such ids would be looked up in the wrong
 * cells.
 */
async function assertIdsCarryCells(client: Awaited<ReturnType<typeof connectTo>>): Promise<void> {
  const { rows } = await client.query(
    `SELECT FROM idempotency_keys WHERE created_at > now() - ${RECENT} AND substr(resource_id::text, 21, 3) <> '000'
      LIMIT 1`,
  );
  if (rows.length > 0)
    throw new OperatorError(
      "In the last ten minutes a process of an earlier version took requests, and its ids carry no cell. Add a cell " +
        "ten minutes after all processes run this version.",
    );
}

/** A draining cell takes no new organization. */
export async function setCellState(
  db: { query(text: string, values: readonly unknown[]): Promise<unknown[]> },
  number: number,
  state: CellState,
): Promise<void> {
  const changed = await db.query("UPDATE cells SET state = $2 WHERE number = $1 RETURNING number", [number, state]);
  if (changed.length === 0)
    throw new OperatorError(`There is no cell ${number}; \`cells list\` shows all, from ${FIRST_CELL} on.`);
}
