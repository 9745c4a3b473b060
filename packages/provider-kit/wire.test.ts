import { describe, expect, test } from "vitest";
import { MalformedAnswer, minorNumberOf, moneyOfMajor, moneyOfMinor, timeOf, webAddressOf, wordIn } from "./wire.ts";
import { Money } from "@corridor/base/money.ts";

describe("an amount", () => {
  test.each([
    ["10.00", "GHS", "10.00"],
    ["100", "GHS", "100.00"],
    [0.1, "GHS", "0.10"],
    ["5000.00", "UGX", "5000"],
    ["0.0", "GHS", "0.00"],
  ])("of %s in %s is %s", (said, currency, expected) =>
    expect(moneyOfMajor(said, currency).toDatabase()).toBe(expected),
  );

  test.each([
    ["-1"],
    ["1."],
    [".5"],
    ["1e3"],
    ["1,000"],
    ["10.001"],
    [0.1 + 0.2],
    [1e21],
    [Number.NaN],
    [null],
    [["1"]],
    ["1".repeat(31)],
  ])("%s is none", (said) => expect(() => moneyOfMajor(said, "GHS")).toThrow(MalformedAnswer));

  test("that is no number costs no time to find out, however long it is", () => {
    const started = performance.now();
    expect(() => moneyOfMajor(`1.${"0".repeat(200_000)}x`, "GHS")).toThrow(MalformedAnswer);
    expect(performance.now() - started).toBeLessThan(200);
  });

  test("of minor units is whole and no more than a JSON number holds", () => {
    expect(moneyOfMinor(150025, "GHS").toDatabase()).toBe("1500.25");
    for (const said of [1.5, -1, "1.0", Number.MAX_SAFE_INTEGER + 1, true])
      expect(() => moneyOfMinor(said, "GHS")).toThrow(MalformedAnswer);
    expect(minorNumberOf(Money.parse("90071992547409.91", "GHS"))).toBe(Number.MAX_SAFE_INTEGER);
    expect(minorNumberOf(Money.parse("90071992547409.92", "GHS"))).toBeNull();
  });
});

test("a time is one that can be stored", () => {
  expect(timeOf({ at: "2026-01-05T10:00:00+01:00" }, "at").toISOString()).toBe("2026-01-05T09:00:00.000Z");
  for (const at of ["soon", "+275760-09-13T00:00:00Z", "-000001-01-01T00:00:00Z", 1_767_000_000])
    expect(() => timeOf({ at }, "at")).toThrow(MalformedAnswer);
});

test("a page for customers is on the web, and a word is one of the table and not of every object", () => {
  for (const page of ["javascript:alert(1)", "data:text/html,x", "//pay.example", "ftp://pay.example"])
    expect(() => webAddressOf({ page }, "page")).toThrow(MalformedAnswer);
  expect(() => wordIn({ PAID: "completed" }, { status: "constructor" }, "status")).toThrow(MalformedAnswer);
});
