import pg from "pg";
import { OperatorError } from "../operator-error.ts";
import { cellTables, guardIds, schemaOfCell, VERSION_THERE } from "./cells.ts";
import { isInDirectory, isOnEveryServer } from "./directory.ts";

/**
 * A cell on a PostgreSQL server of its own (docs/decisions/0044-a-cell-on-a-server-of-its-own.md). There the cell is
 * the schema `public`, made by the same migrations, without the tables of the directory. In the main database its
 * tables are foreign tables of the schema `cell_n`, which nobody can write to: they are what `every_cell` shows of this
 * cell. Processes have connections of their own to the cell, and use the foreign tables only for what spans cells.
 */
type Client = Pick<pg.Client, "query">;

/** The database addresses of cells that have their own server, by cell number. */
export type CellUrls = ReadonlyMap<number, string>;

export function cellUrlOf(cell: { readonly number: number; readonly server: string | null }, urls: CellUrls): string {
  const url = urls.get(cell.number);
  if (url === undefined)
    throw new OperatorError(
      `Cell ${cell.number} is on a server of its own: CELL_URLS must name it, as ${cell.number}=postgres://... at ` +
        `${cell.server}.`,
    );
  if (serverOf(url) !== cell.server)
    throw new OperatorError(
      `CELL_URLS names ${serverOf(url)} for cell ${cell.number}, which is at ${cell.server}. If the cell has moved ` +
        `there, run \`cells link ${cell.number}\`.`,
    );
  return url;
}

/** Without user and password. */
export function serverOf(url: string): string {
  const { host, port, database } = partsOf(url);
  return `${host}:${port}/${database}`;
}

function partsOf(url: string): {
  host: string;
  port: string;
  database: string;
  user: string;
  password: string;
  others: [string, string][];
} {
  const parsed = new URL(url);
  const { host = parsed.hostname, ...others } = Object.fromEntries(parsed.searchParams);
  return {
    host,
    port: parsed.port === "" ? "5432" : parsed.port,
    database: decodeURIComponent(parsed.pathname.slice(1)),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    others: Object.entries(others).filter(([name]) => PASSED_ON.test(name)),
  };
}

/** Options of the address that the main server needs too. */
const PASSED_ON = /^ssl(?:mode|rootcert|crl|sni)$/;

const KIND = `SELECT datcollate, datctype, pg_encoding_to_char(encoding) AS encoding FROM pg_database
    WHERE datname = current_database()`;

/**
 * Throws unless the database of the cell is empty and sorts text like the main database: lists over all cells are
 * merged from sorted parts.
 */
export async function assertCanHold(main: Client, there: Client): Promise<void> {
  const [one, other] = [(await main.query(KIND)).rows[0], (await there.query(KIND)).rows[0]];
  if (JSON.stringify(one) !== JSON.stringify(other))
    throw new OperatorError(
      `The database of the cell sorts text differently (${JSON.stringify(other)}); create it with ` +
        `${JSON.stringify(one)}.`,
    );
  const { rows } = await there.query(
    "SELECT FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LIMIT 1",
  );
  if (rows.length > 0) throw new OperatorError("The database of the cell is not empty. Create one for the cell alone.");
}

/**
 * Turns a database with the whole schema and no organization into the database of a cell, in the caller's transaction:
 * drops everything that a cell does not have. Rows that migrations insert belong to the platform, which is in the main
 * database.
 */
export async function reduceToCell(there: Client, cell: number, own: ReadonlySet<string>): Promise<void> {
  for (const name of own) {
    const table = name.replace(/^public\./, "");
    if (isInDirectory(table) && !isOnEveryServer(table)) await there.query(`DROP TABLE IF EXISTS ${name} CASCADE`);
  }
  await there.query("DROP SCHEMA IF EXISTS identity CASCADE");
  const tables = (await cellTables(there, own)).map((table) => `public.${table}`);
  // Some tables refuse to be emptied, by a trigger.
  for (const table of tables) await there.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await there.query(`TRUNCATE ${tables.join(", ")}`);
  for (const table of tables) await there.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await guardIds(there, cell, "public");
}

const COLUMNS = `
  SELECT relname AS table, string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', '
    ORDER BY attnum) AS columns
  FROM pg_class class JOIN pg_attribute ON attrelid = class.oid AND attnum > 0 AND NOT attisdropped
  WHERE relnamespace = 'public'::regnamespace AND relname = ANY ($1::text[]) GROUP BY relname ORDER BY relname`;

/** Rows that are fetched at once: a page of a list, and not the table. */
const FETCHED = 100;
const CONNECT_TIMEOUT_SECONDS = 3;
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Creates, in the main database and the caller's transaction, the foreign tables through which `every_cell` and
 * `migrate` read the cell. Replaces earlier ones, as is needed after a migration.
 */
export async function linkCell(client: Client, cell: number, url: string, tables: readonly string[]): Promise<void> {
  const schema = schemaOfCell(cell);
  await client.query("SET LOCAL client_min_messages = warning");
  await createExtension(client);
  await client.query(`DROP SERVER IF EXISTS ${schema} CASCADE`);
  await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  const { host, port, database, user, password, others } = partsOf(url);
  const options = [
    ["host", host],
    ["port", port],
    ["dbname", database],
    ...others,
    ["connect_timeout", String(CONNECT_TIMEOUT_SECONDS)],
    ["options", `-c TimeZone=UTC -c statement_timeout=${STATEMENT_TIMEOUT_MS}`],
    ["updatable", "false"],
    ["async_capable", "true"],
    ["use_remote_estimate", "true"],
    ["fetch_size", String(FETCHED)],
  ];
  await client.query(`CREATE SERVER ${schema} FOREIGN DATA WRAPPER postgres_fdw OPTIONS (${optionList(options)})`);
  await client.query(
    `CREATE USER MAPPING FOR PUBLIC SERVER ${schema} OPTIONS
      (${optionList([["user", user], ...(password === "" ? [] : [["password", password]])])})`,
  );
  await client.query(`CREATE SCHEMA ${schema}`);
  for (const { table, columns } of (
    await client.query<{ table: string; columns: string }>(COLUMNS, [[...tables, "schema_migrations"]])
  ).rows)
    await client.query(
      `CREATE FOREIGN TABLE ${schema}.${table} (${columns}, ${VERSION_THERE} xid OPTIONS (column_name 'xmin'))
       SERVER ${schema} OPTIONS (schema_name 'public', table_name '${table}')`,
    );
}

function optionList(options: readonly (readonly string[])[]): string {
  return options.map(([name, value]) => `${name} ${pg.escapeLiteral(value!)}`).join(", ");
}

async function createExtension(client: Client): Promise<void> {
  const { rows } = await client.query("SELECT FROM pg_extension WHERE extname = 'postgres_fdw'");
  if (rows.length > 0) return;
  try {
    await client.query("CREATE EXTENSION postgres_fdw");
  } catch (error) {
    throw new OperatorError(
      "The main database needs the extension postgres_fdw: as a superuser, CREATE EXTENSION postgres_fdw, and GRANT " +
        "USAGE ON FOREIGN DATA WRAPPER postgres_fdw to the owner of the tables.",
      {
        cause: error,
      },
    );
  }
}
