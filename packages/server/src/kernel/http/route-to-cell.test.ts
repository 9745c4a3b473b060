import { expect, test } from "vitest";
import { cellDigitsOf, inCell, newId } from "@corridor/base/ids.ts";
import { createCellOf } from "../db/cells.ts";
import { destinationOf, destinationOfBody } from "./route-to-cell.ts";

const [inFirst, inOne, inTwo] = [0, 1, 2].map((cell) => inCell(cell, newId)) as [string, string, string];
const cells = [0, 1, 2].map((number) => ({ number, created_at: new Date() }));
const cellOf = createCellOf(cells);
const member = (orgId: string) => ({ orgId, isPlatform: false });
const platform = { orgId: null, isPlatform: true };
const to = (method: string, path: string, caller: Parameters<typeof destinationOf>[1], query = "") =>
  destinationOf({ method, path: `/v1${path}`, query }, caller, cellOf);

test("an id that was made before its cell belongs to the first one, whatever its random bits say", () => {
  expect([cellOf(inFirst), cellOf(inOne), cellOf(inTwo), cellOf("no id"), cellOf("")]).toEqual([0, 1, 2, 0, 0]);
  const old = "01890000-0000-7000-8002-000000000000";
  expect([cellDigitsOf(old), cellOf(old)]).toEqual([2, 0]);
  expect(cellOf(inCell(77, newId))).toBe(0);
});

test("whoever belongs to an organization reaches its cell, whatever the request names", () => {
  for (const [method, path] of [
    ["GET", `/payments/${inTwo}`],
    ["POST", "/payments-init/initiate"],
    ["GET", `/organizations/${inTwo}`],
  ] as const)
    expect(to(method, path, member(inOne), `org_id=${inTwo}`)).toBe(1);
});

test("people stand in the directory, so their own things are done in the first cell", () => {
  for (const path of ["/users/me", "/users/me/sessions", `/users/${inTwo}`, `/users/${inTwo}/kyc`])
    expect(to("PATCH", path, member(inOne))).toBe(0);
  expect(to("GET", "/users/list", member(inOne))).toBe(1);
  expect(to("POST", "/users/notifications/read-all", member(inOne))).toBe(1);
});

test("the platform's people reach the organization that they name, otherwise read all cells and write where the id lives", () => {
  expect(to("GET", `/organizations/${inTwo}/members`, platform)).toBe(2);
  expect(to("POST", `/approvals/${inTwo}/approve`, { orgId: inOne, isPlatform: true })).toBe(2);
  expect(to("GET", "/transactions", platform, `limit=5&org_id=${inOne}`)).toBe(1);
  expect(to("GET", "/transactions", platform)).toBe("every");
  expect(to("GET", `/payments/${inTwo}`, platform)).toBe("every");
  expect(to("POST", `/payments/${inTwo}/settle`, platform)).toBe(2);
  expect(to("POST", "/balances/adjustments", platform)).toBeNull();
  expect(to("PUT", "/payments/providers/fiat/settings", { orgId: inOne, isPlatform: true })).toBe(0);
  expect(destinationOfBody(`{"amount":1,"org_id" : "${inTwo.toUpperCase()}"}`, cellOf)).toBe(2);
  expect(destinationOfBody("{}", cellOf)).toBe(0);
});

test("a caller whom nobody knows is refused in the first cell", () => {
  expect(to("GET", `/payments/${inTwo}`, null)).toBe(0);
});
