import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { withClient } from "./open-client.ts";
import { OperatorError } from "../operator-error.ts";

/**
 * What a Citus cluster needs besides plain PostgreSQL (docs/decisions/0038-cells.md, "Citus"). A cell is a distributed
 * schema: all its tables are on one node, which gets its statements whole. The directory is reference tables, which
 * every node has.
 */
type Client = Pick<pg.Client, "query">;

export async function isCitus(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS exists",
  );
  return rows[0]!.exists;
}

/**
 * Every node has a copy of what statements and functions at a node read. Changing it needs all nodes, so nothing is
 * among it that payments or sign-ins change.
 */
const EVERYWHERE: ReadonlySet<string> = new Set([
  "event_log",
  "test_clock",
  "currency_rates",
  "ledger_sandbox_balance",
]);
/**
 * The rest is at the coordinator. Citus commits it together with what is at a node; it knows nothing of these, since it
 * sends what a statement with several parts finds to every node, and nobody could sign in while one is down.
 */
const OF_COORDINATOR_ALONE =
  /^(?:identity\.\w+|public\.(?:users|user_identities|cells|readiness_probes|settlement_\w+))$/;

const PLAIN_TABLES = `
  SELECT namespace.nspname AS schema, class.relname AS name FROM pg_class class
    JOIN pg_namespace namespace ON namespace.oid = class.relnamespace
  WHERE class.relkind = 'r' AND namespace.nspname IN ('public', 'identity')
    AND class.relname <> 'schema_migrations'
    AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = class.oid)
  ORDER BY namespace.nspname, class.relname`;

/** What was made on plain PostgreSQL, in the order in which it was made. */
const PLAIN_FUNCTIONS = `
  SELECT pg_get_functiondef(f.oid) AS definition FROM pg_proc f JOIN pg_namespace namespace ON namespace.oid = pronamespace
  WHERE nspname IN ('public', 'identity') AND prokind = 'f'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = f.oid AND deptype = 'e')
    AND NOT EXISTS (SELECT FROM pg_dist_object d WHERE d.classid = 'pg_proc'::regclass AND d.objid = f.oid)
  ORDER BY f.oid`;

/** Functions on a cell's node read the directory, such as service_time(), which Citus refuses by default. */
const LET_FUNCTIONS_READ = `
  DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET citus.allow_nested_distributed_execution = on', current_database());
    END $$`;

/** Tables of the directory that Citus does not know yet. `own`: tables of our migrations, as `schema.table`. */
export async function tablesToShare(client: Client, own: ReadonlySet<string>) {
  const { rows } = await client.query<{ schema: string; name: string }>(PLAIN_TABLES);
  return rows.filter(({ schema, name }) => {
    const table = `${schema}.${name}`;
    return own.has(table) && !OF_COORDINATOR_ALONE.test(table);
  });
}

/** Idempotent, as `migrate` is. */
export async function distributeDirectory(client: Client, own: ReadonlySet<string>): Promise<void> {
  await client.query(LET_FUNCTIONS_READ);
  for (const definition of [SAY_MOVED, GUARD, REFUSE]) await client.query(definition);
  for (const { schema, name } of await tablesToShare(client, own)) {
    const make = EVERYWHERE.has(name) ? "create_reference_table" : "citus_add_local_table_to_metadata";
    await client.query(`SELECT ${make}(format('%I.%I', $1::text, $2::text)::regclass)`, [schema, name]);
  }
  // Citus takes along functions of triggers, not those that sessions at a node call.
  for (const { definition } of (await client.query<{ definition: string }>(PLAIN_FUNCTIONS)).rows)
    await client.query(definition);
  await client.query(EVENT_POSITION);
}

/**
 * A position is a transaction id of the cell's node under a generation. Each node counts generations from a base of its
 * own (`event_log.bases`), raised before a cell moves there, so that a cell's positions never go back (moveCell).
 */
const EVENT_POSITION = `
  CREATE OR REPLACE FUNCTION public.event_position(transaction_id xid8) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
  DECLARE
    node text := (SELECT groupid FROM pg_dist_local_group);
  BEGIN
    RETURN (SELECT ((first_generation + coalesce((bases ->> node)::bigint, 0) +
      ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::bigint) << 44)
              | transaction_id::text::bigint
            FROM event_log WHERE only_row);
  END $$`;

const WITHOUT_KEY = `
  SELECT oid::regclass::text AS table FROM pg_class
  WHERE relkind = 'r' AND relnamespace = $1::regnamespace
    AND NOT EXISTS (SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary)`;

