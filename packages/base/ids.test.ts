import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { cellDigitsOf, idTimeMs, idWithin, inCell, isId, movedToCell, newId, otherIdOfPayment } from "./ids.ts";

const MANY = 20_000;

test("ids are UUIDv7 with the variant of RFC 9562 and the time of their making", () => {
  const before = Date.now();
  const id = newId();
  const after = Date.now();
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const madeMs = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  expect(madeMs).toBeGreaterThanOrEqual(before);
  expect(madeMs).toBeLessThanOrEqual(after + MANY / 4_096);
});

test("ids of one process grow, also within a millisecond, and none comes twice", () => {
  const ids = Array.from({ length: MANY }, () => newId());
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(MANY);
});

test("every random digit takes every value", () => {
  const tails = Array.from({ length: MANY }, () => newId().replaceAll("-", "").slice(16));
  for (let place = 4; place < 16; place++) expect(new Set(tails.map((tail) => tail[place])).size).toBe(16);
  expect([...new Set(tails.map((tail) => tail[0]))].sort()).toEqual(["8", "9", "a", "b"]);
});

test("an id carries the cell that its request or job runs in, and the first cell where nobody named one", async () => {
  expect(cellDigitsOf(newId())).toBe(0);
  const [one, last] = await Promise.all(
    [1, 4_095].map((cell) =>
      inCell(cell, async () => {
        await turn();
        return newId();
      }),
    ),
  );
  expect([cellDigitsOf(one!), cellDigitsOf(last!)]).toEqual([1, 4_095]);
  expect(cellDigitsOf(newId())).toBe(0);
  expect(cellDigitsOf(idWithin(one!, 7))).toBe(1);
  expect(cellDigitsOf(movedToCell(one!, 9))).toBe(9);
  expect(Math.abs(idTimeMs(one!) - Date.now())).toBeLessThan(60_000);
});

test("a payment's two ids differ, and each follows from the other", () => {
  const id = inCell(7, newId);
  const other = otherIdOfPayment(id);
  expect(other).not.toBe(id);
  expect([isId(other), idTimeMs(other), cellDigitsOf(other)]).toEqual([true, idTimeMs(id), 7]);
  expect(otherIdOfPayment(other)).toBe(id);
});

test("only a UUID is an id", () => {
  expect(isId(newId())).toBe(true);
  expect([undefined, 7, "", "x", `${newId()} `, newId().replaceAll("-", "")].some(isId)).toBe(false);
});
