import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { rowSource } from "./row-source.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase("nothing");
});
afterAll(() => database[Symbol.asyncDispose]());

type Row = { id: string; note: string | null; amount: string; count: number; at: Date | null; extra: object | null };
const ROWS = rowSource<Row>({
  id: ["uuid", (row) => row.id],
  note: ["text", (row) => row.note],
  amount: ["numeric", (row) => row.amount],
  count: ["integer", (row) => row.count],
  at: ["timestamptz", (row) => row.at],
  extra: ["json", (row) => (row.extra === null ? null : JSON.stringify(row.extra))],
});
const SELECT = `SELECT ${ROWS.names} FROM ${ROWS.source}`;

test("every value arrives as it was, in its row, nulls as nulls", async () => {
  const row = fc.record({
    id: fc.uuid(),
    note: fc
      .option(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.constantFrom("", "NULL", "null", "{}", '"quoted"', "a,b", "back\\slash", "naïve €𝄞", "\n\t"),
        ),
      )
      .map((note) => note?.replaceAll("\0", "").toWellFormed() ?? null),
    amount: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((minor) => `${minor}.25`),
    count: fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
    at: fc.option(fc.date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true })),
    extra: fc.option(fc.record({ text: fc.string({ unit: "grapheme" }), numbers: fc.array(fc.integer()) })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
      expect(await database.db.query(SELECT, ROWS.values(rows))).toEqual(rows);
    }),
    { numRuns: 50 },
  );
});

test("no rows are no rows", async () => {
  expect(await database.db.query(SELECT, ROWS.values([]))).toEqual([]);
});

const ROW: Row = {
  id: "01900000-0000-7000-8000-00000000abcd",
  note: null,
  amount: "1",
  count: 1,
  at: null,
  extra: null,
};

test("a text that the column's type does not know fails the statement, as a fault of the row", async () => {
  await expect(database.db.query(SELECT, ROWS.values([{ ...ROW, amount: "much" }]))).rejects.toMatchObject({
    code: "22P02",
  });
});

test.each([
  "not an id",
  "",
  "01900000-0000-7000-8000-00000000abcg",
  "01900000-0000-7000-8000-00000000abc€",
  `${ROW.id}0`,
])("%j is no id, and is refused as a fault of the row before anything is sent", async (id) => {
  const error: unknown = await database.db.query(SELECT, ROWS.values([{ ...ROW, id }])).catch((each: unknown) => each);
  expect(error).toMatchObject({ name: "MalformedId", code: "22P02" });
});

test.each([{ count: 1.5 }, { count: 2 ** 31 }, { count: Number.NaN }, { at: new Date(Number.NaN) }])(
  "%j is refused before anything is sent",
  async (wrong) => {
    await expect(database.db.query(SELECT, ROWS.values([{ ...ROW, ...wrong }]))).rejects.toThrow(RangeError);
  },
);

test("a long text in many bytes takes the room it needs", async () => {
  const note = "€𝄞".repeat(100_000);
  expect(await database.db.query(SELECT, ROWS.values([{ ...ROW, note }, ROW]))).toEqual([{ ...ROW, note }, ROW]);
});

test("a text in pieces is one text", async () => {
  const texts = rowSource<{ pieces: readonly string[] }>({ text: ["text", (row) => row.pieces] });
  const rows = [["naïve ", "€𝄞", "", "x".repeat(5_000)], [], ["short"]];
  expect(
    await database.db.query(
      `SELECT ${texts.names} FROM ${texts.source}`,
      texts.values(rows.map((pieces) => ({ pieces }))),
    ),
  ).toEqual(rows.map((pieces) => ({ text: pieces.join("") })));
});
