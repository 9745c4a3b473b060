import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { type NetworkProxy, startNetworkProxy } from "@corridor/test/harness/network-proxy.ts";
import { MOVED_AWAY } from "./citus.ts";
import type { Db } from "./client.ts";
import { connectToCell } from "./node-sessions.ts";

/**
 * One plain server plays the coordinator and the node: it has the tables by which a cluster tells where a cell is.
 * prove-citus.ts has a cluster.
 */
const CLUSTER = [
  "CREATE TABLE pg_dist_schema AS SELECT 'cell_1'::regnamespace AS schemaid, 1 AS colocationid",
  "CREATE TABLE pg_dist_partition AS SELECT 1 AS colocationid, 1 AS logicalrelid",
  "CREATE TABLE pg_dist_shard AS SELECT 1 AS logicalrelid, 1 AS shardid",
  "CREATE TABLE pg_dist_placement (shardid integer, groupid integer)",
  "CREATE TABLE pg_dist_node (groupid integer, nodename text, nodeport integer, isactive boolean, metadatasynced " +
    "boolean, noderole text)",
];
const PLACED = "INSERT INTO pg_dist_placement VALUES (1, 1)";
const NOWHERE = "DELETE FROM pg_dist_placement";
const WHERE_AM_I = "SELECT current_setting('search_path') AS path";

let database: TestDatabase;
let cell: Db;
/** A node has a host and a port, and the tests' server has only a socket. */
let node: NetworkProxy;

beforeAll(async () => {
  database = await createTestDatabase("nothing");
  await database.db.query("CREATE SCHEMA cell_1");
  for (const text of CLUSTER) await database.db.query(text);
  node = await startNetworkProxy(database.url);
  const { hostname, port } = new URL(node.url);
  await database.db.query("INSERT INTO pg_dist_node VALUES (1, $1, $2, true, true, 'primary')", [
    hostname,
    Number(port),
  ]);
  await database.db.query(PLACED);
  await database.db.query("CREATE SCHEMA cell_1_at_node");
  await database.db.query("CREATE VIEW cell_1_at_node.payments AS SELECT 1 AS payment_id");
});

afterAll(async () => {
  await cell.close();
  await node.close();
  await database[Symbol.asyncDispose]();
});

function open(): Db {
  return connectToCell({
    url: database.url,
    schema: "cell_1",
    base: "public",
    maxConnections: 2,
    applicationName: "test",
    log: silentLog,
  });
}

async function placeOf(db: Pick<Db, "query">): Promise<string> {
  return (await db.query<{ path: string }>(WHERE_AM_I))[0]!.path;
}

test("a session stands at the node of its cell, and cannot notify there because nobody listens", async () => {
  cell = open();
  expect(await placeOf(cell)).toBe("cell_1_at_node,public");
  expect(await cell.transaction(placeOf)).toBe("cell_1_at_node,public");
  await expect(cell.transaction(async (tx) => tx.notify("topic", "key"))).rejects.toThrow("cannot notify of topic");
});

test("a transaction that finds its cell gone from the node runs again where the cell is now, and any other error is the caller's", async () => {
  const ran: string[] = [];
  const result = await cell.transaction(async (tx) => {
    ran.push(await placeOf(tx));
    if (ran.length > 1) return "done";
    await database.db.query(NOWHERE);
    await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'gone' USING ERRCODE = '${MOVED_AWAY}'; END $$`);
    return "never";
  });
  expect([result, ran]).toEqual(["done", ["cell_1_at_node,public", "cell_1,public"]]);
  await expect(cell.query("SELECT 1 / 0")).rejects.toMatchObject({ code: "22012" });
});

test("statements go through the coordinator only until there is a node again", async () => {
  await database.db.query(PLACED);
  await expect.poll(() => placeOf(cell)).toBe("cell_1_at_node,public");
});

test("a table that the node no longer has is looked for where the cell is now", async () => {
  await database.db.query(NOWHERE);
  await database.db.query("DROP SCHEMA cell_1_at_node CASCADE");
  await database.db.query("CREATE VIEW cell_1.payments AS SELECT 2 AS payment_id");
  expect(await cell.query("SELECT payment_id FROM payments")).toEqual([{ payment_id: 2 }]);
});
