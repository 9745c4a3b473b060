import { expect, test } from "vitest";
import { NAVIGATION } from "./navigation.ts";

/** What a laptop of 768 pixels shows: the first group and the longest other one, without scrolling. */
const MOST_OPEN = 17;

test("the menu has four groups that fit a laptop, and no icon twice", () => {
  const menu = NAVIGATION.map(({ items }) => items.filter(({ isLinked }) => isLinked !== true));
  const [first, ...others] = menu.map((items) => items.length);
  expect(others).toHaveLength(3);
  expect(first! + Math.max(...others)).toBeLessThanOrEqual(MOST_OPEN);
  const icons = menu.flatMap((items) => items.map(({ icon }) => icon));
  expect(new Set(icons).size).toBe(icons.length);
});
