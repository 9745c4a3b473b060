import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { connect, type Db, type Reader } from "./client.ts";
import { readFromReplica } from "./read-replica.ts";
import { sql } from "./sql.ts";

/**
 * The replica is a second database whose functions say what a replica's would, so that a test can hold it back. `npm
 * run prove -- failover` reads from a real one.
 */
let primary: TestDatabase;
let other: TestDatabase;
let replica: Db;
let reader: Reader;
let nowMs: number;

beforeAll(async () => {
  [primary, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  for (const [database, name] of [
    [primary, "primary"],
    [other, "replica"],
  ] as const) {
    await database.db.query("CREATE TABLE place (name text)");
    await database.db.query("INSERT INTO place VALUES ($1)", [name]);
  }
  for (const statement of [
    "CREATE SCHEMA replica",
    "CREATE TABLE replica.state (recovering boolean, replayed pg_lsn)",
    "INSERT INTO replica.state VALUES (true, '0/0')",
    `CREATE FUNCTION replica.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS
      'SELECT recovering FROM replica.state'`,
    `CREATE FUNCTION replica.pg_last_wal_replay_lsn() RETURNS pg_lsn LANGUAGE sql AS
      'SELECT replayed FROM replica.state'`,
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = replica, pg_catalog, cell_0, public', " +
      "current_database()); END $$",
  ])
    await other.db.query(statement);
  replica = connect({ url: other.url, maxConnections: 2, applicationName: "replica", log: silentLog });
  // Its sessions are open, so that a busy machine opens none while the replica has its moment to answer.
  await Promise.all([replica.query("SELECT pg_sleep(0.1)"), replica.query("SELECT pg_sleep(0.1)")]);
});
afterAll(async () => {
  await replica.close();
  await Promise.all([primary[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
});
beforeEach(() => {
  nowMs = 0;
  // Each reading of the clock advances it by 10 ms, so that waiting for a replica takes no real time.
  reader = readFromReplica({ primary: primary.db, replica, log: silentLog, nowMs: () => (nowMs += 10) });
});

const setState = (recovering: boolean, replayed: string) =>
  other.db.query("UPDATE replica.state SET recovering = $1, replayed = $2::text::pg_lsn", [recovering, replayed]);
const readFrom = async () => (await reader.query<{ name: string }>("SELECT name FROM place"))[0]!.name;
const FAR_AHEAD = "FFFFFFFF/0";

describe("a read", () => {
  it("goes to the replica that has replayed what the primary had flushed, built statements too", async () => {
    await setState(true, FAR_AHEAD);
    expect(await readFrom()).toBe("replica");
    expect(await reader.ask<{ name: string }>(sql`SELECT name FROM place`)).toEqual([{ name: "replica" }]);
  });

  it("goes to the primary for a while after the replica lagged, and then asks it again", async () => {
    await setState(true, "0/0");
    expect(await readFrom()).toBe("primary");
    await setState(true, FAR_AHEAD);
    expect(await readFrom()).toBe("primary");
    nowMs += 2_000;
    expect(await readFrom()).toBe("replica");
  });

  it("goes to the primary when the replica was promoted, however far it is", async () => {
    await setState(false, FAR_AHEAD);
    expect(await readFrom()).toBe("primary");
  });

  it("goes to the primary when the replica cannot be reached", async () => {
    const gone = connect({
      url: "postgres://nobody@127.0.0.1:1/none",
      maxConnections: 1,
      applicationName: "gone",
      log: silentLog,
    });
    reader = readFromReplica({ primary: primary.db, replica: gone, log: silentLog });
    expect(await readFrom()).toBe("primary");
    await gone.close();
  });

  it("goes to the primary while the replica does not say how far it is", async () => {
    await other.db.transaction(async (tx) => {
      await tx.query("LOCK TABLE replica.state");
      expect(await readFrom()).toBe("primary");
      expect(
        await primary.db.query(
          "SELECT 1 FROM pg_stat_activity WHERE application_name = 'replica' AND wait_event_type = 'Lock'",
        ),
      ).toHaveLength(1);
    });
  });

  it("is done again on the primary when the replica ends it", async () => {
    await setState(true, FAR_AHEAD);
    await other.db.query("ALTER TABLE place RENAME TO hidden");
    await other.db.query(
      "CREATE FUNCTION conflict() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE 'canceled' USING ERRCODE = " +
        "'57014'; END $$",
    );
    await other.db.query("CREATE VIEW place AS SELECT conflict() AS name");
    expect(await readFrom()).toBe("primary");
    await other.db.query("DROP VIEW place");
    await other.db.query("ALTER TABLE hidden RENAME TO place");
  });
});
