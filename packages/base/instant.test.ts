import fc from "fast-check";
import { expect, test } from "vitest";
import { isoOf } from "./instant.ts";

test("the text of an instant is that of toISOString, however the instants follow each other", () => {
  const instant = fc.date({ noInvalidDate: true });
  const nearby = fc.integer({ min: 0, max: 2_000 }).map((ms) => new Date(1_790_000_000_000 + ms));
  fc.assert(
    fc.property(fc.array(fc.oneof(instant, nearby), { maxLength: 200 }), (dates) => {
      expect(dates.map(isoOf)).toEqual(dates.map((date) => date.toISOString()));
    }),
  );
});

test("an invalid date is refused, again and again", () => {
  const invalid = new Date(Number.NaN);
  expect(() => isoOf(invalid)).toThrow(RangeError);
  expect(() => isoOf(invalid)).toThrow(RangeError);
});
