import { expect, test } from "vitest";
import { moved, orderOf, priorityChanges } from "./priority-order.ts";

const config = (id: string, priority: number, orgId: string | null = null) => ({ config_id: id, priority, org_id: orgId, created_at: `2026-01-0${id.length}` });
const ids = (order: readonly { config_id: string }[]) => order.map((one) => one.config_id).join("");

test("an organisation's own configs stand before the global ones, then the lower priority", () => {
  expect(ids(orderOf([config("a", 2), config("b", 1), config("c", 9, "org")]))).toBe("cba");
});

test("a config moves among its own kind and never across", () => {
  const order = orderOf([config("a", 1, "org"), config("b", 1), config("c", 2)]);
  expect(ids(moved(order, 2, 1))).toBe("acb");
  expect(ids(moved(order, 1, 0))).toBe("abc");
});

test("only priorities that differ are written, numbered from one", () => {
  const order = orderOf([config("a", 1), config("b", 2), config("c", 3)]);
  expect(priorityChanges(order)).toEqual([]);
  expect(priorityChanges(moved(order, 1, 0)).map(({ config: { config_id }, priority }) => [config_id, priority])).toEqual([
    ["b", 1],
    ["a", 2],
  ]);
});

test("equal priorities are told apart once somebody orders them", () => {
  const order = orderOf([config("a", 5), config("bb", 5)]);
  expect(priorityChanges(moved(order, 1, 0)).map(({ config: { config_id }, priority }) => [config_id, priority])).toEqual([
    ["bb", 1],
    ["a", 2],
  ]);
});
