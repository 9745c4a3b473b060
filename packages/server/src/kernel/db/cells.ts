import pg from "pg";
import { cellDigitsOf, FIRST_CELL, idTimeMs, isId } from "@corridor/base/ids.ts";
import { OperatorError } from "../operator-error.ts";
import type { Queryable } from "./client.ts";
import { isInDirectory } from "./directory.ts";

/**
 * Cells in one database (docs/decisions/0038-cells.md): the first cell and the directory are the schema `public`, cell
 * n is `cell_n`, which is before `public` in the search path of its sessions. `every_cell` has a view over all cells
 * for each of their tables, for what spans organizations. PostgreSQL cannot write through such a view.
 */
export const EVERY_CELL_SCHEMA = "every_cell";
const FIRST_SCHEMA = "public";

export type CellState = "active" | "draining";
export type Cell = {
  readonly number: number;
  readonly state: CellState;
  /** Empty: any country. */ readonly countries: readonly string[];
  readonly created_at: Date;
};

/** The search path of a session; undefined for a deployment with one cell, whose sessions keep the server's setting. */
export type SearchPath = string;

export function schemaOfCell(cell: number): string {
  return cell === FIRST_CELL ? FIRST_SCHEMA : `cell_${cell}`;
}

export function searchPathOf(schema: string, base: string): SearchPath {
  return schema === FIRST_SCHEMA ? base : `${schema},${base}`;
}

type Client = Pick<pg.Client, "query">;

/** Of a session that belongs to no cell, without spaces, so that it can be an option of a connection. */
export async function baseSearchPath(client: Client): Promise<string> {
  const { rows } = await client.query<{ search_path: string }>("SHOW search_path");
  return rows[0]!.search_path.replaceAll(" ", "");
}

const CELLS = "SELECT number, state, countries, created_at FROM cells ORDER BY number";

export function listCells(db: Queryable): Promise<Cell[]> {
  return db.query<Cell>(CELLS);
}

/** In the order of their numbers; none before the migration that introduced cells. */
export async function readCells(client: Client): Promise<Cell[]> {
  const { rows } = await client.query<{ exists: boolean }>("SELECT to_regclass('public.cells') IS NOT NULL AS exists");
  if (!rows[0]!.exists) return [];
  const [elsewhere] = (await client.query<{ number: number; server: string }>(ELSEWHERE)).rows;
  if (elsewhere !== undefined)
    throw new OperatorError(
      `Cell ${elsewhere.number} is on a server of its own (${elsewhere.server}), and this version would not see its ` +
        "organizations. It must become a deployment of its own first, with the version before: see docs/scaling.md.",
    );
  return (await client.query<Cell>(CELLS)).rows;
}

/** Earlier versions could make such a cell. The column is younger than the table, so the row is read as a whole. */
const ELSEWHERE = `SELECT number, to_jsonb(cells) ->> 'server' AS server FROM cells
  WHERE to_jsonb(cells) ->> 'server' IS NOT NULL ORDER BY number`;

