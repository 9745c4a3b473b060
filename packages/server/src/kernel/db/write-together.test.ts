import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isRowFault } from "../combine.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { type Write, writeAllOrNone, writeTogether } from "./write-together.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query("CREATE TABLE fruits (name text PRIMARY KEY, weight integer NOT NULL CHECK (weight > 0))");
  await database.db.query("CREATE TABLE sales (name text NOT NULL, price integer NOT NULL)");
});
beforeEach(async () => {
  await database.db.query("TRUNCATE fruits, sales");
});
afterAll(() => database[Symbol.asyncDispose]());

const fruit = (name: string, weight: number): Write => ({
  text: "INSERT INTO fruits (name, weight) VALUES ($1, $2) RETURNING name, xmin::text AS version",
  values: [name, weight],
});
const sale = (name: string, price: number): Write => ({
  text: "INSERT INTO sales (name, price) VALUES ($1, $2)",
  values: [name, price],
});
const heavier = (name: string, from: number): Write => ({
  text: "UPDATE fruits SET weight = weight + 1 WHERE name = ANY($1::text[]) AND weight = $2 RETURNING 1",
  values: [name.split(" "), from],
});

async function stored(): Promise<{ fruits: unknown[]; sales: unknown[] }> {
  return {
    fruits: await database.db.query("SELECT name, weight FROM fruits ORDER BY name"),
    sales: await database.db.query("SELECT name, price FROM sales ORDER BY name, price"),
  };
}

describe("writes that are sent together", () => {
  test("are all written, each with its own values, and the first one's rows are the answer", async () => {
    const answer = await writeTogether<{ name: string }>(database.db, [
      fruit("apple", 3),
      sale("apple", 7),
      sale("pear", 8),
    ]);
    expect(answer.map(({ name }) => name)).toEqual(["apple"]);
    expect(await stored()).toEqual({
      fruits: [{ name: "apple", weight: 3 }],
      sales: [
        { name: "apple", price: 7 },
        { name: "pear", price: 8 },
      ],
    });
  });

  test("are one transaction, also where none was begun", async () => {
    const [answer] = await writeTogether<{ version: string }>(database.db, [fruit("apple", 3), sale("apple", 7)]);
    const [row] = await database.db.query<{ version: string }>("SELECT xmin::text AS version FROM sales");
    expect(row!.version).toBe(answer!.version);
  });

  test("are none of them written when one is refused", async () => {
    await expect(writeTogether(database.db, [fruit("apple", 0), sale("apple", 7)])).rejects.toSatisfy(isRowFault);
    await expect(writeTogether(database.db, [sale("apple", 7), fruit("apple", 0)])).rejects.toSatisfy(isRowFault);
    expect(await stored()).toEqual({ fruits: [], sales: [] });
  });

  test("may be a single one, or none at all", async () => {
    expect(await writeTogether(database.db, [sale("apple", 7)])).toEqual([]);
    expect(await writeTogether(database.db, [])).toEqual([]);
    expect((await stored()).sales).toHaveLength(1);
  });

  test("are told apart by their order and number", async () => {
    for (const writes of [
      [sale("a", 1), fruit("a", 1)],
      [sale("b", 2)],
      [fruit("c", 3), sale("c", 3)],
      [sale("d", 4), fruit("d", 4)],
    ])
      await writeTogether(database.db, writes);
    const { fruits, sales } = await stored();
    expect(fruits.map((row) => (row as { name: string }).name)).toEqual(["a", "c", "d"]);
    expect(sales.map((row) => (row as { price: number }).price)).toEqual([1, 2, 3, 4]);
  });
});

describe("writes of which all rows must be as they were read", () => {
  beforeEach(async () => {
    await writeTogether(database.db, [fruit("apple", 3)]);
    await writeTogether(database.db, [fruit("pear", 3)]);
  });

  test("are written when they are", async () => {
    await writeAllOrNone(database.db, 2, [heavier("apple pear", 3), sale("apple", 7)]);
    expect(await stored()).toMatchObject({ fruits: [{ weight: 4 }, { weight: 4 }], sales: [{ price: 7 }] });
  });

  test("are none of them written, as a fault of the row, when one of them changed meanwhile", async () => {
    await writeTogether(database.db, [heavier("pear", 3)]);
    await expect(writeAllOrNone(database.db, 2, [heavier("apple pear", 3), sale("apple", 7)])).rejects.toSatisfy(
      isRowFault,
    );
    expect(await stored()).toEqual({
      fruits: [
        { name: "apple", weight: 3 },
        { name: "pear", weight: 4 },
      ],
      sales: [],
    });
  });
});
