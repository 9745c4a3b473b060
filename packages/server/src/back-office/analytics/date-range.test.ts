import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, eachDay, periodsOf, readDateRange } from "./date-range.ts";

const now = new Date("2026-03-31T23:59:00Z");

describe("reading a range", () => {
  test("is the last thirty days without dates, and ends today without an end", () => {
    expect(readDateRange({}, now)).toEqual({ from: "2026-03-02", to: "2026-03-31" });
    expect(readDateRange({ dateFrom: "2026-03-30" }, now)).toEqual({ from: "2026-03-30", to: "2026-03-31" });
    expect(readDateRange({ dateTo: "2024-03-01" }, now)).toEqual({ from: "2024-02-01", to: "2024-03-01" });
  });

  test("may be one day, and at most 366", () => {
    expect(readDateRange({ dateFrom: "2026-01-01", dateTo: "2026-01-01" }, now)).toEqual({
      from: "2026-01-01",
      to: "2026-01-01",
    });
    expect(eachDay(readDateRange({ dateFrom: "2024-01-01", dateTo: "2024-12-31" }, now))).toHaveLength(366);
    expect(() => readDateRange({ dateFrom: "2024-01-01", dateTo: "2025-01-01" }, now)).toThrow("dateTo");
  });

  test.each([
    "2026-02-30",
    "2026-13-01",
    "2026-1-1",
    "01/02/2026",
    "yesterday",
    "",
    "2026-00-10",
    "0000-01-01",
    "0999-12-31",
  ])("refuses %j", (date) => {
    expect(() => readDateRange({ dateFrom: date, dateTo: "2026-03-01" }, now)).toThrow("dateFrom: must be a date");
  });

  test("refuses a range that ends before it begins, or begins tomorrow", () => {
    expect(() => readDateRange({ dateFrom: "2026-02-02", dateTo: "2026-02-01" }, now)).toThrow(
      "dateFrom: must not be after dateTo",
    );
    expect(() => readDateRange({ dateFrom: "2026-04-01" }, now)).toThrow("dateFrom: must not be in the future");
  });
});

test("a range may end on the last day that a date can name", () => {
  const range = readDateRange({ dateTo: "9999-12-31" }, now);
  expect(range).toEqual({ from: "9999-12-02", to: "9999-12-31" });
  expect(periodsOf(range)).toEqual({ days: eachDay(range), months: [] });
  expect(periodsOf({ from: "9999-12-01", to: "9999-12-31" })).toEqual({ days: [], months: ["9999-12-01"] });
});

test("whole months and single days cover each day of a range exactly once", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 365 }), (start, length) => {
      const range = { from: addDays("2020-01-01", start), to: addDays("2020-01-01", start + length) };
      const { days, months } = periodsOf(range);
      const covered = [
        ...days,
        ...months.flatMap((month) => eachDay({ from: month, to: addDays(addDays(month, 31).slice(0, 8) + "01", -1) })),
      ];
      expect(covered.toSorted()).toEqual(eachDay(range));
      expect(days.length).toBeLessThanOrEqual(60);
    }),
  );
});