/**
 * Older ids have random bits in place of their cell. They belong to the first cell, and are recognized by their time: a
 * cell's ids are younger than the cell. The allowance covers processes whose clock is behind the database's.
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

/** Tables that every cell has, as they are in the first cell. */
export async function cellTables(client: Client, own: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      ORDER BY relname`,
  );
  return rows.map(({ name }) => name).filter((name) => own.has(`${FIRST_SCHEMA}.${name}`) && !isInDirectory(name));
}

/** The tables of the first cell, empty, with constraints and triggers. Functions exist once, in `public`. */
export async function makeCellSchema(client: Client, cell: number, tables: readonly string[]): Promise<void> {
  const schema = schemaOfCell(cell);
  const inCell = new Set(tables);
  const base = await baseSearchPath(client);
  // Definitions then contain the schema of every object.
  await client.query("SET LOCAL search_path = ''");
  await client.query(`CREATE SCHEMA ${schema}`);
  for (const { table, options } of (await client.query<TableOptions>(TABLES, [tables])).rows)
    await client.query(
      `CREATE TABLE ${schema}.${table} (LIKE public.${table} ${LIKE})
        ${options === null ? "" : `WITH (${options.join(", ")})`}`,
    );
  for (const { table, name, definition } of (await client.query<Definition>(CONSTRAINTS, [tables])).rows) {
    const moved = definition.replace(/ REFERENCES public\.(\w+)\(/, (all, target: string) =>
      inCell.has(target) ? ` REFERENCES ${schema}.${target}(` : all,
    );
    await client.query(`ALTER TABLE ${schema}.${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${moved}`);
  }
  for (const text of [INDEXES, TRIGGERS])
    for (const { table, definition } of (await client.query<Definition>(text, [tables])).rows)
      await client.query(definition.replace(` ON public.${table} `, ` ON ${schema}.${table} `));
  await guardIds(client, cell, schema);
  await client.query(`CREATE TABLE ${schema}.schema_migrations (LIKE public.schema_migrations INCLUDING ALL)`);
  await client.query(`INSERT INTO ${schema}.schema_migrations SELECT * FROM public.schema_migrations`);
  await client.query(`SET LOCAL search_path = ${base}`);
}

async function guardIds(client: Client, cell: number, schema: string): Promise<void> {
  for (const [table, column] of GUARDED_IDS)
    await client.query(
      `ALTER TABLE ${schema}.${table} ADD CONSTRAINT ${table}_of_cell CHECK
        (substr(${column}::text, 21, 3) = '${cell.toString(16).padStart(3, "0")}')`,
    );
}

/** A row whose id names another cell could not be found by its id. */
const GUARDED_IDS = [
  ["organizations", "org_id"],
  ["payments", "payment_id"],
  ["payment_links", "link_id"],
  ["virtual_accounts", "account_id"],
] as const;

type TableOptions = { table: string; options: string[] | null };
type Definition = { table: string; name: string; definition: string };

const LIKE = ["CONSTRAINTS", "DEFAULTS", "GENERATED", "IDENTITY", "STATISTICS", "STORAGE", "COMPRESSION", "COMMENTS"]
  .map((part) => `INCLUDING ${part}`)
  .join(" ");
const OF_TABLES = "relnamespace = 'public'::regnamespace AND relname = ANY ($1::text[])";
const TABLES = `SELECT relname AS table, reloptions AS options FROM pg_class WHERE ${OF_TABLES} ORDER BY relname`;
/** Keys first: a foreign key needs the key that it refers to. */
const CONSTRAINTS = `SELECT relname AS table, conname AS name, pg_get_constraintdef(con.oid) AS definition
  FROM pg_constraint con JOIN pg_class class ON class.oid = conrelid
  WHERE ${OF_TABLES} AND contype IN ('p', 'u', 'x', 'f') ORDER BY contype = 'f', relname, conname`;
const INDEXES = `SELECT relname AS table, '' AS name, pg_get_indexdef(indexrelid) AS definition
  FROM pg_index JOIN pg_class class ON class.oid = indrelid
  WHERE ${OF_TABLES} AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype <> 'f')
    ORDER BY relname, indexrelid`;
const TRIGGERS = `SELECT relname AS table, '' AS name, pg_get_triggerdef(trigger.oid) AS definition
  FROM pg_trigger trigger JOIN pg_class class ON class.oid = tgrelid WHERE ${OF_TABLES} AND NOT tgisinternal
    ORDER BY relname, tgname`;

/** In the caller's transaction; none with one cell. `xmin`: payments are read by their version. */
export async function makeViews(client: Client, cells: readonly number[], tables: readonly string[]): Promise<void> {
  await dropViews(client);
  if (cells.length === 1) return;
  await client.query(`CREATE SCHEMA ${EVERY_CELL_SCHEMA}`);
  const { rows } = await client.query<{ table: string; columns: string }>(
    `SELECT relname AS table, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
     FROM pg_class class JOIN pg_attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1::text[]) GROUP BY relname ORDER BY relname`,
    [tables],
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
