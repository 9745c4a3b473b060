import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import type { Db, Tx } from "./client.ts";
import { connectTwoServers, lookUpIn } from "./two-servers.ts";

/** Two databases with all tables each, so that a statement which reaches the wrong one is found there. */
let cell: TestDatabase;
let directory: TestDatabase;
let both: Db;

beforeAll(async () => {
  [cell, directory] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  both = connectTwoServers({ cell: cell.db, directory: directory.db });
  await cell.db.query("CREATE TABLE tickets (number integer, UNIQUE (number) DEFERRABLE INITIALLY DEFERRED)");
});
afterAll(async () => {
  for (const one of [cell, directory]) await one[Symbol.asyncDispose]();
});

const ratesAt = async (db: Db) => (await db.query("SELECT FROM currency_rates WHERE source = 'feed'")).length;
const ticketsAt = async (db: Db) => (await db.query("SELECT FROM tickets")).length;
const addRate = (tx: Tx, currency: string) =>
  tx.query(
    `INSERT INTO currency_rates (currency, per_usd, source, updated_at)
      VALUES ($1, 2, 'feed', now()) ON CONFLICT (currency) DO NOTHING`,
    [currency],
  );

test("a transaction writes to the directory and to the cell, each on its own server, and reads what it has written", async () => {
  const seen = await both.transaction(async (tx) => {
    await addRate(tx, "GHS");
    await tx.query("INSERT INTO tickets VALUES (1)");
    return tx.query("SELECT currency FROM currency_rates WHERE source = 'feed'");
  });
  expect(seen).toEqual([{ currency: "GHS" }]);
  expect([await ratesAt(cell.db), await ratesAt(directory.db), await ticketsAt(cell.db)]).toEqual([0, 1, 1]);
  const { rows } = await sql<{
    currency: string;
  }>`SELECT "currency" FROM "currency_rates" WHERE "source" = ${"feed"}`.execute(both.kysely);
  expect(rows).toEqual([{ currency: "GHS" }]);
});

test("neither server keeps anything of a transaction that fails, also when the cell would refuse it only at its end", async () => {
  const thrown = both.transaction(async (tx) => {
    await addRate(tx, "KES");
    await tx.query("INSERT INTO tickets VALUES (2)");
    throw new Error("changed my mind");
  });
  await expect(thrown).rejects.toThrow("changed my mind");
  const refused = both.transaction(async (tx) => {
    await tx.query("INSERT INTO tickets VALUES (1)");
    await addRate(tx, "KES");
  });
  await expect(refused).rejects.toThrow("duplicate key");
  const ofDirectory = both.transaction(async (tx) => {
    await tx.query("INSERT INTO tickets VALUES (3)");
    await tx.query("INSERT INTO currency_rates (currency) VALUES ('KES')");
  });
  await expect(ofDirectory).rejects.toThrow("null value");
  expect([await ratesAt(directory.db), await ticketsAt(cell.db)]).toEqual([1, 1]);
});

test("a statement that needs tables of both servers is refused and not sent to one of them", async () => {
  await expect(both.query("SELECT FROM members JOIN users USING (user_id)")).rejects.toThrow(
    "on two servers: members, users",
  );
});

test("a key is found although another cell is out of reach; where it is not found, that cell's failure is the answer", async () => {
  const away = { query: () => Promise.reject(new Error("out of reach")) };
  const look = lookUpIn({ main: [cell.db], servers: [away] });
  expect(await look.query("SELECT number FROM tickets WHERE number = 1")).toEqual([{ number: 1 }]);
  await expect(look.query("SELECT number FROM tickets WHERE number = 9")).rejects.toThrow("out of reach");
});
