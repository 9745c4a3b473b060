import type pg from "pg";
import { isInDirectory } from "./directory.ts";

/**
 * What a Citus cluster needs besides plain PostgreSQL (docs/decisions/0038-cells.md, "Citus"). A cell is a distributed schema: all its tables are on one node,
 * and a statement that stays within the cell is sent there whole. The directory is made of reference tables, which every node has. The first cell
 * shares the schema `public` with the directory, which Citus cannot distribute: its tables stay on the coordinator.
 */
type Client = Pick<pg.Client, "query">;

export async function isCitus(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS exists");
  return rows[0]!.exists;
}

/**
 * Directory tables that no statement reads together with tables of a cell, and that no function on a cell's node reads. They are written often, or have
 * triggers that read other tables, so they exist on the coordinator only.
 */
const ON_COORDINATOR = /^(?:cells|readiness_probes|settlement_\w+)$/;

const PLAIN_TABLES = `
  SELECT namespace.nspname AS schema, class.relname AS name FROM pg_class class JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
  WHERE class.relkind = 'r' AND namespace.nspname IN ('public', 'identity') AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = class.oid)
  ORDER BY namespace.nspname, class.relname`;

/**
 * Functions on a cell's node read the directory, such as service_time(). Citus refuses that by default; this setting allows it, and Citus passes the setting on
 * to the nodes.
 */
const LET_FUNCTIONS_READ = `
  DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET citus.allow_nested_distributed_execution = on', current_database()); END $$`;

/** Idempotent, as `migrate` is. `own`: tables of our migrations, as `schema.table`. */
export async function distributeDirectory(client: Client, own: ReadonlySet<string>): Promise<void> {
  await client.query(LET_FUNCTIONS_READ);
  for (const { schema, name } of (await client.query<{ schema: string; name: string }>(PLAIN_TABLES)).rows) {
    const inDirectory = isInDirectory(schema === "public" ? name : `${schema}.${name}`);
    if (own.has(`${schema}.${name}`) && inDirectory && !ON_COORDINATOR.test(name))
      await client.query("SELECT create_reference_table(format('%I.%I', $1::text, $2::text)::regclass)", [schema, name]);
  }
}

const WITHOUT_KEY = `
  SELECT oid::regclass::text AS table FROM pg_class
  WHERE relkind = 'r' AND relnamespace = $1::regnamespace AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary)`;

/** In the transaction that creates the cell. To move a table, Citus must identify each row while it changes: by its primary key, otherwise by all columns. */
export async function distributeCell(client: Client, schema: string): Promise<void> {
  for (const { table } of (await client.query<{ table: string }>(WITHOUT_KEY, [schema])).rows) await client.query(`ALTER TABLE ${table} REPLICA IDENTITY FULL`);
  await client.query(`CREATE TRIGGER events_position BEFORE INSERT ON ${schema}.events FOR EACH ROW EXECUTE FUNCTION public.take_event_position()`);
  await client.query("SELECT citus_schema_distribute($1::regnamespace)", [schema]);
}

/**
 * For a session that changes tables of cells. Citus calls triggers unsafe because one could write elsewhere; ours read the row alone, or a table of the same
 * cell, which is on the same node.
 */
export async function allowTriggers(client: Client): Promise<void> {
  await client.query("SET citus.enable_unsafe_triggers = on");
}
