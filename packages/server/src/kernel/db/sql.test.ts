import { expect, test } from "vitest";
import { join, raw, sql, textOf } from "./sql.ts";

test("a piece within another one brings its text and its values, in their order", () => {
  const conditions = [sql`org_id = ${"ours"}`, sql`amount BETWEEN ${1} AND ${2}`];
  const statement = sql`SELECT ${raw("a, b")} FROM rows WHERE ${join(conditions)} LIMIT ${3}`;
  expect(textOf(statement)).toBe("SELECT a, b FROM rows WHERE org_id = $1 AND amount BETWEEN $2 AND $3 LIMIT $4");
  expect(statement.values).toEqual(["ours", 1, 2, 3]);
});

test("what a caller gives is a value, whatever it looks like", () => {
  const statement = sql`SELECT ${"1; DROP TABLE payments"}, ${["a"]}, ${null}`;
  expect(textOf(statement)).toBe("SELECT $1, $2, $3");
  expect(statement.values).toEqual(["1; DROP TABLE payments", ["a"], null]);
});
