import type pg from "pg";
import { cellDigitsOf, FIRST_CELL, idTimeMs, isId } from "@corridor/base/ids.ts";
import type { Queryable } from "./client.ts";
import { statement } from "./statement.ts";

/**
 * Cells in one database (docs/decisions/0038-cells.md): the directory, which is asked before the organization is known,
 * is the schema `public`; cell n is `cell_n`, which is before `public` in the search path of its sessions. A session
 * that names no path is in the first cell: `migrate` tells the database so. `every_cell` has a view over all cells for
 * each of their tables, for what spans organizations. PostgreSQL cannot write through such a view.
 */
export const EVERY_CELL_SCHEMA = "every_cell";
export const DIRECTORY_SCHEMA = "public";

export type CellState = "active" | "draining";
export type Cell = {
  readonly number: number;
  readonly state: CellState;
  /** Empty: any country. */ readonly countries: readonly string[];
  readonly created_at: Date;
};

export function schemaOfCell(cell: number): string {
  return `cell_${cell}`;
}

/** The search path of a session in a cell, or in `every_cell`. `base`: that of a session that belongs to no cell. */
export function searchPathOf(schema: string, base: string): string {
  return `${schema},${base}`;
}

type Client = Pick<pg.Client, "query">;

/** Of a session that belongs to no cell, without spaces, so that it can be an option of a connection. */
export async function baseSearchPath(client: Client): Promise<string> {
  const { rows } = await client.query<{ search_path: string }>("SHOW search_path");
  const schemas = rows[0]!.search_path.split(/, */).filter((schema) => !/^cell_\d+$|^"\$user"$/.test(schema));
  return schemas.join(",");
}

const CELLS = statement("db.CELLS")`SELECT number, state, countries, created_at FROM cells ORDER BY number`;

export function listCells(db: Queryable): Promise<Cell[]> {
  return db.query(CELLS);
}

/** In the order of their numbers; none in an empty database. */
export async function readCells(client: Client): Promise<Cell[]> {
  const { rows } = await client.query<{ exists: boolean }>("SELECT to_regclass('public.cells') IS NOT NULL AS exists");
  return rows[0]!.exists ? (await client.query(CELLS)).rows : [];
}

/**
 * Ids that others made may have random bits in place of their cell. They belong to the first cell, and are recognized
 * by their time: a cell's ids are younger than the cell. The allowance covers processes whose clock is behind the
 * database's.
 */
const CLOCK_ALLOWANCE_MS = 10 * 60_000;

/** The cell that an id belongs to, if it belongs to any. */
export function createCellOf(cells: readonly Pick<Cell, "number" | "created_at">[]): (id: string) => number {
  const sinceMs = new Map(cells.map(({ number, created_at }) => [number, created_at.getTime() - CLOCK_ALLOWANCE_MS]));
  return (id) => {
    if (!isId(id)) return FIRST_CELL;
    const cell = cellDigitsOf(id);
    const knownSinceMs = sinceMs.get(cell);
    return knownSinceMs === undefined || idTimeMs(id) < knownSinceMs ? FIRST_CELL : cell;
  };
}

/** In the caller's transaction; none with one cell. `xmin`: payments are read by their version. */
export async function makeViews(client: Client, cells: readonly number[]): Promise<void> {
  await dropViews(client);
  if (cells.length === 1) return;
  await client.query(`CREATE SCHEMA ${EVERY_CELL_SCHEMA}`);
  const { rows } = await client.query<{ table: string; columns: string }>(
    `SELECT relname AS table, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
     FROM pg_class class JOIN pg_attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> 'schema_migrations'
     GROUP BY relname ORDER BY relname`,
    [schemaOfCell(FIRST_CELL)],
  );
  for (const { table, columns } of rows) {
    const ofCells = cells.map((cell) => `SELECT ${columns}, xmin FROM ${schemaOfCell(cell)}.${table}`);
    await client.query(`CREATE VIEW ${EVERY_CELL_SCHEMA}.${table} AS ${ofCells.join(" UNION ALL ")}`);
  }
}

/** Before a migration changes or drops a column, which a view keeps. */
export async function dropViews(client: Client): Promise<void> {
  await client.query("SET LOCAL client_min_messages = warning");
  await client.query(`DROP SCHEMA IF EXISTS ${EVERY_CELL_SCHEMA} CASCADE`);
}

/** A row whose id names another cell could not be found by its id. Ids of the first cell may have any digits. */
export async function guardIds(client: Client, cell: number): Promise<void> {
  if (cell === FIRST_CELL) return;
  for (const [table, column] of GUARDED_IDS)
    await client.query(
      `ALTER TABLE ${schemaOfCell(cell)}.${table} ADD CONSTRAINT ${table}_of_cell CHECK
        (substr(${column}::text, 21, 3) = '${cell.toString(16).padStart(3, "0")}')`,
    );
}

const GUARDED_IDS = [
  ["organizations", "org_id"],
  ["payments", "payment_id"],
  ["payment_links", "link_id"],
  ["virtual_accounts", "account_id"],
] as const;
