import { countOrganizations } from "#src/parties/organizations/index.ts";
import { addCell, setCellState } from "#src/kernel/db/add-cell.ts";
import {
  type Cell,
  type CellState,
  DIRECTORY_SCHEMA,
  EVERY_CELL_SCHEMA,
  listCells,
  schemaOfCell,
  searchPathOf,
} from "#src/kernel/db/cells.ts";
import { moveCell } from "#src/kernel/db/citus.ts";
import type { Config } from "#src/config.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { grantService } from "#src/kernel/db/grant-service.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { print, printJson } from "./client/output.ts";
import { readConfig } from "./parts.ts";
import { withConnection, withDatabase } from "./with-database.ts";

/** Cells (docs/decisions/0038-cells.md). */
type JsonFlags = { json?: true };
export type AddCellFlags = JsonFlags & { country?: readonly string[] };

export async function listCellsCommand(assignments: readonly string[], { json }: JsonFlags): Promise<void> {
  const counted = async (cell: Cell, db: Db) => ({ ...cell, organizations: await countOrganizations(db) });
  const cells = await withDatabase(assignments, (url, db, config) => withEachCell(config, url, db, counted));
  if (json === true) return printJson({ cells });
  for (const { number, state, countries, organizations } of cells) {
    const where = countries.length === 0 ? "any country" : countries.join(", ");
    print(`${number}  ${schemaOfCell(number)}  ${state}  ${organizations} organizations  ${where}`);
  }
}

/** As the owner, if DATABASE_OWNER_URL names one; the service's role then gets its rights on the new tables. */
export async function addCellCommand(assignments: readonly string[], flags: AddCellFlags): Promise<void> {
  const { country = [], json } = flags;
  const { databaseOwnerUrl } = readConfig(assignments);
  const number = await withDatabase(assignments, async (url) => {
    const added = await addCell({ url: databaseOwnerUrl ?? url, countries: country.map((one) => one.toUpperCase()) });
    if (databaseOwnerUrl !== undefined) await grantService({ ownerUrl: databaseOwnerUrl, serviceUrl: url });
    return added;
  });
  if (json === true) return printJson({ cell: number });
  print(`Cell ${number} is the schema ${schemaOfCell(number)}.`);
  print(
    `Restart every process, one after another. Then run \`cells open ${number}\`, so that the cell takes new ` +
      "organizations.",
  );
}

export async function setCellStateCommand(
  assignments: readonly string[],
  number: number,
  state: CellState,
  { json }: JsonFlags,
): Promise<void> {
  await withDatabase(assignments, (_url, db) => setCellState(db, number, state));
  if (json === true) return printJson({ cell: number, state });
  if (state === "active") return print(`Cell ${number} takes new organizations.`);
  print(`Cell ${number} takes no new organizations. Its existing organizations stay there and keep working.`);
}

export async function moveCellCommand(
  assignments: readonly string[],
  number: number,
  node: string,
  { json }: JsonFlags,
): Promise<void> {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(node) ?? [];
  if (host === undefined)
    throw new OperatorError(`Name the node as host:port, as Citus knows it; ${node} has another form.`);
  const { databaseOwnerUrl } = readConfig(assignments);
  await withDatabase(assignments, (url) =>
    moveCell({ url: databaseOwnerUrl ?? url, schema: schemaOfCell(number), to: { host, port: Number(port) } }),
  );
  if (json === true) return printJson({ cell: number, node });
  print(`Cell ${number} is now on the node ${node}.`);
}

/** Runs `work` for each cell, one after another, with connections whose search path is that cell. */
export async function withEachCell<T>(
  config: Config,
  url: string,
  first: Db,
  work: (cell: Cell, db: Db) => Promise<T>,
) {
  const results: T[] = [];
  for (const cell of await listCells(first)) {
    const searchPath = searchPathOf(schemaOfCell(cell.number), DIRECTORY_SCHEMA);
    results.push(await withConnection(config, { url, searchPath }, (db) => work(cell, db)));
  }
  return results;
}

/** Runs `work` once, over one connection that reads all cells together. */
export async function overEveryCell<T>(
  config: Config,
  url: string,
  first: Db,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if ((await listCells(first)).length === 1) return work(first);
  const searchPath = searchPathOf(EVERY_CELL_SCHEMA, DIRECTORY_SCHEMA);
  return withConnection(config, { url, maxConnections: 1, searchPath }, work);
}
