import { describe, expect, test } from "vitest";
import { judge } from "./compare.ts";

const counts = (...pairs: [succeeded: number, failed: number][]) =>
  pairs.map(([succeeded, failed], index) => ({
    program_id: `${index}`,
    version: index + 1,
    succeeded,
    failed,
    underWay: 0,
  }));

describe("the verdict of a comparison", () => {
  test("has Newcombe's interval", () => {
    // Newcombe, Statistics in Medicine 17 (1998), table II, method 10: 56/70 - 48/80 is 0.2000, 0.0524 to 0.3339.
    const { difference } = judge(counts([48, 32], [56, 14]));
    expect(difference!.estimate).toBeCloseTo(0.2, 4);
    expect(difference!.lower).toBeCloseTo(0.0524, 4);
    expect(difference!.upper).toBeCloseTo(0.3339, 4);
  });

  test("names a program only if the interval excludes zero", () => {
    expect(judge(counts([48, 32], [56, 14])).verdict).toMatch(/^version 2 succeeds more often/);
    expect(judge(counts([56, 14], [48, 32])).verdict).toMatch(/^version 1 succeeds more often/);
    expect(judge(counts([48, 32], [44, 26])).verdict).toMatch(/^no difference is shown/);
    expect(judge(counts([3, 0], [0, 1])).verdict).toMatch(/^no difference is shown/);
  });

  test("says nothing of programs without payments", () => {
    expect(judge(counts([0, 0], [5, 0]))).toMatchObject({
      difference: null,
      verdict: expect.stringContaining("nothing is known"),
    });
  });
});
