import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { rowSource } from "./row-source.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase("nothing");
});
afterAll(() => database[Symbol.asyncDispose]());

type Row = { number: number; note: string };
const ROWS = rowSource<Row>({ number: ["integer", (row) => row.number], note: ["text", (row) => row.note] });
const SELECT = `SELECT number, note FROM ${ROWS.source}`;
const SLOWLY = `SELECT number, note, pg_sleep(0.002)::text AS slept FROM ${ROWS.source}`;
const REFUSING = `SELECT number, note, 1 / (number - 3) AS refused FROM ${ROWS.source}`;

const rowsOf = (name: string, count: number): Row[] =>
  Array.from({ length: count }, (_, number) => ({ number, note: `${name} ${number} ${"x".repeat(number % 700)}` }));

test("statements that are under way at once get each their own rows back, though they share memory", async () => {
  const batches = Array.from({ length: 120 }, (_, index) => rowsOf(`batch ${index}`, 1 + ((index * 37) % 200)));
  const answers = await Promise.all(
    batches.map((rows, index) => database.db.query<Row>(index % 3 === 0 ? SLOWLY : SELECT, ROWS.values(rows))),
  );
  expect(answers.map((answer) => answer.map(({ number, note }) => ({ number, note })))).toEqual(batches);
});

test("statements that a transaction sends together get each their own rows back", async () => {
  const batches = Array.from({ length: 20 }, (_, index) => rowsOf(`part ${index}`, 50 + index));
  expect(
    await database.db.transaction((tx) => Promise.all(batches.map((rows) => tx.query(SELECT, ROWS.values(rows))))),
  ).toEqual(batches);
});

test("a refused statement rejects with the server's code, and its session and its text work on", async () => {
  const rows = rowsOf("refused", 10);
  await Promise.all([
    expect(database.db.query(REFUSING, ROWS.values(rows))).rejects.toMatchObject({ code: "22012" }),
    expect(database.db.query(SELECT, ROWS.values(rows))).resolves.toEqual(rows),
  ]);
  expect(await database.db.query(REFUSING, ROWS.values(rows.slice(0, 3)))).toHaveLength(3);
});

test("a statement that was refused at its first use is prepared at its next", async () => {
  const text = `SELECT number, note, 1 / (number - 1) AS refused, 'first use' AS what FROM ${ROWS.source}`;
  await expect(database.db.query(text, ROWS.values(rowsOf("x", 2)))).rejects.toMatchObject({ code: "22012" });
  expect(await database.db.query(text, ROWS.values(rowsOf("x", 1)))).toHaveLength(1);
  await expect(
    database.db.query("SELECT nothing FROM nowhere WHERE $1::integer[] IS NOT NULL", [ROWS.values([])[0]]),
  ).rejects.toMatchObject({ code: "42P01" });
});

test("beside rows a parameter may be text, a number, a boolean, an instant, an object or null", async () => {
  const at = new Date("2026-01-02T03:04:05.678Z");
  const text = `SELECT count(*)::integer AS rows, $4::text AS word, $5::integer AS number, $6::boolean AS flag,
    $7::timestamptz AS at, $8::json AS object, $9::text AS nothing FROM ${ROWS.source}`;
  expect(
    await database.db.query(text, [...ROWS.values(rowsOf("x", 4)), "naïve €", 7, false, at, { a: [1] }, null]),
  ).toEqual([{ rows: 4, word: "naïve €", number: 7, flag: false, at, object: { a: [1] }, nothing: null }]);
});

test("a customer's object is stored as it is, whatever its keys are called", async () => {
  const object = { writeTo: "somebody", buffer: [1], length: 3 };
  expect(await database.db.query("SELECT $1::json AS object", [object])).toEqual([{ object }]);
  expect(
    await database.db.query(`SELECT $4::json AS object FROM ${ROWS.source}`, [...ROWS.values(rowsOf("x", 1)), object]),
  ).toEqual([{ object }]);
});

test("an array beside rows is refused before anything is sent: it would be a column", async () => {
  await expect(database.db.query(`SELECT $4::text[] FROM ${ROWS.source}`, [...ROWS.values([]), ["a"]])).rejects.toThrow(
    TypeError,
  );
});

test("a batch of megabytes arrives whole, and the small one after it", async () => {
  const large = rowsOf("large", 3).map((row) => ({ ...row, note: "é".repeat(1_500_000) }));
  expect(await database.db.query(SELECT, ROWS.values(large))).toEqual(large);
  const small = rowsOf("small", 2);
  expect(await database.db.query(SELECT, ROWS.values(small))).toEqual(small);
});
