import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#test/harness/database.ts";
import { rowSource } from "./row-source.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(() => database[Symbol.asyncDispose]());

type Row = { id: string; note: string | null; amount: string; count: number };
const ROWS = rowSource<Row>({
  id: ["uuid", (row) => row.id],
  note: ["text", (row) => row.note],
  amount: ["numeric", (row) => row.amount],
  count: ["integer", (row) => String(row.count)],
});
const SELECT = `SELECT ${ROWS.names} FROM ${ROWS.source}`;

test("every text arrives as it was, in its row, nulls as nulls", async () => {
  const row = fc.record({
    id: fc.uuid(),
    note: fc
      .option(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "NULL", "null", "{}", '"quoted"', "a,b", "back\\slash", "naïve €𝄞", "\n\t")))
      .map((note) => note?.replaceAll("\0", "").toWellFormed() ?? null),
    amount: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((minor) => `${minor}.25`),
    count: fc.integer({ min: -2_147_483_648, max: 2_147_483_647 }),
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

test("a text that the column's type does not know fails the statement, as a fault of the row", async () => {
  const values = ROWS.values([{ id: "not an id", note: null, amount: "1", count: 1 }]);
  await expect(database.db.query(SELECT, values)).rejects.toMatchObject({ code: "22P02" });
});
