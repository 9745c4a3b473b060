import { expect, test } from "vitest";
import { createTestDatabase } from "#test/harness/database.ts";

test("values come back exact: numeric as text, int8 as number, instants as Date, dates as text, jsonb parsed", async () => {
  await using database = await createTestDatabase();
  const [row] = await database.db.query(
    `SELECT 1.10::numeric AS amount, ARRAY[0.1, 0.20]::numeric[] AS amounts, 9007199254740991::int8 AS count, ARRAY[1, 2]::int8[] AS counts,
            '2026-01-05T09:00:00.123+02:00'::timestamptz AS at, '2026-01-05'::date AS day, '{"a": 1}'::jsonb AS document`,
  );
  expect(row).toEqual({
    amount: "1.10",
    amounts: ["0.1", "0.20"],
    count: 9_007_199_254_740_991,
    counts: [1, 2],
    at: new Date("2026-01-05T07:00:00.123Z"),
    day: "2026-01-05",
    document: { a: 1 },
  });
});
