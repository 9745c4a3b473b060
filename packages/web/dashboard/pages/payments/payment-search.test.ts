import { expect, test } from "vitest";
import { queryOf, readPaymentSearch } from "./payment-search.ts";

test("days are asked for from midnight to midnight where the person is, the last one whole", () => {
  expect(queryOf({ from: "2026-10-24", to: "2026-10-25" })).toMatchObject({
    date_from: new Date(2026, 9, 24).toISOString(),
    date_to: new Date(2026, 9, 26).toISOString(),
  });
});

test("what is no day is left for the service to refuse", () => {
  expect(queryOf({ from: "yesterday" })).toMatchObject({ date_from: "yesterday", date_to: undefined });
});

test("amounts are in order only within a currency: without one, the address is read as newest first", () => {
  expect(readPaymentSearch({ sort: "amount", order: "asc", currency: "ghs" })).toEqual({
    sort: "amount",
    order: "asc",
    currency: "GHS",
  });
  expect(readPaymentSearch({ sort: "amount" })).toEqual({});
});
