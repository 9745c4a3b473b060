import { expect, test } from "vitest";
import { cell } from "./csv.ts";

test("a cell that would be a formula is made harmless", () => {
  expect(cell("=HYPERLINK(1)")).toBe("'=HYPERLINK(1)");
  expect(cell("@x")).toBe("'@x");
  expect(cell("+44")).toBe("'+44");
});

test("quotes, commas and line breaks stay inside their cell", () => {
  expect(cell('a "b", c')).toBe('"a ""b"", c"');
  expect(cell("one\ntwo")).toBe('"one\ntwo"');
});

test("nothing is an empty cell and a number stays one, also below zero", () => {
  expect(cell(null)).toBe("");
  expect(cell(undefined)).toBe("");
  expect(cell(-1.5)).toBe("-1.5");
});
