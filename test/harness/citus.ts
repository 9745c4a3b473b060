import pg from "pg";

/**
 * A Citus cluster that the tests run on instead of a server of their own (`npm run prove -- citus`). The first address
 * is the coordinator's. A database exists on every node under one name.
 */
export const CITUS_URLS: readonly string[] = (process.env["CITUS_URLS"] ?? "").split(",").filter((url) => url !== "");

/**
 * For tests that need what a cluster refuses: to tamper with single rows, to switch one trigger off, or to run
 * migrations of before there were cells.
 */
export const IS_ON_CITUS: boolean = CITUS_URLS.length > 0;

/** Runs `work` with a connection to one database of one node. */
export async function onNode<T>(
  nodeUrl: string,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const url = new URL(nodeUrl);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href, application_name: "test harness" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const CREATING = 7_305_114;

/** `template`: a database of this cluster, whose nodes and tables the copy has too; absent: an empty database. */
export async function createDistributedDatabase(name: string, template?: string): Promise<void> {
  await createPlainDatabases(name, template);
  if (template === undefined) await joinNodes(name);
}

/** Until its nodes are joined, the database at the coordinator is one of plain PostgreSQL. */
export async function createPlainDatabases(name: string, template?: string): Promise<void> {
  for (const url of CITUS_URLS)
    await onNode(url, "postgres", async (client) => {
      // One at a time: two that change the row of the template at once fail.
      await client.query("SELECT pg_advisory_lock($1)", [CREATING]);
      if (template !== undefined) await endSessions(client, template);
      await client.query("SET citus.enable_create_database_propagation = off");
      await client.query(
        `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template ?? "template1")} STRATEGY
          FILE_COPY`,
      );
      // Settings of a database are not copied with it; migrate has set this one (citus.ts).
      if (template !== undefined)
        await client.query(
          `ALTER DATABASE ${pg.escapeIdentifier(name)} SET citus.allow_nested_distributed_execution = on`,
        );
      // Tests switch all guards of a table off and on again.
      await client.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} SET citus.enable_unsafe_triggers = on`);
    });
}

export async function joinNodes(name: string): Promise<void> {
  for (const url of CITUS_URLS) await onNode(url, name, (client) => client.query("CREATE EXTENSION citus"));
  const [coordinator, ...workers] = CITUS_URLS.map((url) => new URL(url));
  await onNode(coordinator!.href, name, async (client) => {
    await client.query("SELECT citus_set_coordinator_host($1, $2)", [coordinator!.hostname, Number(coordinator!.port)]);
    for (const { hostname, port } of workers)
      await client.query("SELECT citus_add_node($1, $2)", [hostname, Number(port)]);
  });
}

/** The maintenance daemon of Citus is connected to every database, and a database in use cannot be copied. */
async function endSessions(client: pg.Client, name: string): Promise<void> {
  await client.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} ALLOW_CONNECTIONS false`);
  await client.query("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = $1", [name]);
}

export async function dropDistributedDatabase(name: string): Promise<void> {
  for (const url of CITUS_URLS)
    await onNode(url, "postgres", async (client) => {
      await client.query("SET citus.enable_create_database_propagation = off");
      await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
    });
}
