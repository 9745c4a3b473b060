import { describe, expect, test } from "vitest";
import { readNumber } from "./read-number.ts";

describe("a number that was typed or pasted", () => {
  test.each([
    ["1500", 1500],
    ["1500.75", 1500.75],
    ["1500,75", 1500.75],
    ["1,5", 1.5],
    ["0,125", 0.125],
    ["0.00000001", 0.00000001],
    ["1 500", 1500],
    ["1'500.5", 1500.5],
    ["1,234,567.89", 1_234_567.89],
    ["1.234.567,89", 1_234_567.89],
    ["1.500,75", 1500.75],
    ["-5", -5],
    ["", ""],
    ["  ", ""],
  ])("%j is read the same everywhere", (text, expected) => {
    for (const locale of ["en-GB", "de-DE", "fr-FR"]) expect(readNumber(text, locale)).toBe(expected);
  });

  test("a comma before three digits is of thousands in English, where a point is of decimals", () => {
    expect(readNumber("1,500", "en-GB")).toBe(1500);
    expect(readNumber("1.500", "en-GB")).toBe(1.5);
  });

  test.each(["1,500", "1.500"])(
    "%j could be meant in two ways where decimals have a comma, and is no number",
    (text) => {
      expect(readNumber(text, "de-DE")).toBeNaN();
    },
  );

  test.each(["1e3", "0x10", "12a", "1,50,0", "1.2.3", "1500,75.5", ".", "-", "Infinity"])("%j is no number", (text) => {
    expect(readNumber(text, "en-GB")).toBeNaN();
  });
});
