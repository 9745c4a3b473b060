import { expect, test } from "vitest";
import { indentJson } from "./indent-json.ts";

test("lays JSON out as JSON.stringify does", () => {
  const value = {
    a: [],
    b: {},
    c: [1, { d: null, e: [true, "x"] }],
    'f{,"\\': 'text: with {[,]} and "quotes" \\',
    g: "",
  };
  expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  expect(indentJson("12")).toBe("12");
});

test("leaves numbers as they were written", () => {
  expect(indentJson('{"amount":250000.00,"rates":[0.000000006700, 1e-7]}')).toBe(
    '{\n  "amount": 250000.00,\n  "rates": [\n    0.000000006700,\n    1e-7\n  ]\n}',
  );
});
