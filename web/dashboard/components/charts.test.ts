import { expect, test } from "vitest";
import { niceCeiling, runsOf } from "./chart-scale.ts";

test.each([
  [0, 1],
  [0.07, 0.1],
  [7, 10],
  [11, 20],
  [201, 250],
  [999, 1000],
])("the axis for %d ends at %d", (largest, top) => {
  expect(niceCeiling(largest)).toBeCloseTo(top, 10);
});

test("a day without figures breaks the line instead of drawing it to zero", () => {
  expect(runsOf([1, 2, null, null, 3])).toEqual([
    { start: 0, values: [1, 2] },
    { start: 4, values: [3] },
  ]);
  expect(runsOf([null])).toEqual([]);
});
