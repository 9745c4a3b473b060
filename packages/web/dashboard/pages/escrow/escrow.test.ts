import { describe, expect, test } from "vitest";
import { coverageOf, type Share } from "./escrow.ts";

const percent = (value: number): Share => ({ party_id: "a", split_type: "percentage", split_value: value });
const fixed = (value: number): Share => ({ party_id: "b", split_type: "fixed", split_value: value });

describe("shares of a milestone", () => {
  test.each([
    ["nobody", [], false],
    ["all of it in percent", [percent(33.3), percent(66.7)], true],
    ["all of it in money", [fixed(400), fixed(600)], true],
    ["money, and percent of the whole for the rest", [fixed(300), percent(70)], true],
    ["money, and all of the rest", [fixed(300), percent(100)], true],
    ["too little", [percent(60)], false],
  ])("named for %s", (_name, shares, isWhole) => {
    expect(coverageOf(1000, shares).isWhole).toBe(isWhole);
  });

  test("that exceed the milestone are said before they are sent", () => {
    expect(coverageOf(1000, [percent(60), percent(41)]).problem).toBe("The percentages exceed 100");
    expect(coverageOf(1000, [fixed(1000.01)]).problem).toBe("The fixed shares exceed the milestone");
  });

  test("add up without the dust of floats", () => {
    expect(coverageOf(1, [percent(10.1), percent(20.2)]).percent).toBe(30.3);
  });
});
