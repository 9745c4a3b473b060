import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { type NetworkProxy, type NetworkState, startNetworkProxy } from "@corridor/test/harness/network-proxy.ts";
import { connect, type Db } from "./client.ts";
import { sql } from "./sql.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

const CONNECTIONS = 4;

let database: TestDatabase;
let proxy: NetworkProxy;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
  proxy = await startNetworkProxy(database.url);
  db = connect({ url: proxy.url, maxConnections: CONNECTIONS, applicationName: "watched", log: silentLog });
  // All connections are open now.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => db.query(`SELECT pg_sleep(0.05)`)));
});
afterEach(async () => {
  await proxy.close();
  await db.close();
});

const answers = () =>
  db.query("SELECT 1").then(
    () => true,
    () => false,
  );

describe("connections that went silent", () => {
  test("while new ones work are all replaced after the first one was used, and who used it is told", async () => {
    await proxy.set("half-open");
    await expect(db.query("SELECT 1")).rejects.toBeInstanceOf(DatabaseUnavailable);
    // No dead idle connection is lent out: the very next call works.
    expect(await db.query("SELECT 2 AS two")).toEqual([{ two: 2 }]);
  });

  test("with the whole network are replaced when it is back", async () => {
    await proxy.set("cut");
    const waiting = db.query("SELECT 1").catch((error: unknown) => error);
    await proxy.set("open");
    expect(await waiting).toBeInstanceOf(DatabaseUnavailable);
    await vi.waitFor(async () => expect(await answers()).toBe(true), { timeout: 60_000, interval: 50 });
  });

  test("with the whole network for good are given up", async () => {
    await proxy.set("cut");
    await expect(db.query("SELECT 1")).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  test("in a transaction end it, and nothing of it is stored", async () => {
    await database.db.query("CREATE TABLE notes (text text)");
    const work = db.transaction(async (tx) => {
      await tx.query("INSERT INTO notes VALUES ('lost')");
      await proxy.set("half-open");
      await tx.query("INSERT INTO notes VALUES ('never arrived')");
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await database.db.query("SELECT text FROM notes")).toEqual([]);
  });
});

describe("a transaction whose connection went silent is ended at the server too, so that nobody waits for its locks", () => {
  beforeEach(async () => {
    await database.db.query("CREATE TABLE IF NOT EXISTS counters (name text PRIMARY KEY, count int)");
    await database.db.query("INSERT INTO counters VALUES ('hot', 0) ON CONFLICT (name) DO UPDATE SET count = 0");
  });

  async function loseTransaction(state: NetworkState): Promise<void> {
    const work = db.transaction(async (tx) => {
      // The server itself would not end this session.
      await tx.query("SET LOCAL idle_in_transaction_session_timeout = 0");
      await tx.query("UPDATE counters SET count = count + 1");
      await proxy.set(state);
      await tx.query("SELECT 1");
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable);
  }
  const countOn = () => database.db.query("UPDATE counters SET count = count + 10 RETURNING count");

  test("when new connections work", async () => {
    await loseTransaction("half-open");
    expect(await countOn()).toEqual([{ count: 10 }]);
  });

  test("when the network is back", async () => {
    await loseTransaction("cut");
    await proxy.set("open");
    expect(await countOn()).toEqual([{ count: 10 }]);
  });
});

test("a statement that takes its time is left alone", async () => {
  expect(await db.query("SELECT 'slow' AS answer FROM pg_sleep(3)")).toEqual([{ answer: "slow" }]);
});

test("a transaction that takes its time between two statements, as in a process that gets no processor, is left alone", async () => {
  const pauseMs = 3_000;
  const work = db.transaction(async (tx) => {
    await tx.query("SELECT 1");
    await pause(pauseMs);
    return tx.query("SELECT 'late' AS answer");
  });
  expect(await work).toEqual([{ answer: "late" }]);
});

test("a server that nobody listens for is trouble, and over when somebody does", async () => {
  await proxy.set("refused");
  await vi.waitFor(async () => expect(await answers()).toBe(false), { timeout: 60_000, interval: 20 });
  await expect(db.query("SELECT 1")).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(db.transaction((tx) => tx.query("SELECT 1"))).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(db.ask(sql`SELECT 1`)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await proxy.set("open");
  await vi.waitFor(async () => expect(await answers()).toBe(true), { timeout: 60_000, interval: 20 });
});
