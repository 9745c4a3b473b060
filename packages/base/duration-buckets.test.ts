import { describe, expect, test } from "vitest";
import { bucketOf, medianSecondsOf, THRESHOLDS_SECONDS } from "./duration-buckets.ts";

describe("durations in buckets", () => {
  test("a duration belongs to the bucket whose thresholds it has reached", () => {
    expect([0, 999, 1_000, 1_999, 2_000, 3_000_000_000].map(bucketOf)).toEqual([
      0,
      0,
      1,
      1,
      2,
      THRESHOLDS_SECONDS.length,
    ]);
  });

  test("the median lies within the bucket of the middle payment", () => {
    expect(medianSecondsOf(new Map())).toBeNull();
    expect(medianSecondsOf(new Map([[3, 10]]))).toBe(4);
    const spread = new Map([
      [0, 4],
      [9, 5],
      [THRESHOLDS_SECONDS.length, 2],
    ]);
    const median = medianSecondsOf(spread)!;
    expect(bucketOf(median * 1_000)).toBe(9);
    // Counts that cancel out, such as those of a payment that left a bucket, change nothing.
    expect(medianSecondsOf(new Map([...spread, [4, 0]]))).toBe(median);
  });
});