export async function undistributed(client: Client, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    "SELECT schemaid::regnamespace::text AS schema FROM pg_dist_schema",
  );
  return schemas.filter((one) => !rows.some(({ schema }) => schema === one));
}

/** To move a table, Citus tells rows apart by primary key or all columns. */
export async function distributeCell(client: Client, schema: string): Promise<void> {
  for (const { table } of (await client.query<{ table: string }>(WITHOUT_KEY, [schema])).rows)
    await client.query(`ALTER TABLE ${table} REPLICA IDENTITY FULL`);
  await client.query(
    `CREATE TRIGGER events_position BEFORE INSERT ON ${schema}.events FOR EACH ROW WHEN (${OF_CITUS})
      EXECUTE FUNCTION public.take_event_position()`,
  );
  await guardTables(client, schema);
  await client.query("SELECT citus_schema_distribute($1::regnamespace)", [schema]);
}

/** Citus calls triggers unsafe, as one could write elsewhere; ours read the row or a table of the same cell. */
export async function allowTriggers(client: Client): Promise<void> {
  await client.query("SET citus.enable_unsafe_triggers = on");
}

/**
 * Sessions at the node of a cell. Citus sends no statement with several writing parts whole, and plans each distributed
 * statement anew. A session at the node reads and writes the shards, which are plain tables there, by views with the
 * tables' names (`cell_1_at_node`). It lacks the protection of Citus while a cell moves, so:
 * - Each write takes the lock that Citus takes (`lock_shard_metadata`), and then asks whether the cell is still here.
 *   A move ends after all who hold the lock, and leaves nobody behind who gets it later. One shard stands for the cell:
 *   all shards move together, and a transaction that took one lock for each table could deadlock with the move.
 * - Each read asks too, by its own snapshot: the shards stay at the old node for a while.
 * The directory is read-only there. Notifications and advisory locks of the coordinator are not for such a session.
 */
export const MOVED_AWAY = "57C01";
const SHARE_LOCK = 5;

const SAY_MOVED = `
  CREATE OR REPLACE FUNCTION public.cell_moved(cell text) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% is not on this node any more', cell USING ERRCODE = '${MOVED_AWAY}';
  END $$`;

/** Takes the lock with the owner's rights, as nobody else may, and once per transaction, which keeps its locks. */
const GUARD = `
  CREATE OR REPLACE FUNCTION public.guard_cell() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog AS $$
  DECLARE
    shard bigint := (SELECT shardid FROM pg_dist_shard
      WHERE logicalrelid = to_regclass(TG_TABLE_SCHEMA || '.payments'));
  BEGIN
    PERFORM lock_shard_metadata(${SHARE_LOCK}, ARRAY[shard]);
    IF NOT EXISTS (SELECT FROM pg_dist_placement WHERE shardid = shard
      AND groupid = (SELECT groupid FROM pg_dist_local_group)) THEN
      PERFORM public.cell_moved(TG_TABLE_SCHEMA);
    END IF;
    PERFORM set_config('corridor.guarded', TG_TABLE_SCHEMA, true);
    RETURN NULL;
  END $$`;
/** Sessions of Citus itself hold the lock on the coordinator. */
const OF_CITUS = "current_setting('application_name') LIKE 'citus\\_internal%'";

/** A copy of the directory that only this node changed would differ from the others for good. */
const REFUSE = `
  CREATE OR REPLACE FUNCTION public.refuse_at_node() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION '% belongs to the directory, which is changed through the coordinator', TG_TABLE_NAME;
  END $$`;

const UNGUARDED = `
  SELECT oid::regclass::text AS table FROM pg_class
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = $1::regnamespace
    AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = 'a_cell_guard')
  ORDER BY 1`;

async function guardTables(client: Client, schema: string): Promise<void> {
  for (const { table } of (await client.query<{ table: string }>(UNGUARDED, [schema])).rows)
    await client.query(
      `CREATE TRIGGER a_cell_guard BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT
       WHEN (current_setting('corridor.guarded', true) IS DISTINCT FROM '${schema}' AND NOT ${OF_CITUS})
         EXECUTE FUNCTION public.guard_cell()`,
    );
}

type Node = { readonly host: string; readonly port: number };
type CellNode = Node & { readonly schema: string; readonly groupid: number };

