import { OperatorError } from "../operator-error.ts";
import { FIRST_CELL, MAX_CELLS } from "@corridor/base/ids.ts";
import { type CellState, makeViews, readCells, schemaOfCell } from "./cells.ts";
import { allowTriggers, distributeCell, isCitus, prepareNodes } from "./citus.ts";
import type { Queryable } from "./client.ts";
import { statement } from "./statement.ts";
import { asMigrator, inTransaction, isUpToDate, makeCell, takeLock } from "./migrate.ts";

const INSERT_CELL = "INSERT INTO cells (number, state, countries) VALUES ($1, 'draining', $2)";

type NewCell = {
  readonly url: string;
  readonly countries: readonly string[];
  /** Of migrations that the database must have; those of this version unless a test says otherwise. */
  readonly directory?: string;
};

/** Accepts no organization until it is opened: processes read the list of cells when they start. */
export async function addCell({ url, countries, directory }: NewCell): Promise<number> {
  if (!(await isUpToDate({ url, directory })))
    throw new OperatorError("The database does not have the schema of this version; run `migrate` first.");
  return asMigrator(url, async (client) => {
    await takeLock(client);
    const cells = (await readCells(client)).map((cell) => cell.number);
    const number = Math.max(...cells) + 1;
    if (number >= MAX_CELLS) throw new OperatorError(`There are ${MAX_CELLS} cells, and an id has room for no more.`);
    const onCitus = await isCitus(client);
    if (onCitus) await allowTriggers(client);
    await inTransaction(client, async () => {
      await client.query(INSERT_CELL, [number, countries]);
      await makeCell(client, number, { directory });
      if (onCitus) await distributeCell(client, schemaOfCell(number));
      await makeViews(client, [...cells, number]);
    });
    await prepareNodes({ url });
    return number;
  });
}

const SET_CELL_STATE = statement("db.SET_CELL_STATE")`UPDATE cells SET state = $2 WHERE number = $1 RETURNING number`;

export async function setCellState(db: Queryable, number: number, state: CellState): Promise<void> {
  const changed = await db.query(SET_CELL_STATE, [number, state]);
  if (changed.length === 0)
    throw new OperatorError(`There is no cell ${number}; \`cells list\` shows all, from ${FIRST_CELL} on.`);
}
