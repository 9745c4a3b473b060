import { expect, test } from "vitest";
import { moved, orderOf, isReordered } from "./priority-order.ts";

const config = (id: string, priority: number, orgId: string | null = null) => ({
  config_id: id,
  priority,
  org_id: orgId,
  created_at: `2026-01-0${id.length}`,
});
const ids = (order: readonly { config_id: string }[]) => order.map((one) => one.config_id).join("");

test("an organization's own configs stand before the global ones, then the lower priority", () => {
  expect(ids(orderOf([config("a", 2), config("b", 1), config("c", 9, "org")]))).toBe("cba");
});

test("a config moves among its own kind and never across", () => {
  const order = orderOf([config("a", 1, "org"), config("b", 1), config("c", 2)]);
  expect(ids(moved(order, 2, 1))).toBe("acb");
  expect(ids(moved(order, 1, 0))).toBe("abc");
});

test("an order is another one only once the router would have to follow it", () => {
  const order = orderOf([config("a", 1), config("bb", 5), config("ccc", 5)]);
  expect(isReordered(order)).toBe(false);
  expect(isReordered(moved(order, 2, 1))).toBe(true);
  expect(isReordered(moved(moved(order, 2, 1), 1, 2))).toBe(false);
});