const NODES = `
  SELECT DISTINCT schemaid::regnamespace::text AS schema, nodename AS host, nodeport AS port, groupid
  FROM pg_dist_schema JOIN pg_dist_partition USING (colocationid) JOIN pg_dist_shard USING (logicalrelid)
    JOIN pg_dist_placement USING (shardid)
    JOIN pg_dist_node USING (groupid)
  WHERE isactive AND metadatasynced AND noderole = 'primary' ORDER BY 1`;

/** The node of each cell, by the cell's schema. `client` must be connected to the coordinator. */
export async function nodesOfCells(client: Client): Promise<ReadonlyMap<string, CellNode>> {
  const { rows } = await client.query<CellNode>(NODES);
  return new Map(rows.map((row) => [row.schema, row]));
}

export function urlAtNode(url: string, { host, port }: Node): string {
  const atNode = Object.assign(new URL(url), { hostname: host, port: String(port) });
  for (const ofCoordinator of ["host", "port"]) atNode.searchParams.delete(ofCoordinator);
  return atNode.href;
}

export function schemaAtNode(schema: string): string {
  return `${schema}_at_node`;
}

/**
 * Makes what sessions at the nodes need: after each migration, move and grant to the service's role, which gets the
 * same rights on a view as on its table. Until then sessions go through the coordinator. `url`: of the owner, there.
 */
export async function prepareNodes({
  url,
  only,
}: {
  url: string;
  /** One cell's schema. */ only?: string;
}): Promise<void> {
  await atNode(url, async (client) => {
    if (!(await isCitus(client))) return;
    await allowTriggers(client);
    for (const [schema, node] of await nodesOfCells(client)) {
      if (only !== undefined && only !== schema) continue;
      await guardTables(client, schema);
      await atNode(urlAtNode(url, node), (there) => makeViewsAtNode(there, schema));
    }
  });
}

/** A view forbids dropping or changing its columns. Until `prepareNodes` sessions go through the coordinator. */
export async function dropViewsAtNodes(client: Client, url: string): Promise<void> {
  for (const [schema, node] of await nodesOfCells(client))
    await atNode(urlAtNode(url, node), async (there) => {
      await there.query("SET citus.enable_ddl_propagation = off");
      await there.query(`DROP SCHEMA IF EXISTS ${schemaAtNode(schema)} CASCADE`);
    });
}

/** More generations than a node can begin, by promotions of its standby, while a cell moves away. */
const GENERATIONS_BETWEEN = 8;

/** Moves a cell while the service runs; its writes wait for a moment at the end. `url`: of the owner, coordinator. */
export async function moveCell({ url, schema, to }: { url: string; schema: string; to: Node }): Promise<void> {
  await atNode(url, async (client) => {
    if (!(await isCitus(client)))
      throw new OperatorError("This server is not a Citus cluster: there is no node to move a cell to.");
    const from = (await nodesOfCells(client)).get(schema);
    if (from === undefined)
      throw new OperatorError(`No node holds the schema ${schema}; \`cells list\` shows the cells.`);
    await dropLeftovers(client, schema);
    await raiseGeneration(client, url, { from, to });
    await client.query("SELECT citus_schema_move($1::regnamespace, $2::text, $3::int)", [schema, to.host, to.port]);
  });
  await prepareNodes({ url, only: schema });
}

const LEFTOVERS = "SELECT FROM pg_dist_cleanup WHERE starts_with(object_name, quote_ident($1) || '.')";
const MAX_DROPS = 60;
const DROP_AGAIN_MS = 500;

/** The tables that an earlier move left at its node: Citus gives up after a second if a statement still reads one. */
async function dropLeftovers(coordinator: pg.Client, schema: string): Promise<void> {
  for (let drops = 0; drops < MAX_DROPS; drops++) {
    await coordinator.query("CALL citus_cleanup_orphaned_resources()");
    if ((await coordinator.query(LEFTOVERS, [schema])).rowCount === 0) return;
    await pause(DROP_AGAIN_MS);
  }
  throw new OperatorError(`What an earlier move left of ${schema} is still in use at its node; move the cell later.`);
}

const GENERATION =
  "SELECT event_position('0'::xid8) >> 44 AS generation, (SELECT groupid FROM pg_dist_local_group) AS groupid";
const RAISE = `UPDATE event_log SET bases = jsonb_set(bases, ARRAY[$1::text],
    to_jsonb(coalesce((bases ->> $1::text)::bigint, 0) + $2::bigint)) WHERE only_row`;

/** No event may be written there meanwhile: one committed after a read of a higher generation would be missed. */
async function raiseGeneration(coordinator: pg.Client, url: string, { from, to }: Record<"from" | "to", Node>) {
  const generationAt = async (client: Client) =>
    (await client.query<{ generation: string; groupid: number }>(GENERATION)).rows[0]!;
  const before = await atNode(urlAtNode(url, from), generationAt);
  await atNode(urlAtNode(url, to), async (client) => {
    const now = await generationAt(client);
    const missing = Number(before.generation) + GENERATIONS_BETWEEN - Number(now.generation);
    if (missing <= 0) return;
    await client.query("BEGIN");
    await client.query("SET LOCAL citus.enable_manual_changes_to_shards = on");
    await client.query("SET LOCAL citus.override_table_visibility = off");
    for (const { table } of (await client.query<{ table: string }>(EVENTS_HERE)).rows)
      await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    await coordinator.query(RAISE, [String(now.groupid), missing]);
    await client.query("COMMIT");
  });
}

/** The tables of events on this node. */
const EVENTS_HERE = `
  SELECT shard_name(class.oid, shardid) AS table
  FROM pg_dist_shard JOIN pg_class class ON class.oid = logicalrelid JOIN pg_dist_placement USING (shardid)
    JOIN pg_dist_local_group USING (groupid)
  WHERE class.relname = 'events' ORDER BY 1`;

/** The cell's shards, and the copies of the directory here. `xmin`: payments are read by their version. */
const SHARDS = `
  SELECT class.relname AS name, shard_name(class.oid, shardid) AS shard,
    class.relnamespace = $1::regnamespace AS of_cell,
    format('shardid = %s AND groupid = %s', (SELECT shardid FROM pg_dist_shard WHERE logicalrelid =
      to_regclass($1::text || '.payments')), groupid) AS placement
  FROM pg_dist_shard JOIN pg_class class ON class.oid = logicalrelid JOIN pg_dist_placement USING (shardid)
    JOIN pg_dist_local_group USING (groupid)
  WHERE class.relnamespace IN ($1::regnamespace, 'public'::regnamespace) AND NOT class.relispartition ORDER BY 1`;

type Shard = { name: string; shard: string; of_cell: boolean; placement: string };

const GRANTED = `
  SELECT format('GRANT %s ON %I.%I TO %s', privilege_type, $2::text, relname, grantee::regrole) AS grant
  FROM pg_class, aclexplode(relacl) WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p')
    AND NOT relispartition AND grantee <> relowner
    AND grantee <> 0
    AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
  UNION ALL
  SELECT format('GRANT USAGE ON SCHEMA %I TO %s', $2::text, grantee::regrole) FROM pg_namespace, aclexplode(nspacl)
  WHERE oid = $1::regnamespace AND grantee <> nspowner AND grantee <> 0 AND privilege_type = 'USAGE'`;

async function makeViewsAtNode(client: pg.Client, schema: string): Promise<void> {
  const here = schemaAtNode(schema);
  await client.query("BEGIN");
  for (const setting of [
    "citus.enable_ddl_propagation = off",
    "citus.override_table_visibility = off",
    "client_min_messages = warning",
  ])
    await client.query(`SET LOCAL ${setting}`);
  await client.query(`DROP SCHEMA IF EXISTS ${here} CASCADE`);
  await client.query(`CREATE SCHEMA ${here}`);
  for (const { name, shard, of_cell, placement } of (await client.query<Shard>(SHARDS, [schema])).rows) {
    const view = `${here}.${pg.escapeIdentifier(name)}`;
    const isHere = `SELECT coalesce((SELECT true FROM pg_dist_placement WHERE ${placement}),
      public.cell_moved('${schema}'))`;
    await client.query(`CREATE VIEW ${view} AS SELECT *, xmin FROM ${shard} ${of_cell ? `WHERE (${isHere})` : ""}`);
    if (!of_cell)
      await client.query(
        `CREATE TRIGGER read_only INSTEAD OF INSERT OR UPDATE OR DELETE ON ${view} FOR EACH ROW
          EXECUTE FUNCTION public.refuse_at_node()`,
      );
  }
  await client.query(
    `CREATE TABLE ${here}.readiness_probes AS SELECT slot::smallint, now() AS probed_at
      FROM generate_series(0, 15) AS slot`,
  );
  for (const { grant } of (await client.query<{ grant: string }>(GRANTED, [schema, here])).rows)
    await client.query(grant);
  await client.query("COMMIT");
}

export function atNode<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const settings = { application_name: "corridor nodes", connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  return withClient({ connectionString: url, ...settings }, work);
}

const CONNECT_TIMEOUT_MS = 5_000;
